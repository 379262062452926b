"""Generators that are kept, left, gone on with, handed over: machine code gives what Python gives."""

import itertools
from typing import NamedTuple

import pytest

pytest.importorskip("llvmlite")

from programs.lanes import answer, machine_code, verdict

from lazytree.compiler.ir.constant_kinds import type_of
from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Refused

KINDS = {"board": type_of((0, 1, 2, 2) * 4), "n": Int(0, 10**6)}
BOARDS = ((0, 1, 2, 2) * 4, (0,) * 16, (2, 0) * 8)
NUMBERS = (0, 1, 2, 3, 4, 5, 9, 63)
TABLE = ((1, 2, 3), (4, 5, 6), (7, 8, 9))


def near(k):
    yield k
    yield k + 1
    yield k * 2


def tree(k):
    if k > 0:
        for x in tree(k - 1):
            yield x + k
        yield k
        yield from tree(k - 2)


def ping(k):
    if k > 0:
        yield k
        yield from pong(k - 1)


def pong(k):
    if k > 0:
        yield -k
        yield from ping(k - 1)


def places(board, k):
    for i, x in enumerate(board):
        if x == k:
            yield i


def growing(n):
    found = []
    for k in range(n % 7):
        found.append(k)
        yield len(found), sum(found)


def rows(table, k):
    for row in table:
        yield row[k]


def both(xs, k):
    for x in xs:
        yield x
        yield next(xs, k)


class Kept(NamedTuple):
    items: object
    k: int


def asked_by_next(board, n):
    g = near(n)
    return next(g), next(g), next(g), next(g, -1), next(g, -2)


def two_names(board, n):
    g = h = near(n)
    return next(g) * 100 + next(h, 0), list(g) == list(h)


def in_a_list(board, n):
    gs = [near(k) for k in range(n % 5)]
    total = 0
    while gs:
        g = gs.pop(0)
        x = next(g, -1)
        if x >= 0:
            total = (total * 7 + x) % 10007
            gs.append(g)
    return total


def in_a_record(board, n):
    kept = Kept(near(n), 3)
    return next(kept.items) + kept.k, sum(kept.items)


def one_of_two(board, n):
    g = near(n) if n % 2 else tree(n % 6)
    total = next(g, 5)
    for x in g:
        total = (total * 3 + x) % 10007
    return total


def calls_itself(board, n):
    return sum(x * (i + 1) for i, x in enumerate(tree(n % 9)))


def in_circles(board, n):
    return sum(x * (i + 1) for i, x in enumerate(ping(n % 8)))


def holds_a_board(board, n):
    g = places(board, n % 3)
    return next(g, -1), next(g, -1), len(list(g))


def sees_a_list_change(board, n):
    xs = [1, 2, 3]
    g = iter(xs)
    next(g)
    xs.append(n)
    return sum(g)


def fills_lists(board, n):
    g = growing(n)
    total = 0
    for a, b in g:
        total = total * 5 + a * b
        more = [a, b, total]
        total += sum(more)
        for c, d in g:
            total += c + d
            break
    return total


def of_a_table(board, n):
    g = rows(TABLE, n % 3)
    h = iter(TABLE[n % 3])
    return next(g) * 10 + next(g), sum(g), next(h), sum(h)


def in_pairs(board, n):
    g = iter(board)
    total = 0
    for a, b in zip(g, g):
        total = (total * 3 + a - b) % 1009
    return total


def beside_a_shorter_one(board, n):
    g = near(n)
    x = y = 7
    for x, y in zip(g, (0, 1)):  # noqa: B007
        pass
    return x, y, sum(g)


def beside_a_shorter_one_at_once(board, n):
    x = y = 7
    for x, y in zip(near(n), range(n % 4)):  # noqa: B007
        pass
    return x, y


def handed_to_a_function(board, n):
    return sum(both(near(n), 5)), list(both(iter(board), n))[:4] == [0, 1, 2, 2]


def counts(board, n):
    c = itertools.count(n)
    total = 0
    for x in board:
        if x == 2:
            total += next(c)
    return total


def holds(board, n):
    g = near(n)
    return n + 1 in g, sum(g)


def looks_late(board, n):
    k = n
    g = (x * k for x in board)
    board = (*board[:3], 7, *board[4:])
    k = 3
    return sum(g) + sum(board)


def over_a_set(board, n):
    g = iter([5, 6, 7, 8, 9])
    total = 0
    for c in {n, 33, 8, 40}:
        total = total * 3 + next(g) * c
    return total


def asks_itself(board, n):
    gs = []

    return n if n < 5 else next(circular(gs))


def circular(gs):
    gs.append(0)
    yield len(gs)


def any_of(xs):
    k = 0
    while any(xs):
        k += 1
        if k > 20:
            break
    return k


def repeated(board, n):
    return any_of(x > 1 for x in board)


def expressions_kept(board, n):
    g = (x * n for x in board if x)
    h = map(abs, board)
    return next(g, 1), next(h), sum(g), sum(h), sum(g)


def beside_others(board, n):
    xs = [n, 2]
    total = 0
    for a, b, c in zip((x * n for x in xs), range(n % 9), reversed(board)):
        xs.append(a & 3)
        total = (total * 5 + a * 7 + b * 3 + c) % 10007
    return total, len(xs)


def beside_nothing(board, n):
    g, h = near(n), iter([])
    total = sum(a for a, _ in zip(g, ())) + sum(a for _, a in zip((), g)) + sum(a for a, _ in zip(g, h))
    return total, next(g, 9)


def fills_and_gives_nothing(xs):
    xs.append(1)
    if len(xs) > 100:
        yield 0


def runs_without_items(board, n):
    xs = [n]
    for x in fills_and_gives_nothing(xs):
        xs.append(x)
    g = fills_and_gives_nothing(xs)
    for x in g:
        xs.append(x)
    return sum(xs)


def in_a_comprehension(board, n):
    rows = [zip(board, (x + n for x in board)) for _ in range(2)]
    return [sum(a * b for a, b in row) for row in rows][1], len(rows)


RULES = [
    expressions_kept, beside_others, beside_nothing, runs_without_items, in_a_comprehension, repeated,
    asked_by_next, two_names, in_a_list, in_a_record, one_of_two, calls_itself, in_circles, holds_a_board,
    sees_a_list_change, fills_lists, of_a_table, in_pairs, beside_a_shorter_one, beside_a_shorter_one_at_once,
    handed_to_a_function, counts, holds, looks_late, over_a_set, asks_itself,
]  # fmt: skip


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_items_are_those_of_python(rule):
    made = machine_code(rule, KINDS)
    assert not isinstance(made, Refused), made
    for call in itertools.product(BOARDS, NUMBERS):
        assert verdict(answer(rule, call), made, call) == "same"


def truth(board, n):
    return 1 if near(n) else 0


def changes(board, n):
    g = (x * n for x in board)
    n = 3
    return next(g) + sum(g)


def in_a_loop(board, n):
    gs = [(x * k for x in board) for k in range(3)]
    return sum(gs[0])


REFUSED = {changes: "a generator that reads", in_a_loop: "a generator that reads", truth: "a generator is true"}


@pytest.mark.parametrize("rule", REFUSED, ids=lambda rule: rule.__name__)
def test_what_would_differ_is_refused(rule):
    assert REFUSED[rule] in str(machine_code(rule, KINDS))
