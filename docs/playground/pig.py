# Pig, a game with a die: roll as often as you like, or hold and keep the sum. A 1 loses the sum of this turn.
from typing import NamedTuple

from lazytree import CHANCE, FIRST, Game

GOAL = 20
ROLL, HOLD = 0, 7  # moves of a player; those of the die are what it shows


class Position(NamedTuple):
    points: tuple[int, int]
    turn: int  # points of this turn, not yet kept
    player: int
    rolling: bool


def mover(position):
    return CHANCE if position.rolling else position.player


def moves(position):
    points, turn, player, rolling = position
    if rolling:
        yield from (1, 2, 3, 4, 5, 6)
    elif max(points) < GOAL:
        yield ROLL
        if turn:
            yield HOLD


def play(position, move):
    points, turn, player, rolling = position
    if move == ROLL:
        return position._replace(rolling=True)
    if move == 1:
        return Position(points, 0, 1 - player, False)
    if move != HOLD:
        return Position(points, turn + move, player, False)
    kept = tuple(each + turn * (who == player) for who, each in enumerate(points))
    return Position(kept, 0, 1 - player, False)


def payoffs(position):
    return (1, -1) if position.points[FIRST] >= GOAL else (-1, 1)


def show(position):
    first, second = position.points
    return f"first: {first}\nsecond: {second}\nthis turn: {position.turn}"


def lead(position):
    turn = position.turn * (1 if position.player == FIRST else -1)
    return position.points[0] - position.points[1] + turn


game = Game(
    "pig",
    Position((0, 0), 0, FIRST, False),
    mover,
    moves,
    play,
    payoffs,
    odds=lambda position, number: 1,
    format=lambda position, move: {ROLL: "roll", HOLD: "hold"}.get(move, str(move)),
    show=show,
    ratings={"lead": lead},
)
