"""From words on the command line to games, positions and strategies. A wrong word is a ValueError that says what is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, signature
from typing import Any

from lazytree.game import Game
from lazytree.games import GAMES
from lazytree.strategies import STRATEGIES, Strategy, human


def value_of(text: str) -> object:
    """What a word on the command line stands for: a number, true, false, none, numbers with commas, or itself.

    >>> value_of("8"), value_of("false"), value_of("3,4,5"), value_of("a3,b1")
    (8, False, (3, 4, 5), 'a3,b1')
    """
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    parts = [_number(part) for part in text.split(",")]
    if None in parts:
        return text
    return parts[0] if len(parts) == 1 else tuple(parts)


def _number(text: str) -> int | float | None:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None


def text_of(value: object) -> str:
    """The word for a value: what `value_of` reads.

    >>> text_of(False), text_of((3, 4)), text_of("corner or centre")
    ('false', '3,4', "'corner or centre'")
    """
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(text_of, value))
    return repr(value) if isinstance(value, str) and " " in value else str(value)


def settings_of(words: Sequence[str]) -> dict[str, object]:
    """The parameters written `name=value`."""
    for word in words:
        if "=" not in word:
            raise ValueError(f"{word!r} is not of the form parameter=value")
    return {name.strip(): value_of(value.strip()) for name, value in (word.split("=", 1) for word in words)}


def parameters_of(factory: Callable[..., object], skip: Sequence[str] = ()) -> dict[str, str]:
    """The parameters that a factory takes, each with the text of its default."""
    taken = {name: it for name, it in signature(factory).parameters.items() if name not in skip}
    return {name: "" if it.default is Parameter.empty else text_of(it.default) for name, it in taken.items()}


def _known(what: str, name: str, known: Mapping[str, Any]) -> Any:
    if name not in known:
        raise ValueError(f"there is no {what} {name!r}; there are: {', '.join(sorted(known))}")
    return known[name]


def _made(what: str, factory: Callable[..., Any], given: Mapping[str, object], *first: object) -> Any:
    """The factory's result; a parameter that it does not have, or of a kind that it cannot take, is named."""
    has = parameters_of(factory, OUTSIDE)
    for name in given:
        if name not in has:
            listed = ", ".join(f"{parameter}={default}" for parameter, default in has.items()) or "none"
            raise ValueError(f"{what} has no parameter {name!r}; it has: {listed}")
    try:
        return factory(*first, **given)
    except (TypeError, AttributeError, KeyError) as error:
        wrong = ", ".join(f"{name}={text_of(value)}" for name, value in given.items())
        raise ValueError(f"{what} cannot be made with {wrong} ({error})") from error


OUTSIDE = ("game", "account", "choose", "ask", "tell")
"""Parameters of strategies that have no text form: the command line fills them in itself."""


def game_named(name: str, words: Sequence[str]) -> Game[Any, Any]:
    """The game of that name with the parameters written in `words`."""
    game: Game[Any, Any] = _made(name, _known("game", name, GAMES), settings_of(words))
    return game


def strategy_named(game: Game[Any, Any], text: str, **outside: Any) -> Strategy[Any, Any]:
    """The strategy written `name:parameter=value,parameter=value`; `outside` is handed on where it is taken."""
    name, _, rest = text.partition(":")
    factory = _known("strategy", name, {"human": human, **STRATEGIES})
    given = settings_of(rest.split(",")) if rest else {}
    takes = signature(factory).parameters
    handed = {key: value for key, value in outside.items() if key in takes}
    strategy: Strategy[Any, Any] = _made(name, filled_in(factory, handed), given, game)
    return strategy


def filled_in(factory: Callable[..., Any], handed: Mapping[str, Any]) -> Callable[..., Any]:
    """The factory with some parameters filled in; its signature is still the factory's own."""

    def filled(*first: object, **given: object) -> Any:
        return factory(*first, **given, **handed)

    filled.__signature__ = signature(factory)  # type: ignore[attr-defined]
    return filled


def position_after(game: Game[Any, Any], moves: str) -> Any:
    """The position after the moves written `move; move; ...` from the start; IllegalMove at a wrong one."""
    position = game.start
    for text in filter(None, map(str.strip, moves.split(";"))):
        position = game.play(position, game.parse(position, text))
    return position
