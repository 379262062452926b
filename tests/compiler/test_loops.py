"""Loops over boards and over several sequences side by side, and what their variables hold afterwards."""

from __future__ import annotations

import pytest
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from agreement import agree, agree_all, agree_on, machine_function, refusal, rule_of

from lazytree.compiler.ir.kinds import Int

HELPERS = """
ROWS = ((1, 2), (3, 4), (5, 6))

def upto(a, b=3):
    while a < b:
        yield a
        a += 1

def matching(board, n):
    cell = -1
    for cell, stone in enumerate(board):
        if stone == n:
            yield cell
    yield cell * 10
"""

TESTS = [
    "stone == 0 or n",
    "stone == n or stone == 2",
    "(stone == 0 and n) or cell == 2",
    "(stone == 0 or n) and cell != 2",
    "stone == 0 and (n or cell) and cell < 3",
    "stone == n and (stone or cell)",
    "not stone == n",
    "not (stone == n or cell == 1)",
    "0 < stone <= n < 3",
    "stone == n != cell",
    "stone == n == 1",
    "stone == (last := n) and (n := n + 1)",
    "stone == n and (n := n + 1) < 3",
    "stone != n and (stone := 9)",
    "(found := stone == n) or cell == 4",
    "cell == n or stone",
    "n == stone or cell > 3",
    "stone < n or stone > 2",
    "stone in (0, n)",
    "stone == 0 if n else stone == 1",
    "stone == n and any(x == cell for x in board)",
    "stone == True",
    "stone and n",
    "stone",
]

BODIES = {
    "alone": "{test}:\n        t = t * 3 + cell",
    "with else": "{test}:\n        t = t * 3 + cell\n    else:\n        t += 1",
    "with elif": "{test}:\n        t = t * 3 + cell\n    elif stone == 1:\n        t += 1",
    "and one more": "{test}:\n        t = t * 3 + cell\n    if stone == 1:\n        t += 1",
    "break": "{test}:\n        t += 1\n        break",
    "break later": "{test}:\n        t += 1\n        if cell > 1:\n            break",
    "continue": "{test}:\n        continue\n    t = t * 3 + cell",
    "continue within": "{test}:\n        if cell == 1:\n            continue\n        t = t * 3 + cell",
    "cell assigned": "{test}:\n        cell = 77",
    "stone assigned": "{test}:\n        stone = 77",
}


LOOP = """
t = 0
cell = stone = 50
n = given
for cell, stone in enumerate(board):
    if {body}
total = (total * 31 + t * 10000 + n * 1000 + cell * 100 + stone) % 1000003
"""


@pytest.mark.parametrize("test", TESTS)
def test_any_first_line_of_a_loop_over_a_board(test):
    loops = [LOOP.format(body=body.format(test=test)) for body in BODIES.values()]
    agree(rule_of("total, given = 0, n\n" + "".join(loops) + "return total", HELPERS))


AFTERWARDS = {
    "board": "x = 9\nfor x in board:\n    if x == n:\n        pass\nreturn x",
    "range": "x = 9\nfor x in range(n):\n    pass\nreturn x",
    "zip": (
        "x = y = 9\nfor x, y in zip(board, board.set(2, 9)):\n    if x == n and y:\n        break\nreturn x * 10 + y"
    ),
    "table": "x = y = 9\nfor x, y in ROWS:\n    if x == n:\n        break\nreturn x * 10 + y",
    "enumerate of zip": (
        "i = x = y = 9\nfor i, (x, y) in enumerate(zip(board, board), start=2):\n    if x == n:\n        break\n"
        "return i * 100 + x * 10 + y"
    ),
    "generator": "x = 9\nfor x in upto(n):\n    pass\nreturn x",
    "within a generator": "t = 0\nfor x in matching(board, n):\n    t = t * 11 + x\nreturn t",
    "left by return": "c = 9\nfor c, x in enumerate(board):\n    if x == n:\n        return c\nreturn c * 10 + x",
}


test_a_loop_leaves_its_last_item = agree_all(AFTERWARDS, HELPERS, "x = 0\n{}")
test_after_a_loop_that_surely_runs_its_variable_has_a_value = agree_all(
    ["for x in board:", "for y, x in enumerate(board):", "for x in range(3):"],
    HELPERS,
    "{}\n    if x == n:\n        break\nreturn x",
)


@pytest.mark.parametrize("iterable", ["range(n)", "upto(n)", "(x for x in board if x == n)"])
def test_what_may_be_unassigned_after_a_loop_is_refused(iterable):
    body = f"for x in {iterable}:\n    pass\nreturn x"
    assert refusal(rule_of(body, HELPERS)) == "x may be used before it is assigned"


def scanned(board, n):
    total, cell, stone, other = 0, -1, -1, -1
    for cell, stone in enumerate(board):
        if stone == n:
            total = (total * 3 + cell) % 10007
    for other in board:
        if other > n:
            break
    return total * 1_000_000 + cell * 1000 + stone * 10 + other


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 128, 130])
def test_boards_of_any_length(length):
    board = pvector(cell * 7 % 4 for cell in range(length))
    machine = machine_function(scanned, board, Int(-1, 5))
    for n in range(-1, 5):
        assert machine(board, n) == scanned(board, n)


# ---- sequences side by side of several lengths, pairs that have one name, slices with a step


CELLS = (0, 1, 2, 1, 2, 0, 1, 1, 1)
BOUNDS = (-(2**62), -20, -10, -9, -8, -4, -3, -1, 0, 1, 2, 3, 5, 8, 9, 10, 11, 2**62)
SIDE_BY_SIDE_HELPERS = """
from pyrsistent import pvector
FEW = (1, 2, 3)
ROWS = ((1, 2, 3), (4, 5), (6,))
"""
SIDE_BY_SIDE = {
    "neighbours": "return sum(x == y for x, y in zip(b, b[1:])), all(x <= y for x, y in zip(b, b[1:]))",
    "three": "return sum(x * y * z for x, y, z in zip(b, b[1:], b[2:]))",
    "a PVector": "return pvector(x - y for x, y in zip(b, b[1:])), pvector([x - y for x, y in zip(b[2:], b)])",
    "a PVector beside a range": "return pvector(x + i for x, i in zip(b, range(3))), pvector(range(4))",
    "a PVector of any length": "return pvector(x + i for x, i in zip(b, range(n & 3)))",
    "a PVector of numbered pairs": "return pvector(x + y * i for i, (x, y) in enumerate(zip(b, FEW)))",
    "a PVector of numbered ranges": "return pvector(i * x for i, x in enumerate(range(n & 7)))",
    "a PVector of what is worked out": "return pvector(a * c + (n & 7) for a, c in zip((n & 3, 2, 3), b))",
    "constants": "return sum(a * c for a, c in zip(FEW, (4, 5))), tuple(a * c + n for a, c in zip(FEW, (4, 5)))",
    "rows of a table": "t = 0\nfor x, y in zip(b, ROWS[n & 1]):\n    t = t * 3 + x * y\nreturn t",
    "rows of one table": "t = 0\nfor x, y in zip(ROWS[n & 1], ROWS[n % 3]):\n    t = t * 10 + x * y\nreturn t",
    "left": "t = 0\nfor i, p in enumerate(zip(b, b[3:])):\n    t += i\n    if p[1] == n:\n        break\nreturn t",
    "one name": "t = 0\nfor p in zip(b, FEW):\n    t = t * 7 + p[0] + p[1]\nreturn t",
    "one name beside a range": "t = 0\nfor p in zip(range(2, 20), b, FEW):\n    t = t * 3 + p[0] * p[1]\nreturn t",
    "a list of pairs": "c = list(zip(b[:3], b[3:6], b[6:9]))\nreturn sum(1 for r in c if r[0] == r[1]), c[n & 1]",
    "sorted pairs": "return sorted(zip(b, range(9)))[n & 7], [p for p in enumerate(b)][n & 7]",
    "in order": "return [y for y in range(3) for y, z in zip((n & 3, y, y), FEW)][4]",
}
STEPS = {
    "a column": "return b[n::3], b[:n:2], b[n : n + 5 : 2], b[-n::4] if n > -(2**62) else b",
    "a far step": "return b[n :: 10**30], b[n::True], b[n::7]",
    "columns": "return any(b[c::3].count(1) == 3 for c in range(3)), all(x == 1 for x in b[n::3])",
    "items": "return 1 in b[n::3], sum(b[n::2]), len(b[n::2]), max(b[n::4], default=-1)",
    "of what grows": "t = b[n:]\nreturn t[::2], t[1::2], t[1:-1:3], t[-3::2], t[::50]",
    "backwards": "return b[n::-1], b[:n:-1], b[::-1], b[n:2:-2], b[7:n:-3], b[n : -n % 7 : -1]",
    "backwards of what grows": (
        "t = b[n:]\nreturn t[::-1], t[n::-1], t[5::-2], t[:1:-1], t[-2:0:-1], t[1:4:-1], t[:n:-50]"
    ),
    "items backwards": (
        "return sum(b[n::-2]), len(b[n::-1]), max(b[:n:-1], default=-1), 2 in b[n::-1], b[n::-1] == b[::-1]"
    ),
    "known after all": (
        "return tuple(b[i * 3 : i * 3 + 3] for i in range(3)), [b[i::3] for i in range(3)][1], b[n & 0 : 2]"
    ),
    "side by side": "return sum(x * y for x, y in zip(b[n::3], b[1::3]))",
}


def both_forms(body: str) -> None:
    rule = rule_of(body, SIDE_BY_SIDE_HELPERS, "b, n")
    for board in (CELLS, pvector(CELLS)):
        agree_on(rule, (board, Int(-(2**62), 2**62)), [(board, n) for n in BOUNDS])


@pytest.mark.parametrize("body", SIDE_BY_SIDE.values(), ids=SIDE_BY_SIDE)
def test_the_shortest_ends_the_loop(body):
    both_forms(body)


@pytest.mark.parametrize("body", STEPS.values(), ids=STEPS)
def test_a_step_is_taken_from_bounds_that_vary(body):
    both_forms(body)


@pytest.mark.parametrize(
    ("body", "words"),
    (
        (
            "return [x + y for x, y in zip(board, board[1:], strict=True)][0]",
            "`zip` takes sequences of one known length",
        ),
        ("return sum(x * y for x, y in zip(ROWS[n], ROWS[n % 3], strict=True))", "`zip` takes sequences of one known"),
        ("return board[n::n]", "the step of a slice is a number"),
    ),
)
def test_what_is_refused_is_named(body, words):
    assert words in refusal(rule_of(body, SIDE_BY_SIDE_HELPERS))


# ---- loops over what has no items


NOTHING_IN_ROWS = ((), ())


def over_nothing(board, n):
    total = n
    for x in NOTHING_IN_ROWS[n % 2]:
        total += x
    for x, y in zip(board, range(0)):
        total += x + y
    for x in board[:0]:
        total += x
    return total


@pytest.mark.parametrize("n", [0, 7])
def test_a_loop_over_nothing_never_runs(n):
    board = pvector([3, 1, 2])
    assert machine_function(over_nothing, board, n)(board, n) == over_nothing(board, n) == n
