"""Othello: outflank the other's discs and turn them over. Its boards are ints, one bit a cell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from lazytree.core.bitsets import cells_of, set_of
from lazytree.core.board import DIAGONAL, ORTHOGONAL, Grid, at_least, letters, squares
from lazytree.core.game import FIRST, Game, reading

from .support.stones import Position, mine_and_theirs, mover, next_turn, picture_of_stones, read_stones, show_stones

PASS = -1


def discs(position: Position) -> int:
    """Discs of FIRST minus discs of SECOND."""
    return position.first.bit_count() - position.second.bit_count()


def othello_board(rows: int, columns: int) -> Grid:
    """The squares, named as Othello players do: a1 is the top left."""
    grid = squares(rows, columns, diagonals=True)
    return grid._replace(names=tuple(f"{letters(column)}{row + 1}" for row, column in grid.coordinates))


def start_on(rows: int, columns: int) -> Position:
    centre = (rows // 2) * columns + columns // 2  # the lower right of the four cells in the middle
    return Position(set_of([centre - columns, centre - 1]), set_of([centre - columns - 1, centre]), FIRST)


def othello(rows: int = 8, columns: int = 8, score: str = "win") -> Game[Position, int]:
    """Othello: place a disc so that a straight row of the other's discs lies between it and another one of yours.

    X (black) begins. A disc goes on an empty cell from which, in at least one of the eight directions, discs of the
    other and then one of your own follow without a gap. All discs so enclosed, in every direction, become yours.
    Who has no such cell must pass (`pass`), and may not otherwise; when neither has one, more discs win.

    `score="win"` pays 1, 0 or -1; `score="margin"` pays the difference of the discs.

    >>> game = othello()
    >>> print(game.show(game.play(game.start, game.parse(game.start, "d3"))))
    1  . . . . . . . .
    2  . . . . . . . .
    3  . . . X . . . .
    4  . . . X X . . .
    5  . . . X O . . .
    6  . . . . . . . .
    7  . . . . . . . .
    8  . . . . . . . .
       a b c d e f g h
    O to move

    Raises ValueError unless `rows` and `columns` are even and at least 4 and `score` is one of the two.
    """
    at_least("rows", rows, 4)
    at_least("columns", columns, 4)
    if rows % 2 or columns % 2:
        raise ValueError(f"rows and columns must be even, for a centre of four cells: not {rows} and {columns}")
    if score not in ("win", "margin"):
        raise ValueError(f'score must be "win" or "margin", not {score!r}')
    grid = othello_board(rows, columns)
    by_margin = score == "margin"
    everywhere = (1 << rows * columns) - 1
    corners = set_of([0, columns - 1, (rows - 1) * columns, rows * columns - 1])
    shifts = tuple(row * columns + column for row, column in ORTHOGONAL + DIAGONAL)
    within_reach = tuple(set_of(ray[0] for ray in rays if ray) for rays in grid.rays)

    def step(cells: int, direction: int) -> int:
        """The cells next to these in one direction."""
        shift = shifts[direction]
        return (cells << shift if shift > 0 else cells >> -shift) & within_reach[direction]

    def outflanking(mine: int, theirs: int) -> int:
        """The empty cells where a disc of mine turns over some of theirs."""
        empty, found = everywhere & ~(mine | theirs), 0
        for direction in range(8):
            row = step(mine, direction) & theirs
            while row:
                beyond = step(row, direction)
                found |= beyond & empty
                row = beyond & theirs
        return found

    def turned_over(disc: int, mine: int, theirs: int) -> int:
        """The discs of theirs that lie between this disc and mine."""
        turned = 0
        for direction in range(8):
            row, at = 0, step(disc, direction)
            while at & theirs:
                row |= at
                at = step(at, direction)
            if at & mine:
                turned |= row
        return turned

    def moves(position: Position) -> Iterator[int]:
        mine, theirs = mine_and_theirs(position)
        placements = outflanking(mine, theirs)
        if placements:
            yield from cells_of(placements)
        elif outflanking(theirs, mine):
            yield PASS

    def play(position: Position, move: int) -> Position:
        if move == PASS:
            return Position(position.first, position.second, 1 - position.mover)
        mine, theirs = mine_and_theirs(position)
        disc = 1 << move
        turned = turned_over(disc, mine, theirs)
        return next_turn(position.mover, mine | disc | turned, theirs ^ turned)

    def payoffs(position: Position) -> tuple[int, int]:
        margin = discs(position)
        if not by_margin:
            margin = (margin > 0) - (margin < 0)
        return margin, -margin

    def mobility(position: Position) -> int:
        """Cells where FIRST could place a disc minus cells where SECOND could."""
        first, second, _ = position
        return outflanking(first, second).bit_count() - outflanking(second, first).bit_count()

    def corners_held(position: Position) -> int:
        """Corners of FIRST minus corners of SECOND: their discs are never turned over."""
        return (position.first & corners).bit_count() - (position.second & corners).bit_count()

    def format_move(position: Position, move: int) -> str:
        return "pass" if move == PASS else grid.names[move]

    return Game(
        name="othello",
        start=start_on(rows, columns),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=("X", "O"),
        ratings={"mobility": mobility, "discs": discs, "corners": corners_held},
        format=format_move,
        parse=reading(moves, format_move),
        show=partial(show_stones, grid),
        read=partial(read_stones, grid),
        picture=partial(picture_of_stones, grid),
        parameters={"rows": rows, "columns": columns, "score": score},
    )
