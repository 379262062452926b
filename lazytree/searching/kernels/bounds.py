"""What the bounds of payoffs that rules give (`Game.bounds`) tell of values that count plies, in the subset."""

from __future__ import annotations

from typing import Any

from lazytree.core.values import WIN, later

from .parts import Memory
from .scout import SEEN
from .searches import FAR, passed


def lowest_value(payoff: Any) -> Any:
    """The lowest of the values, which count plies, of this payoff."""
    return (payoff - 1) * WIN + 1 if payoff > 0 else payoff * WIN


def highest_value(payoff: Any) -> Any:
    """The highest of the values, which count plies, of this payoff."""
    return payoff * WIN if payoff >= 0 else (payoff + 1) * WIN - 1


def within_bounds(rules: Any, position: Any, low: Any, high: Any, first: bool) -> Any:
    """A position's value, seen by FIRST if `first`, else by SECOND, if the rules' bounds decide it; else -FAR."""
    lowest, highest = range_in(rules, position, first)
    if lowest >= high:
        return lowest
    return highest if highest <= low else -FAR


def range_in(rules: Any, position: Any, first: bool) -> tuple[Any, Any]:
    """The lowest and the highest value of a position by the rules' bounds, seen by FIRST if `first`, else by SECOND."""
    least, most = rules.bounds(position)
    if least > most:
        raise ValueError("bounds must be the least and the most that FIRST can still get, not the most first")
    if first:
        return lowest_value(least), highest_value(most)
    return -highest_value(most), -lowest_value(least)


def open_in(rules: Any, position: Any) -> int:
    """How far apart the rules' bounds of a position are."""
    least, most = rules.bounds(position)
    return int(most - least)


def payoffs_in(values: Any) -> int:
    """The payoffs in a difference of values, rounded up; 0 if it is none."""
    return int(max(values + WIN - 1, 0) // WIN)


def told_by_bounds(rules: Any, memory: Memory, child: Any, low: Any, high: Any, first: bool) -> Any:
    """A child's value, seen by who moves before it, if its bounds say that it decides or is no good; else -FAR."""
    value = within_bounds(rules, child, passed(rules, low), passed(rules, high), first)
    if value == -FAR:
        return -FAR
    memory.counts[SEEN] += 1
    return later(value)
