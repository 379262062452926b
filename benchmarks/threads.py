"""What a second thread gives in machine code: `python benchmarks/threads.py [--json]`. Needs the extra `compiled`.

A ratio says how many times as fast two threads are as one, by the clock on the wall: two searches side by side against
one after the other (goal 1.8), and one search to a fixed depth by two threads (goal 1.5), every depth's value the same.
The best of some rounds counts; on a machine that has something else to do the ratios say little.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from extras import machine_code_needed
from options import options

from lazytree import Game, deepen
from lazytree.games import andantino, connect_four, dvonn, konane, othello

ROUNDS = 3
TOGETHER, SIDE_BY_SIDE = 1.5, 1.8  # goals


class Task(NamedTuple):
    name: str
    game: Game[Any, Any]
    plies: int  # made at random before the search
    depth: int


TASKS = (
    Task("konane 8x8", konane(opening="corner"), 0, 17),
    Task("andantino after 5 stones", andantino(), 5, 15),
    Task("connect four", connect_four(), 0, 20),
    Task("dvonn after 4 moves", dvonn(placement="random"), 4, 9),
    Task("othello", othello(), 0, 15),
)


def position_of(task: Task) -> Any:
    position, random = task.game.start, Random(1)
    for _ in range(task.plies):
        position = task.game.play(position, random.choice(list(task.game.moves(position))))
    return position


def values(task: Task, threads: int) -> list[int]:
    """Of every depth."""
    answers = list(islice(deepen(task.game, position_of(task), threads=threads), task.depth))
    assert {answer.lane for answer in answers} == {"machine"}
    return [answer.value for answer in answers]


def in_turn(task: Task) -> list[list[int]]:
    return [values(task, 1), values(task, 1)]


def side_by_side(task: Task) -> list[list[int]]:
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda _: values(task, 1), range(2)))


def ratio(one: Callable[[], object], two: Callable[[], object]) -> tuple[float, float, float]:
    """The seconds of both, and how many times as fast the second is."""
    shortest = [float("inf")] * 2
    for _ in range(ROUNDS):
        said = []
        for index, work in enumerate((one, two)):
            began = perf_counter()
            said.append(work())
            shortest[index] = min(shortest[index], perf_counter() - began)
        assert said[0] == said[1], said
    return *shortest, shortest[0] / shortest[1]


def main() -> None:
    options(__doc__, "--json")
    machine_code_needed()
    ratios = {}
    for task in TASKS:
        values(task._replace(depth=2), 2)  # compiled now
        pairs = (
            (f"{task.name}, one search to depth {task.depth}", partial(values, task, 1), partial(values, task, 2)),
            (f"{task.name}, two searches", partial(in_turn, task), partial(side_by_side, task)),
        )
        for (name, one, two), goal in zip(pairs, (TOGETHER, SIDE_BY_SIDE)):
            before, after, times = ratio(one, two)
            ratios[name] = round(times, 2)
            line = f"{name:48}{before:7.2f} s {after:7.2f} s   ratio {times:.2f} (goal {goal})"
            print(line, file=sys.stderr if "--json" in sys.argv else sys.stdout, flush=True)
    if "--json" in sys.argv:
        print(json.dumps(ratios))


if __name__ == "__main__":
    main()
