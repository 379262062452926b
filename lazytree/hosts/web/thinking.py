"""The move of a bot. Every bot can be stopped here, also one that polls no flag."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from inspect import signature
from typing import Any

from lazytree.core.game import Game, legal_move
from lazytree.core.stopping import Stop, Stopped
from lazytree.naming.words import parse_settings, parse_value
from lazytree.playing.bots import BOTS, think
from lazytree.session.jobs import Tell
from lazytree.session.refusals import TOO_LARGE, WRONG, Refused, in_line, shown
from lazytree.session.words import bot_text

from .catalogue import Catalogue, require_bounds
from .server_limits import ServerLimits

INSTEAD = 0.5  # seconds that `think` has where a bot has not come to its end


def require_bot(shelf: Catalogue, game: Game[Any, Any], text: object, bounds: ServerLimits) -> str:
    """The text of a bot, as it is kept. Raises Refused, which says why, if it makes none for this game."""
    if not isinstance(text, str) or not text.strip():
        raise Refused(WRONG, f"a seat is for a person, or for a bot such as think:seconds=1, not {shown(text)}")
    if len(text) > bounds.text:
        raise Refused(TOO_LARGE, f"the name of a bot has at most {bounds.text} characters here")
    words = text.strip()
    name, _, rest = words.partition(":")
    if name.strip() not in BOTS:
        raise Refused(WRONG, f"there is no bot {shown(name)}; there are: {', '.join(BOTS)}")
    for part in filter(None, rest.split(",")):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if key == "threads" and value != "1":
            raise Refused(TOO_LARGE, "threads must be 1 here: others want to think, too")
        if key not in ("simulations", "expansions"):
            require_bounds(key, value, bounds)
    try:
        shelf.bot(game, words)
    except Exception as error:
        raise Refused(WRONG, in_line(str(error) or type(error).__name__)) from error
    return words


def bot_move(
    shelf: Catalogue, game: Game[Any, Any], text: str, position: Any, stop: Stop, tell: Tell
) -> tuple[Any, str]:
    """The move of a bot, and what is to be said of it; where it does not end in time, a quick search moves for it."""
    name = text.partition(":")[0].strip()
    taken = signature(BOTS[name]).parameters
    if "stop" in taken:
        return legal_move(game, position, shelf.bot(game, text, stop=stop, progress=tell)(position)), ""
    try:
        return legal_move(game, position, shelf.bot(polling(game, stop), text)(position)), ""
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


def bot_in_words(text: str) -> str:
    """A bot in words.

    >>> bot_in_words("think:seconds=1,rating=mobility"), bot_in_words("at_random")
    ('think, 1 second, rating mobility', 'at random')
    """
    name, _, rest = text.partition(":")
    means = {key: parse_value(value) for key, value in parse_settings(rest.split(",") if rest else ()).items()}
    return bot_text(BOTS[name.strip()], {key: value for key, value in means.items() if value is not None})
