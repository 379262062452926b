"""Lists, dicts and sets that are constants: read as they are, and compared again where they may have changed."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of

HELPERS = """
from types import SimpleNamespace
LINES = [(0, 1, 2), (3, 4, 0), (1, 2, 3)]
ROWS = [[0, 1, 2], [3, 4, 0]]
FLAT = [4, 1, 3]
RAGGED = [[1], [], [2, 3]]
WORTH = {"king": 9, "pawn": 1}
STEPS = {0: (0, 1), 1: (1, 0), 4: (2, 2)}
NEXT = {1: 2, 2: 3, 3: 1}
PAIRS = {(0, 1): 5, (1, 1): 6}
INNER = {"a": {1: 2, 3: 4}, "b": {1: 3}}
CENTRE = {2, 4}
CORNERS = frozenset((0, 3))
class Settings:
    SIZES = [1, 2, 3]
    NAMES = {"a": 7}
def row(i):
    return ROWS[i % 2]
"""

RULES = {
    "lines": "return sum(1 for a, b, c in LINES if board[a] == board[b] != board[c])",
    "an item": "return FLAT[n] + LINES[1][n] + len(FLAT) + len(LINES[0])",
    "rows": "return sum(x * n for row in ROWS for x in row) + ROWS[1][n] + sum(RAGGED[n % 3])",
    "membership": "return n in FLAT, n in ROWS[0], n in CENTRE, n not in CORNERS, n in NEXT, n in WORTH.values()",
    "a key that is known": 'return WORTH["king"] + WORTH.get("queen", 4) + INNER["a"][3] + len(WORTH)',
    "a key": "return NEXT[n]",
    "a key or not": "return NEXT.get(n, 9) + INNER['b'].get(n, 0)",
    "a pair as a value": "return STEPS[n][0] * 10 + STEPS[n][1]",
    "a pair as a key": "return PAIRS[(n, 1)]",
    "keys": "s = 0\nfor k in NEXT:\n    s = s * 5 + k * NEXT[k]\nreturn s + n",
    "items": "return sum(k * v * n for k, v in NEXT.items()) + max(STEPS.keys()) + sum(NEXT.values())",
    "a dict in the rule": "return {0: 4, 1: 3, 2: 9}.get(n, 5) + {'a': 1, 'b': 2}['b'], n in {1, 3}",
    "a dict in the rule, a key twice": "return {1: 4, True: 7}[n]",
    "of a class": "return sum(Settings.SIZES) + Settings.NAMES['a'] + n",
    "known": "return 3 in FLAT, 9 in CENTRE, 'king' in WORTH, 1 if FLAT else 2",
    "sums of lists": "return sum(FLAT + [n, 2]) if n else sum([*FLAT, 7])",
    "of a helper": "return row(n)[1]",
    "as a tuple": "return tuple(FLAT), tuple(FLAT) == (4, 1, 3)",
    "slices": "return sum(FLAT[1:]) + LINES[:2][0][2]",
    "lists are no tuples": "return FLAT != (4, 1, 3), n",
    "a row and a tuple": "return sum(1 for line in LINES if line == (n, 4, 0)), LINES[n] == (1, 2, 3)",
}


@pytest.mark.parametrize("body", RULES.values(), ids=RULES)
def test_lists_dicts_and_sets_that_are_constants(body):
    agree(rule_of(body, HELPERS))


REFUSED = {
    "a list against a tuple": ("return ROWS[n % 2] == (0, 1, n)", "no comparison"),
    "a list handed over": ("return FLAT", "a list that is a constant"),
    "a row handed over": ("return ROWS[0]", "a list that is a constant"),
    "a set gone over": ("for x in CENTRE:\n    n += x\nreturn n", "no order"),
    "a list in a tuple": ("return (FLAT, n)", "a list that is a constant"),
    "changed": ("FLAT.append(n)\nreturn n", "no method .append()"),
    "an item changed": ("FLAT[0] = n\nreturn n", "no side effects"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_show_that_it_is_a_list_is_refused(name):
    body, rule = REFUSED[name]
    assert rule in refusal(rule_of(body, HELPERS))
