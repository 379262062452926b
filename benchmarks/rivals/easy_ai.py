"""easyAI: games that are changed in place (or copied), searched by Negamax."""

from __future__ import annotations

import numpy as np
from easyAI import AI_Player, Negamax
from easyAI.AI import TranspositionTable
from easyAI.games.ConnectFour import ConnectFour
from easyAI.games.TicTacToe import TicTacToe

NOBODY = [None, None]  # players are not asked, and copied with every board
WEIGHTS = np.array([1, 2, 3, 4, 3, 2, 1])
WIN = 1_000_000


class Rated(ConnectFour):
    """Its own connect four, with the rating of lazytree's `column_weights`."""

    def scoring(self) -> int:
        if self.lose():
            return -WIN
        mine, theirs = self.board == self.current_player, self.board == self.opponent_index
        return int((mine.sum(axis=0) - theirs.sum(axis=0)) @ WEIGHTS)


class Helped(Rated):
    """The same with what its manual advises: moves taken back in place of boards copied, and keys for its table."""

    def unmake_move(self, column: int) -> None:
        self.board[np.count_nonzero(self.board[:, column]) - 1, column] = 0

    def ttentry(self) -> tuple[int, bytes]:
        return self.current_player, self.board.tobytes()


class Keyed(TicTacToe):
    def ttentry(self) -> tuple[int, ...]:
        return self.current_player, *self.board


def tic_tac_toe(helped: bool = False) -> tuple[int, str | None]:
    search = Negamax(9, tt=TranspositionTable() if helped else None)
    search((Keyed if helped else TicTacToe)([AI_Player(search), AI_Player(search)]))
    return int(search.alpha), None


def connect_four(depth: int, helped: bool = False) -> tuple[int, str]:
    search = Negamax(depth, tt=TranspositionTable() if helped else None)
    column = search((Helped if helped else Rated)(NOBODY))
    return int(search.alpha), "abcdefg"[column]
