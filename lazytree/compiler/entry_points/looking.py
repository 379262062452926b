"""Looking for an end that is near: deepening, first alone, then beside a search to the end, in little of its time.

A search to the end may be lost in the first move's lines while another move wins in three plies; deepening finds that
at once. Deep down the search to the end is faster, so that deepening must not take much of its time.
"""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import Game, M, P
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped, deadline, raise_if_stopped
from lazytree.searching.kernels import scout as pvs
from lazytree.searching.kernels.memory import Flag
from lazytree.searching.kernels.searches import FAR, TO_THE_END

from ..running import Runner
from .ahead import line_in
from .deepening import found, moves_along
from .payoffs import is_certain

ALONE = 0.2  # seconds
REST = 16  # times as long as it looks


def at_first(
    game: Game[P, M], run: Runner, memory: pvs.Memory, here: P, stats: Stats, stop: Stop | None
) -> tuple[M, ...] | None:
    """A best line to the end, if it is found soon. Trapped where machine code cannot look."""
    late = deadline(ALONE)
    guess: Any = 0

    def enough() -> bool:
        return late() or (stop is not None and stop())

    try:
        for depth in range(1, TO_THE_END):
            result = found(game, run, memory, here, depth, guess, stats, enough)
            if result.exhaustive:
                return result.line
            guess = result.value
    except Stopped:
        raise_if_stopped(stop)
    return None


class Beside:
    """Deepening in a thread of its own: for some time, then not for many times as long, then for twice the time ..."""

    def __init__(self, game: Game[Any, Any], run: Runner, memory: pvs.Memory, here: Any) -> None:
        self.look = partial(whole_line, game, run, memory, here)
        self.line: tuple[Any, ...] | None = None
        self.over, self.flag = threading.Event(), Flag()

    def work(self) -> None:
        """Until a line is found or it is over."""
        seconds, depth = 2 * ALONE, 1
        while not self.over.wait(REST * seconds):
            timer = threading.Timer(seconds, self.flag.set)
            timer.start()
            try:
                while self.line is None:
                    self.line = self.look(depth, self.flag)
                    depth += 1
                return
            except Trapped as trapped:
                if trapped.trap is not Trap.STOPPED:
                    return
            finally:
                timer.cancel()
            self.flag.word.value = 0
            seconds *= 2

    def end(self) -> None:
        self.over.set()
        self.flag.set()


def whole_line(
    game: Game[Any, Any], run: Runner, memory: pvs.Memory, here: Any, depth: int, flag: Flag
) -> tuple[Any, ...] | None:
    """A best line, if one can be known at this depth; Trapped once the flag is up."""
    if depth >= TO_THE_END:
        raise Trapped(Trap.RECURSION, f"depth {depth}")
    memory.counts[pvs.CUT] = 0
    value = run.direct(flag, memory, here, depth, -FAR, FAR, 0, 0)
    if memory.counts[pvs.CUT] == 0 or is_certain(game, value):
        return moves_along(game, here, line_in(memory.counts.words))
    return None
