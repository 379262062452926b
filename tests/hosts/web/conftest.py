"""Servers for tests: each runs in a thread of this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from .served import Served

Serve = Callable[..., Served]


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """A server with the library's games, which many tests share."""
    running = Served(":memory:")
    yield running
    running.end()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts servers; all of one test share a store, unless they name others."""
    running: list[Served] = []

    def start(own: str | None = None, data: str | None = None, **limits: float) -> Served:
        served = Served(data or str(tmp_path / "games.sqlite3"), own, limits)
        running.append(served)
        return served

    yield start
    for served in running:
        served.end()
