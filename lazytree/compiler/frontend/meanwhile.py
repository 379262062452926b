"""What is kept while a program is read, by thread: what lies at a place does not change meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class _Kept(threading.local):
    def __init__(self) -> None:
        self.now: dict[Any, Any] | None = None


_KEPT = _Kept()


@contextmanager
def keeping() -> Iterator[None]:
    """While a program is read: nothing is known of it before."""
    before, _KEPT.now = _KEPT.now, {}
    try:
        yield
    finally:
        _KEPT.now = before


def kept_meanwhile() -> dict[Any, Any]:
    """What is kept now; outside of `keeping` nothing is."""
    return {} if _KEPT.now is None else _KEPT.now
