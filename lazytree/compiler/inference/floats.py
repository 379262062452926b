"""Inference of operations on floats: what they give, and which are refused because Python may give something else."""

from __future__ import annotations

from lazytree.core.errors import Refused

from ..ir.floats import OF_MATH
from ..ir.kinds import BOOL, EXACT, FLOAT, MIXED_FLOAT, SMALL, Float, Int, Type, as_int, leaves, within_double

ORDER = ("<", "<=", ">", ">=")
WHOLE = ("<<", ">>", "&", "|", "^", "bit_count", "bit_length", "gcd", "isqrt")


def touches_floats(symbol: str, kinds: list[Type]) -> bool:
    """Whether an operation takes or gives a float."""
    if symbol in ("/", "float", "of bits", "bits of", "just above", *OF_MATH):
        return True
    return any(isinstance(kind, Float) for kind in kinds) or (symbol == "**" and as_int(kinds[1]).high < 0)


def float_kind(symbol: str, kinds: list[Type]) -> Type:
    """The type of the result; Refused where machine code cannot surely do what Python does."""
    if symbol in ("of bits", "just above"):
        return MIXED_FLOAT
    if symbol in ("int", "round", "floor", "ceil"):
        return Int(-EXACT, EXACT)
    if symbol == "bits of":
        return SMALL
    if symbol in WHOLE:
        raise Refused(f"`{symbol}` of floats: of ints only")
    for kind in kinds:
        within_double(kind)
    if symbol in ORDER:
        return BOOL
    if symbol == "**" and any(kind == MIXED_FLOAT for kind in kinds) and FLOAT not in kinds:
        raise Refused("`**` of what is now an int, now a float: `float(...)` around it")
    if symbol in ("/", "float", "**", *OF_MATH):
        return FLOAT
    if symbol == "abs":
        return kinds[0]
    if symbol in ("min", "max"):
        return FLOAT if all(kind == FLOAT for kind in kinds) else MIXED_FLOAT
    return FLOAT if any(kind == FLOAT for kind in kinds) else MIXED_FLOAT


def ints_only(kind: Type) -> Type:
    """The type itself; Refused for a float: in a sum, or over a set, it is rounded in an order."""
    if any(isinstance(leaf, Float) for leaf in leaves(kind)):
        raise Refused(
            "no `sum` of floats, whose rounding Python corrects from 3.12 on, and no sum, least or greatest of floats "
            "over a set, which has no order: a loop over a list"
        )
    return kind
