"""Expectimax without bounds or table, in the subset: what `limit.py` runs Dice of Doom in, against the same in C."""

from __future__ import annotations

from typing import Any

from lazytree.core.game import CHANCE, FIRST
from lazytree.searching.averages import UNIT
from lazytree.searching.kernels.searches import SEEN, Depth, Position, Rules, Seen, static


def expectimax(rules: Rules, counts: Seen, position: Position, depth: Depth) -> int:
    """The value at a fixed depth, seen by FIRST, in units; where chance moves the mean, rounded down."""
    counts[SEEN] += 1
    if depth == 0:
        return UNIT * static(rules, position)
    mover = rules.mover(position)
    if mover == CHANCE:
        return expected(rules, counts, position, depth)
    best, over = 0, True
    for move in rules.moves(position):
        value = expectimax(rules, counts, rules.play(position, move), depth - 1)
        best = value if over else max(best, value) if mover == FIRST else min(best, value)
        over = False
    return UNIT * static(rules, position) if over else best


def expected(rules: Any, counts: Any, position: Any, depth: int) -> int:
    """The mean by the odds of chance, rounded down."""
    total, weights = 0, 0
    for move in rules.moves(position):
        weight = rules.odds(position, move)
        total += weight * expectimax(rules, counts, rules.play(position, move), depth - 1)
        weights += weight
    return total // weights
