"""What is done in an order that can be told: in a loop over a set, over a tuple that grows, in the test of a loop."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import BOARDS, NUMBERS, agree, agree_on, refusal, rule_of

from lazytree.compiler.ir.kinds import Int

HELPERS = """
def put(u, x):
    u.append(x)
    return len(u)
def deep(u, x):
    u.append(x)
    return len(u) + (deep(u, x - 1) if x > 5 else 0)
def add(p, x):
    p.add(x)
    return len(p)
def shrink(p, n):
    p.discard(n)
    return shrink(p, n - 1) if n > 0 else 1
def grown(x):
    v = [x]
    v.append(x + 1)
    return sum(v)
def gives(u, x):
    u.append(x)
    return [len(u), x]
def first(p, q):
    return p & q
def assigned(p):
    return (p := 6) & (p >> 1)
def filled(s, n):
    s.append(n)
    if n > 0:
        filled(s, n - 1)
def spread(p, c, more):
    p.add(c)
    if more > 0:
        spread(p, c + 1, more - 1)
def last(s, x, n):
    s.append(x)
    return last(s, x, n - 1) if n > 0 else len(s)
def small(n):
    s = [n & 3]
    return last(s, 4, 1) + s[-1]
def large(n):
    s = [n & 3]
    return last(s, 2**60, 1) + s[-1]
"""
START = "s, u = {n, 1, 8}, [1, 2, 3, 4]\n"
ORDER_TOLD = (
    "return sum(x * put(u, x) for x in s)",
    "return sum(x * deep(u, x) for x in s)",
    "return min(u.pop() * x for x in s)",
    "return all(u.pop() > x for x in s), len(u)",
    "if any(put(u, x) > 2 for x in s):\n    return len(u)\nreturn 0",
    "k = 0\nreturn sum((k := x) for x in s), k",
    "k = n\nreturn sum((k := k * 2 + x) for x in s)",
    "return sum(shrink(s, x) for x in s)",
    "return len({x for x in s if shrink(s, 9)})",
    "return len({add(s, x) for x in {n, 2}})",
    "return any(shrink(s, x) == 1 for x in s), len(s)",
    "return sum(y * x for x in s for y in gives(u, x))",
    "return len(s | {x * put(u, x) for x in s})",
    "return sum(sum(put(u, y) * x for y in board) for x in s)",
    "return sum(x for x in s if put(u, x) > 6)",
    "s.update(put(u, x) for x in {n, 3})\nreturn len(s)",
)
ALIKE = (
    START + "return sum(grown(x) for x in s), max(grown(x) for x in s if x > 0), len({grown(x) & 7 for x in s})",
    START + "return sum(len({x & 7, y}) for x in s for y in s), any(x > 7 for x in s), sum(put([x], 1) for x in s)",
    "t = (n,)\nfor x in t:\n    if len(t) < 5:\n        t += (x, x)\nreturn len(t), sum(t)",
    "t = ()\nfor i in range(4):\n    for x in t:\n        t += (x + i,)\n    t += (i,)\nreturn len(t), sum(t)",
    "t = (n, 2)\nk = 0\nfor i, x in enumerate(t):\n    t += (x,)\n    k += i\nreturn len(t), k",
    "t = (n, 2)\nfor x in (y + 1 for y in t):\n    t += (x,)\nreturn len(t), sum(t)",
    "t = (n, 2)\nfor x in t:\n    if x > 1:\n        t += (x,)\n        break\nelse:\n    t += (7,)\nreturn t[-1]",
    "s = []\nfilled(s, n)\nreturn len(s), sum(s)",
    "p = set()\nspread(p, 2, 3)\nreturn len(p), sum(p)",
    "return small(n), large(n), small(n)",
    "return large(n), small(n)",
    "s = {4}\nadd(s, n & 7)\nreturn len(s), sum(s)",
)
ANOTHER = (
    "for x in sorted(p):\n    k = k * 3 + x\n    p = set()",
    "for x in sorted(p):\n    k = k * 3 + x\n    p = {n & 7}\nk += len(p)",
    "q = p\nfor x in sorted(p):\n    k = k * 3 + x\n    p = {v for v in q if v > n}",
    "q = p\nfor x in (y for y in sorted(p)):\n    k = k * 3 + x\n    p = {v for v in q if v > n}",
    "for x in reversed(u):\n    k = k * 3 + x\n    u = [n]\n    u.append(k)",
    "for x in u:\n    k = k * 3 + x\n    u = [n]\n    u.append(k)",
    "for x in p:\n    p = {n}\n    k += len(p) + x",
)
LOOPS = (
    "while x & (x := 7 if k else 0):\n    x &= x - 1\n    k -= 1\n    t += 2**60\nreturn t",
    "while (x := 6 if k else 0) & x:\n    x &= x - 1\n    k -= 1\n    t += 2**60\nreturn t",
    "while first(x, (x := 6 if k else 0)):\n    x &= x - 1\n    k -= 1\n    t += 2**60\nreturn t",
    "while x:\n    x = assigned(x)\n    k -= 1\n    t += 2**60\n    if k == 0:\n        break\nreturn t",
)
ROWS = "t = [1, 2, 3, 4, 5, 6]\nrows = [[1, 2], [3, 4]]\n"
PLACES = (
    "t[put(u, 2)] += 10\nreturn tuple(t)",
    "t[put(u, 2)] -= put(u, 3)\nreturn tuple(t)",
    "t[len(u)] += put(u, 3)\nreturn tuple(t)",
    "t[-len(u)] *= put(u, 3)\nreturn tuple(t)",
    "t[u[0]] += deep(u, 7)\nreturn tuple(t)",
    "t[u[0]] |= (put(u, 3), u[0])[1]\nreturn tuple(t)",
    "rows[put(u, 2) & 1][put(u, 3) & 1] += put(u, 5)\nreturn rows[0][0], rows[0][1], rows[1][0], rows[1][1]",
    "rows[len(u) & 1][len(u) - 2] += put(u, 5)\nreturn rows[0][0], rows[0][1], rows[1][0], rows[1][1]",
    "u[put(u, 2) - 1] += put(u, 4)\nreturn tuple(u)",
)


@pytest.mark.parametrize("body", ORDER_TOLD)
def test_a_loop_over_a_set_that_changes_something_is_refused(body):
    said = refusal(rule_of(START + body, HELPERS))
    assert "a set has no order" in said or "u changes where a list is made" in said


@pytest.mark.parametrize("body", ANOTHER)
def test_a_loop_that_gives_what_it_goes_over_another_value_is_refused(body):
    start = "k, p, u = 0, {1, 0, 4}, [1, 2]\nu.append(5)\n"
    said = refusal(rule_of(f"{start}{body}\nreturn k, len(p), sum(u)", HELPERS))
    assert "in the loop" in said or "a set has no order" in said


@pytest.mark.parametrize("body", ALIKE)
def test_what_python_gives(body):
    agree(rule_of(body, HELPERS))


@pytest.mark.parametrize("body", PLACES)
def test_the_place_of_what_is_added_to_is_worked_out_once_before_the_value(body):
    agree(rule_of(f"{ROWS}u = [n & 3]\nput(u, 1)\n{body}, len(u)", HELPERS))


@pytest.mark.parametrize("body", LOOPS)
def test_a_loop_whose_test_assigns_is_not_thought_to_end_soon(body):
    rule = rule_of(f"x, k, t = n & 7, 40, 0\n{body}", HELPERS)
    agree_on(rule, (BOARDS[1], Int(-1, 4)), [(BOARDS[0], n) for n in NUMBERS], may_trap=lambda *_: True)
