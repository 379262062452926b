"""Compiled code is cached in a folder of the test run's own."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory):
    patch = pytest.MonkeyPatch()
    patch.setenv("LAZYTREE_CACHE", str(tmp_path_factory.mktemp("cache")))
    yield
    patch.undo()
