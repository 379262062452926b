"""Machine code that a game keeps, with what it depends on, so that a change is noticed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from lazytree.core.errors import Refused

from .driver import COMPILER_FAULT, built, judged, told
from .frontend.source import parameters
from .frontend.stamp import Stamp
from .ir.kinds import Fixed, Type
from .ir.start_types import cell_bits, type_of
from .ir.symbols import Numbering, use
from .runtime.binary import Binary
from .runtime.entries import Function, functions
from .runtime.forking import new_lock
from .runtime.improving import improving

if TYPE_CHECKING:
    from .planning import Plan

MOST_KEPT = 64  # searches and ratings of one game


class Made(NamedTuple):
    """Functions in machine code, or why there are none, and what either depends on."""

    verdict: Binary | Refused
    functions: Mapping[str, Any]  # Function or, where the code is quick code, Improving
    stamp: Stamp

    @property
    def refused(self) -> Refused | None:
        """Why there is no machine code; None if there is."""
        return self.verdict if isinstance(self.verdict, Refused) else None


def made(roots: list[object], plan: Plan, cell: int, counted: bool = True, soon: bool = False) -> Made:
    """What a plan gives, as functions in memory; arguments as in `driver.judged`. No error is raised."""
    verdict, stamp = judged(roots, plan, cell, counted=counted, soon=soon)
    if isinstance(verdict, Refused):
        return Made(verdict, {}, stamp)
    try:
        loaded = functions(verdict)
        if verdict.better is None:
            return Made(verdict, loaded, stamp)
        return Made(verdict._replace(better=None), improving(loaded, verdict.better), stamp)
    except Exception as error:
        return Made(Refused(f"{COMPILER_FAULT}: {told(error)}"), {}, stamp)


def machine_function(function: Any, *arguments: Any, **options: Any) -> Function:
    """One function in machine code, for arguments like these (values, or types).

    `options` are those of `driver.built`. Refused if the function is outside of the subset.
    """
    use(Numbering())
    kinds = [each if isinstance(each, Type) else type_of(each) for each in arguments]
    names = parameters(function)[0]
    cell = max((cell_bits(each) for each in arguments), default=8)
    roots = [function, repr(kinds), *(kind.value for kind in kinds if isinstance(kind, Fixed))]
    binary = built(roots, lambda planning: {"it": planning.request(function, dict(zip(names, kinds)))}, cell, **options)
    return functions(binary)["it"]


class Shelf:
    """What was made, by key; each is made again once what it depends on has changed."""

    def __init__(self) -> None:
        self.lock = new_lock()
        self.kept: dict[object, tuple[object, Made]] = {}

    def get(self, key: object, alive: object, make: Callable[[], Made]) -> Made:
        """What is kept under a key, or a new one; `alive` is whatever the key gives the id of."""
        with self.lock:
            if key not in self.kept or not self.kept[key][1].stamp.holds():
                while len(self.kept) >= MOST_KEPT:
                    del self.kept[next(iter(self.kept))]
                self.kept[key] = alive, make()
            return self.kept[key][1]
