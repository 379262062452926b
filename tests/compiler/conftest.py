"""The code that tests of this folder run: LLVM's plainest, which is made in a seventh of the time.

What rules mean does not depend on it. Tests that are marked `optimized` run what users run.
"""

from __future__ import annotations

import os

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "optimized: by LLVM's optimized code (a file of tests/compiler)")


@pytest.fixture(autouse=True, scope="module")
def plain_code(request, own_cache):
    """Plain code in a cache of its own, but in files that are marked."""
    if any(request.node.get_closest_marker(each) for each in ("optimized", "promise")):
        yield
        return
    from lazytree.compiler.runtime import native

    object_code = native.object_code
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "object_code", lambda text, level, triple=None: object_code(text, native.QUICK, triple))
        patch.setenv("LAZYTREE_CACHE", os.environ["LAZYTREE_CACHE"] + "_plain")
        yield
