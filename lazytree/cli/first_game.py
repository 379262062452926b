"""Hexapawn: pawns on a small board. Change the rules, and `lazytree play` plays them.

Martin Gardner's game of 1962. Pawns step one cell ahead onto an empty cell, or diagonally ahead onto an enemy pawn and
take it. The player whose pawn reaches the opposite side wins; so does the player whose opponent cannot move.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree import FIRST, SECOND, Game, Stone
from lazytree.core.board import squares
from lazytree.core.layout import DARK, LIGHT, layout_of_grid

EMPTY = -1


class Position(NamedTuple):
    """Everything that matters for the rest of the game; it never changes."""

    board: PVector[int]  # for each cell FIRST, SECOND or EMPTY, row by row from the top
    mover: int


class Move(NamedTuple):
    """From a cell to a cell."""

    source: int
    target: int


def hexapawn(rows: int = 3, columns: int = 3) -> Game[Position, Move]:
    """Pawns that want to reach the other side; the player who cannot move loses."""
    grid = squares(rows, columns, diagonals=True)
    cells = range(rows * columns)
    board = [SECOND] * columns + [EMPTY] * (columns * (rows - 2)) + [FIRST] * columns
    row_of = tuple(row for row, _ in grid.coordinates)
    column_of = tuple(column for _, column in grid.coordinates)
    ahead = (-1, 1)  # FIRST goes up, SECOND goes down
    goals = (0, rows - 1)

    def mover(position: Position) -> int:
        return position.mover

    def moves(position: Position) -> Iterator[Move]:
        board, player = position
        if not any(board[cell] == 1 - player and row_of[cell] == goals[1 - player] for cell in cells):
            for cell in cells:
                if board[cell] == player:
                    for target in grid.neighbours[cell]:
                        straight = column_of[target] == column_of[cell]
                        wanted = EMPTY if straight else 1 - player
                        if row_of[target] == row_of[cell] + ahead[player] and board[target] == wanted:
                            yield Move(cell, target)

    def play(position: Position, move: Move) -> Position:
        board = position.board.set(move.target, position.mover).set(move.source, EMPTY)
        return Position(board, 1 - position.mover)

    def payoffs(position: Position) -> tuple[int, int]:
        return (-1, 1) if position.mover == FIRST else (1, -1)  # the player to move has lost

    def pawns(position: Position) -> int:
        """A rating: pawns more than the opponent, seen by FIRST."""
        return position.board.count(FIRST) - position.board.count(SECOND)

    def show(position: Position) -> str:
        marks = ["XO."[stone] for stone in position.board]
        lines = [" ".join(marks[row * columns : (row + 1) * columns]) for row in range(rows)]
        return "\n".join([*lines, f"{'XO'[position.mover]} to move"])

    def format_move(position: Position, move: Move) -> str:
        return f"{grid.names[move.source]}-{grid.names[move.target]}"

    def stones(position: Position) -> Iterator[Stone]:
        for cell, owner in enumerate(position.board):
            if owner != EMPTY:
                yield Stone(cell, owner)

    def touched(position: Position, move: Move) -> Iterator[int]:
        yield from move

    return Game(
        name="hexapawn",
        start=Position(pvector(board), FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=("X", "O"),
        ratings={"pawns": pawns},
        format=format_move,
        show=show,
        layout=layout_of_grid(grid, colours=(LIGHT, DARK)),
        stones=stones,
        touched=touched,
        parameters={"rows": rows, "columns": columns},
    )
