"""When a dict is made, and what has two names: a dict is worked out where Python does it, or refused."""

# ruff: noqa: E501 - a program a line

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of

HELPERS = """
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
def one_of(counts, n):
    other = counts
    return other if n else {}
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

AGREE = {
    "a comprehension that calls what reads the variable": READ + "d = {k: f(k) for k in board}\nreturn told(d)",
    "a display": READ + "d = {n: f(0), 5: f(0), f(1): f(2)}\nreturn told(d)",
    "pairs": READ + "d = dict((k, f(k)) for k in range(4))\nreturn told(d)",
    "by way of another": READ
    + "def g(k):\n    return f(k)\nd = dict(map(lambda k: (k, g(k)), range(4)))\nreturn told(d)",
    "a Counter": "d = Counter()\nf = lambda k: len(d)\nd = Counter(map(f, board))\nreturn told(d)",
    "handed to a function": READ + "d = made(f, 3)\nreturn told(d)",
    "one of two": READ + "d = made(f, 3) if n > 2 else {f(1): f(2)}\nreturn told(d)",
    "in a loop": READ + "for x in board:\n    d = {f(x): f(f(x)), **d}\nreturn told(d)",
    "a method as a key function": "for x in board:\n    d = {1: 2, x: 1}\n    n += max(d, key=d.get) + sorted(d, key=d.get)[0]\nreturn n",
    "a method that is handed over": "for x in board:\n    d = {1: 2, x: 1}\n    n += sum(map(d.get, sorted(d)))\nreturn n",
    "a method that is kept": "d = {1: 2}\nf = d.get\nd[1] = n\nreturn f(1)",
    "a method that sorts": "d = {x: x - n for x in board}\nd = dict(d)\nu = list(d)\nu.sort(key=d.get)\nreturn u[0], u[-1]",
    "a copy that is given back": "d = {1: 2}\ne = copied(d)\nd[8] = 3\nreturn told(e), told(d)",
    "functions inside of one that gives a dict": "d = keyed(board)\nreturn told(d)",
}
FIRST = "gets a line of its own"
TWICE = "gives back a dict that was handed over"
REFUSED = {
    "an item that is taken after it is read": ("u = list(board)\nreturn u[-1] + len({u.pop(): 1}) * 100", FIRST),
    "a list that grows after it is counted": ("u = list(board)\nreturn len(u) + len({0: put(u, 2)}) * 100", FIRST),
    "by way of a function": ("u = list(board)\nreturn len(u) + told(taken(u))", FIRST),
    "by way of a function inside": (
        "u = list(board)\ndef f():\n    return u.pop()\nreturn u[-1] * 10 + len({f(): 1})",
        FIRST,
    ),
    "what is added to": ("u = list(board)\nu[-1] += len({u.pop(): 1}) * 100\nreturn u[-1]", FIRST),
    "in a tuple": ("u = list(board)\nx = u[0], len({u.pop(0): 1}), u[0]\nreturn x", FIRST),
    "a missing key that is put there": ("d = defaultdict(int)\nreturn d[5] + len({k: 1 for k in d})", FIRST),
    "by way of what is asked": ("d = defaultdict(int)\nreturn asked(d, 5) + len({k: 1 for k in d})", FIRST),
    "afterwards": ("d = defaultdict(int)\nreturn len(d) * 10 + len({k: d[k] for k in board})", FIRST),
    "a method of the dict before": ("d = {1: 2}\nf = d.get\nd = {1: 3}\nreturn f(1)", "and d is assigned again"),
    "a dict that is given back": ("d = {1: 2}\ne = marked(d)\nd[8] = 3\nreturn told(e), told(d)", TWICE),
    "one that may be given back": ("d = {1: 2}\ne = one_of(d, n)\nd[8] = 3\nreturn told(e)", TWICE),
}


@pytest.mark.parametrize("body", AGREE.values(), ids=AGREE)
def test_a_dict_is_made_when_python_makes_it(body: str) -> None:
    agree(rule_of(body, HELPERS))


@pytest.mark.parametrize(("body", "says"), REFUSED.values(), ids=REFUSED)
def test_or_it_is_refused(body: str, says: str) -> None:
    assert says in refusal(rule_of(body, HELPERS))
