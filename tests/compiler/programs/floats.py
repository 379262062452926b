"""Expressions that are floats, ints and tests made of floats: constants, variables, tables of weights, ints among them.

Only programs that have variables of that kind are given any.
"""

from __future__ import annotations

from . import expressions, truths
from .arguments import call
from .scope import Scope

SHARE = 0.25  # of the programs that have such variables
PLAIN = ("0.5", "-1.25", "0.1", "3.0", "1e3", "0.0", "-0.0", "2.5", "1e300")
ORDER = ("<", "<=", "==", "!=", ">", ">=")
MIXED = 0.05  # the share of floats that are now and then ints in Python


def real(s: Scope, depth: int) -> str:
    """A float."""
    if depth <= 0:
        return leaf(s)
    depth -= 1
    x, y = real(s, depth), real(s, depth)
    n = f"({expressions.number(s, depth)} & 255)"
    helper = s.helper("float")
    if helper and s.chance(0.2):
        return call(s, helper, depth, expressions.give)
    if s.chance(MIXED):
        return s.pick(f"max({x}, {n})", f"({n} or {x})", f"({x} if {truths.truth(s, 0)} else {n})", f"(-max({n}, {x}))")
    return s.pick(
        f"({x} {s.pick('+', '-', '*')} {y})",
        f"({x} {s.pick('+', '-', '*')} {n})",
        f"({n} {s.pick('+', '-', '*')} {x})",
        f"({n} / {s.pick('3', '-7', '8', n)})",
        f"({x} / {s.pick(y, f'({y} + 7)', '3')})",
        f"{s.pick('min', 'max')}({x}, {y})",
        f"{s.pick('abs', 'float', '-', '+')}({x})",
        f"float({n})",
        f"({x} if {truths.truth(s, depth)} else {y})",
        f"({x} {s.pick('and', 'or')} {y})",
        f"({x}, {y})[{expressions.number(s, 0)} & 1]",
        f"sum((c * {x} for c in {expressions.board(s, 0)}), {s.pick('0.0', y)})",
        f"max(c * {x} for c in {expressions.board(s, 0)})",
        f"({n} ** {s.pick('2', '3')} * {x})",
        f"({x if s.chance(0.3) else f'abs({x})'} ** {s.pick('2', '3', '0.5', '-1', '1.5', n)})",
        f"({s.pick('0.9', '2', '1.5')} ** ({s.pick(x, n)}))",
        f"math.{s.pick('sqrt', 'log', 'exp', 'sin', 'tanh', 'atan')}({s.pick(f'abs({x})', n, f'{n} / 9', f'{x}')})",
    )


def leaf(s: Scope) -> str:
    names = s.readable("float")
    if names and s.chance(0.6):
        return s.random.choice(names)
    return (
        s.pick(*PLAIN) if s.chance(0.6) else f"WEIGHTS[{expressions.number(s, 0)} % 2][{expressions.number(s, 0)} % 3]"
    )


def whole(s: Scope, depth: int) -> str:
    """An int made of floats."""
    x = real(s, depth)
    return s.pick(
        f"int({x})",
        f"round({x})",
        f"(int({x}) & 1023)",
        f"({x} {s.pick(*ORDER)} {real(s, 0)}) + 0",
        f"round({x} * 0.5)",
        f"math.{s.pick('floor', 'ceil', 'trunc')}({x})",
    )


def truth(s: Scope, depth: int) -> str:
    """A test of floats."""
    x, y = real(s, depth), real(s, depth)
    n = f"({expressions.number(s, 0)} & 63)"
    return s.pick(
        f"({x} {s.pick(*ORDER)} {y})",
        f"({x} {s.pick(*ORDER)} {n})",
        f"({n} {s.pick(*ORDER)} {x} {s.pick(*ORDER)} {y})",
        f"bool({x})",
        f"(not {x})",
        f"({x} in ({y}, {n}, 0.5))",
        f"(({x}, {n}) {s.pick(*ORDER)} ({y}, {n}))",
        f"(({n}, {x}) {s.pick(*ORDER)} (3, {y}))",
    )
