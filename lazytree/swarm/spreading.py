"""Swarms: every connected group of pieces emits a signal, and a side is rated by the signals that its pieces receive.

A signal spreads step by step over empty cells and over the other groups of its own side; pieces of other sides receive
it and do not pass it on. A law of decay gives its strength at each distance, in millionths; on the group's own cells
it is as strong as at distance 1. Strengths are added distance by distance, the nearest first, so that every program
that does so finds the same double. The functions here work for every game whose board is a grid.

Source: D. D. Albarracín Molina, thesis, Málaga 2010.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple

from lazytree.core.bitsets import Near, cells_of, groups, near_on, rings
from lazytree.core.board import Grid
from lazytree.core.game import P
from lazytree.core.showing import mime_bundle
from lazytree.swarm.decay import Law


class Swarm(NamedTuple, Generic[P]):
    """The board, the law of decay and the sides of a game: what is needed to compute signals in its positions.

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential, swarm_rating
    >>> row = Swarm(squares(1, 5), exponential(2, 5), lambda sets, player: (sets[player], sets[1 - player]))
    >>> swarm_rating(row)((0b00011, 0b01000))
    250000.0
    """

    grid: Grid
    law: Law
    sides: Callable[[P, int], tuple[int, int]]  # (position, player) to that player's cells, all others' (bitsets)
    players: int = 2


class _Signal(NamedTuple):
    """The items of a `Signal`."""

    colour: int  # the player whose group it is: FIRST, SECOND, ...
    group: tuple[int, ...]  # the cells of the group
    strengths: tuple[float, ...]  # one for each cell of the board, in millionths; 0.0 where it is not heard


class Signal(_Signal):
    """The signal of one group.

    >>> Signal(colour=0, group=(1,), strengths=(250000.0, 250000.0, 62500.0)).strengths[2]
    62500.0
    """

    grid: Grid | None = None  # the board; no item of the tuple

    def __repr__(self) -> str:
        heard_on = sum(strength > 0 for strength in self.strengths)
        pieces = f"{len(self.group)} {'piece' if len(self.group) == 1 else 'pieces'}"
        return f"<Signal of player {self.colour}: {pieces}, heard on {heard_on} of {len(self.strengths)} cells>"

    _repr_mimebundle_ = mime_bundle


def signals(swarm: Swarm[P], position: P) -> tuple[Signal, ...]:
    """The signals of all groups in a position, player by player, groups in the order of their lowest cells.

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential
    >>> row = Swarm(squares(1, 5), exponential(2, 5), lambda sets, player: (sets[player], sets[1 - player]))
    >>> for signal in signals(row, (0b00011, 0b01000)):
    ...     print(signal, signal.strengths)
    <Signal of player 0: 2 pieces, heard on 4 of 5 cells> (500000.0, 500000.0, 500000.0, 250000.0, 0.0)
    <Signal of player 1: 1 piece, heard on 4 of 5 cells> (0.0, 62500.0, 250000.0, 250000.0, 250000.0)
    """
    near = near_on(swarm.grid)
    found = []
    for player in range(swarm.players):
        mine, theirs = swarm.sides(position, player)
        for group in groups(near, mine):
            signal = Signal(player, tuple(cells_of(group)), field(near, swarm.law, group, theirs))
            signal.grid = swarm.grid
            found.append(signal)
    return tuple(found)


def field(near: Near, law: Law, group: int, theirs: int) -> tuple[float, ...]:
    """The strength of a group's signal on each cell, in millionths; `group` and `theirs` (other sides) are bitsets.

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential
    >>> field(near_on(squares(1, 5)), exponential(2, 5), group=0b00011, theirs=0b01000)
    (500000.0, 500000.0, 500000.0, 250000.0, 0.0)
    """
    strengths = law[group.bit_count()]
    strength_on = [strengths[0] if group >> cell & 1 else 0.0 for cell in range(len(near))]
    for distance, hearers in cells_by_distance(near, group, (1 << len(near)) - 1, ~theirs):
        for cell in cells_of(hearers):
            strength_on[cell] = strengths[distance]
    return tuple(strength_on)


def sum_heard(near: Near, strengths: tuple[float, ...], group: int, listeners: int, through: int) -> float:
    """The sum of a group's signal over the cells of the bitset `listeners`, in millionths, added from near to far."""
    total = strengths[0] * (group & listeners).bit_count()
    for distance, hearers in cells_by_distance(near, group, listeners, through):
        total += strengths[distance] * hearers.bit_count()
    return total


def cells_by_distance(near: Near, group: int, listeners: int, through: int) -> Iterator[tuple[int, int]]:
    """The distances 1, 2, 3, ... from a group, each with the bitset of cells of `listeners` at that distance.

    Paths go through cells of the bitset `through`.
    """
    waiting = listeners & ~group
    for distance, ring in enumerate(rings(near, group, through), 1):
        if waiting == 0:
            break
        yield distance, ring & waiting
        waiting &= ~ring
