"""Which techniques of the solver are used: a race of a few sets, on questions of the search itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from ctypes import memmove
from dataclasses import dataclass, field
from functools import partial, reduce
from math import log
from statistics import mean, median, stdev
from time import process_time
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from lazytree.compiler import Runner
from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import Game, M, P
from lazytree.core.stopping import THREAD_TIME
from lazytree.searching.kernels import solver
from lazytree.searching.kernels.memory import Flag
from lazytree.searching.kernels.parts import Memory
from lazytree.searching.kernels.scout import COUNTS, ENTRIES, SEEN, THREADS
from lazytree.searching.kernels.solver import (
    AS_IF,
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

from .asking import PROOFS, Asking
from .memories import ENTRY_BYTES, memories_to_the_end, room_of, seen_by

LIGHT = KNOWN | REPLIES | SYMMETRIC | PARTS
HEAVY = ENDS | LOSING | AS_IF | KNOWN | SAFE | RATED | REFUTED | SYMMETRIC | PARTS
QUICK = ENDS | KNOWN | REPLIES | KILLERS | SYMMETRIC
SETS = (HEAVY, LIGHT, LIGHT | REFUTED, QUICK)
"""Each has been the best for some game; a search begins with the first, which sees the fewest positions in most."""
TRIED_FROM, AGAIN = 0.015, 2  # processor seconds, from which on a trial pays; times as many before the next one
KEPT_FOR = 0.3  # the same, where the best set is known from a search before
PART = 6  # of all time, what trials take, about
QUESTIONS, FEWEST = 16, 8  # of a trial
SMALLEST = 32  # positions of a question
PROOFS_FROM = 500_000  # positions, from which on proof numbers are tried as well
SIZES = 128  # times as many positions of a search as of a question
LONG = 32  # times as many positions as a question took in the search: then a set gives it up, and that counts twice
MORE = 8  # the same, times as many positions as the first set has seen
FEWEST_ENTRIES = 12  # of the table of a trial, as a logarithm
STEEP = 0.1  # by how much it varies how much more a technique pays, as a logarithm, in questions e times as large
GROWING = 0.25  # of what saves positions in small questions, the part that saves as many again at each of their levels
LEAST = 0.2  # by how much costs differ from question to question, as a logarithm, at least
CLEAR, MUCH = 0.1, 0.4  # by how much less time counts, as a logarithm; by how much if it is not known for certain
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
    AS_IF: "as if the opponent moved",
}
"""The techniques in words."""


def names_of(techniques: int) -> tuple[str, ...]:
    """The techniques of a set, in words."""
    return tuple(name for bit, name in NAMES.items() if techniques & bit)


def usable(rules: Solving, techniques: int) -> int:
    """The techniques that the rules have what they need for; a rating takes the place of few replies.

    Where positions fall apart, what is known of their parts takes the place of children in the table.
    """
    if techniques & RATED:
        techniques ^= techniques & REPLIES if rules.order else RATED | (~techniques & REPLIES)
    techniques &= ~(0 if rules.canonical else SYMMETRIC)
    techniques &= ~(0 if rules.passes else AS_IF)
    return techniques & ~(PARTS if not rules.regions else KNOWN if techniques & PARTS else 0)


Noted = tuple[Any, int]
"""A position of the search, and what was asked there: whether its value is higher than that."""


def questions_noted(game: Game[P, M], here: P, memory: Memory) -> Iterator[Noted]:
    """Questions that took about as long as was wanted."""

    def play(position: P, number: int) -> P:
        return game.play(position, list(game.moves(position))[number])

    for start in range(solver.NOTED, solver.NOTED + solver.NOTES * solver.NOTE, solver.NOTE):
        ply, alpha, *numbers = memory.counts.words[start : start + solver.NOTE]
        if ply > 0:
            yield reduce(play, numbers[: ply - 1], here), alpha


class Cost(NamedTuple):
    """The time that a set of techniques takes, beside another one, as a logarithm."""

    time: float
    error: float  # the standard error


def at_size(points: Sequence[tuple[float, float]], size: float, steep: float = 0.0) -> Cost:
    """What costs in questions of several sizes, both as logarithms, say of one of this size: a line through them.

    As long as the points lie too close together to say how steep it is, it is about as steep as is said.
    """
    middle = mean(at for at, _ in points)
    level = mean(cost for _, cost in points)
    spread = max(stdev([cost for _, cost in points]), LEAST) ** 2
    weight = sum((at - middle) ** 2 for at, _ in points) + spread / STEEP**2
    slope = steep + sum((at - middle) * (cost - level - steep * (at - middle)) for at, cost in points) / weight
    away = size - middle
    return Cost(level + slope * away, (spread / len(points) + away**2 * spread / weight) ** 0.5)


Row = dict[int, tuple[int, float]]
"""What a question has cost, by the set of techniques: positions and seconds of the processor."""


@dataclass
class Race:
    """What questions have cost with sets of techniques, in all trials so far."""

    ask: Asking
    rows: list[Row] = field(default_factory=list)
    clock: Callable[[], float] = THREAD_TIME
    best: int | None = None  # what the next search by the same rules begins with, once that is certain
    usual: int | None = None  # what a search begins with of which nothing is known
    has_proofs: bool = False
    has_rival: bool = False

    def with_proofs(self) -> None:
        """Takes proof numbers into the race, once, if the search is long and they are compiled."""
        ask = self.ask
        if ask.prover and not (self.has_proofs or ask.endless) and seen_by(ask.memories) > PROOFS_FROM:
            self.has_proofs = ask.prover.is_ready()
            ask.sets = (*ask.sets, PROOFS) if self.has_proofs else ask.sets

    def cost(self, flag: Flag, memory: Memory, techniques: int, noted: Noted, most: int) -> tuple[int, float]:
        """Positions seen and processor time until a question is answered; `most` if it is not within that.

        The table is empty, but the values of parts are known; what has refuted a position is as the search so far has
        noted it.
        """
        if techniques == PROOFS:
            return self.cost_of_proof(flag, noted, most)
        counts, (position, alpha) = memory.counts, noted
        entries = min(2 ** max((2 * most).bit_length(), FEWEST_ENTRIES), room_of(memory.table))
        memory.table.clear(2 * entries)
        memmove(counts.handle[0], self.ask.memories[0].counts.handle[0], 8 * COUNTS)
        counts[ENTRIES], counts[THREADS], counts[SEEN], counts[solver.WANTED] = entries, 1, 0, 0
        counts[solver.LIMIT], counts[solver.TECHNIQUES] = most, techniques
        began = self.clock()
        try:
            self.ask.run.direct(flag, memory, position, alpha, alpha + 1, 0, 0)
        except Trapped as trapped:
            if trapped.trap is Trap.STOPPED:
                raise
            return most, self.clock() - began
        return counts[SEEN], self.clock() - began

    def cost_of_proof(self, flag: Flag, noted: Noted, most: int) -> tuple[int, float]:
        """The same by proof numbers."""
        assert self.ask.prover is not None
        (position, alpha), prover = noted, self.ask.prover.afresh(2 * most)
        began = self.clock()
        try:
            found = 0 in prover.numbers(flag, position, alpha + 1, most)
        except Trapped as trapped:
            if trapped.trap is Trap.STOPPED:
                raise
            found = False
        return prover.memory.counts[SEEN] if found else most, self.clock() - began

    def trial(self, flag: Flag, memory: Memory, questions: Iterable[Noted], size: int, limit: float) -> None:
        """Adds what questions cost with each set; once these are a few, within a limit of seconds.

        What is short, or long, for each of the sets is left out: what is so for the first alone would speak for it, or
        against it.
        """
        first, *others = self.ask.sets
        most, began, added = LONG * size, self.clock(), 0
        for question in questions:
            row = {first: self.cost(flag, memory, first, question, most)}
            enough = min(most, MORE * row[first][0])
            row |= {each: self.cost(flag, memory, each, question, enough) for each in others}
            if row[first][0] < most and max(seen for seen, _ in row.values()) >= size:
                long = {each: 2 if each != first and row[each][0] >= enough else 1 for each in row}
                self.rows.append({each: (long[each] * seen, long[each] * spent) for each, (seen, spent) in row.items()})
                added += 1
            if added == QUESTIONS or (self.clock() - began > limit and len(self.rows) >= FEWEST):
                break

    def beside_first(self, techniques: int) -> Cost:
        """What a set costs in a question as large as the whole search so far, beside the first set.

        Its time is how many positions it sees, by how long one of them takes: the median, since a processor that has
        other work to do makes single times long.
        """
        first = self.ask.sets[0]
        rows = [row for row in self.rows if techniques in row and first in row]
        longer = [log(median(row[each][1] / row[each][0] for row in rows)) for each in (techniques, first)]
        sizes = [log(row[first][0] * row[techniques][0]) / 2 for row in rows]
        more = [log(row[techniques][0] / row[first][0]) for row in rows]
        points = [(size, each + longer[0] - longer[1]) for size, each in zip(sizes, more)]
        return at_size(points, log(seen_by(self.ask.memories)), GROWING * mean(more) / mean(sizes))

    def staying(self) -> list[int]:
        """The sets that stay in the race; the first is used next.

        That is the best as far as is known, or the last one where none is better by CLEAR; but small questions do not
        show how well the moves near the root are ordered, so the second one has a short turn if it may save much:
        `has_rival`.
        """
        self.has_rival = False
        tried = [each for each in self.ask.sets if sum(each in row for row in self.rows) >= FEWEST]
        if self.ask.sets[0] not in tried:
            return list(self.ask.sets)
        last, *others = tried
        costs = {last: Cost(0.0, 0.0), **{each: self.beside_first(each) for each in others}}
        best = min(costs, key=costs.__getitem__)
        if costs[best].time > -CLEAR:
            best = last

        def least(each: int, errors: int) -> float:
            """What it costs at least, beside the best."""
            return costs[each].time - costs[best].time - errors * max(costs[each].error, costs[best].error)

        unsure = self.usual is not None and best != self.usual and self.usual in costs and least(self.usual, 2) < 0
        self.best = None if unsure else best
        untried = [each for each in self.ask.sets if each not in tried]
        searching = min((each for each in tried if each != PROOFS), key=costs.__getitem__, default=best)
        needed = searching if best == PROOFS else best  # proofs do not say how soon
        staying = [each for each in tried if each != best and (each == needed or least(each, 2) < -CLEAR)]
        rival = min(staying, key=lambda each: least(each, 1), default=best)
        self.has_rival = last == best != rival and least(rival, 1) < -MUCH
        if self.has_rival:
            staying.remove(rival)
            return [best, rival, *staying, *untried]
        return [best, *staying, *untried]


def question_size(ask: Asking) -> int:
    """How many positions a question of a trial takes now; 0: there is no race any more."""
    return max(seen_by(ask.memories) // SIZES, SMALLEST) if len(ask.sets) > 1 else 0


_BEST: WeakKeyDictionary[object, int] = WeakKeyDictionary()  # sets, by the search in machine code


def sets_for(run: Runner) -> tuple[int, ...]:
    """The sets that a search begins with: first the one that was best for certain in the last one by the same rules."""
    sets = dict.fromkeys(usable(run.rules, each) for each in SETS)
    best = _BEST.get(run.function)
    return (best, *(each for each in sets if each != best)) if best in sets else tuple(sets)


def race_of(game: Game[P, M], here: P, ask: Asking) -> Callable[[], None]:
    """What is to be called from time to time: after more time of the processor it makes a trial.

    With several threads the last one makes it, while the others search.
    """
    race, began = Race(ask, usual=usable(ask.run.rules, SETS[0])), process_time()
    next_trial = KEPT_FOR if _BEST.get(ask.run.function) == ask.sets[0] else TRIED_FROM
    ask.size = question_size(ask)

    def trial(flag: Flag, memory: Memory, questions: Sequence[Noted], size: int, spent: float) -> None:
        nonlocal next_trial
        before = THREAD_TIME()
        try:
            race.trial(flag, memory, questions, size, spent / PART)
        finally:
            ask.use(race.staying())
            if race.best is not None:
                _BEST[ask.run.function] = race.best
            next_trial = max(AGAIN * spent, spent + PART * (THREAD_TIME() - before))

    def go_on() -> None:
        spent = process_time() - began
        if ask.rival is not None:
            ask.end_turn()
        elif ask.size and spent > next_trial:
            race.with_proofs()
            questions = list(questions_noted(game, here, ask.memories[0]))
            work = partial(trial, memory=memory_of_trial(ask), questions=questions, size=ask.size, spent=spent)
            if len(ask.memories) > 1:
                ask.aside = work
            else:
                ask.run.interruptible(work, ask.poll)
                if race.has_rival:
                    ask.begin_turn()
        ask.size = question_size(ask)

    return go_on


def memory_of_trial(ask: Asking) -> Memory:
    """A memory for questions of this size, with the values of parts that the last thread knows."""
    megabytes = 1 + 4 * LONG * ask.size * ENTRY_BYTES // 2**20
    return memories_to_the_end(1, megabytes)[0]._replace(values=ask.memories[-1].values)
