"""Games of OpenSpiel as ours, and ours as OpenSpiel's, beside the real package."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.algorithms.minimax import alpha_beta_search, expectiminimax
from open_spiel.python.rl_environment import Environment

import lazytree
from lazytree import Game, check_game
from lazytree.adapters.openspiel import State, from_openspiel, to_openspiel
from lazytree.adapters.spaces import texts_of_moves
from lazytree.games import (
    chess,
    clobber,
    connect_four,
    dice_of_doom,
    hex,
    kalah,
    konane,
    lines_of_action,
    nim,
    othello,
    tic_tac_toe,
)

Translated = Callable[[Game[State, int], State, int], str]


class Shared(NamedTuple):
    """A game of both libraries: ours, and how one writes in our words a move that OpenSpiel has."""

    ours: Game[Any, Any]
    written: Translated
    players: tuple[int, int] = (0, 1)  # OpenSpiel's number of our FIRST, and of our SECOND


def texts(changed: Callable[[str], str] = str) -> Translated:
    """A move as OpenSpiel writes it, changed to our words."""
    return lambda game, position, action: changed(game.format(position, action))


def by_uci(game: Game[State, int], position: State, action: int) -> str:
    """A move of chess in UCI: to write it in SAN, as OpenSpiel does, takes most of a game's time."""
    return str(pyspiel.chess.action_to_move(action, position.state.board()).to_lan())


SHARED = {
    "tic_tac_toe": Shared(tic_tac_toe(), texts(lambda text: f"{'abc'[int(text[4])]}{3 - int(text[2])}")),
    "connect_four": Shared(connect_four(), texts(lambda text: "abcdefg"[int(text[1])])),
    "othello": Shared(othello(), texts()),
    "hex(board_size=6)": Shared(hex(size=6, swap=False), texts()),
    "lines_of_action": Shared(lines_of_action(repetition="draw"), texts(lambda text: text.replace("x", "-"))),
    "clobber(rows=5,columns=6)": Shared(clobber(rows=5, columns=6), texts(lambda text: f"{text[:2]}-{text[2:]}")),
    "nim(pile_sizes=3;4;5,is_misere=False)": Shared(
        nim(heaps=(3, 4, 5)), texts(lambda text: f"{'abc'[int(text[5]) - 1]}-{text[13]}")
    ),
    "chess": Shared(chess(notation="uci", fifty=50, repetition=3), by_uci, players=(1, 0)),
}


def play_both(name: str, random: Random) -> int:
    """A random game in both libraries, compared at every ply; how many plies it had."""
    shared, adapted = SHARED[name], from_openspiel(name)
    game, ours, theirs, plies = shared.ours, shared.ours.start, adapted.start, 0
    while True:
        moves = {game.format(ours, move): move for move in game.moves(ours)}
        actions = {shared.written(adapted, theirs, each): each for each in adapted.moves(theirs)}
        assert set(moves) == set(actions), (ours, theirs)
        if not moves:
            payoffs = adapted.payoffs(theirs)
            assert game.payoffs(ours) == tuple(payoffs[player] for player in shared.players), theirs
            return plies
        assert shared.players[game.mover(ours)] == adapted.mover(theirs)
        text = random.choice(sorted(moves))
        ours, theirs, plies = game.play(ours, moves[text]), adapted.play(theirs, actions[text]), plies + 1


@pytest.mark.parametrize(
    "games",
    [2, pytest.param(30, marks=pytest.mark.slow), pytest.param(1000, marks=pytest.mark.minutes)],
)
@pytest.mark.parametrize("name", SHARED)
def test_random_games_agree_ply_by_ply(name, games):
    random = Random(games)
    assert all(play_both(name, random) > 1 for _ in range(games))


@pytest.mark.slow
def test_equal_positions_are_told_apart_by_their_moves_unless_transpositions_are_wanted():
    counts = {}
    for transpositions in (False, True):
        game = from_openspiel("tic_tac_toe", transpositions)
        met = {game.start}
        for _ in range(3):
            met |= {game.play(position, move) for position in met for move in game.moves(position)}
        counts[transpositions] = len(met)
        assert lazytree.perft(game, 3, lane="python") == 9 * 8 * 7
    assert counts == {False: 1 + 9 + 72 + 504, True: 1 + 9 + 72 + 252}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["backgammon", "pig(players=3,winscore=10)", "breakthrough(rows=5,columns=4)", "2048"])
def test_adapted_games_keep_the_laws(name):
    check_game(from_openspiel(name), games=2, plies=15)


def test_chance_has_exact_odds():
    game = from_openspiel("backgammon")
    weights = [game.odds(game.start, move) for move in game.moves(game.start)]
    assert game.mover(game.start) == lazytree.CHANCE and len(weights) == 30 and set(weights) == {1}


@pytest.mark.slow
def test_points_and_more_players():
    pig = from_openspiel("pig(players=3,winscore=4,diceoutcomes=2)", transpositions=True)
    assert len(pig.players) == 3 and pig.odds is not None
    assert len(lazytree.search(pig, 2, lane="python").value) == 3
    assert from_openspiel("2048").in_points and not from_openspiel("chess").in_points


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("kuhn_poker", "hides information"),
        ("goofspiel", "simultaneous moves"),
        ("no_such_game", "cannot load 'no_such_game': Unknown game"),
        ("breakthru(rows=6)", "did you mean breakthrough\\?"),
        (3, "a game of OpenSpiel is wanted"),
    ],
)
def test_what_is_no_game_of_ours_is_refused_with_a_sentence(name, why):
    with pytest.raises(ValueError, match=why):
        from_openspiel(name)


def test_a_state_travels_by_pickle():
    game = from_openspiel("breakthrough(rows=5,columns=4)")
    after = game.play(game.start, game.moves(game.start)[0])
    again = pickle.loads(pickle.dumps(after))
    assert again == after and game.moves(again) == game.moves(after) and again != game.start


# ---- ours as OpenSpiel's


@pytest.mark.parametrize(
    ("game", "more"),
    [
        (tic_tac_toe(), {"actions": texts_of_moves(tic_tac_toe())}),
        (konane(rows=4, columns=4), {}),
        (kalah(pits=3, seeds=2), {}),
        (dice_of_doom(size=2, dice="rolled"), {}),
        (dice_of_doom(size=3, players=3), {"most": 1}),
    ],
    ids=["tic_tac_toe", "konane", "kalah", "rolled", "three"],
)
def test_our_games_pass_openspiels_own_test(game, more):
    theirs = to_openspiel(game, **more)
    pyspiel.random_sim_test(theirs, num_sims=2, serialize=True, verbose=False)


def test_openspiels_search_finds_the_values_of_ours():
    for game in (nim(heaps=(1, 2)), kalah(pits=2, seeds=1), konane(rows=3, columns=3)):
        value, _ = alpha_beta_search(to_openspiel(game))
        assert value == lazytree.solve(game, lane="python").value, game


@pytest.mark.slow
def test_its_search_through_chance_finds_the_value_of_rolled_dice():
    game = dice_of_doom(size=2, dice="rolled")
    state = to_openspiel(game).new_initial_state()
    player = max(game.mover(game.start), 0)
    value, _ = expectiminimax(state, 20, None, player)
    assert value == pytest.approx(float(lazytree.solve(game, lane="python").value) * (1 if player == 0 else -1))


def test_its_sampling_bot_and_its_learners_environment_run():
    theirs = to_openspiel(connect_four(), actions=list("abcdefg"))
    bot = mcts.MCTSBot(theirs, 1.4, 20, mcts.RandomRolloutEvaluator(1))
    state = theirs.new_initial_state()
    assert bot.step(state) in state.legal_actions() == list(range(7))
    step = Environment(theirs).reset()
    assert len(step.observations["info_state"][0]) == 4 * 42
    assert step.observations["legal_actions"][0] == list(range(7))


def test_payoffs_in_points_are_bounded_by_what_is_said():
    with pytest.raises(ValueError, match="say the largest payoff"):
        to_openspiel(kalah(score="margin"))
    theirs = to_openspiel(kalah(pits=2, seeds=2, score="margin"), most=8)
    assert theirs.max_utility() == 8


@pytest.mark.process
def test_without_the_extra_the_error_names_it():
    program = "import sys; sys.modules['pyspiel'] = None; from lazytree.adapters import openspiel as spiel"
    for call in ("spiel.from_openspiel('chess')", "spiel.to_openspiel(None)"):
        told = f"{program}\ntry: {call}\nexcept ImportError as error: print(error)"
        ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, env=os.environ, check=True)
        assert "need the extra `openspiel`: pip install '" in ran.stdout
