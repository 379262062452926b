"""Positions of games with stones of two players: each player's stones are a set of cells, one bit a cell in an int."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lazytree.core.bitsets import cells_of
from lazytree.core.game import FIRST, SECOND
from lazytree.core.layout import WON, Stone


class Position(NamedTuple):
    """The stones of both players and whose turn it is."""

    first: int  # the cells with stones of FIRST
    second: int  # the cells with stones of SECOND
    mover: int


def mine_and_theirs(position: Position) -> tuple[int, int]:
    """The stones of the player to move, and those of the other one."""
    if position.mover == FIRST:
        return position.first, position.second
    return position.second, position.first


def next_turn(mover: int, mine: int, theirs: int) -> Position:
    """The position after a turn of `mover`, whose stones are now `mine`, the other player's `theirs`."""
    return Position(mine, theirs, SECOND) if mover == FIRST else Position(theirs, mine, FIRST)


def stones(position: Position) -> Iterator[Stone]:
    """The `stones` of a game whose layout numbers the cells as the sets do."""
    yield from stones_in(position.first, position.second, 0)


def stones_in(first: int, second: int, won: int) -> Iterator[Stone]:
    """The stones of two sets of cells; those in the set `won` are part of what has won.

    >>> list(stones_in(0b01, 0b10, won=0b10))
    [Stone(cell=0, owner=0, height=1, mark=0), Stone(cell=1, owner=1, height=1, mark=2)]
    """
    for cell in cells_of(first):
        yield Stone(cell, FIRST, 1, WON * (won >> cell & 1))
    for cell in cells_of(second):
        yield Stone(cell, SECOND, 1, WON * (won >> cell & 1))
