"""Counting in machine code: lines of play (`perft`), and all positions with their value (`unfold`)."""

from __future__ import annotations

from collections.abc import Callable

from lazytree.compiler import Runner
from lazytree.core.game import Game, M, P
from lazytree.core.rules import rules_of, with_whole_payoffs
from lazytree.core.stopping import Stop, Stopped
from lazytree.searching.kernels.counting import (
    CIRCLE,
    ENTRIES,
    FAILED,
    FULL,
    MOST,
    MOVES,
    POSITIONS,
    Memory,
    lines,
    worth,
)
from lazytree.searching.kernels.memory import Words
from lazytree.solving.exact import too_many_error
from lazytree.solving.state_space import endless_game_error
from lazytree.trees.ratings import even

from .memories import entries_in
from .to_the_end import require_exact

KEPT = 2**22  # entries of the table of lines, of two words each
SMALLEST = 2**16  # entries of the first table of positions
LARGER = 8  # times


def perft_runner(game: Game[P, M]) -> Runner:
    """What counts lines of play."""
    return Runner(game, lines, even)


def count_lines(game: Game[P, M], depth: int, position: P, stop: Stop | None) -> int:
    """The number of lines of exactly `depth` plies. Trapped where machine code cannot count them."""
    return int(perft_runner(game).in_machine_code(Words(2 * KEPT), KEPT, position, depth, stop=stop))


def unfold_runner(game: Game[P, M]) -> Runner:
    """What goes through the positions that play can reach."""
    return Runner(game, worth, even)


def count_positions(
    game: Game[P, M],
    position: P,
    megabytes: int,
    stop: Stop | None,
    so_far: Callable[[int, int], object] = lambda positions, moves: None,
) -> tuple[int, int, float | tuple[float, ...]]:
    """How many positions and moves there are, and the value. Trapped where machine code cannot say.

    Where `stop` ends it, `so_far` is told how many positions and moves there are at least.
    """
    require_exact(game)
    _, whole = with_whole_payoffs(rules_of(game))
    search = unfold_runner(game).in_machine_code
    largest = entries_in(megabytes)
    entries = SMALLEST
    while True:
        memory = Memory(Words(FAILED + 1), Words(2 * entries))
        counts = memory.counts
        counts[ENTRIES], counts[MOST] = entries, entries * 3 // 4
        try:
            value = search(memory, position, stop=stop)
        except Stopped:
            so_far(counts[POSITIONS], counts[MOVES])
            raise
        if counts[FAILED] == CIRCLE:
            raise endless_game_error(game)
        if counts[FAILED] != FULL:
            return counts[POSITIONS], counts[MOVES], value / whole if value % whole else value // whole
        if entries == largest:
            raise too_many_error(game, counts[MOST], megabytes)
        del memory, counts  # before the next is made
        entries = min(entries * LARGER, largest)
