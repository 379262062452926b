"""Selfo's ratings, in trees too, and how its records are judged."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, alphabeta, best, bots, grow, minimax, play_game, prune, rate, think
from lazytree.core.bitsets import cells_of
from lazytree.core.values import seen_by
from lazytree.games import selfo
from lazytree.games.selfo_rules import SWAP, Move, self_organization, swarm_of
from lazytree.swarm import inverse, signals, swarm_rating
from tests.helpers.examples import examples
from tests.helpers.games import groups_of, play_choices, play_texts
from tests.helpers.marks import slow_unless

from .selfo_boards import BEND, CHOICES, JOINABLE, SMALL, game_from_picture, games


def test_groups_and_largest_group_by_hand():
    game = game_from_picture(BEND)
    groups, largest = game.ratings["groups"], game.ratings["largest_group"]
    assert (groups(game.start), largest(game.start)) == (3 - 4, 1 - 2)  # a2 and b3 touch, and c1 and c2
    position = play_texts(game, game.start, "e4-d3")
    assert (groups(position), largest(position)) == (3 - 3, 2 - 2)


def test_the_rating_among_three_is_against_the_best_of_the_others():
    game = selfo(setup="a1 a3 c1 c3 / b4 d2 d3 d4 / b1 c5 d5 e5", side=3, players=3)
    assert game.standings["largest_group"](game.start) == (1, 3, 3)
    assert game.standings["groups"](game.start) == (-4, -2, -2)
    assert game.ratings["groups"](game.start) == -4 - -2


@examples(10)
@given(games(), CHOICES)
def test_standings_and_ratings_agree(game, choices):
    position = play_choices(game, choices)
    assert game.ratings.keys() == game.standings.keys()
    for name, rating in game.ratings.items():
        first, *others = game.standings[name](position)
        assert rating(position) == first - max(others)


def ways_to_join(game, position):
    """After each step that reduces the number of own groups and leaves no other own piece in a smaller group."""
    mover, near = game.mover(position), swarm_of(game).grid.neighbours
    before = groups_of(pieces(position, mover, near), near.__getitem__)
    sizes = {cell: len(group) for group in before for cell in group}
    for move in game.moves(position):
        if move.source >= 0:
            after = game.play(position, move)
            found = groups_of(pieces(after, mover, near), near.__getitem__)
            grown = all(len(group) >= sizes.get(cell, 0) for group in found for cell in group)
            if len(found) < len(before) and grown:
                yield after


def pieces(position, player, near):
    return set(cells_of(position.sets >> player * len(near) & (1 << len(near)) - 1))


JOINING = ["chemotaxis", "chemotaxis_inverse"]


@examples(25)
@given(games(), CHOICES, st.sampled_from(JOINING))
def test_to_join_scores_more_than_to_pass(game, choices, name):
    """And rates no less, where no other player's score grows (a step may open a way for their signals)."""
    position = play_choices(game, choices)
    mover, standing, rating = game.mover(position), game.standings[name], game.ratings[name]
    kept = position._replace(mover=(mover + 1) % len(game.players))
    before = standing(kept)
    for after in ways_to_join(game, position):
        scores = standing(after)
        assert scores[mover] > before[mover]
        others_kept = all(scores[other] <= before[other] for other in range(len(scores)) if other != mover)
        if others_kept and (mover == FIRST or len(scores) == 2):
            assert seen_by(mover, rating(after)) > seen_by(mover, rating(kept))


@pytest.mark.parametrize("name", JOINING)
@pytest.mark.parametrize("setup", slow_unless([1], [1, 2, 3, 4, 5]))
def test_there_are_ways_to_join_and_they_rate_more_than_to_pass(setup, name):
    game, found = selfo(setup=setup, swap=False), 0
    for seed in range(6):
        position = play_choices(game, [Random(seed).randrange(1000) for _ in range(20)])
        for after in ways_to_join(game, position):
            found += 1
            assert game.standings[name](after)[FIRST] > game.standings[name](position)[FIRST]
    assert found


def test_joining_makes_three_groups_two():
    """A position of an issue: joining pays, but not in the words alone, where the joined hear each other no longer."""
    game = selfo(side=3, setup="a1 b1 c3 e5 / a3 b4 d2 e3")
    joined, kept = (play_texts(game, game.start, move) for move in ("c3-d4", "pass"))
    assert game.standings["groups"](kept)[FIRST] == -3 and game.standings["groups"](joined)[FIRST] == -2
    for name in JOINING:
        assert game.ratings[name](joined) > game.ratings[name](kept)
    assert game.ratings["chemotaxis_literal"](joined) < game.ratings["chemotaxis_literal"](kept)


@pytest.mark.parametrize("name", ["swarm", "chemotaxis", "chemotaxis_literal"])
def test_a_single_piece_is_heard_across_the_board(name):
    """Two pieces at opposite corners, ten steps apart: one step nearer scores more. In whole millionths both were 0."""
    game = selfo(setup="a1 k11 / a6 k6", swap=False)
    assert (
        game.standings[name](play_texts(game, game.start, "a1-b2"))[FIRST] > game.standings[name](game.start)[FIRST] > 0
    )


@pytest.mark.slow
def test_chemotaxis_beats_random_play_on_setup_1():
    game = selfo(setup=1, swap=False)
    for seat in (0, 1):
        players = [bots.at_random(game, seed=1)] * 2
        players[seat] = think(game, 1, "chemotaxis")
        *_, (end, move) = islice(play_game(game, players), 200)
        assert move is None and game.payoffs(end)[seat] == 1


def test_the_swarm_of_a_game_takes_another_law():
    game = selfo(setup=2)
    assert swarm_rating(swarm_of(game, inverse))(game.start) == game.ratings["swarm_inverse"](game.start)
    assert len({signal.colour for signal in signals(swarm_of(game), game.start)}) == 2


@examples(10)
@given(CHOICES, st.sampled_from(["swarm", "chemotaxis", "chemotaxis_literal", "groups"]))
@pytest.mark.slow
def test_a_rated_tree_has_one_value(choices, name):
    game = selfo(setup="dropped", board="triangle", side=6)
    look = lambda position: prune(2)(rate(game, game.ratings[name])(grow(game)(position)))  # noqa: E731
    position = play_choices(game, choices)
    assert alphabeta(look(position)) == minimax(look(position))


def test_one_ply_of_the_swarm_takes_a_win():
    game = game_from_picture(JOINABLE, swap=False)
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
        (play_texts(game, game.start, "b3-c3"), Move(SWAP, FIRST)),
        (play_texts(game, game.start, "b3-c3", "swap"), None),
    ]
    assert list(self_organization(game, record)) == [(0, 0), ((0 + 3 * 1) / 4, 1), (2, (1 + 3 * 2) / 4)]
