"""Clauses of comprehensions that read a name which they, or later ones, assign: lists are made first, the rest late."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, rule_of

HELPERS = """
from collections import deque
from itertools import chain, pairwise, product
from pyrsistent import pvector
WORTH = {1: 2, 2: 3, 5: 1}
def joined(a, b):
    return [a] + [b]
def pair(a, b):
    return [a, b]
def lazy(a, b):
    yield a
    yield b
"""
LISTS = (  # of y, made when the clause before it has an item
    "[n] + [y]", "[n, y]", "[n] + [y] + [y + 1]", "[*[n], y, n]", "[*range(y), y]", "list((n, 4)) + [y]", "(n, y)",
    "list(range(n)) + [y]", "sorted([n, y + 1, y])", "sorted([n] + [y])", "sorted([n] + [y], reverse=True)[:1]",
    "sorted([n, y], key=lambda v: v * y)", "[n, y] * 2", "[z + y for z in [n, y]]", "list([n, y])[::-1]",
    "([n, y] if n > 2 else [y, n, y])", "((y,) if y > 1 else (n, y))", "deque([n]) + deque([y])", "list(lazy(n, y))",
    "list(w + y for w in [n, y])", "tuple(w + y for w in [n, y])", "pvector(w + y for w in [n & 3, y])",
    "[v for v in range(3) for v in [n] + [v]] + [y]", "[w for w in [y, n] + [y] for w in [y, n]]", "joined(n, y)",
    "pair(n, y)", "[*lazy(n, y), y]", "board[y:]", "list(board[:y]) + [board[y]]",
)  # fmt: skip
LATE = (  # items are made one by one, and see the name as it is by then
    "(y + w for w in (n, 5))", "(y + w for w in [n] + [y])", "lazy(n, y)", "range(y)", "range(y, n)",
    "range(n, y, -1)", "map(lambda w: y + w, (n, 5))", "filter(lambda w: w > y, (n, 5, 6))", "chain([y], [n], (y,))",
    "chain((y,), (y + v for v in range(n & 3)))", "(w + y for w in lazy(n, 4))",
)  # fmt: skip
SEVERAL = (
    "y + z * 3 for y in range(3) for z in [n] + [y] for y in [z] + [y]",
    "y + z * 3 for y in range(3) for y in joined(n, y) for z in joined(y, n) for y in joined(z, y)",
    "y + z * 3 for y in range(3) for y in lazy(n, y) for z in lazy(y, n) for y in lazy(z, y)",
    "y for y in range(3) for y in [n] + [y] if y > 1 for y in [y] + [n, y]",
    "y * z for y in range(3) for y, z in [(y, n)] + [(n, y)] + [(y + 1, y)]",
    "y * z for y in range(3) for y, z in ((y, n), (n, y), (y + 1, y))",
    "y * 3 + i for y in range(3) for i, y in enumerate([n] + [y, y + 1])",
    "y + i for y in range(3) for i, y in enumerate([y, n, y], start=y)",
    "a * 3 + y for y in range(3) for a, y in zip((y, n), (n, y))",
    "y * z for y in range(2) for y, z in product([n, y], [y] + [3])",
    "y + z for y in range(3) for y, z in pairwise([n, y] + [n + y])",
    "y * n for y in range(3) for y in WORTH if y > n",
    "y * n for y in range(3) for n, y in WORTH.items() if y > n",
    "y for y in (y for y in range(3) for y in [n] + [y])",
    "board[0] for c in board for c in [c] + [n] + [c] if c != n",
)
CONSUMED = ("sum({})", "tuple([{}])", "max([{}])", "next(({}), 4)", "any([{}])", "len([{}])", "sum([{}][1:2])")
AROUND = (
    "def made(y):\n    return [n] + [y]\nreturn tuple(y for y in range(3) for y in made(y))",
    "made = lambda y: [n, y, y]\nreturn tuple([y for y in range(3) for y in made(y)])",
    "return len({y for y in range(3) for y in [n] + [y]}), sum(y for y in range(3) for y in {n, y, 2})",
    "k = n\nreturn sum(z for y in range(3) for z in [k, y, k] if (k := k + 1) > 0), k",
    "k = n\nreturn sum(z for y in range(3) for z in (k + v for v in range(2)) if (k := k + 1) > 0), k",
)
LOOPS = (
    "for y in range(3):\n    for y in {}:\n        t = t * 3 + y\nreturn t, y",
    "y = n & 3\nfor y in {}:\n    t = t * 3 + y\n    if t > 40:\n        break\nelse:\n    t = t * 5 + y\nreturn t, y",
    "y = 1\nwhile t < 50:\n    for y in {}:\n        t += y * y + 1\n    y = y & 3\n    t += 1\nreturn t, y",
)


@pytest.mark.parametrize("value", (*LISTS, *LATE))
def test_a_clause_that_reads_the_name_it_assigns(value):
    agree(rule_of(f"return sum([y for y in range(3) for y in {value}]), n", HELPERS))


@pytest.mark.parametrize("consumed", CONSUMED)
@pytest.mark.parametrize("value", [*LISTS[:2], LATE[0]])
def test_such_a_clause_in_what_is_consumed_otherwise(consumed, value):
    agree(rule_of(f"return {consumed.format(f'y for y in range(3) for y in {value}')}", HELPERS))


@pytest.mark.parametrize("clauses", SEVERAL)
def test_several_clauses_that_assign_a_name(clauses):
    agree(rule_of(f"return sum({clauses}), tuple([{clauses}]), n", HELPERS))


@pytest.mark.parametrize("body", AROUND)
def test_such_a_clause_in_a_set_with_a_function_and_with_an_assignment(body):
    agree(rule_of(body, HELPERS))


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("value", [*LISTS[:5], *LATE[:4]])
def test_loops_as_statements_that_assign_the_name_they_read(loop, value):
    agree(rule_of(f"t = 0\n{loop.format(value)}", HELPERS))
