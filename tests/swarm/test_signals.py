"""Signals and their ratings, against a slow twin that walks with dicts and reckons with fractions, and by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree.core.bitsets import set_of
from lazytree.core.board import graph, hexhex, rhombus, squares, triangle, triangular
from lazytree.core.values import SURE
from lazytree.swarm import (
    Swarm,
    centre_of,
    chemotaxis_rating,
    chemotaxis_score,
    each,
    exponential,
    inverse,
    lead,
    literal_chemotaxis_score,
    mean_strength,
    most_important,
    signals,
    swarm_rating,
    swarm_score,
)

LAWS = {"exponential": exponential, "inverse": inverse}
WHEEL = graph(
    [(1, 2, 3, 4), (0, 2, 4), (0, 1, 3), (0, 2, 4), (0, 1, 3), ()],
    places=[(0, 0), (0, -1), (1, 0), (0, 1), (-1, 0), (3, 3)],
)
GRIDS = [
    hexhex(2),
    hexhex(3),
    hexhex(4),
    rhombus(4, 3),
    triangle(5),
    triangular(2),
    squares(4, 5),
    squares(3, 3, diagonals=True),
    WHEEL,
]


def sides(position, player):
    """A position here is a tuple of each player's set of cells."""
    return position[player], sum(mine for other, mine in enumerate(position) if other != player)


def swarm_on(grid, position, law=exponential, power=None):
    largest = max(1, *(mine.bit_count() for mine in position))
    return Swarm(grid, law(largest, len(grid.names), power), sides, len(position))


@st.composite
def swarms(draw):
    """A swarm and a position of it."""
    grid, players = draw(st.sampled_from(GRIDS)), draw(st.integers(2, 3))
    owners = draw(st.lists(st.integers(-2, players - 1), min_size=len(grid.names), max_size=len(grid.names)))
    position = tuple(set_of(cell for cell, owner in enumerate(owners) if owner == player) for player in range(players))
    law = draw(st.sampled_from(sorted(LAWS)))
    power = draw(st.sampled_from([None, Fraction(1, 40), Fraction(1, 77)]))
    return law, power, swarm_on(grid, position, LAWS[law], power), position


# The twin


class Twin:
    def __init__(self, law, power, grid, position):
        self.law, self.grid = law, grid
        self.power = power or Fraction(1, 2 * max(1, *(mine.bit_count() for mine in position)))
        self.owner = {c: p for p, mine in enumerate(position) for c in range(len(grid.names)) if mine >> c & 1}

    def pieces(self, player):
        return [cell for cell in range(len(self.grid.names)) if self.owner.get(cell) == player]

    def groups(self, player):
        """The player's groups as sorted lists, by their lowest cells."""
        found = []
        for piece in self.pieces(player):
            if not any(piece in group for group in found):
                group = [piece]
                for cell in group:
                    group += [n for n in self.grid.neighbours[cell] if self.owner.get(n) == player and n not in group]
                found.append(sorted(group))
        return found

    def strength(self, size, distance):
        volume = self.power * size
        return float(1_000_000 * (volume**distance if self.law == "exponential" else volume / distance))

    def distances(self, player, group):
        """Breadth first: only empty cells and the player's own pieces pass the signal on."""
        at, fringe = dict.fromkeys(group, 0), list(group)
        for cell in fringe:
            if self.owner.get(cell, player) == player:
                for near in self.grid.neighbours[cell]:
                    if near not in at:
                        at[near] = at[cell] + 1
                        fringe.append(near)
        return at

    def field(self, player, group):
        far = self.distances(player, group)
        return {cell: self.strength(len(group), max(1, distance)) for cell, distance in far.items()}

    def place(self, cell):
        """Where a cell lies, a row of hexagons being half a hexagon further left and the root of 3/4 lower."""
        row, column = map(Fraction, self.grid.coordinates[cell])
        if self.grid.shape == "triangle":
            return (Fraction(column, 2), row + Fraction(1 if (row + column) % 2 else 2, 3)), Fraction(3, 4)
        if self.grid.shape == "hexagon":
            return (column - row / 2, row), Fraction(3, 4)
        return ((column, row), 1) if self.grid.shape == "square" else (tuple(map(Fraction, self.grid.places[cell])), 1)

    def centroid(self, player):
        pieces = self.pieces(player)
        mean_x, mean_y = (sum(self.place(cell)[0][axis] for cell in pieces) / len(pieces) for axis in (0, 1))

        def distance(cell):
            (x, y), stretch = self.place(cell)
            return (x - mean_x) ** 2 + stretch * (y - mean_y) ** 2

        return min(range(len(self.grid.names)), key=lambda cell: (distance(cell), cell))

    def swarm(self, player):
        if not self.pieces(player):
            return 0
        centre = self.centroid(player)
        heard = [(self.field(player, group), group) for group in self.groups(player)]
        _, group = max(heard, key=lambda pair: (pair[0].get(centre, 0), len(pair[1]), -min(pair[1])))
        far = self.distances(player, group)
        total = 0.0
        for distance in range(len(self.grid.names)):  # near before far, as is promised: so the double is the same
            hearers = sum(far.get(cell) == distance for cell in self.pieces(player))
            total += self.strength(len(group), max(1, distance)) * hearers
        return total / len(self.pieces(player))

    def others(self, player):
        """For each piece: the pieces of its group, and the strongest signal of another one, as a part of 1."""
        groups = self.groups(player)
        for group in groups:
            others = [self.field(player, other) for other in groups if other != group]
            for cell in group:
                yield len(group), Fraction(max([field.get(cell, 0) for field in others], default=0)) / 10**6

    def chemotaxis(self, player):
        heard = [mates + strongest for mates, strongest in self.others(player)]
        return float(10**6 * self.power * sum(heard) / len(heard)) if heard else 0

    def literally(self, player):
        heard = [strongest for _, strongest in self.others(player)]
        return float(10**6 * sum(heard) / len(heard)) if heard else 0


@given(swarms())
def test_fields_agree_with_the_twin(drawn):
    law, power, swarm, position = drawn
    twin = Twin(law, power, swarm.grid, position)
    expected = [
        (player, tuple(group), tuple(twin.field(player, group).get(cell, 0) for cell in range(len(swarm.grid.names))))
        for player in range(len(position))
        for group in twin.groups(player)
    ]
    assert [signal[:3] for signal in signals(swarm, position)] == expected


@given(swarms())
def test_scores_agree_with_the_twin(drawn):
    law, power, swarm, position = drawn
    twin = Twin(law, power, swarm.grid, position)
    players = range(len(position))
    assert each(swarm_score(swarm), len(position))(position) == tuple(twin.swarm(player) for player in players)
    for score, expected in ((chemotaxis_score, twin.chemotaxis), (literal_chemotaxis_score, twin.literally)):
        for player in players:
            assert isclose(score(swarm)(position, player), expected(player), rel_tol=1e-12)


# By hand, P = 1/6: Black's pair emits 1/3, 1/9, 1/27, 1/81 at distances 1 to 4, a single piece 1/6, 1/36, 1/216, ...

GRID = squares(3, 4)
BOARD = """
    B B . .
    W . W .
    . . . B
"""


def drawn_position(board):
    marks = board.split()
    return tuple(set_of(cell for cell, mark in enumerate(marks) if mark == player) for player in "BW")


@pytest.fixture
def swarm():
    return swarm_on(GRID, drawn_position(BOARD))


def test_a_field_by_hand(swarm):
    """White's pieces hear Black's signal and do not pass it on."""
    pair, single, *_ = signals(swarm, drawn_position(BOARD))
    assert (pair.colour, [GRID.names[cell] for cell in pair.group]) == (0, ["a3", "b3"])
    assert pair.strengths == pytest.approx([10**6 / 3**far for far in (1, 1, 1, 2, 1, 1, 2, 3, 3, 2, 3, 4)])
    assert single.strengths == pytest.approx([10**6 / 6**far for far in (5, 4, 3, 2, 4, 3, 2, 1, 3, 2, 1, 1)])


def test_ratings_by_hand(swarm):
    position = drawn_position(BOARD)
    # Black's centroid and White's are b2; there Black's pair is loudest, and of White's two equals a2, the lower
    black, white = (1 / 3 + 1 / 3 + 1 / 81) / 3, (1 / 6 + 1 / 36) / 2
    assert swarm_rating(swarm)(position) == pytest.approx(10**6 * (black - white))
    # The pair hears the single piece at distances 5 and 4, and is heard by it at 4; White's two hear each other at 2
    black, white = (1 / 6**5 + 1 / 6**4 + 1 / 3**4) / 3, (1 / 36 + 1 / 36) / 2
    literal = lead(literal_chemotaxis_score(swarm))
    assert literal(position) == pytest.approx(10**6 * (black - white))
    # Joined pieces count one each: 2, 2 and 1 for Black, 1 and 1 for White, all times P
    black, white = black + (2 + 2 + 1) / 3, white + 1
    assert chemotaxis_rating(swarm)(position) == pytest.approx(10**6 / 6 * (black - white))


def test_who_is_walled_in_hears_nothing():
    position = drawn_position("""
        B W . B
        W W . B
        . . . .
    """)
    walled, pair, _ = signals(swarm_on(GRID, position), position)
    assert walled.strengths[:4] == (10**6 / 6, 10**6 / 6, 0, 0) and pair.strengths[0] == 0
    assert literal_chemotaxis_score(swarm_on(GRID, position))(position, 0) == 0


def test_of_groups_equally_loud_the_larger_counts():
    """White's pieces keep all signals from the centroid, f1, and the pair is larger than the single piece."""
    position = drawn_position("B . W . W . W B B")
    swarm = swarm_on(squares(1, 9), position)
    assert [signal.strengths[5] for signal in signals(swarm, position)][:2] == [0, 0]
    assert swarm_score(swarm)(position, 0) == pytest.approx(10**6 * (0 + 1 / 3 + 1 / 3) / 3)


# Laws


@pytest.mark.parametrize("law", LAWS.values())
def test_two_joined_pieces_emit_twice_as_strongly_and_signals_decay(law):
    table = law(18, 91)
    assert table[2][1] == 2 * table[1][1] == pytest.approx(10**6 / 18)
    for strengths in table[1:]:
        assert strengths[0] == strengths[1] and list(strengths[1:]) == sorted(strengths[1:], reverse=True)
    for smaller, larger in pairwise(table[1:]):
        assert smaller[1] < larger[1]


@pytest.mark.parametrize("law", LAWS.values())
def test_no_signal_is_rounded_to_nothing(law):
    """Each is the double nearest to the fraction; where no double is so small, the smallest normal one."""
    assert law(18, 91)[1][10] == float(10**6 * (Fraction(1, 36) ** 10 if law is exponential else Fraction(1, 360)))
    assert all(strength > 0 for strengths in law(50, 400)[1:] for strength in strengths)


@given(swarms())
def test_exchanging_the_sides_turns_the_rating_round(drawn):
    _, _, swarm, position = drawn
    for rating in (lead(swarm_score(swarm)), lead(chemotaxis_score(swarm))):
        first, second, *others = position
        assert rating((first, second, *others)) == -rating((second, first, *others))


@given(swarms())
def test_ratings_stay_below_a_sure_win(drawn):
    _, _, swarm, position = drawn
    for rating in (swarm_rating(swarm), chemotaxis_rating(swarm)):
        assert abs(rating(position)) < SURE


@pytest.mark.parametrize("law", LAWS.values())
@pytest.mark.parametrize("power", [Fraction(0), Fraction(-1, 9), Fraction(1, 4), Fraction(99, 400)])
def test_a_power_out_of_range_is_refused(law, power):
    with pytest.raises(ValueError, match="power must lie between 0 and 99/400"):
        law(4, 20, power)


@pytest.mark.parametrize(("pieces", "cells"), [(0, 5), (3, 0)])
def test_a_swarm_needs_pieces_and_cells(pieces, cells):
    with pytest.raises(ValueError, match="must be a whole number of at least 1"):
        exponential(pieces, cells)


@given(swarms())
def test_the_score_is_made_of_its_pieces(drawn):
    """Centroid, most important group and strength are the twin's of the score; the group is the loudest there."""
    _, _, swarm, position = drawn
    centre, important, strength = centre_of(swarm), most_important(swarm), mean_strength(swarm)
    for player in range(swarm.players):
        spot = centre(position, player)
        group = important(position, player, spot)
        own = [signal for signal in signals(swarm, position) if signal.colour == player]
        loudest = max((signal.strengths[spot] for signal in own), default=0.0)
        assert any(set_of(it.group) == group and it.strengths[spot] == loudest for it in own) or group == 0 == len(own)
        assert swarm_score(swarm)(position, player) == strength(position, player, group)
