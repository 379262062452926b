"""`+`, `+=`, `|=` of lists, tuples and sets: Python joins those of one class, and changes lists and sets alone."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of
from pyrsistent import pvector

HELPERS = """
from typing import NamedTuple
ROWS, TUPLES = [[1, 2], [0, 3]], ((1, 2), (0, 3))
class Hand(NamedTuple):
    cards: tuple
def gen(s):
    for x in s:
        yield x
def longer(t, x):
    t += (x,)
    return len(t)
def more(p, x):
    p |= {x}
    return len(p)
def push(s, x):
    s.append(x)
    return len(s)
def both(t, u):
    return tuple(v for v in t if v) + u
"""
TYPE_ERRORS = {
    "[1] + Hand((n, 1)).cards": "not list, something else",
    "[1] + (v for v in board)": "not list, something else",
    "[1] + range(3)": "not list, something else",
    "[1] + gen(board)": "not list, something else",
    "[1] + reversed([n])": "not list, something else",
    "[n] + board": "not list, something else",
    "[v for v in board] + (n, 1)": "not list, tuple",
    "[v for v in board] + TUPLES[n & 1]": "not list, tuple",
    "tuple(v for v in board if v) + ROWS[n & 1]": "not list, tuple",
    "tuple(v for v in board if v) + board": "no `+` of a tuple and a PVector of 5",
    "both(board, [n])": "not list, tuple",
    "both(board, board)": "no `+` of a tuple and a PVector of 5",
}
JOINED = (
    "return sum([v for v in board] + ROWS[n & 1])",
    "return sum(tuple(v for v in board if v) + TUPLES[n & 1])",
    "return sum(tuple(v for v in board if v) + Hand((n, 1)).cards)",
    "t = (n, 2)\nreturn sum(t + tuple(v for v in board if v) + (1,)), len(both(board, t))",
    "return sum(sorted(board) + [n, 2] + list(range(3)))",
    "u = ROWS[1]\nreturn sum([x for x in (u if n > 1 else u)]), len(list(u if n > 1 else u))",
    "t = (1,)\nfor x in board:\n    t += (x,)\nreturn len(t), sum(t), t[-1]",
    "t = (n, 2)\nfor x in board:\n    if x > 1:\n        t = t + (x,)\nreturn len(t), t[0], 2 in t",
    "t = ((n, 2),)\nfor x in board:\n    t += ((x, 1),)\nreturn sum(a * b for a, b in t)",
    "u = TUPLES\nreturn sum([a - b for a, b in (u if n > 1 else u)])",
)
CHANGED = {
    "a tuple that is handed on": """
        t = ()
        for v in board:
            t += (v,)
        k = longer(t, 3)
        return k, len(t)""",
    "a frozenset that is handed on": """
        p = frozenset(board)
        k = more(p, 7)
        return k, len(p)""",
    "a set that is handed on": """
        p = set(board)
        k = more(p, 7)
        return k, len(p)""",
    "two names for a frozenset": """
        p = frozenset(board)
        q = p
        p |= {7}
        return len(p), len(q)""",
}

ITEMS = {
    "every item": "for i in range(len(s)):\n    s[i] += 1\nreturn sum(s)",
    "an item, by what changes the list": "s[0] -= s.pop(0) * 3\nreturn sum(s), len(s), s[0]",
    "the last one, that is taken": "s[-1] += s.pop()\nreturn sum(s), len(s)",
    "by what adds to it": "s[n] *= push(s, 3)\nreturn sum(s), s[0]",
    "one that there is not": "s[9] += n\nreturn sum(s)",
    "removed": "s.remove(n)\nreturn sum(i * v for i, v in enumerate(s)), len(s)",
    "removed as long as it is there": "while n in s:\n    s.remove(n)\nreturn sum(i * v for i, v in enumerate(s))",
    "removed while it is gone over": "for x in s:\n    if x == 1:\n        s.remove(x)\nreturn sum(s), len(s)",
    "removed, by what is taken": "s.remove(s.pop())\nreturn sum(s), len(s)",
    "by another function": "def f(z):\n    z[0] += 5\n    z.remove(2)\n    return len(z)\nreturn f(s), sum(s)",
}


@pytest.mark.parametrize("name", ITEMS)
def test_items_of_a_list_that_grows(name):
    agree(rule_of(f"s = [1, n, 1, 4, n, 4]\ns.append(2)\n{ITEMS[name]}", HELPERS))


@pytest.mark.parametrize("value", TYPE_ERRORS)
def test_what_python_does_not_join_is_refused(value):
    rule = rule_of(f"return len({value})", HELPERS)
    with pytest.raises(TypeError):
        rule(pvector((1, 2, 0)), 1)
    assert TYPE_ERRORS[value] in refusal(rule)


@pytest.mark.parametrize("body", JOINED)
def test_what_python_joins(body):
    agree(rule_of(body, HELPERS))


@pytest.mark.parametrize("name", CHANGED)
def test_tuples_and_frozensets_are_not_changed_by_other_names(name):
    agree(rule_of(CHANGED[name], HELPERS))
