"""The garbage collector: paused while trees grow, run when much has been made since it last ran."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@contextmanager
def gc_paused() -> Iterator[None]:
    """A context manager in which the cyclic garbage collector is off: it would scan a growing tree again and again.

    Objects made inside count as old afterwards, so that no scan follows immediately (see `collect_if_due`).

    >>> with gc_paused():
    ...     gc.isenabled()
    False
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if gc.get_count()[0] > MANY and gc.get_freeze_count() == 0:
            HEAP.made += gc.get_count()[0]
            gc.freeze()  # moves all objects out of the collector's generations, and
            gc.unfreeze()  # this moves them into the oldest one: both take no time
        gc.enable()


def collect_young() -> None:
    """Runs the collector over what was made since it last ran; what it leaves counts as old afterwards.

    In `gc_paused`, where rules leave garbage that goes in circles, this frees it. It takes a
    millisecond for MANY objects.

    >>> collect_young()
    """
    made = gc.get_count()[0]
    HEAP.made += max(0, made - gc.collect(0))
    if gc.get_freeze_count() == 0:
        gc.freeze()
        gc.unfreeze()


@dataclass
class Heap:
    """Counts by which `collect_if_due` decides whether to run the collector."""

    made: int = 0  # objects that became old in `gc_paused` since the last full collection
    kept: int = 0  # objects that were left by the last full collection


HEAP = Heap()
MANY = 10_000  # objects that may be scanned at any time: that takes a millisecond
TOO_MANY = 1_500_000  # objects that may be made before a full collection: a few hundred megabytes


def collect_if_due() -> None:
    """Runs a full collection if as many objects have been made in `gc_paused` since the last one as it left.

    Call it at the start of a large task, before a clock runs: not at its end, where a caller waits for the result.

    >>> collect_if_due()
    """
    if gc.isenabled() and HEAP.made > max(TOO_MANY, HEAP.kept):
        gc.collect()
        gc.freeze()
        HEAP.made, HEAP.kept = 0, gc.get_freeze_count()
        gc.unfreeze()
