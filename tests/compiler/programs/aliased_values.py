"""Expressions over the lists s, t, u and the sets p, q: what gives a list or a set, what asks one, tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from random import Random

LISTS, SETS = ("s", "t", "u"), ("p", "q")
RARE = 0.04  # the share of what is mostly refused
HELPERS = """
from collections import deque
TAIL, CORNERS = [1, 2], {1, 2}
class Hand(NamedTuple):
    cards: tuple
    k: int
def push(s, x):
    s.append(x)
    return len(s)
def lengthened(s, x):
    s += [x]
    return len(s)
def replaced(s, x):
    s = [x]
    s.append(2)
    return len(s)
def back(s, x):
    s.append(x)
    return s
def same(s):
    return s
def one_of(s, t, n):
    return s if n > 1 else t
def copied(s):
    return list(s)
def put(s, x):
    s[0] = x
    return len(s)
def take(s):
    return s.pop()
def early(s, n):
    for x in s:
        if x > n:
            return x
        s.append(x + 1)
    return 9
def two(s, t):
    s.append(1)
    t.append(2)
    return len(s) * 10 + len(t)
def some(b, n):
    out = [n]
    for x in b:
        if x > n:
            out.append(x)
    return out
def gen(s):
    for x in s:
        yield x
        yield x + 1
def add(p, x):
    p.add(x)
    return len(p)
def cells(b, n):
    out = {n & 7}
    for x in b:
        out.add(x)
    return out
def default(x, s=[]):
    return len(s) + x
def growing_default(x, s=[]):
    s.append(x)
    return len(s)
def apply(f, s):
    return f(s)
def flood(board, start):
    seen, ahead = {start}, [start]
    while ahead:
        here = ahead.pop()
        for near in (here - 1, here + 1):
            if 0 <= near < len(board) and board[near] == board[start] and near not in seen:
                seen.add(near)
                ahead.append(near)
    return seen
def deep(s, x):
    s.append(x)
    return len(s) + (deep(s, x - 1) if x > 0 and len(s) < 9 else 0)
def dig(s, x):
    return s.pop() + dig(s, x - 1) if s and x > 0 else x
def fill(p, c, x):
    p.add(c & 7)
    for d in (c - 1, c + 1):
        if d not in p and x > 0:
            fill(p, d, x - 1)
    return len(p)
def swap(s, t, x):
    s.append(x)
    return swap(t, s, x - 1) if 0 < x < 9 else len(s) * 10 + len(t)
def known(s, x):
    t = s
    t = t + [x]
    return known(t, x - 1) if 0 < x < 5 else len(s) * 10 + len(t)
def renamed(s, x):
    t = s
    if x & 1:
        t.append(x)
    return renamed(s, x - 2) if 0 < x < 9 else len(t)
def kept(p, s, x):
    if x in p or not 0 < x < 9:
        return push(s, x)
    p.add(x)
    return kept(p, s, x - 1) + sum(kept(p, s, v) for v in (x + 1, x - 2)) + s[-1]
def under(x, k):
    yield x & 15
    if 0 < k < 4:
        for v in under(x + 1, k - 1):
            yield v + k
        yield from under(x - 1, k - 2)
def below(b, x):
    out = [x & 7]
    for v in b:
        if 0 < v < x < 5:
            out += below(b, x - v)
            out.append(push(out, v))
    return out
"""


@dataclass(frozen=True)
class Names:
    """The random numbers of a program, and its names."""

    random: Random
    numbers: count[int] = field(default_factory=count)

    def fresh(self, hint: str) -> str:
        return f"{hint}{next(self.numbers)}"

    def list(self) -> str:
        return self.random.choice(LISTS)

    def set(self) -> str:
        return self.random.choice(SETS)

    def pick(self, usual: tuple[str, ...], rare: tuple[str, ...] = ()) -> str:
        return self.random.choice(rare if rare and self.random.random() < RARE else usual)


def number(n: Names) -> str:
    """A small int."""
    s = n.list()
    usual = ("n", "1", "k", "2", "n + 1", "(n & 3)", "(k & 7)", "board[0]", "board[n & 3]", f"len({s})", f"sum({s})")
    return n.pick((*usual, f"({s}[-1] if {s} else 3)", f"max({s}, default=2)"))


def cell(n: Names) -> str:
    """An int that may lie in a set."""
    return f"{number(n)} & 7"


def test(n: Names) -> str:
    """Whether something is so of a list or a set."""
    s, t, p = n.list(), n.list(), n.set()
    usual = ("n > 1", "n > 2", f"len({s}) > 2", s, f"not {s}", f"{number(n)} in {s}", f"{s} == {t}", "k & 1")
    rare = (f"{s} is {t}", f"{s} is not {t}", f"{p} == {n.set()}", f"{s} < {t}")
    return n.pick((*usual, f"{number(n)} in {p}", f"len({p}) > 2"), rare)


def of_list(n: Names) -> str:
    """What gives a list."""
    s, t, x = n.list(), n.list(), number(n)
    usual = (
        "[]", f"[{x}]", f"[{x}, {number(n)}]", s, s, f"list({s})", f"{s} + {t}", f"{s} + [{x}]", f"[*{s}, {x}]",
        f"[v for v in {s}]", f"[v + {x} for v in {s} if v > {number(n)}]", f"[len({s}) for v in {t}]", "list(board)",
        "some(board, n)", f"some({s}, {x})", f"copied({s})", f"sorted({s})", f"sorted({n.set()})", "[*TAIL, n]",
        f"list(reversed({s}))", f"list(gen({s}))", f"list(v for v in {s})", f"list(range({x}))", "list(h.cards)",
        f"list(under({x}, 2))", f"below(board, {x})", f"[v for v in under(n, 2) if v in {s}]", f"sorted(below({s}, n))",
        f"list({{v & 7 for v in {s}}})",
        f"list({s} if {test(n)} else {t})", f"list({s} or {t})", f"{s} if {test(n)} else {t}", f"same({s})",
    )  # fmt: skip
    rare = (
        f"back({s}, {x})", f"one_of({s}, {t}, n)", f"{s} or {t}", "tuple(board)", f"tuple({s})", "TABLE", "TAIL",
        f"({s}, {t})[n & 1]", f"[{s}, {t}][0]", "board", f"deque({s})", f"{s} * 2", f"{s}[:]", f"{s}[1:]",
        f"{s}.copy()", f"[v for v in {s} for w in {t}]", f"[v for v, w in zip({s}, {t})]", f"list(enumerate({s}))",
        f"({s} := [{x}])", f"(lambda: {s})()", f"(lambda z: z)({s})", f"[push({s}, v) for v in board]",
        f"[{s}.pop() for v in board if {s}]", "h.cards", "h.cards + (1,)", f"[[v] for v in {s}][0]",
    )  # fmt: skip
    return n.pick(usual, rare)


def of_set(n: Names) -> str:
    """What gives a set."""
    p, q = n.set(), n.set()
    usual = (
        "set()", f"{{{cell(n)}}}", f"{{{cell(n)}, {cell(n)}}}", p, f"{p} | {q}", f"{p} & {q}", f"{p} - {q}",
        f"set({n.list()})", f"set({p})", f"{{v & 7 for v in {n.list()}}}", "cells(board, n)", "set(board)",
        f"{p}.union({n.list()})", f"{p} | {{{cell(n)}}}", f"{{v for v in {p} if v > n}}", "flood(board, n & 3)",
    )  # fmt: skip
    rare = (f"{p} if {test(n)} else {q}", f"{p}.copy()", "CORNERS", f"frozenset({p})", f"same({p})", f"{p} ^ {q}")
    return n.pick(usual, rare)


def asked(n: Names) -> str:
    """An int that a list or a set gives, which may change meanwhile."""
    s, t, p, x = n.list(), n.list(), n.set(), number(n)
    usual = (
        f"len({s})", f"sum({s})", f"sum(i * v for i, v in enumerate({s}))", f"{s}[0]", f"{s}[-1]", f"{s}.count({x})",
        f"{s}.index({x})", f"len({p})", f"sum({p})", f"({s} == {t}) + 0", f"min({p}, default=3)", f"{s}.pop()",
        f"{s}.pop(0)", f"push({s}, {x})", f"lengthened({s}, {x})", f"two({s}, {t})", f"early({s}, {x})", f"take({s})",
        f"put({s}, {x})", f"add({p}, {cell(n)})", f"replaced({s}, {x})", f"sum(gen({s}))", f"next(gen({s}), 4)",
        f"sum(push({s}, v) for v in {t})", f"sum(v for v in {s} if v in {t})", f"len({s} + {t})",
        f"len({of_list(n)})", f"sum({of_list(n)})", f"len({of_set(n)})", f"sum({of_set(n)})", f"default({x}, {s})",
        f"({s}.pop() + len({s}))", f"(len({s}) + {s}.pop())", f"({s}[0] + push({s}, 1) + len({s}))",
        f"len({s}) * 100 + {s}.pop() * 10 + len({s})", f"min({s}[0], {s}.pop())", f"two({s}, list({t}))",
        f"two({s}, {of_list(n)})", f"two({of_list(n)}, {s})", f"push({of_list(n)}, 1)", f"len(flood(board, {cell(n)}))",
        f"deep({s}, {x})", f"dig({s}, {x})", f"fill({p}, {cell(n)}, 2)", f"swap({s}, {t}, {x})", f"known({s}, {x})",
        f"renamed({s}, {x})", f"kept({p}, {s}, {x})", f"sum(under({x}, 2))", f"next(under({x}, n))",
        f"len(below(board, {x}))", f"sum(below({s}, 2))", f"deep({of_list(n)}, 2)", f"kept({of_set(n)}, {s}, 2)",
        f"deep({s}, dig({s}, 1))", f"(deep({s}, 1) + len({s}) * dig({s}, 2))", f"any(v > {x} for v in under(n, 3))",
    )  # fmt: skip
    rare = (
        f"default({x})", f"growing_default({x})", f"apply(take, {s})", f"apply(lambda z: push(z, n), {s})",
        f"(lambda: len({s}))()", f"len([v for v in {s} if push({t}, v) < 9])", f"any({s}.pop() > v for v in {t})",
        f"max({s}, key=lambda v: {t}.count(v))", f"all(v < push({s}, 1) for v in {t})", f"two({s}, {s}.copy())",
        f"({s} == back({s}, 1)) + 0", f"({s}[0] if push({s}, 1) else 2)", f"(1 if {x} in back({s}, 1) else 2)",
    )  # fmt: skip
    return n.pick(usual, rare)
