"""Counting lines of play, in the subset, with its driver. What lies below a position is counted once.

As long as the table knows it, that is: a new entry takes the place of an old one. It tells positions apart by a digest
of 64 bits and the place that another one gives.
"""

from __future__ import annotations

from typing import Any

from lazytree.core.game import Game, M, P
from lazytree.core.stopping import Stop
from lazytree.searching.kernels.memory import Words, digest
from lazytree.searching.kernels.searches import Array, Depth, Number, Position, Rules
from lazytree.trees.ratings import even

from ..running import Runner

ENTRIES = 2**22  # of two words each
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


def perft_runner(game: Game[P, M]) -> Runner:
    """What counts lines of play."""
    return Runner(game, lines, even)


def count_lines(game: Game[P, M], depth: int, position: P, stop: Stop | None) -> int:
    """The number of lines of exactly `depth` plies. Trapped where machine code cannot count them."""
    return int(perft_runner(game).in_machine_code(Words(2 * ENTRIES), ENTRIES, position, depth, stop=stop))
