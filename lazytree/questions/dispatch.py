"""Dispatch: which lane answers a question about a game, and the one fallback from machine code to Python."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import perf_counter
from typing import Any, TypeVar, cast

from lazytree.compiler import MISSING, is_compiling, is_installed
from lazytree.core.checks import weight_of
from lazytree.core.errors import BROKEN_LAWS, Trap, Trapped
from lazytree.core.game import CHANCE, Game, M, P, require_game
from lazytree.core.lanes import MACHINE, PYTHON, Lane, require_lane
from lazytree.core.progress import Tell, saying
from lazytree.core.stats import Stats, stats_or_new
from lazytree.core.stopping import HAS_THREADS, THREAD_TIME, Stop, Stopped, deadline, either, limited, require_function

T = TypeVar("T")

FAR = 5
"""Plies from which on it pays to compile a game for one search of it."""

AT_HAND = 1.0
"""Seconds that a question waits for machine code, if its time allows: Python at work beside it would delay that."""

POLLED = 0.02
"""Seconds between two looks at whether machine code is there."""

MANY = 5_000
"""Simulations from which on it pays to compile a game for them."""

COMPILING = 0.3
"""Processor seconds that compiling takes, about: 0.1 to 0.2 where the cache has the code, 0.3 to 0.8 where not."""

SOONER = "sooner done than compiled"
"""Why Python answers where machine code could: little is asked for."""

KINDS_KEPT = 64
"""Kinds of small questions of one game whose time in Python is kept."""


class SmallQuestions:
    """The time that Python has spent on small questions of one kind, such as the moves of a bot.

    Each is sooner done than compiled; all together are not: once they have taken as long as compiling takes, machine
    code answers. So they take at most about twice the time that they would if their number were known.
    """

    def __init__(self) -> None:
        self.seconds = 0.0  # of a processor

    @contextmanager
    def timed(self) -> Iterator[None]:
        """A context manager that adds the time that this thread spends inside it."""
        began = THREAD_TIME()
        try:
            yield
        finally:
            self.seconds += THREAD_TIME() - began

    def are_many(self) -> bool:
        """Whether it pays to compile a game for them."""
        return self.seconds >= COMPILING


def small_questions(game: Game[Any, Any], *kind: object) -> SmallQuestions:
    """The small questions of this kind that were asked about a game: one value for all bots that play it so.

    >>> from lazytree.games import nim
    >>> game = nim()
    >>> small_questions(game, "mcts") is small_questions(game, "mcts")
    True
    """
    require_game(game)
    kept = game.derived.setdefault(SmallQuestions, {})
    key = tuple(map(id, kind))
    if key not in kept:
        while len(kept) >= KINDS_KEPT:
            kept.pop(next(iter(kept)), None)
        kept[key] = kind, SmallQuestions()  # the kind is kept, so that no other one gets its ids
    found: SmallQuestions = kept[key][1]
    return found


class Question:
    """One question about a game, or one series of questions. Machine code answers, or Python from the first trap on.

    `lane` is the lane that answered last, with the reason where it is Python; `stats.lane` is the same. All work counts
    in `stats`, also that of machine code before a trap; `stats.in_machine_code` says how much of `nodes` that was.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        stats: Stats | None,
        lane: str | None = None,
        small: SmallQuestions | None = None,
        beyond: str = "",
        here: Any = None,
        seconds: float | None = None,
        **functions: Callable[..., object] | None,
    ) -> None:
        """Chooses the lane of a question.

        `small`: the question is one of these, so small that Python has answered before the rules are compiled; it then
        answers, unless a lane is named, until they are many. `beyond`: why machine code cannot answer this question
        for any rules; empty if it may. `here`: the position that is asked about, if it is known. `seconds`: the time
        left from now on; the rules are then compiled while Python answers, see `compiling`.

        Raises: ValueError for an unknown lane, unless `seconds` is a number above 0 or None, and unless `game` is a
        Game, `stats` a Stats or None, and each of `functions`, such as `stop`, a function or None.
        """
        require_game(game)
        for what, function in functions.items():
            require_function(what, function)
        require_lane(lane)
        self.stats, self.wanted, self.game, self.here = stats_or_new(stats), lane, game, here
        self.lane, self.made = Lane(MACHINE), cast("Event | None", None)
        self.so_far: Callable[[], str] = str  # what is known by now, in words
        self.compiled_for = 0.0  # seconds that the time limit leaves out
        self.small = small if lane is None else None
        self.limit(cast("Stop | None", functions.get("stop")), seconds)
        if lane == PYTHON:
            self.lane = Lane(PYTHON, "as asked for")
        elif beyond:
            self.refuse(beyond)
        elif self.small is not None and not self.small.are_many():
            self.lane = Lane(PYTHON, SOONER)
        else:
            self.require_compiler()

    def require_compiler(self) -> None:
        """Python answers without a compiler: nothing is made ready then; in a browser that takes seconds."""
        if not is_installed():
            self.refuse(MISSING)

    def is_worth_compiling(self) -> bool:
        """Whether Python has answered because that was sooner, and machine code answers from now on."""
        if self.small is None or self.lane.reason != SOONER or not self.small.are_many():
            return False
        self.lane = Lane(MACHINE)
        self.require_compiler()
        return self.lane.name == MACHINE

    def answer(self, in_machine_code: Callable[[], T], in_python: Callable[[], T], progress: Tell | None = None) -> T:
        """What machine code answers, or where it traps, what Python does.

        `progress` is told every second what is being done; without one it is written in a notebook.

        Raises: ValueError, with the reason, where `lane="machine"` was asked for and machine code cannot answer; odds
        that are no ints above 0 are named, and so are ratings that do not lie within ±SURE, and payoffs of two that
        are no number and its negation.
        """
        with saying(self.doing, progress):
            return self._answer(in_machine_code, in_python)

    def doing(self) -> str:
        """What is being done, in words."""
        if is_compiling():
            return f"compiling the rules of {self.game.name}"
        counted = max(self.stats.nodes, self.stats.grown)
        so_far = self.so_far()
        return f"{self.game.name}: {counted:,} positions seen, {self.lane.name}" + (f"; {so_far}" if so_far else "")

    def _answer(self, in_machine_code: Callable[[], T], in_python: Callable[[], T]) -> T:
        if self.made is not None:
            if not self.made.is_set():
                try:
                    return self.answer_in_python(in_python)
                except Stopped:
                    if not self.made.is_set():
                        raise  # else machine code goes on, which polls the flag, too
            self.lane, self.made = Lane(MACHINE), None
        self.stats.lane = self.lane
        if self.lane.name == MACHINE:
            before = self.stats.nodes
            try:
                return in_machine_code()
            except Trapped as trapped:
                reason = trapped.place if trapped.trap is Trap.OUTSIDE else str(trapped)
                trap = trapped.trap
                if self.wanted == MACHINE and trap is Trap.RAISED and self.here is not None:
                    check_odds_below(self.game, self.here)
            finally:
                self.stats.in_machine_code += self.stats.nodes - before
            if self.wanted == MACHINE and trap in BROKEN_LAWS.values():
                in_python()  # it names the rule and the position
            self.refuse(reason)
        return self.answer_in_python(in_python)

    def limit(self, stop: Stop | None, seconds: float | None) -> None:
        """Limits what is done from now on by a flag and by a time. Raises: ValueError for a time that is none."""
        self.stop, self.seconds = limited(stop, seconds, lambda: perf_counter() - self.compiled_for), seconds

    def compiling(self, work: Callable[[], object]) -> None:
        """Where time is limited: compiles by `work`, in another thread; until it has ended, Python answers.

        Without threads that is done at once, and the time is not counted.
        """
        if not HAS_THREADS and self.lane.name == MACHINE:
            began = perf_counter()
            with suppress(Exception):
                work()
            self.compiled_for += perf_counter() - began
        elif self.seconds is not None and self.lane.name == MACHINE and self.wanted is None:
            self.made = ended = Event()

            def compile_it() -> None:
                try:
                    with suppress(Exception):  # who asks machine code is told
                        work()
                finally:
                    ended.set()

            Thread(target=compile_it, daemon=False).start()  # LLVM must not be at work while the process ends
            enough = deadline(min(AT_HAND, self.seconds / 4))
            while not ended.wait(POLLED):
                if enough() or (self.stop is not None and self.stop()):
                    self.lane = Lane(PYTHON, "the rules were still being compiled")
                    return

    def meanwhile(self, stop: Stop | None) -> Stop | None:
        """The flag for Python's answer: `stop`, and while the rules are being compiled, the end of that."""
        return stop if self.made is None else either(stop, self.made.is_set)

    def answer_in_python(self, in_python: Callable[[], T]) -> T:
        """What Python answers."""
        self.stats.lane = self.lane
        if self.small is None:
            return in_python()
        with self.small.timed():
            return in_python()

    def refuse(self, reason: str) -> None:
        """From now on Python answers.

        Raises: ValueError, with the reason, where `lane="machine"` was asked for.
        """
        if self.wanted == MACHINE:
            raise ValueError(f'machine code cannot answer this ({reason}): leave out lane="{MACHINE}"')
        if self.lane.name == MACHINE:
            self.stats.lane = self.lane = Lane(PYTHON, reason)


MOST_POSITIONS = 2_000
"""Positions that `check_odds_below` looks at."""


def check_odds_below(game: Game[P, M], position: P) -> None:
    """Raises ValueError for odds below 1 of a position that can be reached from here, the nearest first.

    Machine code knows only that there are some; here they are named as Python names them.

    >>> from dataclasses import replace
    >>> from lazytree.games import dice_of_doom
    >>> check_odds_below(rolled := dice_of_doom(dice="rolled"), rolled.start)
    >>> check_odds_below(replace(rolled, odds=lambda position, move: -1), rolled.start)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: dice_of_doom: odds must be ints above 0, not -1, at Position(...
    """
    waiting, met = deque([position]), {position}
    while waiting and game.odds is not None:
        here = waiting.popleft()
        moves = list(game.moves(here))
        if game.mover(here) == CHANCE:
            for move in moves:
                weight_of(game, here, move)
        for child in (game.play(here, move) for move in moves):
            if len(met) < MOST_POSITIONS and child not in met:
                met.add(child)
                waiting.append(child)
