"""Calls: every argument is looked at, those that Python refuses are refused, all others are Python's."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of

HELPERS = """
from functools import partial
from typing import NamedTuple
from pyrsistent import pvector

class Pair(NamedTuple):
    x: int
    y: int = 7
    def more(self, k, *, m=2):
        return self.x * k + m
    def least(self, *, m):
        return self.x + m

class Rules:
    @staticmethod
    def up(x):
        __y = x
        return __y + 1

ROWS = ((1, 2), (3, 4), (5, 6))
FIVE = range(5)
TUPLE = (0, 1, 2, 3, 4)
__y = 100

def less(x, y=4, z=2):
    return x - y * z

def placed(x, /, y=1):
    return x - y

def named(x, *, y=1):
    return x - y

def needed(x, *, z=2, y):
    return x * 100 + y * 10 + z

def above(xs, *, low=1):
    for x in xs:
        if x > low:
            yield x

def counted(xs, *, f):
    return sum(f(x) for x in xs)

def deep(n, *, total=0):
    return total if n <= 0 else deep(n - 1, total=total + n)

PART = partial(needed, y=3)

def total(numbers, times=1):
    return sum(x for x in numbers) * times

def upto(a, b=3):
    while a < b:
        yield a
        a += 1
"""

RIGHT = {
    "sum with start": "return sum(board, start=n) + sum((x for x in board if x), n) + sum(FIVE, start=2)",
    "enumerate with start": (
        "return sum(i * x for i, x in enumerate(board, start=n)) * 10 + sum(i for i, x in enumerate(board, -2))"
    ),
    "enumerate by name": "return sum(i * x for i, x in enumerate(start=n, iterable=board))",
    "enumerate from False": "return sum(i * x for i, x in enumerate(board, False))",
    "enumerate of a generator": "return sum(i * x for i, x in enumerate(upto(n, 6), start=n))",
    "one name for index and item": (
        "return sum(x for x, x in enumerate(board)) + sum(x for x, x in enumerate(upto(n), 2))"
    ),
    "min and max with default": (
        "return min((x for x in board if x > n), default=n) + max((x for x in board if x > 9), default=-1)"
    ),
    "zip, strictly": "return sum(x * y for x, y in zip(board, board.set(0, 5), strict=True))",
    "zip of one": "return sum(x for (x,) in zip(board))",
    "range in all its forms": "return sum(range(n)) + sum(range(1, n)) + sum(range(9, n, -2)) + sum(range(True))",
    "range backwards": "return sum(i * x for i, x in enumerate(reversed(range(n, 6))))",
    "a constant range": (
        "return sum(FIVE) + len(FIVE) + FIVE[n] + FIVE[-1] + (n in FIVE) + sum(i * x for i, x in enumerate(FIVE))"
    ),
    "a board of a range": "return pvector(FIVE)[n] + pvector(x * 2 for x in FIVE)[1] + pvector(x for x in range(4))[0]",
    "a range is no tuple": "return (FIVE == TUPLE) + 2 * (FIVE != TUPLE) + 4 * (TUPLE == (0, 1, 2, 3, 4))",
    "divmod of anything": "return divmod(n * 3, n + 2)[0] * 10 + divmod(7, 3)[1]",
    "defaults": (
        "return less(n) + less(n, z=1) + less(y=n, x=1) + total(board) + total(times=n, numbers=(x for x in board))"
    ),
    "a tuple with defaults": "return Pair(n).y + Pair(y=n, x=1).x + Pair(n, n)._replace(y=3).y + Pair(n).count(n)",
    "given by place only": "return placed(n) + placed(n, 2) + placed(n, y=3)",
    "given by name only": "return named(n) + named(n, y=3) + named(y=n, x=2) + needed(n, y=4) + needed(y=n, x=1, z=5)",
    "by name only in place": "return sum(above(board, low=n)) + sum(above(board)) + counted((x for x in board), f=abs)",
    "a function that calls itself, by name": "return deep(n) + deep(3, total=n)",
    "a partial that gives by name": "return PART(n) + PART(n, y=2)",
    "a method with one by name only": "return Pair(n).more(3)",
    "a set of one method": "return board.set(0, n).set(1, board[0]).mset(3, n, 4, 1).set(0, 2)[n] + board.mset()[0]",
    "functions by identity": "return (less is less) + 2 * (less is not placed) + 4 * (less is None)",
}

REFUSED = {
    "range of four": ("return sum(1 for i in range(0, 4, 1, 1))", "of range: 4 are given by place"),
    "range of none": ("return sum(range())", "of range: stop is missing"),
    "range by name": ("return sum(range(stop=3))", "of range: none that is named stop"),
    "enumerate of three": ("return sum(i for i, x in enumerate(board, 1, 2))", "of enumerate: 3 are given by place"),
    "enumerate, unknown": (
        "return sum(i for i, x in enumerate(board, begin=1))",
        "of enumerate: none that is named begin",
    ),
    "enumerate, twice": (
        "return sum(i for i, x in enumerate(board, 1, start=1))",
        "of enumerate: start is given twice",
    ),
    "enumerate of nothing": ("return sum(i for i, x in enumerate(start=1))", "of enumerate: iterable is missing"),
    "enumerate from a float": ("return sum(i for i, x in enumerate(board, 0.0))", "`enumerate` starts at an int"),
    "sum of three": ("return sum(board, 1, 2)", "of sum: 3 are given by place"),
    "sum by name": ("return sum(iterable=board)", "of sum: none that is named iterable"),
    "sum, unknown": ("return sum(board, begin=1)", "of sum: none that is named begin"),
    "sum of nothing": ("return sum()", "of sum: iterable is missing"),
    "any of two": ("return any(board, board)", "of any: 2 are given by place"),
    "all, unknown": ("return all(board, key=n)", "of all: none that is named key"),
    "min, unknown": ("return min(board, default=3, start=2)", "of min: none that is named start"),
    "max of two with default": ("return max(n, n, default=3)", "of max: none that is named default"),
    "max of nothing": ("return max()", "of max: x1, x2 is missing"),
    "len of two": ("return len(board, board)", "of len: 2 are given by place"),
    "abs by name": ("return abs(x=n)", "of abs: none that is named x"),
    "int with a base": ("return int(n, base=2)", "of int: none that is named base"),
    "bool of two": ("return bool(n, 1)", "of bool: 2 are given by place"),
    "divmod, unknown": ("return divmod(n, 2, mod=2)[0]", "of divmod: none that is named mod"),
    "divmod of one": ("return divmod(n)[0]", "of divmod: b is missing"),
    "reversed of two": ("return sum(x for x in reversed(board, 1))", "of reversed: 2 are given by place"),
    "reversed by name": ("return sum(x for x in reversed(sequence=board))", "of reversed: none that is named sequence"),
    "reversed enumerate": ("return sum(x for i, x in reversed(enumerate(board)))", "enumerate cannot be called here"),
    "zip, unknown": ("return sum(x for x, in zip(board, extra=board))", "strict of zip"),
    "zip of nothing": ("return sum(x for x in zip())", "strict of zip"),
    "pvector of two": ("return len(pvector(board, 3))", "of pvector: 2 are given by place"),
    "set of one": ("return board.set(1)[0]", "no `.set()` of a PVector of 5 with 1 argument"),
    "set, unknown": ("return board.set(1, 2, value=3)[0]", "`.set()` takes no argument value by name"),
    "mset of three": ("return board.mset(1, 2, 3)[0]", "no `.mset()` of a PVector of 5 with 3 arguments"),
    "mset by name": ("return board.mset(1, 2, x=3)[0]", "`.mset()` takes no argument x by name"),
    "count by name": ("return board.count(1, x=2)", "`.count()` takes no argument x by name"),
    "bit_count, unknown": ("return (n & 7).bit_count(x=2)", "`.bit_count()` takes no argument x by name"),
    "given twice": ("return less(n, x=2)", "of less: x is given twice"),
    "one too many": ("return less(n, 1, 2, 3)", "of less: 4 are given by place"),
    "missing": ("return less(y=n)", "of less: x is missing"),
    "unknown": ("return less(n, w=3)", "of less: none that is named w"),
    "by place only": ("return placed(x=n)", "of placed: none that is named x"),
    "by name only": ("return named(n, 1)", "of named: 2 are given by place"),
    "by name only, missing": ("return needed(n)", "of needed: y is missing"),
    "a method, by name only": ("return Pair(n).more(3, 4)", "of more: 3 are given"),
    "a method, by name only, missing": ("return Pair(n).least()", "of least: 1 are given"),
    "tuple given twice": ("return Pair(n, x=1).x", "of Pair: x is given twice"),
    "tuple of three": ("return Pair(n, 1, 2).x", "of Pair: 3 are given by place"),
    "tuple, unknown": ("return Pair(n, z=1).x", "of Pair: none that is named z"),
    "tuple, missing": ("return Pair(y=1).x", "of Pair: x is missing"),
    "_replace, unknown": ("return Pair(n)._replace(z=3).x", "no attribute .z"),
    "_replace by place": ("return Pair(n)._replace(3).x", "no *args"),
    "generator, too many": ("return sum(upto(n, 3, 4))", "of upto: 3 are given by place"),
    "generator, twice": ("return sum(upto(n, a=2))", "of upto: a is given twice"),
    "of a generator, twice": ("return total((x for x in board), numbers=board)", "of total: numbers is given twice"),
    "of a generator, too many": ("return total((x for x in board), 1, 2)", "of total: 3 are given by place"),
    "of a generator, unknown": ("return total(upto(n), m=2)", "of total: none that is named m"),
    "private in a class": ("return Rules.up(n)", "no private name __y in a class"),
    "board and tuple": ("return 1 if board == TUPLE else 2", "no comparison of"),
    "board and range": ("return 1 if board == FIVE else 2", "not a range"),
    "int and tuple": ("return 1 if n == (n,) else 2", "no comparison of"),
    "range and a new tuple": ("return 1 if FIVE == (n, 1) else 2", "not a range"),
    "sum of rows": ("return sum(ROWS)", "no `+` of an int and a tuple"),
    "sum from a tuple": ("return sum(board, start=())", "no `+` of a tuple and an int"),
    "numbers by identity": ("return 1 if TUPLE[1] + 299 is TUPLE[2] + 298 else 2", "no `is`"),
    "unknown attribute": ("return ROWS.foo", "no attribute .foo"),
}


@pytest.mark.parametrize("name", RIGHT)
def test_arguments_are_bound_as_in_python(name):
    agree(rule_of(RIGHT[name], HELPERS))


@pytest.mark.parametrize("name", REFUSED)
def test_what_python_or_the_subset_refuses_is_refused(name):
    body, reason = REFUSED[name]
    assert reason in refusal(rule_of(body, HELPERS))
