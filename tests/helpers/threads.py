"""Waiting for threads: those of machine code wait a moment for more work before they end."""

import threading
import time

SECONDS = 20


def have_ended(before: int) -> bool:
    """Whether soon no more threads run than `before`."""
    late = time.perf_counter() + SECONDS
    while threading.active_count() > before and time.perf_counter() < late:
        time.sleep(0.05)
    return threading.active_count() <= before
