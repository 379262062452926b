"""What is sorted, swapped and taken first has the same order; rows of tables written out item by item."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree_all, agree_on, rule_of

from lazytree.compiler.ir.kinds import Int

HELPERS = """
from pyrsistent import pvector
from typing import NamedTuple
PAIRS = ((2, 1), (1, 5), (2, 0))
def free(board):
    return [cell for cell, x in enumerate(board) if x == 0]
class M(NamedTuple):
    a: int
    b: int
"""

RULES = {
    "a function of what changes, kept": """
        k = 1
        def f(z):
            return z + k
        xs = [f(z) for z in board]
        k = 9
        return sum(xs) + n""",
    "a function of a list that changes": """
        b = list(board)
        def f(z):
            return b[z]
        xs = [x for x in range(5) if f(x) == n]
        b[0] = n
        return sum(xs)""",
    "a key of what the loop changes": """
        k, s = 1, 0
        def f(z):
            return z * k
        for y in sorted(board, key=f):
            k -= 2
            s = s * 3 + y
        return s""",
    "a lambda of what changes": """
        k = 1
        s = 0
        for y in sorted(board, key=lambda z: z * (1 if k < 3 else -1)):
            k += 3
            s = s * 3 + y
        return s + n""",
    "of a list that the loop changes": """
        a = list(board)
        s = 0
        for x in sorted(a):
            a[0] = 7
            s = s * 8 + x
        return s, n""",
    "a name of the list and of a lambda in it": """
        x = 1
        s = n
        for y in sorted([z + x for z in board], key=lambda x: -x):
            x += 5
            s = s * 3 + y & 1023
        return s""",
    "as a tuple": "return tuple(sorted(board)), tuple(sorted(board, reverse=True)), tuple(sorted((n, 3, 1)))",
    "as a board": "return pvector(sorted(board, key=lambda x: -x))",
    "by a key": """
        s = 0
        for c in sorted(range(5), key=lambda c: board[c] * n):
            s = s * 8 + c
        return s""",
    "backwards, by a key": """
        s = 0
        for c in sorted([c for c in range(5) if board[c] != n], key=lambda c: board[c], reverse=True):
            s = s * 8 + c
        return s""",
    "of pairs": "return sorted(((x, c) for c, x in enumerate(board)))[0] if n else (9, 9)",
    "python raises before the first": "for x in sorted(12 // (y - n) for y in board):\n    return x\nreturn 0",
    "two items swapped": "a = list(board)\na[0], a[n] = a[n], a[0]\nreturn pvector(a)",
    "targets from left to right": "a = list(board)\ni = 0\ni, a[i] = n, 7\nreturn pvector(a), i",
    "swapped in loops": """
        a = list(board)
        for i in range(4):
            for j in range(4 - i):
                if a[j] > a[j + 1]:
                    a[j], a[j + 1] = a[j + 1], a[j]
        return pvector(a)""",
    "next without a default": "return next(c for c, x in enumerate(board) if x == n)",
    "the greatest of two by a key": "return max(n, 2, key=lambda x: -x), min((n, 1), (2, 2), key=lambda p: p[1])",
    "the greatest of tuples": """
        return max((x * n, c) for c, x in enumerate(board)), min([(x, -c) for c, x in enumerate(board) if x])""",
    "unpacked": "a, b, c = sorted((n, 2, 1))\nreturn a * 100 + b * 10 + c",
    "of a list of unknown length": """
        return sum(x * i for i, x in enumerate(sorted(free(board), reverse=True))), len(sorted(free(board)))""",
    "by a key that is a tuple": """
        ms = [M(x, c) for c, x in enumerate(board)]
        for m in sorted(ms, key=lambda m: (m.a, -m.b)):
            return m
        """,
    "of nothing": "s = 0\nfor x in sorted(y for y in board if y > 9):\n    s += x\nreturn s + n",
    "a constant": "return sorted(PAIRS)[n], tuple(sorted(PAIRS, key=lambda p: p[1] * n))",
    "a part": "a, b = sorted(board)[-2:]\nreturn a, b, tuple(sorted(board)[:3]), n in sorted(board)[:2]",
    "a part as a board": "return pvector(sorted(board)[:3]), pvector(x + n for x in sorted(board)[1:])",
    "beside another": "return sorted(board) == sorted((0, 1, 2, 1, n)), sorted(board)[:2] != sorted((n, 0))",
    "asked": "return sorted(board).index(1), sorted(board).count(n), len(sorted(board)), sorted(board)[n]",
}


test_what_is_sorted_has_the_order_of_python = agree_all(RULES, HELPERS)


# ---- rows of a table in what is written out item by item: each is the row of its own place


CALLS = [(n,) for n in range(7)]
ROWS_HELPERS = """
ROWS = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
RAGGED = ((1, 2), (3, 4, 5), (6, 7))
DEEP = (((1, 2), (3, 4), (5, 6)), ((7, 8), (9, 10), (11, 12)))
PAIRS = (((1, 2), (3, 4)), ((5, 6), (7, 8)))
BOARD = (1, 2, 3, 4, 5, 6, 7, 8, 9)
"""
FORMS = {
    "a tuple": "return tuple(row[n % 3] for row in ROWS)",
    "a constant place": "return tuple(row[1] for row in ROWS), tuple(row[0] for row in ROWS[1:])",
    "a list": "return [row[n % 3] for row in ROWS][1] + sum([row[n % 2] for row in RAGGED])",
    "a sum": "return sum(row[n % 3] for row in ROWS), max(row[n & 1] for row in RAGGED)",
    "of their own": "rows = ((1, 2, n & 7), (4, 5, 6))\nreturn tuple(row[n % 3] for row in rows)",
    "parts of a board": "rows = [BOARD[i * 3 : i * 3 + 3] for i in range(3)]\nreturn tuple(row[n % 3] for row in rows)",
    "columns": "rows = ROWS\nreturn sum(a * 100 + b * 10 + c for a, b, c in zip(*rows))",
    "numbered": "return tuple(row[n % 3] * i for i, row in enumerate(ROWS))",
    "side by side": "return tuple(a[n % 3] * 10 + b[n & 1] for a, b in zip(ROWS, RAGGED))",
    "rows of several lengths": "return tuple(row[n & 1] for row in RAGGED), tuple(len(row) for row in RAGGED)",
    "rows of rows": "return tuple(row[n % 3][n & 1] for row in DEEP), tuple(sum(row[n % 3]) for row in DEEP)",
    "rows of pairs": "return tuple(row[n & 1][1] for row in PAIRS), tuple(b for a, b in PAIRS[n & 1])",
    "sorted": "return sorted([row[n % 3] for row in ROWS], reverse=True)[0], tuple(sorted(row[-1] for row in RAGGED))",
    "of a choice": "row = ROWS[0] if n & 1 else ROWS[2]\nreturn tuple(x * n for x in row)",
    "rows kept": "rows = tuple(row for row in ROWS)\nreturn rows[n % 3][1], rows[1][n % 3]",
}
EXCHANGED = {  # constants of several lengths, in variables that are given one another's values
    "written out": "a, b = (1, 2), (4, 5, 6)\nif n & 1:\n    a, b = b, a\nreturn a, b, len(a), sum(b)",
    "rows of a table": "a, b = RAGGED[0], RAGGED[1]\nif n & 1:\n    a, b = b, a\nreturn a, b, a[-1]",
    "one of them": "a, b = (1,), ()\nif n & 1:\n    a = b\nreturn a, len(a), a == (), not a",
    "unpacked": "x = ((1, 2), (3, 4, 5))\na, b = x\nif n & 1:\n    a, b = b, a\nreturn a, b",
    "within rows": "a, b = ((1, 2), (3,)), ((4,), (5, 6))\nif n & 1:\n    a, b = b, a\nreturn sum(a[0]), len(b[0])",
    "longer by an item": "a, b = (1, 2), (4, 5, 6)\nif n & 1:\n    a = b\nreturn a + (n,)",
}


def of_numbers(rule):
    agree_on(rule, (Int(0, 50),), CALLS)


test_constants_of_several_lengths_are_exchanged = agree_all(EXCHANGED, ROWS_HELPERS, check=of_numbers, arguments="n")
test_each_row_is_its_own = agree_all(FORMS, ROWS_HELPERS, check=of_numbers, arguments="n")


@pytest.mark.parametrize("form", [form for form, text in FORMS.items() if "in ROWS" in text])
def test_each_row_in_a_variable_is_its_own(form):
    text = "table = ROWS\n" + FORMS[form].replace("in ROWS", "in table")
    of_numbers(rule_of(text, ROWS_HELPERS, "n"))
