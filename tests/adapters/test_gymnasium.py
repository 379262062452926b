"""Games of ours as environments of Gymnasium: its own checker, and that an episode is a game."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from random import Random

import numpy
import pytest

from lazytree import think
from lazytree.adapters.gymnasium import environment
from lazytree.games import GAMES, connect_four, dice_of_doom, kalah, nim, tic_tac_toe


def passes(table):
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wonders about boards without bounds
        check_env(table)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_gymnasiums_own_checker_passes(name):
    for player in range(2):
        passes(environment(GAMES[name](), player=player))


@pytest.mark.parametrize("player", [0, 1])
def test_the_checker_passes_where_a_bot_has_the_other_seat(player):
    game = connect_four()
    passes(environment(game, think(game, depth=1), player, actions=list("abcdefg")))


@pytest.mark.parametrize("game", [tic_tac_toe(), kalah(pits=3, seeds=2), dice_of_doom(size=3, players=3)], ids=str)
@pytest.mark.parametrize("player", [0, 1])
def test_an_episode_is_a_game(game, player):
    """It is the learner's turn whenever it is asked, the mask has the legal moves, and the reward is the payoff."""
    table, random = environment(game, player=player), Random(2)
    for seed in range(5):
        observation, info = table.reset(seed=seed)
        over = False
        while not over:
            legal = numpy.flatnonzero(observation["action_mask"])
            assert game.mover(table.position) == player and len(legal) == len(list(game.moves(table.position)))
            observation, reward, over, truncated, info = table.step(random.choice(legal))
            assert not truncated and info == {}
        assert reward == game.payoffs(table.position)[player] and not observation["action_mask"].any()


def test_the_bot_plays_and_the_learner_loses_to_it():
    game = tic_tac_toe()
    table = environment(game, think(game), player=1)
    for _ in range(3):
        observation, _ = table.reset()
        over = False
        while not over:
            observation, reward, over, _, _ = table.step(int(numpy.flatnonzero(observation["action_mask"])[-1]))
        assert reward == -1


def test_an_action_that_is_not_legal_plays_nothing():
    table = environment(tic_tac_toe(), actions=12, illegal=-5)
    table.reset(seed=1)
    observation, reward, over, truncated, info = table.step(9)
    assert (reward, over, truncated) == (-5, True, False) and table.position == table.game.start
    assert info["illegal"].startswith("9 is no legal action, 0, 1, 2") and observation["action_mask"].sum() == 9


def test_mistakes_are_named():
    with pytest.raises(ValueError, match="call it, as in nim"):
        environment(nim)
    with pytest.raises(ValueError, match="player must be from 0 to 1, not 2"):
        environment(nim(), player=2)


@pytest.mark.process
def test_without_the_extra_the_error_names_it():
    program = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "from lazytree.adapters.gymnasium import environment; from lazytree.games import nim\n"
        "try: environment(nim())\nexcept ImportError as error: print(error)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=os.environ, check=True)
    assert "need the extra `gymnasium`: pip install '" in ran.stdout
