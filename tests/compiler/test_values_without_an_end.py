"""Values that are never there: of generators and lists whose making never ends, or always raises, under a condition."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, rule_of

pytestmark = pytest.mark.optimized

HELPERS = """
def upwards(n):
    while True:
        yield n
        n += 1
def raising(n):
    raise ValueError
    yield n
def late(n):
    yield n
    raise ValueError
def no_list(n):
    while True:
        n ^= 1
    return [n]
"""
VALUES = (
    "sum(upwards(n))",
    "sum(x for x in upwards(n) if x < 10)",
    "max(upwards(n))",
    "min((x for x in upwards(n) if x < 10), default=3)",
    "len([x for x in upwards(n)])",
    "len({x & 3 for x in upwards(n)})",
    "len(tuple(upwards(n)))",
    "len(no_list(n))",
    "sum(y for x in upwards(n) for y in (1, 2))",
    "sum(raising(n))",
    "sum(late(n))",
    "board[sum(raising(n))]",
)


@pytest.mark.parametrize("value", VALUES)
def test_they_are_not_asked_for(value):
    agree(rule_of(f"return {value} if n > 10 else n", HELPERS))


@pytest.mark.parametrize("value", VALUES[-3:])
def test_they_raise_when_asked_for(value):
    agree(rule_of(f"return {value} if n > 1 else n", HELPERS))


def test_the_first_items_are_there():
    agree(
        rule_of(
            "return next(x for x in upwards(n) if x % 5 == 0), any(x == 9 for x in upwards(n)), next(late(n))", HELPERS
        )
    )
