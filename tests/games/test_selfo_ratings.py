"""Selfo's ratings, in trees too, and how its records are judged."""

from __future__ import annotations

from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from lazytree import FIRST, alphabeta, best, grow, minimax, play_game, prune, rate
from lazytree.games import selfo
from lazytree.games.selfo_rules import SWAP, Move, self_organization, swarm_of
from lazytree.swarm import inverse, signals, swarm_rating
from tests.helpers.games import played, reached

from .selfo_boards import BEND, CHOICES, JOINABLE, SMALL, drawn, games


def test_groups_and_largest_group_by_hand():
    game = drawn(BEND)
    groups, largest = game.ratings["groups"], game.ratings["largest_group"]
    assert (groups(game.start), largest(game.start)) == (3 - 4, 1 - 2)  # a2 and b3 touch, and c1 and c2
    position = played(game, game.start, "e4-d3")
    assert (groups(position), largest(position)) == (3 - 3, 2 - 2)


def test_the_rating_among_three_is_against_the_best_of_the_others():
    game = selfo(setup="a1 a3 c1 c3 / b4 d2 d3 d4 / b1 c5 d5 e5", side=3, players=3)
    assert game.standings["largest_group"](game.start) == (1, 3, 3)
    assert game.standings["groups"](game.start) == (-4, -2, -2)
    assert game.ratings["groups"](game.start) == -4 - -2


@settings(max_examples=10)
@given(games(), CHOICES)
def test_standings_and_ratings_agree(game, choices):
    position = reached(game, choices)
    assert game.ratings.keys() == game.standings.keys()
    for name, rating in game.ratings.items():
        first, *others = game.standings[name](position)
        assert rating(position) == first - max(others)


def test_the_swarm_of_a_game_takes_another_law():
    game = selfo(setup=2)
    assert swarm_rating(swarm_of(game, inverse))(game.start) == game.ratings["swarm_inverse"](game.start)
    assert len({signal.colour for signal in signals(swarm_of(game), game.start)}) == 2


@settings(max_examples=10)
@given(CHOICES, st.sampled_from(["swarm", "chemotaxis", "groups"]))
def test_a_rated_tree_has_one_value(choices, name):
    game = selfo(setup="irregular", board="triangle", side=6)
    look = lambda position: prune(2)(rate(game, game.ratings[name])(grow(game)(position)))  # noqa: E731
    position = reached(game, choices)
    assert alphabeta(look(position)) == minimax(look(position))


def test_one_ply_of_the_swarm_takes_a_win():
    game = drawn(JOINABLE, swap=False)
    tree = prune(1)(rate(game, game.ratings["swarm"])(grow(game)(game.start)))
    assert game.payoffs(game.play(game.start, best(tree))) == (1, -1)


def test_self_organization_by_hand():
    """Four pieces a side. One of Black's moves in the first turn, one of White's in the second, none in the third."""
    game = selfo(side=3, setup=SMALL)
    moves = iter(["a1-b2", "a3-a2", "pass"])
    plan = [lambda position: game.parse(position, next(moves, "none"))] * 2
    assert list(self_organization(game, islice(play_game(game, plan), 3))) == [
        (0, 0),
        ((0 + 3 * 1) / 4, 1),
        ((1 + 3 * 2) / 4, (0 + 3 * 2) / 4),
    ]


def test_self_organization_follows_a_swap():
    game = selfo(side=3, setup=SMALL)
    step = game.parse(game.start, "b3-c3")
    record = [
        (game.start, step),
        (played(game, game.start, "b3-c3"), Move(SWAP, FIRST)),
        (played(game, game.start, "b3-c3", "swap"), None),
    ]
    assert list(self_organization(game, record)) == [(0, 0), ((0 + 3 * 1) / 4, 1), (2, (1 + 3 * 2) / 4)]
