"""What is left unchecked because it is proven, and what is checked: the same as the interpreter, at the edges."""

from __future__ import annotations

from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from agreement import machine_function

from lazytree.compiler.ir.kinds import SMALL, Int, Table, padded
from lazytree.core.errors import Trap, Trapped

pytestmark = pytest.mark.optimized

machine = lru_cache(maxsize=None)(machine_function)

BOARD = pvector([2, -1, 0, 1, 2, 2])
NUMBER = Int(0, 1)
SET = Int(0, 2**64 - 1)


# ---- the lowest cell, indexes from the end


def lowest(cells):
    return (cells & -cells).bit_length() - 1


@pytest.mark.parametrize("kind", [Int(0, 1), Int(0, 2**55), SET, Int(0, 2**200)])
@given(st.data())
def test_the_lowest_cell(kind, data):
    cells = data.draw(st.integers(0, kind.high) | st.integers(0, kind.high.bit_length() - 1).map(lambda bit: 1 << bit))
    assert machine(lowest, kind)(cells) == lowest(cells)


def from_either_end(board, index):
    return board[index]


@pytest.mark.parametrize("index", range(-6, 6))
def test_an_index_from_either_end_needs_no_check(index):
    assert machine(from_either_end, BOARD, Int(-6, 5))(BOARD, index) == BOARD[index]


@pytest.mark.parametrize("index", [-8, -7, 6, 7])
def test_an_index_beyond_either_end_is_a_trap(index):
    with pytest.raises(Trapped):
        machine(from_either_end, BOARD, Int(-8, 7))(BOARD, index)


# ---- cells that equal something


def where_equal(board, wanted):
    found = 0
    for cell, stone in enumerate(board):
        if stone == wanted and cell != 1:
            found = found * 100 + 10 * cell + stone
    return found


@given(st.lists(st.integers(-1, 2), min_size=6, max_size=6), st.integers(-1, 2))
def test_a_cell_that_equals_something_is_that(cells, wanted):
    board = pvector(cells)
    assert machine(where_equal, BOARD, Int(-1, 2))(board, wanted) == where_equal(board, wanted)


# ---- ragged tables


RAGGED = (((1, 2), (), (3,)), (), ((4, 5, 6), (7,)))
ONE_LONG_ROW = (tuple(range(300)), *((cell,) for cell in range(300)))
DEEP = tuple(tuple(tuple((a, b) for b in range(c % 3)) for c in range(a % 5)) for a in range(20))


def read(table, here, there, last):
    row = table[here][there]
    return len(row), row[last], sum(item for item in row)


def walked(times):
    total = 0
    for rows in DEEP:
        for row in rows:
            for a, b in row:
                total = (total * 31 + a + 7 * b) % 1000003
    for line in ONE_LONG_ROW:
        total = (total + line[-1] + len(line) * times) % 1000003
    return total


def test_a_padded_table_reads_as_it_did():
    assert machine(walked, NUMBER)(1) == walked(1)
    for here, there, last in ((0, 0, 1), (0, 2, 0), (0, 2, -1), (2, 0, 2), (2, 1, 0)):
        assert machine(read_ragged, *[Int(-1, 2)] * 3)(here, there, last) == read(RAGGED, here, there, last)
    for here, there, last in ((0, 1, 0), (0, 2, 1), (1, 0, 0), (2, 2, 0), (2, 1, 1)):
        with pytest.raises(Trapped):
            machine(read_ragged, *[Int(-1, 2)] * 3)(here, there, last)


def read_ragged(here, there, last):
    return read(RAGGED, here, there, last)


def test_padding():
    assert padded(Table(((1, 2), (), (3,)))) == ([3, 2], [[3], [2, 0, 1]], [1, 2, 1, 1, 3, 1])
    assert padded(Table(ONE_LONG_ROW)) is None  # 90,000 items for 600


# ---- arithmetic at the edges of 64 bits


def doubled(times):
    total = 1
    for _ in range(times):
        total += total
    return total


@pytest.mark.parametrize("times", [0, 1, 62, 63, 64, 100])
def test_doubling_traps_where_64_bits_end(times):
    run = machine(doubled, Int(0, 100))
    if times < 63:
        assert run(times) == 2**times
    else:
        with pytest.raises(Trapped) as trapped:
            run(times)
        assert trapped.value.trap == Trap.OVERFLOW


def square_of_another(times, step):
    total = 0
    for _ in range(times):
        total += step
    copy = total
    other = copy - 1
    return other**2


def fibonacci(times, b):
    a = 0
    for _ in range(times):
        a, b = b, b + a
    return a


def exchanged(times, start):
    a, b = start, 1
    for _ in range(times):
        a, b = b, a
        b = b + 1
    return a + b


EDGES = [
    (square_of_another, Int(0, 2**6), Int(-(2**26), 2**26)),
    (fibonacci, Int(0, 100), NUMBER),
    (exchanged, Int(0, 100), SMALL),
]


@pytest.mark.parametrize(("function", "one", "other"), EDGES)
@given(st.data())
def test_what_leaves_64_bits_is_a_trap(function, one, other, data):
    a, b = (
        data.draw(st.integers(kind.low, kind.high) | st.sampled_from([kind.low, kind.high])) for kind in (one, other)
    )
    if all(-(2**63) <= each < 2**63 for each in results(function, a, b)):
        assert machine(function, one, other)(a, b) == function(a, b)
    else:
        with pytest.raises(Trapped) as trapped:
            machine(function, one, other)(a, b)
        assert trapped.value.trap == Trap.OVERFLOW


def results(function, a, b):
    """The result of each sum, difference, product and power on the way of a function."""
    seen = []

    class Seen(int):
        def noted(self, other, name):
            seen.append(int(getattr(int, name)(self, other)))
            return Seen(seen[-1])

        def __add__(self, other):
            return self.noted(other, "__add__")

        def __sub__(self, other):
            return self.noted(other, "__sub__")

        def __mul__(self, other):
            return self.noted(other, "__mul__")

        def __pow__(self, other):
            return self.noted(other, "__pow__")

        __radd__ = __add__

    function(Seen(a), Seen(b))
    return seen
