"""Tic-tac-toe: three in a row on nine squares. The shortest example of a whole game."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree.core.board import squares
from lazytree.core.game import FIRST, SECOND, Cell, Game, Picture, reading

EMPTY = -1
MARKS = {FIRST: "X", SECOND: "O", EMPTY: "."}
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
GRID = squares(3, 3)
TURNED = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8),
    (6, 3, 0, 7, 4, 1, 8, 5, 2),
    (8, 7, 6, 5, 4, 3, 2, 1, 0),
    (2, 5, 8, 1, 4, 7, 0, 3, 6),
)
LOOKS = tuple(itemgetter(*squares) for turn in TURNED for squares in (turn, turn[6:] + turn[3:6] + turn[:3]))


class Position(NamedTuple):
    board: PVector[int]  # FIRST, SECOND or EMPTY for each of the nine squares, row by row
    mover: int


def has_line(board: PVector[int], player: int) -> bool:
    for a, b, c in LINES:
        if board[a] == player and board[b] == player and board[c] == player:
            return True
    return False


def mover(position: Position) -> int:
    return position.mover


def moves(position: Position) -> Iterator[int]:
    if not has_line(position.board, 1 - position.mover):
        for square, mark in enumerate(position.board):
            if mark == EMPTY:
                yield square


def play(position: Position, square: int) -> Position:
    return Position(position.board.set(square, position.mover), 1 - position.mover)


def payoffs(position: Position) -> tuple[int, int]:
    if has_line(position.board, FIRST):
        return 1, -1
    if has_line(position.board, SECOND):
        return -1, 1
    return 0, 0


def open_lines(position: Position) -> int:
    """Lines that hold no mark of SECOND, minus lines that hold none of FIRST."""
    board, score = position.board, 0
    for a, b, c in LINES:
        if board[a] != SECOND and board[b] != SECOND and board[c] != SECOND:
            score += 1
        if board[a] != FIRST and board[b] != FIRST and board[c] != FIRST:
            score -= 1
    return score


def canonical(position: Position) -> Position:
    """The least of the eight ways to look at the board: turned by quarters, and in a mirror."""
    return Position(pvector(min(look(position.board) for look in LOOKS)), position.mover)


def format_move(position: Position, square: int) -> str:
    return GRID.names[square]


def show(position: Position) -> str:
    marks = [MARKS[mark] for mark in position.board]
    rows = [f"{3 - row}  " + " ".join(marks[3 * row : 3 * row + 3]) for row in range(3)]
    return "\n".join([*rows, "   a b c"])


def read(text: str) -> Position:
    """A position from its nine marks (X, O, .), whoever has fewer marks to move; anything else is passed over."""
    owners = {mark: player for player, mark in MARKS.items()}
    board = [owners[mark] for mark in text.upper() if mark in owners]
    if len(board) != 9 or board.count(FIRST) - board.count(SECOND) not in (0, 1):
        raise ValueError(f"tic-tac-toe is nine of X, O and ., X first: not {text!r}")
    return Position(pvector(board), FIRST if board.count(FIRST) == board.count(SECOND) else SECOND)


def picture(position: Position) -> Picture:
    marks = [None if mark == EMPTY else mark for mark in position.board]
    return Picture(tuple(Cell(n, x, y, GRID.shape, m) for n, (x, y), m in zip(GRID.names, GRID.places, marks)))


def tic_tac_toe() -> Game[Position, int]:
    """Tic-tac-toe: X begins, three in a row win, a full board is a draw.

    >>> game = tic_tac_toe()
    >>> print(game.show(game.play(game.start, game.parse(game.start, "b2"))))
    3  . . .
    2  . X .
    1  . . .
       a b c
    """
    return Game(
        name="tic_tac_toe",
        start=Position(pvector([EMPTY] * 9), FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=("X", "O"),
        ratings={"open_lines": open_lines},
        format=format_move,
        parse=reading(moves, format_move),
        show=show,
        read=read,
        picture=picture,
        canonical=canonical,
    )
