"""A sample of random programs; `python tests/compiler/programs --programs 50000` runs as many as you like."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("llvmlite")

from programs.judging import judged


@pytest.mark.parametrize("seed", range(3))
def test_random_programs_answer_the_same_or_give_up(seed):
    tally = judged(Random(seed), 20)
    assert not tally.found, f"{tally.found[0].kind}: {tally.found[0].what}\n{tally.found[0].program.body}"
    assert tally.programs["machine"] >= 10  # it is a test only if half of the programs compile and answer
    assert tally.calls["same"] > 20
