"""Tables of numbered positions: the passes over their slices, on any executor."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from shutil import rmtree
from typing import Any, NamedTuple

from lazytree import compiler
from lazytree.core.game import FIRST, SECOND, Game, M, P
from lazytree.core.lanes import PYTHON
from lazytree.core.release import release
from lazytree.core.stopping import Stop, raise_if_stopped
from lazytree.solving.cycles import NOT_FORCED
from lazytree.solving.exact import canonical_of
from lazytree.solving.ranked import NO_POSITION, SLICE, UNDECIDED, Met, Numbering, Pass, codes_in, decide, meet
from lazytree.solving.tables import END, Entry, Tablebase, fingerprint, write_numbers
from lazytree.solving.tabulating import Kept

from .working import Executing, Work

ENDS = NO_POSITION - 1  # the code of ends with the first payoff that was met; others have codes below


class Task(NamedTuple):
    """A slice of a pass."""

    what: Pass | None  # None: the first
    start: int


class Slicing(Work):
    """What does slices of passes, in any process that sees the folder."""

    def __init__(self, game: Game[Any, Any], numbering: Numbering, folder: str, lane: str | None) -> None:
        super().__init__(game, numbering, folder, lane)
        self.numbering, self.folder = numbering, Path(folder)
        self.playing = game if lane == PYTHON else compiler.compiled(game)

    def __call__(self, task: Task) -> Met | Sequence[int]:
        file = self.folder / f"{task.start // SLICE}.moves"
        if task.what is None:
            return meet(self.playing, self.numbering, task.start, file)
        with codes_in(self.folder / "codes") as codes:
            return decide(task.what, task.start, file, codes)


def tabulate_by_rank(
    game: Game[P, M],
    numbering: Numbering,
    file: str | os.PathLike[str],
    lane: str | None,
    execute: Executing[Task, Any],
    stop: Stop | None,
    tell: Callable[[str], object],
) -> Tablebase[P, M]:
    """The table of numbered positions. Raises as `tabulate` does."""
    folder = Path(f"{os.fspath(file)}.slices")
    folder.mkdir(exist_ok=True)
    first = first_position(game, numbering)
    digest = fingerprint(game, canonical_of(game, first), numbering.rank)
    kept = Kept(folder / "done", [release(), "numbers", digest, numbering.size, SLICE])
    codes_file = folder / "codes"
    if not codes_file.exists():
        with codes_file.open("wb") as opened:
            opened.truncate(2 * numbering.size)
    passes = Passes(numbering, kept, Slicing(game, numbering, os.fspath(folder.absolute()), lane), execute, stop, tell)
    with codes_in(codes_file, write=True) as codes:
        passes.meet(codes)
        found = passes.decide(codes)
        number_of = {NO_POSITION: 0} | {code: number for number, code in enumerate(found, 2)}
        numbers = array("H", (number_of.get(code, 1) for code in codes))
    known, about = [Entry(*NOT_FORCED), *found.values()], "all positions that have a number"
    table = write_numbers(file, game, END, canonical_of(game, first), numbers, known, numbering.rank, about)
    rmtree(folder)
    return table


def first_position(game: Game[P, M], numbering: Numbering) -> P:
    """The start of a game if it has a number, else the first position that has one. Raises ValueError if none has."""
    if numbering.number(game, game.start) is not None:
        return game.start
    for number in range(numbering.size):
        if (position := numbering.position(game, number)) is not None:
            return position
    raise ValueError("no number has a position: see that rank and unrank are inverse")


class Passes:
    """The passes, with what of them has been done before."""

    def __init__(
        self,
        numbering: Numbering,
        kept: Kept,
        work: Slicing,
        execute: Executing[Task, Any],
        stop: Stop | None,
        tell: Callable[[str], object],
    ) -> None:
        self.kept, self.work, self.execute, self.stop, self.tell = kept, work, execute, stop, tell
        self.starts, self.size = range(0, numbering.size, SLICE), numbering.size
        self.payoffs: dict[float, int] = {}  # FIRST's, with their codes
        self.done: dict[int, dict[int, int]] = {}  # by pass and slice: how many positions were decided
        for code, start, decided, payoffs in kept.slices():
            self.done.setdefault(code, {})[start] = decided
            self._learn(payoffs)

    def _learn(self, payoffs: Sequence[float]) -> None:
        for payoff in payoffs:
            self.payoffs.setdefault(payoff, ENDS - len(self.payoffs))

    def results(self, what: Pass | None) -> Iterator[tuple[int, Any]]:
        """The results of the slices of a pass that have not been done, with where each slice begins."""
        done = self.done.get(what.code if what else 0, {})
        ahead = [Task(what, start) for start in self.starts if start not in done]
        for group in self.execute(ahead, self.work):
            for task, found in group:
                yield task.start, found
            raise_if_stopped(self.stop)

    def keep(self, code: int, start: int, decided: int, payoffs: Sequence[float] = ()) -> None:
        """Notes a slice that is done."""
        self.done.setdefault(code, {})[start] = decided
        self.kept.append([code, start, decided, payoffs])

    def meet(self, codes: Any) -> None:
        """The first pass."""
        for start, found in self.results(None):
            payoffs = [*dict.fromkeys((*found.ends, *found.outside))]
            self._learn(payoffs)
            ends = iter(found.ends)
            for at, there in enumerate(found.there, start):
                codes[at] = (UNDECIDED, NO_POSITION)[there] if there < 2 else self.payoffs[next(ends)]
            self.keep(0, start, len(found.there), payoffs)
            self.tell(f"{start:,} of {self.size:,} numbers are unfolded")

    def decide(self, codes: Any) -> dict[int, Entry]:
        """The further passes: what they have found, by their codes."""
        code, entries = 1, dict[int, Entry]()
        for player, sign in ((FIRST, 1), (SECOND, -1)):
            low = code
            for payoff in sorted((sign * each for each in self.payoffs if sign * each > 0), reverse=True):
                decided, plies = True, 0
                while decided or plies == 1:
                    part = Pass(code, player, payoff, plies, low, self.payoffs[sign * payoff])
                    decided = self.pass_over(part, codes) > 0
                    if decided:
                        entries[code] = Entry(sign * payoff, plies)
                    code, plies = code + 1, plies + 1
        return entries

    def pass_over(self, part: Pass, codes: Any) -> int:
        """One pass: how many positions it has decided."""
        for start, found in self.results(part):
            for at in found:
                codes[start + at] = part.code
            self.keep(part.code, start, len(found))
            self.tell(f"what takes {part.plies} plies is being decided")
        return sum(self.done[part.code].values())
