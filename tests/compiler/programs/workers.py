"""Batches of programs in other processes, each renewed after some batches; one that hangs or dies is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random

from .judging import Tally, Way, judged
from .program import programs

BATCH = 25
RENEWED = 20  # batches
PATIENCE = 900  # seconds for a batch, also on a busy machine; each program within it is bounded by `judging`
context = get_context("fork")


def tallies(seeds: Iterable[int], jobs: int) -> Iterator[Tally]:
    """The tally of each batch, as they come."""
    groups = [list(seeds)[at : at + RENEWED] for at in range(0, len(list(seeds)), RENEWED)]
    with ThreadPoolExecutor(jobs) as pool:
        for group in pool.map(lambda each: list(in_a_process(each)), groups):
            yield from group


def in_a_process(seeds: list[int]) -> Iterator[Tally]:
    """The batches of these seeds, by a process of their own; what is left after a hang or a crash by another one."""
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(seeds, there), daemon=True)
    process.start()
    there.close()
    for place, seed in enumerate(seeds):
        try:
            if here.poll(PATIENCE):
                yield here.recv()
                continue
            why = f"no answer in {PATIENCE} s"
        except EOFError:
            why = "the process ended"
        process.kill()
        process.join()
        yield lost(seed, why)
        yield from in_a_process(seeds[place + 1 :])
        return
    process.join()


def work(seeds: list[int], out: Connection) -> None:
    for seed in seeds:
        out.send(judged(Random(seed), BATCH))


def lost(seed: int, why: str) -> Tally:
    """A batch that hung or crashed; told with its first program."""
    tally = Tally()
    kind = "hang" if why.startswith("no answer") else "fault"
    tally.tell(kind, f"in the batch of seed {seed}: {why}", programs(Random(seed), 1)[0], Way())
    return tally
