"""Tests: comparisons of every shape, chained, `in`, `and`, `or`, `not`; and those of the cells of a board."""

from __future__ import annotations

from . import consuming, expressions, floats, idioms, lists
from .arguments import call
from .constants import KNOWN
from .scope import Scope

ORDER = ("<", "<=", "==", "!=", ">", ">=")


def truth(s: Scope, depth: int) -> str:
    """A bool."""
    names = s.readable("bool")
    if depth <= 0:
        return s.random.choice(names) if names and s.chance(0.5) else compared(s, 0)
    depth -= 1
    if s.readable("float") and s.chance(0.2):
        return floats.truth(s, depth)
    match s.below(14):
        case 12:
            return lists.truth(s, depth)
        case 13:
            return idioms.truth(s, depth)
        case 0 | 1 | 2:
            return compared(s, depth)
        case 3:
            return f"({expressions.number(s, depth)} {s.pick(*ORDER)} {compared(s, depth)[1:]}"
        case 4:
            return f"({truth(s, depth)} {s.pick('and', 'or')} {truth(s, depth)})"
        case 5:
            return f"(not {truth(s, depth)})"
        case 6:
            return inside(s, depth)
        case 7:
            return f"({expressions.board(s, depth)} {s.pick('==', '!=')} {expressions.board(s, depth)})"
        case 8:
            one, other = (s.pick("pair", "pos"),) * 2
            return f"({expressions.give(s, one, depth)} {s.pick('==', '!=')} {expressions.give(s, other, depth)})"
        case 9:
            return consuming.truth(s, depth)
        case 10:
            return of_record(s, depth)
    helper = s.helper("bool")
    return call(s, helper, depth, expressions.give) if helper else f"bool({expressions.number(s, depth)})"


def compared(s: Scope, depth: int) -> str:
    return f"({expressions.number(s, depth)} {s.pick(*ORDER)} {expressions.number(s, depth)})"


def inside(s: Scope, depth: int) -> str:
    x, y, z = (expressions.number(s, depth) for _ in range(3))
    among = s.pick(f"({y}, {z}, 3)", f"({y}, 7)", *KNOWN["table"], expressions.board(s, depth), f"RAGGED[{y} % 5]")
    return f"({x} {s.pick('in', 'not in')} {among})"


def of_record(s: Scope, depth: int) -> str:
    place = expressions.position(s, depth)
    classes = ("Wild", "Ordered", "Point") if s.chance(0.05) else ("Point", "Two")
    return s.pick(
        f"{place}.flag",
        f"({place}.turn == {s.pick('Side.BLUE', 'Side.RED', '1')})",
        f"({s.pick(*classes)}({s.below(3)}, {expressions.number(s, depth)}) "
        f"== {s.pick(*classes)}(1, {expressions.number(s, 0)}))",
        f"(({expressions.number(s, depth)}, {truth(s, 0)}) == ({expressions.number(s, 0)}, {truth(s, 0)}))",
        f"({s.below(3)} < {expressions.number(s, 0)} in ({expressions.number(s, depth)}, 3, 5))",
        "(SPAN == (0, 1, 2, 3, 4))" if s.chance(0.03) else f"{place}.flag",
        f"({s.below(3)} in Long(1, {expressions.number(s, 0)}))" if s.chance(0.03) else f"(not {place}.flag)",
    )


def of_cell(s: Scope, cell: str) -> str:
    """A test of a cell of a board, as it stands in a loop's first line."""
    k, m = (s.pick(str(s.below(8)), str(s.below(8)), *s.readable("int")) for _ in range(2))
    plain = f"{cell} {s.pick(*ORDER, '==', '==', '!=')} {k}"
    flag = truth(s, s.below(2))
    return s.pick(
        plain, plain, plain,
        f"{plain} or {flag}", f"{plain} and {flag}", f"{flag} or {plain}", f"{flag} and {plain}",
        f"not {plain}", f"not ({plain} or {flag})",
        f"{k} {s.pick(*ORDER)} {cell}", f"{k} {s.pick(*ORDER)} {cell} {s.pick(*ORDER)} {m}",
        f"{cell} {s.pick(*ORDER)} {k} {s.pick(*ORDER)} {m}",
        f"{cell} == {k} or {cell} == {m}", f"{cell} == {k} and {flag} or {cell} != {m}",
        f"{cell} {s.pick('in', 'not in')} ({k}, {m})", cell, f"not {cell}",
        f"{cell} == {k} if {flag} else {cell} != {m}", f"{cell} + 1 == {k}", f"({cell} == {k}) == {flag}",
    )  # fmt: skip
