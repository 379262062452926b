"""Scores of a side by the signals that its pieces receive, and the ratings made of them."""

from __future__ import annotations

from collections.abc import Callable

from lazytree.core.bitsets import cells_of, groups, near_on
from lazytree.core.board import Grid
from lazytree.core.game import FIRST, P, Rating, Standing
from lazytree.swarm.spreading import Swarm, heard, hearing

Score = Callable[[P, int], int]
"""The score of one player in a position, (position, player) to a whole number, without regard to the others."""


def swarm_score(swarm: Swarm[P]) -> Score[P]:
    """The score that is the mean strength, on a player's pieces, of the signal of the most important own group.

    The score is in millionths (a mean, not a sum, so that it stays far below a sure win). The most important group is
    the one whose signal is strongest at the centroid, the cell nearest to the mean of the coordinates of the player's
    pieces. Ties: of cells the lowest; of groups the largest, then the one with the lowest cell.

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential
    >>> row = Swarm(squares(1, 5), exponential(2, 5), lambda sets, player: (sets[player], sets[1 - player]))
    >>> swarm_score(row)((0b00011, 0b01000), 0)
    500000
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
    """The score that is the mean, over a player's pieces, of the strongest signal of any other own group.

    The score is in millionths.

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential
    >>> row = Swarm(squares(1, 5), exponential(2, 5), lambda sets, player: (sets[player], sets[1 - player]))
    >>> chemotaxis_score(row)((0b00101, 0b00000), 0)
    62500
    """
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


def centroid(points: tuple[tuple[int, int, int], ...], cells: int) -> int:
    """The cell of the board that is nearest to the mean of the points of `cells` (a bitset); of several the lowest.

    `points` has the point of each cell, see `points_of`.

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential
    >>> centroid(points_of(squares(1, 5)), cells=0b10011)
    2
    """
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
    """The points of a grid's cells, in whole numbers, so that distances are compared exactly.

    Hexagons have their cube coordinates, squares their row and column, other cells their places in thousandths.

    >>> from lazytree.core.board import hexes
    >>> points_of(hexes([(0, 0), (1, 0), (1, 1)]))
    ((0, 0, 0), (1, 0, -1), (1, -1, 0))
    """
    if grid.shape == "hexagon":
        return tuple((row, -column, column - row) for row, column in grid.coordinates)
    if grid.shape == "square":
        return tuple((row, column, 0) for row, column in grid.coordinates)
    return tuple((round(1000 * x), round(1000 * y), 0) for x, y in grid.places)


def lead(score: Score[P], players: int = 2) -> Rating[P]:
    """The rating, seen by FIRST, that is FIRST's score minus the highest score of any other player.

    >>> lead(lambda position, player: position[player], players=3)((5, 2, 9))
    -4
    """
    return lambda position: score(position, FIRST) - max(score(position, player) for player in range(1, players))


def each(score: Score[P], players: int = 2) -> Standing[P]:
    """The standing whose number for each player is that player's score.

    >>> each(lambda position, player: position[player], players=3)((5, 2, 9))
    (5, 2, 9)
    """
    return lambda position: tuple(score(position, player) for player in range(players))


def swarm_rating(swarm: Swarm[P]) -> Rating[P]:
    """The rating that is FIRST's `swarm_score` minus the highest of the other players', in millionths.

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential
    >>> row = Swarm(squares(1, 5), exponential(2, 5), lambda sets, player: (sets[player], sets[1 - player]))
    >>> swarm_rating(row)((0b00011, 0b01000))
    250000
    """
    return lead(swarm_score(swarm), swarm.players)


def chemotaxis_rating(swarm: Swarm[P]) -> Rating[P]:
    """The rating that is FIRST's `chemotaxis_score` minus the highest of the other players', in millionths.

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential
    >>> row = Swarm(squares(1, 5), exponential(2, 5), lambda sets, player: (sets[player], sets[1 - player]))
    >>> chemotaxis_rating(row)((0b00101, 0b01000))
    62500
    """
    return lead(chemotaxis_score(swarm), swarm.players)
