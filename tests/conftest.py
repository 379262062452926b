"""Which tests run by default, and how the laws are tried: a part of the examples by default, all of them in the gate.

In CI they are the same examples every time, elsewhere fresh ones. The tests of a marked folder have its mark, but for
those marked `promise` and `minutes`. Compiled code is kept in a folder of the run's own, which all its processes share:
each game is compiled once. By default, and in tests/compiler and tests/machine, rules are compiled to LLVM's plainest
code, which is made in a seventh of the time: what rules mean does not depend on it. Files marked `promise` or
`optimized` run what users run.
"""

import os
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.helpers.examples import FULL

# A shell's background ignores Ctrl-C, and what it starts does, too: tests that send it would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

LENIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}

CI = bool(os.environ.get("CI"))
settings.register_profile("quick", max_examples=15, derandomize=CI, **LENIENT)
settings.register_profile("gate", max_examples=FULL, derandomize=CI, **LENIENT)
settings.register_profile("thorough", max_examples=2_000, **LENIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

HERE = Path(__file__).parent
MARKED = {HERE / "browser": "browser", HERE / "compiler": "compiler", HERE / "machine": "compiler"}


def folder_mark(path: Path) -> str | None:
    """The mark of the tests in a file's folder."""
    return next((MARKED[folder] for folder in path.parents if folder in MARKED), None)


def runs_by_default(config: pytest.Config) -> bool:
    """Whether no marks were named: those of `addopts` decide."""
    return config.getoption("markexpr") in config.getini("addopts")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """By default a test file of a marked folder is not imported, unless it has a test of a promise."""
    if runs_by_default(config) and collection_path.suffix == ".py" and folder_mark(collection_path):
        return "pytest.mark.promise" not in collection_path.read_text(encoding="utf-8") or None
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        mark = folder_mark(item.path)
        if mark and not any(item.get_closest_marker(other) for other in ("promise", "minutes")):
            item.add_marker(mark)


@pytest.fixture(autouse=True)
def own_modules(tmp_path_factory):
    """Modules that a test runs or imports from its own folder are forgotten after it: others have the same names."""
    path, before = sys.path[:], set(sys.modules)
    yield
    sys.path[:] = path
    base = str(tmp_path_factory.getbasetemp())
    for name in sys.modules.keys() - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(base):
            del sys.modules[name]


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory):
    own = tmp_path_factory.getbasetemp()
    run = own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LAZYTREE_CACHE", str(run / "cache"))
        yield


@pytest.fixture(autouse=True, scope="module")
def plain_code(request, own_cache):
    """LLVM's plainest code, in a cache of its own, for the files that do not ask for optimized code."""
    if (
        not (runs_by_default(request.config) or folder_mark(request.path) == "compiler")
        or any(request.node.get_closest_marker(mark) for mark in ("optimized", "promise"))
        or find_spec("llvmlite") is None
    ):
        yield
        return
    from lazytree.compiler.runtime import native

    object_code = native.object_code
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "object_code", lambda text, level, triple=None: object_code(text, native.QUICK, triple))
        patch.setenv("LAZYTREE_CACHE", os.environ["LAZYTREE_CACHE"] + "_plain")
        yield
