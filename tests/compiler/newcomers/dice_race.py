"""A race with two runners each: roll two dice, move one runner by the sum; landing on an enemy sends him home."""

from collections import Counter
from typing import NamedTuple

from lazytree import CHANCE, Game

GOAL = 12
ROLLS = Counter(one + two for one in range(1, 5) for two in range(1, 5))


class Race(NamedTuple):
    runners: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))
    rolled: int | None = None
    turn: int = 0


def winner(race):
    for player, runners in enumerate(race.runners):
        if all(place >= GOAL for place in runners):
            return player
    return None


def mover(race):
    return CHANCE if race.rolled is None else race.turn


def moves(race):
    if winner(race) is not None:
        return []
    if race.rolled is None:
        return sorted(ROLLS)
    places = Counter(race.runners[race.turn])
    return [place for place in sorted(places) if place < GOAL]


def odds(race, total):
    return ROLLS[total]


def play(race, move):
    if race.rolled is None:
        return race._replace(rolled=move)
    mine = Counter(race.runners[race.turn])
    target = min(move + race.rolled, GOAL)
    mine[move] -= 1
    mine[target] += 1
    theirs = [0 if place == target and place < GOAL else place for place in race.runners[1 - race.turn]]
    both = [tuple(sorted(mine.elements())), tuple(sorted(theirs))]
    if race.turn == 1:
        both.reverse()
    return Race(tuple(both), None, 1 - race.turn)


def payoffs(race):
    return (1, -1) if winner(race) == 0 else (-1, 1)


game = Game(
    name="dice race",
    start=Race(),
    mover=mover,
    moves=moves,
    play=play,
    payoffs=payoffs,
    odds=odds,
    ratings={"ahead": lambda race: (sum(race.runners[0]) - sum(race.runners[1])) / GOAL},
    format=lambda race, move: f"rolls {move}" if race.rolled is None else f"runs from {move}",
)
