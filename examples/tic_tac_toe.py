"""A whole game in forty lines, and a player that never loses at it."""

from collections.abc import Iterator
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree import Game, at_random, grow, minimax, play_game, ranked, rate, think

EMPTY, MARKS = 2, "XO."
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Position(NamedTuple):
    board: PVector[int]
    mover: int


def won(board: PVector[int], player: int) -> bool:
    return any(all(board[square] == player for square in line) for line in LINES)


def moves(position: Position) -> Iterator[int]:
    if not won(position.board, 1 - position.mover):
        yield from (square for square in range(9) if position.board[square] == EMPTY)


def play(position: Position, square: int) -> Position:
    return Position(position.board.set(square, position.mover), 1 - position.mover)


def payoffs(position: Position) -> tuple[int, int]:
    first = won(position.board, 0) - won(position.board, 1)
    return first, -first


def show(position: Position) -> str:
    marks = "".join(MARKS[mark] for mark in position.board)
    return "\n".join((marks[:3], marks[3:6], marks[6:], ""))


start = Position(pvector([EMPTY] * 9), 0)
game = Game("tic-tac-toe", start, lambda position: position.mover, moves, play, payoffs, show=show)

if __name__ == "__main__":
    tree = rate(game, lambda position: 0)(grow(game)(start))
    print("with perfect play FIRST gets", minimax(tree))
    print("the corner is answered by square", ranked(tree.branches[0][1])[0].move)
    for position, _move in play_game(game, [at_random(game, seed=3), think(game, depth=9)]):
        print(show(position))
