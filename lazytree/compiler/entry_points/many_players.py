"""Looking ahead for more than two players: max^n in machine code."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import Game, M, P, Standing
from lazytree.core.lanes import MACHINE
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.searching.averages import whole_or_fraction
from lazytree.searching.deepening import ToDepth
from lazytree.searching.kernels import many_players as kernel
from lazytree.searching.kernels.memory import Words, of_bits
from lazytree.searching.kernels.searches import TO_THE_END
from lazytree.searching.protocol import SearchResult

from ..running import Runner
from .payoffs import told
from .tallying import tallied

COUNTED = {
    "nodes": kernel.SEEN,
    "hits": kernel.HITS,
    "rated": kernel.RATED,
    "interior": kernel.INNER,
    "branches": kernel.LOOKED,
}
"""The counts of `Stats` that machine code keeps, and their words."""


def to_depth(game: Game[P, M], position: P, standing: Standing[P], megabytes: int) -> ToDepth:
    """How machine code looks at a position to a depth; what it returns raises Trapped where machine code cannot."""
    run, spare = Runner(game, kernel.maxn, standing, soon=True), [memory_for(game, megabytes)]

    def found_at(depth: int, guess: Any, spent: Stats, stop: Stop) -> SearchResult[tuple[float, ...]]:
        if depth >= TO_THE_END:
            raise Trapped(Trap.RECURSION, f"depth {depth}")
        memory = spare.pop() if spare else memory_for(game, megabytes)  # another reader has that
        try:
            with tallied([memory], COUNTED, spent, stop) as poll:
                return found(game, run, memory, position, depth, poll)
        finally:
            spare.append(memory)

    return found_at


def found(
    game: Game[P, M], run: Runner, memory: kernel.Memory, here: P, depth: int, stop: Stop
) -> SearchResult[tuple[float, ...]]:
    """What is found at a depth; Trapped where machine code cannot find it."""
    players = len(game.players)
    memory.counts[kernel.CUT] = 0
    choice = run.in_machine_code(memory, here, depth, 0, stop=stop)
    whole, numbers = memory.counts[kernel.CUT] == 0, [memory.values[player] for player in range(players)]
    if memory.counts[kernel.FLOATS]:
        numbers = [told(game, of_bits(number)) for number in numbers]
    values = tuple(numbers if game.odds is None else map(whole_or_fraction, numbers))
    return SearchResult(values, tuple(line(game, run, memory, here, depth, choice, stop)), whole, MACHINE)


def line(
    game: Game[P, M], run: Runner, memory: kernel.Memory, here: P, depth: int, choice: int, stop: Stop
) -> Iterator[M]:
    """The best moves of all players, until chance moves: what lies further on is looked at again, in the table."""
    while choice != kernel.NOTHING:
        move = next(islice(game.moves(here), choice, None))
        yield move
        here, depth = game.play(here, move), depth - 1
        choice = run.in_machine_code(memory, here, depth, 0, stop=stop)


def memory_for(game: Game[P, M], megabytes: int) -> kernel.Memory:
    """Memory for one search, its table of so many megabytes."""
    players = len(game.players)
    size = kernel.HEAD + players
    entries = 2 ** ((megabytes * 2**20 // (8 * size)).bit_length() - 1)
    memory = kernel.Memory(Words(kernel.COUNTS), Words(size * entries), Words(2 * players * TO_THE_END))
    memory.counts[kernel.ENTRIES], memory.counts[kernel.PLAYERS] = entries, players
    return memory
