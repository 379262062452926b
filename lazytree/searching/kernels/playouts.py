"""Random numbers and the moves that they draw, in the subset: one text and one generator for both lanes.

The moves of a ply are listed once, in scratch memory (`kept`), and one of them is drawn by a product instead of a
division: exactly as likely as any other, as far as each number of 32 bits is.

Sources: Marsaglia, Xorshift RNGs (2003); Lemire, Fast random integer generation in an interval (2019).
"""

from __future__ import annotations

from typing import Any

from lazytree.core.game import CHANCE

from .memory import fetch, stash
from .searches import ALL_BITS, LARGEST_TOTAL, Array, Number, Position, Rules, Seed, paid, with_weight

PARTS = 2**32


def scrambled(seed: int) -> int:
    """The next number of Marsaglia's xorshift, 64 bits, never 0."""
    seed ^= seed << 13 & ALL_BITS
    seed ^= seed >> 7
    return seed ^ (seed << 17 & ALL_BITS)


def drawn(seed: int, count: int) -> tuple[int, int]:
    """A number from 0 to `count` - 1, each as likely as any other, and the next seed; `count` is less than 2**31.

    >>> drawn(1, 6)
    (0, 1152992998833853505)
    """
    seed = scrambled(seed)
    product = (seed >> 32) * count
    if product & PARTS - 1 < count:  # seldom: it may be one of the products that some numbers have too many of
        while product & PARTS - 1 < PARTS % count:
            seed = scrambled(seed)
            product = (seed >> 32) * count
    return product >> 32, seed


def listed(rules: Any, kept: Any, here: Any) -> int:
    """Keeps the moves of a position; how many there are."""
    count = 0
    for move in rules.moves(here):
        stash(kept, count, move)
        count += 1
    if count >= LARGEST_TOTAL:
        raise OverflowError("a position has 2**31 moves or more")
    return count


def lots(rules: Any, kept: Any, first: int, count: int, here: Any) -> int:
    """How many numbers there are to draw from: one for each kept move; where chance moves, as many as the odds say.

    The moves are kept from the place `first` on.
    """
    if rules.odds is not None and rules.mover(here) == CHANCE:
        total = 0
        for at in range(count):
            total = with_weight(total, rules.odds(here, fetch(kept, first + at)))
        return total
    return count


def place_of(rules: Any, kept: Any, here: Any, number: int) -> int:
    """The place of the kept move to which a number belongs that was drawn."""
    if rules.odds is not None and rules.mover(here) == CHANCE:
        at = 0
        while True:
            number -= rules.odds(here, fetch(kept, at))
            if number < 0:
                return at
            at += 1
    return number


# ---- Games played at random, in the subset: one text and one generator of random numbers for both lanes
#
# `playouts` is for two players without chance and keeps one number; `playouts_for_all` is for any game. `rules` are
# those of `searches` or of `simulations`, `kept` is room for the moves of a ply.


def playouts(
    rules: Rules, kept: Array, position: Position, games: Number, plies: Number, seed: Seed
) -> tuple[int, int, int]:
    """The payoffs of FIRST over that many random games, summed, the plies played and the next seed.

    A game that is not over after `plies` counts 0.
    """
    total, played = 0, 0
    for _ in range(games):
        payoff, count, seed = played_out(rules, kept, position, plies, seed)
        total += payoff
        played += count
    return total, played, seed


def played_out(rules: Any, kept: Any, here: Any, plies: int, seed: int) -> tuple[int, int, int]:
    """The payoff of FIRST in a random game, the plies played and the next seed. Each move is as likely as any other."""
    for ply in range(plies):
        count = listed(rules, kept, here)
        if count == 0:
            return paid(rules, here), ply, seed
        number, seed = drawn(seed, count)
        here = rules.play(here, fetch(kept, number))
    return paid(rules, here) + 0 if is_over(rules, here) else 0, plies, seed


def playouts_for_all(
    rules: Rules, totals: Array, kept: Array, position: Position, games: Number, plies: Number, seed: Seed
) -> tuple[int, int]:
    """Adds to `totals` the payoffs of each player over that many random games; the plies played and the next seed.

    A game that is not over after `plies` pays nothing.
    """
    played = 0
    for _ in range(games):
        end, count, seed = walked_out(rules, kept, position, plies, seed)
        played += count
        if is_over(rules, end):
            for player, payoff in enumerate(rules.payoffs(end)):
                totals[player] += payoff
    return played, seed


def walked_out(rules: Any, kept: Any, here: Any, plies: int, seed: int) -> tuple[Any, int, int]:
    """Where a random game comes to in at most `plies` plies, how many they were, and the next seed.

    Each move is as likely as any other; where chance moves, by the odds.
    """
    for ply in range(plies):
        count = listed(rules, kept, here)
        if count == 0:
            return here, ply, seed
        number, seed = drawn(seed, lots(rules, kept, 0, count, here))
        here = rules.play(here, fetch(kept, place_of(rules, kept, here, number)))
    return here, plies, seed


def is_over(rules: Any, here: Any) -> bool:
    """Whether there is no move."""
    return not any(True for _ in rules.moves(here))
