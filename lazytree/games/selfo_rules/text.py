"""Positions and moves of Selfo as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from lazytree.core.bitsets import is_one_group, near_on
from lazytree.core.board import Grid

from ..support.boards import EMPTY, owner_in, sets_of
from ..support.rows import Rows, owners_in
from ..support.turns import plain
from .position import PASS, SWAP, Move, Position, side_by_side, split

HOLE = "."


def format_move(grid: Grid, names: Sequence[str], move: Move) -> str:
    """`a1-b2`, `pass`, and `swap` or, among more than two players, `swap with White`."""
    if move == PASS:
        return "pass"
    if move.source == SWAP:
        return "swap" if len(names) == 2 else f"swap with {names[move.target]}"
    return f"{grid.names[move.source]}-{grid.names[move.target]}"


def owners(grid: Grid, names: Sequence[str], position: Position) -> list[int]:
    """Whose piece stands on each cell: a player's number, or EMPTY."""
    sets = split(position.sets, len(grid.names), len(names))
    return [owner_in(sets, cell) for cell in range(len(grid.names))]


def show(grid: Grid, names: Sequence[str], position: Position) -> str:
    """The board by the players' initials, each row after the name of its first cell; last, who is to move.

    >>> from lazytree.core.board import hexhex
    >>> print(show(hexhex(2), ("Black", "White"), Position(0b1000010_0100001, mover=0, passes=1, newcomers=0)))
    a1   B W
    b1  . . .
    c2   B W
    Black to move, 1 passed; 4 pieces on 7 cells (57.1%)
    """
    marks = [HOLE if owner == EMPTY else names[owner][0] for owner in owners(grid, names, position)]
    places = printed_places(grid)
    left, label = min(x for x, _ in places), max(map(len, grid.names)) + 2
    lines = []
    for cells in rows_of(grid):
        indent = " " * round(2 * (places[cells[0]][0] - left))
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
    """The position that `show` writes so; the rows' names may be left out, and what follows `to move`.

    Raises: ValueError where the marks do not fit the board, or no game leads to the position.
    """
    *rows, last_line = [line for line in text.splitlines() if line.strip()] or [""]
    initials = "".join(name[0] for name in names)
    players = {initial.lower(): player for player, initial in enumerate(initials)}
    owners = owners_in(in_rows(grid), [plain(row) for row in rows], players)
    if owners is None:
        raise ValueError(
            f"a position is {len(grid.names)} marks out of {initials}{HOLE}, in the rows of the board,"
            f" then a line '{names[0]} to move'; this is none"
        )
    turn = re.fullmatch(r"(\w+)tomove(,firstturn)?(?:,(\d+)passed)?(?:;.*)?", plain(last_line))
    called = [name.lower() for name in names]
    if not turn or turn[1] not in called or int(turn[3] or 0) > len(names):
        raise ValueError(f"the last line says who of {', '.join(names)} is to move: not {last_line.strip()!r}")
    sets = sets_of(owners, len(names))
    mover = called.index(turn[1])
    for player, mine in enumerate(sets):
        if player != (mover - 1) % len(names) and is_one_group(near_on(grid), mine):
            raise ValueError(
                f"{names[player]} has all pieces together, but has not moved last: the game was over before"
            )
    newcomers = len(names) - mover if turn[2] else 0
    return Position(side_by_side(sets, len(grid.names)), mover, int(turn[3] or 0), newcomers)


def in_rows(grid: Grid) -> Rows:
    """Each row of the board, after the name of its first cell."""
    rows = rows_of(grid)
    return Rows(tuple(map(len, rows)), tuple(grid.names[cells[0]] for cells in rows))


def rows_of(grid: Grid) -> list[list[int]]:
    """The cells of each row, as it is printed."""
    places = printed_places(grid)
    return [list(cells) for _, cells in groupby(range(len(places)), key=lambda cell: places[cell][1])]


def printed_places(grid: Grid) -> Sequence[tuple[float, float]]:
    """Where the cells are printed: in their places, but triangles of one row in one line, whether up or down."""
    return [(column, row) for row, column in grid.coordinates] if grid.shape == "triangle" else grid.places
