"""Ratings that are floats or weighted sums: they compile, and searches find what the lazy tree finds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

from lazytree import alphabeta, deepen, grow, maxn, mcts, minimax, prune, rate, rate_each, search, solve, weigh
from lazytree.compiler import compiled, rules_lane
from lazytree.compiler.running import Runner
from lazytree.core.bitsets import cells_of
from lazytree.core.lanes import MACHINE
from lazytree.games import GAMES, dice_of_doom, konane, selfo, tic_tac_toe
from lazytree.machine.deepening import memories_for
from lazytree.searching.averages import to_units
from lazytree.searching.kernels import scout
from lazytree.searching.kernels.searches import FAR
from tests.helpers.positions import TWO, walk_to
from tests.helpers.searches import alphabeta_to_depth, assert_line

IN_PYTHON = {  # parameters whose rules do not compile, and why
    ("repetition", "draw"): "game is or holds a Game",
}
SETUPS = [
    {"side": 3, "setup": "a1 b3 d4 e5 / a3 b1 d2 e3"},
    {"side": 5, "setup": "regular"},
]
HALVES = ("swarm", "chemotaxis", "chemotaxis_literal")


@pytest.mark.parametrize("name", GAMES)
def test_every_rating_of_every_game_compiles(name):
    variants = [variant for variant in TWO if variant.name == name]
    assert variants
    for variant in variants:
        found = rules_lane(variant())
        whys = [why for parameter, why in IN_PYTHON.items() if parameter in variant.parameters.items()]
        if whys:
            assert found.name == "python" and whys[0] in found.reason
        else:
            assert (found.name, found.ratings) == ("machine", {}), variant


@pytest.mark.parametrize("parameters", SETUPS)
def test_the_ratings_of_selfo_are_equal_to_the_last_bit(parameters):
    game = selfo(**parameters)
    machine = compiled(game)
    for plies in range(12):
        position = walk_to(game, (plies, plies))
        for name, rating in game.ratings.items():
            assert repr(machine.ratings[name](position)) == repr(rating(position)), (name, position)
    assert rules_lane(machine).trapped == 0


def by_brute_force(game, rating, position, depth):
    """The value of the whole tree, without cutoffs."""
    return minimax(rate(game, rating)(prune(depth)(grow(game)(position))))


@pytest.mark.parametrize("name", HALVES)
def test_searches_of_selfo_find_what_the_whole_tree_holds(name):
    game = selfo(**SETUPS[0])
    position = walk_to(game, (4, 5))
    for answer in islice(deepen(game, position, name, megabytes=1), 2):
        assert answer.lane == "machine"
        assert answer.value == by_brute_force(game, name, position, answer.depth)
        assert alphabeta_to_depth(game, answer.depth, name, position) == answer.value


WEIGHTS = st.lists(st.floats(-3, 3).map(lambda x: x / 7), min_size=9, max_size=9).map(tuple)
SCALES = st.sampled_from((1e-9, 0.01, 1.0, 1e5 / 3, -40.0))


def weighed(weights, scale):
    """A game whose rating adds a weight for each cell that is taken."""

    def rating(position):
        total = 0.0
        for cell, mark in enumerate(position.board):
            if mark == 0:
                total += weights[cell] * scale
            elif mark == 1:
                total -= weights[cell] / 3 * scale
        return total

    return replace(tic_tac_toe(), ratings={"weighed": rating})


@settings(max_examples=12, deadline=None)
@given(WEIGHTS, SCALES, st.integers(0, 4), st.integers(0, 1000))
def test_searches_by_any_weights_find_what_the_whole_tree_holds(weights, scale, plies, seed):
    game = weighed(weights, scale)
    position = walk_to(game, (plies, seed))
    for answer in islice(deepen(game, position, "weighed", megabytes=1), 4):
        expected = by_brute_force(game, "weighed", position, answer.depth)
        assert (answer.lane, answer.value) == ("machine", expected)
        assert isinstance(answer.value, int) == float(expected).is_integer()
        assert_line(game, answer, game.ratings["weighed"], position)


def cells_of_both(position):
    """What stands on Konane's board, each cell with a weight of its own."""
    total = 0.0
    for cell in cells_of(position.first):
        total += cell / 7
    for cell in cells_of(position.second):
        total -= cell / 11 + 0.25
    return total


def weighed_konane(**parameters):
    return replace(konane(**parameters), ratings={"cells": cells_of_both})


@pytest.mark.parametrize("entries", (1, 2, 64))
def test_a_small_table_changes_only_the_work(entries):
    game = weighed_konane(rows=4, columns=6, opening="corner")
    position = walk_to(game, (3, 3))
    (memory,) = memories_for(1, 1)
    memory.counts[scout.ENTRIES] = entries
    run = Runner(game, scout.scout, cells_of_both)
    for depth in range(1, 8):
        exact = alphabeta_to_depth(game, depth, "cells", position)
        assert run.in_machine_code(memory, position, depth, -FAR, FAR, 0, 0) == exact
        for low, high in ((exact - 1e-9, exact), (exact, exact + 1e-9), (exact - 3, exact + 3)):
            value = run.in_machine_code(memory, position, depth, low, high, 0, 0)
            assert value == exact if low < exact < high else (value <= low) == (exact <= low)


def test_two_threads_find_the_values_of_one():
    game = weighed_konane(rows=6, columns=6, opening="centre")
    alone = [answer.value for answer in islice(deepen(game, rating="cells", megabytes=1), 8)]
    together = list(islice(deepen(game, rating="cells", megabytes=1, threads=2), 8))
    assert [answer.value for answer in together] == alone
    assert {answer.lane for answer in together} == {"machine"}


def nothing_divided(position):
    return (1e300 * 1e300 - 1e300 * 1e300) * position.mover


def beyond(position):
    return 1e300 * 1e10 * (1 + position.mover)


@pytest.mark.parametrize("rating", (nothing_divided, beyond))
def test_nan_and_infinity_are_named_by_python(rating):
    game = replace(tic_tac_toe(), ratings={"it": rating})
    with pytest.raises(ValueError, match=r"nan|inf"):
        search(game, 2, "it")


def now_an_int(position):
    return 0 if position.mover == 0 else 0.5


def halves(position):
    return (0.5, -0.5) if position.mover else (-0.5, 0.5)


def test_a_rating_is_always_an_int_or_always_a_float():
    game = replace(tic_tac_toe(), ratings={"it": now_an_int})
    assert "now an int, now a float" in rules_lane(game).ratings["it"]
    assert search(game, 3, "it").value == search(game, 3, "it", lane="python").value


def mixed_payoffs(position):
    return (0.5, -0.5) if position.mover else (-1, 1)


def test_payoffs_are_always_ints_or_always_floats():
    found = rules_lane(replace(tic_tac_toe(), payoffs=mixed_payoffs))
    assert found.name == "python"
    assert "now an int, now a float" in found.reason


@pytest.mark.parametrize("rating", ("open_lines", "weighed"))
def test_payoffs_that_are_floats_are_values_of_searches(rating):
    game = replace(weighed((0.25,) * 9, 1.0), payoffs=halves)
    game = replace(game, ratings={**tic_tac_toe().ratings, **game.ratings})
    position = walk_to(game, (3, 2))
    for answer in islice(deepen(game, position, rating, megabytes=1), 5):
        assert (answer.lane, answer.value) == ("machine", by_brute_force(game, rating, position, answer.depth))
    assert rules_lane(game).name == "machine"
    assert solve(game, position).lane == "python"


THREE = selfo(side=5, setup="irregular", players=3, seed=2)


@pytest.mark.parametrize("standing", ("swarm", "groups"))
def test_standings_that_are_floats_are_found_for_three_players(standing):
    answer = search(THREE, 1, standing)
    assert answer.lane == "machine"
    assert answer.value == maxn(rate_each(THREE, standing)(prune(1)(grow(THREE)(THREE.start))))


ROLLED = [
    {"size": 2, "dice": "rolled", "max_dice": 5, "seed": 4},
    {"size": 3, "dice": "rolled", "players": 3, "seed": 3},
]


def by_sevenths(position):
    """A rating that no whole number of 65,536ths holds."""
    return sum(stack * (cell + 1) for cell, stack in enumerate(position.board)) / 7


def for_three(position):
    return by_sevenths(position), -by_sevenths(position) / 3, 0.1


@pytest.mark.parametrize("parameters", ROLLED)
@pytest.mark.parametrize("own", (False, True))
def test_with_chance_both_lanes_round_ratings_alike(parameters, own):
    game = dice_of_doom(**parameters)
    rating = "winners" if not own else by_sevenths if len(game.players) == 2 else for_three
    for depth in (1, 2, 3):
        machine, python = (search(game, depth, rating, lane=lane) for lane in ("machine", "python"))
        assert (machine.value, machine.line) == (python.value, python.line)


@pytest.mark.parametrize("game, rating", [(selfo(**SETUPS[0]), "chemotaxis"), (dice_of_doom(**ROLLED[1]), "winners")])
def test_mcts_is_guided_alike_in_both_lanes(game, rating):
    machine, python = (
        list(mcts(game, seed=3, rating=rating, simulations=40, megabytes=4, lane=lane)(game.start))
        for lane in ("machine", "python")
    )
    assert [(each.value, each.line) for each in machine[-1:]] == [(each.value, each.line) for each in python[-1:]]


@settings(max_examples=200, deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False, max_value=1e30, min_value=-1e30))
def test_a_float_is_rounded_down_to_a_part_of_65536(x):
    below = to_units(x)
    assert below <= Fraction(x) < below + Fraction(1, 65536)
    assert Fraction(below).denominator in {2**power for power in range(17)}


# ---- weighted sums of ratings compile where their parts do, and are the same numbers in both lanes


GAME = konane(rows=4, columns=6, opening="corner")
NAMES = ("mobility", "movable", "stones")
WEIGHTS_OF_SUMS = {
    "none": (),
    "one": (3,),
    "whole": (3, -1, 2),
    "floats": (-0.182, 1.88, 0.936),
    "mixed": (2, 0.1, -7),
    "large": (2**61, 2**61, 1e300),
}


def weighed_sum(weights):
    return weigh(*zip(weights, (GAME.ratings[name] for name in NAMES)))


def by_hand(weights, position):
    total = 0
    for weight, name in zip(weights, NAMES):
        total = total + weight * GAME.ratings[name](position)
    return total


MACHINES = {
    name: compiled(replace(GAME, ratings={"sum": weighed_sum(weights)})) for name, weights in WEIGHTS_OF_SUMS.items()
}


@pytest.mark.parametrize("name", WEIGHTS_OF_SUMS)
def test_a_weighted_sum_compiles(name):
    found = rules_lane(MACHINES[name])
    assert (found.name, found.ratings) == (MACHINE, {})


@settings(max_examples=60, deadline=None)
@given(st.integers(), st.integers(0, 12))
def test_a_weighted_sum_is_the_same_number_in_both_lanes(seed, plies):
    position, random = GAME.start, Random(seed)
    for _ in range(plies):
        if moves := list(GAME.moves(position)):
            position = GAME.play(position, random.choice(moves))
    for name, weights in WEIGHTS_OF_SUMS.items():
        expected = by_hand(weights, position)
        for value in (weighed_sum(weights)(position), MACHINES[name].ratings["sum"](position)):
            assert (value, type(value)) == (expected, type(expected)), name


@pytest.mark.parametrize("name", ("whole", "floats"))
def test_a_search_by_a_weighted_sum_finds_the_value_of_the_lazy_tree(name):
    game = replace(GAME, ratings={"sum": weighed_sum(WEIGHTS_OF_SUMS[name])})
    for answer in islice(deepen(game, rating="sum", megabytes=1), 4):
        assert answer.lane == MACHINE
        assert answer.value == alphabeta(prune(answer.depth)(rate(game, "sum")(grow(game)(game.start))))


def test_sums_of_sums_compile_and_sums_of_other_parts_say_why_not():
    inner = weighed_sum(WEIGHTS_OF_SUMS["mixed"])

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
    assert game.ratings["nested"](start) == 2 * by_hand(WEIGHTS_OF_SUMS["mixed"], start) - GAME.ratings["stones"](start)
    assert game.ratings["refused"](start) == by_hand(WEIGHTS_OF_SUMS["mixed"], start) + len(str(start))
