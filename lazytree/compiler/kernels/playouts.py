"""Games played at random, in the subset: one text and one generator of random numbers for both lanes.

`playouts` is for two players without chance and keeps one number; `playouts_for_all` is for any game. `rules` are
those of `searches` or of `simulations`, `kept` is room for the moves of a ply.
"""

from __future__ import annotations

from typing import Any

from ..ir.scratch import fetch
from .drawing import drawn, listed, lots, place_of
from .searches import Array, Number, Position, Rules, Seed, paid


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
    """Where a random game comes to in at most so many plies, how many they were, and the next seed.

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
