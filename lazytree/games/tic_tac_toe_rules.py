"""Tic-tac-toe: three in a row on nine squares. The shortest example of a whole game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree.core.board import squares
from lazytree.core.game import FIRST, SECOND, Game
from lazytree.core.layout import BLUE, RUST, WON, Stone, layout_of_grid

from .support.boards import EMPTY
from .support.moves import touched_cell
from .support.stones_text import MARKS, PLAYERS, has_won_already, owners, read_turn, show_rows, turn_by_count
from .support.symmetry import least_board, symmetries_of
from .support.turns import mover

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
GRID = squares(3, 3)
SYMMETRIES = symmetries_of(GRID)


class Position(NamedTuple):
    """The marks and whose turn it is."""

    board: PVector[int]  # FIRST, SECOND or EMPTY for each of the nine squares, row by row
    mover: int


def has_line(board: PVector[int], player: int) -> bool:
    for a, b, c in LINES:
        if board[a] == player and board[b] == player and board[c] == player:
            return True
    return False


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
    """The lines without a mark of SECOND minus the lines without one of FIRST."""
    board, score = position.board, 0
    for a, b, c in LINES:
        if board[a] != SECOND and board[b] != SECOND and board[c] != SECOND:
            score += 1
        if board[a] != FIRST and board[b] != FIRST and board[c] != FIRST:
            score -= 1
    return score


def canonical(position: Position) -> Position:
    """The least of the eight boards that turning by quarters and mirroring make of this one."""
    return Position(least_board(SYMMETRIES, position.board), position.mover)


def format_move(position: Position, square: int) -> str:
    return GRID.names[square]


def show(position: Position) -> str:
    return show_rows(GRID, [MARKS[mark] for mark in position.board])


def read(text: str) -> Position:
    """The position with these nine marks; the player with fewer is to move, X if both have as many.

    A last line may say so, too. Raises ValueError where the text is no board, or no game leads to the position.
    """
    stones, said = read_turn(GRID, text)
    turn = turn_by_count(stones, said)
    board = pvector(owners(GRID, stones))
    if has_line(board, turn):
        raise has_won_already(PLAYERS[turn])
    return Position(board, turn)


def stones(position: Position) -> Iterator[Stone]:
    board, won = position.board, 0
    for a, b, c in LINES:
        if board[a] != EMPTY and board[a] == board[b] and board[a] == board[c]:
            won |= 1 << a | 1 << b | 1 << c
    for square, mark in enumerate(board):
        if mark != EMPTY:
            yield Stone(square, mark, 1, WON * (won >> square & 1))


def tic_tac_toe() -> Game[Position, int]:
    """Tic-tac-toe, where three marks in a row win.

    The board has nine squares, empty at first. X begins. In a turn you put your mark on an empty square. The player
    who first has three marks in a row, a column or a diagonal wins; a full board without them is a draw.

    Positions: three rows of X, O and `.`, from the top; X has as many marks as O, or one more. FIRST is X. `read`
    needs neither names nor whose turn it is: "X.. / .O. / ...".
    Moves: the square, `b2`: columns by letters from the left, rows by numbers from the bottom.
    Ratings, seen by X: "open_lines", the lines without a mark of O minus the lines without a mark of X.
    Source: a folk game.

    >>> game = tic_tac_toe()
    >>> print(game.show(game.play(game.start, game.parse(game.start, "b2"))))
    3  . . .
    2  . X .
    1  . . .
       a b c
    >>> list(game.moves(game.read("x-x / -o- / x-o")))
    [1, 3, 5, 7]
    """
    return Game(
        name="tic_tac_toe",
        start=Position(pvector([EMPTY] * 9), FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=PLAYERS,
        ratings={"open_lines": open_lines},
        format=format_move,
        show=show,
        read=read,
        layout=layout_of_grid(GRID, (RUST, BLUE)),
        stones=stones,
        touched=touched_cell,
        canonical=canonical,
    )
