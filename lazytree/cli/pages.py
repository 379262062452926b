"""The commands that make pages: web serves games, publish writes one page that plays a game."""

from __future__ import annotations

import inspect
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from lazytree.core.errors import Refused
from lazytree.core.extras import how_to_install
from lazytree.core.game import Game
from lazytree.games import GAMES
from lazytree.hosts.pages import publish
from lazytree.hosts.pages.publishing import not_in_page
from lazytree.naming.loading import factory_named
from lazytree.naming.words import game_named, make_game, parameters_of, parse_settings, rules_text
from lazytree.solving.tables import open_table

from .arena import check_files

RISK = (
    "all who can reach this port can begin games and let engines think here, and nothing is encrypted: "
    "serve networks that you trust, and no others"
)
"""What is said of a server that is not for this machine alone."""


def web(asked: Namespace) -> Iterator[str]:
    """The lines that say where the server is reached and where it keeps games; it goes on until Ctrl-C."""
    try:
        server = import_module("lazytree.hosts.web")
    except ImportError as error:
        raise ValueError(f"web needs the extra `web`: {how_to_install('web')} ({error})") from error
    catalogue = catalogue_of(asked.game, asked.parameters)._replace(table=asked.table)
    if asked.table is not None:
        if asked.game is None:
            raise ValueError("--table is for one game: name it, as in lazytree web chess --table FILE")
        open_table(asked.table, game_named(asked.game, asked.parameters))  # a mistake is told at once
    data = data_file() if asked.data is None else asked.data
    limits = server.ServerLimits() if asked.searches is None else server.ServerLimits(searches=asked.searches)
    first = start_of(asked.game, asked.parameters)

    def tell(address: str) -> None:
        kept = "games are kept in memory" if data == ":memory:" else f"games are kept in {data}"
        print(f"{address}{first} ({kept}; Ctrl-C ends)", flush=True)
        others = server.addresses_elsewhere(asked.host, urlsplit(address).port, asked.name)
        if others is not None:
            print(f"on other machines: {' or '.join(others) or 'no address is known'}\n{RISK}", flush=True)

    server.serve(catalogue, data, asked.host, asked.port, asked.name, limits, tell)
    yield from ()


def catalogue_of(name: str | None, words: list[str]) -> Any:
    """The games that the server offers: those of the library, and one of a file or module, if it is named."""
    server = import_module("lazytree.hosts.web")
    entries = {known: entry_of(server, known, factory) for known, factory in GAMES.items()}
    if name is not None:
        own = public_name(name)
        entries = {own: entry_of(server, own, factory_named(name)), **entries} if name not in GAMES else entries
        make_game(own, entries[own].factory, words)  # a mistake is told at once
    return server.Catalogue(entries, partial(catalogue_of, name, words))  # other processes make it again


def public_name(name: str) -> str:
    """The name by which pages know a game of a file: without its folders."""
    return name if ".py" not in name else Path(name).name


def entry_of(server: Any, name: str, factory: Callable[..., Game[Any, Any]]) -> Any:
    """A game as the server offers it."""
    rules = rules_text(factory)
    about = rules.split("\n")[0]
    entry = server.CatalogueEntry(name, factory, parameters_of(factory), about, rules, source_of(factory))
    return entry._replace(cells=least_cells) if name in GAMES else entry


def least_cells(settings: Mapping[str, str]) -> int:
    """How many cells a board of these parameters of a game of the library has at least, before it is made."""
    number = {name: int(text) if text.isdecimal() else 0 for name, text in settings.items()}
    side = number.get("side", 0)  # of a triangle, the smallest of those boards
    return max(number.get("rows", 0) * number.get("columns", 0), number.get("size", 0) ** 2, side * (side + 1) // 2)


def source_of(factory: Callable[..., object]) -> str:
    """The rules in Python: the file of a factory."""
    try:
        module = inspect.getmodule(factory)
        return inspect.getsource(module) if module is not None else ""
    except (OSError, TypeError):
        return ""


def start_of(name: str | None, words: list[str]) -> str:
    """The part of the address after the server's: the form of the game that was named."""
    if name is None:
        return ""
    settings = sorted(parse_settings(words).items())
    return "?" + urlencode([("game", public_name(name)), *((f"p.{key}", value) for key, value in settings)])


def data_file() -> str:
    """The file in which games are kept where none is named: in the folder that the system has for such data."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return str(folder / "lazytree" / "games.sqlite3")


def publish_page(asked: Namespace) -> Iterator[str]:
    """The lines that say what was written. Raises ValueError where the game does not compile, and says why."""
    game = game_named(asked.game, asked.parameters)
    name = Path(asked.game.partition(":")[0]).stem
    file = Path(asked.output or f"{name}.html")
    check_files(str(file))
    try:
        page = publish(game, None, asked.rating, rules_text(factory_named(asked.game)), perfect=asked.perfect)
    except Refused as refused:
        raise ValueError(f"{game.name} does not compile, and a page has no Python: {refused}") from None
    page.save(file)
    yield f"{file} is written ({file.stat().st_size / 1000:.0f} kB): open it in a browser, or send it to other people"
    if page.left_out:
        yield not_in_page(page.left_out)
    if page.undrawn:
        yield page.undrawn
    if page.unsaved:
        yield f"games cannot be saved in it: {page.unsaved}"
