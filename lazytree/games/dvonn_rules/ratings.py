"""The ratings of DVONN, all seen by White, who is FIRST."""

from __future__ import annotations

from types import MappingProxyType

from lazytree.core.bitsets import cells_of
from lazytree.core.game import FIRST, SECOND

from ..support.hexagons import with_neighbours
from .position import WIDTH, Position, movable, occupied, pieces, targets


def heights(position: Position) -> int:
    """The pieces in White's stacks minus those in Black's: the score that decides the game."""
    return pieces(position, position.white) - pieces(position, position.black)


def stacks(position: Position) -> int:
    """White's stacks minus Black's."""
    return position.white.bit_count() - position.black.bit_count()


def pegs_and_heights(position: Position) -> int:
    """`heights` plus `stacks`: the evaluation of Hoyte's engine, which counts the cells owned and the heights there."""
    return heights(position) + stacks(position)


def moves_of(position: Position, player: int) -> int:
    """How many moves the player's stacks could make."""
    return sum(targets(position, source).bit_count() for source in cells_of(movable(position, player)))


def mobility(position: Position) -> int:
    """The moves that White's stacks could make minus those of Black's, for either player to move."""
    return moves_of(position, FIRST) - moves_of(position, SECOND)


def connectedness(position: Position) -> int:
    """How near White's stacks are to the DVONN pieces minus how near Black's are.

    A stack with a DVONN piece inside counts 4, a neighbour of one 3, and so on down to 0: one less for each step over
    other stacks.
    """
    room, reached, lead = occupied(position), position.dvonns, 0
    for _ in range(4):
        lead += (reached & position.white).bit_count() - (reached & position.black).bit_count()
        reached = with_neighbours(reached, WIDTH) & room
    return lead


def weighed(position: Position) -> int:
    """`heights` plus twice `mobility` plus twice `connectedness`."""
    return heights(position) + 2 * mobility(position) + 2 * connectedness(position)


RATINGS = MappingProxyType(
    {rating.__name__: rating for rating in (heights, stacks, pegs_and_heights, mobility, connectedness, weighed)},
)
