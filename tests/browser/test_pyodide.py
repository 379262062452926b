"""The library in Pyodide, Python in a browser: without machine code and without threads. It runs under node here."""

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
from lazytree.games import connect_four, dice_of_doom, nim, tic_tac_toe
game, told = connect_four(), []
lanes = {
    "search": lazytree.search(game, 6).lane,
    "solve": lazytree.solve(tic_tac_toe()).lane,
    "unfold": lazytree.unfold(tic_tac_toe()).lane,
    "deepen": next(iter(lazytree.deepen(game, seconds=60))).lane,
    "mcts": next(lazytree.mcts(game)(game.start)).lane,
    "playouts": lazytree.playouts(game, 10).lane,
    "rolled": lazytree.search(dice_of_doom(size=3, dice="rolled"), 5, seconds=60).lane,
}
assert set(lanes.values()) == {"python"}, lanes
assert lazytree.perft(game, 4) == 7**4 and lazytree.prove(nim()).result == "proven"
assert lazytree.think(game, seconds=0.2)(game.start) in range(7)
lazytree.check_game(nim(), progress=told.append)
made = [name for name in sys.modules if name.startswith(("lazytree.compiler.entry_points", "lazytree.compiler.run"))]
assert lazytree.compiled(game) is game and "llvmlite is not installed" in lazytree.lane(game).search.reason
print(sys.platform, lanes["search"], lazytree.solve(tic_tac_toe()).value, made)
"""


def test_questions_are_answered_in_pyodide(tmp_path):
    """Nothing is made ready for machine code that is not there: that took seconds."""
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
    ran = subprocess.run(["node", script, site, PROGRAM], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.split("\n")[0] == "emscripten python 0 []"
