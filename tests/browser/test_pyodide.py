"""The library in Pyodide, Python in a browser: machine code without LLVM, no threads. It runs under node here."""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

PYODIDE = "pyodide@314.0.7"
WANTED = "lazytree", "toolz", "pyrsistent", "_pyrsistent_version", "typing_extensions"
SCRIPT = """
import { loadPyodide } from "pyodide";
const python = await loadPyodide();
python.mountNodeFS("/site", process.argv[2]);
python.runPython("import sys; sys.path.insert(0, '/site'); sys.dont_write_bytecode = True");
try {
    python.runPython(process.argv[3]);
} catch (error) {
    console.log(error.message);
    process.exit(1);
}
"""
PROGRAM = """
import sys, lazytree
from lazytree.games import connect_four, dice_of_doom, hex, konane, nim, selfo, tic_tac_toe
game, told = connect_four(), []
lanes = {
    "search": lazytree.search(game, 6).lane,
    "solve": lazytree.solve(tic_tac_toe()).lane,
    "perft": lazytree.lane(game).perft.name,
    "unfold": lazytree.unfold(tic_tac_toe()).lane,
    "deepen": next(iter(lazytree.deepen(game, seconds=60))).lane,
    "mcts": next(lazytree.mcts(game)(game.start)).lane,
    "playouts": lazytree.playouts(game, 10).lane,
    "rolled": lazytree.search(dice_of_doom(size=3, dice="rolled"), 5, seconds=60).lane,
}
assert set(lanes.values()) == {"machine"}, lanes
assert lazytree.perft(game, 6) == 7**6 and lazytree.prove(nim()).result == "proven"
assert lazytree.think(game, seconds=0.2)(game.start) in range(7)
lazytree.check_game(nim(), progress=told.append)

# the same answers as Python's
for each, depth in ((game, 5), (hex(size=5), 2), (konane(rows=6, columns=6, opening="corner"), 4), (selfo(), 1)):
    machine, python = (lazytree.search(each, depth, lane=lane) for lane in ("machine", "python"))
    assert (machine.value, machine.best) == (python.value, python.best), (each.name, machine, python)
assert lazytree.solve(tic_tac_toe()).value == lazytree.solve(tic_tac_toe(), lane="python").value == 0
played = lazytree.compiled(game)
assert played is not game and list(played.moves(played.play(game.start, 3))) == list(range(7))

# a search that is stopped says how far it came
polled = []
stopped = lazytree.search(game, 40, stop=lambda: polled.append(1) or len(polled) > 30)
assert stopped.lane == "machine" and 1 < stopped.depth < 40 and "before it was stopped" in stopped.why

# what traps, Python answers: a recursion that is too deep is an error there, too, and does no harm
path = "/home/pyodide/deep.py"
open(path, "w").write('''
import math
from lazytree import Game
def down(n: int) -> int:
    return down(n + 1) + 1 if n < 10**9 else n
def power(position):
    return math.exp(position.mover)
game = Game(name="deep", start=0, moves=lambda p: (1, 2) if p < 5 else (), play=lambda p, m: p + m,
            mover=lambda p: p % 2, payoffs=lambda p: (1, -1), ratings={"down": down})
''')
sys.path.insert(0, "/home/pyodide")
from deep import game as deep, power
assert lazytree.lane(deep).search.name == "machine"
try:
    lazytree.search(deep, 2)
    raise AssertionError("the rating does not end")
except RecursionError:
    pass
assert lazytree.search(game, 6).lane == "machine"

# what is refused, Python answers, with the reason
from dataclasses import replace
powers = replace(game, ratings={"power": power})
refused = lazytree.search(powers, 3)
assert refused.lane == "python" and "no C library" in refused.reason, refused.reason
print(sys.platform, lanes["search"], lazytree.solve(tic_tac_toe()).value)
"""


def test_questions_are_answered_in_pyodide_by_machine_code(tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    for name in WANTED:
        origin = Path(find_spec(name).origin)
        if origin.name == "__init__.py":
            shutil.copytree(origin.parent, site / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        else:
            shutil.copy(origin, site)
    npm = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(tmp_path), PYODIDE]
    subprocess.run(npm, check=True, capture_output=True, timeout=300)
    script = tmp_path / "run.mjs"
    script.write_text(SCRIPT, encoding="utf-8")
    ran = subprocess.run(["node", script, site, PROGRAM], capture_output=True, text=True, timeout=900)
    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.split("\n")[0] == "emscripten machine 0"
