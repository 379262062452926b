"""Tables of texts whose rows have several lengths, as dicts of lists have them."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree_all

HELPERS = """
NEXT = {"cat": ["cot", "bat"], "cot": ["cat", "dot", "cog"], "bat": [], "dot": ["cog"], "cog": ["cot"]}
NAMES = ["cat", "cot", "bat", "dot", "cog"]
ROWS = (("a", "b"), ("c",), (), ("a", "c", "b"))
WORTH = {"a": 1, "b": 2, "c": 3}
"""
RULES = (
    "return len(NEXT[NAMES[n % 5]])",
    "return tuple(w for w in NEXT[NAMES[n % 5]] if w != 'cot')",
    "return NEXT['cot'][n % 3]",
    "return 'cog' in NEXT[NAMES[n % 5]]",
    "return sum(WORTH[c] for c in ROWS[n % 4])",
    "return [c for c in ROWS[n % 4]] == ['c']",
    "return ROWS[n % 4].index('b')",
    "return sum(len(r) for r in ROWS)",
    "return sorted(ROWS[n % 4])[0]",
    "t = 0\nfor i, r in enumerate(ROWS):\n    for c in r:\n        t += i * WORTH[c]\nreturn t",
    "return ROWS[3][n % 3] + 'x' == 'ax'",
    "return max(ROWS, key=len)[n % 3]",
    "return ROWS[n][0]",
    "x = 'a'\nif n > 1:\n    x = ROWS[3][n % 3]\nreturn x",
    "return list(zip(ROWS[3], board))[n % 3]",
    "return {c: 1 for c in ROWS[n % 4]}.get('b', 0)",
    "return None if n > 2 else ROWS[3][n % 3]",
    "return NAMES[n % 5], frozenset(NEXT[NAMES[n % 5]])",
)
test_rows_of_texts = agree_all(RULES, HELPERS)
