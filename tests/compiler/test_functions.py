"""Calls: arguments are bound as in Python; functions inside of rules, and the names that they read."""

from __future__ import annotations

from contextlib import suppress
from textwrap import indent

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, agree_all, refuse_all, rule_of

from lazytree.core.errors import Refused

HELPERS = """
from functools import partial
from typing import NamedTuple
from pyrsistent import pvector

class Pair(NamedTuple):
    x: int
    y: int = 7
    def more(self, k, *, m=2):
        return self.x * k + m
    def least(self, *, m):
        return self.x + m

class Rules:
    @staticmethod
    def up(x):
        __y = x
        return __y + 1

ROWS = ((1, 2), (3, 4), (5, 6))
FIVE = range(5)
TUPLE = (0, 1, 2, 3, 4)
__y = 100

def less(x, y=4, z=2):
    return x - y * z

def placed(x, /, y=1):
    return x - y

def named(x, *, y=1):
    return x - y

def needed(x, *, z=2, y):
    return x * 100 + y * 10 + z

def above(xs, *, low=1):
    for x in xs:
        if x > low:
            yield x

def counted(xs, *, f):
    return sum(f(x) for x in xs)

def deep(n, *, total=0):
    return total if n <= 0 else deep(n - 1, total=total + n)

PART = partial(needed, y=3)

def total(numbers, times=1):
    return sum(x for x in numbers) * times

def upto(a, b=3):
    while a < b:
        yield a
        a += 1
"""

RIGHT = {
    "sum with start": "return sum(board, start=n) + sum((x for x in board if x), n) + sum(FIVE, start=2)",
    "enumerate with start": (
        "return sum(i * x for i, x in enumerate(board, start=n)) * 10 + sum(i for i, x in enumerate(board, -2))"
    ),
    "enumerate by name": "return sum(i * x for i, x in enumerate(start=n, iterable=board))",
    "enumerate from False": "return sum(i * x for i, x in enumerate(board, False))",
    "enumerate of a generator": "return sum(i * x for i, x in enumerate(upto(n, 6), start=n))",
    "one name for index and item": (
        "return sum(x for x, x in enumerate(board)) + sum(x for x, x in enumerate(upto(n), 2))"
    ),
    "min and max with default": (
        "return min((x for x in board if x > n), default=n) + max((x for x in board if x > 9), default=-1)"
    ),
    "zip, strictly": "return sum(x * y for x, y in zip(board, board.set(0, 5), strict=True))",
    "zip of one": "return sum(x for (x,) in zip(board))",
    "range in all its forms": "return sum(range(n)) + sum(range(1, n)) + sum(range(9, n, -2)) + sum(range(True))",
    "range backwards": "return sum(i * x for i, x in enumerate(reversed(range(n, 6))))",
    "a constant range": (
        "return sum(FIVE) + len(FIVE) + FIVE[n] + FIVE[-1] + (n in FIVE) + sum(i * x for i, x in enumerate(FIVE))"
    ),
    "a board of a range": "return pvector(FIVE)[n] + pvector(x * 2 for x in FIVE)[1] + pvector(x for x in range(4))[0]",
    "in a range": "return n in range(4), board[0] in range(1, n), n not in range(0, 9, 2)",
    "a range is no tuple": "return (FIVE == TUPLE) + 2 * (FIVE != TUPLE) + 4 * (TUPLE == (0, 1, 2, 3, 4))",
    "divmod of anything": "return divmod(n * 3, n + 2)[0] * 10 + divmod(7, 3)[1]",
    "defaults": (
        "return less(n) + less(n, z=1) + less(y=n, x=1) + total(board) + total(times=n, numbers=(x for x in board))"
    ),
    "a tuple with defaults": "return Pair(n).y + Pair(y=n, x=1).x + Pair(n, n)._replace(y=3).y + Pair(n).count(n)",
    "given by place only": "return placed(n) + placed(n, 2) + placed(n, y=3)",
    "given by name only": "return named(n) + named(n, y=3) + named(y=n, x=2) + needed(n, y=4) + needed(y=n, x=1, z=5)",
    "by name only in place": "return sum(above(board, low=n)) + sum(above(board)) + counted((x for x in board), f=abs)",
    "a function that calls itself, by name": "return deep(n) + deep(3, total=n)",
    "a partial that gives by name": "return PART(n) + PART(n, y=2)",
    "a method with one by name only": "return Pair(n).more(3)",
    "a set of one method": "return board.set(0, n).set(1, board[0]).mset(3, n, 4, 1).set(0, 2)[n] + board.mset()[0]",
    "functions by identity": "return (less is less) + 2 * (less is not placed) + 4 * (less is None)",
}

REFUSED = {
    "range of four": ("return sum(1 for i in range(0, 4, 1, 1))", "of range: 4 are given by place"),
    "range of none": ("return sum(range())", "of range: stop is missing"),
    "enumerate of three": ("return sum(i for i, x in enumerate(board, 1, 2))", "of enumerate: 3 are given by place"),
    "enumerate of nothing": ("return sum(i for i, x in enumerate(start=1))", "of enumerate: iterable is missing"),
    "enumerate from a float": ("return sum(i for i, x in enumerate(board, 0.0))", "no floats in `enumerate`"),
    "sum by name": ("return sum(iterable=board)", "of sum: none that is named iterable"),
    "sum of nothing": ("return sum()", "of sum: iterable is missing"),
    "any of two": ("return any(board, board)", "of any: 2 are given by place"),
    "min, unknown": ("return min(board, default=3, start=2)", "of min: none that is named start"),
    "max of two with default": ("return max(n, n, default=3)", "of max: none that is named default"),
    "len of two": ("return len(board, board)", "of len: 2 are given by place"),
    "int with a base": ("return int(n, base=2)", "of int: none that is named base"),
    "bool of two": ("return bool(n, 1)", "of bool: 2 are given by place"),
    "divmod of one": ("return divmod(n)[0]", "of divmod: b is missing"),
    "reversed enumerate": ("return sum(x for i, x in reversed(enumerate(board)))", "of these or of a generator"),
    "zip, unknown": ("return sum(x for x, in zip(board, extra=board))", "strict of zip"),
    "zip of nothing": ("return sum(x for x in zip())", "strict of zip"),
    "pvector of two": ("return len(pvector(board, 3))", "of pvector: 2 are given by place"),
    "set of one": ("return board.set(1)[0]", "no `.set()` of a PVector of 5 with 1 argument"),
    "given twice": ("return less(n, x=2)", "of less: x is given twice"),
    "one too many": ("return less(n, 1, 2, 3)", "of less: 4 are given by place"),
    "missing": ("return less(y=n)", "of less: x is missing"),
    "unknown": ("return less(n, w=3)", "of less: none that is named w"),
    "by place only": ("return placed(x=n)", "of placed: none that is named x"),
    "by name only": ("return named(n, 1)", "of named: 2 are given by place"),
    "by name only, missing": ("return needed(n)", "of needed: y is missing"),
    "a method, by name only": ("return Pair(n).more(3, 4)", "of more: 3 are given"),
    "tuple given twice": ("return Pair(n, x=1).x", "of Pair: x is given twice"),
    "tuple, missing": ("return Pair(y=1).x", "of Pair: x is missing"),
    "_replace, unknown": ("return Pair(n)._replace(z=3).x", "no attribute .z"),
    "_replace by place": ("return Pair(n)._replace(3).x", "no *args"),
    "of a generator, twice": ("return total((x for x in board), numbers=board)", "of total: numbers is given twice"),
    "private in a class": ("return Rules.up(n)", "no private name __y in a class"),
    "board and tuple": ("return 1 if board == TUPLE else 2", "no comparison of"),
    "range and a new tuple": ("return 1 if FIVE == (n, 1) else 2", "not a range"),
    "sum of rows": ("return sum(ROWS)", "no `+` of an int and a tuple"),
    "sum from a tuple": ("return sum(board, start=())", "no `+` of a tuple and an int"),
    "numbers by identity": ("return 1 if TUPLE[1] + 299 is TUPLE[2] + 298 else 2", "no `is`"),
    "unknown attribute": ("return ROWS.foo", "no attribute .foo"),
}


test_arguments_are_bound_as_in_python = agree_all(RIGHT, HELPERS)
test_what_python_or_the_subset_refuses_is_refused = refuse_all(REFUSED, HELPERS)


# ---- functions inside of rules: by `def`, by `lambda`, handed to others, generators and lists


INNER_HELPERS = """
twice = lambda x: x * 2
pair = (lambda x: x + 1, lambda x: x - 1)
up, down = lambda x: x + 1, lambda x: x - 3
same, also = lambda x: x, lambda x: x
free = lambda board: [c for c, x in enumerate(board) if x == 0]
def apply(f, x, times=2):
    for _ in range(times):
        x = f(x)
    return x
def count_if(xs, test):
    return sum(1 for x in xs if test(x))
def chosen(xs, test):
    for x in xs:
        if test(x):
            yield x
def spread(n):
    pair = (n, n + 1)
    yield sum_of(1, *pair)
def sum_of(a, b, c):
    return a * 100 + b * 10 + c
def stepped(xs):
    for x in xs:
        def more(k):
            return k + x
        yield more(1)
        x = 7
        yield more(2)
def held(n):
    xs = []
    add = xs.append
    add(n)
    yield sum(xs)
def exchanged(f, x):
    f = twice
    return f(x)
def made(k):
    return lambda x, y=2: x * k + y
times = made(3)
"""

RULES = {
    "lambdas of a module": "return twice(n) + pair[0](n) * 3 + pair[1](n) + up(n) * 5 + down(n) + same(n) + also(n)",
    "a lambda that gives a list": "return sum(free(board)) + len(free(board))",
    "a lambda in a closure": "return times(n) + times(n, 5)",
    "a def": "def f(x):\n    return x * n + 1\nreturn f(3) + f(f(2))",
    "a lambda that is called": "return (lambda x, y: x * y + n)(n, 3)",
    "variables as they are when it is called": """
        k = 2
        def f(x):
            return x * k
        a = f(n)
        k = 5
        return a * 100 + f(n)""",
    "variables of its own": """
        k = 7
        def f(x):
            k = x
            for x in range(3):
                k += x
            return k
        return f(n) + k""",
    "a parameter with a known name": "def f(n, board):\n    n += board\n    return n\nreturn f(3, 4) + n + board[0]",
    "handed to a function": "return apply(lambda x: x * 2 + n, 3) + apply(twice, n) + apply(up, n, 3)",
    "a test of cells": "return count_if(board, lambda x: x > n) * 10 + count_if([1, 2, n], lambda x: x == n)",
    "handed to a generator": "return sum(x * 3 for x in chosen(board, lambda x: x != n))",
    "in a comprehension": "return sum((lambda y: y * x)(n) for x in board)",
    "an inner generator": "def g(k):\n    for x in board:\n        if x > k: yield x\nreturn sum(g(n)) + sum(g(0))",
    "an inner list": "def f(k):\n    return [x for x in board if x > k]\nreturn sum(f(n)) + len(f(1)) + (3 in f(n))",
    "an inner function in another": """
        def f(x):
            def g(y):
                return y * x
            return g(x) + g(n)
        return f(n + 1)""",
    "python raises": "def f(x):\n    if x > 0:\n        return 12 // (x - 2)\n    return board[x]\nreturn f(n)",
    "defaults": "def f(x, k=n):\n    return x * k\nreturn f(2) + f(3, 4)",
    "defaults as they were": """
        k = n
        def f(x, y=k, z=2):
            y = y + x * z
            return y
        k = 100
        return f(2) + f(3, 4) * 7 + f(1, z=k)""",
    "a default of a lambda": "f = lambda x, y=board[0]: x + y\nreturn f(n) + f(n, 1)",
    "a default that raises": "def f(x=12 // (n - 1)):\n    return 1\nreturn n",
    "a default of a generator": """
        def g(x, y=2):
            for c in board:
                yield c * x + y
        return sum(g(n)) + sum(g(1, n))""",
    "goes over what it is handed": "def f(xs):\n    s = 0\n    for x in xs:\n        s += x * n\n    return s\n"
    "return f(x + 1 for x in board) + f(range(n)) + f(board)",
    "in a loop that assigns a name of its own": "def g(k):\n    for x in board:\n        yield x + k\ns = 0\n"
    "for x in g(n):\n    s += x\nreturn s",
    "a list in a call with a star, in a generator": "return sum(spread(n)) + sum(held(n))",
    "in a branch": "k = n\nif n > 1:\n    def f(x):\n        return x + k\n    k = 5\n    return f(n)\nreturn k",
    "in a loop": """
        s, k = [n], 0
        for y in board:
            def f(x, z=y):
                s.append(x)
                return len(s) + y * z
            k = k * 3 + f(y) + f(k & 7) & 1023
            if y > 1:
                g = lambda: f(k & 3) + y
                k += g()
            y = 2
            k += f(1)
        return k, sum(s)""",
    "in a `while` and in a function inside": """
        k = 0
        while k < 9:
            k += 1
            def f(x):
                if x > 2:
                    h = lambda v: v * x + k
                    return h(n)
                return 1
            k += f(k)
        return k""",
    "in a generator": "return sum(stepped(board)) + sum(x * n for x in stepped([n, 1]))",
    "two lambdas on a line": "return (lambda x: x + 1)(n) + (lambda x: x * 2)(n)",
    "two lambdas as keys": "return max(board, key=lambda x: x * n) + min(board, key=lambda x: x * n + 1)",
}


test_functions_inside_of_rules_give_what_python_gives = agree_all(RULES, INNER_HELPERS)


INNER_REFUSED = {
    "recursion": ("def f(x):\n    return 0 if x < 1 else f(x - 1)\nreturn f(n)", "does not call itself"),
    "a generator of what changes": (
        "k = 1\ndef g():\n    for x in board:\n        yield x + k\nfor y in g():\n    k += y\nreturn k",
        "assigns what the function reads",
    ),
    "a parameter that is assigned": ("return exchanged(lambda x: x + 1, n)", "f is a parameter that is assigned"),
    "kept as a value": ("f = lambda x: x\ng = f\nreturn g(n)", "it is no value"),
    "defined twice": ("def f(x):\n    return x\ndef f(x):\n    return 2\nreturn f(n)", "has one `def`"),
    "behind its branch": ("if n:\n    def f(x):\n        return x\nreturn f(n)", "defined above in the same block"),
    "behind its loop": (
        "for y in board:\n    f = lambda x: x + y\nreturn f(n)",
        "defined above in the same block",
    ),
    "above its line in a loop": (
        "k = 0\nfor y in board:\n    if k:\n        k += f(y)\n    f = lambda x: x + 1\n    k += 1\nreturn k",
        "defined above in the same block",
    ),
    "one in each branch": ("if n:\n    f = lambda: 1\nelse:\n    f = lambda: 2\nreturn f()", "has one `def`"),
    "a parameter's name in a branch": (
        "if n > 1:\n    def board():\n        return 1\nreturn board[0]",
        "has one `def`",
    ),
    "nonlocal": ("k = 1\ndef f():\n    nonlocal k\n    k = 2\n    return k\nreturn f() + k", "no `nonlocal`"),
    "defaults of a function without a name": (
        "return max(board, key=lambda x, k=n: x * k)",
        "defaults only if it has a name",
    ),
}


test_what_inner_functions_may_not_do = refuse_all(INNER_REFUSED, INNER_HELPERS)


HELD = {
    "int": "p = n",
    "list": "p = [v for v in board if v > n]",
    "dict": "p = {n: 1}",
    "board": "p = board",
}
READ_FIRST = {
    "comprehension of a set": "p = {v for v in p if 0}\nreturn 1",
    "comprehension of a list": "p = [v for v in p if 0]\nreturn 1",
    "comprehension of a dict": "p = {v: 1 for v in p}\nreturn 1",
    "generator expression": "x = sum(v for v in p)\np = 3\nreturn x",
    "set of it": "p = set(p)\nreturn len(p)",
    "starred": "p = {*p}\nreturn len(p)",
    "asked": "x = 1 in p\np = {3}\nreturn x",
    "augmented": "p |= {1}\nreturn 1",
    "put into": "p.add(1)\np = set()\nreturn 1",
    "loop over it": "for v in p:\n    return v\np = 1\nreturn 1",
    "loop variable": "for p in p:\n    pass\nreturn 1",
    "del": "x = len(p)\nif 0:\n    del p\nreturn x",
    "def": "x = len(p)\ndef p():\n    return 1\nreturn x",
    "case": "x = len(p)\nmatch n:\n    case p:\n        return 1\nreturn x",
    "import": "if 0:\n    import p.q\nreturn len(p)",
    "class": "if 0:\n    class p: pass\nreturn len(p)",
    "a default": "x = len(p)\ndef g(y=(p := 5)):\n    return y\nreturn x + g()",
    "a comprehension's `:=`": "x = sum((p := v) for v in p)\nreturn x",
}


@pytest.mark.parametrize("held", HELD)
@pytest.mark.parametrize("read", READ_FIRST)
def test_a_name_that_an_inner_function_assigns_is_its_own_from_its_start(held, read):
    rule = rule_of(f"{HELD[held]}\ndef f():\n{indent(READ_FIRST[read], '    ')}\nx = f()\nreturn n", INNER_HELPERS)
    with suppress(Refused):
        agree(rule)


ITS_OWN = {
    "set": "p = {n}\ndef f():\n    p = {1, 2, n}\n    p.add(7)\n    return len(p)\nreturn f() * 10 + len(p)",
    "list": "p = [n]\ndef f():\n    p = [1, n]\n    p.append(7)\n    return len(p)\nreturn f() * 10 + len(p)",
    "case": "p = 4\ndef f():\n    match n:\n        case p:\n            return p\nreturn f() * 10 + p",
    "def": "p = {n}\ndef f():\n    def p():\n        return n\n    return p()\nreturn f() * 10 + len(p)",
    "lambda": "p = n\ndef f():\n    p = lambda x: x * 2\n    return p(3)\nreturn f() * 10 + p",
    "a default": "p = 3\ndef f():\n    def g(x=(p := n)):\n        return x\n    return g() + p\nreturn f() * 10 + p",
    "case in a loop over what reads it": """
        t = 0
        match n:
            case p:
                pass
        for v in [x + p for x in board]:
            match 7:
                case p:
                    pass
            t = t * 2 + v
        return t""",
}


@pytest.mark.parametrize("name", ITS_OWN)
def test_variables_of_inner_functions_are_their_own(name):
    try:
        agree(rule_of(ITS_OWN[name], INNER_HELPERS))
    except Refused as refused:
        assert name == "case in a loop over what reads it", refused


# ---- names in generator expressions: which variable they are, and when they are read


SCOPES_HELPERS = """
def first(numbers, x=1):
    for y in numbers:
        return y * x
    return -x
"""

SCOPES_RIGHT = {
    "one name for two clauses": "return sum(x for x in (5,) for y in (0, 1) for x in range(x))",
    "one name, filtered": "return sum(x for x in board for x in (x, x + 1) if x > n)",
    "the first iterable is the outer one's": "x = 3\nreturn sum(x for x in range(x)) + x",
    "names next to those of the function": "x = 3\nreturn sum(x * y for x in range(x) for y in range(x)) + x",
    "nested": "x = 4\nreturn sum(sum(x for x in range(x)) for x in range(x)) + x",
    "parameter that is a board": "return sum(a for a, board in enumerate(board) if board == n)",
    "board, then its cells": "return sum(n for row in ((board, n),) for n in row[0]) + n",
    "live names": "k = 1\nt = 0\nfor x in (y * k for y in board):\n    k += x\n    t += x\nreturn t * 10 + k",
    "live board": (
        "t = 0\nfor x in (c for x in (1, 2) for c in board if c == x or c == n):\n    t = t * 3 + x\n"
        "    board = board.set(0, 2)\nreturn t"
    ),
    "first iterable taken once": (
        "t = 0\nfor x in (c for c in board):\n    board = board.set(4, 3)\n    t = t * 3 + x\nreturn t"
    ),
    "assigned outside": "k = 0\nreturn sum(k for x in board if (k := k + x)) + k",
    "assigned outside of two": "k = 0\nt = sum(sum((k := k + y) for y in range(x)) for x in board)\nreturn t * 100 + k",
    "names of what takes it": "x = 2\ny = 3\nreturn first((x * y for z in board), n) + x + y",
    "names of what takes it, its own": "return first(x for x in board if x) + first((y for y in board), x=n)",
}

UNASSIGNED = {
    "read before its clause": "y = 3\nreturn sum(y for x in board if y > 0 for y in range(x))",
    "read in the clause before": "y = 3\nreturn sum(y for x in range(y) for z in range(y) for y in range(x))",
    "its own iterable": "return sum(x for y in board for x in range(x))",
}


test_names_mean_what_they_mean_in_python = agree_all(SCOPES_RIGHT, SCOPES_HELPERS)
test_a_name_that_is_read_too_early_is_refused = refuse_all(
    {name: (body, "may be used before it is assigned") for name, body in UNASSIGNED.items()}, SCOPES_HELPERS
)
