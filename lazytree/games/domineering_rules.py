"""Domineering: place dominoes, one player upright, the other level; the player who cannot place one loses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lazytree.core.bitsets import cells_of, corner_of, groups, near_on, set_of
from lazytree.core.board import at_least, squares
from lazytree.core.game import FIRST, SECOND, Game, reading
from lazytree.core.layout import Stone, layout_of_grid

from .support.boards import NOBODY
from .support.payoffs import last_mover_wins
from .support.stones import Position as Stones
from .support.stones_text import read_stones, show_stones
from .support.symmetry import carried, flips_of
from .support.turns import mover

PLAYERS = ("vertical", "horizontal")


class Position(NamedTuple):
    """The cells that dominoes cover, one bit a cell, and whose turn it is."""

    taken: int
    mover: int


def taken_in_turn(
    first: bool, blocks: int, doubles: int, whole_doubles: int, singles: int, whole_singles: int
) -> tuple[int, int]:
    """How many moves a player has at least, and how many cells these take from the opponent.

    In turn, the player, who is `first` or not, takes a place, and the opponent destroys a place, or two doubles. A
    block, if taken, is two moves and takes four cells, any other place two if it is whole, else one.

    >>> taken_in_turn(True, 1, 3, 3, 0, 0)    # the block, and one place: of three the opponent destroys two
    (3, 6)
    """
    turn = 1 if first else 0
    taken = blocks + turn >> 1
    turn ^= blocks & 1
    whole = whole_singles + (turn if doubles == 0 else 0) >> 1
    if turn == 0 and doubles > 0:
        doubles, whole_doubles, turn = max(doubles - 2, 0), max(whole_doubles - 2, 0), 1
    some = (doubles + 2) // 3
    if doubles % 3 == 1:
        turn = 0
    some += singles + turn >> 1
    whole += (whole_doubles + 2) // 3
    return 2 * taken + some, 4 * taken + some + whole


def as_stones(position: Position) -> Stones:
    """Covered cells as stones of FIRST: so they are written."""
    return Stones(first=position.taken, second=0, mover=position.mover)


def domineering(rows: int = 8, columns: int = 8) -> Game[Position, int]:
    """Domineering, where players place dominoes and the one who cannot place another loses.

    The board is empty at first. In a turn a player covers two empty neighbouring cells with a domino: the first
    player, "vertical", two cells above one another, the second, "horizontal", two cells side by side. The player who
    has no room for a domino loses; there are no draws.

    Arguments: `rows` and `columns`, the size of the board in cells, each at least 1.
    Positions: rows of X (covered) and `.` (empty) from the top, then `vertical to move` or `horizontal to move`.
    `read` needs no names, and takes any cells, as in ".X. / .X. / horizontal to move" on 2×3.
    Moves: the two cells, the lower or the left one first, `b1-b2` or `b1-c1`; the first alone, `b1`, is understood.
    Ratings, vertical's minus horizontal's: "room", the dominoes that fit beside one another, and once more those that
    fit on cells which no domino of the other player can ever cover (Bullock's order of moves); "mobility", the places
    for a player's domino; "safety", those that no domino of the other player can ever touch.
    Raises: ValueError unless `rows` and `columns` are whole numbers of at least 1.
    Source: Göran Andersson's game; Breuker, Uiterwijk and van den Herik, *Solving 8×8 Domineering* (2000); for `bounds`
    Bullock, *Domineering: solving large combinatorial search spaces* (2002).

    >>> game = domineering(rows=3, columns=3)
    >>> print(game.show(game.play(game.start, game.parse(game.start, "b1-b2"))))
    3  . . .
    2  . X .
    1  . X .
       a b c
    horizontal to move
    """
    at_least("rows", rows, 1)
    at_least("columns", columns, 1)
    grid = squares(rows, columns)
    everywhere = (1 << rows * columns) - 1
    not_last_column = everywhere & ~set_of(range(columns - 1, rows * columns, columns))
    step = (columns, 1)  # from one cell of a player's domino to its other
    fits = (everywhere, not_last_column)
    flips = flips_of(rows, columns)
    near = near_on(grid)
    lines = (  # across the dominoes of each player
        tuple(set_of(range(row * columns, (row + 1) * columns)) for row in range(rows)),
        tuple(set_of(range(column, rows * columns, columns)) for column in range(columns)),
    )

    def places(player: int, empty: int) -> int:
        """The cells on which the player can place the upper or left end of a domino."""
        return empty & empty >> step[player] & fits[player]

    def moves(position: Position) -> Iterator[int]:
        yield from cells_of(places(position.mover, everywhere & ~position.taken))

    def play(position: Position, cell: int) -> Position:
        taken, mover = position
        return Position(taken | 1 << cell | 1 << cell + step[mover], 1 - mover)

    def mobility(position: Position) -> int:
        empty = everywhere & ~position.taken
        return places(FIRST, empty).bit_count() - places(SECOND, empty).bit_count()

    def covered(player: int, ends: int) -> int:
        """The cells of the player's dominoes that have these upper or left ends."""
        return (ends | ends << step[player]) & everywhere

    def safe_cells(player: int, empty: int) -> int:
        """The empty cells that no domino of the player's opponent can ever cover."""
        return empty & ~covered(1 - player, places(1 - player, empty))

    def safety(position: Position) -> int:
        empty = everywhere & ~position.taken
        first, second = (places(player, safe_cells(player, empty)) for player in (FIRST, SECOND))
        return first.bit_count() - second.bit_count()

    def packed(player: int, cells: int) -> int:
        """Places for dominoes of the player on these cells, as many as fit beside one another."""
        found = 0
        for line in lines[player]:
            ends = line & places(player, cells)
            found |= ends
            cells &= ~covered(player, ends)
        return found

    def fitting(player: int, empty: int) -> int:
        """How many dominoes of the player fit beside one another, those on safe cells counted twice."""
        return packed(player, empty).bit_count() + packed(player, safe_cells(player, empty)).bit_count()

    def room(position: Position) -> int:
        empty = everywhere & ~position.taken
        return fitting(FIRST, empty) - fitting(SECOND, empty)

    def beside(player: int, cells: int) -> int:
        """These cells, and those that a domino of the player may cover together with one of them."""
        return (cells | (cells & fits[player]) << step[player] | cells >> step[player] & fits[player]) & everywhere

    def near_blocks(player: int, corners: int) -> int:
        """The cells of blocks, and those that a domino of the other player may cover together with one of them."""
        return beside(1 - player, covered(player, covered(1 - player, corners)))

    def blocks_of(player: int, empty: int) -> int:
        """Blocks, by their upper left corners: 2x2 cells in which a domino of the player makes a safe place.

        No domino of the other player comes in from one of its sides, and none touches two blocks.
        """
        other, along = 1 - player, step[1 - player]
        ends = places(other, empty)
        before, after = ends << along, ends >> along
        open_on_both = (before | before >> step[player]) & (after | after >> step[player])
        corners = places(player, empty)
        corners &= corners >> along & fits[other] & ~open_on_both
        corners &= ~(corners << along | corners << 2 * along)
        found = 0
        for line in lines[player]:
            found |= corners & line
            kept = near_blocks(player, corners & line)
            kept |= kept >> step[player]
            corners &= ~(kept | kept >> along)
        return found

    def lead(player: int, first: bool, empty: int) -> int:
        """Above 0 if the player, who is to move `first` or not, wins for certain: the larger, the more clearly.

        The player keeps safe places for the end, and takes blocks and other places in turn with the opponent, who
        destroys some. Of the cells that the opponent can cover, two by each domino, those are lost that the player
        takes, and one of each row of them that is odd and has none of these places.
        """
        other = 1 - player
        ends = places(other, empty)
        theirs = covered(other, ends)
        safe, blocks = packed(player, empty & ~theirs), blocks_of(player, empty)
        kept = near_blocks(player, blocks)
        others = packed(player, empty & ~(covered(player, safe) | kept))
        cells = covered(player, others)
        hit = covered(other, places(other, cells))  # by dominoes that destroy two places
        doubles = others & (hit | hit >> step[player])
        whole = others & theirs & theirs >> step[player]
        moves, lost = taken_in_turn(
            first,
            blocks.bit_count(),
            doubles.bit_count(),
            (doubles & whole).bit_count(),
            (others & ~doubles).bit_count(),
            (whole & ~doubles).bit_count(),
        )
        pairs, touched = packed(other, empty), theirs & (cells | kept)
        for _ in lines[other]:
            touched |= (touched & ends) << step[other] & everywhere
        lost += (theirs & ~(covered(other, pairs) | touched)).bit_count()
        left = min(theirs.bit_count() - lost, 2 * pairs.bit_count())
        return 2 * (safe.bit_count() + moves) - left + (0 if first else 2)

    def bounds(position: Position) -> tuple[int, int]:
        """Who wins for certain, if a player has enough moves that the other one cannot take away."""
        empty = everywhere & ~position.taken
        if lead(FIRST, position.mover == FIRST, empty) > 0:
            return 1, 1
        return -1, -1 if lead(SECOND, position.mover == SECOND, empty) > 0 else 1

    def ends_of(position: Position, cell: int) -> tuple[str, str]:
        """The domino's lower or left cell and its other one, by name."""
        names = grid.names[cell], grid.names[cell + step[position.mover]]
        return names if position.mover == SECOND else (names[1], names[0])

    def format_move(position: Position, cell: int) -> str:
        return "-".join(ends_of(position, cell))

    def format_short(position: Position, cell: int) -> str:
        return ends_of(position, cell)[0]

    def canonical(position: Position) -> Position:
        return Position(min(carried(position.taken, flip) for flip in flips), position.mover)

    def regions(position: Position) -> Iterator[Position]:
        """The groups of connected empty cells, moved into the corner, without single cells: no domino lies in two."""
        for group in groups(near, everywhere & ~position.taken):
            if group & group - 1:  # at least two cells
                yield Position(everywhere & ~(group >> corner_of(group, columns)), position.mover)

    def show(position: Position) -> str:
        return show_stones(grid, as_stones(position), PLAYERS)

    def read(text: str) -> Position:
        first, second, mover = read_stones(grid, text, PLAYERS)
        if second:
            raise ValueError("covered cells are written X, empty ones .: not O")
        return Position(first, mover)

    def stones(position: Position) -> Iterator[Stone]:
        for cell in cells_of(position.taken):
            yield Stone(cell, NOBODY)

    def touched(position: Position, cell: int) -> Iterator[int]:
        if position.mover == SECOND:
            yield cell
            yield cell + 1
        else:
            yield cell + columns
            yield cell

    return Game(
        name="domineering",
        start=Position(0, FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=last_mover_wins,
        players=PLAYERS,
        ratings={"room": room, "mobility": mobility, "safety": safety},
        format=format_move,
        parse=reading(moves, format_move, format_short),
        show=show,
        read=read,
        layout=layout_of_grid(grid, pieces="covered"),
        stones=stones,
        touched=touched,
        canonical=canonical,
        regions=regions,
        bounds=bounds,
        parameters={"rows": rows, "columns": columns},
    )
