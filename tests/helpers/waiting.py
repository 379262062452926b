"""Waiting for a state: a test waits for what must come about, however slow the machine is just now."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import TypeVar

T = TypeVar("T")

LONG = 300.0
"""Seconds after which a test gives up: a machine that does much else needs a minute for what else takes a second."""


def until(found: Callable[[], T], told: Callable[[], object] = lambda: "it has not come about") -> T:
    """What `found` gives, once that is true. Fails, with what `told` says, where it never is."""
    late = monotonic() + LONG
    while not (it := found()):
        assert monotonic() < late, told()
        sleep(0.01)
    return it
