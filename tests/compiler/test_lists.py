"""Lists: made and gone over, as stacks, queues and rows, and by their methods; they are what they are in Python."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import (
    BOARDS,
    LONG_BOARDS,
    LONG_CALLS,
    agree_all,
    agree_on,
    agree_on_long_boards,
    agree_thrice,
    machine_function,
    refuse_all,
    rule_of,
)

from lazytree.compiler.ir.joining import type_of
from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Trapped

HELPERS = """
from collections import deque
from itertools import product
from pyrsistent import pvector
TABLE, ROWS = (4, 2, 7), [[1, 2], [0, 3]]
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
def longer(t, x):
    t += (x,)
    return len(t)
def more(p, x):
    p |= {x}
    return len(p)
def both(t, u):
    return tuple(v for v in t if v) + u
def f(a, b):
    return a * 10 + b
NB = ((1,), (0, 2), (1, 3), (2, 4), (3,))
STEPS=((0,1),(1,0),(0,-1),(-1,0))
def group(board, start):
    stack = [start]
    seen = {start}
    while stack:
        here = stack.pop()
        for n in NB[here]:
            if n not in seen and board[n] == board[start]:
                seen.add(n)
                stack.append(n)
    return seen
def touches(board, cells):
    for c in cells:
        for n in NB[c]:
            if board[n] == 0:
                return True
    return False
def visit(board, c, seen):
    seen.add(c)
    return len(seen)
def bfs(board, start):
    seen = [start]
    queue = deque([start])
    while queue:
        x = queue.popleft()
        for n in NB[x]:
            if n not in seen and board[n] >= board[x]:
                seen.append(n); queue.append(n)
    return seen
def levels(board, start):
    frontier=[start]; seen={start}; d=0
    while frontier:
        nxt=[]
        for x in frontier:
            for n in NB[x]:
                if n not in seen and board[n]:
                    seen.add(n); nxt.append(n)
        frontier = nxt
        d += 1
    return d
def pairs(n):
    seen={(n,0)}
    todo=[(n,0)]
    while todo:
        r,c=todo.pop()
        for dr,dc in STEPS:
            a,b=r+dr,c+dc
            if 0<=a<4 and 0<=b<3 and (a,b) not in seen:
                seen.add((a,b)); todo.append((a,b))
    return seen
def grow(n):
    t = ()
    for i in range(n):
        t += (i*i,)
    return t
def push(x, s):
    s.append(x)
    return len(s)
def distinct(board):
    seen=[]
    for x in board:
        if x not in seen:
            seen.append(x)
            yield x
def some(board, n):
    found = []
    for c, x in enumerate(board):
        if x == n:
            found.append(c)
            if len(found) > 1:
                return found
    return found
def ask(s, x):
    return x in s or len(s) > 3
def made(n):
    s = {n & 3}
    if n > 2:
        return set()
    return s
def low(board, cells):
    for c in cells:
        if board[c + 1] == 2:
            return True
    return False
"""

RULES = {
    "item of a display": "return [n, 2, board[1]][n]",
    "stars": "s = 0\nfor x in [n, *board, *TABLE, 5]:\n    s = s * 3 + x\nreturn s",
    "filled list": "s = 0\nfor c in filled(board, n):\n    s = (s * 7 + c) % 1009\nreturn s",
    "either": "s = 1\nfor c in either(board, n):\n    s = (s * 7 + c) % 1009\nreturn s",
    "tuples of several lengths": "return sum(chosen(n)) * 10 + max(chosen(n), default=3)",
    "range returned": "return sum(x * x for x in until(n))",
    "any stops, the list does not": "return any(x > 0 for x in quotients(board, n))",
    "a loop that leaves": "for q in quotients(board, n):\n    if q > 3:\n        return q\nreturn 0",
    "lists in a generator": "for c in steps(board):\n    if c == n:\n        return 100 + c\nreturn -1",
    "inner loops that leave": "return sum([1 for x in board if any(12 // (y - n) > x for y in [*board, 9])])",
    "python raises": "s = 0\nfor x in nothing(board, n):\n    s += x\nreturn s",
    "membership": "return n in free(board), n not in [x + 1 for x in board], 2 in [n, 3]",
    "truth in a test": "if not free(board) and n:\n    return 3\nwhile free(board):\n    return 4\nreturn 5",
    "bool": "return bool(free(board)), not filled(board, n)",
    "kept": "xs = [x + n for x in board if x]\nn = 9\nreturn len(xs) * 100 + sum(xs) + (3 in xs) + (1 if xs else 7)",
    "kept in a loop": """
        s = 0
        for x in board:
            near = [y for y in board if y != x]
            s = s * 5 + len(near) + sum(near) * n
        return s""",
    "a list of a list that changes": """
        cells = list(board)
        for i in [i for i, x in enumerate(cells) if x != n]:
            cells[i] = cells[i - 1] + 1 & 7
        return pvector(cells)""",
    "board of a list": "return pvector([x * 2 for x in board])",
    "board of items": "return pvector([n & 3, 1, 0])",
    "zeros": "return pvector([0] * 5).set(1, n & 3)",
    "of a set that is made": "return len(list({x for x in board})), list({x + n for x in board})[0], "
    "len(deque({x & 1 for x in board})), sum(a * b for a, b in product({x for x in board}, (1, n)))",
}
COUNTED = {  # lists of as many items as a number says
    "asked and changed": "t = [x * 2 for x in range(n & 3)]\nreturn len(t), sum(t), t[1:] == [2], t[-1]",
    "of a range": "t = list(range(n))\nreturn len(t), t[0], max(t), min(t)",
    "with a test": "t = [x for x in range(n + 2) if x != 1]\nreturn t[n], len(t), sorted(t, reverse=True)[0]",
    "an item assigned": "k = n & 3\nt = [0 for _ in range(k)]\nt[0] = 4\nreturn tuple(t), sum(t)",
    "side by side": "t = [a * b for a, b in zip(range(n), board)]\nt[1] = 3\nreturn tuple(t)",
    "made of nothing": "return tuple(x * n for x in []) + (n,), [x for x in []] == []",
    "nothing within": "e = [[0 for _ in []] for _ in board]\nreturn len(e), len([0 for x in board for y in []])",
    "a loop over nothing": "for x in [y for y in []]:\n    return x\nreturn max([x for x in []], default=n)",
    "helpers": "return squares(3), squares(n), total(3), total(n), sum(upto(n)), upto(4)[n]",
}

JOINED = (  # `+`, `+=`, `|=`: Python joins those of one class, and changes lists and sets alone
    "return sum([v for v in board] + ROWS[n & 1])",
    "t = (n, 2)\nreturn sum(t + tuple(v for v in board if v) + (1,)), len(both(board, t))",
    "return sum(sorted(board) + [n, 2] + list(range(3)))",
    "u = ROWS[1]\nreturn sum([x for x in (u if n > 1 else u)]), len(list(u if n > 1 else u))",
    "t = (1,)\nfor x in board:\n    t += (x,)\nreturn len(t), sum(t), t[-1]",
    "t = ((n, 2),)\nfor x in board:\n    t += ((x, 1),)\nreturn sum(a * b for a, b in t)",
    "t = ()\nfor v in board:\n    t += (v,)\nk = longer(t, 3)\nreturn k, len(t)",
    "p, q = frozenset(board), set(board)\nreturn more(p, 7), len(p), more(q, 7), len(q)",
)
ITEMS = {
    "an item, by what changes the list": "s[0] -= s.pop(0) * 3\nreturn sum(s), len(s), s[0]",
    "one that there is not": "s[9] += n\nreturn sum(s)",
    "removed as long as it is there": "while n in s:\n    s.remove(n)\nreturn sum(i * v for i, v in enumerate(s))",
    "removed while it is gone over": "for x in s:\n    if x == 1:\n        s.remove(x)\nreturn sum(s), len(s)",
}


test_lists_that_are_made_and_gone_over = agree_all(RULES | COUNTED, HELPERS)
test_items_of_a_list_that_grows = agree_all(ITEMS, HELPERS, "s = [1, n, 1, 4, n, 4]\ns.append(2)\n{}")
test_what_python_joins = agree_all(JOINED, HELPERS)


# ---- stacks, queues, flood fills, lists in lists

GROWING = (
    "g = group(board, n)\nreturn len(g), n in g, 2 in g, sum(g), touches(board, g)",
    "g = group(board, n % 5)\nif not touches(board, g):\n    for c in g:\n        board = board.set(c, 7)\n"
    "return board",
    "s = set()\na = visit(board, n, s)\nb = visit(board, 2, s)\nreturn a, b, len(s), sum(c for c in s), min(s), "
    "any(board[c] == 0 for c in s), all(c < 4 for c in s)",
    "return sum(bfs(board, n)), len(bfs(board,n)), 3 in bfs(board, 0)",
    "return levels(board, n)",
    "p = pairs(n & 1)\ns = 0\nfor a, b in sorted(p):\n    s = s * 3 + a + b & 1023\n"
    "return s, len(p), (n, 1) in p, (n, -1) in p, (99, 99) in p",
    """
        stack = list(board)
        stack.append(n)
        stack += [1, n]
        stack.extend(x for x in board if x)
        s = stack[0] + stack[-1] * 2 + stack[n]
        stack[1] = 9
        for x in stack:
            if len(stack) < 20:
                stack.append(x + 1)
            s = s * 3 + x & 65535
        return s, len(stack), stack.count(1), stack.index(9), sum(stack), max(stack), 3 in stack, stack.pop(0)""",
    "s = 0\nfor x in grow(n):\n    s = s * 3 + x\nreturn s, len(grow(n)), sum(grow(3))",
    """
        a = {1, n & 7}
        b = {x for x in board}
        c = a | b
        d = a & b
        e = b - a
        f = set(board)
        f.discard(1)
        a |= {4}
        f.update([n & 3, 2])
        return len(a), len(b), len(c), len(d), len(e), len(f), sum(c), sum(d), sum(e), sum(f), bool(d), not e""",
    "f = lambda x: x + 1\ns = []\ndef push(x):\n    s.append(f(x))\nfor x in board:\n    if x: s.append(x)\n"
    "return len(s), sum(x * i for i, x in enumerate(s)), sum(reversed(s)) + n",
    "a = {n & 3}\na.remove(2)\nreturn len(a)",
    "s = [5, n, 7, 2]\nreturn f(b=s.pop(), a=len(s)), f(b=push(1, s), a=len(s)), s.pop() - s.pop(), len(s)",
    "s = [1, 0, n & 1]\na = s[s.pop()]\ns.append(s.pop() + s[-1])\nb = board.set(s.pop(), s.pop())\n"
    "return a, b, len(s)",
    "s = [n]\ndef more(x):\n    s.append(x)\n    return len(s)\na = more(1) + more(2) * 10\ns = [7]\n"
    "return a, more(3), s[-1]",
    "return sum(x * 2 for x in distinct(board)), any(x > 1 for x in distinct(board))",
    "return sum(some(board, n)), len(some(board, 1))",
    "s = [1, n]\nu = {n & 1}\nreturn ask(s, 3), ask(u, n), ask([n, 4], 4), ask({3}, n), len(made(n)), 1 in made(n)",
    "return low(board, {n & 3, 1}), len({n, 2}), len({n, board[0], 1})",
    "s = []\nfor x in board:\n    s.append(x if x else None)\nreturn sum(1 for x in s if x is None), s[1], s.pop()",
    "s = []\nfor x in board:\n    s.append('X' if x else 'O')\nreturn s.count('X'), s[0] == s[1], 'Z' in s",
    "s = [0.5]\nfor x in board:\n    s.append(x / 4)\na = 0.0\nwhile s:\n    a = a * 0.5 + s.pop()\nreturn a",
    "s = [1]\nx = 0\nwhile s and x < 6:\n    x += 1\n    if x & 1:\n        s.append(x)\n        continue\n"
    "    s.pop()\nelse:\n    x += 100\nreturn x, len(s)",
    "s = [1, n]\ns.append(2)\ns[1:] = [3, 4]\ndel s[2:]\nreturn s[0], s[-1], len(s)",
    "g = [[x for x in board if x == k] for k in range(3)]\nreturn len(g[1])",
    "g = [[0] * 3, [n, 2, 3]]\nrow = g[1]\ng[1][0] = 7\nreturn row[0]",
    "g = [list(board[:2]), [n, 2]]\ng[0], g[1] = g[1], g[0]\nreturn g[0][0]",
    "g = [[0] * n for _ in range(n)]\ng[0][0] = 3\nreturn g[0][0]",
    "g = [[1, 2], [n, 4]]\nfor i, r in enumerate(g):\n    r[0] = i\nreturn g[0][0]",
)


test_stacks_queues_rows_and_sets_of_cells = agree_all(GROWING, HELPERS, check=agree_thrice)


def test_an_item_that_does_not_fit_is_answered_by_python():
    rule = rule_of("s = [1]\nfor i in range(n * 15):\n    s.append(s[-1] * 9)\nreturn len(s)")
    machine = machine_function(rule, BOARDS[1], Int(-1, 4))
    assert machine(BOARDS[0], 1) == rule(BOARDS[0], 1)
    with pytest.raises(Trapped):
        machine(BOARDS[0], 4)


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
def again(items):
    t = 0
    for x in items:
        for y in items:
            t = t * 3 + x * y & 1023
    return t
"""
ALIKE = {
    "slices by any bounds": "s = [x for x in board]\ns.append(n)\nt = 0\nfor a in (-12, -3, 0, 2, 9, 20):\n"
    "    for b in (-12, -2, 0, 5, 9, 30):\n        t = t * 3 + told(s[a:b]) + 2 * told(s[a:b:2]) + told(s[a:b:-1])"
    " & 1048575\nreturn t",
    "slices by what varies": "s = list(board)\ns.append(n)\n"
    "return told(s[n:]), told(s[:n]), told(s[-n:n:-2]), s[:][0], s[::-1][n]",
    "insert": "s = [7]\nfor i, x in enumerate(board):\n    s.insert(n * i - 3, x)\nreturn told(s)",
    "insert beyond 64 bits": "s = [7]\ns.append(n)\ns.insert(2**63 - 1 + (n > 2), 5)\nreturn told(s)",
    "pop of any place": "s = list(board)\nt = 0\nwhile s:\n    t = t * 3 + s.pop(n % len(s)) & 65535\nreturn t",
    "pop out of range": "s = list(board)\ns.append(1)\nt = s.pop(n * 4 - 9)\nreturn t, told(s)",
    "pop in the order of the text": "s = [1, 2, 3, n]\nreturn s[0] * 100 + s.pop(0) * 10 + s[0], s.pop(1) - s[0]",
    "del": "s = list(board)\ns.append(1)\ndel s[n]\ndel s[-2]\nreturn told(s)",
    "sort": "s = [x * 3 % 5 for x in board]\ns.append(n)\ns.sort()\nt = told(s)\n"
    "s.sort(key=lambda x: x * 3 % 4, reverse=True)\nreturn t, told(s)",
    "sort of pairs": "s = []\nfor i, x in enumerate(board):\n    s.append((x, -i))\ns.sort()\nreturn s[0], s[-1], s[n]",
    "lists compared": "row = [board[c] for c in (0, 2, 4)]\ngrown = [board[0]]\ngrown.append(n)\n"
    "return row == [n, n, n], row != [0, 0, 0], grown == [0, n], grown == row, grown != [0], grown == [], [] == row",
    "sets compared": "s, t = set(board), {0, 1, n + 1}\n"
    "return s == t, s != t, s <= t, s < t, s >= t, s > t, {board[0], n + 1} == {1, 2}, {1, 2} <= s",
    "items of what is made": "return sorted([x for x in board if x])[0], [x for x in board if x][n], "
    "sorted(set(board))[-1]",
    "parts of what is made": "return told(sorted(board)[:3]), told([x for x in board if x][1:]), sorted(board)[2:][n]",
    "places in what is made": "out = [x for x in board if x]\nreturn out.index(2), [x for x in board].count(n)",
    "a list of n items": "s = [n] * (n + 1)\ns.append(2)\nreturn told(s), len([0] * n), told([1, n] * n), max([n] * 3)",
    "gone over twice": "x = list(board)\nx.append(1)\nreturn again([n, 2] * 2), again(x[2:5]), again(sorted(x)[:3])",
    "a slice of one that is changed": "x = [n, 2, 3]\nreturn changed_by_item(x, x[1:]), told(x)",
    "a generator over one that is changed": "x = [n, 2]\nreturn changing(x, (v + 1 for v in x))",
    "both names see a change": "s = [3, n, 5, 2]\nt = s\ns.append(1)\ns.insert(0, n)\ndel s[1]\ns.pop(1)\ns.sort()\n"
    "s.reverse()\nk = told(t)\ns.clear()\nreturn k, len(t)",
    "a deque": "s = deque([1, 2])\ns.append(n)\ns.insert(1, 7)\ns.reverse()\ndel s[0]\nreturn told(s)",
}
REFUSED = {
    "s = [3, n]\ns.sort(key=lambda x: s.count(x))\nreturn s[0]": "which is empty meanwhile",
    "return {n + 1} == [n + 1]": "",
    "s, t = 0, []\ns.extend(v for v in t)\nreturn 0": "no method .extend() of an int",
    "s, t = 0, []\ns += (v for v in t)\nreturn 0": "no method .extend() of an int",
    "s, t = {1}, []\ns.extend(v for v in t)\nreturn 0": "no `.extend()` of a set",
    "s, t = [], []\ns.update(v for v in t)\nreturn 0": "no `.update()` of a list",
}


test_lists_are_those_of_python = agree_all(ALIKE, OPERATIONS_HELPERS, check=agree_on_long_boards)
test_operations_that_are_refused_say_why = refuse_all(REFUSED, OPERATIONS_HELPERS)


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


DEQUES = """
from collections import deque
def told(items):
    t = 1
    for v in items:
        t = t * 7 + v & 0xFFFFFF
    return t
"""
TURNED = [
    *(f"x.rotate({given})" for given in ("", "1", "-1", "n", "-n", "n * 7", "-9")),
    "x.extendleft(board)",
    "x.extendleft(v for v in board if v)",
    "x.clear()\nx.rotate(2)",
    "for v in x:\n    x.rotate(1)",  # RuntimeError
    "x = deque([n])\nfor v in x:\n    x.rotate(1)",  # no error: nothing moves
]
test_a_deque_is_turned = agree_all(TURNED, DEQUES, "x = deque(board)\nx.append(n)\n{}\nreturn told(x), x[0]")

RANGES = ("n in r, 1 in r", "r.count(n)", "r.index(3)", "(n > 1) in r, n not in r", "'a' in r")
test_what_a_range_that_is_kept_holds = agree_all(RANGES, "", "r = range(n, 9, 2)\nreturn {}")
