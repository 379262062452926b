"""Konane 8×8 once more, on a PVector: the rules of lazytree/games/konane_rules/rules.py, one number a cell.

The moves, and their order, are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree.core.board import Grid, squares
from lazytree.core.game import FIRST, SECOND, Game
from lazytree.games import konane
from lazytree.games.konane_rules import Move
from lazytree.games.support.boards import EMPTY, owner_in
from lazytree.games.support.payoffs import last_mover_wins
from lazytree.games.support.turns import mover

COLUMNS = 8


class Position(NamedTuple):
    board: PVector[int]  # FIRST, SECOND (whose stone) or EMPTY for each cell, in reading order
    mover: int


def lines_of_jumps(grid: Grid) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
    """For each cell, for each direction in which there is room to jump: the pairs (cell jumped over, landing)."""
    lines = [[tuple(zip(ray[::2], ray[1::2])) for ray in rays] for rays in zip(*grid.rays)]
    return tuple(tuple(line for line in of_cell if line) for of_cell in lines)


LINES = lines_of_jumps(squares(COLUMNS, COLUMNS))


def jumps(board: PVector[int], player: int) -> Iterator[Move]:
    enemy = 1 - player
    for source, stone in enumerate(board):
        if stone == player:
            for line in LINES[source]:
                for over, land in line:
                    if board[over] != enemy or board[land] != EMPTY:
                        break
                    yield Move(source, land)


def moves(position: Position) -> Iterator[Move]:
    yield from jumps(position.board, position.mover)


def play(position: Position, move: Move) -> Position:
    board, player = position
    source, target = move
    step = 1 if abs(target - source) < COLUMNS else COLUMNS
    for cell in range(source, target, step if source < target else -step):
        board = board.set(cell, EMPTY)
    return Position(board.set(target, player), 1 - player)


def mobility(position: Position) -> int:
    """FIRST's jumps minus SECOND's."""
    board = position.board
    return sum(1 for _ in jumps(board, FIRST)) - sum(1 for _ in jumps(board, SECOND))


def konane_vector(opening: str = "corner") -> Game[Position, Move]:
    """Konane 8×8 after one of its two openings, `corner` or `centre`."""
    sets = konane(opening=opening).start[:2]
    board = [owner_in(sets, cell) for cell in range(COLUMNS**2)]
    return Game(
        name="konane",
        start=Position(pvector(board), FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=last_mover_wins,
        ratings={"mobility": mobility},
    )
