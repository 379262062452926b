"""Which cells the pieces of chess attack and where they may go, on any board of at most 64 cells.

Moves are legal as they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from lazytree.core.bitsets import cells_of, near_on, set_of
from lazytree.core.board import Grid

from .position import BISHOP, KNIGHT, NONE, QUEEN, ROOK, Move, Position

UP, RIGHT, DOWN, LEFT, UP_RIGHT, DOWN_RIGHT, DOWN_LEFT, UP_LEFT = range(
    8
)  # directions of rays; `^ 2`: the opposite one
BECOMES = (NONE,), (QUEEN, ROOK, BISHOP, KNIGHT)  # what a pawn becomes: before the last row nothing, there one of these


class Castling(NamedTuple):
    """What castling with one rook needs and does, as sets of cells."""

    room: int  # must be empty
    path: int  # where the king stands, goes and ends: must not be attacked
    king: int  # the cell that the king leaves, and the one where it ends; none if they are the same
    rook: int  # those of the rook


class Attacks(NamedTuple):
    """What the rules ask about a board."""

    legal: Callable[[Position], Iterator[Move]]
    is_checked: Callable[[Position], bool]  # whether the mover's king is attacked
    pawns: tuple[tuple[int, ...], ...]  # pawns[player][cell]: what a pawn attacks
    passed_pawn: Callable[[Position], int]  # the pawn that can be taken in passing


def columns_of(grid: Grid) -> int:
    """How many columns the board has."""
    return grid.coordinates[-1][1] + 1


def span(one: int, other: int) -> int:
    """The cells from one cell to another in reading order, both included."""
    return (2 << max(one, other)) - (1 << min(one, other))


def castlings_from(start: Position, cells: int, columns: int) -> tuple[Castling, ...]:
    """By the cell of the rook: castling as Chess960 has it, where king and rook end as they do in the usual game.

    The king comes to the third column from the left or the second from the right, the rook stands on its inner side.
    """
    found = [Castling(0, 0, 0, 0)] * cells
    for rook in cells_of(start.castling):
        first = rook - rook % columns
        king = next(cell for cell in cells_of(start.kings) if first <= cell < first + columns)
        king_goal, rook_goal = (first + columns - 2, first + columns - 3) if rook > king else (first + 2, first + 3)
        path, way = span(king, king_goal), span(rook, rook_goal)
        room = (path | way) & ~(1 << king | 1 << rook)
        found[rook] = Castling(room, path, 1 << king ^ 1 << king_goal, 1 << rook ^ 1 << rook_goal)
    return tuple(found)


Line = tuple[int, int, int]  # the cells of a line before a cell, those after it, and both


def slide(line: Line, taken: int) -> int:
    """The cells that are reached on a line, up to the first that is taken on either side."""
    before, after, both = line
    above = taken & after
    return both & (above ^ (above - (1 << (taken & before | 1).bit_length() - 1)))


def attacks_on(grid: Grid, castlings: tuple[Castling, ...]) -> Attacks:
    """The attacks and legal moves on a board. Pawns go two steps at first if the board has eight rows."""
    cells, columns = range(len(grid.names)), columns_of(grid)
    board, rows = span(0, len(cells) - 1), [span(first, first + columns - 1) for first in cells[::columns]]
    rays = tuple(tuple(set_of(ray) for ray in of_cell) for of_cell in grid.rays)  # rays[direction][cell]
    column, row, rising, falling = (
        tuple((rays[d][cell], rays[d ^ 2][cell], rays[d][cell] | rays[d ^ 2][cell]) for cell in cells)
        for d in (UP, LEFT, UP_RIGHT, UP_LEFT)
    )
    between = tuple(
        tuple(sum(ray[one] & rays[d ^ 2][other] for d, ray in enumerate(rays)) for other in cells) for one in cells
    )
    kings = near_on(grid)
    knights = tuple(
        set_of(cell for cell, (r, c) in enumerate(grid.coordinates) if (r - row) ** 2 + (c - column) ** 2 == 5)
        for row, column in grid.coordinates
    )
    sideways = (UP_LEFT, UP_RIGHT), (DOWN_LEFT, DOWN_RIGHT)
    pawns = tuple(tuple(kings[cell] & (rays[a][cell] | rays[b][cell]) for cell in cells) for a, b in sideways)
    far = (rows[4], rows[3]) if len(rows) == 8 else (0, 0)  # where two steps end
    steps = tuple(
        tuple(rays[ahead][cell] & (kings[cell] | far[player]) for cell in cells)
        for player, ahead in enumerate((UP, DOWN))
    )
    before_last = rows[1], rows[-2]

    def straight(cell: int, taken: int) -> int:
        return slide(column[cell], taken) | slide(row[cell], taken)

    def diagonal(cell: int, taken: int) -> int:
        return slide(rising[cell], taken) | slide(falling[cell], taken)

    def attackers(position: Position, cell: int, taken: int) -> int:
        """The pieces of the player who is not to move that attack a cell, where these cells are taken."""
        found = pawns[position.mover][cell] & position.pawns | knights[cell] & position.knights
        found |= kings[cell] & position.kings | diagonal(cell, taken) & position.diagonals
        return (found | straight(cell, taken) & position.straights) & position.enemy

    def goals(position: Position, king: int, taken: int) -> int:
        """Where a piece must go so that the king is not attacked: to the attacker or before it, anywhere if none."""
        found = board
        for attacker in cells_of(attackers(position, king, taken)):
            found &= between[king][attacker] | 1 << attacker
        return found

    def king_of(position: Position) -> int:
        return (position.kings & position.own).bit_length() - 1

    def is_checked(position: Position) -> bool:
        return attackers(position, king_of(position), position.own | position.enemy) != 0

    def king_targets(position: Position, king: int, checked: bool) -> int:
        taken = (position.own | position.enemy) ^ 1 << king
        found = set_of(cell for cell in cells_of(kings[king] & ~position.own) if not attackers(position, cell, taken))
        for rook in cells_of(0 if checked else position.castling & position.own):
            room, path, _, moved = castlings[rook]
            if not room & taken and all(not attackers(position, cell, taken ^ moved) for cell in cells_of(path)):
                found |= 1 << rook
        return found

    def passed_pawn(position: Position) -> int:
        """The pawn that has just made two steps and can be taken as if it had made one."""
        return (position.passed << columns | position.passed >> columns) & position.pawns & position.enemy

    def in_passing(position: Position, king: int, source: int) -> int:
        """The cell where a pawn takes another in passing, if its king is not attacked afterwards."""
        left = position._replace(enemy=position.enemy ^ passed_pawn(position))
        return position.passed & goals(left, king, (left.own | left.enemy) ^ 1 << source)

    def targets(position: Position, source: int) -> int:
        """Where a piece other than the king may go, if the king does not matter."""
        bit, taken = 1 << source, position.own | position.enemy
        if bit & position.pawns:
            ahead = slide(column[source], taken) & steps[position.mover][source] & ~taken
            return ahead | pawns[position.mover][source] & position.enemy
        if bit & position.knights:
            return knights[source] & ~position.own
        found = diagonal(source, taken) if bit & position.diagonals else 0
        return (found | (straight(source, taken) if bit & position.straights else 0)) & ~position.own

    def legal(position: Position) -> Iterator[Move]:
        king, taken = king_of(position), position.own | position.enemy
        safe, shields = goals(position, king, taken), position.own & (straight(king, taken) | diagonal(king, taken))
        if goals(position, king, taken ^ shields) == safe:
            shields = 0  # no piece is pinned
        promoting = position.pawns & before_last[position.mover]
        for source in cells_of(position.own):
            if source == king:
                found = king_targets(position, king, safe != board)
            else:
                found = targets(position, source)
                found &= goals(position, king, taken ^ 1 << source) if shields >> source & 1 else safe
            if position.passed & pawns[position.mover][source] and position.pawns >> source & 1:
                found |= in_passing(position, king, source)
            for target in cells_of(found):
                for kind in BECOMES[promoting >> source & 1]:
                    yield Move(source, target, kind)

    return Attacks(legal, is_checked, pawns, passed_pawn)
