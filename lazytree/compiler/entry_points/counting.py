"""Counting lines of play, in the subset, with its driver. What lies below a position is counted once.

As long as the table knows it, that is: a new entry takes the place of an old one. It tells positions apart by a digest
of 64 bits and the place that another one gives.
"""

from __future__ import annotations

from typing import Any

from lazytree.core.board import at_least
from lazytree.core.errors import Trapped
from lazytree.core.game import Game, M, P, start_of
from lazytree.core.stopping import Stop
from lazytree.trees import growing
from lazytree.trees.ratings import even

from ..compiling import original
from ..ir.scratch import digest
from ..kernels.searches import Array, Depth, Number, Position, Rules
from ..running import Runner, watched
from ..runtime.memory import Words

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


def perft(game: Game[P, M], depth: int, position: P | None = None, *, stop: Stop | None = None) -> int:
    """The number of lines of exactly `depth` plies, as `lazytree.perft` counts them. Stopped, once `stop` says True.

    >>> from lazytree.games import tic_tac_toe
    >>> perft(tic_tac_toe(), 9)
    127872
    """
    at_least("depth", depth, 0)
    here, run = start_of(game, position), Runner(game, lines, even)
    try:
        return int(run.in_machine_code(Words(2 * ENTRIES), ENTRIES, here, depth, stop=stop))
    except Trapped:
        return growing.perft(watched(original(game), stop), depth, here)
