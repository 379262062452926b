"""The games that the server offers: what makes them, what their parameters are, and what is said of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from lazytree.core.game import Game, position_or_start
from lazytree.session.refusals import NOT_FOUND, TOO_LARGE, WRONG, Refused, by_the_rules, in_line, shown

from .server_limits import ServerLimits

Parameters = tuple[tuple[str, str], ...]
"""The parameters of a game that were given, each with its value as text, in alphabetical order."""


class CatalogueEntry(NamedTuple):
    """A game that can be played here: what makes it of texts, and what is said of it."""

    name: str  # by which pages and the store know it
    make: Callable[[Mapping[str, str]], Game[Any, Any]]  # of the values of its parameters, as texts
    factory: Callable[..., Game[Any, Any]]  # what makes it of values: records carry values
    parameters: Mapping[str, str]  # each with its default, as text
    about: str = ""  # in one line
    rules: str = ""  # how it is played
    source: str = ""  # in Python
    cells: Callable[[Mapping[str, str]], int] = lambda settings: 0  # that its board has at least, before it is made


class Catalogue(NamedTuple):
    """All games that are offered, what makes bots for them, and what a page shows first.

    `bot(game, text, **outside)` makes a bot of a text such as `think:seconds=1`. It raises ValueError for a wrong one.
    """

    offers: Mapping[str, CatalogueEntry]
    bot: Callable[..., Callable[[Any], Any]]
    first: str = ""  # the game that the first page shows, if any
    settings: Parameters = ()  # its parameters there
    again: Callable[[], Catalogue] | None = (
        None  # what makes it in another process; pickle can send it. None: nothing can
    )


def catalogue_entry(shelf: Catalogue, name: object) -> CatalogueEntry:
    """The offer of this name. Raises Refused if there is none."""
    if not isinstance(name, str) or name not in shelf.offers:
        raise Refused(NOT_FOUND, f"there is no game {shown(name)} here; there are: {', '.join(shelf.offers)}")
    return shelf.offers[name]


def settings_of(offer: CatalogueEntry, given: Mapping[str, object], bounds: ServerLimits) -> Parameters:
    """The parameters of a game as texts: those that are given and no default. Raises Refused where one is too large."""
    if len(given) > bounds.parameters:
        raise Refused(WRONG, f"a game has at most {bounds.parameters} parameters, not {len(given)}")
    settings = {}
    for name, value in given.items():
        if name not in offer.parameters:
            has = ", ".join(offer.parameters) or "none"
            raise Refused(WRONG, f"{offer.name} has no parameter {shown(name)}; it has: {has}")
        if not isinstance(value, str):
            raise Refused(WRONG, f"{name} must be given as a text, not as {shown(value)}")
        require_bounds(name, value, bounds)
        if value.strip() not in ("", offer.parameters[name]):
            settings[name] = value.strip()
    _not_too_many(offer.cells({**offer.parameters, **settings}), bounds)
    return tuple(sorted(settings.items()))


def require_bounds(name: str, value: str, bounds: ServerLimits) -> None:
    """Raises Refused if the value of a parameter is too long, or a number in it too large."""
    if len(value) > bounds.value:
        raise Refused(TOO_LARGE, f"{name} has {len(value)} characters: at most {bounds.value} are taken here")
    most = bounds.seed if "seed" in name else bounds.number
    for digits in re.findall(r"\d+", value):
        if len(digits) > 12 or int(digits) > most:
            raise Refused(TOO_LARGE, f"{name} must be at most {most} here, not {shown(value)}")
    if re.search(r"\d[eE]", value):
        raise Refused(WRONG, f"{name} must be written without an exponent, not as {shown(value)}")


def maker(shelf: Catalogue, bounds: ServerLimits) -> Callable[[str, Parameters], Game[Any, Any]]:
    """The function that makes a game of its name and its parameters; the games that were made last are kept."""

    @lru_cache(maxsize=64)
    def made(name: str, settings: Parameters) -> Game[Any, Any]:
        offer = catalogue_entry(shelf, name)
        try:
            game = offer.make(dict(settings))
            position_or_start(game)
        except Exception as error:
            raise Refused(WRONG, in_line(str(error) or type(error).__name__)) from error
        return require_size(game, bounds)

    return made


def require_size(game: Game[Any, Any], bounds: ServerLimits) -> Game[Any, Any]:
    """The game. Raises Refused if its board has too many cells, or its start cannot be shown."""
    with by_the_rules(game.name):
        _not_too_many(0 if game.layout is None else len(game.layout.cells), bounds)
        game.show(game.start)
    return game


def _not_too_many(cells: int, bounds: ServerLimits) -> None:
    if cells > bounds.cells:
        raise Refused(TOO_LARGE, f"this board has {cells:,} cells: at most {bounds.cells} are played on here")
