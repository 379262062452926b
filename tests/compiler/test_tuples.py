"""Tuples that are boards: made of others, exchanged item by item, unpacked."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, agree_on, refusal, rule_of

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


def agree_on_examples(body: str, examples: list) -> None:
    rule = rule_of(body, HELPERS, "t, n")
    kind = Record(tuple, (THREE,) * 3) if examples is ROWS else KINDS[len(examples[0])]
    calls = [(t, n) for t in examples for n in NUMBERS]
    agree_on(rule, (kind, Int(-2, 8)), calls, lambda expected, given: len(expected) != len(given[0]))


@pytest.mark.parametrize("examples", (LONG, SHORT), ids=("long", "short"))
@pytest.mark.parametrize("body", ANY_LENGTH.values(), ids=ANY_LENGTH)
def test_tuples_are_those_of_python(body, examples):
    agree_on_examples(body, examples)


@pytest.mark.parametrize("body", OF_ROWS.values(), ids=OF_ROWS)
def test_tuples_of_tuples_are_those_of_python(body):
    agree_on_examples(body, ROWS)


# ---- `a, *rest = b`: Python makes a list of the rest, whatever is unpacked


UNPACKING_HELPERS = """
from enum import Enum, IntEnum
from typing import NamedTuple
TABLE = (4, 2, 7)
ROWS = ((1, 2, 3), (4, 0, 2))
RAGGED = ((1, 2, 3), (4, 0), (2,))
LISTED = [3, 1, 2]
DICT = {0: 5, 1: 6, 2: 0}
SET = {1, 2}
class Hand(NamedTuple):
    first: int
    second: int
    third: int
class Color(Enum):
    RED = 1
    BLUE = 2
def three(n):
    return (n, 2, n + 1)
def positive(board):
    return [x for x in board if x]
def each(board):
    for x in board:
        yield x + 1
def middle(board):
    a, *rest, b = board
    return rest
def added(board, n):
    *rest, last = board
    rest.append(n)
    return tuple(rest) + (last,)
"""

RULES = {
    "a board": "a, *rest = board\nreturn a * 100 + sum(rest) * 10 + len(rest), rest[0], rest[-1], rest[n]",
    "the first ones": "*rest, a = board\nreturn a, rest[n], max(rest), sorted(rest)[0], 2 in rest, rest.count(1)",
    "the middle": "a, *rest, b, c = board\nreturn a, b, c, sum(x * i for i, x in enumerate(rest)), rest == [1, n]",
    "all of it": "*rest, = board\nreturn len(rest), rest[1:] == [n, 2, 1, 0], tuple(rest)",
    "a list in brackets": "[a, *rest] = board\nreturn a, rest[n]",
    "a list that changes": "a, *rest = board\nrest.append(n)\nrest.sort()\nrest[0] = a\nreturn tuple(rest), len(rest)",
    "an item assigned": "a, *rest = board\nrest[n] = a + 5\nreturn tuple(rest)",
    "a board that grows": "t = tuple(x for x in board if x > n)\na, *rest = t\nreturn a, len(rest), sum(rest)",
    "too few": "t = tuple(x for x in board if x > n)\na, *rest, b = t\nreturn a, b, len(rest)",
    "a list of one's own": "s = [x for x in board if x]\ns.append(n)\na, *rest = s\nreturn a, tuple(rest), len(s)",
    "one list has two names, and changes": """
        s = [x for x in board if x]
        a, *rest = s
        s.append(n)
        rest.append(a)
        return len(s), tuple(rest), s[-1]""",
    "a queue": "s = list(board)\nk = 0\nwhile s:\n    a, *s = s\n    k = k * 3 + a\nreturn k, len(s)",
    "a stack": """
        s = [n]
        k = 0
        while s and k < 50:
            *s, a = s
            k = k * 2 + 1
            if a > 0:
                s.append(a - 1)
                s.append(a - 2)
        return k, len(s)""",
    "a name that is unpacked": "b = [n, 2, 3]\nrest, *b = b\nreturn rest, b[0], len(b)",
    "a slice": "a, *rest = board[1:4]\nb, *others = board[n:]\nreturn a, rest[1], b, len(others)",
    "sorted": "a, *rest = sorted(board)\nb, *c = sorted(x for x in board if x != n)\nreturn a, rest[2], b, sum(c)",
    "a tuple": "a, *rest = n, 2, board[0]\nb, *others = three(n)\nreturn a, rest[1], b, sum(others)",
    "a constant": "a, *rest = TABLE\nb, *others = LISTED\nreturn a, rest[n % 2], b, others[-1], rest[n]",
    "a row": "a, *rest = ROWS[n & 1]\nreturn a, sum(rest), len(rest)",
    "a record": "a, *rest = Hand(n, 2, 3)\nreturn a, rest[1], sum(rest)",
    "a text": "a, *rest = 'XO.'\nreturn a == 'X', rest[1] == '.', len(rest), 'O' in rest",
    "a function's list": "a, *rest = positive(board)\nreturn a, len(rest), rest[-1]",
    "what gives items one by one": """
        a, *rest = range(n)
        return a, len(rest), sum(rest)""",
    "a generator expression": "a, *rest = (x * 2 for x in board)\nreturn a, rest[1], sum(rest)",
    "numbered": "(i, x), *rest = enumerate(board)\nreturn i, x, sum(j * y for j, y in rest)",
    "a list of a helper's": "return sum(middle(board)), len(middle(board)), added(board, n)",
    "a loop's target": """
        s = 0
        for a, *rest in ROWS:
            for x, *_ in ((1, 2), (3, n)):
                s = s * 3 + a * x + sum(rest)
            if len(rest) > n:
                continue
            s += 1
        else:
            s += 1000
        return s""",
    "one that is not read": "a, *rest = board\nb, *_, c = board\nreturn a, b, c",
    "an item before": "s = [0, 0]\ns[n & 1], *rest = board\nreturn tuple(s), sum(rest)",
    "in a function inside": "def f(b):\n    x, *rest = b\n    return x * sum(rest)\nreturn f(board) + f((n, 2, 3))",
}


@pytest.mark.parametrize("body", RULES.values(), ids=RULES)
def test_the_rest_is_a_list(body):
    agree(rule_of(body, UNPACKING_HELPERS))


REFUSED = {
    "twice": ("a, *a = board\nreturn len(a)", "what has a star is a list"),
    "two targets": ("b = a, *rest = board\nreturn sum(rest)", "no `*`"),
    "deep inside": ("(a, *rest), b = (board, n)\nreturn sum(rest)", "no `*`"),
    "a dict": ("a, *rest = DICT\nreturn a + sum(rest)", "slice"),
    "a set": ("s = {n, 1}\na, *rest = s\nreturn a + sum(rest)", ""),
    "a constant set": ("a, *rest = SET\nreturn a + sum(rest)", ""),
    "an Enum": ("a, *rest = Color\nreturn a is Color.RED", ""),
    "a row of a ragged table": ("a, *rest = RAGGED[n % 3]\nreturn a + sum(rest)", "a slice of a row of a table"),
    "now a board, now an item": ("b = board\nb, *rest = b\nreturn b + sum(rest)", "a variable keeps one kind"),
    "an int": ("a, *rest = n\nreturn a + sum(rest)", ""),
    "a generator": ("a, *rest = each(board)\nreturn a + sum(rest)", "a generator is consumed by"),
}


@pytest.mark.parametrize("body, rule", REFUSED.values(), ids=REFUSED)
def test_unpacking_that_is_refused_says_why(body, rule):
    assert rule in refusal(rule_of(body, UNPACKING_HELPERS))
