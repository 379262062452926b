"""Side by side with other libraries, in one run, the same answer checked: `python benchmarks/peers.py [--json]`.

Needs the extra `bench` (easyAI and aima3, from PyPI). Each line says how many times as long the other one takes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

from lazytree import solve
from lazytree.games import tic_tac_toe

ROUNDS = 7


def best_time(run: Callable[[], Any]) -> tuple[float, Any]:
    """The shortest of some rounds, in seconds, and the answer (the same in each)."""
    times, answers = [], set()
    for _ in range(ROUNDS):
        began = process_time()
        answers.add(run())
        times.append(process_time() - began)
    (answer,) = answers
    return min(times), answer


def lazytree_solves() -> int:
    return int(solve(tic_tac_toe()).value)


def easyai_solves(table: bool) -> int:
    from easyAI import AI_Player, Negamax
    from easyAI.AI import TranspositionTable
    from easyAI.games.TicTacToe import TicTacToe

    search = Negamax(9, tt=TranspositionTable() if table else None)
    if table:
        TicTacToe.ttentry = lambda self: (tuple(self.board), self.current_player)
    game = TicTacToe([AI_Player(search), AI_Player(search)])
    search(game)
    return int(search.alpha)


def aima_solves() -> int:
    from aima3.games import GameState, TicTacToe, infinity

    game = TicTacToe()

    def value(state: GameState, alpha: float, beta: float) -> float:
        """aima's alphabeta_search, its value in place of its move."""
        if game.terminal_test(state):
            return float(game.utility(state, "X"))
        first = state.to_move == "X"
        best = -infinity if first else infinity
        for move in game.actions(state):
            below = value(game.result(state, move), alpha, beta)
            if first:
                best = max(best, below)
                alpha = max(alpha, best)
            else:
                best = min(best, below)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return int(value(game.initial, -infinity, infinity))


def main() -> None:
    ours, answer = best_time(lazytree_solves)
    ratios = {}
    peers = {
        "easyAI": lambda: easyai_solves(table=False),
        "easyAI with its table": lambda: easyai_solves(table=True),
        "aima3": aima_solves,
    }
    print(f"tic-tac-toe solved by lazytree (solve): {1000 * ours:.1f} ms", file=sys.stderr)
    for name, solves in peers.items():
        theirs, says = best_time(solves)
        assert says == answer == 0, f"{name} says {says}, lazytree {answer}"
        ratios[f"tic-tac-toe solved, {name} / lazytree"] = round(theirs / ours, 2)
    if "--json" in sys.argv:
        print(json.dumps(ratios))
    else:
        for line, ratio in ratios.items():
            print(f"{line:55} {ratio:6.2f}")


if __name__ == "__main__":
    main()
