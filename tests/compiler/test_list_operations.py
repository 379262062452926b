"""What is done to local lists and sets beyond stacks and queues: slices, insert, sort, comparisons."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import LONG_BOARDS, LONG_CALLS, agree_on, agree_thrice, refusal, rule_of

from lazytree.compiler.driver import machine_function
from lazytree.compiler.ir.kinds import Int
from lazytree.compiler.ir.start_types import type_of
from lazytree.core.errors import Trapped

HELPERS = """
from collections import deque
def told(items):
    t = 1
    for x in items:
        t = t * 5 + x & 65535
    return t
def changing(a, b):
    a.append(1)
    return told(b)
def changed_by_item(a, b):
    a[0] = 7
    del a[1]
    return told(b)
def appended(n):
    if n <= 0:
        return []
    out = appended(n - 1)
    out.append(n)
    return out
def filled(s, n):
    for i in range(len(s)):
        s[i] = n
def mixed(n):
    if n <= 0:
        return (1, 2)
    return [3] if n == 1 else mixed(n - 1)
def gathered(n):
    return {n} | gathered(n - 1) if n > 0 else set()
def again(items):
    t = 0
    for x in items:
        for y in items:
            t = t * 3 + x * y & 1023
    return t
"""
BOUNDS = (-12, -3, 0, 2, 9, 20)
ALIKE = {
    "slices by any bounds": "s = [x for x in board]\ns.append(n)\nt = 0\nfor a in (-12, -3, 0, 2, 9, 20):\n"
    "    for b in (-12, -2, 0, 5, 9, 30):\n        t = t * 3 + told(s[a:b]) + 2 * told(s[a:b:2]) + told(s[a:b:-1])"
    " & 1048575\nreturn t",
    "slices by what varies": "s = list(board)\ns.append(n)\n"
    "return told(s[n:]), told(s[:n]), told(s[-n:n:-2]), s[:][0], s[::-1][n]",
    "a list that is cut": "s = [n, 1, 2]\nwhile len(s) > 1:\n    s = s[1:]\nreturn s[0]",
    "a slice is a list of its own": "s = [n, 1, 2]\nt = s[1:]\nt.append(3)\ns[1] = 9\nreturn told(s), told(t)",
    "a loop over a slice that changes the list": "s = [n, 1]\nk = 0\nfor x in s[1:]:\n    s.append(x)\n    k += x\n"
    "return k, told(s)",
    "a copy": "s = [n, 1, 2]\nt = s.copy()\nt.append(3)\ns[0] = 5\nreturn told(s), told(t)",
    "insert": "s = [7]\nfor i, x in enumerate(board):\n    s.insert(n * i - 3, x)\nreturn told(s)",
    "insert beyond 64 bits": "s = [7]\ns.append(n)\ns.insert(2**63 - 1 + (n > 2), 5)\nreturn told(s)",
    "insert what is taken": "s = [1, 2, 3]\ns.insert(n, s.pop())\nreturn told(s)",
    "pop of any place": "s = list(board)\nt = 0\nwhile s:\n    t = t * 3 + s.pop(n % len(s)) & 65535\nreturn t",
    "pop out of range": "s = list(board)\ns.append(1)\nt = s.pop(n * 4 - 9)\nreturn t, told(s)",
    "pop in the order of the text": "s = [1, 2, 3, n]\nreturn s[0] * 100 + s.pop(0) * 10 + s[0], s.pop(1) - s[0]",
    "del": "s = list(board)\ns.append(1)\ndel s[n]\ndel s[-2]\nreturn told(s)",
    "sort": "s = [x * 3 % 5 for x in board]\ns.append(n)\ns.sort()\nt = told(s)\n"
    "s.sort(key=lambda x: x * 3 % 4, reverse=True)\nreturn t, told(s)",
    "sort of pairs": "s = []\nfor i, x in enumerate(board):\n    s.append((x, -i))\ns.sort()\nreturn s[0], s[-1], s[n]",
    "reverse": "s = [x for x in board if x > n]\ns.reverse()\nt = told(s)\ns.append(n)\ns.reverse()\nreturn t, told(s)",
    "clear": "s, t = [n, 2], 0\nfor x in board:\n    s.append(x)\n    if x == n:\n        s.clear()\nreturn told(s)",
    "clear of a set": "s = {3, n + 1}\nk = len(s)\ns.clear()\ns.add(4)\nreturn k, len(s), 3 in s",
    "lists compared": "row = [board[c] for c in (0, 2, 4)]\ngrown = [board[0]]\ngrown.append(n)\n"
    "return row == [n, n, n], row != [0, 0, 0], grown == [0, n], grown == row, grown != [0], grown == [], [] == row",
    "sets compared": "s, t = set(board), {0, 1, n + 1}\n"
    "return s == t, s != t, s <= t, s < t, s >= t, s > t, {board[0], n + 1} == {1, 2}, {1, 2} <= s",
    "items of what is made": "return sorted([x for x in board if x])[0], [x for x in board if x][n], "
    "sorted(set(board))[-1]",
    "parts of what is made": "return told(sorted(board)[:3]), told([x for x in board if x][1:]), sorted(board)[2:][n]",
    "places in what is made": "out = [x for x in board if x]\nreturn out.index(2), [x for x in board].count(n)",
    "a list of so many": "s = [n] * (n + 1)\ns.append(2)\nreturn told(s), len([0] * n), told([1, n] * n), max([n] * 3)",
    "a list of so many, handed over": "s = [0] * 4\nfilled(s, n)\nreturn told(s)",
    "gone over twice": "x = list(board)\nx.append(1)\nreturn again([n, 2] * 2), again(x[2:5]), again(sorted(x)[:3])",
    "a list that is made by itself": "return told(appended(n)), len(appended(4))",
    "a list made of one that is changed": "x = [n, 2]\nreturn changing(x, [v + 1 for v in x]), told(x)",
    "a slice of one that is changed": "x = [n, 2, 3]\nreturn changed_by_item(x, x[1:]), told(x)",
    "a list of one that is changed": "x = [n, 2]\nreturn changing(x, list(x)), changing(x, sorted(x)), changing(x, "
    "x + [3])",
    "a generator over one that is changed": "x = [n, 2]\nreturn changing(x, (v + 1 for v in x))",
    "changed from inside": "x = [n, "
    "2]\ndef f(b):\n    x.append(3)\n    return told(b)\nreturn f([v for v in x]), told(x)",
    "a deque": "s = deque([1, 2])\ns.append(n)\ns.insert(1, 7)\ns.reverse()\ndel s[0]\nreturn told(s)",
}
TWO_NAMES = ["s.sort()", "s.reverse()", "s.clear()", "s.insert(0, 1)", "del s[0]", "s.pop(1)"]
REFUSED = {
    "s = [3, n]\ns.sort(key=lambda x: s.count(x))\nreturn s[0]": "which is empty meanwhile",
    "s = deque([1, n])\ns.append(n)\nreturn told(s[1:])": "perhaps no list",
    "s = deque([1, n])\ns.append(n)\ns.sort()\nreturn s[0]": "is a deque",
    "s = [1, n]\ns.append(2)\ns[1:] = [3]\nreturn s[0]": "no slice of a list is assigned",
    "s = [1, n]\ns.append(2)\ndel s[1:]\nreturn s[0]": "no slice of a list is assigned",
    "x = mixed(n)\nx += [4]\nreturn len(x)": "not always of one class (list, tuple)",
    "return len(gathered(n))": "gives a set and calls itself",
    "row = [board[0]]\nrow.append(n)\nreturn row == (0, n)": "it is no value otherwise",
    "return {n + 1} == [n + 1]": "",
    "s = {0, 1}\nreturn sum([c for c in {8, n}][0] * x for x in s)": "a set has no order",
    "s = {0, 1}\nreturn sum(sum([c for c in {8, n}][:1]) for x in s)": "a set has no order",
    "return [x for x in {8, n}].copy()[0]": "a set has no order",
}


@pytest.mark.parametrize("name", ALIKE)
def test_lists_are_those_of_python(name):
    agree_thrice(rule_of(ALIKE[name], HELPERS), lambda: (type_of(LONG_BOARDS[0]), Int(-1, 4)), LONG_CALLS)


@pytest.mark.parametrize("change", TWO_NAMES)
def test_a_list_with_two_names_is_handed_back(change):
    machine = machine_function(
        rule_of(f"s = [3, n]\nt = s\n{change}\nreturn told(t)", HELPERS), LONG_BOARDS[0], Int(-1, 4)
    )
    with pytest.raises(Trapped):
        machine(LONG_BOARDS[0], 1)


@pytest.mark.parametrize("body", REFUSED)
def test_what_is_refused(body):
    assert REFUSED[body] in refusal(rule_of(body, HELPERS))


def test_in_a_page():
    pytest.importorskip("wasmtime")
    from lazytree.compiler.driver import webassembly_now
    from tests.helpers.wasm_host import Host

    names = ("slices by any bounds", "sort", "insert", "sets compared", "pop of any place")
    rules = [rule_of(ALIKE[name], HELPERS) for name in names]
    kinds = {"board": type_of(LONG_BOARDS[0]), "n": Int(-1, 4)}
    plan = {str(at): rule for at, rule in enumerate(rules)}
    host = Host(webassembly_now(lambda planning: {at: planning.request(plan[at], kinds) for at in plan}, 8))
    for at, rule in plan.items():
        agree_on(rule, (LONG_BOARDS[0], Int(-1, 4)), LONG_CALLS[:3])
        for given in LONG_CALLS:
            try:
                expected = rule(*given)
            except (IndexError, ZeroDivisionError):
                continue
            assert host.call(at, *given) == expected
