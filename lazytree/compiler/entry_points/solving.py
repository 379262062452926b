"""Solving: who wins, and how soon, by principal variation search to the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import FIRST, Game, M, P
from lazytree.core.lanes import MACHINE
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped, raise_if_stopped
from lazytree.searching.kernels.scout import ENTRIES, THREADS, Memory, scout
from lazytree.searching.kernels.searches import FAR, TO_THE_END
from lazytree.solving.exact import Solution
from lazytree.trees.ratings import even

from ..running import Runner
from ..runtime.waiting import started
from .ahead import COUNTED, line_in
from .deepening import memories_for, moves_along
from .growing_table import grow_table
from .looking import Beside, at_first
from .payoffs import pays_floats, pays_more
from .tallying import tallied
from .teamwork import search

SMALLEST = 2**18  # entries that a search to the end begins with
LOOKED = 2**20  # entries that deepening uses, of the same table


def highest_payoff(game: Game[P, M]) -> float | None:
    """The highest payoff of a game, if inference knows that it pays 1, 0 and -1 only; else None."""
    return None if pays_more(game) else 1


def beyond_solving(game: Game[P, M]) -> str:
    """Why a game that compiles is not solved in machine code; empty if it may be."""
    return "exact values of payoffs that are floats" if pays_floats(game) else ""


def solving(game: Game[P, M]) -> Runner:
    """What searches to the end of a game."""
    return Runner(game, scout, even)


def solved(
    game: Game[P, M],
    here: P,
    stats: Stats,
    megabytes: int,
    stop: Stop | None,
    threads: int,
) -> Solution[M]:
    """The exact value, plies and a best line. Trapped where machine code cannot find them."""
    if beyond := beyond_solving(game):
        raise Trapped(Trap.OUTSIDE, beyond)
    looking, *memories = memories_for(threads + 1, megabytes)
    line = tuple(best_line(game, here, memories, looking, stats, stop))
    end = reduce(game.play, line, here)
    return Solution(game.payoffs(end)[FIRST], len(line), line, MACHINE)


def best_line(
    game: Game[P, M], here: P, memories: Sequence[Memory], looking: Memory, stats: Stats, stop: Stop | None
) -> Iterator[M]:
    """The best moves of both to the end; Trapped where machine code cannot find them."""
    run = solving(game)
    most = looking.counts[ENTRIES]
    looking.counts[ENTRIES], looking.counts[THREADS] = min(LOOKED, most), 1
    for memory in memories:
        memory.counts[ENTRIES], memory.counts[THREADS] = min(SMALLEST, most), len(memories)
    while any(True for _ in game.moves(here)):
        line = at_first(game, run, looking, here, stats, stop)
        for move in line or by_both(game, run, memories, looking, here, most, stats, stop):
            yield move
            here = game.play(here, move)


def by_both(
    game: Game[P, M],
    run: Runner,
    memories: Sequence[Memory],
    looking: Memory,
    here: P,
    most: int,
    stats: Stats,
    stop: Stop | None,
) -> tuple[M, ...]:
    """A best line from a search to the end, or from deepening beside it if that is there sooner."""
    beside = Beside(game, run, looking, here)
    with tallied([looking, *memories], COUNTED, stats, stop) as tally:

        def poll() -> bool:
            grow_table(memories, most)
            return tally() or beside.line is not None

        thread = started(beside.work)
        try:
            return to_the_end(game, run, memories, here, poll)
        except Stopped:
            raise_if_stopped(stop)
            assert beside.line is not None
            return beside.line
        finally:
            beside.end()
            thread.ended.wait()


def to_the_end(game: Game[P, M], run: Runner, memories: Sequence[Memory], here: P, stop: Stop) -> tuple[M, ...]:
    """First who wins, then how soon."""
    won, _ = search(run, memories, here, TO_THE_END, 0, 1, stop)
    _, memory = search(run, memories, here, TO_THE_END, *((0, FAR) if won > 0 else (-FAR, 1)), stop)
    return moves_along(game, here, line_in(memory.counts.words))
