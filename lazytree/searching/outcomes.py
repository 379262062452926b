"""Outcomes: how play from a position ends, and which end a player prefers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lazytree.searching.averages import mean


class Outcome(NamedTuple):
    """How play from a position ends: one payoff a player, and in how many plies (where chance moves: on average)."""

    payoffs: tuple[float, ...]
    plies: float


def expected_outcome(odds: Sequence[int], outcomes: Sequence[Outcome]) -> Outcome:
    """The outcome where chance moves, from those of its moves, exactly."""
    payoffs, plies = zip(*outcomes)
    return Outcome(tuple(mean(odds, column) for column in zip(*payoffs)), mean(odds, plies) + 1)


def merit(outcome: Outcome, player: int) -> tuple[float, float]:
    """What a player goes by: the payoff; then a win sooner, a loss later."""
    payoff = outcome.payoffs[player]
    return payoff, -outcome.plies if payoff > 0 else outcome.plies if payoff < 0 else 0
