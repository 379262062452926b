"""OpenSpiel: states in C++; alpha-beta in Python over them, and Monte-Carlo tree search in C++ and in Python."""

from __future__ import annotations

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.algorithms.minimax import alpha_beta_search

WEIGHTS = (1, 2, 3, 4, 3, 2, 1)
SMALL = 1000  # its payoffs are ±1: ratings must be smaller


def tic_tac_toe() -> tuple[int, None]:
    value, _ = alpha_beta_search(pyspiel.load_game("tic_tac_toe"))
    return int(value), None


def column_weights(state: pyspiel.State) -> float:
    columns = state.history()
    return (sum(map(WEIGHTS.__getitem__, columns[::2])) - sum(map(WEIGHTS.__getitem__, columns[1::2]))) / SMALL


def connect_four(depth: int) -> tuple[int, str]:
    game = pyspiel.load_game("connect_four")
    value, column = alpha_beta_search(game, value_function=column_weights, maximum_depth=depth)
    return round(SMALL * value), "abcdefg"[column]


def moves_of_mover(state: pyspiel.State) -> float:
    moves = len(state.legal_actions())
    return (moves if state.current_player() == 0 else -moves) / SMALL


def lines_of_action(depth: int) -> tuple[int, str]:
    game = pyspiel.load_game("lines_of_action")
    value, action = alpha_beta_search(game, value_function=moves_of_mover, maximum_depth=depth)
    return round(SMALL * value), game.new_initial_state().action_to_string(action).replace("x", "-")


def sampled(simulations: int) -> tuple[None, str]:
    """By its MCTS in C++."""
    game = pyspiel.load_game("connect_four")
    rollouts = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.MCTSBot(game, rollouts, 1.0, simulations, max_memory_mb=1000, solve=True, seed=1, verbose=False)
    return None, "abcdefg"[bot.step(game.new_initial_state())]


def sampled_in_python(simulations: int) -> tuple[None, str]:
    """By its MCTS in Python over states in C++."""
    game, source = pyspiel.load_game("connect_four"), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.0, simulations, mcts.RandomRolloutEvaluator(1, source), random_state=source)
    return None, "abcdefg"[bot.step(game.new_initial_state())]
