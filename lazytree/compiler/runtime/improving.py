"""Quick code that answers at once, while another thread makes the optimized code of the same program.

Both are the same text for LLVM, so that every answer is the same: only the time differs.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import perf_counter
from typing import Any, TypeVar

from lazytree.core.errors import Trap, Trapped
from lazytree.searching.kernels.memory import Flag

from .binary import Binary
from .entries import Function, functions
from .waiting import POLLED, Answer, begun

T = TypeVar("T")
PATIENT = 0.05  # seconds in quick code, after which the optimized code is waited for
BEFORE = 0.05  # seconds in which the first answer may come before the optimized code is begun: it would come later


class Improving:
    """A function in machine code: quick code until the optimized code is there.

    Once quick code has run for PATIENT seconds, the next call waits: a long one would lose more than that.
    """

    def __init__(
        self,
        quick: Function,
        better: Answer[Mapping[str, Function]],
        name: str,
        wanted: threading.Event | None = None,
        kept: dict[str, Any] | None = None,
    ) -> None:
        """`wanted` is set when the first answer is there, or the optimized code is waited for.

        `kept` holds functions by name: there the optimized code stands in place of this, once it is taken.
        """
        self.function, self.name, self.wanted = quick, name, wanted or threading.Event()
        self.better: Answer[Mapping[str, Function]] | None = better
        self.spent, self.process, self.kept = 0.0, os.getpid(), {} if kept is None else kept

    def __call__(self, *arguments: Any, stop: Flag | None = None) -> Any:
        return self.timed(lambda function: function(*arguments, stop=stop), stop)

    def answers(self, *arguments: Any) -> Any:
        """The values that the function emits."""
        return self.timed(lambda function: function.answers(*arguments), None)

    def timed(self, call: Callable[[Function], T], stop: Flag | None) -> T:
        """What a call of the function gives, in the code that is there; Trapped where the flag is set before."""
        if self.better is None or self.better.ended.is_set() or self.spent > PATIENT:
            return call(self.improved(stop))
        began = perf_counter()
        try:
            return call(self.function)
        finally:
            self.spent += perf_counter() - began
            self.wanted.set()

    def improved(self, stop: Flag | None) -> Function:
        """The function in optimized code, as soon as that is made; Trapped where the flag is set before.

        Quick code in the child of a fork, where no thread makes it, and where it cannot be made.
        """
        better = self.better
        if better is None:
            return self.function
        self.wanted.set()
        if os.getpid() == self.process:
            while not better.ended.wait(POLLED):
                if stop is not None and stop.is_set():
                    raise Trapped(Trap.STOPPED, self.name)
            with suppress(Exception):
                self.function = better.result[self.name]
        self.better = None
        self.kept[self.name] = self.function
        return self.function


def improving(quick: Mapping[str, Function], better: Callable[[], Binary]) -> Mapping[str, Any]:
    """Functions in quick code, by name, whose optimized code is made once the first has answered, and takes over."""
    wanted = threading.Event()

    def made() -> Mapping[str, Function]:
        wanted.wait(BEFORE)
        return functions(better())

    answer, kept = begun(made), dict[str, Any]()
    kept.update({name: Improving(function, answer, name, wanted, kept) for name, function in quick.items()})
    return kept
