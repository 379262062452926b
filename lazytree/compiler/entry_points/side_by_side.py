"""Simulations by several threads in one tree: each takes its share of them, with numbers of its own."""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Trapped
from lazytree.core.seeds import random_from

from ..kernels.searches import ALL_BITS
from ..kernels.simulations import COUNTS, HIGHEST, INNER, NOTED, SEEN, SLOTS, Habits, Sampled
from ..running import Runner
from ..runtime.memory import Flag, Words


def simulated(
    run: Runner, tree: Sampled, habits: Habits, position: Any, simulations: int, seed: int, threads: int
) -> int:
    """Makes so many simulations, or fewer if the tree waits for room; the next seed.

    Trapped where machine code cannot make them.
    """
    random = random_from(seed)
    shares = [simulations // threads + (thread < simulations % threads) for thread in range(threads)]
    means = [(memory_beside(tree), share, random.randrange(1, ALL_BITS)) for share in shares if share]

    arguments = [(memory, habits, position, share, number) for memory, share, number in means]
    try:
        run.interruptible(lambda flag: all_at_work(run, flag, arguments), None)
    finally:
        for memory, _, _ in means:
            for count in (SEEN, INNER):
                tree.counts[count] += memory.counts[count]
            tree.counts[HIGHEST] = max(tree.counts[HIGHEST], memory.counts[HIGHEST])
    return random.randrange(1, ALL_BITS)


def all_at_work(run: Runner, flag: Flag, arguments: list[tuple[Any, ...]]) -> None:
    """A thread for each of these, until all have ended; the first that is Trapped stops the others."""
    from concurrent.futures import ThreadPoolExecutor  # late: one thread needs none

    trapped: list[Trapped] = []

    def part(means: tuple[Any, ...]) -> None:
        try:
            run.direct(flag, *means)
        except Trapped as trap:
            trapped.append(trap.with_traceback(None))  # its frames would keep the tree, in a circle
            flag.set()

    with ThreadPoolExecutor(len(arguments)) as pool:
        list(pool.map(part, arguments))
    if trapped:
        raise trapped.pop(0)  # the first: the others were only stopped by it


def memory_beside(tree: Sampled) -> Sampled:
    """The same tree, with memory for another thread."""
    own = {name: Words(len(getattr(tree, name).words)) for name in ("path", "payoffs", "kept", "turns", "later")}
    counts = Words(COUNTS)
    counts[NOTED], counts[SLOTS] = tree.counts[NOTED], tree.counts[SLOTS]
    return tree._replace(counts=counts, **own)
