"""What is sorted, swapped and taken first: the same items in the same order, of lists as Python made them."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of

HELPERS = """
from pyrsistent import pvector
from typing import NamedTuple
PAIRS = ((2, 1), (1, 5), (2, 0))
def free(board):
    return [cell for cell, x in enumerate(board) if x == 0]
def doubled(xs):
    for x in sorted(xs):
        yield x * 2
class M(NamedTuple):
    a: int
    b: int
"""

RULES = {
    "a function of what changes to a variable, kept": """
        k = 1
        def f(z):
            return z + k
        xs = [f(z) for z in board]
        k = n
        return sum(xs) + n""",
    "a function of what stays, kept": """
        k = n
        def f(z):
            return z + k
        xs = [f(z) for z in board]
        return sum(xs) + n""",
    "a function of what changes, kept": """
        k = 1
        def f(z):
            return z + k
        xs = [f(z) for z in board]
        k = 9
        return sum(xs) + n""",
    "a lambda of what changes": """
        k = 1
        s = 0
        for y in sorted(board, key=lambda z: z * (1 if k < 3 else -1)):
            k += 3
            s = s * 3 + y
        return s + n""",
    "a list that changes after": """
        b = list(board)
        xs = [x for x in range(5) if b[x] == n]
        b[0] = n
        b[1] = n
        return sum(xs), len(xs)""",
    "of a list that the loop changes": """
        a = list(board)
        s = 0
        for x in sorted(a):
            a[0] = 7
            s = s * 8 + x
        return s, n""",
    "aliases": """
        a = list(board)
        b = sorted(a)
        a[0], b[1] = b[0], a[0]
        a[1] = 5
        return tuple(a), tuple(b), n""",
    "kept, of a function": """
        k = 2
        f = lambda z: z * k
        ys = sorted((f(z) for z in board), reverse=True)
        k = 5
        s = 0
        for y in ys:
            s = s * 5 + y + n
        return s""",
    "a name of the list and of a comprehension in it": """
        x = 1
        s = n
        for y in [x, x + 1] + [x for x in board]:
            x += 5
            s = s * 3 + y
        return s""",
    "a name of two comprehensions": """
        x = 1
        s = n
        for y in [z + x for z in board] + [x for x in board]:
            x += 5
            s = s * 3 + y & 1023
        return s""",
    "a name of the list and of a lambda in it": """
        x = 1
        s = n
        for y in sorted([z + x for z in board], key=lambda x: -x):
            x += 5
            s = s * 3 + y & 1023
        return s""",
    "a name of a list that is kept and of a comprehension in it": """
        x = 1
        xs = [z + x for z in board if z in (x for x in board)]
        x = 7
        return sum(xs) + n""",
    "of a generator that is handed over": "return sum(doubled(x for x in board if x > n))",
    "gone over": "s = n\nfor x in sorted(board):\n    s = s * 7 + x\nreturn s",
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
    "kept, and changed": "cards = sorted(board)\ncards[0] = n\nreturn tuple(cards), sum(cards)",
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
    "a part that is kept": "x = sorted(board)[:2]\nboard = board.set(0, 3)\nreturn x[0], x[1], sum(x)",
    "a part as a board": "return pvector(sorted(board)[:3]), pvector(x + n for x in sorted(board)[1:])",
    "beside another": "return sorted(board) == sorted((0, 1, 2, 1, n)), sorted(board)[:2] != sorted((n, 0))",
    "asked": "return sorted(board).index(1), sorted(board).count(n), len(sorted(board)), sorted(board)[n]",
    "of what the loop changes": """
        k = 2
        s = 0
        for x in sorted(y * k for y in board):
            k += 1
            s += x * k
        return s""",
}


@pytest.mark.parametrize("body", RULES.values(), ids=RULES)
def test_order(body):
    agree(rule_of(body, HELPERS))


CHANGING = {
    "a loop that changes what a function of its list reads": """
        k, s = 1, 0
        def f(z):
            return z + k
        for y in [f(z) for z in board]:
            k += 3
            s = s * 3 + y
        return s""",
    "a key that reads what the loop changes": """
        k, s = 1, 0
        def f(z):
            return z * k
        for y in sorted(board, key=f):
            k -= 2
            s = s * 3 + y
        return s""",
    "a list that is kept, and a list that a function of it reads": """
        b = list(board)
        def f(z):
            return b[z]
        xs = [x for x in range(5) if f(x) == n]
        b[0] = n
        return sum(xs)""",
}


@pytest.mark.parametrize("body", CHANGING.values(), ids=CHANGING)
def test_a_list_from_a_function_of_what_changes_is_refused(body):
    assert "which changes: hand " in refusal(rule_of(body, HELPERS))


@pytest.mark.parametrize(
    "value",
    [
        "sorted(board)",
        "(sorted(board), n)",
        "sorted(board)[:2]",
        "sorted((n, 1)) == (1, n)",
        "sorted((n, 1))[:1] == (1,)",
        "M(sorted(board), n)",
        "(sorted(board) if n else sorted(board[1:]))",
    ],
)
def test_a_list_in_order_is_no_tuple(value):
    assert "a list is gone over" in refusal(rule_of(f"return {value}", HELPERS))
