"""Constants of the same items in another order, or of another class, compared: as in Python."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, rule_of

HELPERS = """
from pyrsistent import pvector
CELLS, SAME, OTHER = {3, 1, 2}, frozenset((1, 2, 3)), {8, 16, 0}
WORTH, AGAIN = {1: 2, 2: 3}, {2: 3, 1: 2}
NAMES, BOARD = [1, 2], pvector([1, 2])
NAN = float("nan")
NANS = NAN, 1.0
"""


@pytest.mark.parametrize(
    "values",
    [
        "CELLS == SAME, SAME == CELLS, CELLS == {2, 3, 1}, CELLS != OTHER, {1, 2} == {2, 1}",
        "WORTH == AGAIN, WORTH == {1: 2, 2: 3}, WORTH != {1: 2}, {1: 2} == {True: 2.0}",
        "NAN in NANS, NAN in (1.0, NAN), NANS[0] in NANS, NANS == (NAN, 1.0), NAN not in NANS, NAN == NAN",
        "BOARD == NAMES, BOARD == (1, 2), BOARD == pvector([1, 2]), NAMES != BOARD",
    ],
)
def test_constants_are_compared_as_in_python(values):
    agree(rule_of(f"return {values}", HELPERS))
