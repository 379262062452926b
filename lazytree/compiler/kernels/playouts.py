"""Games played at random, in the subset: one text and one generator of random numbers for both lanes.

`playouts` is for two players without chance and keeps one number; `playouts_for_all` is for any game. `rules` are
those of `searches` or of `simulations`.
"""

from __future__ import annotations

from typing import Any

from lazytree.core.game import CHANCE

from .searches import ALL_BITS, Array, Number, Position, Rules, Seed, paid
from .units import total_odds


def playouts(rules: Rules, position: Position, games: Number, plies: Number, seed: Seed) -> tuple[int, int]:
    """The payoffs of FIRST over that many random games, summed, and the plies played.

    A game that is not over after `plies` counts 0.
    """
    total, played = 0, 0
    for _ in range(games):
        payoff, count, seed = played_out(rules, position, plies, seed)
        total += payoff
        played += count
    return total, played


def played_out(rules: Any, here: Any, plies: int, seed: int) -> tuple[int, int, int]:
    """The payoff of FIRST in a random game, the plies played and the next seed. Each move is as likely as any other."""
    for ply in range(plies):
        count = sum(1 for _ in rules.moves(here))
        if count == 0:
            return paid(rules, here), ply, seed
        seed = scrambled(seed)
        left = (seed >> 11) % count
        for move in rules.moves(here):
            if left == 0:
                here = rules.play(here, move)
                break
            left -= 1
    return paid(rules, here) + 0 if is_over(rules, here) else 0, plies, seed


def scrambled(seed: int) -> int:
    """The next number of Marsaglia's xorshift, 64 bits, never 0."""
    seed ^= seed << 13 & ALL_BITS
    seed ^= seed >> 7
    return seed ^ (seed << 17 & ALL_BITS)


def playouts_for_all(rules: Rules, totals: Array, position: Position, games: Number, plies: Number, seed: Seed) -> int:
    """Adds to `totals` the payoffs of each player over that many random games, and gives the plies played.

    A game that is not over after `plies` pays nothing.
    """
    played = 0
    for _ in range(games):
        end, count, seed = walked_out(rules, position, plies, seed)
        played += count
        if is_over(rules, end):
            for player, payoff in enumerate(rules.payoffs(end)):
                totals[player] += payoff
    return played


def walked_out(rules: Any, here: Any, plies: int, seed: int) -> tuple[Any, int, int]:
    """Where a random game comes to in at most so many plies, how many they were, and the next seed.

    Each move is as likely as any other; where chance moves, by the odds.
    """
    for ply in range(plies):
        count = lots(rules, here)
        if count == 0:
            return here, ply, seed
        seed = scrambled(seed)
        here = drawn(rules, here, (seed >> 11) % count)
    return here, plies, seed


def lots(rules: Any, here: Any) -> int:
    """How many numbers there are to draw from: one for each move; where chance moves, as many as the odds say."""
    if rules.odds is not None and rules.mover(here) == CHANCE:
        return total_odds(rules, here)
    return sum(1 for _ in rules.moves(here))


def drawn(rules: Any, here: Any, number: int) -> Any:
    """The position after the move to which this number belongs."""
    for move in rules.moves(here):
        if rules.odds is not None and rules.mover(here) == CHANCE:
            number -= rules.odds(here, move)
        else:
            number -= 1
        if number < 0:
            return rules.play(here, move)
    return here


def is_over(rules: Any, here: Any) -> bool:
    """Whether there is no move."""
    return not any(True for _ in rules.moves(here))
