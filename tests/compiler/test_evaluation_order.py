"""The order of evaluation is Python's, wherever an assignment or a change lets it be seen."""

from __future__ import annotations

import pytest
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from agreement import BOARDS, LONG_CALLS, NUMBERS, agree, agree_all, agree_on, rule_of

from lazytree.compiler.ir.kinds import Int

HELPERS = """
from typing import NamedTuple
from pyrsistent import PVector, pvector

class Pair(NamedTuple):
    board: PVector
    other: PVector
    mover: int = 3

ROWS = ((1, 2), (3, 4), (5, 6))

def two(x, y):
    return x[0] * 10 + y[0]

def less(x, y=4, z=2):
    return x - y * z

def named(a, c, d):
    yield d


def total(numbers, times):
    return sum(x for x in numbers) * times

def first(numbers, times=1):
    for x in numbers:
        return x * times
    return -times

def unless(numbers, n):
    if n:
        return n
    return sum(numbers)

def upto(a, b=3):
    while a < b:
        yield a
        a += 1

def rest(n):
    yield n
    return 5 // n
"""

BOARD_RULES = {
    "arguments": "return two(board, (board := board.set(0, 9)))",
    "comparison": "return 1 if board == (board := board.set(0, 5)) else 0",
    "chain of comparisons": (
        "return (board == board.set(0, n)) + (board == (board := board.set(0, 4)) == board.set(1, n))"
    ),
    "method": "return board.set(1, (board := board.set(0, 7))[1])[0]",
    "places and values": "return board.mset(0, (board := board.set(2, 6))[2], board[2] % 5, 4)[0] + board[2]",
    "record": "p = Pair(board, (board := board.set(0, 8)), n)\nreturn p.board[0] * 10 + p.other[0]",
    "_replace": (
        "p = Pair(board, board)\nq = p._replace(other=(p := p._replace(board=board.set(0, 6))).board)\n"
        "return q.board[0] * 10 + q.other[0]"
    ),
    "subscript": "return board[(board := board.set(1, 4))[1]]",
    "in": "return (board[0] in (board := board.set(0, 3))) + (3 in board)",
    "elements of a loop": "return sum((board := board.set(x, 1))[0] for x in board) + board[3]",
}

NUMBER_RULES = {
    "operands": "return n + (n := n * 2) - n * (n := 3)",
    "unary": "return ~(n := n + 1) + -(n := n * 2) + (not (n := n - 1)) + n",
    "augmented assignment": "n += (n := n + 5)\nreturn n",
    "chain of comparisons": "return (n < (n := n + 1) < (n := n + 1) <= n) * 10 + n",
    "and, or": "return (n and (n := n - 1)) + n + (n or (n := 7)) * n",
    "conditional expression": "return (k if (k := n) > 1 else k + 5) * k",
    "test of an index": "return board[n - 1 if (n := n + 1) else 0]",
    "min and max": "return max(n, (n := n + 3), n - 1) * 10 + min((n := n - 1), n)",
    "divmod": "q, r = divmod(n, (n := 3))\nreturn q * 100 + r * 10 + n",
    "a generator's arguments, by place and by name": (
        "t = 0\nfor t in named((n := n + 1), d=n * 2 + sum(x + n for x in board), c=0):\n    pass\nreturn t"
    ),
    "in, in a chain": "m = n\nreturn (0 <= n in ((n := 0), 3, n)) * 10 + (m in ((m := m + 1), 3) == (m, 3)) + n + m",
    "in": "return (n in (n, (n := n + 1))) * 10 + (5 in ((n := 5), 3)) + ((n := n + 1) in (n, 3)) + n",
    "keyword arguments": "return less(y=(n := n + 5), x=n) * 100 + less(n, y=(n := 2))",
    "keyword arguments and defaults": "return less(z=(n := n + 1), x=n, y=(n := n * 2)) + less(n, z=n)",
    "range": "t = 0\nfor i in range(n, (n := n + 3), (n := 1)):\n    t = t * 3 + i + n\nreturn t",
    "handed over, read late": (
        "return total((x + n for x in board), (n := n + 2)) + first((n for x in board), (n := n + 2)) * n"
    ),
    "while": "while (n := n + 1) < 4:\n    pass\nreturn n",
    "element that assigns": "w = -3\nt = sum(1 for x in board if (w := x + n) > 2)\nreturn t * 10 + w",
    "any that assigns": "w = -3\nreturn any((w := x) > n for x in board) * 10 + w",
}

ERRORS = {
    "first iterable at once": "return unless((x for x in ROWS[n]), 1)",
    "its arguments at once": "return unless(upto(board[n + 3]), 1)",
    "its bounds at once": "return unless((x for x in range(1 // (n - 1))), 1)",
    "its start at once": "return unless((x for i, x in enumerate(ROWS[0], 5 // (n - 2))), 1)",
    "the rest never": "return unless((x for y in board for x in ROWS[y + n]), 1)",
    "what a generator returns": "return sum(rest(n))",
}


test_a_board_is_what_it_was_when_it_was_read = agree_all(BOARD_RULES, HELPERS)
test_the_order_of_evaluation_is_pythons = agree_all(NUMBER_RULES, HELPERS)
test_an_error_comes_where_python_raises_it = agree_all(ERRORS, HELPERS)


# ---- what is done in a loop over a set, over a tuple that grows, in the test of a loop


EFFECTS_HELPERS = """
from functools import reduce
def less(a, x):
    return a * 2 - x
def put(u, x):
    u.append(x)
    return len(u)
def deep(u, x):
    u.append(x)
    return len(u) + (deep(u, x - 1) if x > 5 else 0)
def grown(x):
    v = [x]
    v.append(x + 1)
    return sum(v)
def first(p, q):
    return p & q
def assigned(p):
    return (p := 6) & (p >> 1)
def last(s, x, n):
    s.append(x)
    return last(s, x, n - 1) if n > 0 else len(s)
def small(n):
    s = [n & 3]
    return last(s, 4, 1) + s[-1]
def large(n):
    s = [n & 3]
    return last(s, 2**60, 1) + s[-1]
"""
START = "s, u = {n, 1, 8}, [1, 2, 3, 4]\n"
AGAIN = "k, p = 0, {1, 0, 4}\nq = p\n"
ALIKE = (
    AGAIN + "for x in sorted(p):\n    k = k * 3 + x\n    p = {v for v in q if v > n}\nreturn k, len(p)",
    AGAIN + "for x in (y for y in sorted(p)):\n    k = k * 3 + x\n    p = {v for v in q if v > n}\nreturn k, len(p)",
    START + "return sum(grown(x) for x in s), max(grown(x) for x in s if x > 0), len({grown(x) & 7 for x in s})",
    START + "return sum(len({x & 7, y}) for x in s for y in s), any(x > 7 for x in s), sum(put([x], 1) for x in s)",
    "t = (n,)\nfor x in t:\n    if len(t) < 5:\n        t += (x, x)\nreturn len(t), sum(t)",
    "t = ()\nfor i in range(4):\n    for x in t:\n        t += (x + i,)\n    t += (i,)\nreturn len(t), sum(t)",
    "t = (n, 2)\nk = 0\nfor i, x in enumerate(t):\n    t += (x,)\n    k += i\nreturn len(t), k",
    "t = (n, 2)\nfor x in t:\n    if x > 1:\n        t += (x,)\n        break\nelse:\n    t += (7,)\nreturn t[-1]",
    "return small(n), large(n), small(n)",
)
LOOPS = (
    "while x & (x := 7 if k else 0):\n    x &= x - 1\n    k -= 1\n    t += 2**60\nreturn t",
    "while (x := 6 if k else 0) & x:\n    x &= x - 1\n    k -= 1\n    t += 2**60\nreturn t",
    "while first(x, (x := 6 if k else 0)):\n    x &= x - 1\n    k -= 1\n    t += 2**60\nreturn t",
    "while x:\n    x = assigned(x)\n    k -= 1\n    t += 2**60\n    if k == 0:\n        break\nreturn t",
)
ROWS = "t = [1, 2, 3, 4, 5, 6]\nrows = [[1, 2], [3, 4]]\n"
PLACES = (
    "t[len(u)] += put(u, 3)\nreturn tuple(t)",
    "t[u[0]] += deep(u, 7)\nreturn tuple(t)",
    "t[u[0]] |= (put(u, 3), u[0])[1]\nreturn tuple(t)",
    "rows[put(u, 2) & 1][put(u, 3) & 1] += put(u, 5)\nreturn rows[0][0], rows[0][1], rows[1][0], rows[1][1]",
    "u[put(u, 2) - 1] += put(u, 4)\nreturn tuple(u)",
)


test_effects_are_those_of_python = agree_all(ALIKE, EFFECTS_HELPERS)


@pytest.mark.parametrize("body", PLACES)
def test_the_place_of_what_is_added_to_is_worked_out_once_before_the_value(body):
    agree(rule_of(f"{ROWS}u = [n & 3]\nput(u, 1)\n{body}, len(u)", EFFECTS_HELPERS))


test_a_loop_whose_test_assigns_is_not_thought_to_end_soon = agree_all(
    LOOPS,
    EFFECTS_HELPERS,
    "x, k, t = n & 7, 40, 0\n{}",
    check=lambda rule: agree_on(
        rule, (BOARDS[1], Int(-1, 4)), [(BOARDS[0], n) for n in NUMBERS], may_trap=lambda *_: True
    ),
)


# ---- what changes a list or a set in the middle of what reads it: an argument, a function inside of the rule


FINE = (
    "sum([x for x in u], put(v, 2)), sum(v)",
    "sum(v[1:], u.pop()), sum(u)",
    "max([x for x in v if x > 50], default=put(u, 60)), len(u)",
    "reduce(less, [put(v, 1), put(v, 2)], len(u))",
    "tuple(u[-1 : put(u, 9)]), tuple(u[-2 : put(u, 8) - 1]), tuple(u[put(u, 7) - 4 : -1])",
    "tuple(v[-2 : put(v, 9) : 2]), tuple(v[put(v, 6) - 1 :: -1]), tuple(v[-put(v, 5) :])",
)


test_an_argument_may_change_something_else = agree_all(
    FINE, EFFECTS_HELPERS, "u, v = [1], [2]\nu.append(n)\nput(v, n)\nreturn {}"
)


INSIDE = "c = list(board)\ndef s(i):\n    c[i] += 1\n    return c[i]\n"
AS_IN_PYTHON = {
    "a place that is assigned": "c[s(1) & 3] = s(2)\nc[s(3) & 3] += s(4)\nreturn tuple(c)",
    "places one after another": "c[0], c[s(5) & 3] = s(6), c[0]\nreturn tuple(c)",
    "a loop over the list": "t = 0\nfor i, x in enumerate(c):\n    t = t * 5 + x + s((i + 1) % 9)\nreturn t, tuple(c)",
    "one after another": "return c[0] + s(0) + c[0], (c[1], s(1), c[1]), s(0) < s(1) < s(2), tuple(c)",
    "calls in a list": "for x in [s(0), s(1), 1 // n]:\n    if x > 2:\n        break\nreturn x, tuple(c)",
    "errors": "t = 0\nfor x in c:\n    t += s(x * 4)\nreturn t",
}


@pytest.mark.parametrize("body", AS_IN_PYTHON.values(), ids=AS_IN_PYTHON)
def test_a_function_inside_of_a_rule_changes_a_list_when_it_is_called(body):
    agree_on(rule_of(INSIDE + body, EFFECTS_HELPERS), (LONG_CALLS[0][0], Int(-1, 4)), LONG_CALLS)


def test_a_list_keeps_its_length_where_functions_that_change_it_are_statements():
    """So its tuple is as fast as any: it may be sliced backwards, which one of changing length may not."""
    body = "c = list(board)\ndef flip(i):\n    if c[i]:\n        c[i] = n\nfor i in (1, 3):\n    flip(i)\n"
    agree(rule_of(body + "return tuple(c)[::-1]", EFFECTS_HELPERS))


NEGATIVE = (
    "c = list(board)\nfor x in s:\n    c[x] = x & 3\nreturn tuple(c)",
    "for x in s:\n    board = board.set(x, x & 3)\nreturn board",
)


test_of_two_numbers_of_one_cell_the_order_of_a_set_decides = agree_all(NEGATIVE, "", "s = {-1, n, 4}\n{}")


def test_of_two_numbers_of_one_cell_of_a_row_the_order_of_a_set_decides():
    loop = "for r, q in s:\n    board = board.set(r, board[r].set(q, 3 - r - q))\nreturn board"
    rows = pvector((pvector((0, 1, 2)), pvector((3, 4, 5))))
    agree_on(rule_of(f"s = {{(-1, 0), (1, 0), (n, 1)}}\n{loop}"), (rows, Int(-1, 1)), [(rows, n) for n in (0, 1)])
