"""Othello: enclose discs of the other player between yours and turn them over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from lazytree.core.bitsets import cells_of, set_of
from lazytree.core.board import DIAGONAL, ORTHOGONAL, Grid, at_least, letters, squares
from lazytree.core.game import FIRST, Game
from lazytree.core.layout import Count, layout_of_grid

from .support.moves import touched_cell
from .support.payoffs import paid_by_lead
from .support.stones import Position, mine_and_theirs, next_turn, stones
from .support.stones_text import PLAYERS, read_stones, show_stones
from .support.symmetry import least_of, symmetries_of
from .support.turns import mover

PASS = -1


def discs(position: Position) -> int:
    """The discs of FIRST minus those of SECOND: the score that decides the game."""
    return position.first.bit_count() - position.second.bit_count()


def othello_board(rows: int, columns: int) -> Grid:
    """The squares, named as Othello players name them: a1 is the top left."""
    grid = squares(rows, columns, diagonals=True)
    return grid._replace(names=tuple(f"{letters(column)}{row + 1}" for row, column in grid.coordinates))


def start_on(rows: int, columns: int) -> Position:
    """Two discs of each player crosswise in the middle."""
    centre = (rows // 2) * columns + columns // 2  # the lower right of the four cells in the middle
    return Position(set_of([centre - columns, centre - 1]), set_of([centre - columns - 1, centre]), FIRST)


def othello(rows: int = 8, columns: int = 8, score: str = "win") -> Game[Position, int]:
    """Othello, where enclosed discs change colour and more discs in the end win.

    X (black) begins. In a turn you place a disc on an empty cell from which, in at least one of the eight directions,
    discs of the other player and then one of your own follow without a gap. All discs enclosed so, in every direction,
    become yours. A player who has no such cell must pass, and may not pass otherwise. The game ends when neither
    player has one; then the player with more discs wins.

    Arguments: `rows` and `columns`, the size of the board in cells, even and at least 4; `score="win"` pays 1, 0 or
    -1, `score="margin"` the difference of the discs.
    Positions: rows of X, O and `.` from the top, then `X to move` or `O to move`; FIRST is X, SECOND is O.
    `read` needs no names, as in "X... / .XX. / .XO. / .... / O to move" on 4×4.
    Moves: the cell, `d3` (a1 is the top left), or `pass`.
    Ratings, X's minus O's: "mobility", cells where the player could place a disc; "discs"; "corners", discs in the
    corners, which are never turned over.
    Raises: ValueError unless `rows` and `columns` are even whole numbers of at least 4 and `score` is one of the two.
    Source: the rules of the World Othello Federation; the game is Lewis Waterman's and John Mollett's *Reversi* (1883).

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
    """
    at_least("rows", rows, 4)
    at_least("columns", columns, 4)
    if rows % 2 or columns % 2:
        raise ValueError(f"rows and columns must be even, for a centre of four cells: not {rows} and {columns}")
    grid, start = othello_board(rows, columns), start_on(rows, columns)
    everywhere = (1 << rows * columns) - 1
    centre = start.first | start.second
    corners = set_of([0, columns - 1, (rows - 1) * columns, rows * columns - 1])
    shifts = tuple(row * columns + column for row, column in ORTHOGONAL + DIAGONAL)
    within_reach = tuple(set_of(ray[0] for ray in rays if ray) for rays in grid.rays)

    def step(cells: int, direction: int) -> int:
        """The cells next to these in one direction."""
        shift = shifts[direction]
        return (cells << shift if shift > 0 else cells >> -shift) & within_reach[direction]

    def outflanking(mine: int, theirs: int) -> int:
        """The empty cells where one more of `mine` turns over some of `theirs`."""
        empty, found = everywhere & ~(mine | theirs), 0
        for direction in range(8):
            row = step(mine, direction) & theirs
            while row:
                beyond = step(row, direction)
                found |= beyond & empty
                row = beyond & theirs
        return found

    def turned_over(disc: int, mine: int, theirs: int) -> int:
        """Those of `theirs` that lie between the disc and `mine`."""
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

    def mobility(position: Position) -> int:
        first, second, _ = position
        return outflanking(first, second).bit_count() - outflanking(second, first).bit_count()

    def corners_held(position: Position) -> int:
        return (position.first & corners).bit_count() - (position.second & corners).bit_count()

    def format_move(position: Position, move: int) -> str:
        return "pass" if move == PASS else grid.names[move]

    def read(text: str) -> Position:
        position = read_stones(grid, text)
        if centre & ~(position.first | position.second):
            raise ValueError("discs are never taken away, so the four cells in the centre have discs")
        return position

    return Game(
        name="othello",
        start=start,
        mover=mover,
        moves=moves,
        play=play,
        payoffs=paid_by_lead(discs, score),
        players=PLAYERS,
        ratings={"mobility": mobility, "discs": discs, "corners": corners_held},
        format=format_move,
        show=partial(show_stones, grid),
        read=read,
        layout=layout_of_grid(grid, count=Count("discs")),
        stones=stones,
        touched=touched_cell,
        canonical=least_of(symmetries_of(grid)[1:]),
        parameters={"rows": rows, "columns": columns, "score": score},
        in_points=score == "margin",
    )
