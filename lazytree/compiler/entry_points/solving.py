"""Solving: who wins, then how soon, by questions whether a value is reached."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from math import inf
from random import Random
from time import thread_time
from typing import Any

from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import FIRST, Game, M, P
from lazytree.core.lanes import MACHINE
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped
from lazytree.core.values import WIN, sooner
from lazytree.searching.kernels import certifying, solver
from lazytree.searching.kernels.memory import Flag, Words
from lazytree.searching.kernels.scout import COUNTS, ENTRIES, HIGHEST, SEEN, THREADS, Memory
from lazytree.searching.kernels.searches import FAR
from lazytree.searching.kernels.solver import ENDS, KILLERS, KNOWN, LOSING, REFUTED, REPLIES, SAFE
from lazytree.solving.certificates import Certificate, Claim, certificate_of, claims_of, too_large_proof_error
from lazytree.solving.exact import SHORTEST, Bounds, Solution
from lazytree.trees.ratings import even

from ..running import Runner
from .deepening import COUNTED, memories_for, pays_floats, pays_more
from .memories import first_found, grow_table, room_of, seen_by, tallied

SMALLEST = 2**18  # entries that a search to the end begins with


def highest_payoff(game: Game[P, M]) -> float | None:
    """The highest payoff of a game, if inference knows that it pays 1, 0 and -1 only; else None."""
    return None if pays_more(game) else 1


def solve_refusal(game: Game[P, M]) -> str:
    """Why a game that compiles is not solved in machine code; empty if it may be."""
    return "exact values of payoffs that are floats" if pays_floats(game) else ""


def solve_runner(game: Game[P, M]) -> Runner:
    """What searches to the end of a game."""
    return Runner(game, solver.reaches, even)


# ---- Questions: whether a value is reached, within a number of positions


ALL = 2**62  # positions: no limit


@dataclass
class Asking:
    """What questions about a game are asked with."""

    run: Runner
    memories: Sequence[Memory]
    poll: Stop
    techniques: int = KNOWN | REPLIES | KILLERS
    last: Memory | None = None  # of the thread that found the last answer, of several
    endless: Trapped | None = None  # why a question was given up, if a line of play was longer than there is room for

    def __call__(self, here: Any, value: int, most: int = ALL) -> int | None:
        """FIRST's value, fail-soft, by the question whether it is at least `value`; None: not within `most` positions.

        A lower bound if it is at least `value`, else an upper bound. None, too, where a line of play does not end:
        then it is `endless`. Trapped where machine code cannot tell.
        """
        for memory in self.memories:
            memory.counts[solver.LIMIT] = memory.counts[SEEN] + most
            memory.counts[solver.TECHNIQUES] = self.techniques
        return self.run.interruptible(partial(self.found, (here, value - 1, value, 0, 0)), self.poll)

    def found(self, arguments: tuple[Any, ...], flag: Flag) -> int | None:
        try:
            if len(self.memories) == 1:
                return int(self.run.direct(flag, self.memories[0], *arguments))
            value, self.last = first_found(self.run, self.memories, flag, arguments)
            return int(value)
        except Trapped as trapped:
            if trapped.trap is Trap.RECURSION:
                self.endless = trapped
            elif trapped.trap is not Trap.RAISED or not any(map(is_beyond, self.memories)):
                raise
            return None

    @property
    def chosen(self) -> int:
        """The number of the mover's move that decided the last question in the mover's favour."""
        return int((self.last or self.memories[0]).counts[solver.CHOSEN])


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
        known, step, after = known.narrowed(value, ask(here, value)), after, step + after
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


# ---- Which techniques are used: those that solve positions further on in the least processor time


SETS = (
    KNOWN | REPLIES | KILLERS,
    KNOWN | REPLIES,
    KNOWN | REPLIES | REFUTED,
    KNOWN | REPLIES | REFUTED | KILLERS,
    ENDS | LOSING | KNOWN | REPLIES | REFUTED,
    ENDS | LOSING | KNOWN | SAFE | REPLIES | REFUTED,
    ENDS | LOSING | KNOWN | SAFE | REPLIES | REFUTED | KILLERS,
)
TRIED_FROM, AGAIN = 100_000, 8  # positions seen, from which on a trial pays; times as many before the next one
WALKS = 8  # positions of a trial
EASY, PATIENCE = 20, 3  # the part of all positions seen that one takes, at most; times that another set may see
NAMES = {
    ENDS: "ends first",
    LOSING: "no moves that lose at once",
    KNOWN: "children in the table",
    SAFE: "safe replies",
    REPLIES: "few replies",
    REFUTED: "refutations",
    KILLERS: "killers",
}
"""The techniques in words."""


def names_of(techniques: int) -> tuple[str, ...]:
    """The techniques of a set, in words."""
    return tuple(name for bit, name in NAMES.items() if techniques & bit)


def quickest(game: Game[P, M], here: P, ask: Asking, plain: bool, clock: Callable[[], float] = thread_time) -> int:
    """The set of techniques that tells who wins a few positions in the least processor time."""
    run, (memory,) = ask.run, memories_for(1, 1)
    easy = seen_by(ask.memories) // EASY

    def seen(flag: Flag, techniques: int, position: P, most: int) -> int:
        """How many positions are seen until it is known who wins, and whether sooner; `most` if that is not enough."""
        memory.table.clear(2 * memory.counts[ENTRIES])
        keep = memory.counts[ENTRIES]
        memory.counts.clear(COUNTS)
        memory.counts[ENTRIES], memory.counts[THREADS], memory.counts[HIGHEST] = keep, 1, highest(plain)
        memory.counts[solver.LIMIT], memory.counts[solver.TECHNIQUES] = most, techniques
        try:
            won = run.direct(flag, memory, position, 0, 1, 0, 0)
            run.direct(flag, memory, position, won - (won <= 0), won + (won > 0), 0, 0)
        except Trapped as trapped:
            if trapped.trap is not Trap.RAISED or not is_beyond(memory):
                raise
            return most
        return int(memory.counts[SEEN])

    def sample(flag: Flag, seed: int) -> P:
        """A position on a line played at random, as far up as it is solved soon."""
        random, line = Random(seed), [here]
        while moves := list(game.moves(line[-1])):
            line.append(game.play(line[-1], random.choice(moves)))
        unsolved, solved = 0, len(line) - 1
        while solved - unsolved > 1:
            middle = (unsolved + solved) // 2
            if seen(flag, ask.techniques, line[middle], easy) < easy:
                solved = middle
            else:
                unsolved = middle
        return line[solved]

    def trial(flag: Flag) -> int:
        best, chosen = inf, ask.techniques
        positions = [sample(flag, seed) for seed in range(WALKS)]
        for techniques in SETS:
            began, spent = clock(), 0.0
            for position in positions:
                if seen(flag, techniques, position, PATIENCE * easy) == PATIENCE * easy:
                    spent = inf
                spent += clock() - began
                began = clock()
                if spent >= best:
                    break
            if spent < best:
                best, chosen = spent, techniques
        return chosen

    return run.interruptible(trial, ask.poll)


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
) -> Solution[M]:
    """The exact value, plies and a best line; Trapped where machine code cannot find them.

    With `proof` the solution has a certificate. Stopped by its flag, with the Solution as far as it is known.
    """
    if beyond := solve_refusal(game):
        raise Trapped(Trap.OUTSIDE, beyond)
    if not any(True for _ in game.moves(here)) and not proof:
        return Solution(game.payoffs(here)[FIRST], 0, (), MACHINE)
    run, plain, memories = solve_runner(game), not pays_more(game), memories_for(threads, megabytes // (1 + proof) or 1)
    most = room_of(memories[0].table)
    for memory in memories:
        memory.counts[ENTRIES], memory.counts[HIGHEST] = min(SMALLEST, most), highest(plain)
    with tallied(memories, COUNTED, stats, stop) as tally:

        def poll() -> bool:
            grow_table(memories, most)
            return tally()

        ask = Asking(run, memories, poll)
        solution, known = answered(game, here, ask, plain, what)
        if proof:
            try:
                solution.certificate = certificate(game, here, ask, known, plain, megabytes)
            except Stopped as stopped:
                raise Stopped(str(stopped), (solution,)) from None
        return solution


def answered(game: Game[P, M], here: P, ask: Asking, plain: bool, what: str) -> tuple[Solution[M], Bounds]:
    """The value, then a best line, and what is known of the value; Stopped by the flag, with the first."""
    known, line, trial = Bounds(-FAR, FAR), list[M](), TRIED_FROM

    def tried() -> None:
        nonlocal trial
        if seen_by(ask.memories) > trial:
            trial = AGAIN * seen_by(ask.memories)
            ask.techniques = quickest(game, here, ask, plain)

    try:
        for narrower in values(ask, here, plain, what, tried):
            known = narrower
        if known.low == known.high:
            for move in best_line(game, here, ask, known.low):
                line.append(move)
    except Stopped as stopped:
        raise Stopped(str(stopped), (as_known(ask, known),)) from None
    if not line:
        return as_known(ask, known), known
    value = game.payoffs(reduce(game.play, line, here))[FIRST]
    return told_how(Solution(value, len(line), tuple(line), MACHINE), ask, known), known


def as_known(ask: Asking, known: Bounds) -> Solution[Any]:
    """What is known without a line."""
    value = known.payoff if ask.run.rules.whole == 1 else None
    return told_how(Solution(value, known.plies, (), MACHINE), ask, known)


def told_how(solution: Solution[Any], ask: Asking, known: Bounds) -> Solution[Any]:
    """The answer, with what is known of the value, and how it was found."""
    solution.bounds, solution.techniques = known, names_of(ask.techniques)
    return solution


def best_line(game: Game[P, M], here: P, ask: Asking, value: int) -> Iterator[M]:
    """The best moves of both to the end, from a position of this value; the first move is the first of equals."""
    met = list[P]()
    while moves := list(game.moves(here)):
        if here in met:
            raise Trapped(Trap.RECURSION, "a position is repeated")
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
    memory, run = ask.memories[0], Runner(game, certifying.certify, even)
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
