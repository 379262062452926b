"""Which cells the pieces of chess attack and where they may go, on any board of at most 64 cells.

Moves are legal as they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from lazytree.core.bitsets import cells_of, leaps_on, lines_along, near_on, rays_on, set_of, slide
from lazytree.core.board import Grid

from .position import BISHOP, KNIGHT, NONE, QUEEN, ROOK, Move, Position

UP, RIGHT, DOWN, LEFT, UP_RIGHT, DOWN_RIGHT, DOWN_LEFT, UP_LEFT = range(8)  # rays; `^ 2`: the opposite one
BECOMES = (NONE,), (QUEEN, ROOK, BISHOP, KNIGHT)  # what a pawn becomes: before the last row nothing, there one of these
Castling = tuple[int, int, int, int]  # what must be empty, what must not be attacked, where king and rook end: as sets


class Attacks(NamedTuple):
    """What the rules ask about a board."""

    legal: Callable[[Position], Iterator[Move]]
    is_checked: Callable[[Position], bool]  # whether the mover's king is attacked
    passed_pawn: Callable[[Position], int]  # the pawn that has just made two steps
    takers: Callable[[Position], int]  # the pawns that can take it as if it had made one


def span(one: int, other: int) -> int:
    """The cells from one cell to another in reading order, both included."""
    return (2 << max(one, other)) - (1 << min(one, other))


def castlings_from(start: Position, cells: int, columns: int) -> tuple[Castling, ...]:
    """By the cell of the rook: castling as Chess960 has it, where king and rook end as they do in the usual game.

    The king comes to the third column from the left or the second from the right, the rook stands on its inner side.
    """
    found = [(0, 0, 0, 0)] * cells
    for rook in cells_of(start.castling):
        first = rook - rook % columns
        king = next(cell for cell in cells_of(start.kings) if first <= cell < first + columns)
        ends = (first + columns - 2, first + columns - 3) if rook > king else (first + 2, first + 3)
        path = span(king, ends[0])
        room = (path | span(rook, ends[1])) & ~(1 << king | 1 << rook)
        found[rook] = room, path, 1 << ends[0], 1 << ends[1]
    return tuple(found)


def attacks_on(grid: Grid, castlings: tuple[Castling, ...], columns: int) -> Attacks:
    """The attacks and legal moves on a board. Pawns go two steps at first if the board has eight rows."""
    cells, rays, kings = range(len(grid.names)), rays_on(grid), near_on(grid)
    board = span(0, len(cells) - 1)
    column, row, rising, falling = (lines_along(rays[d], rays[d ^ 2]) for d in (UP, LEFT, UP_RIGHT, UP_LEFT))
    between = tuple(tuple(sum(rays[d][one] & rays[d ^ 2][other] for d in range(8)) for other in cells) for one in cells)
    knights = leaps_on(grid, (-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
    pawns = tuple(leaps_on(grid, (ahead, -1), (ahead, 1)) for ahead in (-1, 1))
    steps = tuple(  # of eight rows, a pawn has six ahead where it stands first
        tuple(set_of(ahead[: 2 if len(ahead) == 6 else 1]) for ahead in grid.rays[d]) for d in (UP, DOWN)
    )
    before_last = tuple(set_of(cell for cell in cells if len(grid.rays[d][cell]) == 1) for d in (UP, DOWN))

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

    def passed_pawn(position: Position) -> int:
        return (position.passed << columns | position.passed >> columns) & position.pawns & position.enemy

    def takers(position: Position) -> int:
        if not position.passed:
            return 0
        left, before = position._replace(enemy=position.enemy ^ passed_pawn(position)), position.passed.bit_length() - 1
        king, taken, near = king_of(left), left.own | left.enemy, pawns[1 - left.mover][before] & left.pawns & left.own
        return set_of(source for source in cells_of(near) if left.passed & goals(left, king, taken ^ 1 << source))

    def king_targets(position: Position, king: int, is_free: bool) -> int:
        taken = (position.own | position.enemy) ^ 1 << king
        found = set_of(cell for cell in cells_of(kings[king] & ~position.own) if not attackers(position, cell, taken))
        for rook in cells_of(position.castling & position.own if is_free else 0):
            room, path, _, _ = castlings[rook]
            if not room & taken and all(not attackers(position, cell, taken ^ 1 << rook) for cell in cells_of(path)):
                found |= 1 << rook
        return found

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
        promoting, passing = position.pawns & before_last[position.mover], takers(position)
        for source in cells_of(position.own):
            if source == king:
                found = king_targets(position, king, safe == board)
            else:
                found = targets(position, source)
                found &= goals(position, king, taken ^ 1 << source) if shields >> source & 1 else safe
            if passing >> source & 1:
                found |= position.passed
            for target in cells_of(found):
                for kind in BECOMES[promoting >> source & 1]:
                    yield Move(source, target, kind)

    return Attacks(legal, is_checked, passed_pawn, takers)
