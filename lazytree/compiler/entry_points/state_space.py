"""Unfolding: every position that play can reach, each once, and what it is worth; in the subset, with its driver.

The table is keyed by two digests of a position: the first in full, of the second what tells its place and its upper
48 bits; the lower 16 hold what is known. It begins small; once it is full all begins again with a larger one.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, NamedTuple

from lazytree.core.board import at_least
from lazytree.core.errors import Trapped
from lazytree.core.game import FIRST, Game, M, P, start_of
from lazytree.core.lanes import MACHINE, PYTHON
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, check
from lazytree.solving.cycles import below
from lazytree.solving.exact import folded, room_for, too_many
from lazytree.trees.collector import quiet
from lazytree.trees.growing import grow
from lazytree.trees.ratings import even
from lazytree.trees.recursion import EndlessTree

from ..ir.scratch import digest
from ..kernels.searches import FAR, Array, Position, Rules
from ..running import Runner
from ..runtime.memory import Words

POSITIONS, MOVES, MOST, ENTRIES, FAILED = range(5)  # words of `counts`; MOST is how many positions there is room for
FULL, CIRCLE = 1, 2  # how it may fail
UNKNOWN, BEGUN, DRAWN = 0, 1, 2**15  # what is known of a position; a payoff is counted from DRAWN
KNOWN = 2**16 - 1
SMALLEST = 2**16  # entries of the first table
LARGER = 8  # times
ENTRY_BYTES = 16


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
    """The best that the mover can reach in one move; the payoff where there is none."""
    counts = memory.counts
    first = rules.mover(position) == FIRST
    best = -FAR if first else FAR
    for move in rules.moves(position):
        counts[MOVES] += 1
        value = worth(rules, memory, rules.play(position, move))
        if counts[FAILED] != 0:
            return 0
        best = max(best, value) if first else min(best, value)
    return rules.payoffs(position)[FIRST] + 0 if abs(best) == FAR else best


class StateSpace(NamedTuple):
    """All that play can reach from a position."""

    positions: int  # distinct ones, the first included
    moves: int  # legal in all of them together
    value: float | tuple[float, ...]  # as `Solution.value`
    seconds: float
    lane: str  # "machine" or "python"


def unfold(
    game: Game[P, M], position: P | None = None, *, megabytes: int = 1024, stop: Stop | None = None
) -> StateSpace:
    """How many positions play can reach from a position (from the start, if none is given), and what it is worth.

    All of them are looked at, each once; equal positions that are reached in several ways count as one. `megabytes` is
    the most memory to take: 16 bytes a position and some room in machine code, about 1,000 in Python. ValueError
    where that is too little, and where positions can come round again. Stopped, once `stop` says True.

    >>> from lazytree.games import tic_tac_toe
    >>> space = unfold(tic_tac_toe())
    >>> space.positions, space.moves, space.value
    (5478, 16167, 0)
    """
    at_least("megabytes", megabytes, 1)
    here, began = start_of(game, position), perf_counter()
    try:
        found, lane = in_machine_code(game, here, megabytes, stop), MACHINE
    except Trapped:
        found, lane = in_python(game, here, megabytes, stop), PYTHON
    return StateSpace(*found, perf_counter() - began, lane)


def in_machine_code(
    game: Game[P, M], position: P, megabytes: int, stop: Stop | None
) -> tuple[int, int, float | tuple[float, ...]]:
    """Positions, moves, value; Trapped where machine code cannot say."""
    search = Runner(game, worth, even).in_machine_code
    largest = 2 ** ((megabytes * 2**20 // ENTRY_BYTES).bit_length() - 1)
    entries = SMALLEST
    while True:
        memory = Memory(Words(FAILED + 1), Words(2 * entries))
        counts = memory.counts
        counts[ENTRIES], counts[MOST] = entries, entries * 3 // 4
        value = search(memory, position, stop=stop)
        if counts[FAILED] == CIRCLE:
            raise in_circles(game)
        if counts[FAILED] != FULL:
            return counts[POSITIONS], counts[MOVES], value
        if entries == largest:
            raise too_many(game, counts[MOST], megabytes)
        del memory, counts  # before the next is made
        entries = min(entries * LARGER, largest)


def in_python(
    game: Game[P, M], position: P, megabytes: int, stop: Stop | None
) -> tuple[int, int, float | tuple[float, ...]]:
    """The same, by growing the tree and folding it."""
    spent, tree = Stats(), grow(game)(position)
    most = room_for(megabytes)
    with quiet():
        for _ in below(tree, spent):
            check(stop)
            if spent.seen > most:
                raise too_many(game, most, megabytes)
    try:
        payoffs = folded(game, tree, Stats())[position].payoffs
    except EndlessTree:
        raise in_circles(game) from None
    return spent.seen, spent.looked, payoffs[FIRST] if len(payoffs) == 2 else payoffs


def in_circles(game: Game[P, M]) -> ValueError:
    return ValueError(f"positions of {game.name} come round again: lazytree.solve says what such a game is worth")
