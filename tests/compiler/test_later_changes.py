"""What changes a list or a set in the middle of what reads it: an argument, a function inside of the rule, an order."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import BOARDS, LONG_CALLS, agree, agree_on, refusal, rule_of
from pyrsistent import pvector

from lazytree.compiler.ir.kinds import Int

HELPERS = """
from functools import reduce
from math import prod
def put(u, x):
    u.append(x)
    return len(u)
def put_all(s, x):
    s.add(x)
    return len(s)
def less(a, x):
    return a * 2 - x
def each(xs, f):
    return [f(x) for x in xs]
"""
LATER = (
    "sum([x for x in u], put(u, 2))",
    "sum(tuple(x for x in u), put(u, 2))",
    "sum((x for x in tuple(u)), start=put(u, 2))",
    "reduce(less, tuple(x for x in u), put(u, 2))",
    "prod([x for x in u], start=put(u, 2))",
    "max([x for x in u if x > 50], default=put(u, 60))",
    "min([x for x in u if x > 50], default=put(u, 60), key=lambda x: -x)",
    "next((x for x in tuple(u) if x > 50), put(u, 60))",
    "sum(i * x for i, x in enumerate([y for y in u], put(u, 2)))",
    "sum(sorted(s), put_all(s, 2))",
    "sum([x for x in u], put(u, 2) + n) + sum(v)",
)
FINE = (
    "sum([x for x in u], put(v, 2)), sum(v)",
    "sum(v[1:], u.pop()), sum(u)",
    "max([x for x in v if x > 50], default=put(u, 60)), len(u)",
    "reduce(less, [put(v, 1), put(v, 2)], len(u))",
    "tuple(u[-1 : put(u, 9)]), tuple(u[-2 : put(u, 8) - 1]), tuple(u[put(u, 7) - 4 : -1])",
    "tuple(v[-2 : put(v, 9) : 2]), tuple(v[put(v, 6) - 1 :: -1]), tuple(v[-put(v, 5) :])",
)


@pytest.mark.parametrize("value", LATER)
def test_an_argument_may_not_change_what_the_one_before_goes_over(value):
    said = refusal(rule_of(f"u, v, s = [1], [2], {{n & 3, 1}}\nu.append(n)\nput(v, n)\nreturn {value}", HELPERS))
    assert "is gone over, and changed by an argument after it" in said


@pytest.mark.parametrize("value", FINE)
def test_an_argument_may_change_something_else(value):
    agree(rule_of(f"u, v = [1], [2]\nu.append(n)\nput(v, n)\nreturn {value}", HELPERS))


INSIDE = "c = list(board)\ndef s(i):\n    c[i] += 1\n    return c[i]\n"
AS_IN_PYTHON = {
    "a place": "x = c[s(4)]\nreturn x, tuple(c)",
    "a place that is assigned": "c[s(1) & 3] = s(2)\nc[s(3) & 3] += s(4)\nreturn tuple(c)",
    "places one after another": "c[0], c[s(5) & 3] = s(6), c[0]\nreturn tuple(c)",
    "a loop over the list": "t = 0\nfor i, x in enumerate(c):\n    t = t * 5 + x + s((i + 1) % 9)\nreturn t, tuple(c)",
    "a loop, a statement": "t = 0\nfor i, x in enumerate(c):\n    s((i + 1) % 9)\n    t = t * 5 + x\nreturn t",
    "through another": "def r(i):\n    s(i)\n    return i\nreturn c[r(4)], tuple(c)",
    "one after another": "return c[0] + s(0) + c[0], (c[1], s(1), c[1]), s(0) < s(1) < s(2), tuple(c)",
    "calls in a list": "for x in [s(0), s(1), 1 // n]:\n    if x > 2:\n        break\nreturn x, tuple(c)",
    "errors": "t = 0\nfor x in c:\n    t += s(x * 4)\nreturn t",
    "in statements of their own": "for i in range(3):\n    s(i * 2)\ns(c[n & 7])\nreturn tuple(c), c[n]",
}
TWICE = (
    "return max([s(i) for i in range(3)]), tuple(c)",
    "return sum(each((0, 1), s)), tuple(c)",
    "for x in [y + 1 for y in c]:\n    s(x & 7)\nreturn tuple(c)",
)


@pytest.mark.parametrize("body", AS_IN_PYTHON.values(), ids=AS_IN_PYTHON)
def test_a_function_inside_of_a_rule_changes_a_list_when_it_is_called(body):
    agree_on(rule_of(INSIDE + body, HELPERS), (LONG_CALLS[0][0], Int(-1, 4)), LONG_CALLS)


@pytest.mark.parametrize("body", TWICE)
def test_a_list_that_is_gone_over_twice_does_not_change_another(body):
    said = refusal(rule_of(INSIDE + body, HELPERS))
    assert "c changes where a list is made" in said or "made from one that changes in the loop" in said


def test_a_list_keeps_its_length_where_functions_that_change_it_are_statements():
    """So its tuple is as fast as any: it may be sliced backwards, which one of changing length may not."""
    body = "c = list(board)\ndef flip(i):\n    if c[i]:\n        c[i] = n\nfor i in (1, 3):\n    flip(i)\n"
    agree(rule_of(body + "return tuple(c)[::-1]", HELPERS))


NEGATIVE = (
    "c = list(board)\nfor x in s:\n    c[x] = x & 3\nreturn tuple(c)",
    "for x in s:\n    board = board.set(x, x & 3)\nreturn board",
)
PAIRS = (pvector((pvector((0, 1, 2)), pvector((3, 4, 5)))), Int(-1, 1))
ROWS = (
    "s = {(-1, 0), (1, 0), (n, 1)}\nfor r, q in s:\n    board = board.set(r, board[r].set(q, 3 - r - q))\nreturn board"
)


@pytest.mark.parametrize("body", NEGATIVE)
def test_of_two_numbers_of_one_cell_the_order_of_a_set_decides(body):
    never = (BOARDS[1], Int(-1, 4)), [(board, n) for board in BOARDS for n in range(5)]
    agree_on(rule_of(f"s = {{-1, n, 4}}\n{body}", HELPERS), *never, may_trap=lambda *_: True)
    agree_on(rule_of(f"s = {{2, n, 4}}\n{body}", HELPERS), *never)


def test_of_two_numbers_of_one_cell_of_a_row_the_order_of_a_set_decides():
    agree_on(rule_of(ROWS, HELPERS), PAIRS, [(PAIRS[0], n) for n in (0, 1)], may_trap=lambda *_: True)
