"""Leaves of chess a second: `python benchmarks/chess_leaves.py [--json]`. Needs gcc and `lazy-game-trees[compiled]`.

Lines of play from the six positions whose counts are published (chessprogramming wiki, "Perft Results"), in machine
code, on one thread and without a table: once with the moves of the last ply counted only, once with each leaf played.
A count that differs is an error. The same algorithm by hand (benchmarks/c/chess.c, gcc -O3 -march=native) counts the
same, by turns; python-chess at a smaller depth, if it is installed. Printed: million leaves a second of processor time,
the fastest of three rounds. Goals: 150 with leaves counted, 55 with leaves played.
"""

from __future__ import annotations

import ctypes
import json
import subprocess
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple

from extras import gcc_needed, machine_code_needed
from options import options

from lazytree.compiler.running import Runner
from lazytree.games import chess
from lazytree.searching.kernels.searches import Depth, Position, Rules
from lazytree.trees.ratings import even

ROUNDS = 3
SHALLOWER = 2  # plies that python-chess looks less deep


class Problem(NamedTuple):
    name: str
    text: str  # FEN
    depth: int
    leaves: int  # as published


PROBLEMS = (
    Problem("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324),
    Problem("2, Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690),
    Problem("3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083),
    Problem("4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292),
    Problem("5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89941194),
    Problem("6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164075551),
)


def counted(rules: Rules, position: Position, depth: Depth) -> int:
    """The lines of that many plies; of the last ply the moves are counted, not played."""
    if depth == 1:
        return sum(1 for _ in rules.moves(position))
    return sum(counted(rules, rules.play(position, move), depth - 1) for move in rules.moves(position))


def played(rules: Rules, position: Position, depth: Depth) -> int:
    """The lines of that many plies; each leaf is played, and counts if its sets of cells agree with each other."""
    if depth == 0:
        return 1 if is_whole(position) else 0
    total = 0
    for move in rules.moves(position):
        total += played(rules, rules.play(position, move), depth - 1)
    return total


def is_whole(position: Any) -> bool:
    """Whether pieces are what has a kind, rooks castle, and a pawn passed an empty cell: it reads all sets."""
    taken = position.own | position.enemy
    kinds = position.pawns | position.knights | position.diagonals | position.straights | position.kings
    return kinds == taken and position.castling & ~position.straights == 0 and position.passed & taken == 0  # type: ignore[no-any-return]


class InC(ctypes.Structure):
    """A position as benchmarks/c/chess.c has it."""

    SETS = "own", "enemy", "pawns", "knights", "diagonals", "straights", "kings", "castling", "passed"
    _fields_ = (*((name, ctypes.c_uint64) for name in SETS), ("mover", ctypes.c_int))


def by_hand(folder: str) -> Any:
    """The algorithm in C, ready."""
    source, library = Path(__file__).parent / "c" / "chess.c", Path(folder) / "chess.so"
    subprocess.run(["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True)
    code = ctypes.CDLL(str(library))
    code.setup()
    for function in (code.counted, code.played):
        function.argtypes, function.restype = (ctypes.POINTER(InC), ctypes.c_int), ctypes.c_int64
    return code


def runs(problem: Problem, code: Any) -> list[tuple[str, Callable[[], int], int]]:
    """What is timed: a name, what counts the leaves, and how many there should be."""
    game = chess(setup=problem.text)
    by_moves, by_plays = (Runner(game, kernel, even).in_machine_code for kernel in (counted, played))
    found: list[tuple[str, Callable[[], int], int]] = [
        ("counted", lambda: int(by_moves(game.start, problem.depth)), problem.leaves),
        ("played", lambda: int(by_plays(game.start, problem.depth)), problem.leaves),
    ]
    start = InC(*(getattr(game.start, name) for name in (*InC.SETS, "mover")))
    for name, function in (("counted in C", code.counted), ("played in C", code.played)):
        found.append((name, partial(function, start, problem.depth), problem.leaves))
    if find_spec("chess"):
        shallow = problem.depth - SHALLOWER
        found.append(("python-chess", lambda: by_python_chess(problem.text, shallow), by_moves(game.start, shallow)))
    return found


def by_python_chess(text: str, depth: int) -> int:
    """The lines that python-chess counts; of the last ply the moves are counted, not played."""
    from chess import Board

    board = Board(text)

    def lines(depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in list(board.legal_moves):
            board.push(move)
            total += lines(depth - 1)
            board.pop()
        return total

    return lines(depth)


def row(problem: Problem, code: Any) -> dict[str, Any]:
    """Million leaves a second, by who counts them: the fastest of some rounds."""
    fastest: dict[str, float] = {}
    for _ in range(ROUNDS):
        for name, count, leaves in runs(problem, code):
            began = process_time()
            found = count()
            speed = leaves / (process_time() - began) / 1e6
            if found != leaves:
                raise SystemExit(f"position {problem.name}, {name}: {found:,} leaves, published are {leaves:,}")
            fastest[name] = max(fastest.get(name, 0.0), speed)
    return {"position": problem.name, "depth": problem.depth, "leaves": problem.leaves, **fastest}


def main() -> None:
    asked = options(__doc__, "--json")
    machine_code_needed()
    gcc_needed()
    rows = []
    with TemporaryDirectory() as folder:
        code = by_hand(folder)
        for problem in PROBLEMS:
            rows.append(row(problem, code))
            if not asked.json:
                speeds = ", ".join(f"{name} {speed:.1f}" for name, speed in list(rows[-1].items())[3:])
                about = f"position {problem.name}, {problem.depth} plies, {problem.leaves:,} leaves"
                print(f"{about}: {speeds} million/s", flush=True)
    if asked.json:
        print(json.dumps(rows))


if __name__ == "__main__":
    main()
