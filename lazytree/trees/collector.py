"""The garbage collector: paused while trees grow, run when much has been made since it last ran."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@contextmanager
def quiet() -> Iterator[None]:
    """No cyclic garbage collection inside: it would walk a big tree over and over while it grows.

    What has been made inside counts as old afterwards, so that no walk is made up for at once (see `tidy`).
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
            gc.freeze()  # to where it is not walked, and from there
            gc.unfreeze()  # to the oldest: neither takes any time
        gc.enable()


@dataclass
class Heap:
    """What the collector must be reminded of."""

    made: int = 0  # objects that became old in `quiet` since the last walk
    kept: int = 0  # objects that the last walk left


HEAP = Heap()
MANY = 10_000  # objects that may be walked at any time: a millisecond
TOO_MANY = 1_500_000  # that may be made before they are walked: a few hundred megabytes


def tidy() -> None:
    """Has the collector walk everything, if as much has been made in `quiet` since it did as there was.

    To be called where time is plenty: as something big begins, not while somebody waits for it to end.
    """
    if gc.isenabled() and HEAP.made > max(TOO_MANY, HEAP.kept):
        gc.collect()
        gc.freeze()
        HEAP.made, HEAP.kept = 0, gc.get_freeze_count()
        gc.unfreeze()
