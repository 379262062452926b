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

NOTHING = {
    "a list": "e = [x + n for x in []]\nreturn len(e), sum(e) + n",
    "that grows": "e = [x for x in []]\ne.append(n)\nreturn e[0], len(e)",
    "a tuple": "return tuple(x * n for x in []) + (n,), [x for x in []] == []",
    "within": "e = [[0 for _ in []] for _ in board]\nreturn len(e), len([0 for x in board for y in []])",
    "a loop": "for x in [y for y in []]:\n    return x\nreturn max([x for x in []], default=n)",
}


@pytest.mark.parametrize("body", NOTHING.values(), ids=NOTHING)
def test_lists_made_of_no_items(body):
    agree(rule_of(body, HELPERS))


@pytest.mark.parametrize("body", RULES.values(), ids=RULES)
def test_lists_of_any_length(body):
    agree(rule_of(body, HELPERS))


LISTS_OF_LISTS = {
    "rows of a number that varies": "g = [[0] * n for _ in range(n)]\ng[0][0] = 3\nreturn g[0][0]",
    "as many rows as a number says": "g = [[0] * 3 for _ in range(n)]\nreturn len(g)",
    "rows of any length": "g = [[x for x in board if x == k] for k in range(3)]\nreturn len(g[1])",
    "a row that changes by another name": "g = [[0] * 3 for _ in range(3)]\nrow = g[1]\nrow[0] = 5\nreturn g[1][0]",
    "a row with two names": "g = [[0] * 3, [n, 2, 3]]\nrow = g[1]\ng[1][0] = 7\nreturn row[0]",
    "rows exchanged": "g = [list(board[:2]), [n, 2]]\ng[0], g[1] = g[1], g[0]\nreturn g[0][0]",
    "a row in a loop that changes": "g = [[1, 2], [n, 4]]\nfor i, r in enumerate(g):\n    r[0] = i\nreturn g[0][0]",
    "a row as a value": "g = [[1, 2], [n, 4]]\nr = g[1]\nreturn r == (1, 2)",
}


@pytest.mark.parametrize("body", LISTS_OF_LISTS.values(), ids=LISTS_OF_LISTS)
def test_what_a_list_of_lists_may_not_do_is_refused(body):
    assert refusal(rule_of(body, HELPERS)).startswith("a list of lists keeps its lengths")
