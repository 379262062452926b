"""Lists that are gone over: comprehensions, lists that functions fill and return, lists as arguments."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of

HELPERS = """
from pyrsistent import pvector
TABLE = (4, 2, 7)
def free(board):
    return [cell for cell, x in enumerate(board) if x == 0]
def filled(board, n):
    found = []
    for cell, x in enumerate(board):
        if x > n:
            found.append(cell)
        if x == 3:
            found.extend(free(board))
    found += [n, n + 1]
    return found
def early(board, n):
    if n < 0:
        return []
    result = []
    for x in board:
        result.append(x * n)
    return result
def either(board, n):
    if n > 2:
        return list(range(n))
    return free(board) + [n] if n else [*board, n]
def chosen(n):
    if n == 1:
        return ()
    if n == 2:
        return (n, 5)
    return (n,)
def total(xs, k):
    return sum(xs) + sum(x * k for x in xs)
def quotients(board, n):
    return [12 // (x - n) for x in board]
def steps(board):
    yield from free(board)
    yield from [x * 2 for x in board if x]
def until(n):
    return range(1, n + 1)
def nothing(board, n):
    if n > 0:
        return [n]
def lazy(board, n):
    return (x + n for x in board)
"""

RULES = {
    "comprehension": "return sum([x * n for x in board if x != n])",
    "empty list": "s = n\nfor x in []:\n    s += x\nreturn s",
    "item of a display": "return [n, 2, board[1]][n]",
    "display": "return sum(x * 3 for x in [n, 2, board[1]])",
    "stars": "s = 0\nfor x in [n, *board, *TABLE, 5]:\n    s = s * 3 + x\nreturn s",
    "list of a helper": "s = 0\nfor c in free(board):\n    s = s * 7 + c\nreturn s",
    "filled list": "s = 0\nfor c in filled(board, n):\n    s = (s * 7 + c) % 1009\nreturn s",
    "two returns": "return sum(early(board, n))",
    "either": "s = 1\nfor c in either(board, n):\n    s = (s * 7 + c) % 1009\nreturn s",
    "tuples of several lengths": "return sum(chosen(n)) * 10 + max(chosen(n), default=3)",
    "range returned": "return sum(x * x for x in until(n))",
    "argument gone over twice": "return total([x + n for x in board], 3)",
    "list as argument": "return total(free(board), n)",
    "any stops, the list does not": "return any(x > 0 for x in quotients(board, n))",
    "a loop that leaves": "for q in quotients(board, n):\n    if q > 3:\n        return q\nreturn 0",
    "a loop that breaks": """
        s = 0
        for q in [12 // (x - n) for x in board]:
            if q > 3:
                break
            s += 1
        return s""",
    "lists in a generator": "for c in steps(board):\n    if c == n:\n        return 100 + c\nreturn -1",
    "a generator expression returned": "return any(x > 3 for x in lazy(board, n))",
    "variables as they were": "s = 1\nfor x in [x + s for x in board]:\n    s = s * 3 + x\nreturn s",
    "a board as it was": "b = board\nfor c in [x for x in b if x < 3]:\n    b = b.set(c, n & 3)\nreturn b",
    "items as they were": "s = n\nfor i, s in enumerate([x for x in board] + [s]):\n    n += s * i\nreturn n",
    "stars as they were": "for n in [*board, n, n + 1, *board]:\n    pass\nreturn n",
    "a later item raises": "for x in [n] + [12 // n]:\n    return x\nreturn 0",
    "the target as it was": "x = n\nfor x in [x + y for y in board]:\n    n += x\nreturn n",
    "enumerated": "return sum(i * x for i, x in enumerate([y + n for y in board], 2))",
    "nested": "return sum([a * b for a in [x + 1 for x in board] for b in free(board)])",
    "inner loops that leave": "return sum([1 for x in board if any(12 // (y - n) > x for y in [*board, 9])])",
    "python raises": "s = 0\nfor x in nothing(board, n):\n    s += x\nreturn s",
    "len": "return len(free(board)) * 10 + len([x for x in board if x > n])",
    "membership": "return n in free(board), n not in [x + 1 for x in board], 2 in [n, 3]",
    "truth": "return (1 if free(board) else 2) + (0 if not [x for x in board if x > n] else 5)",
    "truth in a test": "if not free(board) and n:\n    return 3\nwhile free(board):\n    return 4\nreturn 5",
    "bool": "return bool(free(board)), not filled(board, n)",
    "list of a list": "return sum(list(free(board))) + max(tuple(x for x in board if x >= n), default=-4)",
    "kept": "xs = [x + n for x in board if x]\nn = 9\nreturn len(xs) * 100 + sum(xs) + (3 in xs) + (1 if xs else 7)",
    "kept, python raises": "xs = [12 // (x - n) for x in board]\nreturn n if any(x > 2 for x in xs) else len(xs)",
    "kept in a loop": """
        s = 0
        for x in board:
            near = [y for y in board if y != x]
            s = s * 5 + len(near) + sum(near) * n
        return s""",
    "kept, not always": "if n > 1:\n    xs = free(board)\nreturn n",
    "empty and full": "xs = free(board)\nif not xs:\n    return -1\nreturn max(xs) + n",
    "a list of a list that changes": """
        cells = list(board)
        for i in [i for i, x in enumerate(cells) if x != n]:
            cells[i] = cells[i - 1] + 1 & 7
        return pvector(cells)""",
    "kept, of a list that changes": """
        b = list(board)
        xs = [x + n for x in b]
        b[0] = 7
        b[n] = 5
        return sum(xs), pvector(b)""",
    "by number": "b = list(board)\nfor i in range(len(b)):\n    b[i] = b[i - 1] + n & 7\nreturn pvector(b)",
    "board of a list": "return pvector([x * 2 for x in board])",
    "board of items": "return pvector([n & 3, 1, 0])",
    "zeros": "return pvector([0] * 5).set(1, n & 3)",
}


@pytest.mark.parametrize("body", RULES.values(), ids=RULES)
def test_lists_that_are_gone_over(body):
    agree(rule_of(body, HELPERS))


def test_a_list_that_changes_in_the_loop_over_it_is_refused():
    body = "b = list(board)\nfor i, x in enumerate(b):\n    b[i - 1] = x\nreturn b[0]"
    assert "go over `range(len(b))`" in refusal(rule_of(body, HELPERS))
