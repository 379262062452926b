"""Rows of a table in what is written out item by item: each is the row of its own place."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree_on, rule_of

from lazytree.compiler.ir.kinds import Int

CALLS = [(n,) for n in range(7)]
HELPERS = """
ROWS = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
RAGGED = ((1, 2), (3, 4, 5), (6, 7))
DEEP = (((1, 2), (3, 4), (5, 6)), ((7, 8), (9, 10), (11, 12)))
PAIRS = (((1, 2), (3, 4)), ((5, 6), (7, 8)))
BOARD = (1, 2, 3, 4, 5, 6, 7, 8, 9)


def last(row, k):
    return row[-1] * k
"""
FORMS = {
    "a tuple": "return tuple(row[n % 3] for row in ROWS)",
    "a constant place": "return tuple(row[1] for row in ROWS), tuple(row[0] for row in ROWS[1:])",
    "a list": "return [row[n % 3] for row in ROWS][1] + sum([row[n % 2] for row in RAGGED])",
    "a sum": "return sum(row[n % 3] for row in ROWS), max(row[n & 1] for row in RAGGED)",
    "of their own": "rows = ((1, 2, n & 7), (4, 5, 6))\nreturn tuple(row[n % 3] for row in rows)",
    "of a variable": "rows = ROWS\nreturn tuple(row[n % 3] for row in rows)",
    "parts of a board": "rows = [BOARD[i * 3 : i * 3 + 3] for i in range(3)]\nreturn tuple(row[n % 3] for row in rows)",
    "columns": "rows = ROWS\nreturn sum(a * 100 + b * 10 + c for a, b, c in zip(*rows))",
    "every column": "return sum(sum(row[i] for row in ROWS) * 10**i for i in range(3))",
    "backwards": "return tuple(row[n % 3] for row in reversed(ROWS))",
    "numbered": "return tuple(row[n % 3] * i for i, row in enumerate(ROWS))",
    "side by side": "return tuple(a[n % 3] * 10 + b[n & 1] for a, b in zip(ROWS, RAGGED))",
    "beside a board": "return tuple(row[n % 3] * x for row, x in zip(ROWS, BOARD[:3]))",
    "rows of several lengths": "return tuple(row[n & 1] for row in RAGGED), tuple(len(row) for row in RAGGED)",
    "rows of rows": "return tuple(row[n % 3][n & 1] for row in DEEP), tuple(sum(row[n % 3]) for row in DEEP)",
    "rows of pairs": "return tuple(row[n & 1][1] for row in PAIRS), tuple(b for a, b in PAIRS[n & 1])",
    "handed on": "return tuple(last(row, n) for row in ROWS)",
    "in a loop": "t = 0\nfor i in range(3):\n    a, b, c = tuple(r[i] for r in ROWS)\n    t += a * b + c\nreturn t",
    "sorted": "return sorted([row[n % 3] for row in ROWS], reverse=True)[0], tuple(sorted(row[-1] for row in RAGGED))",
    "of a choice": "row = ROWS[0] if n & 1 else ROWS[2]\nreturn tuple(x * n for x in row)",
    "rows kept": "rows = tuple(row for row in ROWS)\nreturn rows[n % 3][1], rows[1][n % 3]",
    "counted": "return tuple(row.count(6 - n) for row in ROWS), tuple(n in row for row in RAGGED)",
}
EXCHANGED = {  # constants of several lengths, in variables that are given one another's values
    "written out": "a, b = (1, 2), (4, 5, 6)\nif n & 1:\n    a, b = b, a\nreturn a, b, len(a), sum(b)",
    "rows of a table": "a, b = RAGGED[0], RAGGED[1]\nif n & 1:\n    a, b = b, a\nreturn a, b, a[-1]",
    "one of them": "a, b = (1,), ()\nif n & 1:\n    a = b\nreturn a, len(a), a == (), not a",
    "unpacked": "x = ((1, 2), (3, 4, 5))\na, b = x\nif n & 1:\n    a, b = b, a\nreturn a, b",
    "within rows": "a, b = ((1, 2), (3,)), ((4,), (5, 6))\nif n & 1:\n    a, b = b, a\nreturn sum(a[0]), len(b[0])",
    "pairs": "a, b = ((1, 2), (3, 4)), ((5, 6),)\nif n & 1:\n    a, b = b, a\nreturn a, b",
    "truths": "a, b = (True, False), (True,)\nif n & 1:\n    a, b = b, a\nreturn a, b",
    "longer by an item": "a, b = (1, 2), (4, 5, 6)\nif n & 1:\n    a = b\nreturn a + (n,)",
}


@pytest.mark.parametrize("form", EXCHANGED)
def test_constants_of_several_lengths_are_exchanged(form):
    agree_on(rule_of(EXCHANGED[form], HELPERS, "n"), (Int(0, 50),), CALLS)


@pytest.mark.parametrize("form", FORMS)
def test_each_row_is_its_own(form):
    agree_on(rule_of(FORMS[form], HELPERS, "n"), (Int(0, 50),), CALLS)


@pytest.mark.parametrize("form", [form for form, text in FORMS.items() if "in ROWS" in text])
def test_so_it_is_in_a_variable(form):
    text = "table = ROWS\n" + FORMS[form].replace("in ROWS", "in table")
    agree_on(rule_of(text, HELPERS, "n"), (Int(0, 50),), CALLS)
