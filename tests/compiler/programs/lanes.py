"""Both lanes: what Python says of a call, what machine code says, and whether that is the same answer.

All that the programs need of the compiler is named here.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import FunctionType
from typing import Any

from pyrsistent import PVector

from lazytree.compiler.driver import COMPILER_FAULT, built
from lazytree.compiler.ir.joining import type_of
from lazytree.compiler.ir.kinds import SMALL, Type
from lazytree.compiler.runtime.entries import functions as in_memory
from lazytree.core.errors import Refused, Trapped

CELL = 8
TARGET = "native"  # or "wasm": what `machine_code` makes
Lane = Callable[..., Any]


class Overtime(BaseException):  # no Exception: nothing in between may take it for a fault of its own
    """More time than a program is given."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Overtime after a number of seconds of the processor in Python; machine code is not interrupted.

    Other programs of the machine take no time from it.

    It rings again and again: Python drops what is raised while an object is finalized.
    """

    def ring(_signal: int, _frame: object) -> None:
        raise Overtime

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@dataclass(frozen=True)
class Raised:
    """An error is an answer, too."""

    error: str


def answer(function: Lane, given: tuple[Any, ...]) -> Any:
    try:
        return function(*given)
    except Exception as error:
        return Raised(type(error).__name__)


def kinds_of(examples: dict[str, Any]) -> dict[str, Type]:
    return {name: SMALL if each is None else type_of(each) for name, each in examples.items()}


def machine_code(function: FunctionType, kinds: dict[str, Type], level: int = 1) -> Lane | Refused:
    """Machine code for a rule, or why not."""

    def plan(program: Any) -> dict[str, Any]:
        return {"rule": program.request(function, kinds)}

    try:
        if TARGET != "native":
            return in_wasm(plan)
        made: Lane = in_memory(built([function], plan, CELL, level))["rule"]
        return made
    except Refused as refused:
        return refused
    except Exception as error:
        return Refused(f"{COMPILER_FAULT}: it raised {error!r}")


def in_wasm(plan: Any) -> Lane:
    """The rule of a plan as a function that wasmtime runs."""
    from lazytree.compiler.driver import webassembly_now
    from tests.helpers.wasm_host import Host

    module = webassembly_now(plan, CELL)
    return partial(Host(module).call, "rule")


def is_fault(refused: Refused) -> bool:
    return COMPILER_FAULT in refused.rule


def verdict(expected: Any, machine: Lane, given: tuple[Any, ...]) -> str:
    """ "same", "trap", or how it is wrong."""
    try:
        found = machine(*given)
    except Trapped:
        return "same" if isinstance(expected, Raised) else "trap"
    except Exception as error:
        return f"fault: machine code raised {error!r}"
    if isinstance(expected, Raised):
        return f"wrong: Python raises {expected.error}, machine code says {found!r}"
    if alike(expected, found):
        return "same"
    what = "wrong kind" if expected == found else "wrong"
    return f"{what}: Python says {expected!r}, machine code {found!r}"


def alike(a: Any, b: Any) -> bool:
    """Equal, and of the same types all the way down."""
    if type(a) is not type(b):
        return False
    if isinstance(a, (tuple, PVector)):
        return tuple.__len__(tuple(a)) == tuple.__len__(tuple(b)) and all(map(alike, a, b))
    return bool(a == b) or (type(a) is float and a != a and b != b)  # nan
