"""Records that are sent here: read within bounds, and games that go on with them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from lazytree.core.game import Game
from lazytree.core.stopping import Stopped, deadline
from lazytree.naming.words import format_value
from lazytree.playing.records import Record, load_record
from lazytree.session.refusals import TOO_LARGE, WRONG, Refused, in_line

from .catalogue import Catalogue, Parameters, require_size, settings_of
from .server_limits import ServerLimits
from .thinking import polling

SECONDS = 10.0  # that a record may take


def open_record(
    shelf: Catalogue,
    make: Callable[[str, Parameters], Game[Any, Any]],
    tried: Callable[[str, Parameters], object],
    text: str,
    bounds: ServerLimits,
) -> tuple[str, Parameters, Record[Any, Any]]:
    """The offer, its parameters and the record in a text. Raises Refused, which says what is wrong with it.

    `tried` raises Refused for a game that is too large, before it is made here.
    """
    stop, names = deadline(SECONDS), {}

    def offering(name: str) -> Callable[..., Game[Any, Any]]:
        def made(**values: Any) -> Game[Any, Any]:
            offer, texts = shelf.offers[name], {key: format_value(value) for key, value in values.items()}
            tried(name, settings_of(offer, {key: texts[key] for key in texts if key in offer.parameters}, bounds))
            return polling(require_size(shelf.offers[name].factory(**values), bounds), stop)

        return made

    for name in shelf.offers:
        names[name] = offering(name)
        if name.endswith(".py") or ":" in name:  # a file: records have the name of its game
            names[make(name, ()).name] = offering(name)
    try:
        _not_too_long(text, bounds)
        found = load_record(text, names)
    except Refused:
        raise
    except Stopped:
        raise Refused(TOO_LARGE, f"this record takes more than {SECONDS:g} seconds to read") from None
    except Exception as error:
        raise Refused(WRONG, in_line(str(error)).replace("; pass others by games=", "")) from error
    return _with_settings(shelf, make, found)


def _not_too_long(text: str, bounds: ServerLimits) -> None:
    """Raises Refused where a record has more moves than a game may have here."""
    try:
        moves = json.loads(text)["moves"]
        too_long = isinstance(moves, list) and len(moves) >= bounds.places
    except (ValueError, TypeError, LookupError, RecursionError):
        return  # what is wrong is said by who reads it
    if too_long:
        raise Refused(TOO_LARGE, f"a game has at most {bounds.places} positions here, and this record more")


def _with_settings(
    shelf: Catalogue, make: Callable[[str, Parameters], Game[Any, Any]], found: Record[Any, Any]
) -> tuple[str, Parameters, Record[Any, Any]]:
    """The record as one of a game that is made here of texts."""
    values = dict(found.game.parameters)
    settings = tuple(sorted((name, format_value(value)) for name, value in values.items()))
    for name in shelf.offers:
        if name != found.game.name and not (name.endswith(".py") or ":" in name):
            continue
        known = tuple(pair for pair in settings if shelf.offers[name].parameters.get(pair[0]) not in (None, pair[1]))
        try:
            game = make(name, known)
        except Refused:
            continue
        if game.name == found.game.name and dict(game.parameters) == values:
            return name, known, Record(game, found.positions, found.moves, ended=found.ended)
    raise Refused(WRONG, f"{found.game.name} cannot be made here with the parameters of this record")
