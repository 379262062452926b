"""What searches save, as numbers of positions seen: exact, so that they can be tested."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "efficiency.py"
sys.path.insert(0, str(BENCHMARK.parent))


def load_benchmark() -> Any:
    spec = spec_from_file_location("efficiency", BENCHMARK)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["efficiency"] = module
    spec.loader.exec_module(module)
    return module


EFFICIENCY = load_benchmark()
SLOW = {"dvonn"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.game.name, marks=[pytest.mark.minutes] if case.game.name in SLOW else [])
        for case in EFFICIENCY.CASES
    ],
)
def test_scout_with_table_and_ordering_sees_a_fifth(case: Any) -> None:
    """Of what alphabeta sees in the game's own order; and hardly more than alphabeta with the same table and order."""
    _, plain, ordered = EFFICIENCY.measured(case)
    assert ordered["scout, ordered"] * 5 <= plain
    assert ordered["scout, ordered"] <= 1.1 * ordered["alphabeta, ordered"]
