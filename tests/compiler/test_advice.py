"""The advice of a refusal is followed: what is written instead compiles, and gives what Python gives.

By the words of the advice: a rule that is refused with them, and the rule with the advice followed.
"""

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of

HELPERS = """
from collections import Counter
from enum import IntEnum
from itertools import islice
class Suit(IntEnum):
    CLUBS = 0
    HEARTS = 1
CELLS = {1, 3}
COUNTED = Counter((1, 1, 2))
BY_NUMBER = dict(COUNTED)
BOARD = 2**36 - 1
THREE = 3
"""
ADVICE = {
    "texts are numbered, by an IntEnum": (
        "t = ''.join('X' if x else '.' for x in board)\nreturn 1 if t < 'XXXXX' else 0",
        "return int(min(Suit(n % 2), Suit.CLUBS))",
    ),
    "`dict(...)` of it, once": ("return COUNTED[1] + n", "return BY_NUMBER[1] + n"),
    "`for x in sorted(cells)`": (
        "return sum([x * n for x in CELLS][:1])",
        "return sum([x * n for x in sorted(CELLS)][:1])",
    ),
    "test first, or `raise`": (
        "try:\n    return 6 // n\nexcept ZeroDivisionError:\n    return 0",
        "if n == 0:\n    return 0\nreturn 6 // n",
    ),
    "name each item": ("return max(*board)", "return max(board[0], board[1], board[2], board[3], board[4])"),
    "compare by `==`": ("return 1 if n is THREE else 0", "return 1 if n == THREE else 0"),
    "no `islice`: a slice, or a loop with `break`": (
        "return sum(islice(board, 2))",
        "return sum(board[:2])",
    ),
    "ask `is None` first": ("x = None\nreturn x + n", "x = None if n else 3\nreturn n if x is None else x + n"),
    "mask what you shift left": (
        "while n:\n    n = n << 40\nreturn n",
        "for _ in range(3):\n    n = n << 40 & BOARD\nreturn n",
    ),
    "mask it": ("return n.bit_count()", "return (n & BOARD).bit_count()"),
    "let it always be one of them": ("return 1.5 if n else 0", "return 1.5 if n else 0.0"),
    "`x ** y % z`": ("return pow(n, 2, 7)", "return n ** 2 % 7"),
    "a variable keeps one kind": (
        "b = 1\nif n:\n    b = board\nreturn n",
        "b = 1\nc = board\nif n:\n    c = c.set(0, b)\nreturn c[0]",
    ),
    "a generator expression is gone over once": (
        "b = (x for x in board)\nreturn sum(b) + sum(b)",
        "b = (x for x in board)\nreturn 2 * sum(b)",
    ),
    "no text is made when a rule runs: constant texts": (
        "return len(f'{n}')",
        "word = 'many' if n > 1 else 'few'\nreturn 1 if word == 'few' else 0",
    ),
    "`t[:i] + 'X' + t[i + 1:]`": (
        "t = 'ab'\nreturn len(t.center(4))",
        "t = 'ab'\nt = t[:1] + 'X' + t[2:]\nreturn len(t)",
    ),
}


@pytest.mark.parametrize("advice", ADVICE)
def test_what_is_advised_is_not_refused(advice):
    refused, followed = ADVICE[advice]
    assert advice in refusal(rule_of(refused, HELPERS))
    agree(rule_of(followed, HELPERS))
