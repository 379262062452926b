"""Machine code in a browser tab: `python benchmarks/tab.py [GAME ...]`. Needs node and `lazy-game-trees[compiled]`.

One search of each game of two players from its start, by its first rating, with a small table: in native code, and in
WebAssembly that is written without LLVM, in node. Both give the same value and see the same positions, or it is an
error. The best of some rounds counts, in seconds of the processor. Printed: positions a second in native code, how fast
WebAssembly is against it, its bytes, and how long it took to be made from rules.
"""

from __future__ import annotations

import argparse
import json
import shutil
import struct
import subprocess
from base64 import b64encode
from pathlib import Path
from statistics import median
from time import process_time, thread_time
from typing import Any, NamedTuple

from extras import machine_code_needed

from lazytree.compiler.abi import ALLOWED, ARENA, CONTEXT_WORDS, OUT, ROOM, STACK
from lazytree.compiler.running import Runner
from lazytree.compiler.runtime.boundary import packer
from lazytree.compiler.webassembly import ANSWERS, GameModule, game_module, memory_map
from lazytree.core.errors import Refused
from lazytree.core.values import WIN
from lazytree.games import GAMES
from lazytree.searching.averages import UNIT
from lazytree.searching.kernels import scout
from lazytree.searching.kernels.memory import NEVER, Words
from lazytree.searching.kernels.searches import FAR

ENTRIES = 2**16
SIZES = scout.COUNTS, 2 * ENTRIES, scout.BUSY, 2**13, 2**16
SET = {scout.ENTRIES: ENTRIES, scout.THREADS: 1, scout.HIGHEST: WIN * UNIT}
LARGER: dict[str, dict[str, Any]] = {"nim": {"heaps": (5, 6, 7)}, "dice_of_doom": {"size": 3, "seed": 2}}
"""Parameters of games whose trees are small."""
LONG, DEEPEST, ROUNDS = 0.1, 30, 5


class Found(NamedTuple):
    """A value, the positions that were seen, and the seconds of the best round."""

    value: Any
    seen: int
    seconds: float


def window(game: Any) -> tuple[int, int]:
    """All values that there are."""
    far = FAR if game.odds is None else FAR * UNIT
    return -far, far


def native(run: Runner, game: Any, depth: int, rounds: int) -> Found:
    """The search in native code."""
    best = float("inf")
    for _ in range(rounds):
        memory = scout.Memory(*map(Words, SIZES))
        for place, number in SET.items():
            memory.counts[place] = number
        began = thread_time()
        value = run.direct(NEVER, memory, game.start, depth, *window(game), 0, 0)
        best = min(best, thread_time() - began)
    return Found(value, memory.counts[scout.SEEN], best)


def in_node(made: GameModule, game: Any, depth: int) -> Found:
    """The same search by a module in node."""
    module, places = made.module, memory_map(made.module)
    handles, heap = [], places["heap"]
    for size in SIZES:
        handles.append((heap, size))
        heap += 8 * size
    words = [0] * CONTEXT_WORDS
    words[STACK], words[OUT], words[ROOM], words[ALLOWED] = places["stack"], places["out"], ANSWERS, 2**40
    words[ARENA] = places.get("arena", 0)
    pack = packer(module.entries["scout"].arguments, module.cell)
    given = pack(scout.Memory(*handles), game.start, depth, *window(game), 0, 0)
    counts = {handles[0][0] + 8 * place: struct.pack("<q", number) for place, number in SET.items()}
    memory = {places["context"]: struct.pack(f"<{CONTEXT_WORDS}q", *words), places["arguments"]: given, **counts}
    told = {
        "code": b64encode(module.code).decode(),
        "bytes": heap,
        "memory": [[at, b64encode(data).decode()] for at, data in memory.items()],
        "top": places["top"],
        "call": [places[name] for name in ("context", "arguments", "answer")],
        "seen": handles[0][0] + 8 * scout.SEEN,
        "rounds": ROUNDS,
    }
    node = ["node", str(Path(__file__).with_name("tab.mjs"))]
    ran = subprocess.run(node, input=json.dumps(told), capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(ran.stderr)
    answer = json.loads(ran.stdout)
    value = struct.unpack("<d" if made.rules.floats else "<q", bytes(answer["answer"]))[0]
    return Found(value, int(answer["seen"]), answer["seconds"])


def compare(name: str) -> float:
    """Prints the line of a game: how fast WebAssembly is against native code."""
    game = GAMES[name](**LARGER.get(name, {}))
    rating = next(iter(game.ratings.values()))
    run, depth = Runner(game, scout.scout, rating), 1
    while native(run, game, depth, 1).seconds < LONG and depth < DEEPEST:
        depth += 1
    here = native(run, game, depth, ROUNDS)
    began = process_time()
    made = game_module(game, rating)
    took = process_time() - began
    if isinstance(made, Refused):
        raise SystemExit(f"{name}: {made}")
    found = in_node(made, game, depth)
    if found[:2] != here[:2]:
        raise SystemExit(f"{name}: native code finds {here[:2]}, WebAssembly {found[:2]}")
    ratio, rate = here.seconds / found.seconds, here.seen / here.seconds / 1e6
    code = f"{ratio:.2f} of it, {len(made.module.code):7,} bytes {took:5.2f} s"
    print(f"{name:16} depth {depth:2} {rate:7.2f} M/s | WebAssembly {code}", flush=True)
    return ratio


def main() -> None:
    """Compares all games, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="names of games; all of two players if none is given")
    named = parser.parse_args().games
    machine_code_needed()
    if shutil.which("node") is None:
        raise SystemExit("this needs node")
    names = named or [name for name in GAMES if len(GAMES[name]().players) == 2]
    ratios = [compare(name) for name in names]
    print(f"WebAssembly: {min(ratios):.2f} of native code at least, {median(ratios):.2f} in the median")


if __name__ == "__main__":
    main()
