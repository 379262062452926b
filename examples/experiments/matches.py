"""Matches between bots: varied openings, every game timed, endless games called a draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Generic, NamedTuple

from lazytree import FIRST, Game, is_over, play_game
from lazytree.core.game import M, P
from lazytree.searching.choosing import Bot


@dataclass
class Watch:
    """The time that a bot has taken, and for how many moves."""

    seconds: float = 0.0  # of the processor, so that others at work on the machine do not count
    moves: int = 0

    @property
    def a_move(self) -> float:
        """Seconds a move."""
        return self.seconds / max(1, self.moves)


def watched(bot: Bot[P, M], watch: Watch) -> Bot[P, M]:
    """The bot, with the time that it takes added to the watch."""

    def timed(position: P) -> M:
        began = process_time()
        move = bot(position)
        watch.seconds += process_time() - began
        watch.moves += 1
        return move

    return timed


class Outcome(NamedTuple, Generic[P]):
    """How a game ended."""

    end: P
    result: int  # 1: FIRST has won, -1: SECOND has, 0: a draw
    plies: int


class Tally(NamedTuple):
    """How some games ended, seen by one side."""

    wins: int
    draws: int
    losses: int


def openings(game: Game[P, M], number: int, plies: int, seed: int) -> list[P]:
    """That many positions, each after `plies` random moves from the start; none is over."""
    random, found = Random(seed), list[P]()
    while len(found) < number:
        position = game.start
        for _ in range(plies):
            if not is_over(game, position):
                position = game.play(position, random.choice(list(game.moves(position))))
        if not is_over(game, position):
            found.append(position)
    return found


def contest(game: Game[P, M], bots: Sequence[Bot[P, M]], start: P, most: int = 1_000) -> Outcome[P]:
    """One game; at the third repetition of a position, or after `most` plies, it is called a draw."""
    before: Counter[P] = Counter()
    record = play_game(game, bots, start)
    for plies, (position, move) in enumerate(record):
        before[position] += 1
        if move is None:
            payoff = game.payoffs(position)[FIRST]
            return Outcome(position, (payoff > 0) - (payoff < 0), plies)
        if plies == most or before[position] == 3:
            return Outcome(position, 0, plies)
    raise AssertionError("a game ends with a position and no move")


def series(game: Game[P, M], bots: Sequence[Bot[P, M]], starts: Iterable[P], most: int = 1_000) -> list[Outcome[P]]:
    """A game from each of these positions, all with the same seats."""
    return [contest(game, bots, start, most) for start in starts]


def both_ways(game: Game[P, M], one: Bot[P, M], other: Bot[P, M], starts: Sequence[P], most: int = 1_000) -> Tally:
    """The results of `one`, in a game from each of these positions in either seat."""
    results = [outcome.result for outcome in series(game, [one, other], starts, most)]
    results += [-outcome.result for outcome in series(game, [other, one], starts, most)]
    return tally(results)


def tally(results: Iterable[int]) -> Tally:
    """Counts results of 1, 0 and -1."""
    counts = Counter(results)
    return Tally(counts[1], counts[0], counts[-1])
