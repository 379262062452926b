"""Boards read from rows of marks: one way to write them for all games.

Case and spaces do not matter; `.`, `-` and `_` are empty cells; a row may have its name beside it, and lines may name
the columns; all marks may also stand in one row. (`Game` itself makes new lines of the `/` between rows.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from lazytree.core.board import Grid

from .boards import EMPTY
from .turns import mover_in, plain

NO_STONE = ".-_"


class Rows(NamedTuple):
    """How a board is written: how many marks each row has, and which names may stand beside rows and columns."""

    lengths: tuple[int, ...]
    before: tuple[str, ...]  # the name on the left of each row
    after: tuple[str, ...] = ()  # the name on the right of each row, "" for none; empty if no row has one
    columns: tuple[str, ...] = ()  # whole lines of column names, without spaces


def in_rows(grid: Grid) -> Rows:
    """The rows of a board whose cells are named by a column's letters and a row's number, as in chess.

    Columns may also be named by numbers, counted from 1.

    >>> from lazytree.core.board import squares
    >>> in_rows(squares(2, 3))
    Rows(lengths=(3, 3), before=('2', '1'), after=(), columns=('abc', '123'))
    """
    rows = [list(names) for _, names in groupby(map(split_name, grid.names), key=lambda name: name[1])]
    letters = "".join(name for name, _ in rows[-1])
    numbers = "".join(str(column + 1) for column in range(len(rows[-1])))
    return Rows(tuple(map(len, rows)), tuple(row[0][1] for row in rows), (), (letters, numbers))


def split_name(name: str) -> tuple[str, str]:
    """A cell's name as letters and number.

    >>> split_name("aa10")
    ('aa', '10')
    """
    letters = name.rstrip("0123456789")
    return letters, name[len(letters) :]


def lines_and_mover(players: Sequence[str], text: str) -> tuple[list[str], int | None]:
    r"""The lines of a text in small letters, without spaces and blank lines; and who is to move.

    If the last line says who is to move it is not among the lines; if it does not, the mover is None.

    >>> lines_and_mover(("X", "O"), "X . .\n\n o  TO move ")
    (['x..'], 1)
    """
    lines = [plain(line) for line in text.splitlines() if line.strip()]
    mover = mover_in(players, lines[-1]) if lines else None
    return lines if mover is None else lines[:-1], mover


def owners_in(written: Rows, lines: Sequence[str], stones: Mapping[str, int]) -> list[int] | None:
    """Whose stone stands on each cell, or EMPTY; None where the lines are no such board.

    `stones` gives the player of each mark, in small letters; so are the lines, as `lines_and_mover` returns them.

    >>> owners_in(Rows((2, 2), ("2", "1"), columns=("ab",)), ["2x-", "1_o", "ab"], {"x": 0, "o": 1})
    [0, -1, -1, 1]
    """
    rows = [line for line in lines if line not in written.columns]
    if len(rows) == 1 and len(rows[0]) == sum(written.lengths):
        bare = rows
    elif len(rows) == len(written.lengths):
        bare = [_without_names(written, number, row) for number, row in enumerate(rows)]
        if list(map(len, bare)) != list(written.lengths):
            return None
    else:
        return None
    owners = {**dict.fromkeys(NO_STONE, EMPTY), **stones}
    marks = "".join(bare)
    return [owners[mark] for mark in marks] if owners.keys() >= set(marks) else None


def _without_names(written: Rows, number: int, row: str) -> str:
    """A row without the names beside it, as far as it is too long."""
    before = plain(written.before[number])
    after = plain(written.after[number]) if written.after else ""
    if len(row) > written.lengths[number]:
        row = row.removeprefix(before)
    return row.removesuffix(after) if len(row) > written.lengths[number] else row
