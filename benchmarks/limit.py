"""How near to hand-written C: `python benchmarks/limit.py [--json]`. Needs gcc and `lazy-game-trees[compiled]`.

The rules of a game, as they stand in lazytree/games, in the alpha-beta of searching/kernels/searches.py, in an
expectimax (rolled.py) or in random games (searching/kernels/playouts.py), all checks on, against the same algorithm by
hand (benchmarks/c, gcc -O3 -march=native): the same value or sum of payoffs and the same number of positions or plies,
or it is an error. Both run in turn, the best of several rounds counts. Printed: nanoseconds a position or ply, and the
ratio (1.0: as fast as C; below: faster).
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

from extras import gcc_needed, machine_code_needed
from konane_sets import konane_sets
from konane_vector import LINES, konane_vector
from options import options
from rolled import expectimax

from lazytree import games
from lazytree.compiler.running import Runner
from lazytree.core.bitsets import near_on
from lazytree.games.andantino_rules import board_of
from lazytree.games.dice_of_doom_rules.odds import odds_table
from lazytree.games.dvonn_rules import LANDINGS
from lazytree.games.selfo_rules.position import split
from lazytree.games.selfo_rules.ratings import swarm_of
from lazytree.searching.kernels import playouts, searches
from lazytree.searching.kernels.memory import Words
from lazytree.swarm import points_of
from lazytree.trees.ratings import even

SOURCES = Path(__file__).parent / "c"
ROUNDS = 40
SEED = 7


class Contest(NamedTuple):
    name: str
    game: Any
    rating: str | None
    depth: int  # or how many random games
    arguments: Callable[[Any, Any], tuple[Any, ...]]  # of the C function, before depth and seen
    goal: float
    kernel: Any = searches.alphabeta
    source: str | None = None  # in benchmarks/c; None: the name of the game


def konane_in_c(code: Any, game: Any) -> tuple[Any, ...]:
    counts = bytes(len(of_cell) for of_cell in LINES)
    lengths, overs, lands = bytearray(64 * 4), bytearray(64 * 32), bytearray(64 * 32)
    for cell, of_cell in enumerate(LINES):
        for number, line in enumerate(of_cell):
            lengths[cell * 4 + number] = len(line)
            for at, (over, land) in enumerate(line):
                overs[cell * 32 + number * 8 + at], lands[cell * 32 + number * 8 + at] = over, land
    code.setup(8, counts, bytes(lengths), bytes(overs), bytes(lands))
    return in_bytes(game.start.board), game.start.mover


def dvonn_in_c(code: Any, game: Any) -> tuple[Any, ...]:
    code.setup((ctypes.c_uint64 * (55 * 50))(*(cells for of_cell in LANDINGS for cells in of_cell)))
    start = game.start
    return in_bytes(start.heights), start.white, start.black, start.dvonns, start.mover


def andantino_in_c(code: Any, game: Any) -> tuple[Any, ...]:
    board = board_of(10)
    code.setup(in_words(board.inside), in_words(board.border), ctypes.c_int64(board.centre))
    *sets, mover, winner = game.start
    return *map(in_words, sets), mover, winner


def dice_in_c(code: Any, game: Any) -> tuple[Any, ...]:
    table = [rolls for row in odds_table(3) for pair in row for rolls in pair]
    code.setup((ctypes.c_int64 * len(table))(*table))
    return (in_bytes(game.start.board),)


def selfo_in_c(code: Any, game: Any) -> tuple[Any, ...]:
    code.run.restype = ctypes.c_double
    swarm, start = swarm_of(game), game.start
    cells, law = len(swarm.grid.names), [strength for strengths in swarm.law for strength in strengths]
    near = [word for neighbours in near_on(swarm.grid) for word in in_words(neighbours, 2)]
    points = [number for point in points_of(swarm.grid) for number in point]
    code.setup(
        ctypes.c_int64(cells),
        (ctypes.c_uint64 * len(near))(*near),
        (ctypes.c_int64 * len(points))(*points),
        ctypes.c_int64(len(swarm.law) - 1),
        (ctypes.c_double * len(law))(*law),
    )
    return *(in_words(mine, 2) for mine in split(start.sets, cells, 2)), start.newcomers


def hex_in_c(code: Any, game: Any) -> tuple[Any, ...]:
    code.setup()
    return ()


def in_words(cells: int, words: int = 6) -> Any:
    return (ctypes.c_uint64 * words)(*(cells >> 64 * at & searches.ALL_BITS for at in range(words)))


def in_bytes(board: Any) -> bytes:
    return bytes(cell & 255 for cell in board)


def contests() -> list[Contest]:
    return [
        Contest("konane 8x8, PVector", konane_vector(), "mobility", 10, konane_in_c, 1.1),
        Contest("dvonn, PVector and sets", games.dvonn(placement="random"), "heights", 5, dvonn_in_c, 1.5),
        Contest("andantino, sets of 361 cells", games.andantino(), "weighed", 11, andantino_in_c, 1.3),
        Contest("konane 8x8, sets", konane_sets(), "mobility", 12, lambda _, game: tuple(game.start), 1.15),
        Contest(
            "connect four, sets", games.connect_four(), "column_weights", 10, lambda _, game: tuple(game.start), 1.15
        ),
        Contest(
            "dice of doom 3x3, rolled",
            games.dice_of_doom(size=3, dice="rolled", seed=2),
            "score_board",
            8,
            dice_in_c,
            1.5,
            expectimax,
        ),
        Contest("selfo, swarm rating", games.selfo(), "swarm", 2, selfo_in_c, 1.5),
        *(
            Contest(f"random {name}", game, None, count, arguments, 1.5, playouts.playouts, f"{game.name}_playouts")
            for name, game, count, arguments in (
                ("connect four", games.connect_four(), 50_000, lambda _, game: tuple(game.start)),
                ("othello", games.othello(), 1_000, lambda _, game: tuple(game.start)),
                ("hex 11x11", games.hex(swap=False), 600, hex_in_c),
            )
        ),
    ]


def c_library(name: str, folder: str) -> Any:
    target = os.path.join(folder, f"{name}.so")
    source = SOURCES / f"{name}.c"
    flags = ["-O3", "-march=native", "-ffp-contract=off", "-shared", "-fPIC"]
    subprocess.run(["gcc", *flags, "-o", target, str(source)], check=True)
    code = ctypes.CDLL(target)
    code.run.restype = ctypes.c_int64
    return code


def in_c(contest: Contest, folder: str) -> Callable[[], tuple[int, int]]:
    code = c_library(contest.source or contest.game.name, folder)
    given = [ctypes.c_int64(each) if isinstance(each, int) else each for each in contest.arguments(code, contest.game)]
    seed = [ctypes.c_uint64(SEED)] if contest.kernel is playouts.playouts else []

    def run() -> tuple[int, int]:
        seen = ctypes.c_int64(0)
        value = code.run(*given, ctypes.c_int64(contest.depth), *seed, ctypes.byref(seen))
        return value, seen.value

    return run


def compiled(contest: Contest) -> Callable[[], tuple[int, int]]:
    runner = Runner(contest.game, contest.kernel, contest.game.ratings[contest.rating] if contest.rating else even)
    if runner.lane != "machine":
        raise SystemExit(f"{contest.name} does not compile: {runner.function}")
    kept, start = Words(2**10), contest.game.start

    def run() -> tuple[int, int]:
        counts = Words(16)
        if contest.kernel is searches.alphabeta:
            value = runner(counts, start, contest.depth, -searches.FAR, searches.FAR)
        elif contest.kernel is expectimax:
            value = runner(counts, start, contest.depth)
        else:
            value, counts[searches.SEEN], _ = runner(kept, start, contest.depth, 10_000, SEED)
        if runner.lane != "machine":
            raise SystemExit(f"{contest.name} leaves machine code: {runner.function}")
        return value, counts[searches.SEEN]

    return run


def measured(contest: Contest, folder: str) -> dict[str, Any]:
    began = perf_counter()
    ours, theirs = compiled(contest), in_c(contest, folder)
    times: dict[str, float] = {}
    if ours() != theirs():
        raise SystemExit(f"{contest.name}: {ours()} is not {theirs()}")
    for _ in range(ROUNDS):
        for name, run in (("machine", ours), ("c", theirs)):
            start = process_time()
            _, seen = run()
            times[name] = min(times.get(name, 1e9), process_time() - start)
    ratio = times["machine"] / times["c"]
    nanoseconds = {name: round(1e9 * time / seen, 1) for name, time in times.items()}
    return {
        "name": contest.name,
        "positions": seen,
        **nanoseconds,
        "ratio": round(ratio, 3),
        "goal": contest.goal,
        "setup": round(perf_counter() - began, 2),
    }


def main() -> None:
    options(__doc__, "--json")
    machine_code_needed()
    gcc_needed()
    with tempfile.TemporaryDirectory() as folder:
        results = [measured(contest, folder) for contest in contests()]
    if "--json" in sys.argv:
        print(json.dumps(results))
        return
    for each in results:
        print(
            f"{each['name']:28} {each['positions']:>9} positions   compiled {each['machine']:7.1f} ns"
            f"   C {each['c']:7.1f} ns   ratio {each['ratio']:.2f} (goal {each['goal']})"
        )


if __name__ == "__main__":
    main()
