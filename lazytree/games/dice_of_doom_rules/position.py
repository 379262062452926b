"""Positions and moves of Dice of Doom: stacks of dice on hexes."""

from __future__ import annotations

from typing import NamedTuple

from pyrsistent import PVector

PLAYERS = ("a", "b", "c", "d")
MOST_PLAYERS = len(PLAYERS)
NOTHING = -1


class Position(NamedTuple):
    """The dice on the board and how far the turn has come."""

    board: PVector[int]  # for each hex its dice and whose they are: `stack_of(owner, dice)`
    player: int  # whose turn it is
    captured: int  # dice captured in this turn, where they bring reinforcement
    attacked: bool  # in this turn, so that passing is legal
    rolling: int  # source * hexes + target of the attack for which the dice are rolling, or NOTHING


class Move(NamedTuple):
    """An attack from a hex on a hex, by their numbers; or PASS, or what chance makes of an attack."""

    source: int
    target: int


PASS = Move(-1, -1)
SUCCESS, FAILURE = Move(-2, -2), Move(-3, -3)  # what chance makes of an attack


def stack_of(owner: int, dice: int) -> int:
    """The dice on one hex and whose they are, as one small int.

    >>> owner_of(stack_of(1, dice=3)), dice_of(stack_of(1, dice=3))
    (1, 3)
    """
    return dice * MOST_PLAYERS + owner


def owner_of(stack: int) -> int:
    """The player whose dice these are."""
    return stack % MOST_PLAYERS


def dice_of(stack: int) -> int:
    """How many dice these are."""
    return stack // MOST_PLAYERS
