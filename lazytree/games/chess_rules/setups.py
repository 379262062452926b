"""How games of chess begin: the usual start, those of Chess960, small boards, and any position in FEN."""

from __future__ import annotations

from itertools import combinations

from lazytree.core.bitsets import set_of
from lazytree.core.board import Grid

from ..support.arguments import within
from .attacks import Castling, columns_of, no_castling
from .position import Position

SETUPS = {
    "standard": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "5x5": "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
    "pawns": "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
}
"""Starts by their names; the board of five by five is Gardner's."""


def start_text(setup: str, number: int) -> str:
    """The start of a game in FEN. Raises ValueError if `number` does not fit.

    >>> start_text("960", 518) == SETUPS["standard"]
    True
    """
    within("number", number, 0, 959)
    if setup != "960":
        if number != 518:
            raise ValueError(f'number={number} is a start of Chess960: it goes with setup="960" only')
        return SETUPS.get(setup, setup)
    pieces = first_row(number)
    return f"{pieces.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w KQkq - 0 1"


def first_row(number: int) -> str:
    """The pieces of one of the 960 starts, by Scharnagl's numbers.

    Source: R. Scharnagl's numbering, chessprogramming wiki, "Reinhard Scharnagl".

    >>> first_row(0), first_row(518), first_row(959)
    ('BBQNNRKR', 'RNBQKBNR', 'RKRNNQBB')
    """
    row = [""] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    row[2 * light + 1] = row[2 * dark] = "B"
    place_in(row, queen, "Q")
    one, other = list(combinations(range(5), 2))[knights]
    place_in(row, other, "N")  # the later one first: it leaves the number of the earlier one as it is
    place_in(row, one, "N")
    for piece in "RKR":
        place_in(row, 0, piece)
    return "".join(row)


def place_in(row: list[str], number: int, piece: str) -> None:
    """Writes a piece into the free place of a row with this number."""
    free = [place for place, there in enumerate(row) if not there]
    row[free[number]] = piece


def is_orthodox(grid: Grid, start: Position) -> bool:
    """Whether kings and rooks that may castle stand where they do in the usual game."""
    names = {grid.names[cell] for cell in range(len(grid.names)) if start.castling >> cell & 1}
    kings = {grid.names[cell] for cell in range(len(grid.names)) if start.kings >> cell & 1}
    return names <= {"a1", "h1", "a8", "h8"} and (not names or kings <= {"e1", "e8"})


def castling_from(grid: Grid, start: Position) -> Castling:
    """Castling as Chess960 has it: king and rook end where they do in the usual game.

    The king comes to the third column from the left or the second from the right, the rook stands on its inner side.
    """
    size, columns = len(grid.names), columns_of(grid)
    tables = [list(table) for table in no_castling(size)]
    for rook in range(size):
        if start.castling >> rook & 1:
            king = next(cell for cell in range(size) if start.kings >> cell & 1 and cell // columns == rook // columns)
            first = rook // columns * columns
            king_goal, rook_goal = (
                first + (columns - 2 if rook > king else 2),
                first + (columns - 3 if rook > king else 3),
            )
            path, way = set_of(span(king, king_goal)), set_of(span(rook, rook_goal))
            room = (path | way) & ~(1 << king | 1 << rook)
            for table, entry in zip(tables, (room, path, king_goal, rook_goal)):
                table[rook] = entry
    return Castling(*(tuple(table) for table in tables))


def span(one: int, other: int) -> range:
    """The cells from one cell of a row to another, both included."""
    return range(min(one, other), max(one, other) + 1)
