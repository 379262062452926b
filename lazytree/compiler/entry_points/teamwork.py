"""One search by several threads: each does all of it, but leaves for later what another one is busy with.

When it comes back to that, the table knows the answer. Each thread's answer is right by itself, and the first counts.

Threads write to the table without a lock. An entry is two words, the key xor the data and the data; if two threads
write one at once and it is torn, its words do not give the key, so that no search takes it for its position's.

Sources: Weill, The ABDADA distributed minimax search algorithm (1996); Hyatt and Mann, A lock-less transposition table
implementation for parallel search (2002).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from lazytree.core.errors import Trapped
from lazytree.core.stopping import Stop
from lazytree.searching.kernels.memory import Flag
from lazytree.searching.kernels.scout import SHARED, Memory

from ..running import Runner
from ..runtime.waiting import started

SearchResult = tuple[int, Memory]
"""A value seen by FIRST, and the memory of the thread that found it."""


def search(
    run: Runner, memories: Sequence[Memory], position: Any, depth: int, alpha: int, beta: int, stop: Stop | None = None
) -> SearchResult:
    """What `run` finds at that depth, with a thread for each memory; Trapped where machine code cannot find it."""
    arguments = position, depth, alpha, beta, 0, 0
    if len(memories) == 1 or depth <= SHARED:
        return run.in_machine_code(memories[0], *arguments, stop=stop), memories[0]
    return run.interruptible(lambda flag: first_found(run, memories, flag, arguments), stop)


def first_found(run: Runner, memories: Sequence[Memory], flag: Flag, arguments: tuple[Any, ...]) -> SearchResult:
    """What the first thread finds that is ready: it stops the others."""
    found: list[SearchResult] = []
    trapped: list[Trapped] = []

    def part(memory: Memory) -> None:
        try:
            found.append((run.direct(flag, memory, *arguments), memory))
        except Trapped as trap:
            trapped.append(trap.with_traceback(None))  # its frames would keep the tables, in a circle
        flag.set()

    for answer in [started(partial(part, memory)) for memory in memories]:
        answer.ended.wait()
        answer.taken()
    if found:
        return found[0]
    raise trapped.pop(0)  # the first: the others were only stopped by it
