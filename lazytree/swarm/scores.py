"""Scores of a side by the signals that its pieces receive, and the ratings made of them."""

from __future__ import annotations

from collections.abc import Callable

from lazytree.core.bitsets import Near, cells_of, groups, near_on, rings
from lazytree.core.board import Grid
from lazytree.core.game import FIRST, P, Rating, Standing
from lazytree.swarm.decay import MILLION, Law
from lazytree.swarm.spreading import Swarm, cells_by_distance, sum_heard

Score = Callable[[P, int], float]
"""The score of one player in a position, (position, player) to a number, without regard to the others."""


Centre = Callable[[P, int], int]
"""From position and player to a cell: where the player's pieces are on the mean."""

Important = Callable[[P, int, int], int]
"""From position, player and a cell to the player's group that counts there, as a bitset."""

Strength = Callable[[P, int, int], float]
"""From position, player and a group (a bitset) to what the player's pieces hear of that group."""


def centre_of(swarm: Swarm[P]) -> Centre[P]:
    """The function that gives the centroid of a player's pieces: the cell nearest to the mean of their coordinates.

    Of several the lowest.

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential
    >>> row = Swarm(squares(1, 5), exponential(2, 5), lambda sets, player: (sets[player], sets[1 - player]))
    >>> centre_of(row)((0b10011, 0b00000), 0)
    2
    """
    points, sides = points_of(swarm.grid), swarm.sides

    def centre(position: P, player: int) -> int:
        return centroid(points, sides(position, player)[0])

    return centre


def most_important(swarm: Swarm[P]) -> Important[P]:
    """The function that gives a player's most important group: the one whose signal is strongest on a cell.

    Of equal ones the largest, then the one with the lowest cell; 0, no group, where the player has no pieces.

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential
    >>> row = Swarm(squares(1, 5), exponential(2, 5), lambda sets, player: (sets[player], sets[1 - player]))
    >>> bin(most_important(row)((0b10011, 0b00000), 0, 2))
    '0b11'
    """
    near, law, sides = near_on(swarm.grid), swarm.law, swarm.sides

    def important(position: P, player: int, cell: int) -> int:
        mine, theirs = sides(position, player)
        return loudest_at(near, law, 1 << cell, mine, ~theirs)

    return important


def mean_strength(swarm: Swarm[P]) -> Strength[P]:
    """The function that gives the mean strength, on a player's pieces, of the signal of a group, in millionths.

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential
    >>> row = Swarm(squares(1, 5), exponential(2, 5), lambda sets, player: (sets[player], sets[1 - player]))
    >>> mean_strength(row)((0b00101, 0b00000), 0, 0b00001)
    156250.0
    """
    near, law, sides = near_on(swarm.grid), swarm.law, swarm.sides

    def strength(position: P, player: int, group: int) -> float:
        mine, theirs = sides(position, player)
        return sum_heard(near, law[group.bit_count()], group, mine, ~theirs) / mine.bit_count() if mine else 0.0

    return strength


def swarm_score(swarm: Swarm[P]) -> Score[P]:
    """The score that is the mean strength, on a player's pieces, of the signal of the most important own group.

    It is made of `centre_of`, `most_important` and `mean_strength`: the most important group is the one whose signal is
    strongest at the centroid. The score is in millionths (a mean, not a sum, so that it stays far below a sure win).

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential
    >>> row = Swarm(squares(1, 5), exponential(2, 5), lambda sets, player: (sets[player], sets[1 - player]))
    >>> swarm_score(row)((0b00011, 0b01000), 0)
    500000.0
    """
    centre, important, strength = centre_of(swarm), most_important(swarm), mean_strength(swarm)

    def score(position: P, player: int) -> float:
        return strength(position, player, important(position, player, centre(position, player)))

    return score


def loudest_at(near: Near, law: Law, spot: int, mine: int, through: int) -> int:
    """The group of `mine` whose signal is strongest on a cell; of equal ones the largest, then the first.

    `spot` is the cell, as a bitset like the others; signals go through the cells of `through`.
    """
    loudest, most = 0, 0.0
    for group in groups(near, mine):
        strength = strength_at(near, law[group.bit_count()], spot, group, through)
        if loudest == 0 or strength > most or (strength == most and group.bit_count() > loudest.bit_count()):
            loudest, most = group, strength
    return loudest


def strength_at(near: Near, strengths: tuple[float, ...], spot: int, group: int, through: int) -> float:
    """The strength of a group's signal on a cell: `strengths` has it for each distance. 0 where it is not heard.

    The search begins at the cell: distances are the same in both directions.
    """
    if group & spot:
        return strengths[0]
    for distance, ring in enumerate(rings(near, spot, through), 1):
        if group & ring:
            return strengths[distance]
    return 0.0


def chemotaxis_score(swarm: Swarm[P]) -> Score[P]:
    """The score that is high where a player's groups have joined, and where the others hear a strong own signal.

    Each piece counts what it hears: the pieces of its own group at full strength each, and the strongest signal of any
    other own group. The score is the mean over the player's pieces, times the initial power P, in millionths: all
    pieces together score as in `swarm_score`. A step that joins groups, and leaves no own piece in a smaller group than
    before, raises the score (for both laws of `lazytree.swarm`): each piece that was joined counts one at least for
    each new piece in its group, and a signal from another group counts less than one.

    Source: after the thesis (see `lazytree.swarm.spreading`), whose pieces follow the gradient of the stronger signal,
    as amoebae do; that joining counts in full is our reading. Its words alone are in `literal_chemotaxis_score`.

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential
    >>> row = Swarm(squares(1, 5), exponential(2, 5), lambda sets, player: (sets[player], sets[1 - player]))
    >>> chemotaxis_score(row)((0b00101, 0b00000), 0), chemotaxis_score(row)((0b00110, 0b00000), 0)
    (265625.0, 500000.0)
    """
    near, law, sides = near_on(swarm.grid), swarm.law, swarm.sides
    full = law[1][0] / MILLION  # P

    def score(position: P, player: int) -> float:
        mine, theirs = sides(position, player)
        if mine == 0:
            return 0.0
        joined = sum(group.bit_count() * group.bit_count() for group in groups(near, mine))
        return (law[1][0] * joined + full * hear_others(near, law, mine, ~theirs)) / mine.bit_count()

    return score


def literal_chemotaxis_score(swarm: Swarm[P]) -> Score[P]:
    """The score that is the mean, over a player's pieces, of the strongest signal of any other own group.

    The score is in millionths. Pieces that have joined no longer hear one another, so joining may lower it: see
    `chemotaxis_score`.

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential
    >>> row = Swarm(squares(1, 5), exponential(2, 5), lambda sets, player: (sets[player], sets[1 - player]))
    >>> literal_chemotaxis_score(row)((0b00101, 0b00000), 0), literal_chemotaxis_score(row)((0b00110, 0b00000), 0)
    (62500.0, 0.0)
    """
    near, law, sides = near_on(swarm.grid), swarm.law, swarm.sides

    def score(position: P, player: int) -> float:
        mine, theirs = sides(position, player)
        return hear_others(near, law, mine, ~theirs) / mine.bit_count() if mine else 0.0

    return score


def hear_others(near: Near, law: Law, mine: int, through: int) -> float:
    """What each piece of `mine` (a bitset) hears of the groups that it does not belong to: their strongest signal.

    The sum over the pieces, the lowest cell first. Signals go through the cells of the bitset `through`.
    """
    sizes = [0] * len(near)  # for each cell the size of the group that is loudest there, and how far away it is
    distances = [0] * len(near)
    for group in groups(near, mine):
        size = group.bit_count()
        strengths = law[size]
        for distance, hearers in cells_by_distance(near, group, mine, through):
            for cell in cells_of(hearers):
                if strengths[distance] > law[sizes[cell]][distances[cell]]:
                    sizes[cell] = size
                    distances[cell] = distance
    total = 0.0
    for cell in cells_of(mine):
        total += law[sizes[cell]][distances[cell]]
    return total


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

    Hexagons have their cube coordinates, squares their row and column, triangles cube coordinates too (six times
    finer than those of hexagons), other cells their places in thousandths.

    >>> from lazytree.core.board import hexes
    >>> points_of(hexes([(0, 0), (1, 0), (1, 1)]))
    ((0, 0, 0), (1, 0, -1), (1, -1, 0))
    """
    if grid.shape == "hexagon":
        return tuple((row, -column, column - row) for row, column in grid.coordinates)
    if grid.shape == "triangle":
        return tuple(_triangle_point(row, column) for row, column in grid.coordinates)
    if grid.shape == "square":
        return tuple((row, column, 0) for row, column in grid.coordinates)
    return tuple((round(1000 * x), round(1000 * y), 0) for x, y in grid.places)


def _triangle_point(row: int, column: int) -> tuple[int, int, int]:
    """The centre of a triangle of `triangular`: a plane of points x, y, z with x + y + z = 0."""
    height = 3 * row + (1 if (row + column) % 2 else 2)  # of its centre, in thirds of a row
    return 2 * height, 3 * column - height, -3 * column - height


def lead(score: Score[P], players: int = 2) -> Rating[P]:
    """The rating, seen by FIRST, that is FIRST's score minus the highest score of any other player.

    >>> lead(lambda position, player: position[player], players=3)((5, 2, 9))
    -4
    """

    def rating(position: P) -> float:
        return score(position, FIRST) - max(score(position, player) for player in range(1, players))

    return rating


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
    250000.0
    """
    return lead(swarm_score(swarm), swarm.players)


def chemotaxis_rating(swarm: Swarm[P]) -> Rating[P]:
    """The rating that is FIRST's `chemotaxis_score` minus the highest of the other players', in millionths.

    >>> from lazytree.core.board import squares
    >>> from lazytree.swarm import exponential
    >>> row = Swarm(squares(1, 5), exponential(2, 5), lambda sets, player: (sets[player], sets[1 - player]))
    >>> chemotaxis_rating(row)((0b00101, 0b01000))
    15625.0
    """
    return lead(chemotaxis_score(swarm), swarm.players)
