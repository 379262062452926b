"""A swarm: every group of pieces emits a signal of its own, and a side is rated by what its pieces hear.

A signal spreads step by step over empty cells and over its own side's other groups; other sides' pieces hear it and do
not pass it on. A law of decay says how strong it is at a distance, in parts of a million; on the group's own cells it
is as strong as at distance 1. Nothing here knows of a particular game: a board is its neighbours.

Source: Albarracín, thesis, Málaga 2010.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Generic, NamedTuple

from lazytree.core.bitsets import Near, cells_of, groups, near_on, rings
from lazytree.core.board import Grid, at_least
from lazytree.core.game import FIRST, P, Rating, Standing
from lazytree.core.values import SURE

MILLION = 1_000_000

Law = tuple[tuple[int, ...], ...]
"""law[g][s]: how strong the signal of a group of g pieces is at distance s, in parts of a million."""

Score = Callable[[P, int], int]
"""How well a player stands in a position, whatever the others do."""


class Swarm(NamedTuple, Generic[P]):
    """What there is to know for hearing signals in a game's positions."""

    grid: Grid
    law: Law
    sides: Callable[[P, int], tuple[int, int]]  # from position and player: that player's cells, all others' cells
    players: int = 2


class Signal(NamedTuple):
    """What one group emits, as far as it is heard."""

    colour: int  # the player whose group it is
    group: tuple[int, ...]  # its cells
    strengths: tuple[int, ...]  # on each cell of the board, in parts of a million


def exponential(pieces: int, cells: int, power: Fraction | None = None) -> Law:
    """The law (P·g)^s, rounded down, for groups of up to `pieces` pieces on a board of `cells` cells.

    The initial power P is 1/(2·pieces) unless given. Raises ValueError where P·pieces is not between 0 and 0.99.

    >>> exponential(pieces=2, cells=3)
    ((0, 0, 0, 0), (250000, 250000, 62500, 15625), (500000, 500000, 250000, 125000))
    """
    return _law(pieces, cells, power, lambda above, below, distance: MILLION * above**distance // below**distance)


def inverse(pieces: int, cells: int, power: Fraction | None = None) -> Law:
    """The law P·g/s, rounded down; arguments and errors are those of `exponential`.

    >>> inverse(pieces=2, cells=3)
    ((0, 0, 0, 0), (250000, 250000, 125000, 83333), (500000, 500000, 250000, 166666))
    """
    return _law(pieces, cells, power, lambda above, below, distance: MILLION * above // (below * distance))


def _law(pieces: int, cells: int, power: Fraction | None, strength: Callable[[int, int, int], int]) -> Law:
    at_least("pieces", pieces, 1)
    at_least("cells", cells, 1)
    power = Fraction(1, 2 * pieces) if power is None else Fraction(power)
    if not 0 < power * pieces * MILLION < SURE:
        raise ValueError(f"power must lie between 0 and {Fraction(SURE, MILLION * pieces)}, not be {power}")
    above, below = power.as_integer_ratio()
    return tuple(
        tuple(strength(above * size, below, max(distance, 1)) for distance in range(cells + 1))
        for size in range(pieces + 1)
    )


def signals(swarm: Swarm[P], position: P) -> tuple[Signal, ...]:
    """The signal of every group, player by player, groups by their lowest cells.

    >>> from lazytree.core.board import squares
    >>> row = Swarm(squares(1, 5), exponential(2, 5), lambda sets, player: (sets[player], sets[1 - player]))
    >>> for signal in signals(row, (0b00011, 0b01000)):
    ...     print(signal)
    Signal(colour=0, group=(0, 1), strengths=(500000, 500000, 500000, 250000, 0))
    Signal(colour=1, group=(3,), strengths=(0, 62500, 250000, 250000, 250000))
    """
    near = near_on(swarm.grid)
    found = []
    for player in range(swarm.players):
        mine, theirs = swarm.sides(position, player)
        found += [
            Signal(player, tuple(cells_of(group)), field(near, swarm.law, group, theirs))
            for group in groups(near, mine)
        ]
    return tuple(found)


def field(near: Near, law: Law, group: int, theirs: int) -> tuple[int, ...]:
    """How strong the signal of a group is on each cell."""
    strengths = law[group.bit_count()]
    strength_on = [strengths[0] if group >> cell & 1 else 0 for cell in range(len(near))]
    for distance, hearers in hearing(near, group, (1 << len(near)) - 1, ~theirs):
        for cell in cells_of(hearers):
            strength_on[cell] = strengths[distance]
    return tuple(strength_on)


def swarm_score(swarm: Swarm[P]) -> Score[P]:
    """How well a player's pieces hear their most important group: the mean strength, in parts of a million.

    The mean, not the sum, so that no score comes near that of a sure win.

    The most important group is the one heard most strongly at the centroid, the cell nearest to the mean of the
    pieces' coordinates (of several cells the lowest; of several groups the largest, then the one with the lowest cell).
    """
    near, points, law, sides = near_on(swarm.grid), points_of(swarm.grid), swarm.law, swarm.sides

    def score(position: P, player: int) -> int:
        mine, theirs = sides(position, player)
        if mine == 0:
            return 0
        spot = 1 << centroid(points, mine)
        best, best_strength, best_size = 0, -1, 0
        for group in groups(near, mine):
            size = group.bit_count()
            strength = heard(near, law[size], group, spot, ~theirs)
            if strength > best_strength or (strength == best_strength and size > best_size):
                best, best_strength, best_size = group, strength, size
        return heard(near, law[best_size], best, mine, ~theirs) // mine.bit_count()

    return score


def chemotaxis_score(swarm: Swarm[P]) -> Score[P]:
    """How well each of a player's pieces hears the strongest signal of any other own group: the mean, in millionths."""
    near, law, sides = near_on(swarm.grid), swarm.law, swarm.sides

    def score(position: P, player: int) -> int:
        mine, theirs = sides(position, player)
        if mine == 0:
            return 0
        loudest = [0] * len(near)
        for group in groups(near, mine):
            strengths = law[group.bit_count()]
            for distance, hearers in hearing(near, group, mine, ~theirs):
                for cell in cells_of(hearers):
                    loudest[cell] = max(loudest[cell], strengths[distance])
        return sum(loudest) // mine.bit_count()

    return score


def heard(near: Near, strengths: tuple[int, ...], group: int, listeners: int, through: int) -> int:
    """What a group's signal comes to, added up over the cells of `listeners`."""
    total = strengths[0] * (group & listeners).bit_count()
    for distance, hearers in hearing(near, group, listeners, through):
        total += strengths[distance] * hearers.bit_count()
    return total


def hearing(near: Near, group: int, listeners: int, through: int) -> Iterator[tuple[int, int]]:
    """At 1, 2, 3, ... steps over cells of `through`: the distance and who of `listeners` hears the group from there."""
    deaf = listeners & ~group
    for distance, ring in enumerate(rings(near, group, through), 1):
        if deaf == 0:
            break
        yield distance, ring & deaf
        deaf &= ~ring


def centroid(points: tuple[tuple[int, int, int], ...], cells: int) -> int:
    """The cell of the board nearest to the mean of some cells' points; of several the lowest."""
    count, x, y, z = 0, 0, 0, 0
    for cell in cells_of(cells):
        count, x, y, z = count + 1, x + points[cell][0], y + points[cell][1], z + points[cell][2]
    nearest, least = 0, -1
    for cell, (a, b, c) in enumerate(points):
        distance = (count * a - x) ** 2 + (count * b - y) ** 2 + (count * c - z) ** 2
        if least < 0 or distance < least:
            nearest, least = cell, distance
    return nearest


def points_of(grid: Grid) -> tuple[tuple[int, int, int], ...]:
    """Where the cells lie, in whole numbers, so that what is nearest is exact.

    Hexagonal cells lie on a plane in space (their cube coordinates), squares by row and column, others where they are
    drawn, in thousandths.
    """
    if grid.shape == "hexagon":
        return tuple((row, -column, column - row) for row, column in grid.coordinates)
    if grid.shape == "square":
        return tuple((row, column, 0) for row, column in grid.coordinates)
    return tuple((round(1000 * x), round(1000 * y), 0) for x, y in grid.places)


def lead(score: Score[P], players: int = 2) -> Rating[P]:
    """The rating that is FIRST's score minus the best score of any other player.

    >>> lead(lambda position, player: position[player], players=3)((5, 2, 9))
    -4
    """
    return lambda position: score(position, FIRST) - max(score(position, player) for player in range(1, players))


def each(score: Score[P], players: int = 2) -> Standing[P]:
    """The standing that is each player's score.

    >>> each(lambda position, player: position[player], players=3)((5, 2, 9))
    (5, 2, 9)
    """
    return lambda position: tuple(score(position, player) for player in range(players))


def swarm_rating(swarm: Swarm[P]) -> Rating[P]:
    """FIRST's `swarm_score` minus the best of the others'."""
    return lead(swarm_score(swarm), swarm.players)


def chemotaxis_rating(swarm: Swarm[P]) -> Rating[P]:
    """FIRST's `chemotaxis_score` minus the best of the others'."""
    return lead(chemotaxis_score(swarm), swarm.players)
