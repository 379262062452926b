"""Waiting for threads: those of machine code wait a moment for more work before they end."""

import threading

from tests.helpers.waiting import until


def have_ended(before: int) -> bool:
    """Whether no more threads run than `before`, which is waited for."""
    return until(lambda: threading.active_count() <= before, lambda: f"{threading.enumerate()} run on")
