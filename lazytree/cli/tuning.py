"""The command `tune`: better weights of ratings, or other numbers of a bot, found by games and confirmed by others."""

from __future__ import annotations

import json
import shlex
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from lazytree.arena.tournaments.executing import pool_of, stop
from lazytree.arena.tuning import (
    PARAMETERS,
    RATINGS,
    Run,
    State,
    Tunable,
    Tuned,
    Tuning,
    check_plan,
    digest,
    game_of,
    progress,
    read_state,
    run_on,
    tune,
    weights_as_python,
    writer,
)
from lazytree.core.game import Game
from lazytree.core.progress import print_over_last_line
from lazytree.naming.words import parse_value

from .files import check_files
from .tournament import executor_at

EVERY = 2.0  # seconds between two lines of progress


def tuning(asked: Namespace) -> Iterator[str]:
    """The lines that say which numbers are better, by how much in held-out games, or that none were found."""
    plan = plan_of(asked)
    check_plan(plan)
    name = asked.store or f"tune-{digest(plan)}.json"
    path = None if name == "none" else Path(name)
    check_files(None if path is None else str(path))
    so_far = read_state(path, plan) if path else None
    keep = writer(path, plan) if path else lambda state: None
    if path:
        begun = "goes on from" if so_far else "is kept in"
        _tell(f"the work {begun} {path}: after Ctrl-C the same command goes on")
    with _running(asked) as run:
        found = tune(plan, so_far, run, _telling(plan, keep))
    yield from _told(plan, found, asked.json)


def plan_of(asked: Namespace) -> Tuning:
    """The plan that the command line names. Raises ValueError where it names none."""
    text = shlex.join([asked.game, *asked.parameters])
    if asked.numbers and asked.rating:
        raise ValueError("give either --rating, whose weights are tuned, or --numbers, parameters of the bot; not both")
    if asked.numbers:
        player = Tunable(asked.bot, PARAMETERS, _names(asked.numbers))
    else:
        game = game_of(text)
        player = Tunable(asked.bot, RATINGS, _names(asked.rating) if asked.rating else tuple(_ratings(game)))
    start = _numbers(asked.start) if asked.start else (1.0,) * len(player.names)
    return Tuning(
        text,
        player,
        start,
        asked.method,
        asked.steps,
        asked.pairs,
        asked.held_out,
        asked.opening,
        seed=asked.seed,
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, text.split(","))))


def _ratings(game: Game[Any, Any]) -> list[str]:
    if not game.ratings:
        raise ValueError(f"{game.name} has no ratings whose weights could be tuned: give it some, or take --numbers")
    return list(game.ratings)


def _numbers(text: str) -> tuple[float, ...]:
    value = parse_value(text)
    numbers = value if isinstance(value, tuple) else (value,)
    if not all(isinstance(number, int | float) and not isinstance(number, bool) for number in numbers):
        raise ValueError(f"--start must be numbers separated by commas, as in --start 1,-2,0.5, not {text!r}")
    return tuple(map(float, numbers))


@contextmanager
def _running(asked: Namespace) -> Iterator[Run]:
    """The function that has work done: in this process, in new ones, or by the workers of a scheduler."""
    if asked.processes < 1:
        raise ValueError(f"--processes must be a whole number from 1 up, not {asked.processes}")
    with executor_at(asked.scheduler) as executor:
        if executor is not None:
            yield run_on(executor)
        elif asked.processes == 1:
            yield map
        else:
            pool, finished = pool_of(asked.processes), False
            try:
                yield run_on(pool)
                finished = True
            finally:
                stop(pool, finished)


def _telling(plan: Tuning, keep: Any) -> Any:
    """What keeps each state, and says every few seconds on standard error how far the work has come."""
    terminal, told = sys.stderr.isatty(), [perf_counter()]

    def each(state: State) -> None:
        keep(state)
        if terminal:
            print_over_last_line("" if state.done else f"… {progress(plan, state)}")
        elif perf_counter() - told[0] >= EVERY and not state.done:
            told[0] = perf_counter()
            _tell(f"… {progress(plan, state)}")

    return each


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _told(plan: Tuning, found: Tuned, as_json: bool) -> Iterator[str]:
    if as_json:
        result = found.margin
        yield json.dumps(
            {
                "names": found.names,
                "start": found.start,
                "found": found.found,
                "better": found.better,
                "pairs": result.pairs,
                "score": result.score,
                "elo": [_finite(part) for part in result.elo],
                "superiority": result.superiority,
            }
        )
        return
    yield str(found)
    if found.better and plan.player.kind == RATINGS:
        yield f"in Python: {weights_as_python(found.names, found.found)}"


def _finite(number: float) -> float | None:
    """The number; None where it is infinite, which JSON cannot write."""
    return number if abs(number) < 1e9 else None
