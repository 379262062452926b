"""Positions of Andantino as text."""

from __future__ import annotations

import re

from lazytree.core.bitsets import set_of
from lazytree.core.board import letters
from lazytree.core.game import FIRST, SECOND

from ..support.boards import owner_in
from ..support.rows import Rows, owners_in
from ..support.turns import plain, turn
from .lines_and_rings import cut_off, has_five
from .position import NO_WINNER, PLAYERS, Board, Position

MARKS = ("x", "o", ".")  # of Black, of White, of an empty cell: unlike the letters of the columns


def owners(board: Board, position: Position) -> list[int]:
    """Whose stone stands on each cell: FIRST, SECOND or EMPTY."""
    return [owner_in(position[:2], cell) for cell in board.cells]


def show(board: Board, position: Position) -> str:
    """The hexagon, rows numbered, a letter at the upper end of each column; then whose turn it is, or who has won."""
    side, width = board.side, board.width
    marks = dict(zip(board.cells, (MARKS[owner] for owner in owners(board, position))))
    lines = ["   " + " " * side + " ".join(letters(column).upper() for column in range(side))]
    for row in range(width):
        in_row = " ".join(mark for cell, mark in marks.items() if cell // width == row)
        column = letters(side + row).upper() if row < side - 1 else ""
        lines.append(f"{row + 1:2} {' ' * abs(row - side + 1)}{in_row} {column}".rstrip())
    return "\n".join([*lines, last_line(position)])


def last_line(position: Position) -> str:
    """Who has won, or else who is to move."""
    if position.winner != NO_WINNER:
        return f"{PLAYERS[position.winner]} has won"
    return turn(PLAYERS, position.mover)


def read(board: Board, text: str) -> Position:
    """The position with these marks, x for Black, o for White and `.` for none, row by row, and this last line.

    The names of rows and columns may be left out.

    Raises: ValueError where the marks are too many or too few, do not fit the last line, or no game leads to them.
    """
    *rows, last = [plain(line) for line in text.splitlines() if line.strip()] or [""]
    said = re.fullmatch("(black|white)(tomove|haswon)", last)
    owners = owners_in(in_rows(board), rows, {"x": FIRST, "o": SECOND})
    if owners is None or said is None:
        raise ValueError(
            f"a position on side {board.side} is {len(board.cells)} marks x, o or ., row by row,"
            " then 'Black to move', 'White has won' and so on; this is none"
        )
    black, white = (set_of(cell for cell, owner in zip(board.cells, owners) if owner == own) for own in (FIRST, SECOND))
    player, has_won = ("black", "white").index(said[1]), said[2] == "haswon"
    mover = 1 - player if has_won else player
    if black.bit_count() - white.bit_count() != mover:
        stones = f"{black.bit_count()} black and {white.bit_count()} white stones"
        raise ValueError(f"Black begins, then they take turns: the last line does not fit the stones, {stones}")
    black_rings, white_rings = (cut_off(own, board.inside, board.border, board.width) for own in (black, white))
    position = Position(black, white, black_rings, white_rings, mover, player if has_won else NO_WINNER)
    _check_winner(board, position)
    return position


def in_rows(board: Board) -> Rows:
    """Rows are named by numbers on their left, columns by letters at their upper ends."""
    rows = range(board.width)
    return Rows(
        lengths=tuple(board.width - abs(row - board.side + 1) for row in rows),
        before=tuple(str(row + 1) for row in rows),
        after=tuple(letters(board.side + row) if row < board.side - 1 else "" for row in rows),
        columns=("".join(map(letters, range(board.side))),),
    )


def _check_winner(board: Board, position: Position) -> None:
    """Raises ValueError where the winner has no line and no ring, or a player with a line has not won."""
    lines = has_five(position.black, board.width), has_five(position.white, board.width)
    caught = position.black_rings & position.white, position.white_rings & position.black
    for player in (FIRST, SECOND):
        has_won = position.winner == player
        if has_won != lines[player] and not (has_won and caught[player]):
            raise ValueError("five in line win, or a ring around an enemy, and nothing else does")
