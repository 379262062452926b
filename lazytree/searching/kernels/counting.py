"""Counting, in the subset: lines of play, and all positions with their value.

Of lines, what lies below a position is counted once, as long as the table knows it: a new entry takes the place of an
old one. It tells positions apart by a digest of 64 bits and the place that another one gives.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .memory import digest
from .searches import FAR, Array, Depth, Number, Position, Rules, first_moves, paid

NOTHING = 0  # is known; a count is kept one higher


def lines(rules: Rules, table: Array, entries: Number, position: Position, depth: Depth) -> int:
    """How many lines of that many plies there are."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in rules.moves(position))
    if depth == 2:
        return lines_after(rules, table, entries, position, depth)
    key, place = digest((depth, position)), 2 * (digest((1, depth, position)) & entries - 1)
    if table[place] == key and table[place + 1] != NOTHING:
        return table[place + 1] - 1  # type: ignore[no-any-return]
    total = lines_after(rules, table, entries, position, depth)
    table[place] = key
    table[place + 1] = total + 1
    return total


def lines_after(rules: Rules, table: Any, entries: int, position: Any, depth: int) -> int:
    """The lines after each move, all together."""
    total = 0
    for move in rules.moves(position):
        total += lines(rules, table, entries, rules.play(position, move), depth - 1)
    return total


# ---- unfolding: every position that play can reach, each once, and what it is worth
#
# The table is keyed by two digests of a position: the first in full, of the second what tells its place and its upper
# 48 bits; the lower 16 hold what is known. It begins small; once it is full all begins again with a larger one.


POSITIONS, MOVES, MOST, ENTRIES, FAILED = range(5)  # words of `counts`; MOST is how many positions there is room for
FULL, CIRCLE = 1, 2  # how it may fail
UNKNOWN, BEGUN, DRAWN = 0, 1, 2**15  # what is known of a position; a payoff is counted from DRAWN
KNOWN = 2**16 - 1


class Memory(NamedTuple):
    """What the search writes to."""

    counts: Array
    table: Array


def worth(rules: Rules, memory: Memory, position: Position) -> int:
    """FIRST's payoff under best play; `counts` says how many positions and moves there are, or why it failed."""
    counts, table = memory.counts, memory.table
    key, rest = digest(position), digest((1, position))
    place = 2 * (rest & counts[ENTRIES] - 1)
    while table[place + 1] != UNKNOWN:
        if table[place] == key and (table[place + 1] ^ rest) >> 16 == 0:
            if table[place + 1] & KNOWN == BEGUN:
                counts[FAILED] = CIRCLE
            return (table[place + 1] & KNOWN) - DRAWN  # type: ignore[no-any-return]
        place = place + 2 & 2 * counts[ENTRIES] - 1
    if counts[POSITIONS] >= counts[MOST]:
        counts[FAILED] = FULL
        return 0
    counts[POSITIONS] += 1
    table[place] = key
    table[place + 1] = rest & ~KNOWN | BEGUN
    best = best_of(rules, memory, position)
    assert BEGUN - DRAWN < best < DRAWN
    table[place + 1] = rest & ~KNOWN | best + DRAWN
    return best


def best_of(rules: Rules, memory: Memory, position: Any) -> int:
    """The best that the mover can reach in one move; the payoff if it has none."""
    counts = memory.counts
    first = first_moves(rules, position)
    best = -FAR if first else FAR
    for move in rules.moves(position):
        counts[MOVES] += 1
        value = worth(rules, memory, rules.play(position, move))
        if counts[FAILED] != 0:
            return 0
        best = max(best, value) if first else min(best, value)
    return paid(rules, position) + 0 if abs(best) == FAR else best
