"""How long the first use of machine code takes: `python benchmarks/first_use.py [GAME ...] [--json]`.

For each game, in a fresh process each time: seconds of the processor from after `import lazytree` until the first
answer of `deepen` is there, and until `compiled` rules have listed the first moves; first with an empty cache, then
with what that has left in it. Python's own bytecode is there each time, as it is from the second start of a program
on. The best of some rounds counts. Wanted: at most 0.35 s (Andantino, whose sets are wide: 0.5), from the cache 0.1 s.
Last, what `import lazytree` itself takes.

`--starts`: in one process for each game, with an empty cache, seconds of the asking thread's processor until `search`
has answered at the start, and then at another start of the same rules, a new game that begins three plies later.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

from extras import machine_code_needed
from options import options

from lazytree.games import GAMES

ROUNDS = 5
COLD, CACHED = 0.35, 0.1  # seconds wanted
WIDE = {"andantino": 0.5}
USES = {
    "deepen": "from lazytree import deepen; next(iter(deepen(game)))",
    "rules": "from lazytree.compiler import compiled; list(compiled(game).moves(game.start))",
}
PROGRAM = """
from time import process_time
began = process_time()
import lazytree
imported = process_time()
from lazytree.games import GAMES
game = GAMES[{name!r}]()
{use}
print(imported - began, process_time() - imported)
"""


STARTS = """
from dataclasses import replace
from threading import active_count
from time import sleep, thread_time
import lazytree
from lazytree import search
from lazytree.games import GAMES

def asked(game):
    began = thread_time()
    search(game, 2)
    return thread_time() - began

game = GAMES[{name!r}]()
first, position = asked(game), game.start
for _ in range(3):
    position = game.play(position, next(iter(game.moves(position))))
while active_count() > 1:
    sleep(0.05)  # the optimized code is being made
print(first, asked(replace(GAMES[{name!r}](), start=position)))
"""


def another_start(name: str) -> None:
    """Prints what the first start of a game takes, and another one."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "LAZYTREE_CACHE": folder}
        program = [sys.executable, "-c", STARTS.format(name=name)]
        done = subprocess.run(program, env=environment, check=True, capture_output=True, text=True, timeout=120)
    first, second = map(float, done.stdout.split())
    print(f"{name:16} the first start {first:.3f} s, another {second:.3f} s", flush=True)


def fresh(name: str, use: str, folder: str, bytecode: str) -> tuple[float, float]:
    """Seconds that importing lazytree took in a new process, and the rest; each folder is a cache."""
    program = PROGRAM.format(name=name, use=use)
    environment = {**os.environ, "LAZYTREE_CACHE": folder, "PYTHONPYCACHEPREFIX": bytecode}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True, timeout=120
    )
    imported, used = map(float, done.stdout.split())
    return imported, used


def measured(name: str, use: str, bytecode: str) -> dict[str, float]:
    """The best of some rounds: importing, cold, cached."""
    rounds = []
    with tempfile.TemporaryDirectory() as folder:
        fresh(name, use, folder, bytecode)  # leaves the bytecode
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            imported, cold = fresh(name, use, folder, bytecode)
            rounds.append((imported, cold, fresh(name, use, folder, bytecode)[1]))
    best = [min(times) for times in zip(*rounds)]
    return {key: round(seconds, 3) for key, seconds in zip(("import", "cold", "cached"), best)}


def main() -> None:
    options(__doc__, "--json", "--starts", words="game")
    machine_code_needed()
    names = [word for word in sys.argv[1:] if not word.startswith("-")] or list(GAMES)
    if "--starts" in sys.argv:
        for name in names:
            another_start(name)
        return
    with tempfile.TemporaryDirectory() as bytecode:
        compare(names, bytecode)


def compare(names: list[str], bytecode: str) -> None:
    found = {}
    for name in names:
        found[name] = {use: measured(name, program, bytecode) for use, program in USES.items()}
        parts = (f"{use} {each['cold']:.2f} s, cached {each['cached']:.3f} s" for use, each in found[name].items())
        slow = any(each["cold"] > WIDE.get(name, COLD) or each["cached"] > CACHED for each in found[name].values())
        print(f"{name:16} {'   '.join(parts)}{'   more than wanted' if slow else ''}", file=sys.stderr)
    importing = min(each["import"] for uses in found.values() for each in uses.values())
    print(f"import lazytree  {importing:.3f} s", file=sys.stderr)
    if "--json" in sys.argv:
        print(json.dumps({"games": found, "import": importing}))


if __name__ == "__main__":
    main()
