"""Every game of the library keeps the laws, and the searches agree on random positions of each."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from inspect import signature
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import PVector

from lazytree import (
    CHANCE,
    FIRST,
    SURE,
    Stats,
    alphabeta,
    best,
    check_game,
    check_rating,
    expectimax,
    grow,
    highfirst,
    is_over,
    material,
    maxn,
    minimax,
    mobility,
    perft,
    prune,
    ranked,
    rate,
    rate_each,
    searches,
)
from lazytree.games import GAMES
from lazytree.playing.random_games import random_positions
from tests.helpers.examples import examples
from tests.helpers.marks import slow_unless
from tests.helpers.positions import ALL, FIRST_OF_EACH, SMALL, TWO, VARIANTS, walk_to, walks
from tests.helpers.trees import brute, brute_mean, count_calls, most

OFTEN = [variant for variant in ALL if variant in FIRST_OF_EACH or variant.parameters.get("dice") == "rolled"]
MANY = [variant for variant in ALL if variant not in TWO]
GAME_AND_VARIANT = pytest.mark.parametrize("variant", slow_unless(OFTEN, ALL), ids=str)
BY_BRUTE_FORCE = pytest.mark.parametrize("variant", slow_unless(OFTEN, SMALL), ids=str)
FOR_TWO = pytest.mark.parametrize("variant", slow_unless(OFTEN, TWO), ids=str)


@cache
def game_of(text):
    """The game of a variant by its text: made once for all tests."""
    return next(variant for variant in ALL if str(variant) == text)()


def positions(game, count):
    """About `count` random positions of a game, as the checks want to be told."""
    sample = sum(1 for _ in random_positions(game, Random(0), games=10, plies=40))
    return {"games": -(-10 * count // sample), "plies": 40}


def test_every_game_is_here_and_every_parameter_of_it_varied():
    assert set(VARIANTS) == set(GAMES)
    for name, factory in GAMES.items():
        varied = {parameter for variant in VARIANTS[name] for parameter in variant}
        left = set(signature(factory).parameters) - varied
        assert left <= {"density", "margin", "seed"}, name


@GAME_AND_VARIANT
def test_the_laws_of_games(variant):
    game = game_of(str(variant))
    check_game(game, seed=1, **positions(game, 100))


@pytest.mark.minutes
@pytest.mark.parametrize("name", GAMES)
def test_the_laws_of_games_on_ten_thousand_positions(name):
    for seed, parameters in enumerate(VARIANTS[name]):
        game = GAMES[name](**parameters)
        check_game(game, seed=seed, **positions(game, 10_000 // len(VARIANTS[name])))


@pytest.mark.parametrize("name", GAMES)
def test_the_laws_of_games_as_they_come(name):
    check_game(GAMES[name](), games=1, plies=12)


@FOR_TWO
def test_ratings_that_need_no_game_are_ratings(variant):
    game = game_of(str(variant))
    check_rating(game, mobility(game), **positions(game, 40))
    check_rating(game, material(game), **positions(game, 40))


def has_chance(game):
    return game.odds is not None


@BY_BRUTE_FORCE
@examples(4)
@given(walk=walks(), pick=st.integers(0, 9))
def test_alphabeta_is_minimax_at_every_depth(variant, walk, pick):
    """Up to 6 plies, as long as minimax sees at most 5,000 positions."""
    game = game_of(str(variant))
    name = sorted(game.ratings)[pick % len(game.ratings)]
    position = walk_to(game, walk)
    tree = rate(game, game.ratings[name])(grow(game)(position))
    exact = expectimax if has_chance(game) else minimax
    for depth in range(7):
        if too_many(tree, depth):
            break
        plain, quick = Stats(), Stats()
        value = exact(prune(depth)(tree), plain)
        assert alphabeta(prune(depth)(tree), stats=quick) == value, (name, depth)
        assert alphabeta(highfirst()(prune(depth)(tree))) == value, (name, depth)
        if depth:
            choices = ranked(prune(depth)(tree)) if tree.mover != CHANCE and depth < 4 else ()
            assert not choices or choices[0] == (best(prune(depth)(tree)), value)


def too_many(tree, depth, limit=5_000):
    """Whether there are more than `limit` positions within a depth, without growing many more."""
    level, seen = {tree.key: tree}, 1
    for _ in range(depth):
        below = {}
        for node in level.values():
            for _, sub in node.branches:
                below[sub.key] = sub
            if seen + len(below) > limit:
                return True
        level, seen = below, seen + len(below)
    return False


@BY_BRUTE_FORCE
@examples(6)
@given(walk=walks(), pick=st.integers(0, 9))
def test_searches_are_brute_force(variant, walk, pick):
    game = game_of(str(variant))
    rating = game.ratings[sorted(game.ratings)[pick % len(game.ratings)]]
    position = walk_to(game, walk)
    depth = next(depth for depth in range(5) if perft(game, depth + 1, position) > 300 or depth == 4)
    tree = prune(depth)(rate(game, rating)(grow(game)(position)))
    value = brute_mean(game, rating, position, depth) if has_chance(game) else brute(game, rating, position, depth)
    assert alphabeta(tree) == expectimax(tree) == value


@pytest.mark.parametrize("variant", slow_unless(lambda each: each.name != "selfo", MANY), ids=str)
@examples(2)
@given(walk=walks(20))
def test_many_players_each_for_himself(variant, walk):
    game = game_of(str(variant))
    position = walk_to(game, walk)
    for name, standing in game.standings.items():
        tree = prune(2)(rate_each(game, standing)(grow(game)(position)))
        value = maxn(tree)
        assert len(value) == len(game.players), name
        if tree.mover != CHANCE and not tree.over:
            mine = [choice.value[tree.mover] for choice in ranked(tree, searches.maxn)]
            assert value[tree.mover] == mine[0] == max(mine)


@GAME_AND_VARIANT
@examples(3)
@given(walk=walks(30))
def test_growth_is_never_repeated(variant, walk):
    plain = game_of(str(variant))
    position = walk_to(plain, walk)
    game, counts = count_calls(plain)
    tree = prune(2)(rate(game, lambda position: 0)(grow(game)(position)))
    for _ in range(2):
        if not too_many(tree, 2, 2_000):
            expectimax(tree) if len(game.players) == 2 else list(tree.branches)
            list(highfirst(by=lambda position: 0)(tree).branches)
    assert most(counts.moves) <= 1
    assert most(counts.play) <= 1


@GAME_AND_VARIANT
@examples(3)
@given(walk=walks())
def test_what_every_game_is_made_of(variant, walk):
    """Positions are named tuples of ints, bools and vectors of small ints, so that they hash, compare and compile."""
    game = game_of(str(variant))
    position = walk_to(game, walk)
    assert isinstance(position, tuple)
    assert hasattr(position, "_fields")
    for part in position:
        assert isinstance(part, int) or (isinstance(part, PVector) and all(type(cell) is int for cell in part))
    for move in game.moves(position):
        assert hash(move) == hash(move)
        after = game.play(position, move)
        assert type(after) is type(position)
        if is_over(game, after):
            assert all(isinstance(payoff, int) for payoff in game.payoffs(after)) or len(game.players) > 2


@GAME_AND_VARIANT
def test_what_every_game_knows_of_itself(variant):
    game = game_of(str(variant))
    assert game.name == variant.name
    assert isinstance(game.parameters, Mapping)
    assert set(game.parameters) == set(signature(GAMES[game.name]).parameters)
    again = GAMES[game.name](**game.parameters)
    assert again.start == game.start
    assert list(again.moves(again.start)) == list(game.moves(game.start))
    assert len(set(game.players)) == len(game.players)
    assert game.ratings or game.standings
    assert game.layout
    assert len({(cell.x, cell.y) for cell in game.layout.cells}) == len(game.layout.cells)
    assert GAMES[game.name].__doc__


@FOR_TWO
@examples(3)
@given(walk=walks())
def test_payoffs_that_are_won_are_beyond_every_rating(variant, walk):
    game = game_of(str(variant))
    position = walk_to(game, walk)
    for rating in game.ratings.values():
        tree = prune(1)(rate(game, rating)(grow(game)(position)))
        for _, sub in tree.branches:
            assert (abs(sub.label) > SURE) == (sub.over and game.payoffs(sub.key)[FIRST] != 0)


def test_a_variant_is_made_by_replacing():
    game = GAMES["tic_tac_toe"]()
    misere = replace(game, payoffs=lambda position: tuple(-payoff for payoff in game.payoffs(position)))
    check_game(misere)
    assert minimax(rate(misere, lambda position: 0)(grow(misere)(misere.start))) == 0
