"""Pig to 12 with two dice of four sides: roll on or hold; a one loses the turn's points, two ones lose all."""

from dataclasses import dataclass
from itertools import product

from lazytree import CHANCE, Game

GOAL = 12
DICE = list(product(range(1, 5), repeat=2))


@dataclass(frozen=True)
class Pig:
    scores: tuple[int, int]
    points: int = 0
    player: int = 0
    rolling: bool = False

    @property
    def winner(self):
        for player, score in enumerate(self.scores):
            if score >= GOAL:
                return player
        return None


def mover(pig):
    return CHANCE if pig.rolling else pig.player


def moves(pig):
    if pig.winner is not None:
        return []
    if pig.rolling:
        return [dice for dice in DICE if dice[0] <= dice[1]]
    return ["roll", "hold"] if pig.points else ["roll"]


def odds(pig, dice):
    return 1 if dice[0] == dice[1] else 2


def with_score(scores, player, score):
    return tuple(score if i == player else s for i, s in enumerate(scores))


def play(pig, move):
    if move == "roll":
        return Pig(pig.scores, pig.points, pig.player, True)
    if move == "hold":
        total = pig.scores[pig.player] + pig.points
        return Pig(with_score(pig.scores, pig.player, total), player=1 - pig.player)
    if move == (1, 1):
        return Pig(with_score(pig.scores, pig.player, 0), player=1 - pig.player)
    if 1 in move:
        return Pig(pig.scores, player=1 - pig.player)
    return Pig(pig.scores, min(pig.points + sum(move), GOAL), pig.player)


def payoffs(pig):
    return (1, -1) if pig.winner == 0 else (-1, 1)


def ahead(pig):
    bonus = pig.points if pig.player == 0 else -pig.points
    return pig.scores[0] - pig.scores[1] + bonus


game = Game(
    name="pig",
    start=Pig((0, 0)),
    mover=mover,
    moves=moves,
    play=play,
    payoffs=payoffs,
    odds=odds,
    ratings={"ahead": ahead},
)
