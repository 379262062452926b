"""The board of Dice of Doom, a parallelogram of hexes, and dice dealt to it at random."""

from __future__ import annotations

from random import Random

from lazytree.core.board import Grid, rhombus

from .position import stack_of

MOST_DICE = 31  # on one hex, so that its stack fits into a byte
BOOK_ORDER = ((-1, 0), (1, 0), (-1, -1), (0, -1), (0, 1), (1, 1))  # up, down, up-left, left, right, down-right


def parallelogram(size: int) -> Grid:
    """The size × size hexes, named by their numbers, row by row from 0; neighbours in the book's order."""
    return rhombus(size, size, lambda row, column: str(row * size + column), BOOK_ORDER)


def dealt(size: int, players: int, max_dice: int, seed: int) -> list[int]:
    """A random owner and 1 to `max_dice` dice for each hex; ValueError unless the seed is a whole number."""
    if not isinstance(seed, int):
        raise ValueError(f"seed must be a whole number, not {seed!r}")
    random = Random(seed)
    return [stack_of(random.randrange(players), random.randint(1, max_dice)) for _ in range(size * size)]
