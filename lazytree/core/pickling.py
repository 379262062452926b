"""Games as bytes: a game of the library is pickled as its name and parameters, any other says why it is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lazytree.core.game import Game


def pickled(game: Game[Any, Any]) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """What pickle keeps of a game: how it is made again.

    Raises: TypeError, which says why, for a game that no call of the library's factories makes.

    >>> from pickle import dumps, loads
    >>> from lazytree.games import nim
    >>> loads(dumps(nim(heaps=(1, 2)))).start == nim(heaps=(1, 2)).start
    True
    """
    written = game.machine.game if game.machine is not None else game
    try:
        again = made_again(written.name, dict(written.parameters))
    except Exception:
        again = None
    if again is None or look_of(again) != look_of(written):
        raise TypeError(
            f"{game.name} cannot be pickled, because its rules are functions of your own, or were changed: "
            "pickle what makes the game, such as its parameters, and make it where it is needed"
        )
    return made_again, (written.name, dict(written.parameters))


def made_again(name: str, parameters: Mapping[str, Any]) -> Game[Any, Any]:
    """The game of the library with this name and these parameters."""
    made: Game[Any, Any] = import_module("lazytree.games").GAMES[name](**parameters)
    return made


def look_of(game: Game[Any, Any]) -> list[Any]:
    """What two games have in common where one call makes them: functions have the same text."""
    return [text_of(getattr(game, field.name)) for field in fields(game) if field.name != "machine"]


def text_of(thing: Any) -> Any:
    """What is the same of two functions that are made alike; anything else as it is."""
    if isinstance(thing, Mapping):
        return {name: text_of(each) for name, each in thing.items()}
    if callable(thing):
        return getattr(getattr(thing, "func", thing), "__code__", type(thing))
    return thing
