"""Which cells the pieces of chess attack and where they may legally go, on any board of at most 64 cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from lazytree.core.bitsets import cells_of, leaps_on, lines_along, near_on, rays_on, set_of, slide
from lazytree.core.board import Grid

from .position import BISHOP, KNIGHT, NONE, QUEEN, ROOK, Move, Position

UP, RIGHT, DOWN, LEFT, UP_RIGHT, DOWN_RIGHT, DOWN_LEFT, UP_LEFT = range(8)  # rays; `^ 2`: the opposite one
BECOMES = (NONE,), (QUEEN, ROOK, BISHOP, KNIGHT)  # what a pawn becomes: before the last row nothing, there one of these


class Attacks(NamedTuple):
    """What the rules ask about a board."""

    legal: Callable[[Position], Iterator[Move]]
    is_checked: Callable[[Position], bool]  # whether the mover's king is attacked
    takers: Callable[[Position], int]  # the pawns that can take the one that has just passed a cell


def castled(king: int, rook: int, columns: int) -> tuple[int, int]:
    """Where king and rook end that castle, as they do in the usual game: in the third column or the last but one."""
    first = rook // columns * columns
    return (first + columns - 2, first + columns - 3) if rook > king else (first + 2, first + 3)


def attacks_on(grid: Grid, columns: int) -> Attacks:
    """The attacks and legal moves on a board. Pawns go two steps with six cells ahead: at first, on eight rows."""
    cells, rays, kings = range(len(grid.names)), rays_on(grid), near_on(grid)
    board = set_of(cells)
    column, row, rising, falling = (lines_along(rays[d], rays[d ^ 2]) for d in (UP, LEFT, UP_RIGHT, UP_LEFT))
    between = tuple(tuple(sum(rays[d][one] & rays[d ^ 2][other] for d in range(8)) for other in cells) for one in cells)
    knights = leaps_on(grid, (-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
    pawns = tuple(leaps_on(grid, (ahead, -1), (ahead, 1)) for ahead in (-1, 1))
    steps = tuple(tuple(set_of(ahead[: 2 if len(ahead) == 6 else 1]) for ahead in grid.rays[d]) for d in (UP, DOWN))
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

    def takers(position: Position) -> int:
        if not position.passed:
            return 0
        before, beside = position.passed.bit_length() - 1, position.passed << columns | position.passed >> columns
        left = position._replace(enemy=position.enemy & ~beside)
        king, taken, near = king_of(left), left.own | left.enemy, pawns[1 - left.mover][before] & left.pawns & left.own
        return set_of(source for source in cells_of(near) if left.passed & goals(left, king, taken ^ 1 << source))

    def king_targets(position: Position, king: int, is_free: bool) -> int:
        taken = (position.own | position.enemy) ^ 1 << king
        found = set_of(cell for cell in cells_of(kings[king] & ~position.own) if not attackers(position, cell, taken))
        for rook in cells_of(position.castling & position.own if is_free else 0):
            king_end, rook_end = castled(king, rook, columns)
            others, path = taken ^ 1 << rook, between[king][king_end] | 1 << king_end
            is_empty = not (path | between[rook][rook_end] | 1 << rook_end) & others
            if is_empty and all(not attackers(position, cell, others) for cell in cells_of(path)):
                found |= 1 << rook
        return found

    def legal(position: Position) -> Iterator[Move]:
        king, taken = king_of(position), position.own | position.enemy
        safe, shields = board, 0
        for attacker in cells_of(attackers(position, king, position.enemy)):  # as if no own piece were there
            path = between[king][attacker]
            shields |= path & position.own
            safe &= board if path & position.own else path | 1 << attacker
        promoting, passing = position.pawns & before_last[position.mover], takers(position)
        for source in cells_of(position.own):
            bit = 1 << source
            found = knights[source] if bit & position.knights else 0
            if bit & position.pawns:
                ahead = slide(column[source], taken) & steps[position.mover][source] & ~taken
                found = ahead | pawns[position.mover][source] & position.enemy
            if bit & position.diagonals:
                found = diagonal(source, taken)
            if bit & position.straights:
                found |= straight(source, taken)
            if source == king:
                found = king_targets(position, king, safe == board)
            else:
                found &= ~position.own & (goals(position, king, taken ^ bit) if bit & shields else safe)
            found |= position.passed if passing >> source & 1 else 0
            kinds = BECOMES[promoting >> source & 1]
            for target in cells_of(found):
                for kind in kinds:
                    yield Move(source, target, kind)

    return Attacks(legal, is_checked, takers)
