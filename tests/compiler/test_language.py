"""Every construct of the subset, against the interpreter."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import PVector, pvector

pytest.importorskip("llvmlite")

from agreement import machine_function

from lazytree.compiler.ir.kinds import SMALL, Int
from lazytree.core.errors import Trap, Trapped

pytestmark = pytest.mark.optimized

machine_function = lru_cache(maxsize=None)(machine_function)

EVERYWHERE = (1 << 200) - 1


class Pair(NamedTuple):
    board: PVector[int]
    other: PVector[int]
    mover: int


BOARD = pvector([0, 1, 2, 3, 4])
SIXTY_FOUR = st.integers(-(2**63), 2**63 - 1)


def agree(function, *arguments, kinds=None):
    """Machine code and Python give the same, an error for an error."""
    machine = machine_function(function, *(kinds or arguments))
    try:
        expected = function(*arguments)
    except Exception:
        with pytest.raises(Trapped):
            machine(*arguments)
    else:
        assert machine(*arguments) == expected


ALL_BITS = 2**64 - 1
WORD = Int(0, ALL_BITS)


def next_number(a, b):
    return (a * 6364136223846793005 + b) % 2**64


def low_bits(a, b):
    return (a * b - (3 * a ^ b * b * b)) & 1023


def low_word(a, b):
    return ALL_BITS & -(a * b)


def between_words(a, b):
    return (a * b % 2**64 >> 32) + (a - b) % 2**70 % 2**16


@given(st.sampled_from([next_number, low_bits, low_word, between_words]), st.data())
def test_low_bits_of_sums_and_products_are_exact(function, data):
    kinds = data.draw(st.tuples(*[st.sampled_from([SMALL, WORD, Int(-3, 100)])] * 2))
    numbers = [data.draw(st.integers(kind.low, kind.high) | st.sampled_from([kind.low, kind.high])) for kind in kinds]
    assert machine_function(function, *kinds)(*numbers) == function(*numbers)


def floors(a, b):
    return a // b * 3 + a % b


@given(SIXTY_FOUR, SIXTY_FOUR)
def test_division_rounds_down_and_traps(a, b):
    machine = machine_function(floors, SMALL, SMALL)
    try:
        expected = floors(a, b)
    except ZeroDivisionError:
        expected = None
    try:
        assert machine(a, b) == expected
    except Trapped:
        assert expected is None or abs(expected) > 2**60


def certain(a, b):
    least = min(-(2**63), b)
    return a if b <= max(least, -(2**63)) - 1 else b


def test_an_overflow_that_is_certain_is_a_trap():
    assert certain(1, 2) == 2
    with pytest.raises(Trapped) as trapped:
        machine_function(certain, SMALL, SMALL)(1, 2)
    assert trapped.value.trap is Trap.OVERFLOW


def mixed(a, b):
    return min(a, b, 7) + max(abs(a), b) - (a ^ b) + (a & ~b | 5) + (a >> (b & 63)) + (a < b <= 3) + (not a)


@given(st.integers(-(2**40), 2**40), st.integers(-(2**40), 2**40))
def test_arithmetic_is_that_of_python(a, b):
    assert machine_function(mixed, SMALL, SMALL)(a, b) == mixed(a, b)


def chained(a, b):
    return (a and b) + (a or 3) + (b if 0 <= a < b < 100 else -1) + (1 if a in (2, b, 5) else 0)


@given(st.integers(-5, 120), st.integers(-5, 120))
def test_conditions_give_the_last_value_looked_at(a, b):
    assert machine_function(chained, SMALL, SMALL)(a, b) == chained(a, b)


def flooded(cells, room):
    room = room & EVERYWHERE
    while True:
        more = (cells | cells << 1 | cells >> 1) & room
        if more == cells:
            return cells
        cells = more


@given(st.integers(0, 199), st.integers(0, 2**200 - 1))
def test_sets_of_cells_of_any_width(cell, room):
    machine = machine_function(flooded, Int(0, EVERYWHERE), Int(0, EVERYWHERE))
    start = (1 << cell) & room
    assert machine(start, room) == flooded(start, room)


def counted(cells):
    return cells.bit_count() * 1000 + cells.bit_length()


@given(st.integers(0, 2**300 - 1))
def test_counting_cells(cells):
    assert machine_function(counted, Int(0, 2**300 - 1))(cells) == counted(cells)


def depth_of(n):
    return 0 if n == 0 else 1 + depth_of(n - 1)


def test_recursion_too_deep_is_a_trap():
    machine = machine_function(depth_of, SMALL)
    assert machine(10_000) == 10_000
    with pytest.raises(Trapped) as trapped:
        machine(10**9)
    assert trapped.value.trap is Trap.RECURSION


def up(n, r):
    return down(n - 1, r + 1 & 255) if n > 0 else r


def down(n, r):
    return up(n + 1, r * 3 & 255) if n > 0 else r + 1


def round_and_round(n, r):
    return round_and_round(n & 7 | 1, r * 3 + 1 & 255) if n > 0 else r


def in_turn(n):
    return up(3, n)


def alone(n):
    return round_and_round(3, n)


@pytest.mark.parametrize("function", (in_turn, alone))
@pytest.mark.parametrize("level", (0, 1, 2))
def test_a_recursion_without_an_end_whose_result_is_given_back_as_it_is_is_a_trap(function, level):
    machine = machine_function(function, SMALL, level=level)
    with pytest.raises(RecursionError):
        function(3)
    with pytest.raises(Trapped) as trapped:
        machine(3)
    assert trapped.value.trap is Trap.RECURSION


def endless(n):
    while n < 2**40:
        n = n & 7
    return n


def test_a_loop_without_an_end_is_a_trap():
    with pytest.raises(Trapped) as trapped:
        machine_function(endless, SMALL)(1)
    assert trapped.value.trap is Trap.ENDLESS
    assert trapped.value.place.startswith("test_language.py:")


def risky(board, index, value):
    if value == 77:
        raise ValueError("no")
    if value == 78:
        raise AssertionError
    return board.set(index, value)[index] + (1 << value % 70)


@pytest.mark.parametrize("index", (-6, -5, 0, 4, 6))
@pytest.mark.parametrize("value", (0, 3, 77, 78, -3))
def test_traps_are_python_errors(index, value):
    agree(risky, BOARD, index, value, kinds=(BOARD, SMALL, SMALL))


def test_a_board_that_would_grow_is_a_trap():
    assert len(BOARD.set(5, 1)) == 6
    with pytest.raises(Trapped) as trapped:
        machine_function(risky, BOARD, SMALL, SMALL)(BOARD, 5, 1)
    assert trapped.value.trap is Trap.INDEX


@pytest.mark.parametrize(
    ("value", "trap"),
    [(200, Trap.OVERFLOW), (2**70, Trap.OUTSIDE), ("x", Trap.OUTSIDE), (None, Trap.OUTSIDE), (2.5, Trap.OUTSIDE)],
)
def test_what_does_not_fit_is_a_trap(value, trap):
    with pytest.raises(Trapped) as trapped:
        machine_function(risky, BOARD, SMALL, SMALL)(BOARD, 0, value)
    assert trapped.value.trap is trap


@pytest.mark.parametrize("board", (pvector([1, 2, 3, 4]), pvector([0, 1, 2, 3, 9]), (0, 1, 2, 3, 4), pvector("abcde")))
def test_a_board_of_another_kind_is_refused(board):
    with pytest.raises(Trapped) as trapped:
        machine_function(risky, BOARD, SMALL, SMALL)(board, 0, 1)
    assert trapped.value.trap is Trap.OUTSIDE
