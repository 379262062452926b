"""Onitama: a master and four students each, five cards with animals' names that say how pieces move."""

from typing import NamedTuple

from lazytree import Game

CARDS = {
    "tiger": [(-2, 0), (1, 0)],
    "crab": [(-1, 0), (0, -2), (0, 2)],
    "monkey": [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    "crane": [(-1, 0), (1, -1), (1, 1)],
    "eel": [(-1, -1), (1, -1), (0, 1)],
}
PIECES = {0: "Aa", 1: "Bb"}
TEMPLES = {0: (0, 2), 1: (4, 2)}


class Onitama(NamedTuple):
    board: str
    hands: tuple
    spare: str
    turn: int = 0


class Move(NamedTuple):
    card: str
    source: tuple
    target: tuple


START = Onitama(
    board="bbBbb" + 3 * "....." + "aaAaa",
    hands=(("crab", "tiger"), ("crane", "eel")),
    spare="monkey",
)


def cell(board, row, column):
    return board[5 * row + column]


def over(state):
    if "A" not in state.board or "B" not in state.board:
        return True
    return cell(state.board, *TEMPLES[0]) == "A" or cell(state.board, *TEMPLES[1]) == "B"


def moves(state):
    if over(state):
        return []
    mine = PIECES[state.turn]
    sign = 1 if state.turn == 0 else -1
    result = []
    for card in sorted(state.hands[state.turn]):
        for place, piece in enumerate(state.board):
            if piece in mine:
                row, column = divmod(place, 5)
                for down, right in CARDS[card]:
                    r, c = row + sign * down, column + sign * right
                    if 0 <= r < 5 and 0 <= c < 5 and cell(state.board, r, c) not in mine:
                        result.append(Move(card, (row, column), (r, c)))
    return result


def play(state, move):
    squares = list(state.board)
    (row, column), (r, c) = move.source, move.target
    squares[5 * r + c] = squares[5 * row + column]
    squares[5 * row + column] = "."
    hand = tuple(state.spare if card == move.card else card for card in state.hands[state.turn])
    hands = (hand, state.hands[1]) if state.turn == 0 else (state.hands[0], hand)
    return Onitama("".join(squares), hands, move.card, 1 - state.turn)


def payoffs(state):
    if not over(state):  # no card fits
        return (-1, 1) if state.turn == 0 else (1, -1)
    return (1, -1) if state.turn == 1 else (-1, 1)


game = Game(
    name="onitama",
    start=START,
    mover=lambda state: state.turn,
    moves=moves,
    play=play,
    payoffs=payoffs,
    ratings={"students": lambda state: state.board.count("a") - state.board.count("b")},
    format=lambda state, move: f"{move.card}: {move.source} to {move.target}",
    show=lambda state: "\n".join(state.board[i : i + 5] for i in range(0, 25, 5)),
)
