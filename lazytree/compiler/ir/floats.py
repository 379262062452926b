"""Doubles as a kind of values, and which ints may take part in arithmetic with them."""

from __future__ import annotations

from .value_classes import value_class

OF_MATH = (
    *("sqrt", "exp", "expm1", "log", "log2", "log10", "sin", "cos", "tan"),
    *("asin", "acos", "atan", "sinh", "cosh", "tanh"),
)
"""Functions of `math` from float to float that CPython leaves to the C library, where their result is finite."""
EXACT = 2**53  # all ints up to this are doubles, too


@value_class
class Float:
    """A double. `mixed`: where Python may have an int instead, of at most EXACT, which is equal to it."""

    mixed: bool = False


FLOAT, MIXED_FLOAT = Float(), Float(mixed=True)
