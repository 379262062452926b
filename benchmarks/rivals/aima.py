"""aima3, the code of Russell and Norvig's book: states are named tuples with a dict for the board."""

from __future__ import annotations

from aima3.games import ConnectFour, GameState, TicTacToe, alphabeta_cutoff_search, infinity

WEIGHTS = (1, 2, 3, 4, 3, 2, 1)
WIN = 1_000_000


def tic_tac_toe() -> tuple[int, None]:
    game = TicTacToe()

    def value(state: GameState, alpha: float, beta: float) -> float:
        """Its alphabeta_search, the value in place of the move."""
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

    return int(value(game.initial, -infinity, infinity)), None


def rating(state: GameState) -> int:
    """As lazytree's `column_weights`, for X, who begins; its boards are counted from 1."""
    if state.utility:
        return WIN * state.utility
    return sum(WEIGHTS[x - 1] if mark == "X" else -WEIGHTS[x - 1] for (x, _), mark in state.board.items())


def connect_four(depth: int) -> tuple[None, str]:
    game = ConnectFour()

    def cut(state: GameState, ply: int) -> bool:
        return ply >= depth or game.terminal_test(state)

    column, _ = alphabeta_cutoff_search(game.initial, game, cutoff_test=cut, eval_fn=rating)
    return None, "abcdefg"[column - 1]
