"""Lists and sets that functions are handed or give back: a change is seen by every name."""

from __future__ import annotations

from random import Random

import pytest
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from agreement import agree_all, agree_on, refusal, rule_of

from lazytree.compiler.ir.kinds import Int

HELPERS = """
from collections import deque
from dataclasses import dataclass
from functools import partial
from pyrsistent import pvector
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
def fresh(s, n):
    return [x for x in s] if n > 1 else list(s)
def filled(board, n):
    out = []
    for x in board:
        out.append(x)
    if n > 1:
        out = out + [4]
    return out
def few(board, k=2):
    found: list[int] = []
    if k > 3:
        found.append(k)
        return found
    for x in board:
        found.append(x + k)
    found.append(9)
    return found
def halves(x):
    return [x // k for k in (1, 2, 4)]
def copied(s):
    found = []
    for x in s:
        found.append(x)
    return found
def near(c):
    return [c - 1, c + 1]
def many(c):
    return [c] * 20
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
NAMED = (
    "t = [n]\ns = fresh(t, n)\ns.append(1)\nt.append(2)\nt.append(3)\nreturn len(s), len(t)",
    "s = [x for x in board if x > n]\nt = s\ns = maybe(s, n)\ns.append(5)\nreturn len(s), sum(t)",
    "s = [n]\ns += [len(s) for v in board]\ns += (len(s) for v in board)\nreturn len(s), sum(s)",
    "s = [n]\ns = filled(s + [1], 1)\ns.append(7)\nt = s + filled(board, 2)\nt.pop()\nreturn len(s), sum(t)",
    "s = [n, 2]\nreturn push(s if n > 1 else [1], n), len(s)",
    "q = deque([n])\nfor x in q:\n    if x < 3: q.append(x + 1)\nreturn len(q)",
    "s = [3, 1]\nfor x in reversed(s):\n    s.pop()\nreturn len(s)",
    "s = [1]\nfor y in [push(s, x) for x in board]:\n    n += len(s)\nreturn n",
    "n += sum([s := 3, 4])\nreturn n",
    "return sum(x * n for x in few(board, n)), [x + 1 for x in few(board, 1)][0], max(few(board, n))",
    "t = 0\nfor x in few(board, n):\n    for y in halves(x):\n        if y == 1:\n            continue\n"
    "        t = t * 3 + y\nreturn t",
    "s, t = [n, 1], 0\nfor x in copied(s):\n    s.append(x)\n    t += x\nreturn t, len(s)",
    "for x in few(board, n):\n    if x > 1:\n        return x\nreturn 0",
    "d, t = {}, 0\nfor x in near(n):\n    made = many(x)\n    t = t * 31 + sum(made)\nd[n] = t\nreturn d[n], len(d)",
)


test_what_a_function_changes_is_changed_for_its_caller = agree_all(
    CALLS, HELPERS, "s = [x for x in board]\na = {}\nk = 0\nfor x in s: k = k * 2 + x\nreturn a, k, len(s)"
)
test_lists_that_are_given_back_and_named_again = agree_all(NAMED, HELPERS)


@pytest.mark.parametrize(("change", "place"), [("set(3", 3), ("mset(-4", -4)])
def test_a_row_that_there_is_not_is_refused(change, place):
    says = f"no item {place} to change in a tuple or a board of 3"
    assert says in refusal(rule_of(f"g = GRID.{change}, GRID[0])\nreturn g[0][0]", HELPERS))


# ---- functions that call themselves, and are handed a list or a set or give items: fills and generators


RECURSION_HELPERS = """
from collections import deque
NEAR = ((1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8), (3, 7), (6, 4, 8), (7, 5))
def spread(board, c, seen):
    seen.add(c)
    for d in NEAR[c]:
        if board[d] == board[c] and d not in seen:
            spread(board, d, seen)
def size(board, c, met):
    met.append(c)
    return 1 + sum(size(board, d, met) for d in NEAR[c] if board[d] == board[c] and d not in met)
def first_edge(board, c, seen):
    if c in seen:
        return None
    seen.add(c)
    for d in NEAR[c]:
        if board[d] != board[c]:
            return d
        if (found := first_edge(board, d, seen)) is not None:
            return found
    return None
def two(n, left, right):
    left.append(n)
    if n:
        right.append(n * 2)
        two(n - 1, right, left)
    return len(left) * 10 + len(right)
def halved(items, low, high):
    if high - low < 2:
        return items[low]
    middle = (low + high) // 2
    return max(halved(items, low, middle), halved(items, middle, high))
def dug(stack, n):
    return stack.pop() + dug(stack, n - 1) if n and stack else 0
def through(board, c, seen, n):
    marked(seen, c)
    return len(seen) + (through(board, NEAR[c][0], seen, n - 1) if n > 0 else 0)
def marked(seen, c):
    seen.add(c)
    seen.discard(c + 1)
def taken_in(met, n):
    if n in met or not met:
        return len(met)
    met.add(n)
    return taken_in(met, n - 1) + 100
def few():
    return [4, 2, 9]
def alias(s, n):
    t = s
    s.append(n)
    return len(t) if n < 1 else alias(s, n - 1)
def paths(board, c, left):
    yield c
    if left:
        for d in NEAR[c]:
            if board[d] != board[c]:
                yield from paths(board, d, left - 1)
def jumps(board, c, left):
    yield c, left
    if left < 1:
        return
    for d in NEAR[c]:
        if board[d] != board[c]:
            for a, b in jumps(board.set(c, 0), d, left - 1):
                yield d - a, b + 1
def lists(board, c, left):
    out = [c]
    for d in NEAR[c]:
        if left and board[d] != board[c]:
            out += lists(board, d, left - 1)
    return out
def taken(items, n):
    out = [x for x in items if x > n]
    if n > 0:
        items.append(n)
        out += taken(items, n - 2)
    return out
def raising(n):
    yield n
    if n < 0:
        raise ValueError
    yield from raising(n - 1)
def endless(n):
    yield n & 255
    yield from endless(n + 1)
def until(board, c, seen, out):
    if c not in seen:
        seen.add(c)
        out.append(board[c])
        for d in NEAR[c]:
            until(board, d, seen, out)
"""
ALIKE = {
    "a copy of a set": "s = set(board)\nspread(board, n, s.copy())\nreturn taken_in(s.copy(), n), len(s)",
    "a copy of a list": "s = [x for x in board]\ns.append(n)\nreturn halved(s.copy(), 0, 9), dug(s.copy(), 2), len(s)",
    "what a call without arguments gives": "return dug(few(), n), halved(few(), 0, 3), halved([*few()], 0, 3)",
    "an empty list": "return size(board, n, list()), size(board, n, []), first_edge(board, n, set())",
    "two fills of one set": "s = {n}\nspread(board, 0, s)\nspread(board, 8, s)\nreturn max(s), len(s)",
    "None, or a value": "return first_edge(board, n, set()), first_edge(board, 4, {1, 3})",
    "two lists, exchanged": "a, b = [], [1]\nk = two(n, a, b)\nreturn k, len(a), len(b), sum(a), sum(b)",
    "a comprehension as an argument": "return halved([x * n for x in board if x] + [n], 0, 1)",
    "a tuple as an argument": "return halved(tuple(x for x in board if x), 0, 1)",
    "in the order of the text": "s = [1, 2, 3, 4]\nreturn len(s) * 100 + dug(s, 2) * 10 + len(s), s.pop()",
    "a helper in between": "s = {n}\nk = through(board, n, s, 3)\nreturn k, len(s)",
    "several lists": "s, out = set(), []\nuntil(board, n, s, out)\nreturn sum(out), len(s), out[0]",
    "a generator": "return sum(k * (c + 1) for k, c in enumerate(paths(board, n, 3))), max(paths(board, n, 2))",
    "a generator that is left early": "return any(c == 4 for c in paths(board, n, 4)), next(paths(board, n, 2))",
    "a generator over itself": "t = 0\nfor a, b in jumps(board, n, 3):\n    t = t * 3 + a * b & 4095\nreturn t",
    "a list of items": "return max([3 * c for c in paths(board, n, 2)]), len(list(paths(board, n, 3)))",
    "a list that is kept and grows": "s = lists(board, n, 1)\ns.append(n)\nreturn len(s), s[0], s[-1]",
    "a list that is made while another one changes": "s = list(board)\nt = 0\nfor x in taken(s, n):\n    s.append(x)\n"
    "    t = t * 3 + x & 1023\nreturn t, len(s), s[-1]",
}
HANDED_BACK = {
    "an error that comes later": "return next(raising(n))",
    "a generator without an end": "return next(endless(n))",
}
random = Random(7)
RECURSION_CALLS = [(pvector(random.choices(range(2 + at % 2), k=9)), random.randrange(9)) for at in range(120)]
KINDS = pvector([0, 1, 2, 0, 1, 2, 0, 1, 2]), Int(0, 8)


test_recursive_functions_of_lists_give_what_python_gives = agree_all(
    ALIKE, RECURSION_HELPERS, check=lambda rule: agree_on(rule, KINDS, RECURSION_CALLS)
)
test_items_are_made_at_once_and_python_answers_where_one_fails = agree_all(
    HANDED_BACK,
    RECURSION_HELPERS,
    check=lambda rule: agree_on(
        rule, KINDS, [(KINDS[0], n) for n in range(9)], may_trap=lambda expected, given: expected == given[1]
    ),
)


def test_a_list_with_two_names_is_handed_back_where_it_changes():
    rule = rule_of("s = [1]\nreturn alias(s, n), len(s)", RECURSION_HELPERS)
    agree_on(rule, KINDS, [(KINDS[0], n) for n in range(9)], may_trap=lambda *_: True)
