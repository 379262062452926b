"""What is left unchecked because it is proven: the same as the interpreter, at the edges of every proof."""

from __future__ import annotations

from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from lazytree.compiler.codegen.padding import padded
from lazytree.compiler.driver import machine_function
from lazytree.compiler.ir.kinds import Int
from lazytree.compiler.ir.tables import Table
from lazytree.core.errors import Trap, Trapped

pytestmark = pytest.mark.optimized

machine = lru_cache(maxsize=None)(machine_function)

BOARD = pvector([2, -1, 0, 1, 2, 2])
NUMBER = Int(0, 1)
SET = Int(0, 2**64 - 1)


# ---- loops that come to an end


def without_lowest(cells, kept):
    """Takes cells away, but gives one back each time: without end if `kept` is not 0."""
    rounds = 0
    while cells:
        rounds += 1
        cells &= cells - 1
        cells |= kept
    return rounds


def skipping(cells):
    while cells:
        if cells & 1:
            continue
        cells &= cells - 1
    return cells


def test_a_loop_without_end_is_a_trap():
    assert machine(without_lowest, SET, SET)(0b1011, 0) == 3
    for function, arguments in ((without_lowest, (0b1011, 1)), (skipping, (1,))):
        with pytest.raises(Trapped) as trapped:
            machine(function, *[SET] * len(arguments))(*arguments)
        assert trapped.value.trap == Trap.ENDLESS


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
