"""Values in searches of games with chance: whole numbers of UNITs, so that means are ints; and means themselves.

The mean at a chance node is rounded down to a whole number of UNITs. That is one rule for both lanes (`mean_in_units`
in `lazytree.searching.chance` is the other one), whatever the order of the search: it costs less than 1 / UNIT a
chance node on the way, and always the same. Without chance a value is itself. Which of the two a search needs is known
as it is compiled: `rules.odds` is None or not. A rating that is a float is a float inside, too; with chance it is
rounded down to a whole number of UNITs (in Python `lazytree.searching.averages.rounded_to_units`).
"""

from __future__ import annotations

from typing import Any

from lazytree.core.values import SURE, later
from lazytree.searching.averages import UNIT

from .searches import FAR, Rules, passed, rated

OFFSET = 2**31  # of values in the table, without chance
STORED = 2**36  # values in the table lie within, with chance
LARGEST_TOTAL = 2**31  # of the odds of a chance node
OPEN = 2**57  # a distance greater than that of any two values


def far(rules: Rules) -> int:
    """A number beyond every value."""
    return FAR if rules.odds is None else FAR * UNIT


def in_units(rules: Rules, value: int) -> int:
    """A label as a value of the search."""
    return value if rules.odds is None else value * UNIT


def converted(rules: Rules, rating: float) -> Any:
    """A rating as a value of a search whose ratings, or values, are floats."""
    return rated(float(rating)) if rules.floats else units_below(rated(rating))


def units_below(number: float) -> int:
    """A float in UNITs, rounded down."""
    units = number * UNIT  # exact: UNIT is a power of two
    whole = int(units)
    return whole - 1 if float(whole) > units else whole


def carried(rules: Rules, value: Any) -> Any:
    """A value carried up one ply: `later`."""
    if rules.odds is None:
        return later(value)
    if value > SURE * UNIT:
        return max(value - UNIT, SURE * UNIT)
    if value < -SURE * UNIT:
        return min(value + UNIT, -SURE * UNIT)
    return value


def passed_down(rules: Rules, bound: Any) -> Any:
    """A bound passed down one ply: `sooner`."""
    if rules.odds is None:
        return passed(rules, bound)
    if bound > SURE * UNIT:
        return bound + UNIT
    if bound < -SURE * UNIT:
        return bound - UNIT
    return bound


def is_storable(rules: Rules, value: Any) -> bool:
    """Whether a value has room in an entry of the table."""
    if rules.odds is None:
        return -OFFSET < value < OFFSET  # type: ignore[no-any-return]
    return -STORED < value < STORED  # type: ignore[no-any-return]


def stored(rules: Rules, value: Any) -> int:
    """The bits of a value in an entry, from bit 27 on; none of a float, which has a word of its own."""
    if rules.floats:
        return 0
    if rules.odds is None:
        return (value + OFFSET & 2 * OFFSET - 1) << 27  # type: ignore[no-any-return]
    return value * 2**27  # type: ignore[no-any-return]


def value_in(rules: Rules, entry: int) -> int:
    """The value in an entry of the table."""
    return (entry >> 27) - OFFSET if rules.odds is None else entry >> 27


def total_odds(rules: Any, position: Any) -> int:
    """The sum of the odds where chance moves; 0 where there are no moves."""
    total = 0
    for move in rules.moves(position):
        total = with_weight(total, rules.odds(position, move))
    return total


def with_weight(total: int, weight: int) -> int:
    """A total of odds and one move's odds more.

    Raises: ValueError for odds below 1, OverflowError where the total grows too large.
    """
    if weight <= 0:
        raise ValueError("odds must be ints above 0")
    total += weight
    if total >= LARGEST_TOTAL:
        raise OverflowError("the odds of one chance node come to 2**31 or more: divide them by a common factor")
    return total


def share(distance: int, total: int, weight: int) -> int:
    """How far one branch of this weight must be off to move the mean by so much; OPEN where that is out of reach."""
    whole = distance // weight
    if whole >= OPEN // total:
        return OPEN
    return whole * total + (distance % weight * total + weight - 1) // weight
