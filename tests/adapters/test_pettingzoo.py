"""Games of ours as environments of PettingZoo: its own tests, and what agents see and are paid."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from dataclasses import replace
from random import Random

import numpy
import pytest
from pettingzoo.test import api_test, seed_test

from lazytree.adapters.pettingzoo import environment
from lazytree.adapters.spaces import texts_of_moves
from lazytree.games import GAMES, connect_four, dice_of_doom, kalah, konane, nim, tic_tac_toe


def passes(game, **more):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wonders about dicts, which its own games give, and about an empty board
        api_test(environment(game, **more), num_cycles=60, verbose_progress=False)


@pytest.mark.parametrize(
    ("game", "more"),
    [
        (connect_four(), {"actions": list("abcdefg")}),
        (kalah(), {}),
        (dice_of_doom(size=3, dice="rolled", players=3), {}),
    ],
    ids=["connect_four", "kalah", "rolled_by_three"],
)
def test_pettingzoos_own_test_passes(game, more):
    passes(game, **more)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_own_test_passes_on_every_game(name):
    passes(GAMES[name]())


@pytest.mark.slow
def test_the_same_seed_is_the_same_game():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: environment(dice_of_doom(size=3, dice="rolled")), num_cycles=30)


@pytest.mark.parametrize(
    "game", [tic_tac_toe(), kalah(pits=3, seeds=2, score="margin"), dice_of_doom(size=3, players=3)], ids=str
)
def test_an_episode_is_a_game(game):
    """Whose turn it is, what is legal and what is paid are the game's; a player may move twice."""
    table, random, position, paid = environment(game), Random(2), game.start, {}
    table.reset()
    for agent in table.agent_iter():
        observation, reward, ended, truncated, _ = table.last()
        paid[agent] = paid.get(agent, 0) + reward
        assert not truncated
        if ended:
            table.step(None)
            continue
        moves = list(game.moves(position))
        assert agent == f"player_{game.mover(position)}" and table.position == position
        assert numpy.flatnonzero(observation["action_mask"]).tolist() == list(range(len(moves)))
        action = random.randrange(len(moves))
        table.step(action)
        position = game.play(position, moves[action])
    assert paid == {f"player_{number}": pay for number, pay in enumerate(game.payoffs(position))}
    assert table.agents == []


def test_an_agent_sees_its_own_stones_first():
    table = environment(tic_tac_toe())
    table.reset()
    table.step(0)
    first, second = (table.observe(agent)["observation"] for agent in table.possible_agents)
    assert first[0].tolist() == [1] + [0] * 8 == second[1].tolist()
    assert first[1].sum() == second[0].sum() == 0
    assert table.observe("player_0")["action_mask"].sum() == 0


def test_texts_give_a_move_the_same_number_everywhere():
    texts = texts_of_moves(konane(rows=4, columns=4))
    table = environment(konane(rows=4, columns=4), actions=texts)
    table.reset()
    for _ in range(3):
        legal = numpy.flatnonzero(table.observe(table.agent_selection)["action_mask"])
        game, position = table.game, table.position
        assert {texts[number] for number in legal} == {game.format(position, move) for move in game.moves(position)}
        table.step(int(legal[-1]))


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: environment(nim), "call it, as in nim()"),
        (lambda: environment(replace(tic_tac_toe(), layout=None)), "no layout to observe: give `observe`"),
        (lambda: environment(tic_tac_toe(), actions=["a1", "a1"]), "each once"),
    ],
    ids=["factory", "layout", "twice"],
)
def test_mistakes_are_named(make, why):
    with pytest.raises(ValueError, match=why):
        make()


def test_actions_that_are_not_legal_or_too_few_are_named():
    table = environment(tic_tac_toe(), actions=["a1", "b2"])
    table.reset()
    with pytest.raises(ValueError, match="has a move 'a3', which is none of the actions"):
        table.observe("player_0")
    table = environment(tic_tac_toe(), actions=4)
    table.reset()
    with pytest.raises(ValueError, match="a position with 9 moves: say so, as in actions=18"):
        table.step(0)
    table = environment(tic_tac_toe())
    table.reset()
    table.step(0)
    with pytest.raises(ValueError, match="8 is no legal action of player_1, one of those that its mask allows: 0, 1"):
        table.step(8)


@pytest.mark.process
def test_without_the_extra_the_error_names_it():
    program = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "from lazytree.adapters.pettingzoo import environment; from lazytree.games import nim\n"
        "try: environment(nim())\nexcept ImportError as error: print(error)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=os.environ, check=True)
    assert "need the extra `pettingzoo`: pip install '" in ran.stdout
