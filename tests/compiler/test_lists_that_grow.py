"""Lists that grow and shrink, and sets of cells: stacks, queues, flood fills, two names for one list."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import BOARDS, NUMBERS, agree, agree_on, refusal, rule_of
from ir_interpreter import inferred, run

from lazytree.compiler.driver import machine_function
from lazytree.compiler.ir.constant_kinds import type_of
from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Trapped

HELPERS = """
from collections import deque
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
def free(board, cells):
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
def flooded(board, c, seen):
    seen.add(c)
    for n in NB[c]:
        if n not in seen:
            flooded(board, n, seen)
    return len(seen)
def grow(n):
    t = ()
    for i in range(n):
        t += (i*i,)
    return t

def push(x, s):
    s.append(x)
    return len(s)
def flood(board,c,seen):
    seen.add(c)
    for n in NB[c]:
        if n not in seen:
            flood(board,n,seen)
    return len(seen)
def distinct(board):
    seen=[]
    for x in board:
        if x not in seen:
            seen.append(x)
            yield x
def f(a, b):
    return a * 10 + b
def twice(a, b):
    a.append(1)
    return len(b)
def again(s):
    s = s + [1]
    return len(s)
def same(s):
    s.append(1)
    return s
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
RULES = (
    """
        g = group(board, n)
        return len(g), n in g, 2 in g, sum(g)""",
    """return free(board, group(board, n))""",
    """
        g = group(board, n % 5)
        if not free(board, g):
            for c in g:
                board = board.set(c, 7)
        return board""",
    """
        s = set()
        a = visit(board, n, s)
        b = visit(board, 2, s)
        return a, b, len(s), sum(c for c in s), min(s), any(board[c] == 0 for c in s), all(c < 4 for c in s)""",
    """return sum(bfs(board, n)), len(bfs(board,n)), 3 in bfs(board, 0)""",
    """return levels(board, n)""",
    """
        p = pairs(n & 1)
        s = 0
        for a, b in sorted(p):
            s = s * 3 + a + b & 1023
        return s, len(p), (n, 1) in p, (n, -1) in p, (99, 99) in p""",
    """
        stack = []
        for x in board:
            if x > n:
                stack.append((x, n))
        s = 0
        while stack:
            a, b = stack.pop()
            s = s * 5 + a - b
        return s""",
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
    """
        s = 0
        for x in grow(n):
            s = s * 3 + x
        return s, len(grow(n)), sum(grow(3))""",
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
    """
        a = [n]
        b = a
        a = [3]
        a.append(4)
        return len(a), b[0], sum(a), len(b)""",
    """
        f = lambda x: x + 1
        s = []
        def push(x):
            s.append(f(x))
        for x in board:
            if x: s.append(x)
        return len(s), sum(x * i for i, x in enumerate(s)), sum(reversed(s)) + n""",
    """
        a = {n & 3}
        a.remove(2)
        return len(a)""",
    """
        s = [n]
        k = [x for x in s]
        s.append(1)
        return len(k), len(s)""",
    """
        s = [5, n, 7, 2]
        return f(b=s.pop(), a=len(s)), f(b=push(1, s), a=len(s)), s.pop() - s.pop(), len(s)""",
    """
        s = [1, 0, n & 1]
        a = s[s.pop()]
        s.append(s.pop() + s[-1])
        b = board.set(s.pop(), s.pop())
        return a, b, len(s)""",
    """
        s = [n]
        def more(x):
            s.append(x)
            return len(s)
        a = more(1) + more(2) * 10
        s = [7]
        return a, more(3), s[-1]""",
    """return sum(x * 2 for x in distinct(board)), any(x > 1 for x in distinct(board))""",
    """
        s = [n]
        return twice(s, s), len(s)""",
    """return sum(some(board, n)), len(some(board, 1))""",
    """
        s = [1, n]
        u = {n & 1}
        return ask(s, 3), ask(u, n), ask([n, 4], 4), ask({3}, n), len(made(n)), 1 in made(n)""",
    """return low(board, {n & 3, 1}), len({n, 2}), len({n, board[0], 1})""",
    """
        s = []
        for x in board:
            s.append(x if x else None)
        return sum(1 for x in s if x is None), s[1], s.pop()""",
    """
        s = []
        for x in board:
            s.append("X" if x else "O")
        return s.count("X"), s[0] == s[1], "Z" in s""",
    """
        s = [0.5]
        for x in board:
            s.append(x / 4)
        a = 0.0
        while s:
            a = a * 0.5 + s.pop()
        return a""",
    """
        s = [x for x in board]
        i = 0
        while i < len(s):
            if s[i] == n:
                s.pop(0)
            else:
                s[i] = s[i] * 2
                i += 1
        return sum(s), len(s)""",
    """
        out = []
        x = n
        while x > 0:
            out.append(x)
            x -= 1
        best = 0
        for a in out:
            for b in out:
                if a * b > best:
                    best = a * b
        return best, out[0] if out else -1, (out[-1] if len(out) > 1 else 0)""",
    """
        q = deque()
        q.append(n)
        q.append(3)
        return q.popleft(), len(q), q.pop()""",
    """
        s = [1]
        x = 0
        while s and x < 6:
            x += 1
            if x & 1:
                s.append(x)
                continue
            s.pop()
        else:
            x += 100
        return x, len(s)""",
    """
        s = list(range(3))
        s.append(n)
        a, b = s[0], s[-1]
        s += s
        s = s + [a]
        return len(s), sum(s), b""",
    """
        s = [n, 2]
        s[0], s[1] = s[1], s[0]
        s.append(4)
        return s[0]""",
)
REFUSED = (
    (
        """
            t = 0
            for x in board:
                s = []
                for y in board:
                    if y > x:
                        s.append(y)
                    if len(s) > 2:
                        break
                for y in s:
                    if y == 3:
                        continue
                    t = t * 3 + y
            return t, len(s)""",
        "s may be used before it is assigned",
    ),
    (
        """
            if n:
                s = [1]
            s.append(2)
            return len(s)""",
        "s may be used before it is assigned",
    ),
)


@pytest.mark.parametrize("body", RULES)
def test_growing_lists_and_sets_are_those_of_python(body):
    rule = rule_of(body, HELPERS)
    agree(rule)
    program, instances = inferred(lambda p: {"it": p.rule(rule, type_of(BOARDS[1]), Int(-1, 4))})
    for board in BOARDS:
        for number in NUMBERS:
            try:
                found, _ = run(program, instances["it"], board, number)
            except Trapped:
                continue
            assert found == rule(board, number)


@pytest.mark.parametrize("body, says", REFUSED)
def test_what_growing_lists_may_not_do_is_refused(body, says):
    assert says in refusal(rule_of(body, HELPERS))


TWO_NAMES = (
    "s = [n]\nb = s\nb.append(1)\nreturn len(s), len(b)",
    "s = {1, n & 3}\nt = s\nt.add(2)\nreturn len(s)",
    "s = [n]\nfor x in board:\n    b = s\n    b.append(x)\nreturn len(s)",
)


@pytest.mark.parametrize("body", TWO_NAMES)
def test_a_change_is_seen_by_both_names(body):
    agree_on(rule_of(body, HELPERS), (BOARDS[1], Int(-1, 4)), [(board, 2) for board in BOARDS])


TOO_MUCH = {
    "an item": "s = [1]\nfor i in range(n * 15):\n    s.append(s[-1] * 9)\nreturn len(s)",
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_does_not_fit_is_answered_by_python(name):
    rule = rule_of(TOO_MUCH[name], HELPERS)
    machine = machine_function(rule, BOARDS[1], Int(-1, 4))
    assert machine(BOARDS[0], 1) == rule(BOARDS[0], 1)
    with pytest.raises(Trapped):
        machine(BOARDS[0], 4)
