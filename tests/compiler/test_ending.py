"""Loops that end give what Python gives; loops that do not end trap."""

from __future__ import annotations

from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

from agreement import agree, agree_all, machine_function, rule_of

from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Trap, Trapped

pytestmark = pytest.mark.optimized

BOARD = 2**64 - 1
SET, NUMBER = Int(0, BOARD), Int(0, 1)

machine = lru_cache(maxsize=None)(machine_function)


def one_by_one(cells):
    rounds = 0
    while cells:
        rounds += 1
        cells &= cells - 1
    return rounds


def not_each_round(cells, keep):
    rounds = 0
    while cells:
        rounds += 1
        if keep:
            continue
        cells >>= 1
    return rounds


def given_back(cells, keep):
    rounds = 0
    while cells:
        rounds += 1
        cells = cells >> 1 | keep
    return rounds


def below_zero(cells, keep):
    rest = 0 - cells if keep else cells
    rounds = 0
    while rest:
        rounds += 1
        rest >>= 1
    return rounds


ENDLESS = (not_each_round, given_back, below_zero)


@given(cells=st.integers(0, BOARD) | st.integers(0, 63).map(lambda cell: 1 << cell))
def test_a_loop_ends_as_soon_as_it_does_in_python(cells):
    assert machine(one_by_one, SET)(cells) == one_by_one(cells)


@pytest.mark.parametrize("function", ENDLESS, ids=lambda each: each.__name__)
def test_a_loop_that_goes_on_for_ever_traps(function):
    assert machine(function, SET, NUMBER)(77, 0) == function(77, 0)
    with pytest.raises(Trapped) as trapped:
        machine(function, SET, NUMBER)(77, 1)
    assert trapped.value.trap in (Trap.ENDLESS, Trap.OVERFLOW)


# ---- generators and lists whose making never ends, or always raises, under a condition


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
"""
VALUES = (
    "sum(upwards(n))",
    "sum(x for x in upwards(n) if x < 10)",
    "min((x for x in upwards(n) if x < 10), default=3)",
    "len([x for x in upwards(n)])",
    "len(tuple(upwards(n)))",
    "sum(raising(n))",
    "sum(late(n))",
    "board[sum(raising(n))]",
)


test_endless_values_that_are_not_asked_for_are_not_made = agree_all(VALUES, HELPERS, "return {} if n > 10 else n")
test_endless_values_trap_when_they_are_asked_for = agree_all(VALUES[-3:], HELPERS, "return {} if n > 1 else n")


def test_the_first_items_of_an_endless_generator_are_there():
    agree(
        rule_of(
            "return next(x for x in upwards(n) if x % 5 == 0), any(x == 9 for x in upwards(n)), next(late(n))", HELPERS
        )
    )
