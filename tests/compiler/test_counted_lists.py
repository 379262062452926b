"""Lists of as many items as a number says: one of constants keeps its length, any other grows."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of

HELPERS = """
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

RULES = {
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


@pytest.mark.parametrize("body", RULES.values(), ids=RULES)
def test_lists_of_any_length(body):
    agree(rule_of(body, HELPERS))


def test_rows_of_a_number_that_varies_are_refused():
    assert "list" in refusal(rule_of("g = [[0] * n for _ in range(n)]\ng[0][0] = 3\nreturn g[0][0]", HELPERS))
