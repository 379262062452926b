"""Lists and sets that have two names in Python, by way of functions: a change is seen by both, or refused."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of

HELPERS = """
from collections import deque
from dataclasses import dataclass
from functools import partial
from pyrsistent import pvector
LINE, CELLS = [1, 2], {1, 2}
GRID = pvector([pvector([1, 2])] * 3)
def push(s, x):
    s.append(x)
    return len(s)
def outer(s, x):
    return push(s, x)
def swapped(x, s):
    s.append(x)
    return len(s)
by_name, by_place = partial(push, x=4), partial(swapped, 5)
@dataclass(frozen=True)
class Rules:
    k: int
    def push(self, s, x):
        s.append(x + self.k)
        return len(s)
    def more(self, s, x):
        return self.push(s, x)
    def __call__(self, s, x):
        s.append(x + self.k)
        return len(s)
rules = Rules(3)
def maybe(s, n):
    if n > 1:
        return s
    return [x for x in s]
def through(s, n):
    t = s
    if n > 1:
        return t
    return [1]
def deeper(s, n):
    return maybe(s, n)
def one_of(s, n):
    return s if n > 1 else [3]
def fresh(s, n):
    return [x for x in s] if n > 1 else list(s)
def filled(board, n):
    out = []
    for x in board:
        out.append(x)
    if n > 1:
        out = out + [4]
    return out
def constant(n):
    return LINE if n > 1 else [3]
def board_or(board, n):
    if n > 1:
        return board
    return [3]
def tuple_or_list(board, n):
    if n > 1:
        return tuple(x for x in board if x)
    return [3]
def some_cells(n):
    return CELLS if n > 1 else {n}
def add(s, x):
    s.add(x)
    return len(s)
"""
CALLS = (
    "push(s, n)",
    "push(x=n, s=s)",
    "outer(s, n)",
    "outer(x=n, s=s)",
    "rules.push(s, n)",
    "rules.more(s, n)",
    "Rules.push(rules, s, n)",
    "rules(s, n)",
    "by_name(s)",
    "by_place(s)",
    "sum(push(s, x) for x in board)",
    "max(board, key=lambda x: push(s, x))",
    "(lambda: push(s, n))()",
)
MADE = (
    "s = fresh([n], n)\ns.append(1)\nreturn len(s)",
    "t = [n]\ns = fresh(t, n)\ns.append(1)\nt.append(2)\nt.append(3)\nreturn len(s), len(t)",
    "s = filled(board, n)\ns.append(1)\nreturn len(s)",
    "s = [x for x in board if x > n]\ns = maybe(s, n)\ns.append(5)\nreturn len(s), sum(s)",
    "s = [x for x in board if x > n]\ns = deeper(s, n)\ns = maybe(s, n)\ns.append(5)\nreturn len(s), sum(s)",
    "s = [n]\ns += [len(s) for v in board]\ns.extend(v + 1 for v in board)\nreturn len(s), sum(s)",
    "s = [n]\ns = filled(s + [1], 1)\ns.append(7)\nt = s + filled(board, 2)\nt.pop()\nreturn len(s), sum(t)",
    "p = set(board) | {n + 1}\nq = p - {1}\nq.add(7)\nreturn sum(p), sum(q)",
    "q = deque([1, n])\nq.append(3)\nreturn q.popleft(), q.pop(), len(q)",
)
REFUSED = {
    "s = [1, n]\nreturn s.popleft()": "`.pop(0)` is of a list",
    "s = deque([1, n])\nreturn s.pop(0)": "`.pop(0)` is of a list",
    "s = [n]\nif n > 1: s = deque([n])\nreturn s.pop(0)": "`.pop(0)` is of a list",
    "s = [n]\nif n > 1: s = tuple(board)\ns.append(1)\nreturn len(s)": "not always of one class (list, tuple)",
    "s = [n]\nif n > 1: s = tuple(board)\ns += [1]\nreturn len(s)": "not always of one class (list, tuple)",
    "s = list(board)\ns = tuple(board)\nreturn s.pop()": "not always of one class (list, tuple)",
    "s = tuple_or_list(board, n)\ns.append(1)\nreturn len(s)": "not always of one class (list, tuple)",
    "s = [n]\ns = deque(s)\nt = [1]\nreturn len(s + t), s[0]": "joins lists of one class, not deque, list",
    "s = deque([n])\ns.append(1)\nt = [1]\nt.append(n)\nreturn len(s + t)": "joins lists of one class, not deque, list",
    "q = deque([n])\nfor x in q:\n    if x < 3: q.append(x + 1)\nreturn len(q)": "a deque that a loop goes over",
    "p = frozenset(board)\np = p | {n}\np.add(1)\nreturn len(p)": "p is changed, and is a frozenset",
    "t = [n]\nt += (len(t) for v in board)\nreturn sum(t)": "grows by what is made one by one",
    "t = [n]\nt.extend(t[0] + len(t) for v in board)\nreturn sum(t)": "grows by what is made one by one",
    "p = {n}\np.update(len(p) for v in board)\nreturn sum(p)": "grows by what is made one by one",
    **{
        f"s = [n]\nt = {call}\nt.append(5)\nreturn len(s), len(t)": "t is perhaps another name for a list"
        for call in ("maybe(s, n)", "through(s, n)", "deeper(s, n)", "one_of(s, n)")
    },
    "s = [n]\ns.append(1)\nt = deeper(s, n)\ns.append(5)\nreturn len(t)": "t is perhaps another name",
    "s = [n]\nt = s\ns = maybe(s, n)\ns.append(5)\nreturn len(t)": "s is perhaps another name",
    "g = GRID.set(3, GRID[0])\nreturn g[0][0]": "no item 3 to change in a tuple or a board of 3",
    "g = GRID.mset(-4, GRID[0])\nreturn g[0][0]": "no item -4 to change",
    "s = constant(n)\ns.append(1)\nreturn len(s)": "s is perhaps another name",
    "s = board_or(board, n)\ns.append(1)\nreturn len(s)": "s is perhaps another name",
    "s = LINE if n > 1 else [3]\ns.append(n)\nreturn len(s)": "s is perhaps another name",
    "s = []\nif n > 2: s = LINE\ns.append(n)\nreturn len(s)": "s is perhaps another name",
    "s = [n, 2]\nreturn push(one_of(s, n), n), len(s)": "s is changed, and may be another name",
    "s = [n, 2]\nreturn push(s if n > 1 else [1], n), len(s)": "s is changed, and may be another name",
    "s = {n}\nreturn add(s if n > 1 else {3}, 7), len(s)": "s is changed, and may be another name",
    "s = set()\nif n > 2: s = CELLS\ns.add(n)\nreturn len(s)": "a set that is a constant",
    "s = some_cells(n)\ns.add(7)\nreturn len(s)": "a set that is a constant",
}


@pytest.mark.parametrize("call", CALLS)
def test_what_a_function_changes_is_changed_for_its_caller(call):
    agree(rule_of(f"s = [n, 2]\na = {call}\nreturn a, len(s), sum(s)", HELPERS))
    agree(rule_of(f"s = [x for x in board]\na = {call}\nk = 0\nfor x in s: k = k * 2 + x\nreturn a, k", HELPERS))


@pytest.mark.parametrize("body", MADE)
def test_what_a_function_makes_has_one_name(body):
    agree(rule_of(body, HELPERS))


@pytest.mark.parametrize("body", REFUSED)
def test_what_may_have_two_names_is_refused(body):
    assert REFUSED[body] in refusal(rule_of(body, HELPERS))
