"""mctspy: Monte-Carlo tree search over states of one's own; here lazytree's rules of connect four."""

from __future__ import annotations

import numpy as np
from mctspy.games.common import TwoPlayersAbstractGameState
from mctspy.tree.nodes import TwoPlayersGameMonteCarloTreeSearchNode
from mctspy.tree.search import MonteCarloTreeSearch

from lazytree import FIRST
from lazytree.games import connect_four

GAME = connect_four()


class State(TwoPlayersAbstractGameState):  # type: ignore[misc]
    def __init__(self, position: object, column: int | None = None) -> None:
        self.position, self.column = position, column
        self.columns = list(GAME.moves(position))
        self.next_to_move = 1 if GAME.mover(position) == FIRST else -1

    @property
    def game_result(self) -> int | None:
        return None if self.columns else GAME.payoffs(self.position)[FIRST]

    def is_game_over(self) -> bool:
        return not self.columns

    def move(self, column: int) -> State:
        return State(GAME.play(self.position, column), column)

    def get_legal_actions(self) -> list[int]:
        return self.columns.copy()


def sampled(simulations: int) -> tuple[None, str]:
    np.random.seed(1)
    search = MonteCarloTreeSearch(TwoPlayersGameMonteCarloTreeSearchNode(State(GAME.start)))
    return None, "abcdefg"[search.best_action(simulations).state.column]
