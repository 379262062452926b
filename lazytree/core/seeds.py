"""Seeds: where chance comes from."""

from __future__ import annotations

from random import Random


def random_from(seed: int) -> Random:
    """The source of random numbers that belongs to a seed: the same seed, the same numbers.

    Raises: ValueError if the seed is not a whole number.

    >>> random_from(1).random() == random_from(1).random()
    True
    """
    if not isinstance(seed, int):
        raise ValueError(f"seed must be a whole number, not {seed!r}")
    return Random(seed)
