"""Rolled dice against enumerated dice and the published table."""

from __future__ import annotations

from itertools import product

import pytest

from lazytree import CHANCE, FIRST, SECOND
from lazytree.games import dice_of_doom
from tests.helpers.games import format_moves, play_text

from .dice_of_doom_boards import hexes_in

# Rolled dice

ROUNDED = """
.84 .97 1 1
.44 .78 .94 .99
.15 .45 .74 .91
.04 .19 .46 .72
.01 .06 .22 .46
"""


def rolling(attackers, defenders, max_dice=5):
    """A game, and its chance node where `attackers` dice attack `defenders`."""
    game = dice_of_doom(max_dice=max_dice, dice="rolled", board=f"a{attackers},b{defenders},b1,b1")
    return game, play_text(game, "0->1")


def odds_of(attackers, defenders, max_dice=5):
    game, position = rolling(attackers, defenders, max_dice)
    return {game.format(position, move): game.odds(position, move) for move in game.moves(position)}


def test_odds_round_to_the_published_table():
    expected = [[float(odds) for odds in row.split()] for row in ROUNDED.split("\n") if row]
    for (target, row), attackers in product(enumerate(expected, 1), range(2, 6)):
        odds = odds_of(attackers, target)
        assert round(odds["success"] / sum(odds.values()), 2) == row[attackers - 2]


@pytest.mark.parametrize("attackers, defenders", [(a, d) for a, d in product(range(2, 6), range(1, 5)) if a + d <= 6])
def test_odds_are_the_numbers_of_rolls(attackers, defenders):
    rolls = list(product(range(1, 7), repeat=attackers + defenders))
    won = sum(sum(roll[:attackers]) > sum(roll[attackers:]) for roll in rolls)
    assert odds_of(attackers, defenders) == {"success": won, "failure": len(rolls) - won}


def test_what_cannot_happen_is_not_listed():
    assert odds_of(7, 1, max_dice=12) == {"success": 6**8}
    assert odds_of(2, 12, max_dice=12) == {"failure": 6**14}
    assert odds_of(6, 1, max_dice=12) == {"success": 6**7 - 1, "failure": 1}


def test_an_attack_is_chances_turn():
    game, position = rolling(3, 3)
    assert game.mover(position) == CHANCE
    assert hexes_in(game, position) == hexes_in(game, game.start)
    assert game.show(position).startswith("current player = a, attacked, rolling 0->1\n")


def test_success_moves_in_and_failure_leaves_one_die():
    game, position = rolling(3, 2)
    success, failure = play_text(game, "success", position), play_text(game, "failure", position)
    assert hexes_in(game, success)[:2] == [(0, 1), (0, 2)]
    assert hexes_in(game, failure)[:2] == [(0, 1), (1, 2)]
    assert (success.captured, failure.captured) == (2, 0)
    assert game.mover(success) == game.mover(failure) == FIRST


def test_one_may_pass_after_a_failed_attack_and_gets_nothing():
    game, position = rolling(3, 2)
    failed = play_text(game, "failure", position)
    assert format_moves(game, failed) == ["pass"]
    passed = play_text(game, "pass", failed)
    assert hexes_in(game, passed) == hexes_in(game, failed)
    assert game.mover(passed) == SECOND


def test_only_rolled_dice_may_attack_a_stronger_hex():
    board = "a2,b3,b1,a1"
    certain, rolled = dice_of_doom(board=board), dice_of_doom(board=board, dice="rolled")
    assert format_moves(certain, certain.start) == ["0->2"]
    assert format_moves(rolled, rolled.start) == ["0->2", "0->1"]


def test_certain_dice_have_no_odds():
    assert dice_of_doom().odds is None
