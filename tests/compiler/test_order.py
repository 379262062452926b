"""What is worked out first: Python's order, wherever a `:=` lets it be seen."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, rule_of

HELPERS = """
from typing import NamedTuple
from pyrsistent import PVector, pvector

class Pair(NamedTuple):
    board: PVector
    other: PVector
    mover: int = 3

class Two(NamedTuple):
    x: int
    y: int = 7

ROWS = ((1, 2), (3, 4), (5, 6))

def two(x, y):
    return x[0] * 10 + y[0]

def less(x, y=4, z=2):
    return x - y * z

def same(board):
    return board

def total(numbers, times):
    return sum(x for x in numbers) * times

def first(numbers, times=1):
    for x in numbers:
        return x * times
    return -times

def unless(numbers, n):
    if n:
        return n
    return sum(numbers)

def upto(a, b=3):
    while a < b:
        yield a
        a += 1

def rest(n):
    yield n
    return 5 // n
"""

BOARDS = {
    "arguments": "return two(board, (board := board.set(0, 9)))",
    "keyword arguments": "return two(y=board, x=(board := board.set(0, 9)))",
    "comparison": "return 1 if board == (board := board.set(0, 5)) else 0",
    "chain of comparisons": (
        "return (board == board.set(0, n)) + (board == (board := board.set(0, 4)) == board.set(1, n))"
    ),
    "method": "return board.set(1, (board := board.set(0, 7))[1])[0]",
    "assigned to itself": "board = board.set(1, (board := board.set(0, 7))[1])\nreturn board[0] * 10 + board[1]",
    "places and values": "return board.mset(0, (board := board.set(2, 6))[2], board[2] % 5, 4)[0] + board[2]",
    "record": "p = Pair(board, (board := board.set(0, 8)), n)\nreturn p.board[0] * 10 + p.other[0]",
    "record by name": (
        "p = Pair(other=board, board=(board := board.set(0, 8)))\nreturn p.board[0] * 10 + p.other[0] + p.mover"
    ),
    "_replace": (
        "p = Pair(board, board)\nq = p._replace(other=(p := p._replace(board=board.set(0, 6))).board)\n"
        "return q.board[0] * 10 + q.other[0]"
    ),
    "subscript": "return board[(board := board.set(1, 4))[1]]",
    "count": "return board.count((board := board.set(0, 1))[0])",
    "in": "return (board[0] in (board := board.set(0, 3))) + (3 in board)",
    "zip": "t = 0\nfor x, y in zip(board, (board := board.set(0, 9))):\n    t = t * 3 + x * y\nreturn t + board[0]",
    "elements of a loop": "return sum((board := board.set(x, 1))[0] for x in board) + board[3]",
    "tuple": "t = (board if n else board.set(0, 3), (board := board.set(0, 9)))\nreturn t[0][0] * 10 + t[1][0]",
    "unpacking": "a, b = board, (board := board.set(0, 4))\nreturn a[0] * 10 + b[0]",
    "results of calls": "return same(board)[0] + (board := board.set(0, 3))[0] + same(board)[0]",
    "two targets": "a = b = (board := board.set(0, n))\nreturn a[0] + b[0] + board[0]",
    "handed to a loop": "return total((x for x in board), (board := board.set(0, 5))[0])",
    "enumerate": "t = 0\nfor i, x in enumerate((board := board.set(0, 2)), board[0]):\n    t = t * 3 + i * x\nreturn t",
}

NUMBERS = {
    "operands": "return n + (n := n * 2) - n * (n := 3)",
    "unary": "return ~(n := n + 1) + -(n := n * 2) + (not (n := n - 1)) + n",
    "augmented assignment": "n += (n := n + 5)\nreturn n",
    "chain of comparisons": "return (n < (n := n + 1) < (n := n + 1) <= n) * 10 + n",
    "chain that ends early": "return (n < (n := n - 1) < (n := n + 7)) * 10 + n",
    "and, or": "return (n and (n := n - 1)) + n + (n or (n := 7)) * n",
    "conditional expression": "return (k if (k := n) > 1 else k + 5) * k",
    "test of an index": "return board[n - 1 if (n := n + 1) else 0]",
    "unpacking": "x, y = n, (n := n + 1)\nreturn x * 10 + y",
    "min and max": "return max(n, (n := n + 3), n - 1) * 10 + min((n := n - 1), n)",
    "divmod": "q, r = divmod(n, (n := 3))\nreturn q * 100 + r * 10 + n",
    "in": "return (n in (n, (n := n + 1))) * 10 + (5 in ((n := 5), 3)) + ((n := n + 1) in (n, 3)) + n",
    "keyword arguments": "return less(y=(n := n + 5), x=n) * 100 + less(n, y=(n := 2))",
    "keyword arguments and defaults": "return less(z=(n := n + 1), x=n, y=(n := n * 2)) + less(n, z=n)",
    "fields by name": "return Two(y=(n := n + 1), x=n).x * 10 + Two((n := 4)).y + Two(x=n).x",
    "range": "t = 0\nfor i in range(n, (n := n + 3), (n := 1)):\n    t = t * 3 + i + n\nreturn t",
    "reversed range": "t = 0\nfor i in reversed(range(n, (n := n + 3))):\n    t = t * 3 + i + n\nreturn t",
    "enumerate by name": (
        "t = 0\nfor i, x in enumerate(start=(n := n + 1), iterable=upto(n)):\n    t += i * x\nreturn t"
    ),
    "sum with start": "return sum(upto(n, (n := n + 2)), start=(n := 10)) + n",
    "min with default": "return min((x for x in (n, n + 1) if x > 1), default=(n := 10)) + n",
    "generator's arguments": "t = 0\nfor x in upto(b=(n := n + 3), a=n - 2):\n    t = t * 3 + x\nreturn t",
    "handed to a function": "return total(upto((n := n + 1), 9), n) + total(times=(n := n + 1), numbers=upto(n, 8))",
    "handed over, read late": (
        "return total((x + n for x in board), (n := n + 2)) + first((n for x in board), (n := n + 2)) * n"
    ),
    "while": "while (n := n + 1) < 4:\n    pass\nreturn n",
    "element that assigns": "w = -3\nt = sum(1 for x in board if (w := x + n) > 2)\nreturn t * 10 + w",
    "any that assigns": "w = -3\nreturn any((w := x) > n for x in board) * 10 + w",
}

ERRORS = {
    "first iterable at once": "return unless((x for x in ROWS[n]), 1)",
    "its arguments at once": "return unless(upto(board[n + 3]), 1)",
    "its bounds at once": "return unless((x for x in range(1 // (n - 1))), 1)",
    "its start at once": "return unless((x for i, x in enumerate(ROWS[0], 5 // (n - 2))), 1)",
    "the rest never": "return unless((x for y in board for x in ROWS[y + n]), 1)",
    "what a generator returns": "return sum(rest(n))",
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_what_it_was_when_it_was_read(name):
    agree(rule_of(BOARDS[name], HELPERS))


@pytest.mark.parametrize("name", NUMBERS)
def test_the_order_of_evaluation_is_pythons(name):
    agree(rule_of(NUMBERS[name], HELPERS))


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_comes_where_python_raises_it(name):
    agree(rule_of(ERRORS[name], HELPERS))
