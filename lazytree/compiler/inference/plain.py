"""Small questions that inference asks: of constants, of names."""

from __future__ import annotations

import ast
from typing import Any

from ..ir.core import Const, Node
from ..ir.frozen import DictOf, SetOf
from ..ir.kinds import Type, described
from ..ir.subset import BROKEN_BY

LARGE = 16  # items of a tuple that is built into a function, if it lies in a NamedTuple


def always(test: Node) -> bool:
    """Whether a test is a constant that is true."""
    return isinstance(test, Const) and bool(test.value)


def is_large(value: object) -> bool:
    """Whether a constant is no value to hand over: a tuple of tuples, a long tuple, an object."""
    if not isinstance(value, tuple) or hasattr(value, "_fields"):
        return isinstance(value, (DictOf, SetOf))
    return len(value) > LARGE or any(isinstance(each, tuple) for each in value)


def no_board(kind: Type, form: Any) -> str:
    """The rule that is broken where a cell of what is no board is set."""
    return BROKEN_BY[ast.Slice] if form is str else f"`.set` of {described(kind)}, not of a PVector"
