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


def seed_of(*parts: object) -> int:
    """A seed that follows from these parts, such as another seed and a number: other parts, other seeds.

    >>> seed_of(1, "a") == seed_of(1, "a"), seed_of(1, "a") == seed_of(1, "b")
    (True, False)
    """
    return Random(" ".join(map(str, parts))).randrange(1, 2**31)
