"""None and texts in aliases, in tuples in tuples, and in cells that a loop compares all at once."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, rule_of

HELPERS = """
from enum import Enum
from pyrsistent import pvector
SOME = (None, 2, 3)
def few(x):
    return None if x > 2 else x
def sign(x):
    return ("X", None, "O")[x % 3]
class C(Enum):
    A = 1
    B = 2
def both(x):
    return (few(x), sign(x)) if x else None
"""

ALIASES = {
    "cells that are None": """
        b = tuple(few(x + n) for x in board)
        s = 0
        for i, x in enumerate(b):
            if x == None:
                s = s * 8 + i
        return s, b""",
    "cells equal to an int, some None": """
        b = tuple(few(x + n) for x in board)
        s = 0
        for i, x in enumerate(b):
            if x == n:
                s = s * 8 + i
        return s, x""",
    "cells unlike what may be None": """
        b = pvector(few(x + n) for x in board)
        w = few(n)
        s = 0
        for i, x in enumerate(b):
            if x != w:
                s = s * 8 + i
        return s, b""",
    "ints equal to what may be None": """
        s = 0
        for i, x in enumerate(board):
            if x == few(n):
                s = s * 8 + i
        return s""",
    "ints equal to None": """
        s = 0
        w = None
        for i, x in enumerate(board):
            if x == w:
                s = s * 8 + i
        return s + n""",
    "cells equal to a text or None": """
        b = tuple(sign(x) for x in board)
        w = sign(n)
        s = 0
        for i, x in enumerate(b):
            if x == w and i != n:
                s = s * 8 + i
        return s, b == tuple(sign(x) for x in board), b.index(w)""",
    "a tuple or None, exchanged": """
        p = both(n)
        q = p
        if q is not None:
            q = (q[0], 'Z')
        return p, q, p == q, p is None or p[1] == 'X'""",
    "tuples or None in a tuple": """
        ps = tuple(both(x) for x in board)
        return ps, ps[n], sum(1 for p in ps if p and p[0] == 1)""",
    "items swapped beside None, an alias": """
        a = [few(x + n) for x in board]
        a[0], a[4] = a[4], a[0]
        b = tuple(a)
        a[1] = None
        return b, tuple(a)""",
    "None deep in tuples": """
        t = (None, (None, n))
        u = ((1, 2), (few(n), 3)) if n else t
        return u, t == u""",
    "the greatest of those there": """
        a = max((x for x in SOME if x is not None), default=None)
        return a, min((few(x) for x in board if few(x) is not None), default=None)""",
    "a sum that begins with None": """
        x = board[0]
        y = None
        while x < 4:
            y = x if y is None else y + x
            x += 1
        return y, n""",
    "a list of members and None": """
        cs = [C.A if x else None for x in board]
        cs[n] = C.B
        return tuple(cs), cs.count(C.A), cs.index(C.B)""",
    "a bool or None": """
        x = (n > 1) if n else None
        return x, x is None, x == True, not x""",
    "cells below the number of None": """
        b = tuple(few(x * -60) if x else None for x in board)
        return b, b[n]""",
    "a large int or None": """
        x = few(1) if n else None
        y = 10**12 if x is None else x
        z = None if n > 2 else y
        return x, y, z""",
}


@pytest.mark.parametrize("body", ALIASES.values(), ids=ALIASES)
def test_aliases_and_cells(body):
    agree(rule_of(body, HELPERS))
