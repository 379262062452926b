"""Functions inside of rules: by `def`, by `lambda`, handed to others, generators and lists."""

from __future__ import annotations

from contextlib import suppress
from textwrap import indent

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of

from lazytree.core.errors import Refused

HELPERS = """
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
def made(k):
    return lambda x, y=2: x * k + y
times = made(3)
"""

RULES = {
    "lambdas of a module": "return twice(n) + pair[0](n) * 3 + pair[1](n) + up(n) * 5 + down(n) + same(n) + also(n)",
    "a lambda that gives a list": "return sum(free(board)) + len(free(board))",
    "a lambda in a closure": "return times(n) + times(n, 5)",
    "a def": "def f(x):\n    return x * n + 1\nreturn f(3) + f(f(2))",
    "a lambda that is kept": "f = lambda x: x * n + 1\nreturn f(3) + f(f(2))",
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
    "an inner generator": """
        def g(k):
            for x in board:
                if x > k:
                    yield x
        return sum(g(n)) + sum(g(0))""",
    "an inner list": "def f(k):\n    return [x for x in board if x > k]\nreturn sum(f(n)) + len(f(1)) + (3 in f(n))",
    "an inner function in another": """
        def f(x):
            def g(y):
                return y * x
            return g(x) + g(n)
        return f(n + 1)""",
    "early returns": """
        def f(x):
            if x > 2:
                return 1
            for y in board:
                if y == x:
                    return y * 7
            return 0
        return sum(f(i) for i in range(4)) + f(n)""",
    "python raises": "def f(x):\n    if x > 0:\n        return 12 // (x - 2)\n    return board[x]\nreturn f(n)",
    "no value given": "def f(x):\n    if x > 0:\n        return 1\nreturn f(n) + 1",
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
    "two lambdas on a line": "return (lambda x: x + 1)(n) + (lambda x: x * 2)(n)",
    "two lambdas as keys": "return max(board, key=lambda x: x * n) + min(board, key=lambda x: x * n + 1)",
}


@pytest.mark.parametrize("body", RULES.values(), ids=RULES)
def test_functions_inside_of_rules(body):
    agree(rule_of(body, HELPERS))


REFUSED = {
    "recursion": ("def f(x):\n    return 0 if x < 1 else f(x - 1)\nreturn f(n)", "does not call itself"),
    "a generator of what changes": (
        "k = 1\ndef g():\n    for x in board:\n        yield x + k\nfor y in g():\n    k += y\nreturn k",
        "assigns what the function reads",
    ),
    "kept as a value": ("f = lambda x: x\ng = f\nreturn g(n)", "it is no value"),
    "defined twice": ("def f(x):\n    return x\ndef f(x):\n    return 2\nreturn f(n)", "has one `def`"),
    "in a branch": ("if n:\n    def f(x):\n        return x\nreturn f(n)", "has one `def`"),
    "nonlocal": ("k = 1\ndef f():\n    nonlocal k\n    k = 2\n    return k\nreturn f() + k", "no `nonlocal`"),
    "defaults of a function without a name": (
        "return max(board, key=lambda x, k=n: x * k)",
        "defaults only if it has a name",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_inner_functions_may_not_do(name):
    body, rule = REFUSED[name]
    assert rule in refusal(rule_of(body, HELPERS))


HELD = {
    "int": "p = n",
    "set": "p = {n}",
    "set that grows": "p = {n}\np.add(2)",
    "list": "p = [v for v in board if v > n]",
    "list that grows": "p = []\nfor i in range(n):\n    p.append(i)",
    "list of known length": "p = list(board)\np[0] = 3",
    "tuple": "p = (n, 2)",
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
    rule = rule_of(f"{HELD[held]}\ndef f():\n{indent(READ_FIRST[read], '    ')}\nx = f()\nreturn n", HELPERS)
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
        agree(rule_of(ITS_OWN[name], HELPERS))
    except Refused as refused:
        assert name == "case in a loop over what reads it", refused


ASSIGNED_AGAIN = ("for p in board:\n    pass", "match board:\n    case p:\n        pass", "k = (p := n)")
LISTS_AND_SETS = ("set", "set that grows", "list", "list that grows", "list of known length")


@pytest.mark.parametrize("held", LISTS_AND_SETS)
@pytest.mark.parametrize("again", ASSIGNED_AGAIN)
def test_a_list_or_set_that_is_assigned_another_value(held, again):
    text = f"{HELD[held]}\n{again}\nreturn len(p)"
    for body in (text, f"def f():\n{indent(text, '    ')}\nreturn f()"):
        with suppress(Refused):
            agree(rule_of(body, HELPERS))
