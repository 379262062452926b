"""Loops that are known to end give what Python gives, in as many rounds as is said; other loops trap."""

from __future__ import annotations

from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

from agreement import agree, rule_of

from lazytree.compiler.codegen.proofs import Pace, most_rounds, within
from lazytree.compiler.driver import machine_function
from lazytree.compiler.inference.programs import Program
from lazytree.compiler.inference.statements import settle
from lazytree.compiler.ir.core import While
from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Trap, Trapped

pytestmark = pytest.mark.optimized

BOARD = 2**64 - 1
SET, NUMBER = Int(0, BOARD), Int(0, 1)

machine = lru_cache(maxsize=None)(machine_function)


def onward(stones, room, step):
    return stones & room << step


def twice_onward(stones, room):
    return onward(stones >> 1, room, 1)


def to_the_left(cells, room):
    rounds = 0
    while cells:
        rounds += 1
        cells = cells << 3 & BOARD & room
    return rounds


def to_the_right(cells, room):
    rounds = 0
    while cells & room:
        rounds += 1
        cells >>= 5
    return rounds


def by_a_function(cells, room):
    rounds = 0
    while onward(cells, room, 1):
        rounds += 1
        cells = onward(cells << 2 & BOARD, room, 4)
    return rounds


def by_two_functions(cells, room):
    rounds = 0
    while cells:
        rounds += 1
        cells = twice_onward(cells, room)
    return rounds


def one_by_one(cells, room):
    rounds = 0
    while cells & room:
        rounds += 1
        cells &= cells - 1
    return rounds


def waves(cells, room):
    while cells:
        yield cells
        cells = room & cells >> 9


def in_a_generator(cells, room):
    return sum(wave & 1 for wave in waves(cells, room)) + sum(1 for _ in waves(cells, room))


def there_and_half_way_back(cells, room):
    rounds = 0
    while cells:
        rounds += 1
        cells = (cells << 4 & BOARD) >> 2 & room
    return rounds


ENDING = {
    there_and_half_way_back: 64 // 2 + 1,
    to_the_left: 64 // 3 + 1,
    to_the_right: 64 // 5 + 1,
    by_a_function: 64 // 2 + 1,
    by_two_functions: 64 + 1,
    one_by_one: 64,
    in_a_generator: 64 // 9 + 1,
}


def there_and_back(cells, keep):
    rounds = 0
    while cells:
        rounds += 1
        cells = (cells << 1 & BOARD) >> keep
    return rounds


def not_each_round(cells, keep):
    rounds = 0
    while cells:
        rounds += 1
        if keep:
            continue
        cells >>= 1
    return rounds


def in_some_rounds(cells, keep):
    rounds = 0
    while cells:
        rounds += 1
        if not keep:
            cells >>= 1
    return rounds


def by_nothing(cells, keep):
    rounds = 0
    while cells:
        rounds += 1
        cells >>= 1 - keep
    return rounds


def given_back(cells, keep):
    rounds = 0
    while cells:
        rounds += 1
        cells = cells >> 1 | keep
    return rounds


def another_is_tested(cells, keep):
    rounds, other = 0, cells
    while other:
        rounds += 1
        cells >>= 1
        other &= 0 - keep
    return rounds


def while_the_set_is_empty(cells, keep):
    rounds = 0
    while rounds < 9 or keep:
        rounds += 1
        cells >>= 1
    return rounds


def below_zero(cells, keep):
    rest = 0 - cells if keep else cells
    rounds = 0
    while rest:
        rounds += 1
        rest >>= 1
    return rounds


ENDLESS = (
    there_and_back,
    not_each_round,
    in_some_rounds,
    by_nothing,
    given_back,
    another_is_tested,
    while_the_set_is_empty,
    below_zero,
)


def loops_of(function, *kinds):
    """How many rounds each `while` loop of a function has at most, as far as that is known."""
    program = Program()
    instance = program.request(function, dict(zip(function.__code__.co_varnames, kinds)))
    settle(program)
    return [most_rounds(node) for node in within(instance.core.body) if isinstance(node, While)]


@pytest.mark.parametrize("function", ENDING, ids=lambda each: each.__name__)
def test_a_loop_that_shifts_a_set_away_is_known_to_end(function):
    assert set(loops_of(function, SET, SET)) == {ENDING[function]}


@pytest.mark.parametrize("function", ENDING, ids=lambda each: each.__name__)
@given(cells=st.integers(0, BOARD) | st.integers(0, 63).map(lambda cell: 1 << cell), room=st.integers(0, BOARD))
def test_it_ends_as_soon_as_it_does_in_python_and_no_later_than_is_said(function, cells, room):
    rounds = machine(function, SET, SET)(cells, room)
    assert rounds == function(cells, room)
    assert in_a_generator is function or rounds <= ENDING[function]


@pytest.mark.parametrize("function", ENDING, ids=lambda each: each.__name__)
def test_the_longest_way_is_no_longer_than_is_said(function):
    assert machine(function, SET, SET)(BOARD, BOARD) == function(BOARD, BOARD)


@pytest.mark.parametrize("function", ENDLESS, ids=lambda each: each.__name__)
def test_a_loop_that_may_go_on_for_ever_is_none_of_these(function):
    assert loops_of(function, SET, NUMBER) == [None]
    assert machine(function, SET, NUMBER)(77, 0) == function(77, 0)
    with pytest.raises(Trapped) as trapped:
        machine(function, SET, NUMBER)(77, 1)
    assert trapped.value.trap in (Trap.ENDLESS, Trap.OVERFLOW)


def down(n):
    return n if n <= 0 else down(n - 1) + 1


def test_the_steps_of_a_recursive_function_stay_when_its_loops_are_asked_for():
    program = Program()
    instance = program.request(down, {"n": Int(0, 100)})
    settle(program)
    pace = Pace()
    steps = pace.of_function(instance)
    assert pace.long_loops(instance) == {}
    assert pace.of_function(instance) == steps


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
    "max(upwards(n))",
    "min((x for x in upwards(n) if x < 10), default=3)",
    "len([x for x in upwards(n)])",
    "len({x & 3 for x in upwards(n)})",
    "len(tuple(upwards(n)))",
    "sum(y for x in upwards(n) for y in (1, 2))",
    "sum(raising(n))",
    "sum(late(n))",
    "board[sum(raising(n))]",
)


@pytest.mark.parametrize("value", VALUES)
def test_endless_values_that_are_not_asked_for_are_not_made(value):
    agree(rule_of(f"return {value} if n > 10 else n", HELPERS))


@pytest.mark.parametrize("value", VALUES[-3:])
def test_endless_values_trap_when_they_are_asked_for(value):
    agree(rule_of(f"return {value} if n > 1 else n", HELPERS))


def test_the_first_items_of_an_endless_generator_are_there():
    agree(
        rule_of(
            "return next(x for x in upwards(n) if x % 5 == 0), any(x == 9 for x in upwards(n)), next(late(n))", HELPERS
        )
    )
