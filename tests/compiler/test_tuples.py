"""Tuples that are boards: made of others, exchanged item by item, long and short, in positions and in helpers."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree_on, rule_of

from lazytree.compiler.ir.kinds import Int, Record, Vector

LONG = [(0, 1, 2, 1, 0, 3, 0), (2, 2, 0, 3, 1, 0, 0), (1, 1, 1, 1, 1, 1, 1)]
SHORT = [(0, 1, 2), (2, 2, 0), (3, 0, 1)]
ROWS = [((0, 1, 2), (0, 0, 0), (2, 1, 0)), ((1, 1, 1), (2, 2, 2), (0, 1, 0)), ((0, 0, 0), (0, 0, 0), (0, 0, 1))]
NUMBERS = range(-2, 8)

HELPERS = """
from pyrsistent import pvector
TABLE = (4, 2, 7)
def put(t, i, x):
    return t[:i] + (x,) + t[i + 1:]
def turned(t):
    return tuple(x + 1 & 3 for x in t)
"""

ANY_LENGTH = {
    "one exchanged": "return put(t, n, 3)",
    "one exchanged in place": "t = t[:n] + (n & 3,) + t[n + 1:]\nreturn t",
    "two exchanged": "return t[:n] + (1, n & 1) + t[n + 2:]",
    "before": "return t[:n - 1] + (2,) + t[n:]",
    "at a place that is known": "return t[:1] + (n,) + t[2:]",
    "last": "return t[:-1] + (n,)",
    "backwards": "return t[::-1], t[1::2]",
    "longer": "return t + (n,)",
    "of two": "return t + (n, 1) + t",
    "mapped": "return turned(t)",
    "enumerated": "return tuple(n if i == n else x for i, x in enumerate(t))",
    "by number": "return tuple(n if i == n else t[i] for i in range(len(t)))",
    "zipped": "return tuple(a * 10 + b for a, b in zip(t, turned(t)))",
    "numbers": "return tuple(range(4)) + tuple(i * n for i in range(3))",
    "reversed": "return tuple(reversed(t)), tuple(x for x in reversed(t))",
    "pairs": "return tuple((i, x) for i, x in enumerate(t))[1]",
    "of nothing": "s = n\nfor x in tuple(x for x in range(0)):\n    s += x\nreturn s, tuple(x for x in ())",
    "equal": "return t == turned(t), t == put(t, 1, 1), t != t[:1] + (t[1],) + t[2:]",
    "membership": "return n in t, t.count(n), len(t), sum(t), max(t), any(x == n for x in t)",
    "index": "return t.index(n)",
    "chosen": "return t if n else turned(t)",
    "in a loop": "for x in range(2):\n    t = put(t, x, n & 3)\nreturn t",
    "of a board": "return tuple(pvector(t)), pvector(t).set(1, 2), pvector(turned(t))",
    "of a table": "return tuple(TABLE), TABLE[:2] + (n,), tuple(TABLE) == (4, 2, n)",
    "by a list": "b = list(t)\nb[n] = 3\nb[0] += 2\nreturn tuple(b)",
    "by a list, aliases": "b = list(t)\nc = list(t)\nb[1] = n\nc[2] = b[1] + 1\nreturn tuple(b) + tuple(c) + t",
    "by a list in a loop": "b = list(t)\nfor i in range(len(b)):\n    b[i] = b[i - 1] + n & 7\nreturn tuple(b)",
    "a new list": "b = [0] * 5\nb[n] = 1\nc = [n for x in t]\nc[0] = sum(b)\nreturn tuple(b), tuple(c), pvector(b)",
}
OF_ROWS = {
    "cell": "return t[n % 3][1] + t[1][n]",
    "exchanged": "return tuple(tuple(n if (i, j) == (1, n) else x for j, x in enumerate(u)) for i, u in enumerate(t))",
    "row exchanged": "return t[:n] + (t[n][:1] + (5,) + t[n][2:],) + t[n + 1:]",
    "columns": "return tuple(tuple(row[c] for row in t) for c in range(3))",
    "by lists": "b = [list(row) for row in t]\nb[n][1] = 7\nb[0][n] += 1\nreturn tuple(tuple(row) for row in b)",
}


CELL = Int(0, 7)
THREE = Record(tuple, (CELL,) * 3)
KINDS = {7: Vector(7, 0, 7, int, tuple), 3: THREE}


def agree(body: str, examples: list) -> None:
    rule = rule_of(body, HELPERS, "t, n")
    kind = Record(tuple, (THREE,) * 3) if examples is ROWS else KINDS[len(examples[0])]
    calls = [(t, n) for t in examples for n in NUMBERS]
    agree_on(rule, (kind, Int(-2, 8)), calls, lambda expected, given: len(expected) != len(given[0]))


@pytest.mark.parametrize("examples", (LONG, SHORT), ids=("long", "short"))
@pytest.mark.parametrize("body", ANY_LENGTH.values(), ids=ANY_LENGTH)
def test_tuples(body, examples):
    agree(body, examples)


@pytest.mark.parametrize("body", OF_ROWS.values(), ids=OF_ROWS)
def test_tuples_of_tuples(body):
    agree(body, ROWS)
