"""Which cells the pieces of chess attack and go to, on any board of at most 64 cells.

Moves are legal as they are made: `View` says, once a position, where a check can be ended and which pieces are pinned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from lazytree.core.bitsets import cells_of, set_of
from lazytree.core.board import Grid
from lazytree.core.game import FIRST, SECOND

from .position import Position, sides

UP, RIGHT, DOWN, LEFT, UP_RIGHT, DOWN_RIGHT, DOWN_LEFT, UP_LEFT = range(8)  # directions of a grid's rays


class View(NamedTuple):
    """What the legal moves of a position depend on."""

    own: int
    enemy: int
    king: int  # its cell
    goals: int  # where a piece other than the king must go: anywhere, or to end a check
    pinned: int  # pieces that must stay on their line with the king


class Castling(NamedTuple):
    """By the cell of the rook: what castling with it needs, and where it leads."""

    room: tuple[int, ...]  # the cells that must be empty
    path: tuple[int, ...]  # the cells that the king passes or reaches
    king: tuple[int, ...]  # the cell where the king ends
    rook: tuple[int, ...]  # the cell where the rook ends


class Attacks(NamedTuple):
    """What the rules ask about a board."""

    view_of: Callable[[Position], View]
    targets: Callable[[Position, View, int], int]  # where the piece on a cell may go
    is_checked: Callable[[Position], bool]  # whether the mover's king is attacked
    pawns: tuple[tuple[int, ...], tuple[int, ...]]  # pawns[player][cell]: what a pawn attacks


Line = tuple[int, int, int]  # the cells of a line before a cell, those after it, and both


def columns_of(grid: Grid) -> int:
    """How many columns the board has."""
    return grid.coordinates[-1][1] + 1


def row_of(grid: Grid, row: int) -> int:
    """The cells of a row, counted from the top, or from the bottom if it is negative; none beyond the board."""
    return set_of(
        cell for cell, place in enumerate(grid.coordinates) if place[0] == row % (grid.coordinates[-1][0] + 1)
    )


def lines_through(rays: Sequence[Sequence[int]], lower: int, upper: int) -> tuple[Line, ...]:
    """For each cell: the cells before it and after it on a line, and both."""
    return tuple((before, after, before | after) for before, after in zip(rays[lower], rays[upper]))


def reached_by(grid: Grid, steps: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """For each cell, the cells that are one of these steps away."""
    number = {place: cell for cell, place in enumerate(grid.coordinates)}
    return tuple(
        set_of(number[row + down, column + right] for down, right in steps if (row + down, column + right) in number)
        for row, column in grid.coordinates
    )


def slide(line: Line, taken: int) -> int:
    """The cells that are reached on a line, up to the first that is taken on either side."""
    lower, upper, both = line
    above = taken & upper
    return both & (above ^ (above - (1 << (taken & lower | 1).bit_length() - 1)))


def castling_from(grid: Grid, start: Position) -> Castling:
    """Castling as Chess960 has it: king and rook end where they do in the usual game.

    The king comes to the third column from the left or the second from the right, the rook stands on its inner side.
    """
    size, columns = len(grid.names), columns_of(grid)
    tables = [[0] * size for _ in Castling._fields]
    for rook in range(size):
        if start.castling >> rook & 1:
            king = next(cell for cell in range(size) if start.kings >> cell & 1 and cell // columns == rook // columns)
            first = rook // columns * columns
            goals = (columns - 2, columns - 3) if rook > king else (2, 3)
            king_goal, rook_goal = (first + column for column in goals)
            path, way = set_of(span(king, king_goal)), set_of(span(rook, rook_goal))
            room = (path | way) & ~(1 << king | 1 << rook)
            for table, entry in zip(tables, (room, path, king_goal, rook_goal)):
                table[rook] = entry
    return Castling(*(tuple(table) for table in tables))


def span(one: int, other: int) -> range:
    """The cells from one cell of a row to another, both included."""
    return range(min(one, other), max(one, other) + 1)


def attacks_on(grid: Grid, castling: Castling) -> Attacks:
    """The attacks and legal targets on a board. Pawns go two steps at first if the board has eight rows."""
    cells, columns = range(len(grid.names)), columns_of(grid)
    board = 2 ** len(cells) - 1
    rays = tuple(tuple(set_of(ray) for ray in of_cell) for of_cell in grid.rays)
    column, row = lines_through(rays, UP, DOWN), lines_through(rays, LEFT, RIGHT)
    rising, falling = lines_through(rays, UP_RIGHT, DOWN_LEFT), lines_through(rays, UP_LEFT, DOWN_RIGHT)
    knights = reached_by(grid, [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)])
    kings = reached_by(grid, [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)])
    pawns = reached_by(grid, [(-1, -1), (-1, 1)]), reached_by(grid, [(1, -1), (1, 1)])
    double = (row_of(grid, 5), row_of(grid, 2)) if len(cells) // columns == 8 else (0, 0)  # after a first step
    home = row_of(grid, -1), row_of(grid, 0)

    def joined(one: int, other: int, whole: bool) -> int:
        """The cells between two cells, or all of the line through both; none where no line joins them."""
        for direction in range(8):
            if rays[direction][one] >> other & 1:
                back = direction ^ 2  # the opposite one
                line = rays[direction][one] | rays[back][one] | 1 << one
                return line if whole else rays[direction][one] & rays[back][other]
        return 0

    between = tuple(tuple(joined(one, other, whole=False) for other in cells) for one in cells)
    line_of = tuple(tuple(joined(one, other, whole=True) for other in cells) for one in cells)

    def straight(cell: int, taken: int) -> int:
        return slide(column[cell], taken) | slide(row[cell], taken)

    def diagonal(cell: int, taken: int) -> int:
        return slide(rising[cell], taken) | slide(falling[cell], taken)

    def attackers(position: Position, cell: int, enemy: int, taken: int) -> int:
        """Those of `enemy`, the pieces that do not move now, that attack a cell."""
        found = pawns[position.mover][cell] & position.pawns | knights[cell] & position.knights
        found |= kings[cell] & position.kings | diagonal(cell, taken) & position.diagonals
        return (found | straight(cell, taken) & position.straights) & enemy

    def is_checked(position: Position) -> bool:
        own, enemy = sides(position)
        return attackers(position, (position.kings & own).bit_length() - 1, enemy, own | enemy) != 0

    def view_of(position: Position) -> View:
        own, enemy = sides(position)
        king = (position.kings & own).bit_length() - 1
        checkers = (pawns[position.mover][king] & position.pawns | knights[king] & position.knights) & enemy
        pinned = 0
        snipers = diagonal(king, enemy) & position.diagonals | straight(king, enemy) & position.straights
        for sniper in cells_of(snipers & enemy):
            covering = between[king][sniper] & own
            if covering == 0:
                checkers |= 1 << sniper
            elif covering & covering - 1 == 0:
                pinned |= covering
        goals = board
        if checkers:
            goals = checkers | between[king][checkers.bit_length() - 1] if checkers & checkers - 1 == 0 else 0
        return View(own, enemy, king, goals, pinned)

    def pawn_steps(cell: int, mover: int, free: int) -> int:
        if mover == FIRST:
            one = (1 << cell) >> columns & free
            return one | (one & double[FIRST]) >> columns & free
        one = (1 << cell) << columns & free
        return one | (one & double[SECOND]) << columns & free

    def king_targets(position: Position, view: View) -> int:
        own, enemy, king, goals, _ = view
        taken, found = (own | enemy) ^ 1 << king, 0
        for target in cells_of(kings[king] & ~own):
            if not attackers(position, target, enemy, taken):
                found |= 1 << target
        rooks = position.castling & home[position.mover]
        if rooks and goals == board:
            for rook in cells_of(rooks):
                if not castling.room[rook] & (taken ^ 1 << rook) and can_castle(position, view, rook):
                    found |= 1 << rook
        return found

    def can_castle(position: Position, view: View, rook: int) -> bool:
        """Whether no cell on the king's way is attacked once both have moved."""
        taken = (view.own | view.enemy) ^ (1 << view.king | 1 << rook) | 1 << castling.rook[rook]
        return all(not attackers(position, cell, view.enemy, taken) for cell in cells_of(castling.path[rook]))

    def can_take_in_passing(position: Position, view: View, source: int) -> bool:
        """Whether the king is safe once this pawn has taken the one that has just made two steps."""
        own, enemy, king, _, _ = view
        taken_pawn = position.passed << columns & board if position.mover == FIRST else position.passed >> columns
        taken = (own | enemy) ^ (1 << source | position.passed | taken_pawn)
        return not attackers(position, king, enemy ^ taken_pawn, taken)

    def targets(position: Position, view: View, source: int) -> int:
        own, enemy, king, goals, pinned = view
        bit = 1 << source
        if bit & position.kings:
            return king_targets(position, view)
        passing = 0
        if bit & position.pawns:
            attacked = pawns[position.mover][source]
            found = pawn_steps(source, position.mover, board & ~(own | enemy)) | attacked & enemy
            if attacked & position.passed and can_take_in_passing(position, view, source):
                passing = position.passed
        elif bit & position.knights:
            found = knights[source]
        else:
            found = 0
            if bit & position.diagonals:
                found = diagonal(source, own | enemy)
            if bit & position.straights:
                found |= straight(source, own | enemy)
        found &= goals & ~own
        if bit & pinned:
            found &= line_of[king][source]
        return found | passing

    return Attacks(view_of, targets, is_checked, pawns)
