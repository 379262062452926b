"""The board of Dice of Doom, a parallelogram of hexes: dice dealt to it at random, and what a picture of it shows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from lazytree.core.board import Grid, rhombus
from lazytree.core.layout import BLUE, GREEN, PURPLE, RUST, Stone

from .position import Move, Position, dice_of, owner_of, stack_of

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


COLOURS = (RUST, BLUE, GREEN, PURPLE)  # red, blue, green and purple, as in the book


def stones(position: Position) -> Iterator[Stone]:
    """The dice of each hex."""
    for cell, stack in enumerate(position.board):
        yield Stone(cell, owner_of(stack), dice_of(stack))


def touched(position: Position, move: Move) -> Iterator[int]:
    """From where an attack goes and where; none for a pass and for what chance makes of an attack."""
    if move.source >= 0:
        yield move.source
        yield move.target
