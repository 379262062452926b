"""The commands that write tables: tabulate, book."""

from __future__ import annotations

import json
import shlex
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lazytree.core.stopping import Stopped, interruptible
from lazytree.naming.words import game_named
from lazytree.questions.book import book
from lazytree.questions.tabulate import tabulate
from lazytree.solving.tables import Tablebase

from .arena import check_files, executor_at
from .commands import position_asked, tell_beside, telling_progress


def endgame_table(asked: Namespace) -> Iterator[str]:
    """The lines that tell of an endgame table, which is written to a file; after Ctrl-C the same command goes on."""
    yield from written(asked, lambda game, position, how: tabulate(game, [position], **how))


def opening_book(asked: Namespace) -> Iterator[str]:
    """The lines that tell of an opening book, which is written to a file; after Ctrl-C the same command goes on."""
    limits = {"depth": asked.depth, "seconds": asked.seconds}
    yield from written(asked, lambda game, position, how: book(game, asked.plies, position, **limits, **how))


def written(asked: Namespace, write: Callable[[Any, Any, dict[str, Any]], Tablebase[Any, Any]]) -> Iterator[str]:
    """The lines that tell of a table that is written."""
    game = game_named(asked.game, asked.parameters)
    position = position_asked(game, asked)
    check_files(asked.file)
    with interruptible() as pressed, executor_at(asked.scheduler) as executor, telling_progress() as tell:
        how = {"file": asked.file, "lane": asked.lane, "processes": asked.processes, "megabytes": asked.megabytes}
        try:
            table = write(game, position, {**how, "executor": executor, "stop": pressed, "progress": tell})
        except Stopped:
            tell_beside(how_to_go_on(asked))
            raise KeyboardInterrupt from None
    size = Path(asked.file).stat().st_size
    if asked.json:
        yield json.dumps({"file": asked.file, "positions": len(table), "bytes": size, "table": table.head.what})
    else:
        yield f"{asked.file} is written: {table.told}"


def how_to_go_on(asked: Namespace) -> str:
    """What is said after Ctrl-C."""
    command = shlex.join(["lazytree", *asked.command_line])
    return f"stopped; what has been done is in {asked.file}.part, and the same command goes on: {command}"
