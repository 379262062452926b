"""Dicts that change: counters, distances, scores; order, missing keys, when they are made, what is refused."""

# ruff: noqa: E501

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

from agreement import agree, agree_all, agree_on, refusal, rule_of

from lazytree.compiler.ir.kinds import Int, Record, Varying
from lazytree.compiler.ir.varying import LEAST_ROOM, cells_for

HELPERS = """
import collections
from collections import Counter, defaultdict
from enum import Enum
from typing import NamedTuple
NEAR = ((1,), (0, 2), (1, 3), (2, 4), (3,))
WORTH = {0: 1, 1: 3}
class Card(NamedTuple):
    rank: int
    suit: int
class Color(Enum):
    RED = 1
    BLUE = 2
def bump(counts, key):
    counts[key] = counts.get(key, 0) + 1
def drop(counts, key):
    return counts.pop(key, 7)
def distances(board, start):
    found = {start: 0}
    ahead = [start]
    while ahead:
        here = ahead.pop(0)
        for other in NEAR[here]:
            if other not in found and board[other] != 2:
                found[other] = found[here] + 1
                ahead.append(other)
    return found
def some(board):
    if board[0]:
        return {0: board[0]}
def fill(board, here, seen):
    if here in seen:
        return
    seen[here] = len(seen)
    for other in NEAR[here]:
        if board[other] == board[here]:
            fill(board, other, seen)
def ways(n, memo):
    if n in memo:
        return memo[n]
    memo[n] = n if n < 2 else ways(n - 1, memo) + ways(n - 2, memo)
    return memo[n]
def above(counts, n):
    for key in counts:
        if counts[key] > n:
            yield key
def named(*, counts):
    return len(counts)
def told(counts):
    total = 0
    for key, value in counts.items():
        total = total * 31 + key * 5 + value & 65535
    return total
"""

AGREE = {
    "counted": "c = {}\nfor x in board:\n    c[x] = c.get(x, 0) + 1\nreturn told(c), len(c), max(c.values())",
    "constant keys": "c = {0: 0, 1: 0, 2: 0, 3: 0}\nfor x in board:\n    c[x] += x\nreturn c[0], c[2] - c[1], told(c)",
    "a missing key": "c = {0: 4, 1: 5}\nreturn c[n]",
    "a missing key that is changed": "c = {x: 1 for x in board}\nc[n] += 1\nreturn told(c)",
    "a missing key that is deleted": "c = {x: 1 for x in board}\ndel c[n]\nreturn told(c)",
    "a missing key that is popped": "c = {x: 1 for x in board}\nreturn c.pop(n), told(c)",
    "popped or else": "c = {x: 1 for x in board}\nreturn c.pop(n, 9), told(c), c.pop(n, None) is None",
    "popitem": "c = {x: 1 for x in board}\nk, v = c.popitem()\nreturn k, v, told(c)",
    "a value that may be put there": "c = {}\nc.setdefault(n)\nc.update()\nreturn len(c), c[n] is None",
    "a default below 0": "c = defaultdict(lambda: -1)\nfor x in board:\n    if c[x] < 0:\n        c[x] = len(c)\nreturn told(c), c[9]",
    "another one within": "c = {n: 1, **{2: 2}, 3: n}\nreturn told(c)",
    "order": "c = {}\nfor x in board:\n    c[x] = n\ndel c[board[1]]\nc[board[2]] = 3\nc[board[1]] = 4\nreturn told(c)",
    "clear": "c = {x: 1 for x in board}\nif n:\n    c.clear()\nc[7] = n\nreturn told(c)",
    "setdefault": "c = {}\nfor i, x in enumerate(board):\n    n += c.setdefault(x, i)\nreturn n, told(c)",
    "asked whether": "c = {x: 1 for x in board if x > n}\nreturn 1 if c else 2, not c, bool(c), len(c), n in c, n not in c",
    "while": "c = {x: x for x in board}\ns = 0\nwhile c:\n    k, v = c.popitem()\n    s = s * 5 + k\nreturn s",
    "keys, values, items": "c = {i: x for i, x in enumerate(board)}\nreturn sum(c), sum(c.keys()), sum(c.values()), "
    "sum(k * v for k, v in c.items()), len(c.items()), n in c.values(), tuple(sorted(c.values()))[0]",
    "loops": "c = {i: x for i, x in enumerate(board)}\ns = 0\nfor k in c:\n    s = s * 3 + k\nfor v in c.values():\n"
    "    s = s * 3 + v\nfor i, k in enumerate(c.keys()):\n    s += i * k\nreturn s",
    "values that a loop changes": "c = {i: x for i, x in enumerate(board)}\ns = 0\nfor k, v in c.items():\n"
    "    s = s * 3 + v\n    c[4 - k] = v + 1\n    c[k] = 7\nreturn s, told(c)",
    "a key that a loop adds": "c = {x: 1 for x in board}\nfor k in c:\n    if k == n:\n        c[k + 9] = 1\nreturn told(c)",
    "a key that a loop takes": "c = {x: 1 for x in board}\nfor k in c:\n    if k == n:\n        del c[k]\nreturn told(c)",
    "a key that a loop takes, and leaves": "c = {x: 1 for x in board}\nfor k in c:\n    if k == n:\n        del c[k]\n"
    "        break\nelse:\n    c[9] = 9\nreturn told(c)",
    "a key that a loop exchanges": "c = {x: 1 for x in range(4)}\ns = 0\nfor k in c:\n    s = s * 5 + k\n    if k == n:\n"
    "        del c[0]\n        c[9] = 1\nreturn s",
    "keys of before": "c = {x: 1 for x in board}\nfor k in list(c):\n    if k > n:\n        del c[k]\n"
    "for k in sorted(c):\n    c[k + 5] = k\nreturn told(c)",
    "comprehension": "x = 3\nc = {x: y for x, y in enumerate(board) if y if x != n}\nreturn x, told(c)",
    "nested comprehension": "c = {(x, y): x * y for x in board for y in range(n)}\nreturn sum(c.values()), len(c)",
    "written out": "c = {board[0]: 1, board[1]: 2, n: 3}\nreturn told(c), {n: 4, 1: n}[1]",
    "made of others": "c = dict(WORTH)\nc[n] = 5\nd = dict(c)\nd[8] = 1\ne = {**c, 9: n}\nreturn told(c), told(d), told(e)",
    "made of pairs": "c = dict(zip(board, range(5)))\nd = dict((x, n) for x in board)\nreturn told(c), told(d)",
    "fromkeys": "c = dict.fromkeys(board, n)\nd = dict.fromkeys([1, 2, 1], 0)\nreturn told(c), told(d)",
    "named": "c = dict(one=1, two=n)\nc['one'] += 4\nreturn c['one'] * 10 + c['two']",
    "copy": "c = {0: n}\nd = c.copy()\nd[0] += 1\nreturn c[0], d[0]",
    "update": "c = {1: n}\nd = {x: x for x in board}\nc.update(d)\nc.update({1: 7, 5: n})\nc |= {6: 1}\nreturn told(c)",
    "equal": "c = {x: 1 for x in board}\nd = {x: 1 for x in reversed(board)}\ne = {n: 1}\nreturn c == d, c != e, c == e",
    "best": "c = Counter(board)\nreturn max(c, key=c.get), min(c, key=lambda k: (c[k], -k)), max(c.items(), key=lambda p: p[1])",
    "ranked": "c = {x: i for i, x in enumerate(board)}\nreturn sum(i * k for i, k in enumerate(sorted(c, key=c.get, reverse=True)))",
    "Counter": "c = Counter(board)\nc[n] += 2\nc.update(board[1:3])\ndel c[77]\nreturn c[n], c[99], told(c), c.total()",
    "most_common": "c = Counter(board)\nreturn c.most_common(1)[0][0], sum(i * v for i, (k, v) in enumerate(c.most_common()))",
    "Counters are equal": "c = Counter(board)\nd = Counter(board)\nd[n] += 0\nreturn c == d, c == Counter(board[1:]), dict(c) == dict(d)",
    "defaultdict": "c = defaultdict(int)\nfor i, x in enumerate(board):\n    c[x] += i\nreturn c[n], told(c), c.get(9, 3)",
    "defaultdict that is read": "c = collections.defaultdict(lambda: 5)\ns = c[n] + len(c)\nc[1] += len(c)\nreturn s, told(c)",
    "in the middle": "return len(Counter(board)), max(Counter(board).values()), len({x: 1 for x in board}), len(distances(board, 0))",
    "chosen": "c = {1: n} if n > 1 else {}\nc[2] = 2\nreturn told(c)",
    "together": "seen, ahead = {0: 1}, [0]\nwhile ahead:\n    x = ahead.pop()\n    for y in NEAR[x]:\n"
    "        if y not in seen:\n            seen[y] = seen[x] + board[y]\n            ahead.append(y)\nreturn told(seen)",
    "several items": "c = {0: n, 1: 2}\nc[0], c[1] = c[1], c[0]\na, c[5], b = n, 3, 4\nc[6] = c[7] = a\nreturn told(c), b",
    "value before key": "c = {}\nx = [1, 2]\nc[x.pop()] = x.pop() * 10 + n\nreturn c[1]",
    "key once": "c = {1: 5, 2: 6}\nx = [1, 2]\nc[x.pop()] += len(x) + c[1]\nreturn told(c), len(x)",
    "texts": "c = {'X': 0, 'O': 0}\nfor x in board:\n    c['X' if x > n else 'O'] += x + 1\nreturn c['X'], max(c, key=c.get)",
    "pairs": "c = {}\nfor i, x in enumerate(board):\n    c[i % 2, x] = i\nreturn c.get((n, 1), -1), (1, n) in c, len(c)",
    "NamedTuples": "c = {Card(i, x): i for i, x in enumerate(board)}\nreturn Card(1, n) in c, max(k.rank for k in c), c[Card(0, board[0])]",
    "distances by NamedTuples": "c, ahead = {Card(0, n & 1): 0}, [Card(0, n & 1)]\nwhile ahead:\n    here = ahead.pop(0)\n"
    "    for r in (here.rank - 1, here.rank + 1):\n        near = Card(r, here.suit)\n"
    "        if 0 <= r < 5 and board[r] != 2 and near not in c:\n            c[near] = c[here] + 1\n            ahead.append(near)\n"
    "return len(c), sum(steps * cell.rank for cell, steps in c.items())",
    "members": "c = {Color.RED: 0, Color.BLUE: n}\nfor x in board:\n    c[Color.RED if x else Color.BLUE] += 1\n"
    "return c[Color.RED], max(c, key=c.get) is Color.RED",
    "bools": "c = {True: 0, False: 0}\nfor x in board:\n    c[x > n] += x\nreturn c[True], c[False]",
    "None": "c = {x: None for x in board}\nc[n] = 3\nx = c.get(1)\nreturn -1 if x is None else x",
    "values that are pairs": "c = {}\nfor i, x in enumerate(board):\n    c[x] = (i, n)\nreturn c[board[0]], max(v[0] for v in c.values())",
    "handed": "c = {}\nfor x in board:\n    bump(c, x)\nreturn told(c), drop(counts=c, key=n), told(c)",
    "given": "c = distances(board, 0)\nc[9] = n\nd = distances(board, 4)\nreturn told(c), told(d), sum(1 for k in c if k in d)",
    "given at times": "c = some(board)\nreturn c[0]",
    "a function that calls itself": "seen = {}\nfill(board, n & 3, seen)\nreturn told(seen), ways(12, {})",
    "a generator": "c = Counter(board)\nreturn sum(above(c, n)), sum(above(c, 0))",
    "an inner function": "c = {}\ndef note(k):\n    c[k] = c.get(k, 0) + n\nfor x in board:\n    note(x)\nreturn told(c)",
    "begun anew": "c = {0: n}\nfor x in board:\n    c = {k + 1: v for k, v in c.items()}\n    c = c.copy()\n    c[0] = x\nreturn told(c)",
    "containers as values": "c = {n: [n], 0: []}\nc[1] = [2]\nd = (c, 1)\ne = defaultdict(list)\ne[n].append(1)\n"
    "return len(c), len(c[n]), d[1], len(e[n]), len(e)",
    "a keyword-only parameter": "c = {n: 1}\nreturn named(counts=c)",
    "a change that is no value": "c = {n: 1}\nreturn c.update({1: 2})",
    "begun while a loop goes over it": "c = {n: 1, 7: 2}\nfor k in c:\n    c = {k: 3}\n    c[9] = 1\nreturn told(c)",
}

REFUSED = {
    "a slice": ("c = {n: 1, 9: 2}\nreturn c[1:]", "a dict has no slices"),
    "arguments by name": ("c = {n: 1}\nc.update(a=1)\nreturn len(c)", "by place"),
    "a value on some paths": (
        "for x in board:\n    e = {x: 1}\n    if len(e) > 1: break\nreturn told(e)",
        "e may be used before it is assigned",
    ),
}


test_a_dict_is_what_it_is_in_python = agree_all(AGREE, HELPERS)


@pytest.mark.parametrize(("body", "says"), REFUSED.values(), ids=REFUSED)
def test_a_dict_that_is_refused_says_why(body: str, says: str) -> None:
    assert says in refusal(rule_of(body, HELPERS))


def test_a_function_that_changes_a_dict_may_give_its_name_another_value() -> None:
    helpers = HELPERS + "def anew(c, n):\n    c[7] = n\n    c = {n: 2}\n    return len(c)\n"
    agree(rule_of("c = {n: 1}\nreturn anew(c, n), told(c)", helpers))


def test_names_that_mean_something_else_are_no_dicts() -> None:
    helpers = HELPERS + "def dict(x):\n    return x + 1\ndef Counter(x):\n    return x * 2\n"
    agree(rule_of("c = dict(n)\nd = Counter(c)\nreturn c, d", helpers))


# ---- any operations, one after another


OPERATIONS = """
d, t = {}, 0
for how, key, value in ops:
    k = (key, value & 1)
    if how < 3:
        d[k] = value
    elif how < 5:
        t = t * 3 + d.pop(k, 7) & 65535
    elif how == 5 and d:
        t = t * 3 + d.popitem()[1] & 65535
    elif how == 6:
        d.clear()
    else:
        t = t * 3 + d.get(k, 5) & 65535
for (key, odd), value in d.items():
    t = t * 31 + key * 5 + odd + value & 65535
return t, len(d)
"""
RULE = rule_of(OPERATIONS, "", "ops")
KINDS = (Varying(cells_for(Record(tuple, (Int(0, 7), Int(0, 40), Int(0, 99))), LEAST_ROOM, tuple)),)


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 40), st.integers(0, 99)), max_size=LEAST_ROOM))
def test_a_dict_after_any_operations_is_what_it_is_in_python(ops) -> None:
    agree_on(RULE, KINDS, [(tuple(ops),)])


# ---- when a dict is made, and what has two names: a dict is worked out where Python does it


MAKING_HELPERS = """
from collections import Counter, defaultdict
def told(counts):
    total = 0
    for key, value in counts.items():
        total = total * 31 + key * 5 + value + 77 & 65535
    return total
def put(items, x):
    items.append(x)
    return x
def taken(items):
    return {items.pop(): 1}
def asked(counts, key):
    return counts[key]
def made(f, n):
    return {k: f(k) for k in range(n)}
def marked(counts):
    counts[9] = 1
    return counts
def copied(counts):
    counts[9] = 1
    return dict(counts)
def keyed(board):
    counts = {}
    def key(x):
        return x + 1
    def add(x):
        if x in counts:
            return
        counts[x] = len(counts)
    for x in board:
        add(key(x))
    return counts
"""
READ = "d = {0: 1}\ndef f(k):\n    return len(d)\n"

MAKING_AGREE = {
    "a comprehension that calls what reads the variable": READ + "d = {k: f(k) for k in board}\nreturn told(d)",
    "a display": READ + "d = {n: f(0), 5: f(0), f(1): f(2)}\nreturn told(d)",
    "a Counter": "d = Counter()\nf = lambda k: len(d)\nd = Counter(map(f, board))\nreturn told(d)",
    "a method as a key function": "for x in board:\n    d = {1: 2, x: 1}\n    n += max(d, key=d.get) + sorted(d, key=d.get)[0]\nreturn n",
    "a method that is handed over": "for x in board:\n    d = {1: 2, x: 1}\n    n += sum(map(d.get, sorted(d)))\nreturn n",
    "a method that is kept": "d = {1: 2}\nf = d.get\nd[1] = n\nreturn f(1)",
    "a method that sorts": "d = {x: x - n for x in board}\nd = dict(d)\nu = list(d)\nu.sort(key=d.get)\nreturn u[0], u[-1]",
    "a copy that is given back": "d = {1: 2}\ne = copied(d)\nd[8] = 3\nreturn told(e), told(d)",
    "functions inside of one that gives a dict": "d = keyed(board)\nreturn told(d)",
    "an item that is taken after it is read": "u = list(board)\nreturn u[-1] + len({u.pop(): 1}) * 100",
    "by way of a function": "u = list(board)\nreturn len(u) + told(taken(u))",
    "a missing key that is put there": "d = defaultdict(int)\nreturn d[5] + len({k: 1 for k in d})",
    "by way of what is asked": "d = defaultdict(int)\nreturn asked(d, 5) + len({k: 1 for k in d})",
    "afterwards": "d = defaultdict(int)\nreturn len(d) * 10 + len({k: d[k] for k in board})",
    "a method of the dict before": "d = {1: 2}\nf = d.get\nd = {1: 3}\nreturn f(1)",
    "a dict that is given back": "d = {1: 2}\ne = marked(d)\nd[8] = 3\nreturn told(e), told(d)",
}


test_a_dict_is_made_when_python_makes_it = agree_all(MAKING_AGREE, MAKING_HELPERS)


COUNTERS = """
from collections import Counter, defaultdict
def told(d):
    t = 1
    for key, number in d.items():
        t = t * 31 + key * 7 + number & 0xFFFFFFFFFF
    return t
"""
COUNTED = """
c, d = Counter(board), Counter(board[2:])
d[1] -= 2
c[n] -= 1
p, s = {v: 2 for v in board[1:]}, {v for v in board if v != n}
{}
return told(c), told(d), told(r) if n else len(r)
"""
OPERATORS_OF_COUNTERS = [
    *(f"r = c {sign} d" for sign in "+-|&"),
    *(f"r = c\nc {sign}= d" for sign in "+-|&"),
    *(f"r = c\nc {sign}= p" for sign in "+-|"),
    "r = p | c", "r = p\np |= c", "r = c\nc.subtract(board)", "r = c\nc.subtract(p)", "r = c\nc.subtract(v for v in board)",
    *(f"r = p if c {sign} d else {{}}" for sign in ("<=", "<", ">=", ">", "==", "!=")),
    "r = p if c - d == d - c else {}", "r = p if (c & d) <= d else {}", "r = p if (c | d) >= d else {}",
]  # fmt: skip
test_operators_of_counters = agree_all(OPERATORS_OF_COUNTERS, COUNTERS, COUNTED)
KEYS = [
    *(f"len(p.keys() {sign} s), sum(s {sign} p.keys()), sorted(p.keys() {sign} c.keys())[0]" for sign in "|"),
    *(f"len(p.keys() {sign} s), sum(s {sign} p.keys()), len(p.keys() {sign} c.keys())" for sign in "&-^"),
    *(f"p.keys() {sign} s, s {sign} p.keys(), p.keys() {sign} c.keys()" for sign in ("==", "!=", "<=", "<", ">=", ">")),
    "tuple(p), tuple(p.keys()), tuple(p.values()), (n, *p), (*s, n), tuple(s)",
]
test_keys_are_a_set = agree_all(KEYS, COUNTERS, COUNTED.partition("{}")[0] + "return {}")


def test_what_is_no_set_is_no_operand_of_keys():
    body = "return len({v: n for v in board}.keys() & [n])"
    assert refusal(rule_of(body)) == "no `&` of the keys of a dict and a list"


BOARDS_AS_KEYS = [
    "x = {{}}\nx[{0}] = 1\nx[{1}] = n\nreturn len(x), x[{0}]",
    "x = {{{0}: n}}\nreturn [number for key, number in x.items() if key == {0}][0]",
    "x = Counter([{0}, {1}, {0}])\nreturn x[{0}], x[{1}], {0} in x, x.pop({1}, 7), {1} in x",
    "x = {{{0}: 1}}\nreturn x.get({1}, 5), x.setdefault({1}, n), len({{{0}, {1}}}), {1} in x",
]
KEY_PAIRS = [
    ("board", "board.set(0, n & 3)"),
    ("tuple(board)", "tuple(board[1:]) + (n & 3,)"),
    ("(n, 1)", "(1, n)"),
    ("(board, n)", "(board.set(1, 1), 2)"),
    ("(n > 1, n < 0)", "(True, False)"),
    ("tuple(v for v in board if v)", "tuple(v for v in board if v > 1)"),
    ("''.join('abcd'[v] for v in board)", "'abcda'"),
    ("frozenset(board)", "frozenset({1, n})"),
]
test_what_may_be_a_key = agree_all([form.format(*pair) for form in BOARDS_AS_KEYS for pair in KEY_PAIRS], COUNTERS)

BOOLS_AND_INTS = (
    "return n in s, n + 7 in s, (n > 2) in t",
    "s.discard(n)\nreturn len(s)",
    "s.remove(n)\nreturn len(s)",
    "s.add(n)\nreturn len(s), sum(s)",
    "return len(t & s), len(t - s), len(s - t), len(t ^ s), len(t | s)",
    "return t <= s, s <= t, t == s, t.issubset(s), t.isdisjoint(s)",
    "return d.get(n, 7), n in d, d.get(n > 2, 5)",
    "return d.pop(n, 9), len(d)",
    "d[n] = 4\nreturn len(d)",
    "return d.setdefault(n, 3)",
    "return d.keys() == t, len(t & d.keys()), len({n: 1, 1: 2}.keys() - d.keys())",
    "c = Counter(v > 1 for v in board)\nreturn c[n], len(c & Counter([n, 1])), c == Counter([n, 1])",
    "p = {(n > 1, 1)}\nreturn (n, 1) in p, (n > 1, 1) in p",
    "p = {(n > 1, n): 4}\nreturn p.get((n, n), 8), p.get((True, n), 8)",
)
WITH_BOOLS = "s, t, d = {n > 1, n > 2}, {1, n}, {n > 1: n}\n{}"
test_a_bool_is_no_other_key_than_0_or_1 = agree_all(BOOLS_AND_INTS, COUNTERS, WITH_BOOLS)

NEVER_FILLED = (
    "for v, q in a.items():\n    n += v",
    "for v in a:\n    n += v",
    "for v in a.values():\n    n += v",
    "n += sum(a) + len(list(a.items()))",
    "n += len(a | a) + a.get(n, 3)",
)
ASKED_FOR = "if n in a.keys():", "if n in a:", "if a.get(n, 0):"
test_what_is_only_asked_is_empty = agree_all(
    [f"a = {{}}\n{test}\n    n = 1\n{each}\nreturn n" for test in ASKED_FOR for each in NEVER_FILLED], COUNTERS
)
