"""Ratings and standings of Dice of Doom, counted by hand and by the book."""

from __future__ import annotations

import pytest
from hypothesis import given

from lazytree import FIRST, WIN, alphabeta, grow, prune, rate
from lazytree.core.values import later
from lazytree.games import dice_of_doom
from tests.helpers.games import play_choices

from .dice_of_doom_boards import CHOICES, games, twin_score


def test_ratings_of_a_board_counted_by_hand():
    """score_board of a: 0 and 1 threatened by 2 and by none, two enemies; of b: 2 safe, 3 threatened by 1."""
    game = dice_of_doom(board="a2,a3,b3,b1")
    assert {name: rating(game.start) for name, rating in game.ratings.items()} == {
        "hexes": 0,
        "dice": 1,
        "score_board": (1 + 2 - 1 - 1) - (2 + 1 - 1 - 1),
        "winners": 0.5,
    }
    assert game.standings["score_board"](game.start) == (1, 1)


def test_more_players_have_standings_and_no_ratings():
    game = dice_of_doom(players=3, max_dice=4, board="a2,c4,b3,a1")
    assert dict(game.ratings) == {}
    assert {name: standing(game.start) for name, standing in game.standings.items()} == {
        "hexes": (2, 1, 1),
        "dice": (3, 3, 4),
        "score_board": (1 + 1 - 1 - 1, 2 - 3, 2 - 3),
        "winners": (1, 0, 0),
    }


@given(games(players=(2, 2)), CHOICES)
def test_a_rating_is_the_first_standing_minus_the_second(game, choices):
    position = play_choices(game, choices)
    for name, rating in game.ratings.items():
        first, second = game.standings[name](position)
        assert rating(position) == (first if name == "winners" else first - second)


@given(games(players=(2, 2)), CHOICES)
def test_score_board_is_the_twins(game, choices):
    position = play_choices(game, choices)
    assert game.ratings["score_board"](position) == twin_score(game, position)


@pytest.mark.parametrize("seed", [1, 2, 4, 5, 9])
def test_version_2_looks_four_plies_ahead(seed):
    """Brute force over the rules: a maximizes and b minimizes (a printed rate-position swaps them)."""
    game = dice_of_doom(size=3, seed=seed)

    def value(position, plies):
        values = [later(value(game.play(position, move), plies - 1)) for move in game.moves(position) if plies]
        if values:
            return max(values) if position.player == FIRST else min(values)
        return twin_score(game, position) if any(game.moves(position)) else WIN * game.payoffs(position)[FIRST]

    tree = rate(game, game.ratings["score_board"])(prune(4)(grow(game)(game.start)))
    assert alphabeta(tree) == value(game.start, 4)
