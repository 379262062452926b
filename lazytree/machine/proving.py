"""Proofs that FIRST can force a payoff, by proof numbers, in machine code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import floor, inf
from typing import Any

from lazytree.compiler import POLLED, Answer, Runner, begun, pays_more
from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import FIRST, Game, M, P
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped, raise_if_stopped
from lazytree.core.values import WIN
from lazytree.searching.kernels import proving, solver, threats
from lazytree.searching.kernels.memory import Flag, Words, side_by_side
from lazytree.searching.kernels.parts import Memory
from lazytree.searching.kernels.scout import BUSY, COUNTS, ENTRIES, HIGHEST, SEEN, THREADS
from lazytree.searching.kernels.searches import FAR
from lazytree.solving.proof_numbers import OPEN, ProofNumbers

from .deepening import COUNTED
from .memories import grow_to, room_of, tallied
from .to_the_end import highest, lowest_value, solve_refusal, solve_runner

FEWEST = 8  # entries of a table
AT_ONCE = 2**12  # positions until the first look at the numbers; then as many as have been seen
BEGUN, EACH = 2**12, 2  # entries that a table begins with; for each position that is seen
SOON = 2**17  # positions that there is room for at once; more as they are seen
STACKED = 2**20  # moves of the nodes above
ALL = 2**62  # positions: no limit


def prove_runner(game: Game[P, M]) -> Runner:
    """What searches for proofs, with a game's first rating and its symmetry, where these compile."""
    return solve_runner(game, proving.proves)


@dataclass
class Prover:
    """What looks for proofs and disproofs by proof numbers; compiled when it is asked, or by another thread before."""

    game: Game[Any, Any]
    made: Callable[[], Memory]  # a memory, once it begins: its counts and its table are used
    poll: Stop
    has_begun: bool = False  # what it goes on with when it is asked again lies in the table
    has_answered: bool = False
    has_failed: bool = False  # beside a search

    @cached_property
    def memory(self) -> Memory:
        """What it writes to, with room of its own for the nodes above."""
        room = Words(BUSY), Words(proving.CHILD * STACKED), Words(8 * STACKED)
        return self.made()._replace(busy=room[0], scores=room[1], scratch=room[2])

    @cached_property
    def compiling(self) -> Answer[Runner]:
        """What another thread compiles, from now on."""
        return begun(partial(prove_runner, self.game))

    @cached_property
    def run(self) -> Runner:
        while not self.compiling.ended.wait(POLLED):
            raise_if_stopped(self.poll)
        run = self.compiling.taken()
        if run.rules.whole != 1:
            raise Trapped(Trap.OUTSIDE, "proofs of payoffs that are shares")
        return run

    def __call__(self, here: Any, value: int, most: int) -> ProofNumbers:
        """The numbers of the claim that FIRST's value is at least `value`, after `most` positions more at most.

        Stopped by the flag; Trapped where machine code cannot tell.
        """
        return self.run.interruptible(partial(self.numbers, here=here, value=value, most=most), self.poll)

    def numbers(self, flag: Flag, here: Any, value: int, most: int) -> ProofNumbers:
        """The numbers of that claim, searched for in this thread."""
        counts = self.memory.counts
        counts[solver.LIMIT] = counts[SEEN] + most
        grow_to([self.memory], min(EACH * (counts[SEEN] + min(most, SOON)), room_of(self.memory.table)))
        packed = self.run.direct(flag, self.memory, here, value, proving.NEVER, proving.NEVER, 0, 0)
        mine, theirs = (inf if each == proving.NEVER else each for each in proving.both(packed))
        return ProofNumbers(mine, theirs) if self.run.rules.mover(here) == FIRST else ProofNumbers(theirs, mine)

    def bound(self, here: Any, value: int, most: int) -> int | None:
        """A bound of FIRST's value, by the question whether it is at least `value`; None: not within `most`."""
        self.has_begun = True
        return self.bound_of(value, self(here, value, most))

    def bound_of(self, value: int, numbers: ProofNumbers) -> int | None:
        """The bound that the numbers of that claim give."""
        self.has_answered = self.has_answered or 0 in numbers
        return value if numbers.proof == 0 else value - 1 if numbers.disproof == 0 else None

    def is_ready(self) -> bool:
        """Whether it is compiled: from now on another thread does that."""
        return not self.has_failed and self.compiling.ended.is_set()

    def afresh(self, entries: int) -> Prover:
        """The same with an empty table, of about as many entries."""
        fresh = replace(self, made=partial(memory_for_proofs, entries, not self.run.pays_more))
        fresh.run = self.run
        fresh.memory.counts[ENTRIES] = room_of(fresh.memory.table)
        return fresh

    def beside(self, flag: Flag, here: Any, value: int) -> tuple[int | None, Memory]:
        """The bound, without a limit, and the memory, while another thread searches; what fails is not asked again."""
        try:
            return self.bound_of(value, self.numbers(flag, here, value, ALL)), self.memory
        except Trapped as trapped:
            if trapped.trap is Trap.STOPPED:
                raise
            self.has_failed = True
            return None, self.memory


def memory_for_proofs(entries: int, plain: bool) -> Memory:
    """A memory with room for a table of that many entries, or fewer, which grows.

    `plain`: only 1, 0 and -1 are paid.
    """
    size, none = 2 ** (max(entries, FEWEST).bit_length() - 1), Words(1)
    (table,) = side_by_side(2 * size, large_pages=True)
    memory = Memory(Words(COUNTS), table, none, none, none, none)
    counts = memory.counts
    counts[ENTRIES], counts[HIGHEST], counts[THREADS] = min(size, BEGUN), highest(plain), 1
    counts[threats.TECHNIQUES] = solver.LOSING | threats.AS_IF | solver.SYMMETRIC
    return memory


def proof_numbers(
    game: Game[P, M], here: P, more_than: float, most: int, entries: int, stats: Stats, stop: Stop | None
) -> ProofNumbers:
    """The numbers of the claim that FIRST's payoff can be forced above `more_than`, after `most` visits at most.

    Trapped where machine code cannot find them.
    """
    if beyond := solve_refusal(game):
        raise Trapped(Trap.OUTSIDE, beyond)
    memory = memory_for_proofs(entries, not pays_more(game))
    counts = memory.counts
    with tallied([memory], COUNTED, stats, stop) as poll:
        prover, numbers = Prover(game, lambda: memory, poll), OPEN
        far = FAR // WIN
        goal = lowest_value(floor(max(-far, min(more_than, far))) + 1)
        try:
            while counts[SEEN] < most and 0 not in numbers:
                more = min(most - counts[SEEN], max(AT_ONCE, counts[SEEN]))
                numbers = prover(here, goal, more)
        except Stopped:
            pass
        return numbers
