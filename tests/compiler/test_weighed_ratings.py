"""Weighted sums of ratings: they compile where their parts do, and are the same numbers in both lanes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

from lazytree import alphabeta, deepen, grow, prune, rate, weigh
from lazytree.compiler import compiled, rules_lane
from lazytree.core.lanes import MACHINE
from lazytree.games import konane

GAME = konane(rows=4, columns=6, opening="corner")
NAMES = ("mobility", "movable", "stones")
WEIGHTS = {
    "none": (),
    "one": (3,),
    "whole": (3, -1, 2),
    "floats": (-0.182, 1.88, 0.936),
    "mixed": (2, 0.1, -7),
    "large": (2**61, 2**61, 1e300),
}


def weighed(weights):
    return weigh(*zip(weights, (GAME.ratings[name] for name in NAMES)))


def by_hand(weights, position):
    total = 0
    for weight, name in zip(weights, NAMES):
        total = total + weight * GAME.ratings[name](position)
    return total


MACHINES = {name: compiled(replace(GAME, ratings={"sum": weighed(weights)})) for name, weights in WEIGHTS.items()}


@pytest.mark.parametrize("name", WEIGHTS)
def test_a_weighted_sum_compiles(name):
    found = rules_lane(MACHINES[name])
    assert (found.name, found.ratings) == (MACHINE, {})


@settings(max_examples=60, deadline=None)
@given(st.integers(), st.integers(0, 12))
def test_it_is_the_same_number_in_both_lanes(seed, plies):
    position, random = GAME.start, Random(seed)
    for _ in range(plies):
        if moves := list(GAME.moves(position)):
            position = GAME.play(position, random.choice(moves))
    for name, weights in WEIGHTS.items():
        expected = by_hand(weights, position)
        for value in (weighed(weights)(position), MACHINES[name].ratings["sum"](position)):
            assert (value, type(value)) == (expected, type(expected)), name


@pytest.mark.parametrize("name", ("whole", "floats"))
def test_a_search_by_it_in_machine_code_finds_the_value_of_the_lazy_tree(name):
    game = replace(GAME, ratings={"sum": weighed(WEIGHTS[name])})
    for answer in islice(deepen(game, rating="sum", megabytes=1), 4):
        assert answer.lane == MACHINE
        assert answer.value == alphabeta(prune(answer.depth)(rate(game, "sum")(grow(game)(game.start))))


def test_sums_of_sums_compile_and_sums_of_other_parts_say_why_not():
    inner = weighed(WEIGHTS["mixed"])

    def refused(position):
        return len(str(position))

    ratings = {
        "nested": weigh((2, inner), (-1, GAME.ratings["stones"])),
        "refused": weigh((1, inner), (1, refused)),
        "fractions": weigh((Fraction(1, 3), inner)),
    }
    game = compiled(replace(GAME, ratings=ratings))
    assert set(rules_lane(game).ratings) == {"refused", "fractions"}
    start = GAME.start
    assert game.ratings["nested"](start) == 2 * by_hand(WEIGHTS["mixed"], start) - GAME.ratings["stones"](start)
    assert game.ratings["refused"](start) == by_hand(WEIGHTS["mixed"], start) + len(str(start))
