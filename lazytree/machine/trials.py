"""Which techniques of the solver are used: a race of a few sets, on questions of the search itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from ctypes import memmove
from dataclasses import dataclass, field
from functools import partial, reduce
from math import inf, log
from operator import itemgetter
from time import process_time
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from lazytree.compiler import Runner
from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import Game, M, P
from lazytree.core.stopping import THREAD_TIME
from lazytree.searching.kernels import solver, threats
from lazytree.searching.kernels.memory import Flag
from lazytree.searching.kernels.parts import Memory
from lazytree.searching.kernels.scout import COUNTS, ENTRIES, SEEN, THREADS
from lazytree.searching.kernels.solver import (
    BOUNDS,
    CHILDREN,
    ENDS,
    KILLERS,
    KNOWN,
    LOSING,
    RATED,
    REFUTED,
    REPLIES,
    SAFE,
    SYMMETRIC,
    Solving,
)
from lazytree.searching.kernels.threats import AS_IF, PARTS

from .asking import PROOFS, Asking, techniques_for
from .memories import ENTRY_BYTES, memories_to_the_end, room_of, seen_by

PLAIN = ENDS | KNOWN | SYMMETRIC | PARTS | BOUNDS
LIGHT = PLAIN | REPLIES | REFUTED
SHARP = PLAIN | LOSING | AS_IF | RATED | REFUTED
HEAVY = SHARP | SAFE
BY_PARTS = LIGHT | KILLERS | CHILDREN  # only where positions fall apart
BY_BOUNDS = PLAIN | REPLIES | RATED  # only of games with bounds
SETS = (BY_BOUNDS, HEAVY, SHARP, LIGHT, BY_PARTS)
"""Each has been the best for some game; a search begins with the first, which sees the fewest positions in most."""
TRIED_FROM, AGAIN = 0.015, 2  # processor seconds, from which on a trial pays; times as many before the next one
KEPT_FOR, ENOUGH = 0.3, 12  # the same, where that many questions of searches before tell which set is the best
LEARNT = 64  # questions of searches before that are kept
PART, LEAST = 6, 0.02  # of all time, what a trial takes; seconds that it takes at least
TICK = 1e-6  # seconds that some questions take at least, all told
FEWEST = 3  # questions that tell something
SMALLEST = 128  # positions of a question
SMALL, LARGE = 1024, 8  # times as many positions of a search as of the smallest and the largest question of a trial
APART = 1.5  # times as many positions of a question as of the one before: else it may be nearly the same
PROOFS_FROM = 100_000  # positions, from which on proof numbers are in the race as well
LONG = 4  # times as many positions as a question took in the search: then it tells nothing
MORE = 3  # times as long as the best so far, by its pace: then a set gives a question up, and its time counts twice
FEWEST_ENTRIES = 12  # of the table of a trial, as a logarithm
AHEAD, CERTAIN = 0.65, 3  # how much less, or how many standard errors: then the first set is left for it
MUCH, ALL_TOO_MUCH = 0.5, 1.4  # how much more: then a set is asked no larger questions; and none in the next trials
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
    CHILDREN: "children by their parts",
    BOUNDS: "bounds",
}
"""The techniques in words."""


def names_of(techniques: int) -> tuple[str, ...]:
    """The techniques of a set, in words."""
    return tuple(name for bit, name in NAMES.items() if techniques & bit)


def usable(rules: Solving, techniques: int) -> int:
    """The techniques that the rules have what they need for; a rating takes the place of few replies.

    Where positions fall apart, what is known of their parts takes the place of children in the table, unless there are
    bounds.
    """
    if techniques & CHILDREN and not rules.regions:
        techniques = LIGHT
    if techniques == BY_BOUNDS and not rules.bounds:
        techniques = HEAVY
    if techniques & RATED:
        techniques ^= techniques & REPLIES if rules.order else RATED | (~techniques & REPLIES)
    techniques &= ~(0 if rules.canonical else SYMMETRIC)
    techniques &= ~(0 if rules.passes else AS_IF)
    techniques &= ~(0 if rules.bounds else BOUNDS)
    by_parts = techniques & CHILDREN or (techniques & PARTS and not rules.bounds)
    return techniques & ~(PARTS if not rules.regions else KNOWN if by_parts else 0)


class Noted(NamedTuple):
    """A question of the search: whether the value of a position is higher than that."""

    positions: int  # that it took
    position: Any
    alpha: int


def questions_noted(game: Game[P, M], here: P, memory: Memory, least: int, most: int) -> list[Noted]:
    """The questions that took from `least` to `most` positions, the smallest first, one of each size or nearly so.

    They are noted no longer, so that each is asked in one trial only.
    """
    found = list[Noted]()
    words = memory.counts.words
    notes = (words[start : start + solver.NOTE] for start in range(solver.NOTED, solver.GOING, solver.NOTE))
    for ply, alpha, seen, *numbers in sorted(notes, key=itemgetter(2)):
        if ply and least <= seen <= most and (not found or seen > APART * found[-1].positions):
            found.append(Noted(seen, reduce(partial(played, game), numbers[: ply - 1], here), alpha))
    for start in range(solver.NOTED, solver.GOING, solver.NOTE):
        words[start] = 0
    return found


def played(game: Game[P, M], position: P, number: int) -> P:
    """The position after the move of that number."""
    return game.play(position, list(game.moves(position))[number])


Row = tuple[int, dict[int, tuple[int, float]]]
"""The positions that a question took in the search; by the set of techniques, positions and processor seconds."""


@dataclass
class Race:
    """What questions have cost with sets of techniques, in all trials so far."""

    ask: Asking
    rows: list[Row] = field(default_factory=list)
    clock: Callable[[], float] = THREAD_TIME
    begun: int = field(init=False)  # the set that the search has begun with

    def __post_init__(self) -> None:
        self.begun = self.ask.sets[0]

    def cost(self, flag: Flag, memory: Memory, techniques: int, noted: Noted, most: int) -> tuple[int, float]:
        """Positions seen and processor time until a question is answered; `most` if it is not within that.

        The table is empty, but the values of parts are known; what has refuted a position is as the search so far has
        noted it.
        """
        if techniques == PROOFS:
            return self.cost_of_proof(flag, noted, most)
        counts = memory.counts
        entries = min(2 ** max(most.bit_length(), FEWEST_ENTRIES), room_of(memory.table))
        memory.table.clear(2 * entries)
        memmove(counts.handle[0], self.ask.memories[0].counts.handle[0], 8 * COUNTS)
        counts[ENTRIES], counts[THREADS], counts[SEEN], counts[solver.WANTED] = entries, 1, 0, 0
        counts[threats.TECHNIQUES] = techniques_for(noted.alpha + 1, techniques)
        counts[solver.LIMIT], began = most, self.clock()
        try:
            self.ask.run.direct(flag, memory, noted.position, noted.alpha, noted.alpha + 1, 0, 0)
        except Trapped as trapped:
            if trapped.trap is Trap.STOPPED:
                raise
            return most, self.clock() - began
        return counts[SEEN], self.clock() - began

    def trial(self, flag: Flag, memory: Memory, questions: Iterable[Noted], limit: float, pace: float) -> None:
        """Adds what questions cost, larger and larger ones, with the sets that may be the best.

        It ends where all of them would take more seconds than the limit, by the pace of the search and their own, or
        where the next one may.
        """
        sets, end = self.hopeful(self.sets, ALL_TOO_MUCH), self.clock() + limit
        last = 0.0  # seconds for each position of the question before, with all sets
        for question in questions:
            began = self.clock()
            if len(sets) == 1 or began + question.positions * max(len(sets) * pace, last) > end:
                break
            least, costs = inf, dict[int, tuple[int, float]]()
            for each in sets:
                if costs and self.clock() + MORE * least > end:
                    break
                most = int(max(MORE * least / self.pace(each, costs), 1)) if costs else LONG * question.positions
                seen, spent = self.cost(flag, memory, each, question, most)
                if seen == most and not costs and each == self.ask.techniques:
                    break  # the search has needed what the table knew
                costs[each] = (seen, spent) if seen < most else (2 * seen, 2 * spent)
                least = min(least, spent)
            if len(costs) > 1:
                self.rows.append((question.positions, costs))
            sets = self.hopeful(sets, MUCH)
            last = (self.clock() - began) / question.positions

    def pace(self, techniques: int, costs: dict[int, tuple[int, float]]) -> float:
        """How long a position takes with a set, by what has been asked so far; else as with the others."""
        return pace_of([row[techniques] for _, row in self.rows if techniques in row] or costs.values())

    def cost_of_proof(self, flag: Flag, noted: Noted, most: int) -> tuple[int, float]:
        """The same by proof numbers."""
        assert self.ask.prover is not None
        fresh, began, found = self.ask.prover.afresh(most), self.clock(), False
        try:
            found = 0 in fresh.numbers(flag, noted.position, noted.alpha + 1, most)
        except Trapped as trapped:
            if trapped.trap is Trap.STOPPED:
                raise
        return fresh.memory.counts[SEEN] if found else most, self.clock() - began

    @property
    def sets(self) -> list[int]:
        """The sets in the race; once a search is long, proof numbers are in it, too."""
        ask, sets = self.ask, list(self.ask.sets)
        if PROOFS not in sets and ask.prover and not ask.endless and seen_by(ask.memories) >= PROOFS_FROM:
            sets += [PROOFS] * ask.prover.is_ready()
        return sets

    def beside(self, techniques: int, other: int, larger: bool = True) -> float:
        """How much longer the search takes with a set than with another one, as a logarithm; inf if that is not known.

        Where one sees n positions, the other is taken to see a power of n: what saves some of them does so at each
        level. Not `larger`: what the questions themselves have told, nothing is reckoned of a larger search. The larger
        a question, the more it says. Few questions say little: some more are reckoned in which both see equally many.
        """
        if techniques == other:
            return 0.0
        rows = self.rows_of(techniques, other)
        if len(rows) < FEWEST:
            return inf
        growth, _ = self.growth_of(techniques, other, larger)
        mine, theirs = (pace_of(costs[each] for _, costs in rows) for each in (techniques, other))
        return len(rows) / (len(rows) + FEWEST) * growth + log(mine / theirs)

    def doubt(self, techniques: int, other: int, larger: bool = True) -> float:
        """The standard error of that, by how the questions differ; 0 if nothing is known."""
        return self.growth_of(techniques, other, larger)[1] if self.rows_of(techniques, other) else 0.0

    def growth_of(self, techniques: int, other: int, larger: bool) -> tuple[float, float]:
        """How many times as many positions the search sees with a set, as a logarithm, and the standard error."""
        level: Callable[[int], float] = log if larger else lambda positions: 1.0
        points = [
            (size**0.5, level(size), log(costs[techniques][0] / costs[other][0]))
            for size, costs in self.rows_of(techniques, other)
        ]
        each, all_told = sum(weight * at**2 for weight, at, _ in points), level(seen_by(self.ask.memories))
        growth = sum(weight * at * more for weight, at, more in points) / each
        apart = sum(weight * (more - growth * at) ** 2 for weight, at, more in points)
        spread = apart / sum(weight for weight, _, _ in points) * len(points) / max(len(points) - 1, 1)
        error = (spread * sum((weight * at) ** 2 for weight, at, _ in points)) ** 0.5 / each
        return all_told * growth, all_told * error

    def rows_of(self, techniques: int, other: int) -> list[Row]:
        """The questions that both have been asked."""
        return [row for row in self.rows if techniques in row[1] and other in row[1]]

    def ordered(self, sets: Sequence[int]) -> dict[int, float]:
        """How much longer sets take than the first, the best first; at last those of which that is not known."""
        return dict(sorted(((each, self.beside(each, sets[0])) for each in sets), key=itemgetter(1)))

    def in_order(self) -> list[int]:
        """The sets in the race: first the one that is to be used from now on, then the others, the best first.

        What the search has begun with is left only for a set that is far ahead or certainly ahead; from then on the
        best is used. A set may be somewhat better on most questions of a trial and worse on a search that is a hundred
        times as large; what a search begins with has been the best on large ones.
        """
        order, used = list(self.ordered(self.sets)), self.ask.sets[0]
        first = order[0]
        if used == self.begun:
            first = next((each for each in order if self.is_ahead(each, used)), used)
        return [first, *(each for each in order if each != first)]

    def is_ahead(self, techniques: int, other: int) -> bool:
        """Whether a set takes far less time than another one, or less for certain, on the search and the questions."""
        ways = [(self.beside(techniques, other, each), self.doubt(techniques, other, each)) for each in (True, False)]
        far = sum(more for more, _ in ways) / len(ways) < -AHEAD
        return far or all(more < -CERTAIN * error for more, error in ways)

    def hopeful(self, sets: Sequence[int], much: float) -> list[int]:
        """Those that may not be slower than the best by so much, the best first, and the one in use."""
        costs, used = self.ordered(sets), self.ask.sets[0]
        best = next(iter(costs))
        return [
            each
            for each, cost in costs.items()
            if cost == inf or each == used or self.beside(each, best) - self.doubt(each, best) < much
        ]


def pace_of(costs: Iterable[tuple[int, float]]) -> float:
    """How long a position takes; a clock that ticks seldom may not have seen that any time has passed."""
    seen, spent = map(sum, zip(*costs))
    return max(spent, TICK) / seen


class Learnt(NamedTuple):
    """What the searches by some rules have told: the best set in the last one, and what questions have cost."""

    best: int
    rows: tuple[Row, ...]


_LEARNT: WeakKeyDictionary[object, Learnt] = WeakKeyDictionary()  # by the search in machine code
NOTHING = Learnt(-1, ())


def learnt_by(run: Runner) -> Learnt:
    """What the searches by the same rules have told so far."""
    return _LEARNT.get(run.function, NOTHING)


def sets_for(run: Runner) -> tuple[int, ...]:
    """The sets that a search begins with: first the one that was the best in the last one by the same rules."""
    sets, best = dict.fromkeys(usable(run.rules, each) for each in SETS), learnt_by(run).best
    return (best, *(each for each in sets if each != best)) if best in sets else tuple(sets)


def race_of(game: Game[P, M], here: P, ask: Asking) -> Callable[[], None]:
    """What is to be called from time to time: after more time of the processor it makes a trial.

    With several threads the last one makes it, while the others search.
    """
    rows, began = learnt_by(ask.run).rows, process_time()
    race, next_trial = Race(ask, list(rows)), KEPT_FOR if len(rows) >= ENOUGH else TRIED_FROM

    def trial(flag: Flag, memory: Memory, questions: Sequence[Noted], spent: float, seen: int) -> None:
        nonlocal next_trial
        next_trial, pace = AGAIN * spent, spent / seen
        race.trial(flag, memory, questions, max(spent / PART, LEAST), pace)
        ask.use(race.in_order())
        _LEARNT[ask.run.function] = Learnt(ask.techniques, tuple(race.rows[-LEARNT:]))

    def go_on() -> None:
        spent, seen = process_time() - began, seen_by(ask.memories)
        if len(ask.sets) > 1 and spent > next_trial:
            questions = questions_noted(game, here, ask.memories[0], max(seen // SMALL, SMALLEST), seen // LARGE)
            memory = memory_of_trial(ask, LONG * seen // LARGE)
            work = partial(trial, memory=memory, questions=questions, spent=spent, seen=seen)
            if len(ask.memories) > 1:
                ask.aside = work
            else:
                ask.run.interruptible(work, ask.poll)
        ask.size = max(seen // SMALL, SMALLEST) if len(ask.sets) > 1 else 0

    ask.size = SMALLEST if len(ask.sets) > 1 else 0
    return go_on


def memory_of_trial(ask: Asking, positions: int) -> Memory:
    """A memory for questions of this number of positions, with the values of parts that the last thread knows."""
    megabytes = 1 + 2 * positions * ENTRY_BYTES // 2**20
    return memories_to_the_end(1, megabytes)[0]._replace(values=ask.memories[-1].values)
