"""The command `survey`: what an inventor wants to know of the rules of a game."""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

from lazytree.arena.surveys.survey_report import as_json, library, page, survey_lines
from lazytree.arena.surveys.surveying import Survey, survey
from lazytree.core.progress import print_over_last_line
from lazytree.core.stopping import interruptible
from lazytree.naming.words import game_named

from .files import check_files
from .watching import EVERY


def surveying(asked: Namespace) -> Iterator[str]:
    """The lines that answer what inventors ask of rules; after Ctrl-C those that are known."""
    name = shlex.join([asked.game, *asked.parameters])
    game = game_named(asked.game, asked.parameters)
    levels = tuple(map(int, asked.levels.split(","))) if _are_numbers(asked.levels) else ()
    if not levels:
        raise ValueError(f"--levels must be whole numbers separated by commas, as in 0,4,16, not {asked.levels!r}")
    check_files(asked.html)
    with interruptible() as stop:
        found = survey(
            game,
            asked.rounds,
            seconds=asked.seconds,
            seed=asked.seed,
            levels=levels,
            lane=asked.lane,
            stop=stop,
            progress=_telling(asked),
            clock=asked.clock,
            name=name,
        )
        stopped = stop()
    if sys.stderr.isatty():
        print_over_last_line("")
    others = [row for row in library() if row.game != name]
    yield from [as_json(found)] if asked.json else survey_lines(found, others)
    if asked.html is not None:
        Path(asked.html).write_text(page(found, others), encoding="utf-8")
    if stopped:
        raise KeyboardInterrupt
    if found.rounds < asked.rounds:
        print(
            f"{found.rounds} of {asked.rounds} rounds were finished within {asked.seconds:g} seconds: "
            "--seconds N gives it more, --seconds none all that it takes",
            file=sys.stderr,
        )


def _are_numbers(text: str) -> bool:
    return all(part.strip().isdecimal() for part in text.split(","))


def _telling(asked: Namespace) -> Callable[[Survey], None]:
    """What says every few seconds on standard error how far the survey has come."""
    last, terminal = [asked.clock()], sys.stderr.isatty()

    def tell(found: Survey) -> None:
        if asked.clock() - last[0] < EVERY:
            return
        last[0] = asked.clock()
        line = f"… {found.games} games, round {min(found.rounds + 1, asked.rounds)} of {asked.rounds}"
        if terminal:
            print_over_last_line(line)
        else:
            print(line, file=sys.stderr, flush=True)

    return tell
