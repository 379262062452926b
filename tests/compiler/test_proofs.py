"""What is left unchecked because it is proven, and what is checked: the same as the interpreter, at the edges."""

from __future__ import annotations

from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from lazytree.compiler.driver import machine_function
from lazytree.compiler.ir.kinds import SMALL, Int
from lazytree.compiler.ir.tables import Table, padded
from lazytree.core.bitsets import cells_of
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


# ---- arithmetic without checks, because no counter or sum in it goes far enough: at the edges of 64 bits


LARGE = tuple((2**62, -(2**62), 2**62) for _ in range(3))


# ---- counters


def cells_and_their_sum(cells):
    count = total = 0
    for cell in cells_of(cells):
        count += 1
        total = total - cell
    return count, total


def doubled(times):
    total = 1
    for _ in range(times):
        total += total
    return total


def from_far_away(start):
    total = start
    for _ in range(2):
        total += 1
    return total


@given(st.integers(0, 2**64 - 1))
def test_a_count_of_a_sets_cells(cells):
    assert machine(cells_and_their_sum, SET)(cells) == cells_and_their_sum(cells)


@pytest.mark.parametrize("times", [0, 1, 62, 63, 64, 100])
def test_doubling_traps_where_64_bits_end(times):
    run = machine(doubled, Int(0, 100))
    if times < 63:
        assert run(times) == 2**times
    else:
        with pytest.raises(Trapped) as trapped:
            run(times)
        assert trapped.value.trap == Trap.OVERFLOW


def test_large_steps_are_checked():
    with pytest.raises(Trapped):
        machine(sum_of_large, NUMBER)(1)


def sum_of_large(times):
    total = 0
    for row in LARGE:
        for step in row:
            if step > times:
                total += step
    return total


@pytest.mark.parametrize("start", [0, 2**63 - 3, 2**63 - 2, 2**63 - 1])
def test_a_counter_that_starts_far_away_is_checked(start):
    run = machine(from_far_away, SMALL)
    if start + 2 < 2**63:
        assert run(start) == start + 2
    else:
        with pytest.raises(Trapped):
            run(start)


# ---- what is made of counters


POINTS = ((0, 5), (-3, 1), (7, -7), (2, 2)) * 16


def nearest_to_the_mean(cells):
    """The first of the points that is nearest to the mean of some of them."""
    count, x, y = 0, 0, 0
    for cell in cells_of(cells):
        count, x, y = count + 1, x + POINTS[cell][0], y + POINTS[cell][1]
    nearest, least = 0, -1
    for cell, (a, b) in enumerate(POINTS):
        distance = (count * a - x) ** 2 + (count * b - y) ** 2
        if least < 0 or distance < least:
            nearest, least = cell, distance
    return nearest


def square_of_a_sum(times, step):
    total = 0
    for _ in range(times):
        total += step
    return total * total


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


def stepped_in_its_loop(times, step):
    reached = 0
    for place in range(times):
        place = place + step
        reached = place + step
    return reached


def joined_by_a_test(times, far):
    near = 0
    for _ in range(times):
        near += 1
    chosen = near if times > 2 else far
    return chosen + 1


@given(st.integers(0, 2**64 - 1))
def test_the_point_nearest_to_the_mean(cells):
    assert machine(nearest_to_the_mean, SET)(cells) == nearest_to_the_mean(cells)


EDGES = [
    (square_of_a_sum, Int(0, 2**5), Int(0, 2**26)),
    (square_of_a_sum, Int(0, 2**6), Int(-(2**26), 2**26)),
    (square_of_another, Int(0, 2**6), Int(-(2**26), 2**26)),
    (fibonacci, Int(0, 100), NUMBER),
    (exchanged, Int(0, 100), SMALL),
    (stepped_in_its_loop, Int(0, 9), SMALL),
    (joined_by_a_test, Int(0, 9), SMALL),
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
