"""Games and bots that the server offers: how large they may be, what makes them, and what is refused."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from inspect import signature
from typing import Any, NamedTuple

from lazytree.core.game import Game, legal_move, position_or_start
from lazytree.core.stopping import Stop, Stopped, deadline
from lazytree.naming.words import bot_named, format_value, make_game, parse_settings, parse_value
from lazytree.playing.bots import BOTS, think
from lazytree.playing.records import Record, load_record
from lazytree.session.jobs import Tell
from lazytree.session.refusals import NOT_FOUND, TOO_LARGE, WRONG, Refused, by_the_rules, in_line, shown
from lazytree.session.words import bot_text
from lazytree.solving.tables import Tablebase, open_table


class ServerLimits(NamedTuple):
    """How much the server takes, keeps and does at once, for all clients and all requests.

    >>> ServerLimits(searches=1).seconds
    30.0
    """

    searches: int = os.cpu_count() or 1  # that run at once
    waiting: int = 200  # searches that wait for their turn
    seconds: float = 30.0  # of one search
    positions: int = 400_000  # that one search in Python may look at
    games: int = 10_000  # that are kept
    loaded: int = 300  # games that are held in memory without anybody who looks at them
    places: int = 2_000  # positions in the course of one game, with all that was tried
    upload: int = 200_000  # bytes of a record
    body: int = 20_000  # bytes of any other request
    streams: int = 50  # pages that follow one game
    all_streams: int = 500  # pages that follow any game
    connections: int = 2_000
    parameters: int = 30  # of a game
    text: int = 200  # characters of a bot's name and settings
    value: int = 4_000  # characters of the value of a parameter, which may be a whole board
    number: int = 100  # the largest number in a parameter, but for a seed
    seed: int = 1_000_000_000
    cells: int = 500  # of a board
    making: float = 5.0  # seconds of processor time in which a game must be made and its board drawn
    makers: int = 2  # games that are made at once
    request: float = 20.0  # seconds within which a request must have come, and its answer have gone


Parameters = tuple[tuple[str, str], ...]
"""The parameters of a game that were given, each with its value as text, in alphabetical order."""


class CatalogueEntry(NamedTuple):
    """A game that can be played here: what makes it of texts, and what is said of it."""

    name: str  # by which pages and the store know it
    factory: Callable[..., Game[Any, Any]]
    parameters: Mapping[str, str]  # each with its default, as text
    about: str = ""  # in one line
    rules: str = ""  # how it is played
    source: str = ""  # in Python
    cells: Callable[[Mapping[str, str]], int] = lambda settings: 0  # that its board has at least, before it is made


class Catalogue(NamedTuple):
    """All games that are offered. `again` makes it in another process: pickle can send it; None: nothing can.

    `table` is the file of an endgame table or a book, by which bots play the game that it was made for.
    """

    entries: Mapping[str, CatalogueEntry]
    again: Callable[[], Catalogue] | None = None
    table: str | None = None


def table_opener(catalogue: Catalogue) -> Callable[[Game[Any, Any]], Tablebase[Any, Any] | None]:
    """The function that gives the catalogue's table for a game; None for games that it was not made for."""

    @lru_cache(maxsize=64)
    def opened(game: Game[Any, Any]) -> Tablebase[Any, Any] | None:
        if catalogue.table is None:
            return None
        try:
            return open_table(catalogue.table, game)
        except ValueError:
            return None

    return opened


def catalogue_entry(catalogue: Catalogue, name: object) -> CatalogueEntry:
    """The entry of this name. Raises Refused if there is none."""
    if not isinstance(name, str) or name not in catalogue.entries:
        raise Refused(NOT_FOUND, f"there is no game {shown(name)} here; there are: {', '.join(catalogue.entries)}")
    return catalogue.entries[name]


def settings_of(entry: CatalogueEntry, given: Mapping[str, object], limits: ServerLimits) -> Parameters:
    """The parameters of a game as texts: those that are given and no default. Raises Refused where one is too large."""
    if len(given) > limits.parameters:
        raise Refused(WRONG, f"a game has at most {limits.parameters} parameters, not {len(given)}")
    settings = {}
    for name, value in given.items():
        if name not in entry.parameters:
            has = ", ".join(entry.parameters) or "none"
            raise Refused(WRONG, f"{entry.name} has no parameter {shown(name)}; it has: {has}")
        if not isinstance(value, str):
            raise Refused(WRONG, f"{name} must be given as a text, not as {shown(value)}")
        if value.strip() not in ("", entry.parameters[name]):
            require_limits(name, value, limits)
            settings[name] = value.strip()
    _not_too_many(entry.cells({**entry.parameters, **settings}), limits)
    return tuple(sorted(settings.items()))


def require_limits(name: str, value: str, limits: ServerLimits) -> None:
    """Raises Refused if the value of a parameter is too long, or a number in it too large."""
    if len(value) > limits.value:
        raise Refused(TOO_LARGE, f"{name} has {len(value)} characters: at most {limits.value} are taken here")
    most = limits.seed if "seed" in name else limits.number
    for digits in re.findall(r"\d+", value):
        if len(digits) > 12 or int(digits) > most:
            raise Refused(TOO_LARGE, f"{name} must be at most {most} here, not {shown(value)}")
    if re.search(r"\d[eE]", value):
        raise Refused(WRONG, f"{name} must be written without an exponent, not as {shown(value)}")


def maker(catalogue: Catalogue, limits: ServerLimits) -> Callable[[str, Parameters], Game[Any, Any]]:
    """The function that makes a game of its name and its parameters; the games that were made last are kept."""

    @lru_cache(maxsize=64)
    def made(name: str, settings: Parameters) -> Game[Any, Any]:
        entry = catalogue_entry(catalogue, name)
        try:
            game = make_game(name, entry.factory, [f"{key}={value}" for key, value in settings])
            position_or_start(game)
        except Exception as error:
            raise Refused(WRONG, in_line(str(error) or type(error).__name__)) from error
        return require_size(game, limits)

    return made


def require_size(game: Game[Any, Any], limits: ServerLimits) -> Game[Any, Any]:
    """The game. Raises Refused if its board has too many cells, or its start cannot be shown."""
    with by_the_rules(game.name):
        _not_too_many(0 if game.layout is None else len(game.layout.cells), limits)
        game.show(game.start)
    return game


def _not_too_many(cells: int, limits: ServerLimits) -> None:
    if cells > limits.cells:
        raise Refused(TOO_LARGE, f"this board has {cells:,} cells: at most {limits.cells} are played on here")


INSTEAD = 0.5  # seconds that `think` has where a bot has not come to its end


def require_bot(game: Game[Any, Any], text: object, limits: ServerLimits) -> str:
    """The text of a bot, as it is kept. Raises Refused, which says why, if it makes none for this game."""
    if not isinstance(text, str) or not text.strip():
        raise Refused(WRONG, f"a seat is for a person, or for a bot such as think:seconds=1, not {shown(text)}")
    if len(text) > limits.text:
        raise Refused(TOO_LARGE, f"the name of a bot has at most {limits.text} characters here")
    words = text.strip()
    name, _, rest = words.partition(":")
    if name.strip() not in BOTS:
        raise Refused(WRONG, f"there is no bot {shown(name)}; there are: {', '.join(BOTS)}")
    for part in filter(None, rest.split(",")):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if key == "threads" and value != "1":
            raise Refused(TOO_LARGE, "threads must be 1 here: others want to think, too")
        if key == "table":
            raise Refused(WRONG, "a table is a file of the server: leave out table=")
        if key not in ("simulations", "expansions"):
            require_limits(key, value, limits)
    try:
        bot_named(game, words)
    except Exception as error:
        raise Refused(WRONG, in_line(str(error) or type(error).__name__)) from error
    return words


def bot_move(
    table: Tablebase[Any, Any] | None, game: Game[Any, Any], text: str, position: Any, stop: Stop, tell: Tell
) -> tuple[Any, str]:
    """The move of a bot, and what is to be said of it; where it does not end in time, a quick search moves for it.

    Where a table knows the position, its move is made.
    """
    if table is not None and (best := table.best(position)) is not None:
        return best, ""
    name = text.partition(":")[0].strip()
    taken = signature(BOTS[name]).parameters
    if "stop" in taken:
        return legal_move(game, position, bot_named(game, text, stop=stop, progress=tell)(position)), ""
    try:
        return legal_move(game, position, bot_named(polling(game, stop), text)(position)), ""
    except Stopped:
        move = think(game, seconds=INSTEAD)(position)
        return move, f"{text} was stopped before it had a move: think, {INSTEAD:g} seconds, has moved for it."


def polling(game: Game[Any, Any], stop: Stop) -> Game[Any, Any]:
    """The game whose rules raise Stopped once a flag says so: a bot that polls none stops, too."""

    def moves(position: Any) -> Iterator[Any]:
        if stop():
            raise Stopped
        return iter(list(game.moves(position)))

    return replace(game, moves=moves, machine=None)


STRENGTHS = {
    "at_random": "beginner",
    "think:depth=2": "easy",
    "think:seconds=0.2": "medium",
    "think:seconds=1": "strong",
    "think:seconds=5": "strongest",
}
"""Bots that are called by their strength, the weakest first."""


def bot_in_words(text: str) -> str:
    """A bot in words: its strength, if it is one of STRENGTHS, else its name and settings.

    >>> bot_in_words("think:seconds=1,rating=mobility"), bot_in_words("at_random")
    ('think, 1 second, rating mobility', 'beginner')
    """
    if text in STRENGTHS:
        return STRENGTHS[text]
    name, _, rest = text.partition(":")
    means = {key: parse_value(value) for key, value in parse_settings(rest.split(",") if rest else ()).items()}
    return bot_text(BOTS[name.strip()], {key: value for key, value in means.items() if value is not None})


SECONDS = 10.0  # that a record may take


def open_record(
    catalogue: Catalogue,
    make: Callable[[str, Parameters], Game[Any, Any]],
    tried: Callable[[str, Parameters], object],
    text: str,
    limits: ServerLimits,
) -> tuple[str, Parameters, Record[Any, Any]]:
    """The entry, its parameters and the record in a text. Raises Refused, which says what is wrong with it.

    `tried` raises Refused for a game that is too large, before it is made here.
    """
    stop, made_of = deadline(SECONDS), list[tuple[str, Parameters]]()

    def offering(name: str) -> Callable[..., Game[Any, Any]]:
        def made(**values: Any) -> Game[Any, Any]:
            entry = catalogue.entries[name]
            texts = {key: format_value(value) for key, value in values.items() if key in entry.parameters}
            made_of.append((name, settings_of(entry, texts, limits)))
            tried(*made_of[-1])
            return polling(require_size(entry.factory(**values), limits), stop)

        return made

    names = {name: offering(name) for name in catalogue.entries}
    own = [name for name in names if name.endswith(".py") or ":" in name]
    names = {**{make(name, ()).name: names[name] for name in own}, **names}  # records have the name of a file's game
    try:
        _not_too_long(text, limits)
        found = load_record(text, names)
    except Refused:
        raise
    except Stopped:
        raise Refused(TOO_LARGE, f"this record takes more than {SECONDS:g} seconds to read") from None
    except Exception as error:
        raise Refused(WRONG, in_line(str(error)).replace("; pass others by games=", "")) from error
    game = make(*made_of[-1])
    if (game.name, dict(game.parameters)) != (found.game.name, dict(found.game.parameters)):
        raise Refused(WRONG, f"{found.game.name} cannot be made here with the parameters of this record")
    return *made_of[-1], Record(game, found.positions, found.moves, ended=found.ended)


def _not_too_long(text: str, limits: ServerLimits) -> None:
    """Raises Refused where a record has more moves than a game may have here."""
    try:
        moves = json.loads(text)["moves"]
        too_long = isinstance(moves, list) and len(moves) >= limits.places
    except (ValueError, TypeError, LookupError, RecursionError):
        return  # what is wrong is said by who reads it
    if too_long:
        raise Refused(TOO_LARGE, f"a game has at most {limits.places} positions here, and this record more")
