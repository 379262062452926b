"""What is done with two containers is what Python does, or is refused; where Python raises, it is refused or a trap."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

pytest.importorskip("llvmlite")

from container_table import CALLS, KINDS, Case, cases, in_contexts, pairs, verdicts

LEFT = list(dict.fromkeys(left for left, _ in pairs()))
IN_CONTEXT = 40  # cases of a pair


def as_in_python(some: Sequence[Case]) -> int:
    """How many cases compile; none of them is wrong."""
    said = dict(zip((each.name for each in some), verdicts(some)))
    assert not {name: each for name, each in said.items() if each.partition(":")[0] not in ("same", "refused")}
    return sum(each == "same" for each in said.values())


def sampled(random: Random, some: Sequence[Case], number: int) -> list[Case]:
    return random.sample(some, min(number, len(some)))


@pytest.mark.parametrize("left", LEFT)
def test_some_of_what_is_done_with_two_containers(left):
    random = Random(left)
    right = random.choice([other for one, other in pairs() if one == left and other != "int"])
    told = list(cases(left, right))
    as_in_python(sampled(random, [each for each in told if each.raising < len(CALLS)], 6))
    as_in_python(sampled(random, [each for each in told if each.raising == len(CALLS)], 1))
    as_in_python(sampled(random, [each for each in in_contexts(left, right) if each.raising < len(CALLS)], 3))


def test_much_of_it_compiles():
    told = [each for each in cases("set", "list") if not each.raising]
    assert as_in_python(told) >= len(told) * 0.4


@pytest.mark.minutes
@pytest.mark.parametrize("left, right", pairs())
def test_all_that_is_done_with_two_containers(left, right):
    as_in_python(list(cases(left, right)))
    some = [each for each in in_contexts(left, right) if each.raising < len(CALLS)]
    as_in_python(sampled(Random(left + right), some, IN_CONTEXT))


def test_all_kinds_are_on_the_left():
    assert set(LEFT) == {kind for kinds in KINDS.values() for kind in kinds}
