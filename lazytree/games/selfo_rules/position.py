"""Positions and moves of Selfo, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from lazytree.core.bitsets import is_one_group, near_on, set_of
from lazytree.core.board import Grid, at_least
from lazytree.core.game import Cell, Picture

COLOURS = ("Black", "White", "Red", "Green", "Yellow", "Purple", *"ACDEFHIJKLMNOQSTUVXZ")
EMPTY = "."
SWAP = -2  # in place of a cell to move from

Sets = tuple[int, ...]
"""Each player's set of cells."""


class Position(NamedTuple):
    sets: int  # the players' sets of cells side by side: bit `player * cells + cell`
    mover: int
    passes: int  # how many of the last turns, in a row, were passes
    newcomers: int  # with the swap rule: players who have not had their first turn yet


class Move(NamedTuple):
    source: int  # a cell, or SWAP
    target: int  # a cell; after SWAP the player to swap sets with


PASS = Move(-1, -1)


def sides_on(cells: int, players: int) -> Callable[[Position, int], tuple[int, int]]:
    """What parts a position, for a player, into his own set of cells and the one of all others."""
    everywhere = (1 << cells) - 1

    def sides(position: Position, player: int) -> tuple[int, int]:
        taken = position.sets
        for _ in range(players - 1):
            taken |= taken >> cells
        mine = position.sets >> player * cells & everywhere
        return mine, taken & everywhere & ~mine

    return sides


def split(sets: int, cells: int, players: int) -> Sets:
    """Each player's set of cells out of a position's `sets`."""
    return tuple(sets >> player * cells & (1 << cells) - 1 for player in range(players))


def side_by_side(sets: Sets, cells: int) -> int:
    """A position's `sets` out of each player's."""
    return sum(mine << player * cells for player, mine in enumerate(sets))


def names_of(players: int) -> tuple[str, ...]:
    """What that many players are called. Their initials differ, and mark their pieces."""
    at_least("players", players, 2)
    if players > len(COLOURS):
        raise ValueError(f"players must be at most {len(COLOURS)}, not {players}")
    return COLOURS[:players]


def format_move(grid: Grid, names: Sequence[str], move: Move) -> str:
    if move == PASS:
        return "pass"
    if move.source == SWAP:
        return "swap" if len(names) == 2 else f"swap with {names[move.target]}"
    return f"{grid.names[move.source]}-{grid.names[move.target]}"


def owners(grid: Grid, sets: Sets) -> list[int | None]:
    """Whose piece stands on each cell; None where it is empty."""
    return [
        next((player for player, mine in enumerate(sets) if mine >> cell & 1), None) for cell in range(len(grid.names))
    ]


def show(grid: Grid, names: Sequence[str], position: Position) -> str:
    """The board by the players' initials, each row after the name of its first cell; last, who is to move.

    >>> from lazytree.core.board import hexhex
    >>> print(show(hexhex(2), ("Black", "White"), Position(0b1000010_0100001, mover=0, passes=1, newcomers=0)))
    a1   B W
    b1  . . .
    c2   B W
    Black to move, 1 passed; 4 pieces on 7 cells (57.1%)
    """
    sets = split(position.sets, len(grid.names), len(names))
    marks = [EMPTY if owner is None else names[owner][0] for owner in owners(grid, sets)]
    left, label = min(x for x, _ in grid.places), max(map(len, grid.names)) + 2
    lines = []
    for _, row in groupby(range(len(marks)), key=lambda cell: grid.places[cell][1]):
        cells = list(row)
        indent = " " * round(2 * (grid.places[cells[0]][0] - left))
        lines.append(f"{grid.names[cells[0]]:<{label}}{indent}" + " ".join(marks[cell] for cell in cells))
    return "\n".join([*lines, caption(grid, names, position)])


def caption(grid: Grid, names: Sequence[str], position: Position) -> str:
    """Who is to move, how the game has ended if it has, and the density of the pieces."""
    sets = split(position.sets, len(grid.names), len(names))
    text = f"{names[position.mover]} to move"
    text += ", first turn" if position.newcomers else ""
    text += f", {position.passes} passed" if position.passes else ""
    if is_one_group(near_on(grid), sets[position.mover - 1]):
        text += f"; {names[position.mover - 1]} has won"
    elif position.passes == len(names):
        text += "; a draw"
    pieces = position.sets.bit_count()
    return f"{text}; {pieces} pieces on {len(grid.names)} cells ({pieces / len(grid.names):.1%})"


def read(grid: Grid, names: Sequence[str], text: str) -> Position:
    """A position from what `show` writes; what follows on who is to move may be left out."""
    rows, _, last_line = text.strip().rpartition("\n")
    initials = "".join(name[0] for name in names)
    marks = [mark for line in rows.splitlines() for mark in line.upper().split()[1:]]
    if len(marks) != len(grid.names) or not set(marks) <= set(initials + EMPTY):
        raise ValueError(
            f"a position is {len(grid.names)} marks out of {initials}{EMPTY}, in rows, each row after its first cell's"
            f" name, then a line '{names[0]} to move': not {text!r}"
        )
    turn = re.match(r"(\w+) to move(, first turn)?(?:, (\d+) passed)?", last_line.strip())
    if not turn or turn[1] not in names or int(turn[3] or 0) > len(names):
        raise ValueError(f"the last line says who of {', '.join(names)} is to move: not {last_line!r}")
    sets = tuple(set_of(cell for cell, mark in enumerate(marks) if mark == initial) for initial in initials)
    mover = names.index(turn[1])
    for player, mine in enumerate(sets):
        if player != (mover - 1) % len(names) and is_one_group(near_on(grid), mine):
            raise ValueError(
                f"{names[player]} has all pieces together, but has not moved last: the game was over before"
            )
    newcomers = len(names) - mover if turn[2] else 0
    return Position(side_by_side(sets, len(grid.names)), mover, int(turn[3] or 0), newcomers)


def picture(grid: Grid, names: Sequence[str], position: Position) -> Picture:
    stones = owners(grid, split(position.sets, len(grid.names), len(names)))
    cells = [Cell(name, x, y, grid.shape, stone) for name, (x, y), stone in zip(grid.names, grid.places, stones)]
    return Picture(tuple(cells), caption(grid, names, position))
