"""A sample of random programs; `python tests/compiler/random_programs.py --programs 50000` runs as many as you like."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("llvmlite")

from random_programs import compare


@pytest.mark.parametrize("of_boards", (False, True), ids=("arithmetic", "boards"))
@pytest.mark.parametrize("seed", range(3))
def test_random_programs_answer_the_same_or_give_up(seed, of_boards):
    found: list[str] = []
    counts = compare(Random(seed), 20, of_boards, found.append)
    assert not found, found[0]
    assert counts["same"] > 80  # it is a test only if most programs compile and answer
