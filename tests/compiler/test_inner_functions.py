"""Functions inside of rules: by `def`, by `lambda`, handed to others, generators and lists."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of

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
