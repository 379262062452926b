"""A sample of random programs; `python tests/compiler/programs --programs 50000` runs as many as you like."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("llvmlite")

from programs import lanes
from programs.judging import Finding, Way, judged, outcome
from programs.program import Program
from programs.shrink import shrunk

pytestmark = pytest.mark.optimized

RULE = "def rule(board, n):\n    k = 1\n    for x in board:\n        k += x & 1\n    return k\n"


@pytest.mark.parametrize("seed", range(3))
def test_random_programs_answer_the_same_or_give_up(seed):
    tally = judged(Random(seed), 20)
    assert not tally.found, f"{tally.found[0].kind}: {tally.found[0].what}\n{tally.found[0].program.body}"
    assert tally.programs["machine"] >= 10  # it is a test only if half of the programs compile and answer
    assert tally.calls["same"] > 20


@pytest.mark.parametrize("seed", range(2))
def test_random_programs_in_webassembly_without_llvm(seed, monkeypatch):
    pytest.importorskip("wasmtime")
    monkeypatch.setattr(lanes, "TARGET", "own")
    tally = judged(Random(9_000 + seed), 15)
    assert not tally.found, f"{tally.found[0].kind}: {tally.found[0].what}\n{tally.found[0].program.body}"
    assert tally.programs["machine"] >= 7
    assert tally.calls["same"] > 15


def test_one_program_is_judged_alone():
    assert outcome(Program("", RULE, "aliases"), Way())[0] == "machine"
    assert outcome(Program("", RULE.replace("k = 1", "k = print(n)"), "aliases"), Way())[0] == "refused"


def test_a_program_that_fails_is_cut_down():
    printing = Program("", RULE.replace("k = 1", "k = print(n)"), "aliases")
    kind, what = outcome(printing, Way())
    cut = shrunk(Finding(kind, what, printing, Way()))
    assert outcome(cut, Way())[0] == kind
    assert "for x in board" not in cut.body
