"""Moves and boards of Konane as text: moves in letters or in pairs of numbers, boards as rows of marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lazytree.core.board import Grid

from ..support.boards import EMPTY, sets_of
from ..support.rows import in_rows, lines_and_mover, owners_in
from ..support.stones_text import show_rows
from ..support.turns import turn

MARKS = {"dark": "X", "light": "O"}
HOLE = "."


def stops(grid: Grid, source: int, target: int) -> list[int]:
    """The cells on which a jumping stone stands, from first to last; the one cell of a stone that is removed."""
    (row, column), (last_row, last_column) = grid.coordinates[source], grid.coordinates[target]
    jumps = (abs(last_row - row) + abs(last_column - column)) // 2
    return [source, *(source + (target - source) * jump // jumps for jump in range(1, jumps + 1))]


def in_letters(grid: Grid, position: object, move: tuple[int, int]) -> str:
    """`d5`, or `d2-d4-d6` with every stop."""
    return "-".join(grid.names[cell] for cell in stops(grid, *move))


def in_short(grid: Grid, position: object, move: tuple[int, int]) -> str:
    """`d5`, or `d2-d6` with the first and the last cell."""
    source, target = move
    return grid.names[source] if source == target else f"{grid.names[source]}-{grid.names[target]}"


def in_pairs(grid: Grid, position: object, move: tuple[int, int]) -> str:
    """`remove(5,4)` or `jump(2,4,4,4,6,4)`: row and column of every stop, from 1, rows from the bottom."""
    pairs = ",".join(f"{row},{column}" for row, column in numbered(grid, move))
    return f"remove({pairs})" if move[0] == move[1] else f"jump({pairs})"


def in_words(grid: Grid, position: object, move: tuple[int, int]) -> str:
    """`remove (5, 4)` or `jump (3, 4) to (5, 4)`, as the course's own example writes it; a `to` for each stop."""
    pairs = " to ".join(f"({row}, {column})" for row, column in numbered(grid, move))
    return f"remove {pairs}" if move[0] == move[1] else f"jump {pairs}"


def numbered(grid: Grid, move: tuple[int, int]) -> list[tuple[int, int]]:
    """Row and column of every stop, from 1, rows from the bottom."""
    rows, _ = size(grid)
    return [(rows - row, column + 1) for row, column in map(grid.coordinates.__getitem__, stops(grid, *move))]


def show_board(grid: Grid, players: Sequence[str], board: Iterable[int], mover: int) -> str:
    """Rows of marks with the names of rows and columns, and whose turn it is; `players` are the two colours."""
    marks = [HOLE if stone == EMPTY else MARKS[players[stone]] for stone in board]
    return f"{show_rows(grid, marks)}\n{turn(players, mover)}"


def show_numbered(grid: Grid, players: Sequence[str], board: Iterable[int], mover: int) -> str:
    """The same board with the numbers of the columns above it in place of their letters below."""
    rows, columns = size(grid)
    wide, tall = len(str(columns)), len(str(rows))
    marks = [HOLE if stone == EMPTY else MARKS[players[stone]] for stone in board]
    lines = [f"{'':{tall}}  {' '.join(f'{column + 1:>{wide}}' for column in range(columns))}"]
    for row in range(rows):
        in_row = marks[row * columns : (row + 1) * columns]
        lines.append(f"{rows - row:>{tall}}  {' '.join(f'{mark:>{wide}}' for mark in in_row)}")
    return "\n".join([*lines, turn(players, mover)])


def read_board(grid: Grid, players: Sequence[str], text: str) -> tuple[int, int, int | None]:
    """FIRST's and SECOND's stones in such a text, and whose turn it says it is, None if it does not say.

    The names of rows and columns may be left out. Raises ValueError where the text is not a board of this size.
    """
    lines, mover = lines_and_mover(players, text)
    board = owners_in(in_rows(grid), lines, {MARKS[colour].lower(): player for player, colour in enumerate(players)})
    if board is None:
        rows, columns = size(grid)
        raise ValueError(
            f"a board of {rows} rows and {columns} columns is {rows} lines of {columns} marks, X (dark), O (light)"
            " or . (empty), and perhaps a last line `dark to move` or `light to move`; this is none"
        )
    first, second = sets_of(board)
    return first, second, mover


def named_in(notation: str, grid: Grid) -> Grid:
    """The board whose cells have the names that a notation gives them: `d5`, or `5,4` (row, column) in the course's."""
    rows, _ = size(grid)
    numbers = tuple(f"{rows - row},{column + 1}" for row, column in grid.coordinates)
    return grid._replace(names=numbers) if notation == "course" else grid


def size(grid: Grid) -> tuple[int, int]:
    """How many rows and columns there are."""
    last_row, last_column = grid.coordinates[-1]
    return last_row + 1, last_column + 1


SPELLINGS = (in_letters, in_short, in_pairs, in_words)
"""All spellings of a move that are read, with each notation for writing."""

NOTATIONS = {"letters": (in_letters, show_board), "course": (in_pairs, show_numbered)}
"""What writes moves and boards, by the name of the notation."""
