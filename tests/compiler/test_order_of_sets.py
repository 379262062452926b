"""In which order a set is gone over: that of CPython's table, however its members came into it."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("llvmlite")

from agreement import agree_all, agree_on
from pyrsistent import pvector

from lazytree.compiler.ir.joining import type_of
from lazytree.compiler.ir.kinds import Int

HELPERS = """
from collections import Counter, deque
KNOWN = {8 * x + 3: x for x in range(12)}
def told(items):
    t = 1
    for v in items:
        t = t * 31 + v & 0xFFFFFFFFFF
    return t
"""
START = """
xs = [v * n for v in board]
ys = [v * n + 5 for v in board]
s, other = set(xs), set(ys[2:])
d, more = {v: v for v in xs}, {v: v for v in ys[:7]}
{}
return told(s), len(s)
"""
MADE = (
    "set(d)", "{*d}", "set(d.keys())", "set(d.values())", "set(xs)", "set(s)", "s.copy()", "{*s}", "{*s, n}", "{n, *s}",
    "set(tuple(xs))", "set(v for v in xs)", "{v for v in d}", "s.union(d)", "s.union(xs)", "s | other", "s & other",
    "s - other", "{*xs, *d}", "{*d, *xs}", "{*d, *more}", "{*s, *more}", "{*d, *other}", "{9, 17, 25, n}", "set(KNOWN)",
    "{*KNOWN}", "{n, *KNOWN}", "set(range(3, 90, 8))", "set(Counter(xs))", "{*Counter(xs)}", "set(deque(xs))",
    "set(d) | set(more)", "set(d) & s", "set(dict.fromkeys(xs))", "{3, 11, 19, 27, n, *d}", "{3, 11, 19, 27, n, *s}",
    "s.difference(d)", "s.difference(more)", "s.difference(ys)", "s.intersection(ys)", "s.intersection(more)",
    "set({})", "s.difference(v for v in ys)", "s.union(v for v in ys)", "s.union(more.keys())", "s.union(Counter(ys))",
)  # fmt: skip
CHANGED = (
    "s.update(d)", "s.update(xs)", "s.update(other)", "s.update(more.keys())", "s.update(more)", "s.update(KNOWN)",
    "s |= other", "s -= other", "s &= other", "s = set()\ns.update(d)", "s = {n}\ns.update(more)",
    "s.difference_update(ys)", "s.intersection_update(ys)", "s.difference_update(more)", "s.clear()\ns.update(more)",
)  # fmt: skip
AFTER_SOME_LEFT = (
    "s.update(more)",
    "s = set(s)",
    "s = s | other",
    "s |= other",
    "s = {*s, *more}",
    "s = s.union(more)",
)
WITH_ITSELF = (
    "s = s | s", "s = s & s", "s = s.union(s)", "s = s.intersection(s)", "s = s.copy() | s", "t = s\ns = t | s",
    "s |= s", "s &= s", "s.update(s)", "s.intersection_update(s)", "s = s - s | other", "s = {*s, *s}",
)  # fmt: skip
FORMS = [
    *WITH_ITSELF,
    *(f"s = {each}" for each in MADE),
    *CHANGED,
    *(f"for v in xs[::2]:\n    s.discard(v)\n{each}" for each in (*AFTER_SOME_LEFT, *WITH_ITSELF)),
    "for v in xs[::2]:\n    d.pop(v, 0)\ns = set(d)",
]


def cells(seed: int):
    return pvector([0, 15, *Random(seed).choices(range(16), k=10)])


def agrees(rule) -> None:
    calls = [(cells(seed), n) for seed in range(4) for n in (1, 8, 13)]
    agree_on(rule, (type_of(cells(0)), Int(1, 13)), calls)


test_a_set_is_gone_over_as_by_python = agree_all(FORMS, HELPERS, START, agrees)


FAR = ("ys", "(v for v in ys)", "more", "more.keys()", "other", "frozenset(ys)", "tuple(ys)", "Counter(ys)", "range(n)")
ASKED = ("issubset", "issuperset", "isdisjoint")
test_methods_of_sets_take_what_may_be_gone_over = agree_all(
    [f"return s.{method}({each})" for method in ASKED for each in FAR]
    + [f"s.symmetric_difference_update({each})\nreturn len(s), sum(s)" for each in FAR]
    + [f"return len(s.symmetric_difference({each})), sum(s.symmetric_difference({each}))" for each in FAR],
    HELPERS,
    START.partition("{}")[0] + "{}",
    agrees,
)

LATE = """
from collections import Counter, deque
FROZEN = frozenset({5, 8, 120})
def given(log, items):
    for v in items:
        log.append(v)
        yield v
def fresh(c, items):
    for v in items:
        if v not in c:
            yield v
def told(items):
    t = 1
    for v in items:
        t = t * 31 + v & 0xFFFFFFFFFF
    return t
"""
OF_SETS = (
    *("update", "union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset", "isdisjoint"),
    *("difference_update", "intersection_update", "symmetric_difference_update"),
)
OF_FROZENSETS = ("union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset", "isdisjoint")
WITH_GENERATOR = """
log = [0]
g = given(log, [v * n for v in board])
s, f, c = {n, 5}, frozenset(board[:4]), Counter()
{}
return told(log), told(g), r is None, len(s), sum(s), len(c), told(c)
"""
test_methods_go_no_further_than_those_of_python = agree_all(
    [
        *(f"r = s.{each}(g)\nr = None if n else r" for each in OF_SETS),
        *(f"r = {base}.{each}(g)\nr = None if n else r" for each in OF_FROZENSETS for base in ("f", "FROZEN")),
        *(f"r = s.{each}(v + len(log) for v in g)\nr = None if n else r" for each in ASKED),
        "r = None\nc.update(fresh(c, board))",
        "r = None\nx = [1]\nx.extend(fresh(x, board))\nlog += x",
        "r = None\nd = deque([1])\nd.extend(fresh(d, board))\nlog += d",
        "r = None\nd = deque([1])\nd.extendleft(fresh(d, board))\nlog += d",
        "r = None\nh = fresh(c, board)\nc.update(h)",
        "r = None\nx = [1]\nh = fresh(x, board)\nx.extend(h)\nlog += x",
    ],
    LATE,
    WITH_GENERATOR,
    agrees,
)
test_what_gives_nothing = agree_all(
    [f"s, x, d, c = {{n}}, [n], {{n: 1}}, Counter(board)\nr = {each}\nreturn r is None" for each in (
        "s.discard(n)", "s.add(1)", "s.update(board)", "s.clear()", "x.append(1)", "x.extend(board)", "x.insert(0, n)",
        "x.remove(n)", "x.clear()", "x.sort()", "x.reverse()", "d.clear()", "d.update({1: n})", "c.subtract(board)",
        "c.update(board)", "deque(board).rotate(1)", "deque(board).extendleft(x)", "s.difference_update(board)",
    )],
    LATE,
)  # fmt: skip
