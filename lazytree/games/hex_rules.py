"""Hex: join your two sides of the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations
from math import sqrt

from lazytree.core.bitsets import cells_of, connected_to, near_on, neighbours_of, set_of
from lazytree.core.board import Grid, at_least, letters, rhombus
from lazytree.core.game import FIRST, SECOND, Game
from lazytree.core.layout import BLUE, RUST, Side, Stone, layout_of_grid

from .support.arguments import true_or_false
from .support.moves import touched_cell
from .support.payoffs import last_mover_wins
from .support.stones import Position, mine_and_theirs, next_turn, stones_in
from .support.stones_text import PLAYERS, has_won_already, read_stones, show_stones
from .support.symmetry import carried, least_of
from .support.turns import mover

SWAP = -1
AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))  # (row, column) to the six neighbours


def board_of(size: int) -> Grid:
    """Hexagons in a rhombus, a1 in its top-left, acute corner: columns by letters, rows by numbers."""
    grid = rhombus(size, size, lambda row, column: f"{letters(column)}{row + 1}", AROUND)
    return grid._replace(places=tuple((column + row / 2, row * sqrt(3) / 2) for row, column in grid.coordinates))


def sides_of(grid: Grid, size: int) -> Iterator[Side]:
    """The sides of the board: X's above and below, O's on the left and on the right, each a zigzag along its cells."""
    long, short = 1 / sqrt(3), 0.5 / sqrt(3)
    corners = {"top": (0, -long), "bottom": (0, long), "upper left": (-0.5, -short), "upper right": (0.5, -short)}
    corners.update({"lower left": (-0.5, short), "lower right": (0.5, short)})

    def along(cells: Iterable[int], *names: str) -> tuple[tuple[float, float], ...]:
        places = (grid.places[cell] for cell in cells)
        return tuple((x + corners[name][0], y + corners[name][1]) for x, y in places for name in names)

    last = size * size - 1
    right, left = range(size - 1, last + 1, size), range(0, last, size)
    yield Side(FIRST, along(range(size), "upper left", "top"))
    yield Side(SECOND, along(right, "top", "upper right") + along([last], "lower right"))
    yield Side(FIRST, along(range(last + 1 - size, last + 1), "bottom", "lower right"))
    yield Side(SECOND, along(left, "upper left", "lower left") + along([last + 1 - size], "bottom"))


def bridges_among(near: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Every bridge: the set of its two ends, and the set of the two cells that touch both ends."""
    for one, other in combinations(range(len(near)), 2):
        between = near[one] & near[other]
        if between.bit_count() == 2 and not near[one] >> other & 1:
            yield 1 << one | 1 << other, between


def hex(size: int = 11, swap: bool = True) -> Game[Position, int]:
    """Hex, where each player tries to join two opposite sides of the board by a chain of stones.

    The board is a rhombus of hexagons, empty at first. X begins. In a turn you put a stone on any empty cell. X wins
    with connected stones from the first row to the last, O with connected stones from the left column to the right
    one. Exactly one player can succeed, so there are no draws. With `swap`, O may answer the first stone by taking it
    over instead of placing a stone: it is taken off the board, a stone of O is put on the cell that mirrors it in the
    long diagonal (a3 becomes c1), and X is to move.

    Arguments: `size`, the cells along each side, at least 1; `swap`, True or False.
    Positions: rows of X, O and `.` from the top, then `X to move` or `O to move`; FIRST is X, SECOND is O.
    `read` needs no names, as in "..O / .X. / ... / O to move" on 3×3.
    Moves: the cell, `b2` (a1 and the last cell are the acute corners), or `swap`.
    Ratings, seen by X: "distance", the stones that O still needs at least to join its sides minus those that X needs;
    "bridges", X's bridges minus O's: pairs of stones that do not touch but have two empty neighbours in common.
    Raises: ValueError unless `size` is a whole number of at least 1 and `swap` is True or False.
    Source: Piet Hein's and John Nash's game; Browne, *Hex Strategy* (2000).

    >>> game = hex(size=3)
    >>> position = game.start
    >>> for move in "a3 swap b2".split():
    ...     position = game.play(position, game.parse(position, move))
    >>> print(game.show(position))
    1  . . O
    2   . X .
    3    . . .
         a b c
    O to move
    """
    at_least("size", size, 1)
    true_or_false("swap", swap)
    grid = board_of(size)
    everywhere = (1 << size * size) - 1
    top, bottom = (set_of(range(row * size, row * size + size)) for row in (0, size - 1))
    left, right = (set_of(range(column, size * size, size)) for column in (0, size - 1))
    near = near_on(grid)
    starts, goals = (top, left), (bottom, right)  # of FIRST, of SECOND
    bridges = tuple(bridges_among(near))
    half_turn = tuple(reversed(range(size * size)))  # after it, X still joins the first row and the last
    diagonal = tuple(cell % size * size + cell // size for cell in range(size * size))

    def has_joined(stones: int, player: int) -> bool:
        return connected_to(near, stones & starts[player], room=stones) & goals[player] != 0

    def may_swap(position: Position) -> bool:
        return swap and position.mover == SECOND and not position.second and position.first.bit_count() == 1

    def moves(position: Position) -> Iterator[int]:
        _, theirs = mine_and_theirs(position)
        if not has_joined(theirs, 1 - position.mover):
            yield from cells_of(everywhere & ~(position.first | position.second))
            if may_swap(position):
                yield SWAP

    def play(position: Position, move: int) -> Position:
        if move == SWAP:
            return Position(0, carried(position.first, diagonal), FIRST)
        mine, theirs = mine_and_theirs(position)
        return next_turn(position.mover, mine | 1 << move, theirs)

    def stones_missing(mine: int, theirs: int, player: int) -> int:
        """The fewest stones with which the player could join both sides; more than there are cells if none can."""
        empty = everywhere & ~(mine | theirs)
        reached, stones = connected_to(near, starts[player] & mine, room=mine), 0
        while not reached & goals[player] and stones <= size * size:
            added = (neighbours_of(near, reached) | starts[player]) & empty
            reached, stones = connected_to(near, reached | added, room=mine), stones + 1
        return stones

    def distance(position: Position) -> int:
        first, second, _ = position
        return stones_missing(second, first, SECOND) - stones_missing(first, second, FIRST)

    def number_of_bridges(mine: int, theirs: int) -> int:
        number = 0
        for ends, between in bridges:
            if mine & ends == ends and not (mine | theirs) & between:
                number += 1
        return number

    def bridges_held(position: Position) -> int:
        first, second, _ = position
        return number_of_bridges(first, second) - number_of_bridges(second, first)

    def chain(mine: int, player: int) -> int:
        """The stones that join both sides of the player, with all that are connected to them."""
        from_start = connected_to(near, mine & starts[player], room=mine)
        return from_start & connected_to(near, mine & goals[player], room=mine)

    def stones(position: Position) -> Iterator[Stone]:
        first, second, _ = position
        yield from stones_in(first, second, chain(first, FIRST) | chain(second, SECOND))

    def format_move(position: Position, move: int) -> str:
        return "swap" if move == SWAP else grid.names[move]

    def read(text: str) -> Position:
        first, second, mover = read_stones(grid, text)
        if has_joined((first, second)[mover], mover):
            raise has_won_already(PLAYERS[mover])
        more = first.bit_count() - second.bit_count()
        swapped = swap and second and more == mover - 1  # the first stone is O's now, and X has moved next
        if more != mover and not swapped:
            counts = f"{PLAYERS[mover]} cannot be to move with {first.bit_count()} X and {second.bit_count()} O"
            raise ValueError(f"X begins, then they take turns: {counts}")
        return Position(first, second, mover)

    return Game(
        name="hex",
        start=Position(0, 0, FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=last_mover_wins,
        players=PLAYERS,
        ratings={"distance": distance, "bridges": bridges_held},
        format=format_move,
        show=partial(show_stones, grid),
        read=read,
        layout=layout_of_grid(grid, (RUST, BLUE), sides=tuple(sides_of(grid, size))),
        stones=stones,
        touched=touched_cell,
        canonical=least_of([half_turn]),
        parameters={"size": size, "swap": swap},
    )
