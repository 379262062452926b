"""Which techniques of the solver are used: a race of a few sets, on questions of the search itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from ctypes import memmove
from dataclasses import dataclass
from functools import reduce
from math import inf, log
from statistics import mean, median, stdev
from typing import Any, NamedTuple

from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import Game, M, P
from lazytree.core.stopping import THREAD_TIME
from lazytree.searching.kernels import solver
from lazytree.searching.kernels.memory import Flag
from lazytree.searching.kernels.scout import COUNTS, ENTRIES, SEEN, THREADS, Memory
from lazytree.searching.kernels.solver import (
    ENDS,
    KILLERS,
    KNOWN,
    LOSING,
    PARTS,
    RATED,
    REFUTED,
    REPLIES,
    SAFE,
    SYMMETRIC,
    Solving,
)

from .asking import Asking
from .deepening import memories_for
from .memories import ENTRY_BYTES, room_of, seen_by

LIGHT = KNOWN | REPLIES | SYMMETRIC | PARTS
HEAVY = ENDS | LOSING | KNOWN | RATED | REFUTED | SYMMETRIC | PARTS
SETS = (HEAVY | SAFE, HEAVY, LIGHT, LIGHT | REFUTED, LIGHT | REFUTED | KILLERS)
"""Each has been the best for some game; a search begins with the first, which sees the fewest positions in most."""
TRIED_FROM, AGAIN = 10_000, 2  # positions seen, from which on a trial pays; times as many before the next one
QUESTIONS, FEWEST = 6, 3  # of a trial
FEWEST_ENTRIES = 14  # of the table of a trial, as a logarithm: there is room for what small parts are worth
PART = 10  # of all positions seen that a trial sees, about
SLOW = 2  # times as long as the best: then a set is tried no more
ENOUGH = 500  # positions of a question: smaller ones end no trial of a set
LONG = 10  # times as many positions as a question took in the search: then a set gives it up, and that counts twice
CLEAR = 0.1  # by how much less time counts, as a logarithm, beside the standard error
NAMES = {
    ENDS: "ends first",
    LOSING: "no moves that lose at once",
    KNOWN: "children in the table",
    SAFE: "safe replies",
    REPLIES: "few replies",
    REFUTED: "refutations",
    KILLERS: "killers",
    RATED: "rating",
    SYMMETRIC: "symmetry",
    PARTS: "parts",
}
"""The techniques in words."""


def names_of(techniques: int) -> tuple[str, ...]:
    """The techniques of a set, in words."""
    return tuple(name for bit, name in NAMES.items() if techniques & bit)


def usable(rules: Solving, techniques: int) -> int:
    """The techniques that the rules have what they need for; a rating takes the place of few replies."""
    if techniques & RATED:
        techniques ^= techniques & REPLIES if rules.order else RATED | (~techniques & REPLIES)
    techniques &= ~(0 if rules.canonical else SYMMETRIC)
    return techniques & ~(0 if rules.regions else PARTS)


Noted = tuple[Any, int]
"""A position of the search, and what was asked there: whether its value is higher than that."""


def questions_noted(game: Game[P, M], here: P, memory: Memory) -> Iterator[Noted]:
    """Questions that took about as long as was wanted."""

    def play(position: P, number: int) -> P:
        return game.play(position, list(game.moves(position))[number])

    for start in range(solver.NOTED, solver.NOTED + solver.NOTES * solver.NOTE, solver.NOTE):
        ply, alpha, *numbers = memory.counts.words[start : start + solver.NOTE]
        if ply > 0:
            yield (
                reduce(lambda at, number: game.play(at, list(game.moves(at))[number]), numbers[: ply - 1], here),
                alpha,
            )


class Cost(NamedTuple):
    """The time that a set of techniques takes, beside another one, as a logarithm."""

    time: float
    error: float  # the standard error of what was measured


@dataclass
class Trial:
    """What questions cost with sets of techniques."""

    ask: Asking
    memory: Memory
    clock: Callable[[], float] = THREAD_TIME

    def cost(self, flag: Flag, techniques: int, noted: Noted, most: int) -> tuple[int, float]:
        """Positions seen and processor time until a question is answered; `most` if it is not within that.

        The table is empty; what has refuted a position is as the search so far has noted it.
        """
        counts, (position, alpha) = self.memory.counts, noted
        entries = min(2 ** max((2 * most).bit_length(), FEWEST_ENTRIES), room_of(self.memory.table))
        self.memory.table.clear(2 * entries)
        memmove(counts.handle[0], self.ask.memories[0].counts.handle[0], 8 * COUNTS)
        counts[ENTRIES], counts[THREADS], counts[SEEN], counts[solver.WANTED] = entries, 1, 0, 0
        counts[solver.LIMIT], counts[solver.TECHNIQUES] = most, techniques
        began = self.clock()
        try:
            self.ask.run.direct(flag, self.memory, position, alpha, alpha + 1, 0, 0)
        except Trapped as trapped:
            if trapped.trap is Trap.STOPPED:
                raise
            return most, self.clock() - began
        return counts[SEEN], self.clock() - began

    def costs(self, flag: Flag, questions: Iterable[Noted], sets: Sequence[int], size: int) -> list[Cost]:
        """What each set costs, beside the first; nothing where too few questions say something.

        Its time is how many positions it sees, by how long one of them takes: the median, since a processor that has
        other work to do makes single times long. What a set sees more in a small question it sees more again at every
        level of a large one: the logarithm grows as that of the size, here to that of the whole search so far. What is
        short, or long, for each of the sets is left out: what is so for the first alone would speak for it, or against
        it.
        """
        most, rows = LONG * size, list[list[tuple[int, float]]]()
        for question in questions:
            row = [self.cost(flag, techniques, question, most) for techniques in sets]
            if max(seen for seen, _ in row) >= size and min(seen for seen, _ in row) < most:
                rows.append(row)
            if len(rows) == QUESTIONS:
                break
        if len(rows) < FEWEST:
            return []
        columns = [*zip(*rows)]
        longer = [log(median(spent / seen for seen, spent in column)) for column in columns]
        grown = log(seen_by(self.ask.memories)) / log(max(size, 2))
        seen = [[grown * log(seen if seen < most else 2 * seen) for seen, _ in column] for column in columns]
        more = [[one - usual for one, usual in zip(column, seen[0])] for column in seen]
        return [
            Cost(mean(column) + long - longer[0], stdev(column) / grown / len(column) ** 0.5)
            for column, long in zip(more, longer)
        ]

    def race(self, flag: Flag, questions: Iterable[Noted], sets: Sequence[int], size: int) -> list[int]:
        """The sets that stay in the race, the best first; the first so far, if none is better for certain."""
        costs = dict(zip(sets, self.costs(flag, questions, sets, size)))
        if not costs:
            return list(sets)
        least = min(costs.values())
        most = least.time + log(SLOW) if size >= ENOUGH else inf
        staying = [each for each in sets if costs[each].time < most]
        best = min(staying, key=costs.__getitem__)
        better = least.time + least.error <= -CLEAR
        return sorted(staying, key=lambda each: (each != best or not better, each != sets[0]))


def question_size(ask: Asking) -> int:
    """How many positions a question of a trial takes now; 0: there is no race any more."""
    asked = PART * QUESTIONS * len(ask.sets)
    return max(seen_by(ask.memories), TRIED_FROM) // asked if len(ask.sets) > 1 else 0


def race_of(game: Game[P, M], here: P, ask: Asking) -> Callable[[], None]:
    """What is to be called from time to time: after many more positions it makes a trial."""
    next_trial = TRIED_FROM
    ask.size = question_size(ask)

    def race() -> None:
        nonlocal next_trial
        if ask.size and seen_by(ask.memories) > next_trial:
            next_trial = AGAIN * seen_by(ask.memories)
            ask.sets = raced(game, here, ask)
        ask.size = question_size(ask)

    return race


def raced(game: Game[P, M], here: P, ask: Asking) -> list[int]:
    """The sets that stay in the race after a trial, the best first."""
    questions, size = list(questions_noted(game, here, ask.memories[0])), question_size(ask)
    trial = Trial(ask, memories_for(1, 1 + LONG * size * ENTRY_BYTES // 2**20)[0])
    return ask.run.interruptible(lambda flag: trial.race(flag, questions, ask.sets, size), ask.poll)
