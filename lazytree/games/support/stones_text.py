"""Boards of stones as text: rows of marks with their names beside and below, then whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from lazytree.core.board import Grid
from lazytree.core.game import FIRST, SECOND

from .boards import owner_in, sets_of
from .rows import in_rows, lines_and_mover, owners_in, split_name
from .stones import Position
from .turns import turn

MARKS = ("X", "O", ".")  # of FIRST, of SECOND, and MARKS[EMPTY] of an empty cell
PLAYERS = ("X", "O")


def show_rows(grid: Grid, marks: Sequence[str]) -> str:
    """The board, one mark a cell: rows as they lie, their numbers beside them, the columns' letters below.

    >>> from lazytree.core.board import squares
    >>> print(show_rows(squares(2, 3), "X.O.X."))
    2  X . O
    1  . X .
       a b c
    """
    names = [split_name(name) for name in grid.names]
    wide, tall = (max(map(len, parts)) for parts in zip(*names))
    lines = []
    for _, cells in groupby(range(len(names)), key=lambda cell: grid.coordinates[cell][0]):
        row = list(cells)
        indent = " " * round((wide + 1) * grid.places[row[0]][0])
        lines.append(f"{names[row[0]][1]:>{tall}}  {indent}{' '.join(f'{marks[cell]:>{wide}}' for cell in row)}")
    columns = " ".join(f"{names[cell][0]:>{wide}}" for cell in row)
    return "\n".join([*lines, f"{'':{tall}}  {indent}{columns}"])


def show_stones(grid: Grid, position: Position, players: Sequence[str] = PLAYERS) -> str:
    """The board with X for stones of FIRST and O for stones of SECOND, then whose turn it is.

    >>> from lazytree.core.board import squares
    >>> print(show_stones(squares(2, 3), Position(first=0b000010, second=0b010000, mover=FIRST)))
    2  . X .
    1  . O .
       a b c
    X to move
    """
    marks = [MARKS[owner] for owner in owners(grid, position)]
    return f"{show_rows(grid, marks)}\n{turn(players, position.mover)}"


def read_stones(grid: Grid, text: str, players: Sequence[str] = PLAYERS) -> Position:
    r"""The position that `show_stones` writes so, in any of the ways that `rows` knows.

    Raises: ValueError where the marks are no such board, or the last line does not say who is to move.

    >>> from lazytree.core.board import squares
    >>> read_stones(squares(2, 3), "-x-\n_o_\nx to MOVE") == Position(0b000010, 0b010000, FIRST)
    True
    """
    stones, mover = read_turn(grid, text, players, needed=True)
    if mover is None:
        raise no_board(grid, players, needed=True)
    return stones._replace(mover=mover)


def read_turn(
    grid: Grid, text: str, players: Sequence[str] = PLAYERS, needed: bool = False
) -> tuple[Position, int | None]:
    """The stones in such a text, as a position with FIRST to move, and whose turn it says it is: None if it does not.

    Raises: ValueError where the marks are no such board; it names the line that says so as `needed`, or as allowed.
    """
    lines, mover = lines_and_mover(players, text)
    owners = owners_in(in_rows(grid), lines, {"x": FIRST, "o": SECOND})
    if owners is None:
        raise no_board(grid, players, needed)
    first, second = sets_of(owners)
    return Position(first, second, FIRST), mover


def no_board(grid: Grid, players: Sequence[str], needed: bool) -> ValueError:
    """The error that says how such a board is written, `needed` where whose turn it is must be said."""
    lengths, line = in_rows(grid).lengths, f"a line '{turn(players, FIRST)}' or '{turn(players, SECOND)}'"
    return ValueError(
        f"a position is {len(grid.names)} marks, each X, O or ., in {len(lengths)} rows of {lengths[0]}"
        + (f", then {line}; this is none" if needed else f"; {line} may follow; this is none")
    )


def turn_by_count(stones: Position, said: int | None) -> int:
    """Who is to move where X begins and each turn adds one stone; `said` is what the text says, if it does.

    Raises: ValueError if no game leads to these numbers of stones, or the text says otherwise.

    >>> turn_by_count(Position(0b10, 0, FIRST), None)
    1
    """
    more = stones.first.bit_count() - stones.second.bit_count()
    if more not in (0, 1) or said not in (None, more):
        raise ValueError(
            "X begins, then they take turns: X has as many stones as O and is to move, or one more and O is to move;"
            f" here X has {stones.first.bit_count()} and O has {stones.second.bit_count()}"
            + ("" if said is None else f", {turn(PLAYERS, said)}")
        )
    return more


def has_won_already(player: str) -> ValueError:
    """The error for a position in which a player is to move who has won: the game was over before.

    >>> has_won_already("X")
    ValueError('X has won already, so X cannot be to move')
    """
    return ValueError(f"{player} has won already, so {player} cannot be to move")


def owners(grid: Grid, position: Position) -> list[int]:
    """Whose stone stands on each cell: FIRST, SECOND or EMPTY."""
    return [owner_in(position[:2], cell) for cell in range(len(grid.names))]
