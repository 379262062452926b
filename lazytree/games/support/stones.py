"""Positions of games with stones of two players: each player's stones are a set of cells, one bit a cell in an int."""

from __future__ import annotations

from typing import NamedTuple

from lazytree.core.game import FIRST, SECOND


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
