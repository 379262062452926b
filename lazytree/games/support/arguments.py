"""Checks of what a factory was called with. Each raises a ValueError that names the argument and what it may be."""

from __future__ import annotations

from lazytree.core.board import at_least


def within(what: str, number: int, least: int, most: int) -> None:
    """Raises ValueError unless `number` is an int from `least` to `most`.

    >>> within("players", 5, 2, 4)
    Traceback (most recent call last):
    ValueError: players must be at most 4, not 5
    """
    at_least(what, number, least)
    if number > most:
        raise ValueError(f"{what} must be at most {most}, not {number}")


def one_of(what: str, word: str, *words: str) -> None:
    """Raises ValueError unless `word` is one of `words`.

    >>> one_of("score", "points", "win", "margin")
    Traceback (most recent call last):
    ValueError: score must be 'win' or 'margin', not 'points'
    """
    if word not in words:
        raise ValueError(f"{what} must be {' or '.join(map(repr, words))}, not {word!r}")


def true_or_false(what: str, value: bool) -> None:
    """Raises ValueError unless `value` is True or False.

    >>> true_or_false("swap", 1)
    Traceback (most recent call last):
    ValueError: swap must be True or False, not 1
    """
    if not isinstance(value, bool):
        raise ValueError(f"{what} must be True or False, not {value!r}")
