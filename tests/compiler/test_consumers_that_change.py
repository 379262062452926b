"""Loops over generators that change what the generator's own loops go over, or compare with: as in Python, late."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, rule_of

HELPERS = """
def each(xs):
    for x in xs:
        yield x
def further(xs):
    for x in each(xs):
        yield x + 1
class Rules:
    def each(self, xs):
        yield from xs
RULES = Rules()
"""
GENERATORS = (
    "each(v for w in range(2) for v in board)",
    "each(v for w in (1, n) for v in board)",
    "each([v for w in range(2) for v in board])",
    "further(v for w in range(3) for v in board)",
    "RULES.each(v for w in range(2) for v in board)",
    "each(v + x for v in board for x in board)",
    "each(v + x for w in range(2) for v, x in zip(board, c))",
    "each(v + x for w in range(2) for x in each(v for v in c) for v in board)",
    "each(v for w in range(2) for v in reversed(board))",
    "each(v for w in range(2) for v in board[n & 1:])",
    "each(v for w in range(2) for v in c)",
    "each(i for w in range(2) for i, v in enumerate(board) if v == k)",
    "each(v for w in range(2) for v in board if v != k)",
    "each(v for w in range(2) for v in range(k))",
    "(v for w in range(2) for v in board if v != k)",
)


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize(
    "change", ("board = board.set(1, 0)", "board = board.set(y & 3, n & 3)", "board = board.set(3, k)")
)
def test_the_next_loop_of_the_generator_sees_the_change_and_the_one_that_runs_does_not(generator, change):
    agree(
        rule_of(
            f"""
            t, k, c = 0, 2, board
            for y in {generator}:
                t = t * 3 + y & 65535
                {change}
                c, k = c.set(2, y & 3), y & 3
            return t, board, c
            """,
            HELPERS,
        )
    )
