"""What a picture of Dice of Doom shows: the dice on the hexes, and the hexes of an attack."""

from __future__ import annotations

from collections.abc import Iterator

from lazytree.core.layout import BLUE, GREEN, PURPLE, RUST, Stone

from .position import Move, Position, dice_of, owner_of

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
