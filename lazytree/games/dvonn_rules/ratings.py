"""What a position of DVONN promises White: five ratings, the first of which decides the game."""

from __future__ import annotations

from types import MappingProxyType

from lazytree.core.bitsets import cells_of
from lazytree.core.game import FIRST, SECOND

from ..support.hexagons import with_neighbours
from .board import WIDTH, Position, movable, occupied, pieces, targets


def heights(position: Position) -> int:
    """The pieces in White's stacks minus those in Black's: the score that decides the game."""
    return pieces(position, position.white) - pieces(position, position.black)


def stacks(position: Position) -> int:
    """White's stacks minus Black's."""
    return position.white.bit_count() - position.black.bit_count()


def moves_of(position: Position, player: int) -> int:
    return sum(targets(position, source).bit_count() for source in cells_of(movable(position, player)))


def mobility(position: Position) -> int:
    """The moves that White's stacks could make minus those of Black's, whoever's turn it is."""
    return moves_of(position, FIRST) - moves_of(position, SECOND)


def connectedness(position: Position) -> int:
    """How near White's stacks are to the DVONN pieces, minus how near Black's are.

    A stack counts 4 with a DVONN piece inside, 3 next to one, and so on down to 0, step by step over the stacks.
    """
    room, reached, lead = occupied(position), position.dvonns, 0
    for _ in range(4):
        lead += (reached & position.white).bit_count() - (reached & position.black).bit_count()
        reached = with_neighbours(reached, WIDTH) & room
    return lead


def weighed(position: Position) -> int:
    return heights(position) + 2 * mobility(position) + 2 * connectedness(position)


RATINGS = MappingProxyType(
    {
        "heights": heights,
        "stacks": stacks,
        "mobility": mobility,
        "connectedness": connectedness,
        "weighed": weighed,
    }
)
