"""The commands about games as texts: `games` lists them, `rules` says how one is played, `new` writes a first one."""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from keyword import iskeyword
from pathlib import Path
from typing import Any

from lazytree.core.files import write_new
from lazytree.games import GAMES
from lazytree.naming.loading import factory_named
from lazytree.naming.words import OUTSIDE, game_named, parameters_of, quoted, rules_text
from lazytree.playing.bots import BOTS, human

FIRST_GAME = Path(__file__).with_name("first_game.py")
PLAYING = {name: parameters_of(factory, OUTSIDE) for name, factory in {**BOTS, "human": human}.items()}
"""The parameters of every bot, as texts, by the bot's name."""


def games(asked: Namespace) -> Iterator[str]:
    """The lines that list every game with its parameters and ratings, and every bot with its parameters."""
    listed = [_described(name) for name in sorted(GAMES)]
    if asked.json:
        yield json.dumps(listed)
        return
    for entry in listed:
        yield f"{entry['name']}: {entry['about']}"
        yield f"    parameters: {_assigned(entry['parameters']) or 'none'}"
        yield f"    ratings: {', '.join(entry['ratings']) or 'none'}"
    yield ""
    yield "bots, for play --first, --second and so on, such as think:depth=4,rating=mobility:"
    for name, parameters in PLAYING.items():
        yield f"    {name} {_assigned(parameters)}".rstrip()


def _described(name: str) -> dict[str, Any]:
    """A game as JSON."""
    return {
        "name": name,
        "about": (GAMES[name].__doc__ or "").split("\n")[0],
        "parameters": parameters_of(GAMES[name]),
        "ratings": list(GAMES[name]().ratings),
        "bots": PLAYING,
    }


def _assigned(parameters: Mapping[str, str]) -> str:
    return " ".join(f"{name}={quoted(default)}" for name, default in parameters.items())


def rules(asked: Namespace) -> Iterator[str]:
    """The lines that say how a game is played, its parameters, its players and its ratings."""
    factory = factory_named(asked.game)
    game = game_named(asked.game, asked.parameters)
    yield from (rules_text(factory) or f"{game.name} says nothing about its rules").splitlines()
    yield ""
    yield f"parameters: {_assigned(parameters_of(factory)) or 'none'}"
    yield f"players: {', '.join(game.players)}"
    yield f"ratings: {', '.join([*game.ratings, *game.standings]) or 'none'}"


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
    write_new(path, text)
    yield f"{path} is written: a small game that works. Try:"
    yield from (f"    lazytree {command}" for command in (f"play {path}", f"solve {path}", f"rules {path}"))
