"""Solving: who wins, then how soon, by questions whether a value is reached."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from ctypes import memmove
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from math import inf, log
from statistics import mean, median, stdev
from time import thread_time
from typing import Any

from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import FIRST, Game, M, P
from lazytree.core.lanes import MACHINE
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped, raise_if_stopped
from lazytree.core.values import WIN, sooner
from lazytree.searching.kernels import certifying, proving, solver
from lazytree.searching.kernels.memory import NEVER, Flag, Words
from lazytree.searching.kernels.scout import BUSY, COUNTS, ENTRIES, HIGHEST, SEEN, THREADS, Memory
from lazytree.searching.kernels.searches import FAR, Rules
from lazytree.searching.kernels.solver import (
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
from lazytree.solving.certificates import Certificate, Claim, certificate_of, claims_of, too_large_proof_error
from lazytree.solving.exact import SHORTEST, WINNER, Bounds, Known, Solution
from lazytree.solving.proof_numbers import ProofNumbers
from lazytree.trees.ratings import even

from ..compiling import interpreted
from ..running import Runner
from ..runtime.waiting import Answer, begun
from .deepening import COUNTED, memories_for, pays_floats, pays_more
from .memories import ENTRY_BYTES, first_found, grow_table, room_of, seen_by, set_entries, tallied

SMALLEST = 2**18  # entries that a search to the end begins with
AT_HAND = 0.1  # seconds that a search waits for what looks for proofs to be compiled
STACKED = 2**20  # moves of the nodes above, in a search for proofs


def highest_payoff(game: Game[P, M]) -> float | None:
    """The highest payoff of a game, if inference knows that it pays 1, 0 and -1 only; else None."""
    return None if pays_more(game) else 1


def solve_refusal(game: Game[P, M]) -> str:
    """Why a game that compiles is not solved in machine code; empty if it may be."""
    return "exact values of payoffs that are floats" if pays_floats(game) else ""


def solve_runner(game: Game[P, M], search: Any = solver.reaches) -> Runner:
    """What searches to the end of a game: with its first rating and its symmetry, where these compile."""
    order, canonical = next(iter(game.ratings.values()), None), game.canonical

    def laid_out(rules: Rules) -> Solving:
        return Solving(*rules, order and interpreted(order), canonical)

    run = Runner(game, search, even, laid_out)
    if run.lane != MACHINE and (order or canonical):
        run = Runner(game, search, even, lambda rules: Solving(*rules, None, None))
    return run


def prove_runner(game: Game[P, M]) -> Runner:
    """What searches for proofs, with the same."""
    return solve_runner(game, proving.proves)


# ---- Questions: whether a value is reached, within a number of positions


ALL = 2**62  # positions: no limit
SHORT = 2**11  # positions that are seen sooner than another thread could be asked to see them


@dataclass
class Asking:
    """What questions about a game are asked with."""

    run: Runner
    memories: Sequence[Memory]
    poll: Stop
    sets: Sequence[int]  # of techniques that are in the race; the first is used
    last: Memory | None = None  # of the thread that found the last answer, of several
    endless: Trapped | None = None  # why a question was given up, if a line of play was longer than there is room for
    prover: Prover | None = None  # that looks for the winner where the search is endless

    @property
    def techniques(self) -> int:
        """What is used."""
        return self.sets[0]

    @property
    def size(self) -> int:
        """How many positions a question of a trial takes now; 0: there is no race any more."""
        asked = PART * QUESTIONS * len(self.sets)
        return max(seen_by(self.memories), TRIED_FROM) // asked if len(self.sets) > 1 else 0

    def __call__(self, here: Any, value: int, most: int = ALL) -> int | None:
        """FIRST's value, fail-soft, by the question whether it is at least `value`; None: not within `most` positions.

        A lower bound if it is at least `value`, else an upper bound. None, too, where a line of play does not end:
        then it is `endless`. Trapped where machine code cannot tell.
        """
        arguments = here, value - 1, value, 0, 0
        for memory in self.memories:
            memory.counts[solver.LIMIT] = memory.counts[SEEN] + min(most, SHORT)
            memory.counts[solver.TECHNIQUES] = self.techniques
            memory.counts[solver.WANTED] = self.size
        if self.run.lane == MACHINE:
            raise_if_stopped(self.poll)
            try:
                found = self.found(arguments, self.memories[:1], NEVER)
            except Trapped as trapped:
                self.run.note(trapped)
                raise
            if found is not None or most <= SHORT or self.endless is not None:
                return found
        for memory in self.memories:
            memory.counts[solver.LIMIT] = memory.counts[SEEN] + most
        return self.run.interruptible(partial(self.found, arguments, self.memories), self.poll)

    def found(self, arguments: tuple[Any, ...], memories: Sequence[Memory], flag: Flag) -> int | None:
        """What threads with these memories find."""
        try:
            if len(memories) == 1:
                self.last = memories[0]
                return int(self.run.direct(flag, self.last, *arguments))
            value, self.last = first_found(self.run, memories, flag, arguments)
            return int(value)
        except Trapped as trapped:
            full = trapped.trap is Trap.INDEX and not self.techniques & (RATED | SYMMETRIC)
            if trapped.trap is Trap.RECURSION or full:  # the stack, or the room for the moves of the nodes above
                self.endless = trapped
            elif trapped.trap is not Trap.RAISED or not any(map(is_beyond, memories)):
                if trapped.trap is Trap.STOPPED or flag.is_set() or not self.techniques & (RATED | SYMMETRIC):
                    raise
                return self.without_help(arguments, memories, flag)
            return None

    def without_help(self, arguments: tuple[Any, ...], memories: Sequence[Memory], flag: Flag) -> int | None:
        """The same without a rating and symmetry, from now on: rules that are not needed may be what has failed."""
        self.sets = tuple(dict.fromkeys(each & ~(RATED | SYMMETRIC) | REPLIES for each in self.sets))
        for memory in memories:
            memory.counts[solver.TECHNIQUES] = self.techniques
        return self.found(arguments, memories, flag)

    @property
    def chosen(self) -> int:
        """The number of the mover's move that decided the last question in the mover's favour."""
        return int((self.last or self.memories[0]).counts[solver.CHOSEN])


@dataclass
class Prover:
    """What looks for proofs and disproofs by proof numbers, with the table of a search."""

    game: Game[Any, Any]
    memory: Memory
    poll: Stop
    found: bool = False  # whether it has answered a question

    @cached_property
    def being_made(self) -> Answer[Runner]:
        return begun(partial(prove_runner, self.game))

    @cached_property
    def run(self) -> Runner:
        self.being_made.ended.wait()
        return self.being_made.taken()

    def __call__(self, here: Any, value: int, most: int) -> ProofNumbers:
        """The numbers of the claim that FIRST's value is at least `value`, after `most` positions more at most.

        Stopped by the flag; Trapped where machine code cannot tell.
        """
        counts = self.memory.counts
        counts[solver.LIMIT] = counts[SEEN] + most
        arguments = here, value, proving.NEVER, proving.NEVER, 0, 0
        numbers = self.run.in_machine_code(self.memory, *arguments, stop=self.poll)
        mine, theirs = (inf if each == proving.NEVER else each for each in proving.both(numbers))
        return ProofNumbers(mine, theirs) if self.run.rules.mover(here) == FIRST else ProofNumbers(theirs, mine)

    def bound(self, here: Any, value: int, most: int) -> int | None:
        """A bound of FIRST's value, as `Asking` gives it; None: not within `most` positions, or not compiled yet."""
        if not self.being_made.ended.wait(AT_HAND):
            return None
        with suppress(Trapped):
            numbers = self(here, value, most)
            if 0 in numbers:
                self.found = True
                return value if numbers.proof == 0 else value - 1
        return None


def prover_of(game: Game[P, M], memory: Memory, poll: Stop) -> Prover:
    """What looks for proofs in the same table as a search, with room of its own for the nodes above."""
    room = Words(BUSY), Words(proving.CHILD * STACKED), Words(8 * STACKED)
    return Prover(game, memory._replace(busy=room[0], scores=room[1], scratch=room[2]), poll)


def is_beyond(memory: Memory) -> bool:
    """Whether a search has seen as many positions as it was allowed to."""
    return bool(memory.counts[SEEN] > memory.counts[solver.LIMIT])


# ---- The value: who wins, in turns with ends that are near, in more and more positions; then how soon, or how much


SOON = 1_000  # positions of the first attempt
MORE = 3  # times as many in the next one
NEAR = 4  # the part of them in which ends that are near are looked for
REPEATED = 300_000  # positions in which such ends are looked for where a line may not end


def values(ask: Asking, here: Any, plain: bool, what: str, tried: Callable[[], object]) -> Iterator[Bounds]:
    """What is known of FIRST's value, narrower and narrower; at last who wins, or the value itself.

    `plain`: only 1, 0 and -1 are paid. `tried` is called after each attempt to find the winner that was too short.
    """
    known = Bounds(-WIN, WIN) if plain else Bounds(-FAR, FAR)
    most, plies = SOON, 1
    while not known.decided:
        if ask.endless is None:
            known = known.narrowed(winning := 1 if known.high > 0 else 0, ask(here, winning, most))
        yield known
        if ask.prover is not None and not known.decided and ask.endless is not None:
            known = known.narrowed(winning := 1 if known.high > 0 else 0, ask.prover.bound(here, winning, most // 2))
            yield known
        if known.decided:
            break
        if ask.endless is not None and (not plain or most > REPEATED):
            raise ask.endless
        if plain:
            known, plies = near_ends(ask, here, known, plies, most // NEAR if ask.endless is None else most)
            yield known
        tried()
        most *= MORE
    step, after = 1, 1
    while what == SHORTEST and known.low < known.high:
        ahead = min(step, (known.high - known.low + 1) // 2) if plain else 1
        value = known.low + ahead if known.low > 0 else known.high + 1 - ahead
        while (found := ask(here, value, most)) is None:
            if ask.endless is not None:
                raise ask.endless
            tried()
            most *= MORE
        known, step, after = known.narrowed(value, found), after, step + after
        yield known


def near_ends(ask: Asking, here: Any, known: Bounds, plies: int, most: int) -> tuple[Bounds, int]:
    """What is known after forced ends, of either player, are looked for ever further away; how far next time."""
    memories, before = ask.memories, seen_by(ask.memories)
    while not known.decided:
        for value in (WIN - plies, 1 - (WIN - plies)):
            if known.low < value <= known.high:
                left = most - (seen_by(memories) - before)
                found = ask(here, value, left) if left > 0 else None
                if found is None:
                    return known, plies
                known = known.narrowed(value, found)
                if known.decided:
                    break
        plies += 1
    return known, plies


# ---- Which techniques are used: a race of a few sets, on questions of the search itself that become larger


LIGHT, HEAVY = KNOWN | REPLIES | SYMMETRIC, ENDS | LOSING | KNOWN | RATED | REFUTED | SYMMETRIC
SETS = (HEAVY, HEAVY | SAFE, LIGHT, LIGHT | REFUTED, LIGHT | REFUTED | KILLERS)
"""Each has been the best for some game; a search begins with the first."""
TRIED_FROM, AGAIN = 10_000, 2  # positions seen, from which on a trial pays; times as many before the next one
QUESTIONS, FEWEST = 6, 3  # of a trial
PART = 10  # of all positions seen that a trial sees, about
SLOW = 2  # times as long as the best: then a set is tried no more
ENOUGH = 500  # positions of a question: smaller ones say only what is much better, and end no trial of a set
LONG = 10  # times as many positions as a question took in the search: then a set gives it up, and that counts twice
CLEAR, MUCH = 0.1, 0.4  # by how much less time counts, as a logarithm, beside the standard error
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
}
"""The techniques in words."""
PROOFS = "proof numbers"
"""What is told as well where these have found the winner."""


def names_of(techniques: int) -> tuple[str, ...]:
    """The techniques of a set, in words."""
    return tuple(name for bit, name in NAMES.items() if techniques & bit)


def usable(rules: Solving, techniques: int) -> int:
    """The techniques that the rules have what they need for; a rating takes the place of few replies."""
    if techniques & RATED:
        techniques ^= techniques & REPLIES if rules.order else RATED | (~techniques & REPLIES)
    return techniques if rules.canonical else techniques & ~SYMMETRIC


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


@dataclass
class Trial:
    """What questions cost with sets of techniques."""

    ask: Asking
    memory: Memory
    clock: Callable[[], float] = thread_time

    def cost(self, flag: Flag, techniques: int, noted: Noted, most: int) -> tuple[int, float]:
        """Positions seen and processor time until a question is answered; `most` if it is not within that.

        The table is empty; what has refuted a position is as the search so far has noted it.
        """
        counts, (position, alpha) = self.memory.counts, noted
        entries = min(2 ** (2 * most).bit_length(), room_of(self.memory.table))
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

    def costs(self, flag: Flag, questions: Iterable[Noted], sets: Sequence[int], size: int) -> list[list[float]]:
        """By how much more time each set takes than the first for each question, as a logarithm.

        That is how many more positions it sees, and how much longer one of them takes: the median, since a processor
        that has other work to do makes single times long. What is short, or long, for each of the sets is left out:
        what is so for the first alone would speak for it, or against it.
        """
        most, rows = LONG * size, list[list[tuple[int, float]]]()
        for question in questions:
            row = [self.cost(flag, techniques, question, most) for techniques in sets]
            if max(seen for seen, _ in row) >= size and min(seen for seen, _ in row) < most:
                rows.append(row)
            if len(rows) == QUESTIONS:
                break
        longer = [median(spent / seen for seen, spent in column) for column in zip(*rows)]
        times = [
            [log((seen if seen < most else 2 * seen) * longer) for seen, _ in column]
            for column, longer in zip(zip(*rows), longer)
        ]
        return [[one - usual for one, usual in zip(column, times[0])] for column in times]

    def race(self, flag: Flag, questions: Iterable[Noted], sets: Sequence[int], size: int) -> list[int]:
        """The sets that stay in the race, the best first; the first so far, if none is better for certain."""
        costs = self.costs(flag, questions, sets, size)
        if not costs or len(costs[0]) < FEWEST:
            return list(sets)
        means = dict(zip(sets, map(mean, costs)))
        error = dict(zip(sets, (stdev(each) / len(each) ** 0.5 for each in costs)))
        most, clear = (min(means.values()) + log(SLOW), CLEAR) if size >= ENOUGH else (inf, MUCH)
        staying = [each for each in sets if means[each] < most]
        best = min(staying, key=means.__getitem__)
        return sorted(staying, key=lambda each: (each != best or means[best] + error[best] > -clear, each != sets[0]))


def raced(game: Game[P, M], here: P, ask: Asking) -> list[int]:
    """The sets that stay in the race after a trial, the best first."""
    questions, size = list(questions_noted(game, here, ask.memories[0])), ask.size
    trial = Trial(ask, memories_for(1, 1 + LONG * size * ENTRY_BYTES // 2**20)[0])
    return ask.run.interruptible(lambda flag: trial.race(flag, questions, ask.sets, size), ask.poll)


def highest(plain: bool) -> int:
    """The word HIGHEST of `counts`."""
    return WIN if plain else FAR


# ---- The answer


def solve_exactly(
    game: Game[P, M],
    here: P,
    stats: Stats,
    megabytes: int,
    stop: Stop | None,
    threads: int,
    what: str = SHORTEST,
    proof: bool = False,
    tell: Callable[[Bounds], object] = lambda known: None,
    kept: Known | None = None,
) -> Solution[M]:
    """The exact value, plies and a best line; Trapped where machine code cannot find them.

    What is known of the value is told as it grows; `kept`, if that is given, is read and added to. With `proof` the
    solution has a certificate. Stopped by its flag, with the Solution as far as it is known.
    """
    if beyond := solve_refusal(game):
        raise Trapped(Trap.OUTSIDE, beyond)
    if not any(True for _ in game.moves(here)) and not proof:
        return Solution(game.payoffs(here)[FIRST], 0, (), MACHINE)
    run, plain = solve_runner(game), not pays_more(game)
    known_before = kept or Known(megabytes // (1 + proof) or 1)
    memories = memories_of(known_before, run, threads)
    most = room_of(memories[0].table)
    for memory in memories:
        memory.counts[HIGHEST] = highest(plain)
    with tallied(memories, COUNTED, stats, stop) as tally:

        def poll() -> bool:
            grow_table(memories, most)
            return tally()

        ask = Asking(run, memories, poll, known_before.sets, prover=prover_of(game, memories[0], poll))
        try:
            solution, known = answered(game, here, ask, plain, what, tell)
        finally:
            known_before.entries, known_before.seen = memories[0].counts[ENTRIES], seen_by(memories)
            known_before.sets = ask.sets
        if proof:
            try:
                solution.certificate = certificate(game, here, ask, known, plain, megabytes)
            except Stopped as stopped:
                raise Stopped(str(stopped), (solution,)) from None
        return solution


def memories_of(known: Known, run: Runner, threads: int) -> list[Memory]:
    """A memory for each thread, with what was known before in the table, if the rules are still the same."""
    if known.table is None or known.rules is not run.made:
        fresh = memories_for(threads, known.megabytes, large_pages=True)
        known.rules, known.table, known.seen = run.made, fresh[0].table, 0
        known.entries = min(SMALLEST, room_of(known.table))
        known.sets = tuple(dict.fromkeys(usable(run.rules, each) for each in SETS))
    else:
        fresh = [memory._replace(table=known.table) for memory in memories_for(threads, 1)]
    set_entries(fresh, known.entries)
    fresh[0].counts[SEEN] = known.seen
    return fresh


def answered(
    game: Game[P, M], here: P, ask: Asking, plain: bool, what: str, tell: Callable[[Bounds], object]
) -> tuple[Solution[M], Bounds]:
    """The value, then a best line, and what is known of the value; Stopped by the flag, with the first."""
    known, line, trial = Bounds(-FAR, FAR), list[M](), TRIED_FROM

    def tried() -> None:
        nonlocal trial
        if seen_by(ask.memories) > trial and ask.size:
            trial = AGAIN * seen_by(ask.memories)
            ask.sets = raced(game, here, ask)

    try:
        for narrower in values(ask, here, plain, what, tried):
            known = narrower
            tell(known)
        if known.low == known.high and not (what == WINNER and ask.endless is not None):
            for move in best_line(game, here, ask, known.low):
                line.append(move)
    except Stopped as stopped:
        raise Stopped(str(stopped), (as_known(game, here, ask, known),)) from None
    if not line:
        return as_known(game, here, ask, known), known
    value = game.payoffs(reduce(game.play, line, here))[FIRST]
    return told_how(Solution(value, len(line), tuple(line), MACHINE), ask, known), known


def as_known(game: Game[P, M], here: P, ask: Asking, known: Bounds) -> Solution[M]:
    """What is known, with the first move of the winner instead of a line, if it is the winner's turn."""
    value = known.payoff if ask.run.rules.whole == 1 else None
    line = tuple(winning_move(game, here, ask, known)) if known.low > 0 or known.high < 0 else ()
    return told_how(Solution(value, known.plies, line, MACHINE), ask, known)


def winning_move(game: Game[P, M], here: P, ask: Asking, known: Bounds) -> Iterator[M]:
    """The move that has shown that who is to move wins, if the table still knows it."""
    first = game.mover(here) == FIRST
    if (known.low > 0) == first:
        value = known.low if first else known.high + 1
        for memory in ask.memories:
            memory.counts[solver.LIMIT] = memory.counts[SEEN] + 1
        with suppress(Trapped):
            found = ask.found((here, value - 1, value, 0, 0), ask.memories[:1], NEVER)
            if found is not None and (found >= value) == first:
                yield list(game.moves(here))[ask.chosen]


def told_how(solution: Solution[Any], ask: Asking, known: Bounds) -> Solution[Any]:
    """The answer, with what is known of the value, and how it was found."""
    solution.bounds, solution.techniques = known, names_of(ask.techniques)
    if ask.prover is not None and ask.prover.found:
        solution.techniques += (PROOFS,)
    return solution


def best_line(game: Game[P, M], here: P, ask: Asking, value: int) -> Iterator[M]:
    """The best moves of both to the end, from a position of this value; the first move is the first of equals."""
    met = list[P]()
    while moves := list(game.moves(here)):
        if here in met:
            raise ask.endless or Trapped(Trap.RECURSION, "a position is repeated")
        met.append(here)
        best, after = best_move(game, here, ask, value), sooner(value)
        if len(met) == 1:
            equal = (
                number for number in range(best) if is_worth(game, game.play(here, moves[number]), ask, here, after)
            )
            best = next(equal, best)
        yield moves[best]
        here, value = game.play(here, moves[best]), after


def best_move(game: Game[P, M], here: P, ask: Asking, value: int) -> int:
    """The number of a best move in a position of this value."""
    ask(here, value if game.mover(here) == FIRST else value + 1)
    return ask.chosen


def is_worth(game: Game[P, M], child: P, ask: Asking, here: P, value: int) -> bool:
    """Whether a child is worth this value to who moves before it."""
    if game.mover(here) == FIRST:
        return value <= known_of(ask(child, value))
    return value >= known_of(ask(child, value + 1))


def known_of(found: int | None) -> int:
    """What was found by a question without a limit."""
    assert found is not None
    return found


# ---- The proof: a move of who holds the value, in each position that play can come to


def certificate(game: Game[P, M], here: P, ask: Asking, known: Bounds, plain: bool, megabytes: int) -> Certificate:
    """The proof of what is known of a value; Stopped by the flag, Trapped where machine code finds none.

    Raises: ValueError if there is no room for it.
    """
    if ask.run.rules.whole != 1:
        raise Trapped(Trap.OUTSIDE, "proofs of payoffs that are shares")
    memory, run = ask.memories[0], solve_runner(game, certifying.certify)
    memory.counts[THREADS], memory.counts[solver.LIMIT] = 1, memory.counts[SEEN] + ALL
    words = 2 ** ((megabytes * 2**20 // (8 * 4)).bit_length() - 1)
    most = words // 4

    def claim(player: int, at_least: float) -> Claim:
        asked = lowest_value(at_least) if player == FIRST else lowest_value(1 - at_least)
        proof = certifying.Proof(Words(words), Words(most + certifying.FIRST_MOVE))
        met = run.in_machine_code(memory, proof, here, player, asked, words - 1, most, stop=ask.poll)
        failed = int(proof.moves[certifying.FAILED])
        if failed == certifying.FULL:
            raise too_large_proof_error(game, int(met), megabytes)
        if failed:
            raise Trapped(Trap.OUTSIDE, "proofs of games whose positions are repeated, or have thousands of moves")
        first, count = certifying.FIRST_MOVE, int(proof.moves[certifying.MOVES])
        return Claim(player, at_least, array("H", proof.moves.words[first : first + count]))

    low = -inf if known.low <= -FAR else payoff_at(known.low)
    high = inf if known.high >= FAR else payoff_at(known.high)
    claims = claims_of(low, high, *((-1, 1) if plain else (-inf, inf)))
    return certificate_of(game, here, [claim(*each) for each in claims])


def payoff_at(bound: int) -> int:
    """The payoff of a value that counts plies."""
    return -(-bound // WIN) if bound > 0 else bound // WIN


def lowest_value(payoff: float) -> int:
    """The lowest of the values, which count plies, of this payoff."""
    return int((payoff - 1) * WIN + 1 if payoff > 0 else payoff * WIN)
