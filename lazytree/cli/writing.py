"""The commands about a game's text: `rules` prints how it is played, `new` writes a first game of one's own."""

from __future__ import annotations

import inspect
import re
import sys
from argparse import Namespace
from collections.abc import Iterator
from itertools import takewhile
from keyword import iskeyword
from pathlib import Path

from lazytree.naming.loading import factory_named
from lazytree.naming.words import game_named, parameters_of, quoted

FIRST_GAME = Path(__file__).with_name("first_game.py")


def rules(asked: Namespace) -> Iterator[str]:
    """The lines that say how a game is played, its parameters, its players and its ratings."""
    factory = factory_named(asked.game)
    game = game_named(asked.game, asked.parameters)
    yield from without_examples(
        inspect.getdoc(factory) or written_in_file(factory) or f"{game.name} says nothing about its rules"
    )
    yield ""
    parameters = " ".join(f"{name}={quoted(default)}" for name, default in parameters_of(factory).items())
    yield f"parameters: {parameters or 'none'}"
    yield f"players: {', '.join(game.players)}"
    yield f"ratings: {', '.join([*game.ratings, *game.standings]) or 'none'}"


def written_in_file(factory: object) -> str:
    """The docstring of the file that a factory is written in; empty if there is none."""
    module = sys.modules.get(getattr(factory, "__module__", ""))
    return inspect.cleandoc(module.__doc__ or "") if module is not None else ""


def without_examples(text: str) -> list[str]:
    """The lines of a docstring before its first example."""
    lines = list(takewhile(lambda line: not line.startswith(">>>"), text.splitlines()))
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def new(asked: Namespace) -> Iterator[str]:
    """The lines that say what was written: a file NAME.py with a small game that works.

    Raises: ValueError if the name is no name of a Python module, or if there is such a file.
    """
    name = asked.name.removesuffix(".py")
    text = FIRST_GAME.read_text(encoding="utf-8")
    if not name.isidentifier() or iskeyword(name):
        raise ValueError(f"{asked.name!r} cannot name a game: take letters, digits and _, as in lazytree new my_game")
    if name in {*sys.stdlib_module_names, "lazytree", "pyrsistent", "toolz"} or re.search(rf"\b{name}\b", text):
        raise ValueError(f"{name!r} means something else in Python or in the file: take another name, as in my_{name}")
    path = Path(f"{name}.py")
    text = text.replace("hexapawn", name)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise ValueError(f"there is a file {path} already: choose another name") from None
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror}") from error
    yield f"{path} is written: a small game that works. Try:"
    yield from (f"    lazytree {command}" for command in (f"play {path}", f"solve {path}", f"rules {path}"))
