"""Playing: a game as a lazy sequence, chance drawn by its odds, rules that no bot breaks."""

from collections import Counter
from itertools import islice, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import CHANCE, IllegalMove, bots, is_over, play_game, play_out
from lazytree.core.game import sample_move
from lazytree.games import dice_of_doom, nim, tic_tac_toe
from tests.helpers.positions import ALL, Variant
from tests.helpers.trees import endless_game

ROLLED = dice_of_doom(size=2, max_dice=5, dice="rolled", board="a3,b2,a1,b1")


@given(st.sampled_from(ALL), st.integers(0, 2**32))
def test_a_game_is_played_by_its_rules(variant: Variant, seed: int):
    game = variant()
    players = [bots.at_random(game, seed + at) for at in range(len(game.players))]
    course = list(islice(play_game(game, players, seed=seed), 30))
    assert course[0][0] == game.start
    for (here, move), (there, _) in pairwise(course):
        assert move in list(game.moves(here))
        assert there == game.play(here, move)
    if course[-1][1] is None:
        assert is_over(game, course[-1][0])
        assert all(not is_over(game, here) for here, _ in course[:-1])
    else:
        assert len(course) == 30


def test_no_bot_is_asked_before_its_move_is_read():
    game, asked = tic_tac_toe(), []

    def bot(position):
        asked.append(position)
        return next(iter(game.moves(position)))

    course = play_game(game, [bot, bot])
    assert not asked
    next(course)
    assert asked == [game.start]


def test_a_game_without_an_end_is_played_as_far_as_it_is_read():
    game = endless_game()
    assert [here for here, _ in islice(play_game(game, [bots.at_random(game)] * 2), 5)] == [0, 1, 2, 3, 4]


def test_a_game_that_is_over_has_one_position_and_no_move():
    game = nim(heaps=())
    assert list(play_game(game, [bots.at_random(game)] * 2)) == [(game.start, None)]
    assert play_out(game, [bots.at_random(game)] * 2) == game.payoffs(game.start)


def test_a_game_goes_on_from_the_position_that_is_given():
    game = nim(heaps=(3, 1))
    late = game_after(game, "a-3")
    course = [(list(here.heaps), move) for here, move in play_game(game, [bots.at_random(game)] * 2, late)]
    assert course == [([0, 1], (1, 1)), ([0, 0], None)]


def test_chance_is_drawn_by_its_odds():
    random = Random(5)
    roll = game_after(ROLLED, "0->1")
    moves = list(ROLLED.moves(roll))
    draws = Counter(sample_move(ROLLED, roll, moves, random) for _ in range(4000))
    total = sum(ROLLED.odds(roll, move) for move in moves)
    assert ROLLED.mover(roll) == CHANCE
    for move in moves:
        expected = 4000 * ROLLED.odds(roll, move) / total
        assert abs(draws[move] - expected) < 5 * expected**0.5


def test_a_seed_settles_a_game_with_chance():
    def course(seed):
        return list(islice(play_game(ROLLED, [bots.at_random(ROLLED, 1), bots.at_random(ROLLED, 2)], seed=seed), 40))

    assert course(3) == course(3)
    assert any(course(3) != course(seed) for seed in range(4, 9))


def test_mistakes_are_named():
    game = tic_tac_toe()
    with pytest.raises(ValueError, match="tic_tac_toe has 2 players, not 1"):
        list(play_game(game, [bots.at_random(game)]))
    for wrong in (Random(1), "x", None):
        with pytest.raises(ValueError, match="seed must be a whole number, not"):
            next(play_game(game, [bots.at_random(game)] * 2, seed=wrong))  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [9, -1, None, "b4", (0, 0)])
def test_a_strategy_that_breaks_the_rules_is_named_by_its_player(wrong):
    game = tic_tac_toe()
    with pytest.raises(IllegalMove, match=r"bot of O .*not a legal move; legal here: b3, c3"):
        list(play_game(game, [lambda position: 0, lambda position: wrong]))


def test_a_move_is_the_one_that_the_game_made():
    game = nim(heaps=(1,))
    move = next(play_game(game, [lambda position: (0, 1)] * 2))[1]
    assert type(move) is type(next(iter(game.moves(game.start))))


def game_after(game, move):
    return game.play(game.start, game.parse(game.start, move))
