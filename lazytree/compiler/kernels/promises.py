"""What a branch promises: its mean payoff, more the less it has been tried; with rave and what a rating says."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from lazytree.core.game import FIRST
from lazytree.searching.averages import UNIT
from lazytree.trees.ratings import even

from ..ir.scratch import of_bits
from .searches import rated, rated_whole
from .simulations import (
    PRIOR,
    PRIOR_VISITS,
    RAVE,
    RAVE_VISITS,
    TOTAL,
    VISITS,
    Habits,
    Sampling,
    seen_by,
)

EXACT_UP_TO = 1024
ONE_BY_ROOT = tuple(round(UNIT / sqrt(max(1, number))) for number in range(EXACT_UP_TO))
ROOT_OF_LOG = tuple(round(UNIT * sqrt(log(2) * eighths / 8)) for eighths in range(8 * 41))
UNKNOWN = 2**62  # better than all that is known


def promise(rules: Sampling, nodes: Any, child: int, mover: int, habits: Habits, spread: int) -> int:
    """What a branch promises to the mover, in units; `spread` is what the unknown is worth at its node."""
    visits, total = nodes[child + VISITS], seen_by(rules, nodes, child + TOTAL, mover)
    if rules.rating is not even:
        prior = nodes[child + rules.more + PRIOR_VISITS]
        visits, total = visits + prior, total + prior * nodes[child + rules.more + PRIOR]
    if visits == 0:
        return UNKNOWN
    good = total * (UNIT // rules.scale) // visits
    if rules.rave and nodes[child + rules.more + RAVE_VISITS] > 0:
        alike = nodes[child + rules.more + RAVE] * (UNIT // rules.scale) // nodes[child + rules.more + RAVE_VISITS]
        share = root(habits.rave * UNIT // (3 * visits * UNIT + habits.rave) * UNIT)
        good += share * (alike - good) // UNIT
    return good + spread * one_by_root(visits) // UNIT  # type: ignore[no-any-return]


def rescaled(rules: Sampling, nodes: Any, start: int, count: int, highest: int, low: Any, high: Any) -> int:
    """Makes promises of the ratings of so many branches, the best like a win, the worst like a loss; gives `count`."""
    for number in range(count):
        place = start + rules.size * number + rules.more + PRIOR
        if high == low:
            nodes[place] = 0
        elif nodes[place - PRIOR + PRIOR_VISITS] > 0:
            nodes[place] = int(
                highest
                * (2 * (float(of_bits(nodes[place])) if rules.floats else nodes[place]) - high - low)
                // (high - low)
            )
    return count


def liked(rules: Sampling, there: Any, mover: int) -> Any:
    """The rating of a position, as the mover of the one before sees it."""
    if rules.players == 2:
        rating = rated(rules.rating(there)) if rules.floats else rated_whole(rules.rating(there))
        return rating if mover == FIRST else -rating
    standing = rules.rating(there)
    if len(standing) != rules.players:
        raise ValueError("a rating for more than two players has one number for each")
    return rated(standing[mover] + 0) if rules.floats else rated_whole(standing[mover])


def spread_at(widely: int, visits: int) -> int:
    """What the unknown is worth at a node that has been visited so often."""
    return widely * root_of_log(visits + 1) // UNIT


def one_by_root(number: int) -> int:
    """1 / sqrt(number), in units."""
    halvings = 0
    while number >= EXACT_UP_TO:
        number >>= 2
        halvings += 1
    return ONE_BY_ROOT[number] >> halvings


def root_of_log(number: int) -> int:
    """sqrt(log(number)), in units, of numbers from 1 to 2 ** 40, rounded down to an eighth of a power of two."""
    power = (number & 2**41 - 1).bit_length() - 1
    return ROOT_OF_LOG[8 * power + (number << 3 >> power) - 8]


def root(number: int) -> int:
    """The square root of a number of up to 32 bits, rounded down."""
    found = 0
    for bit in range(16, -1, -1):
        tried = found | 1 << bit
        if tried * tried <= number:
            found = tried
    return found
