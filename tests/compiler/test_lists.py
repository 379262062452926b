"""Local lists: what is done to them gives what Python gives."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import LONG_BOARDS, LONG_CALLS, agree, agree_on, agree_thrice, refusal, rule_of

from lazytree.compiler.driver import machine_function
from lazytree.compiler.ir.constant_kinds import type_of
from lazytree.compiler.ir.kinds import Int

HELPERS = """
from pyrsistent import pvector
TABLE = (4, 2, 7)
def free(board):
    return [cell for cell, x in enumerate(board) if x == 0]
def filled(board, n):
    found = []
    for cell, x in enumerate(board):
        if x > n:
            found.append(cell)
        if x == 3:
            found.extend(free(board))
    found += [n, n + 1]
    return found
def early(board, n):
    if n < 0:
        return []
    result = []
    for x in board:
        result.append(x * n)
    return result
def either(board, n):
    if n > 2:
        return list(range(n))
    return free(board) + [n] if n else [*board, n]
def chosen(n):
    if n == 1:
        return ()
    if n == 2:
        return (n, 5)
    return (n,)
def total(xs, k):
    return sum(xs) + sum(x * k for x in xs)
def quotients(board, n):
    return [12 // (x - n) for x in board]
def steps(board):
    yield from free(board)
    yield from [x * 2 for x in board if x]
def until(n):
    return range(1, n + 1)
def nothing(board, n):
    if n > 0:
        return [n]
def lazy(board, n):
    return (x + n for x in board)
"""

RULES = {
    "comprehension": "return sum([x * n for x in board if x != n])",
    "empty list": "s = n\nfor x in []:\n    s += x\nreturn s",
    "item of a display": "return [n, 2, board[1]][n]",
    "display": "return sum(x * 3 for x in [n, 2, board[1]])",
    "stars": "s = 0\nfor x in [n, *board, *TABLE, 5]:\n    s = s * 3 + x\nreturn s",
    "list of a helper": "s = 0\nfor c in free(board):\n    s = s * 7 + c\nreturn s",
    "filled list": "s = 0\nfor c in filled(board, n):\n    s = (s * 7 + c) % 1009\nreturn s",
    "two returns": "return sum(early(board, n))",
    "either": "s = 1\nfor c in either(board, n):\n    s = (s * 7 + c) % 1009\nreturn s",
    "tuples of several lengths": "return sum(chosen(n)) * 10 + max(chosen(n), default=3)",
    "range returned": "return sum(x * x for x in until(n))",
    "argument gone over twice": "return total([x + n for x in board], 3)",
    "list as argument": "return total(free(board), n)",
    "any stops, the list does not": "return any(x > 0 for x in quotients(board, n))",
    "a loop that leaves": "for q in quotients(board, n):\n    if q > 3:\n        return q\nreturn 0",
    "a loop that breaks": """
        s = 0
        for q in [12 // (x - n) for x in board]:
            if q > 3:
                break
            s += 1
        return s""",
    "lists in a generator": "for c in steps(board):\n    if c == n:\n        return 100 + c\nreturn -1",
    "a generator expression returned": "return any(x > 3 for x in lazy(board, n))",
    "variables as they were": "s = 1\nfor x in [x + s for x in board]:\n    s = s * 3 + x\nreturn s",
    "a board as it was": "b = board\nfor c in [x for x in b if x < 3]:\n    b = b.set(c, n & 3)\nreturn b",
    "items as they were": "s = n\nfor i, s in enumerate([x for x in board] + [s]):\n    n += s * i\nreturn n",
    "stars as they were": "for n in [*board, n, n + 1, *board]:\n    pass\nreturn n",
    "a later item raises": "for x in [n] + [12 // n]:\n    return x\nreturn 0",
    "the target as it was": "x = n\nfor x in [x + y for y in board]:\n    n += x\nreturn n",
    "enumerated": "return sum(i * x for i, x in enumerate([y + n for y in board], 2))",
    "nested": "return sum([a * b for a in [x + 1 for x in board] for b in free(board)])",
    "inner loops that leave": "return sum([1 for x in board if any(12 // (y - n) > x for y in [*board, 9])])",
    "python raises": "s = 0\nfor x in nothing(board, n):\n    s += x\nreturn s",
    "len": "return len(free(board)) * 10 + len([x for x in board if x > n])",
    "membership": "return n in free(board), n not in [x + 1 for x in board], 2 in [n, 3]",
    "truth": "return (1 if free(board) else 2) + (0 if not [x for x in board if x > n] else 5)",
    "truth in a test": "if not free(board) and n:\n    return 3\nwhile free(board):\n    return 4\nreturn 5",
    "bool": "return bool(free(board)), not filled(board, n)",
    "list of a list": "return sum(list(free(board))) + max(tuple(x for x in board if x >= n), default=-4)",
    "kept": "xs = [x + n for x in board if x]\nn = 9\nreturn len(xs) * 100 + sum(xs) + (3 in xs) + (1 if xs else 7)",
    "kept, python raises": "xs = [12 // (x - n) for x in board]\nreturn n if any(x > 2 for x in xs) else len(xs)",
    "kept in a loop": """
        s = 0
        for x in board:
            near = [y for y in board if y != x]
            s = s * 5 + len(near) + sum(near) * n
        return s""",
    "kept, not always": "if n > 1:\n    xs = free(board)\nreturn n",
    "empty and full": "xs = free(board)\nif not xs:\n    return -1\nreturn max(xs) + n",
    "a list of a list that changes": """
        cells = list(board)
        for i in [i for i, x in enumerate(cells) if x != n]:
            cells[i] = cells[i - 1] + 1 & 7
        return pvector(cells)""",
    "kept, of a list that changes": """
        b = list(board)
        xs = [x + n for x in b]
        b[0] = 7
        b[n] = 5
        return sum(xs), pvector(b)""",
    "by number": "b = list(board)\nfor i in range(len(b)):\n    b[i] = b[i - 1] + n & 7\nreturn pvector(b)",
    "board of a list": "return pvector([x * 2 for x in board])",
    "board of items": "return pvector([n & 3, 1, 0])",
    "zeros": "return pvector([0] * 5).set(1, n & 3)",
}


@pytest.mark.parametrize("body", RULES.values(), ids=RULES)
def test_lists_that_are_gone_over(body):
    agree(rule_of(body, HELPERS))


# ---- what is done to local lists and sets beyond stacks and queues: slices, insert, sort, comparisons


OPERATIONS_HELPERS = """
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
    "a list of n items": "s = [n] * (n + 1)\ns.append(2)\nreturn told(s), len([0] * n), told([1, n] * n), max([n] * 3)",
    "a list of four items, handed over": "s = [0] * 4\nfilled(s, n)\nreturn told(s)",
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
    "return {n + 1} == [n + 1]": "",
}


@pytest.mark.parametrize("name", ALIKE)
def test_lists_are_those_of_python(name):
    agree_thrice(rule_of(ALIKE[name], OPERATIONS_HELPERS), lambda: (type_of(LONG_BOARDS[0]), Int(-1, 4)), LONG_CALLS)


@pytest.mark.parametrize("change", TWO_NAMES)
def test_a_change_is_seen_by_both_names_of_a_list(change):
    rule = rule_of(f"s = [3, n]\nt = s\n{change}\nreturn told(t)", OPERATIONS_HELPERS)
    assert machine_function(rule, LONG_BOARDS[0], Int(-1, 4))(LONG_BOARDS[0], 1) == rule(LONG_BOARDS[0], 1)


@pytest.mark.parametrize("body", REFUSED)
def test_operations_that_are_refused_say_why(body):
    assert REFUSED[body] in refusal(rule_of(body, OPERATIONS_HELPERS))


def test_lists_in_webassembly_are_those_of_python():
    pytest.importorskip("wasmtime")
    from lazytree.compiler.driver import webassembly_now
    from tests.helpers.wasm_host import Host

    names = ("slices by any bounds", "sort", "insert", "sets compared", "pop of any place")
    rules = [rule_of(ALIKE[name], OPERATIONS_HELPERS) for name in names]
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


# ---- lists of as many items as a number says: one of constants keeps its length, any other grows


COUNTED_HELPERS = """
def squares(n):
    t = [x * x for x in range(n)]
    t[0] = 2
    return tuple(t)
def total(n):
    t = [1 for x in range(n)]
    t[-1] = 5
    return t[0] + sum(t)
def upto(n):
    return [x for x in range(n)]
"""

COUNTED_RULES = {
    "asked and changed": "t = [x * 2 for x in range(n & 3)]\nreturn len(t), sum(t), t[1:] == [2], t[-1]",
    "of a range": "t = list(range(n))\nreturn len(t), t[0], max(t), min(t)",
    "with a test": "t = [x for x in range(n + 2) if x != 1]\nreturn t[n], len(t), sorted(t, reverse=True)[0]",
    "a list of a list": "t = [x for x in range(n + 2)]\nu = sorted(t)[::-1]\nreturn u[0], u[1:] == t[:-1], len(u)",
    "a list of a filtered one": "t = [x for x in board if x]\nu = sorted(t)\nreturn u[n], max(t), len(u), tuple(u)",
    "an item assigned": "k = n & 3\nt = [0 for _ in range(k)]\nt[0] = 4\nreturn tuple(t), sum(t)",
    "side by side": "t = [a * b for a, b in zip(range(n), board)]\nt[1] = 3\nreturn tuple(t)",
    "numbered": "t = [i * x for i, x in enumerate(range(n + 1))]\nreturn t[n], len(t)",
    "from one on": "t = [board[i] for i in range(1, len(board))]\nt[n] = 7\nreturn t[2], len(t)",
    "as long as a board": "t = [0 for _ in range(len(board))]\nt[n] = 7\nreturn tuple(t)",
    "a length with a name": "k = len(board)\nt = [0 for _ in range(k)]\nt[n] = 7\nreturn tuple(t)",
    "helpers": "return squares(3), squares(n), total(3), total(n), sum(upto(n)), upto(4)[n]",
    "handed over": "t = [x + 1 for x in range(n)]\nreturn sum(v * 2 for v in t), any(v > 2 for v in t), 3 in t, not t",
    "rows of several lengths": "g = [[board[r + c] for c in range(r)] for r in range(3)]\nreturn g[2][1], len(g)",
}

NOTHING = {
    "a list": "e = [x + n for x in []]\nreturn len(e), sum(e) + n",
    "that grows": "e = [x for x in []]\ne.append(n)\nreturn e[0], len(e)",
    "a tuple": "return tuple(x * n for x in []) + (n,), [x for x in []] == []",
    "within": "e = [[0 for _ in []] for _ in board]\nreturn len(e), len([0 for x in board for y in []])",
    "a loop": "for x in [y for y in []]:\n    return x\nreturn max([x for x in []], default=n)",
}


@pytest.mark.parametrize("body", NOTHING.values(), ids=NOTHING)
def test_lists_made_of_no_items(body):
    agree(rule_of(body, COUNTED_HELPERS))


@pytest.mark.parametrize("body", COUNTED_RULES.values(), ids=COUNTED_RULES)
def test_lists_of_any_length(body):
    agree(rule_of(body, COUNTED_HELPERS))


# ---- `+`, `+=`, `|=`: Python joins those of one class, and changes lists and sets alone


JOINED_HELPERS = """
from typing import NamedTuple
ROWS, TUPLES = [[1, 2], [0, 3]], ((1, 2), (0, 3))
class Hand(NamedTuple):
    cards: tuple
def gen(s):
    for x in s:
        yield x
def longer(t, x):
    t += (x,)
    return len(t)
def more(p, x):
    p |= {x}
    return len(p)
def push(s, x):
    s.append(x)
    return len(s)
def both(t, u):
    return tuple(v for v in t if v) + u
"""
JOINED = (
    "return sum([v for v in board] + ROWS[n & 1])",
    "return sum(tuple(v for v in board if v) + TUPLES[n & 1])",
    "return sum(tuple(v for v in board if v) + Hand((n, 1)).cards)",
    "t = (n, 2)\nreturn sum(t + tuple(v for v in board if v) + (1,)), len(both(board, t))",
    "return sum(sorted(board) + [n, 2] + list(range(3)))",
    "u = ROWS[1]\nreturn sum([x for x in (u if n > 1 else u)]), len(list(u if n > 1 else u))",
    "t = (1,)\nfor x in board:\n    t += (x,)\nreturn len(t), sum(t), t[-1]",
    "t = (n, 2)\nfor x in board:\n    if x > 1:\n        t = t + (x,)\nreturn len(t), t[0], 2 in t",
    "t = ((n, 2),)\nfor x in board:\n    t += ((x, 1),)\nreturn sum(a * b for a, b in t)",
    "u = TUPLES\nreturn sum([a - b for a, b in (u if n > 1 else u)])",
)
CHANGED = {
    "a tuple that is handed on": """
        t = ()
        for v in board:
            t += (v,)
        k = longer(t, 3)
        return k, len(t)""",
    "a frozenset that is handed on": """
        p = frozenset(board)
        k = more(p, 7)
        return k, len(p)""",
    "a set that is handed on": """
        p = set(board)
        k = more(p, 7)
        return k, len(p)""",
    "two names for a frozenset": """
        p = frozenset(board)
        q = p
        p |= {7}
        return len(p), len(q)""",
}

ITEMS = {
    "every item": "for i in range(len(s)):\n    s[i] += 1\nreturn sum(s)",
    "an item, by what changes the list": "s[0] -= s.pop(0) * 3\nreturn sum(s), len(s), s[0]",
    "the last one, that is taken": "s[-1] += s.pop()\nreturn sum(s), len(s)",
    "by what adds to it": "s[n] *= push(s, 3)\nreturn sum(s), s[0]",
    "one that there is not": "s[9] += n\nreturn sum(s)",
    "removed": "s.remove(n)\nreturn sum(i * v for i, v in enumerate(s)), len(s)",
    "removed as long as it is there": "while n in s:\n    s.remove(n)\nreturn sum(i * v for i, v in enumerate(s))",
    "removed while it is gone over": "for x in s:\n    if x == 1:\n        s.remove(x)\nreturn sum(s), len(s)",
    "removed, by what is taken": "s.remove(s.pop())\nreturn sum(s), len(s)",
    "by another function": "def f(z):\n    z[0] += 5\n    z.remove(2)\n    return len(z)\nreturn f(s), sum(s)",
}


@pytest.mark.parametrize("name", ITEMS)
def test_items_of_a_list_that_grows(name):
    agree(rule_of(f"s = [1, n, 1, 4, n, 4]\ns.append(2)\n{ITEMS[name]}", JOINED_HELPERS))


@pytest.mark.parametrize("body", JOINED)
def test_what_python_joins(body):
    agree(rule_of(body, JOINED_HELPERS))


@pytest.mark.parametrize("name", CHANGED)
def test_tuples_and_frozensets_are_not_changed_by_other_names(name):
    agree(rule_of(CHANGED[name], JOINED_HELPERS))
