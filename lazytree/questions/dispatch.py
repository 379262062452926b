"""Dispatch: which lane answers a question about a game, and the one fallback from machine code to Python."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Any, TypeVar, cast

from lazytree.compiler import MISSING, is_compiling, is_installed
from lazytree.core.checks import weight_of
from lazytree.core.errors import BROKEN_LAWS, Trap, Trapped
from lazytree.core.game import CHANCE, Game, M, P, require_game
from lazytree.core.lanes import MACHINE, PYTHON, Lane
from lazytree.core.progress import Tell, saying
from lazytree.core.stats import Stats, stats_or_new
from lazytree.core.stopping import Stop, Stopped, either, limited, require_function

T = TypeVar("T")

FAR = 5
"""Plies from which on it pays to compile a game for one search of it."""

AT_HAND = 0.1
"""Seconds in which machine code is there that was made before."""

MANY = 5_000
"""Simulations from which on it pays to compile a game for them."""


SOONER = "sooner done than compiled"
"""Why Python answers where machine code could: little is asked for."""


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
        near: bool = False,
        beyond: str = "",
        here: Any = None,
        seconds: float | None = None,
        **functions: Callable[..., object] | None,
    ) -> None:
        """Chooses the lane of a question.

        `near`: the question is so small that Python has answered before the rules are compiled; it then answers,
        unless a lane is named. `beyond`: why machine code cannot answer this question for any rules; empty if it may.
        `here`: the position that is asked about, if it is known. `seconds`: the time left from now on; the rules are
        then compiled while Python answers, see `compiling`.

        Raises: ValueError for an unknown lane, unless `seconds` is a number above 0 or None, and unless `game` is a
        Game, `stats` a Stats or None, and each of `functions`, such as `stop`, a function or None.
        """
        require_game(game)
        for what, function in functions.items():
            require_function(what, function)
        if lane not in (None, MACHINE, PYTHON):
            raise ValueError(f'lane must be "{MACHINE}", "{PYTHON}" or None (the first that can answer), not {lane!r}')
        self.stats, self.wanted, self.game, self.here = stats_or_new(stats), lane, game, here
        self.lane, self.made, self.so_far = Lane(MACHINE), cast("Event | None", None), ""
        self.limit(cast("Stop | None", functions.get("stop")), seconds)
        if lane == PYTHON:
            self.lane = Lane(PYTHON, "as asked for")
        elif beyond:
            self.refuse(beyond)
        elif near and lane is None:
            self.lane = Lane(PYTHON, SOONER)
        elif not is_installed():  # so nothing is made ready for machine code: in a browser that takes seconds
            self.refuse(MISSING)

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
        so_far = f"; {self.so_far}" if self.so_far else ""
        return f"{self.game.name}: {counted:,} positions seen, {self.lane.name}{so_far}"

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
        return in_python()

    def limit(self, stop: Stop | None, seconds: float | None) -> None:
        """Limits what is done from now on by a flag and by a time. Raises: ValueError for a time that is none."""
        self.stop, self.seconds = limited(stop, seconds), seconds

    def compiling(self, work: Callable[[], object]) -> None:
        """Where time is limited: compiles by `work`, in another thread; until it has ended, Python answers."""
        if self.seconds is not None and self.lane.name == MACHINE and self.wanted is None:
            self.made = ended = Event()

            def compile_it() -> None:
                try:
                    with suppress(Exception):  # who asks machine code is told
                        work()
                finally:
                    ended.set()

            Thread(target=compile_it, daemon=False).start()  # LLVM must not be at work while the process ends
            if not ended.wait(min(AT_HAND, self.seconds / 4)):
                self.lane = Lane(PYTHON, "the rules were still being compiled")

    def meanwhile(self, stop: Stop | None) -> Stop | None:
        """The flag for Python's answer: `stop`, and while the rules are being compiled, the end of that."""
        return stop if self.made is None else either(stop, self.made.is_set)

    def answer_in_python(self, in_python: Callable[[], T]) -> T:
        """What Python answers."""
        self.stats.lane = self.lane
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
