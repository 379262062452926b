"""Asking rules of which some may fail: an answer all the same, and one line that says what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb
from typing import TypeVar

from .tree_texts import shorten_text

T = TypeVar("T")
D = TypeVar("D")

LONGEST = 400  # characters of an error that are told
HOUSE = Path(__file__).parent.parent


def try_or(ask: Callable[[], T], instead: D) -> tuple[T | D, str]:
    """What a function returns, and an empty text; `instead`, and one line that says why, where it raises.

    >>> try_or(lambda: 3, None), try_or(lambda: 1 / 0, None)
    ((3, ''), (None, 'ZeroDivisionError: division by zero, in <lambda>, line 1'))
    """
    try:
        return ask(), ""
    except Exception as error:
        return instead, _in_one_line(error)


def _in_one_line(error: Exception) -> str:
    """What an error says; where it is none of our own, which name the fix, its kind too, and where it was raised."""
    try:
        said = shorten_text(str(error), LONGEST)
    except Exception:
        said = ""
    (where,) = extract_tb(error.__traceback__)[-1:]
    if isinstance(error, ValueError) and said and Path(where.filename).is_relative_to(HOUSE):
        return said
    return f"{type(error).__name__}{f': {said}' if said else ''}, in {where.name}, line {where.lineno}"
