"""Loops over a board, whatever their first line tests, and what their variables hold afterwards."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of
from pyrsistent import pvector

from lazytree.compiler.driver import machine_function
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
    "range left": "x = 9\nfor x in range(5, n, -2):\n    if x == 3:\n        break\nreturn x",
    "reversed range": "x = 9\nfor x in reversed(range(n)):\n    pass\nreturn x",
    "reversed board": "x = 9\nfor x in reversed(board):\n    if x == n:\n        break\nreturn x",
    "zip": (
        "x = y = 9\nfor x, y in zip(board, board.set(2, 9)):\n    if x == n and y:\n        break\nreturn x * 10 + y"
    ),
    "table": "x = y = 9\nfor x, y in ROWS:\n    if x == n:\n        break\nreturn x * 10 + y",
    "enumerate of zip": (
        "i = x = y = 9\nfor i, (x, y) in enumerate(zip(board, board), start=2):\n    if x == n:\n        break\n"
        "return i * 100 + x * 10 + y"
    ),
    "tuple": "x = 9\nfor x in (n, 1, n + 2):\n    if x == 1:\n        break\nreturn x",
    "empty tuple": "x = n\nfor x in ():\n    pass\nreturn x",
    "generator": "x = 9\nfor x in upto(n):\n    pass\nreturn x",
    "generator expression": "x = 9\nfor x in (y * 2 for y in board if y == n):\n    pass\nreturn x",
    "within a generator": "t = 0\nfor x in matching(board, n):\n    t = t * 11 + x\nreturn t",
    "nested": (
        "t = c = d = x = y = 0\nfor c, x in enumerate(board):\n    if x == n:\n        for d, y in enumerate(board):\n"
        "            if y == 1:\n                t += d\n        t = t * 2 + d * y\n"
        "return t * 1000 + c * 100 + d * 10 + x + y"
    ),
    "left by return": "c = 9\nfor c, x in enumerate(board):\n    if x == n:\n        return c\nreturn c * 10 + x",
}


@pytest.mark.parametrize("loop", AFTERWARDS)
def test_a_loop_leaves_its_last_item(loop):
    text = AFTERWARDS[loop]
    agree(rule_of("x = 0\n" + text, HELPERS))


@pytest.mark.parametrize("loop", ["for x in board:", "for y, x in enumerate(board):", "for x in range(3):"])
def test_after_a_loop_that_surely_runs_its_variable_has_a_value(loop):
    agree(rule_of(f"{loop}\n    if x == n:\n        break\nreturn x", HELPERS))


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
