"""Compiled code is cached in a folder of the test run's own, which all its processes share."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory):
    patch = pytest.MonkeyPatch()
    own = tmp_path_factory.getbasetemp()
    run = own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own
    patch.setenv("LAZYTREE_CACHE", str(run / "cache"))
    yield
    patch.undo()
