"""Sentences that name what is wrong: they were false, contradicted themselves, or spoke of the compiler's own parts."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from agreement import agree_on, refusal, rule_of

from lazytree.compiler.ir.kinds import FLOAT, Int

HELPERS = """
from dataclasses import dataclass, field
from enum import IntEnum
class Side(IntEnum):
    A = 0
    B = 1
@dataclass(frozen=True)
class Made:
    x: int = field(default_factory=lambda: 3)
@dataclass(frozen=True)
class Half:
    x: int = field(init=False, default=7)
def same(xs):
    return xs
"""
SENTENCES = {
    "return board * 2": "no `*` of a PVector of 5 and an int",
    "return (tuple(board) * 2)[n]": "no `*` of a tuple of 5 and an int",
    "return board.index(1, 2)": "no `.index()` of a PVector of 5 with 2 arguments",
    "return board.count()": "no `.count()` of a PVector of 5 with 0 arguments",
    "return Made().x": "the field x of Made is no plain field",
    "return Half().x": "the field x of Half is no plain field",
    "return len({Side.A, Side(n & 1)})": "not a member of Side",
    "s = {n & 3}\ns.add(1)\ns.update([2], [3])\nreturn len(s)": "no `.update()` of a set that grows with 2 arguments",
    "u = [1]\nu.append(n, 2)\nreturn len(u)": "no `.append()` of a list that grows with 2 arguments",
    "s = {1, 2, 9}\nreturn n in s": "a set in the text of a rule is kept in no variable",
    "u = [n]\nv = same(u)\nv.append(1)\nreturn len(u)": "a list is gone over where it is made",
    "t = 0.0\nfor x in {1, n & 3}:\n    t += x / 3\nreturn t": "no sum, least or greatest of floats over a set",
}


@pytest.mark.parametrize("body", SENTENCES)
def test_a_refusal_names_what_is_wrong(body):
    assert SENTENCES[body] in refusal(rule_of(body, HELPERS))


def test_the_greatest_of_floats_is_a_float():
    rule = rule_of("return max((x, 0.5)), min([x, n / 2]), max(y / 4 for y in range(1, 4))", "", "x, n")
    agree_on(rule, (FLOAT, Int(-4, 4)), [(x, n) for x in (-1.5, 0.0, -0.0, 3.0) for n in (-4, 0, 1)])
