"""A variable that is assigned anew is a variable of its own, if no reading may find the value of before."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("llvmlite")

from agreement import agree_all, agree_thrice, refuse_all
from programs.judging import judged

from lazytree.compiler.inference import programs as inference
from lazytree.compiler.ir.core import Var, all_nodes
from lazytree.compiler.ir.webs import separate

HELPERS = """
from collections import deque
TAIL, CORNERS = [1, 2], {1, 2}
def lengthened(s):
    s += [1]
    return len(s)
def given(xs):
    for x in xs:
        yield x
        yield x + 1
def widened(xs):
    xs = sorted(xs)
    for x in xs:
        yield x
    xs = len(xs)
    yield xs
def pick(xs, k):
    if not xs:
        return 0
    for x in xs:
        if x > k:
            return x
    xs = len(xs)
    return xs + k
"""

SEPARATE = {
    "a list, then a set": "s = [n, n]\nk = len(s)\ns = set(s)\nreturn k * 10 + len(s)",
    "a frozenset, then a set": "s = frozenset(board)\nk = len(s)\ns = {n}\ns.add(3)\nreturn k + len(s)",
    "a parameter": "k = board[0]\nboard = list(board)\nboard.append(n)\nreturn k + sum(board)",
    "of another kind twice": "s = [n]\ns = deque(s)\ns.appendleft(1)\nk = s[0]\ns = tuple(s)\nreturn s + (k,)",
    "several at once": "s, k = [n], 1\nk += s.pop()\ns, k = k, (k, 2)\nreturn s + k[1]",
    "in a branch": "s = [n]\nif n > 1:\n    s.append(2)\n    k = len(s)\n    s = k\n    k += s\n"
    "else:\n    k = s[0]\nreturn k",
    "in both branches": "s = [n]\nif n > 1:\n    k = sum(s)\n    s = k + 1\nelse:\n    s = n\nreturn s",
    "in each round": "k = 0\nfor x in board:\n    s = [x, n]\n    s.append(k)\n    s = sum(s)\n"
    "    k = k * 2 + s & 255\nreturn k",
    "before a `continue`": "k = 0\nfor x in board:\n    s = [x]\n    if x > n:\n        s = x\n        k += s\n"
    "        continue\n    k += len(s)\nreturn k",
    "before a return": "s = [n]\nif n > 2:\n    s = n\n    return s\ns.append(3)\nreturn sum(s)",
    "of a conditional expression": "s = [n]\nk = (s := n + 1) if n > 1 else 0\nreturn k",
    "in a function that gives items": "return sum(widened(board)) + sum(x for x in widened([n, 1]))",
    "in a function": "return pick([n, 2], 2) + pick(list(board), 1)",
    "of a function inside": "s = [n]\ndef f(z):\n    z = len(z)\n    return z\nk = f(s)\ns = f([k, k])\nreturn k + s",
    "beside a generator": "s = [n]\nk = 0\nfor x in given(s):\n    t = [x]\n    t = len(t) + x\n    k += t\n"
    "s = k\nreturn s",
    "with an `else`": "s = [n]\nfor x in board:\n    if x == n:\n        break\nelse:\n    s.append(1)\n"
    "k = len(s)\ns = k\nreturn s",
    "in a `match`": "s = [n]\nmatch n:\n    case 1:\n        s = 3\n        return s\n    case _:\n"
    "        s.append(1)\nreturn len(s)",
    "read no more": "k = n\ns = [n]\ns = k + 1\nreturn k",
    "of unlike items": "s = [n]\nk = s[0]\ns = [(k, 1)]\na, b = s[0]\nreturn a + b",
}

test_values_of_several_kinds_one_after_another = agree_all(SEPARATE, HELPERS, check=agree_thrice)

ONE = "a variable keeps one kind"
TOGETHER = {
    "a constant list that grows": ("s = TAIL\ns += [n]\nreturn sum(s)", ONE),
    "a constant list that is repeated": ("s = TAIL\ns *= n\nreturn sum(s)", ""),
    "a constant list that is handed on": ("return lengthened(TAIL)", ONE),
    "a constant set that grows": ("s = CORNERS\ns |= {n}\nreturn len(s)", ""),
    "one of two": ("s = [n]\nif n:\n    s = (n, n)\nreturn sum(s)", ONE),
    "of the round before": ("s = [n]\nk = 0\nfor x in board:\n    k += len(s)\n    s = (x, n)\nreturn k", ONE),
    "at a `break`": (
        "s = [n]\nfor x in board:\n    s = (x,)\n    if x:\n        break\n    s = [x]\nreturn len(s)",
        ONE,
    ),
    "behind a `while`": ("s = [n]\nwhile n > 0:\n    n -= 1\n    s = (n,)\nreturn len(s)", ONE),
    "at the `break` of a loop over items that are given": (
        "s = [n]\nfor x in given(board):\n    if x > n:\n        break\nelse:\n    s = 3\nreturn s == 3",
        ONE,
    ),
    "assigned by what goes over a generator": (
        "s = [n]\nk = 0\nfor x in (y + len(s) for y in board):\n    s = (x, k)\n    k += x\nreturn k",
        "",
    ),
}

test_values_of_two_kinds_that_meet_are_refused = refuse_all(TOGETHER, HELPERS)


@pytest.mark.optimized
@pytest.mark.parametrize("seed", range(3))
def test_all_webs_of_all_variables_may_be_variables_of_their_own(seed, monkeypatch):
    """No program answers otherwise; none is refused because of it."""
    together, read, more = judged(Random(seed), 15), inference.read_function, 0

    def names(body):
        return {each.name for each in all_nodes(body) if isinstance(each, Var)}

    def read_apart(*given):
        nonlocal more
        core = read(*given)
        before = names(core.body)
        for name in sorted(before):
            separate(core.body, name)
        more += len(names(core.body)) - len(before)
        return core

    monkeypatch.setattr(inference, "read_function", read_apart)
    apart = judged(Random(seed), 15)
    assert not apart.found, f"{apart.found[0].kind}: {apart.found[0].what}\n{apart.found[0].program.body}"
    assert apart.programs["machine"] >= together.programs["machine"] > 0
    assert more > 0
