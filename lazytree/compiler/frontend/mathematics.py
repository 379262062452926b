"""Reading operators, powers and functions of `math`: those that machine code works out to the last bit as Python does.

CPython hands `exp`, `sin` … to the C library of its process, and so does machine code. What CPython works out itself
(`hypot`, `log1p`, `fsum` …) is refused.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from types import BuiltinFunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Const, Node, Op
from ..ir.kinds import OF_MATH
from .arguments import plain, written
from .folding import folded, power
from .reader import Reader

OF_ONE: Mapping[Any, str] = {
    math.trunc: "int",
    **{getattr(math, name): name for name in (*OF_MATH, "floor", "ceil")},
}
"""Functions of one number, and the operations that they are."""
OTHERS: Mapping[Any, str] = {
    math.pow: "`x ** y`",
    math.hypot: "`math.sqrt(x * x + y * y)`, which may differ in the last bit",
    math.dist: "`math.sqrt(x * x + y * y)`, which may differ in the last bit",
    math.comb: "a table, made once",
    math.perm: "a table, made once",
    math.factorial: "a table, made once",
}
NOT_COMPILED = "`math.{}` is not compiled: {}"
KNOWN = ", ".join(sorted([*OF_MATH, "ceil", "fabs", "floor", "gcd", "isqrt", "trunc"]))


BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}


def binary(op: ast.operator, left: Node, right: Node) -> Node:
    """An operator between two values; Refused if the subset does not have it."""
    if isinstance(op, ast.Pow):
        return powered(left, right)
    if type(op) not in BINARY:
        raise Refused(subset.broken_by(op))
    return folded(BINARY[type(op)], left, right)


def powered(left: Node, right: Node) -> Node:
    """`left ** right`, worked out now if both are constants."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(power(left.value, right.value))
    return Op("**", [left, right])


def power_called(r: Reader, node: ast.Call) -> Node:
    """`pow(x, y)`."""
    if len(node.args) != 2 or node.keywords:
        raise Refused("`pow(x, y)` of two numbers; `pow(x, y, z)`: `x ** y % z`")
    left, right = map(r.read, node.args)
    return powered(left, right)


def is_of_math(called: object) -> bool:
    """Whether this is a function of the module `math`."""
    return type(called) is BuiltinFunctionType and getattr(math, called.__name__, None) is called


def of_math(r: Reader, called: Any, node: ast.Call) -> Node:
    """The call of a function of `math`."""
    if called is math.log and len(node.args) == 2 and not node.keywords:
        number, base = (folded("log", r.read(each)) for each in node.args)
        return folded("/", number, base)
    if called in OF_ONE:
        (value,) = written(plain(called.__name__, "x"), node).values()
        return folded(OF_ONE[called], r.read(value))
    advice = OTHERS.get(called, f"of this module {KNOWN} are")
    raise Refused(NOT_COMPILED.format(called.__name__, advice))
