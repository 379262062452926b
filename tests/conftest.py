"""How the laws are tried: the same examples every time in CI, fresh ones elsewhere; no test is told to hurry.

Compiled code is kept in a folder of the run's own, which all its processes share: each game is compiled once.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

LENIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}

settings.register_profile("ci", max_examples=50, derandomize=True, **LENIENT)
settings.register_profile("here", max_examples=50, **LENIENT)
settings.register_profile("thorough", max_examples=2_000, **LENIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "here"))


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory):
    own = tmp_path_factory.getbasetemp()
    run = own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LAZYTREE_CACHE", str(run / "cache"))
        yield
