"""Questions about a game: whether a value is reached, within a number of positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeVar

from lazytree.compiler import Runner, handles
from lazytree.core.errors import Trap, Trapped
from lazytree.core.lanes import MACHINE
from lazytree.core.stopping import Stop, raise_if_stopped
from lazytree.searching.kernels import solver, threats
from lazytree.searching.kernels.memory import NEVER, Flag
from lazytree.searching.kernels.parts import Memory
from lazytree.searching.kernels.scout import ENTRIES, LINES, SEEN
from lazytree.searching.kernels.solver import CHILDREN, KILLERS, KNOWN, RATED, REPLIES, SYMMETRIC
from lazytree.searching.kernels.threats import AS_IF, PARTS

from .memories import first_found, grow_to
from .proving import Prover
from .retrograde import Positions

ALL = 2**62  # positions: no limit
HELP = RATED | SYMMETRIC | PARTS | CHILDREN | AS_IF  # techniques that use rules which are not needed
SHORT = 2**11  # positions that are seen sooner than another thread could be asked to see them
BEGUN = 2**18  # entries that a search without a limit begins with


WHO_WINS = 0, 1  # values: whether FIRST's value is at least one of them tells that
MORE = 3  # times as many positions in the next attempt
TURN = 4  # the part of an attempt's positions that the search sees where proof numbers seem better, or the other way
PROOFS = 2**62  # among the sets of techniques: who wins is looked for by proof numbers
DEEP = 2**8  # plies
CLOSED = 2**17  # positions that are unfolded before proofs are looked for


T = TypeVar("T")


def techniques_for(value: int, techniques: int) -> int:
    """Those of a set that are used when it is asked whether FIRST's value is at least `value`.

    What is known of parts tells who wins, not how soon: there, children in the table take their place, and killers.
    """
    if value in WHO_WINS or techniques & KNOWN or not techniques & (PARTS | CHILDREN):
        return techniques
    return techniques & ~(PARTS | CHILDREN) | KNOWN | KILLERS


class Endless(Exception):  # noqa: N818 - caught inside
    """Raised and caught inside, where a line of play is longer than there is room for."""


class Unhelpful(Exception):  # noqa: N818 - caught inside
    """Raised and caught inside, where rules that are not needed may be what has failed: a rating, symmetry, parts."""


@dataclass
class Asking:
    """What questions about a game are asked with."""

    run: Runner
    memories: Sequence[Memory]
    poll: Stop
    sets: Sequence[int]  # of techniques that are in the race; the first is used
    prover: Prover | None = None  # that finds who wins where the search is endless, or beside it
    positions: Positions | None = None  # that all are valued where the search is endless, if there are not too many
    endless: bool = False  # whether a line of play was longer than there is room for
    size: int = 0  # of the smallest questions that are noted for a trial, in positions; 0: none is noted
    value: int = 0  # what is asked: whether FIRST's value is at least that
    last: Memory | None = None  # of what has found the last answer
    room: int = 0  # entries that the table may grow to
    poll_soon: Stop | None = None  # is asked before each question, however short
    aside: Callable[[Flag], object] | None = None  # what the last thread does before it takes part in the next search

    @property
    def techniques(self) -> int:
        """What the search uses."""
        return next(each for each in self.sets if each != PROOFS)

    def use(self, sets: Sequence[int]) -> None:
        """Searches with the first of these sets from now on, also what is searched at the moment."""
        self.sets = sets
        for memory in self.memories:
            memory.counts.words[threats.TECHNIQUES] = techniques_for(self.value, self.techniques)

    @property
    def chosen(self) -> int:
        """The number of the mover's move that decided the last question in the mover's favour."""
        if self.positions is not None and self.is_closed:
            return self.positions.chosen
        return int((self.last or self.memories[0]).counts[solver.CHOSEN])

    def __call__(self, here: Any, value: int, most: int = ALL) -> int | None:
        """FIRST's value, fail-soft, by the question whether it is at least `value`; None: not within `most` positions.

        A lower bound if it is at least `value`, else an upper bound. Where a line of play does not end, all positions
        are valued, if there are not too many, and who wins is found by the prover meanwhile. Trapped where machine code
        cannot tell.
        """
        self.value = value
        if self.is_closed or (self.endless and value in WHO_WINS):
            return self.valued_or_proven(here, value, most)
        if len(self.memories) == 1 and value in WHO_WINS and (share := self.share_of_proofs(most)) > 0:
            try:
                if (found := self.proven(here, value, share)) is not None:
                    return found
                if self.sets[0] == PROOFS:
                    most = max(most // TURN, 1)
            except Trapped as trapped:
                if trapped.trap is Trap.STOPPED:
                    raise
                self.use([each for each in self.sets if each != PROOFS])
        try:
            return self.searched((here, value - 1, value, 0, 0), most)
        except Endless:
            self.endless = True
        return self.valued_or_proven(here, value, most)

    def share_of_proofs(self, most: int) -> int:
        """The part of an attempt's positions that proof numbers see: all if they seem best, some if they began."""
        if PROOFS not in self.sets or self.prover is None:
            return 0
        return most if self.sets[0] == PROOFS else most // TURN if self.prover.has_begun else 0

    def valued_or_proven(self, here: Any, value: int, most: int) -> int | None:
        """The same where a line of play does not end: from the values of all positions, else by proof numbers."""
        if (found := self.valued(here, max(most, CLOSED))) is not None:
            return found
        if self.prover is None or value not in WHO_WINS:
            raise Trapped(Trap.RECURSION, "")
        return self.proven(here, value, most)

    def proven(self, here: Any, value: int, most: int) -> int | None:
        """The same by proof numbers."""
        assert self.prover is not None
        self.last = self.prover.memory
        return self.prover.bound(here, value, most)

    @property
    def is_closed(self) -> bool:
        """Whether all positions are valued."""
        return self.positions is not None and self.positions.is_decided

    @property
    def is_deep(self) -> bool:
        """Whether a search was so deep that positions may come back, and none has been unfolded for that yet."""
        deep = self.memories[0].counts.words[LINES + DEEP] != 0
        return deep and self.positions is not None and not self.positions.unfolded

    def valued(self, here: Any, most: int) -> int | None:
        """The value once all positions are valued; None: there are more than that many, or machine code cannot tell."""
        if self.positions is None:
            return None
        try:
            before = self.positions.unfolded
            found = self.positions.value_within(here, most)
        except Trapped:
            self.positions = None
            return None
        self.memories[0].counts[SEEN] += self.positions.unfolded - before
        return found

    def searched(self, arguments: tuple[Any, ...], most: int) -> int | None:
        """The same by the search; without HELP from the first time on that it may be what has failed."""
        while True:
            try:
                return self.searched_so(arguments, most)
            except Unhelpful:
                plain = (each if each == PROOFS else each & ~HELP | REPLIES for each in self.sets)
                self.sets = tuple(dict.fromkeys(plain))

    def searched_so(self, arguments: tuple[Any, ...], most: int) -> int | None:
        """The same with the techniques that are used now: first a short time in this thread."""
        self.prepare(self.memories[:1], min(most, SHORT))
        if self.run.lane == MACHINE:
            raise_if_stopped(self.poll_soon)
            try:
                found = self.by_one(arguments, NEVER)
            except Trapped as trapped:
                self.run.note(trapped)
                raise
            if found is not None or most <= SHORT:
                return found
        self.prepare(self.memories, most)
        work = self.by_several if len(self.memories) > 1 else self.by_one
        return self.run.interruptible(partial(work, arguments), self.poll)

    def prepare(self, memories: Sequence[Memory], most: int) -> None:
        """What the next search finds in its memory: techniques, its limit, and room in the table for these positions.

        Of what is not limited it begins with some, and the table grows as it is polled.
        """
        seen = 0
        for memory in memories:
            words = memory.counts.words
            words[threats.TECHNIQUES] = techniques_for(self.value, self.techniques)
            words[solver.WANTED] = self.size
            words[solver.LIMIT] = words[SEEN] + most
            seen += words[SEEN]
        room = min(seen + min(most, BEGUN), self.room)
        if room > self.memories[0].counts.words[ENTRIES]:
            grow_to(self.memories, room)

    @cached_property
    def handle(self) -> Any:
        """The memory of the first thread, as machine code wants it."""
        return handles(self.memories[0])

    def by_one(self, arguments: tuple[Any, ...], flag: Flag) -> int | None:
        """What this thread finds; None: not within the limit. Endless, Unhelpful if so."""
        self.last = self.memories[0]
        try:
            found: int = self.run.function(self.handle, *arguments, stop=flag)
        except Trapped as trapped:
            self.only_beyond(trapped)
            return None
        return found

    def by_several(self, arguments: tuple[Any, ...], flag: Flag) -> int | None:
        """What the first thread finds; None: not within the limit. Endless, Unhelpful if so."""

        def search(memory: Memory) -> tuple[int | None, Memory]:
            return int(self.run.direct(flag, memory, *arguments)), memory

        jobs = [partial(search, memory) for memory in self.memories]
        here, _, value, *_ = arguments
        if self.sets[0] == PROOFS and value in WHO_WINS and self.prover is not None and not self.prover.has_failed:
            jobs[-1] = partial(self.prover.beside, flag, here, value)
        if self.aside is not None:
            jobs[-1] = partial(after, partial(self.aside, flag), jobs[-1])
            self.aside = None
        try:
            found, self.last = first_found(jobs, flag)
            return found
        except Trapped as trapped:
            self.only_beyond(trapped)
            return None

    def only_beyond(self, trapped: Trapped) -> None:
        """Raises a trap, as Endless or Unhelpful if it is one, unless it says only that the limit was reached."""
        full = trapped.trap is Trap.INDEX and not self.techniques & HELP
        if trapped.trap is Trap.RECURSION or full:  # the stack, or the room for the moves of the nodes above
            raise Endless(str(trapped)) from None
        if trapped.trap is Trap.RAISED and any(map(is_beyond, self.memories)):
            return
        if trapped.trap is Trap.STOPPED or not self.techniques & HELP:
            raise trapped
        raise Unhelpful from None


def after(before: Callable[[], object], job: Callable[[], T]) -> T:
    """What a job finds, once something else is done."""
    before()
    return job()


def is_beyond(memory: Memory) -> bool:
    """Whether a search has seen as many positions as it was allowed to."""
    return bool(memory.counts[SEEN] > memory.counts[solver.LIMIT])
