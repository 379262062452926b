"""What may be gone over, in everything that goes over items: as in Python, or a refusal that is no fault."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, rule_of

from lazytree.core.errors import Refused

HELPERS = """
from collections import Counter, deque
from functools import reduce
from itertools import accumulate, chain, combinations, pairwise, permutations, product
from pyrsistent import pvector
LIST, TUPLE, SET, DICT, FROZEN = [2, 1, 2], (2, 1, 2), {2, 1}, {2: 1, 1: 2}, frozenset({2, 1})
def gen(b):
    yield 1
    for x in b:
        yield x
def listed(b):
    out = [1]
    for x in b:
        out.append(x)
    return out
def made(b):
    return {x for x in b}
def pairs(b):
    return {x: 1 for x in b}
def kept(xs):
    ys = list(xs)
    return len(ys) * 100 + sum(ys)
def twice(xs):
    return sum(x for x in xs) + sum(xs)
def told(items):
    t = 1
    for x in items:
        t = t * 5 + x & 65535
    return t
"""
SOURCES = (
    "board", "tuple(board)", "[x for x in board]", "{x for x in board}", "(x for x in board)", "{x: 1 for x in board}",
    "[1, n, 1]", "(1, n, 1)", "{1, n, 0}", "{1: n, n: 2}", "range(n + 1)", "gen(board)", "listed(board)", "made(board)",
    "pairs(board)", "LIST", "TUPLE", "SET", "DICT", "FROZEN", "frozenset(board)", "set(board)", "board[1:]",
    "pairs(board).values()", "board[::-1]", "sorted(board)", "map(abs, board)", "reversed(board)", "chain(board, [n])",
    "[y for x in board for y in (x, n)]", "Counter(board)", "deque(board)", "[*board, n]", "{*board, n}", "iter(board)",
    "pvector([n, 1, n])", "filter(None, board)", "(board if n > 1 else board[::-1])",
)  # fmt: skip
CONSUMERS = (
    "len({})", "told(list({}))", "told(tuple({}))", "told(sorted(set({})))", "len(frozenset({}))", "told(deque({}))",
    "told(sorted({}))", "max({})", "min({}, default=3)", "told(i * x for i, x in enumerate({}))", "n in {}", "any({})",
    "told(a * b for a, b in zip({}, board))", "told(reversed(list({})))", "told(map(lambda v: v + 1, {}))", "all({})",
    "told(filter(None, {}))", "told(chain({}, (1,)))", "told(a * b for a, b in product({}, (1, 2)))", "kept({})",
    "told(a * b for a, b in combinations({}, 2))", "told(a - b & 7 for a, b in permutations({}, 2))", "twice({})",
    "told(a * b for a, b in pairwise({}))", "told(accumulate({}))", "len(Counter({}))", "len(dict.fromkeys({}))",
    "told([*{}, 7])", "told((*{}, 7))", "len({*{}, 7})", "reduce(lambda a, b: a * 2 + b & 63, {})", "next(iter({}))",
    "[x for x in {}][0]", "told([x for x in {} if x])", "len({x for x in {}})", "told(pvector({}))",
    "list({}).index(n)", "sorted({}, key=lambda v: -v)[0]", "max({}, key=lambda v: v * 3 % 4)", "len(list({})[1:])",
    "list({}).count(1)",
)  # fmt: skip
STATEMENTS = (
    "s = [n]\ns.extend({})\nreturn told(s)",
    "s = [n]\ns += {}\nreturn told(s)",
    "s = {n}\ns.update({})\nreturn len(s), sum(s)",
    "s = {n}\ns |= {}\nreturn len(s)",
    "a, *b = {}\nreturn a, told(b)",
    "t = 1\nfor x in {}:\n    if x == n:\n        break\n    t = t * 3 + x & 1023\nelse:\n    t += 7\nreturn t, x",
    "g = {}\nh = list(g)\nreturn told(h), len(h)",
    "d = dict((x, n) for x in {})\nreturn len(d)",
    "c = Counter()\nc.update({})\nreturn c[1], len(c)",
    "s = {n, 5}\nreturn len(s.union({})), len(s - set({}))",
    "s = [n, 2]\ns[1:] = {}\nreturn told(s)",
    "t = 0\nfor i, x in enumerate({}):\n    board = board.set(0, 3)\n    t = t * 3 + x * i & 1023\nreturn t",
)
FORMS = [f"return {consumer}" for consumer in CONSUMERS] + [*STATEMENTS]
EACH = 3  # sources of a form that are tried by default


def agrees_or_is_refused(form: str, source: str) -> None:
    try:
        agree(rule_of(form.replace("{}", source), HELPERS))
    except Refused as refused:
        assert "fault" not in refused.rule, (form, source)


@pytest.mark.parametrize("form", FORMS)
def test_some_of_what_may_be_gone_over(form):
    for source in Random(form).sample(SOURCES, EACH):
        agrees_or_is_refused(form, source)


@pytest.mark.minutes
def test_all_that_may_be_gone_over():
    for form, source in product(FORMS, SOURCES):
        agrees_or_is_refused(form, source)
