"""Konane 8×8 once more, on sets of cells, as fast as we could write it: one size of board, shifts written out.

A player's stones are the bits of one int, cell 8 * row + column. All stones that can jump in one direction are found
at once: where an enemy is one cell on and an empty cell two on, two shifts bring both to the stone's own bit. `room`
leaves out the stones too near to the border, so that nothing wraps around. The moves, and their order, are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lazytree.core.bitsets import cells_of, set_of
from lazytree.core.game import FIRST, Game
from lazytree.games import konane

COLUMNS, CELLS = 8, 64
BOARD = 2**CELLS - 1
ROOM_UP = set_of(cell for cell in range(CELLS) if cell // COLUMNS >= 2)
ROOM_LEFT = set_of(cell for cell in range(CELLS) if cell % COLUMNS >= 2)
ROOM_RIGHT = set_of(cell for cell in range(CELLS) if cell % COLUMNS < COLUMNS - 2)
ROOM_DOWN = set_of(cell for cell in range(CELLS) if cell // COLUMNS < COLUMNS - 2)


class Position(NamedTuple):
    first: int  # the set of FIRST's stones
    second: int
    mover: int


class Move(NamedTuple):
    moved: int  # the two cells between which a stone moves
    taken: int  # the stones that it jumps over


def mover(position: Position) -> int:
    return position.mover


def payoffs(position: Position) -> tuple[int, int]:
    return (-1, 1) if position.mover == FIRST else (1, -1)


def after(stones: int, enemy: int, empty: int, step: int, room: int) -> int:
    """Those of these stones that can jump to a cell with a higher number, `step` apart."""
    return stones & room & enemy >> step & empty >> 2 * step


def before(stones: int, enemy: int, empty: int, step: int, room: int) -> int:
    """Those that can jump to a cell with a lower number."""
    return stones & room & enemy << step & empty << 2 * step


def jumping(stones: int, enemy: int, empty: int) -> int:
    """Those that can jump in any direction."""
    up, left = before(stones, enemy, empty, COLUMNS, ROOM_UP), before(stones, enemy, empty, 1, ROOM_LEFT)
    right, down = after(stones, enemy, empty, 1, ROOM_RIGHT), after(stones, enemy, empty, COLUMNS, ROOM_DOWN)
    return up | left | right | down


def jumps_after(stone: int, enemy: int, empty: int, step: int, room: int) -> Iterator[Move]:
    here, taken = stone, 0
    while after(here, enemy, empty, step, room):
        taken |= here << step & BOARD
        here = here << 2 * step & BOARD
        yield Move(stone | here, taken)


def jumps_before(stone: int, enemy: int, empty: int, step: int, room: int) -> Iterator[Move]:
    here, taken = stone, 0
    while before(here, enemy, empty, step, room):
        taken |= here >> step
        here >>= 2 * step
        yield Move(stone | here, taken)


def moves(position: Position) -> Iterator[Move]:
    first, second, player = position
    own, enemy = (first, second) if player == FIRST else (second, first)
    empty = BOARD & ~(own | enemy)
    for source in cells_of(jumping(own, enemy, empty)):
        stone = 1 << source
        yield from jumps_before(stone, enemy, empty, COLUMNS, ROOM_UP)
        yield from jumps_after(stone, enemy, empty, 1, ROOM_RIGHT)
        yield from jumps_after(stone, enemy, empty, COLUMNS, ROOM_DOWN)
        yield from jumps_before(stone, enemy, empty, 1, ROOM_LEFT)


def play(position: Position, move: Move) -> Position:
    first, second, player = position
    if player == FIRST:
        return Position(first ^ move.moved, second ^ move.taken, 1 - player)
    return Position(first ^ move.taken, second ^ move.moved, 1 - player)


def waves_after(stones: int, enemy: int, empty: int, step: int, room: int) -> Iterator[int]:
    """Those of these stones that can jump to higher numbers, `step` apart; of these, those that can go on; ..."""
    able = after(stones, enemy, empty, step, room)
    while able:
        yield able
        able = after(able << 2 * step & BOARD, enemy, empty, step, room)


def waves_before(stones: int, enemy: int, empty: int, step: int, room: int) -> Iterator[int]:
    """The same, to lower numbers."""
    able = before(stones, enemy, empty, step, room)
    while able:
        yield able
        able = before(able >> 2 * step, enemy, empty, step, room)


def count(stones: int, enemy: int, empty: int) -> int:
    """How many jumps these stones have."""
    jumps = 0
    for able in waves_before(stones, enemy, empty, COLUMNS, ROOM_UP):
        jumps += able.bit_count()
    for able in waves_after(stones, enemy, empty, 1, ROOM_RIGHT):
        jumps += able.bit_count()
    for able in waves_after(stones, enemy, empty, COLUMNS, ROOM_DOWN):
        jumps += able.bit_count()
    for able in waves_before(stones, enemy, empty, 1, ROOM_LEFT):
        jumps += able.bit_count()
    return jumps


def mobility(position: Position) -> int:
    """FIRST's jumps minus SECOND's."""
    first, second, _ = position
    empty = BOARD & ~(first | second)
    return count(first, second, empty) - count(second, first, empty)


def konane_sets(opening: str = "corner") -> Game[Position, Move]:
    """Konane 8×8 after one of its two openings, `corner` or `centre`."""
    first, second = konane(opening=opening).start[:2]
    return Game(
        name="konane_sets",
        start=Position(first, second, FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        ratings={"mobility": mobility},
    )
