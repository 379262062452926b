"""Words as games, positions and bots; a wrong word raises ValueError with the right ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, getdoc, getmodule, signature
from itertools import takewhile
from pathlib import Path
from traceback import extract_tb
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from lazytree.core.game import Game
from lazytree.core.texts import meant, shorten
from lazytree.playing.announcing import with_seen_names
from lazytree.playing.bots import BOTS, human
from lazytree.searching.choosing import Bot

from .loading import factory_named

OUTSIDE = ("game", "stats", "choose", "ask", "tell", "stop", "progress", "clock")
"""Parameters of bots that have no text form: who makes a bot passes them."""


def parse_value(text: str) -> object:
    """The value of a word: a number, true, false, none, a tuple of numbers separated by commas; else the word itself.

    >>> parse_value("8"), parse_value("false"), parse_value("3,4,5"), parse_value("a3,b1")
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


def format_value(value: object) -> str:
    """The word for a value, from which `parse_value` makes the value again.

    >>> format_value(False), format_value((3, 4)), format_value("corner or centre")
    ('false', '3,4', 'corner or centre')
    """
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(format_value, value)) if isinstance(value, tuple) else str(value)


def quoted(text: str) -> str:
    """A word in quotes if it has spaces, for a shell."""
    return repr(text) if " " in text else text


def parse_settings(words: Sequence[str]) -> dict[str, str]:
    """The parameters in words of the form `name=value`. Raises ValueError for other words and for a repeated name."""
    settings: dict[str, str] = {}
    for word in words:
        name, equals, value = map(str.strip, word.partition("="))
        if not (name and equals and value):
            raise ValueError(f"{word!r} is not of the form parameter=value")
        if name in settings:
            raise ValueError(f"{name} is given twice: {name}={settings[name]} and {word}")
        settings[name] = value
    return settings


def parameters_of(factory: Callable[..., object], skip: Sequence[str] = ()) -> dict[str, str]:
    """The parameters of a factory, each with its default as text; without those in `skip`."""
    taken = {name: it for name, it in signature(factory).parameters.items() if name not in skip}
    return {name: "" if it.default is Parameter.empty else format_value(it.default) for name, it in taken.items()}


def rules_text(factory: Any) -> str:
    """How a game is played: the docstring of its factory, or else of the file of that, without the examples."""
    text = getdoc(factory) or getdoc(getmodule(factory)) or ""
    return "\n".join(takewhile(lambda line: not line.lstrip().startswith(">>>"), text.splitlines())).strip()


FOR_PROGRAMS = ("Args", "Arguments", "Examples", "Parameters", "Payoffs", "Positions", "Raises", "Ratings", "Returns")
SECTION = re.compile(rf"({'|'.join(FOR_PROGRAMS)}|Moves|Source)\b(.*:|\s*$)")
"""The first line of a section of a docstring; those of moves and sources are for players, too."""


def rules_for_players(game: Game[Any, Any], text: str) -> str:
    r"""The rules of a game as a page shows them: without what is for programs, with the names that players have there.

    `text` is that of a docstring. Its sections on arguments, positions, ratings, payoffs and errors are left out. Where
    players are called by their colours, these stand in place of letters, and numbers in place of the parameters.

    >>> from lazytree.games import connect_four
    >>> print(rules_for_players(connect_four(), "X begins.\nYou need `connect` stones.\n\nRaises: one.\nMoves: `d`."))
    Red begins.
    You need 4 stones.
    <BLANKLINE>
    Moves: d.
    """
    kept, of_players = list[str](), True
    for line in text.splitlines():
        if found := SECTION.match(line):
            of_players = found[1] not in FOR_PROGRAMS
            kept += [""] if of_players and kept and kept[-1] else []
        if of_players:
            kept.append(line)
    numbers = {name: str(value) for name, value in game.parameters.items() if type(value) is int}
    plain = re.sub(r"`([^`]+)`", lambda code: numbers.get(code[1], code[1]), "\n".join(kept))
    return with_seen_names(game, re.sub(r"\*(\w[^*]*)\*", r"\1", plain)).strip()


def game_named(name: str, words: Sequence[str]) -> Game[Any, Any]:
    """The game of this name, made with the parameters in `words`.

    The name is one of the library's games, or a file or module of the user's own: see `factory_named`. Raises
    ValueError for a wrong name or parameter.
    """
    return make_game(name, factory_named(name), words)


def make_game(name: str, factory: Callable[..., object], words: Sequence[str]) -> Game[Any, Any]:
    """The game that a factory of this name makes with the parameters in `words`. Raises ValueError for a wrong one."""
    game = _made(name, factory, parse_settings(words))
    if not isinstance(game, Game):
        raise ValueError(f"{name} must return a Game, not {shorten(game)}")
    return game


def bot_named(game: Game[Any, Any], text: str, **outside: Any) -> Bot[Any, Any]:
    """The bot written as `name:parameter=value,parameter=value`; of `outside` it is passed what it has parameters for.

    The name is one of `lazytree games`, or a function in a file of the user's own, which makes a bot of a game:
    `my_bots.py:greedy:seed=3`. What the text says goes before what `outside` says.

    Raises: ValueError for a wrong name or parameter.
    """
    name, factory, words = bot_factory(text)
    settings = parse_settings(words)
    handed = {
        key: value for key, value in outside.items() if key in signature(factory).parameters and key not in settings
    }
    bot: Bot[Any, Any] = _made(name, factory, settings, game, **handed)
    if not callable(bot):
        raise ValueError(f"{name} must return a bot, which is a function of a position, not {shorten(bot)}")
    return bot


def bot_factory(text: str) -> tuple[str, Callable[..., Any], list[str]]:
    """The name of a bot, what makes it, and the words of its parameters. Raises ValueError for a wrong name.

    >>> name, factory, words = bot_factory("think:depth=4,rating=mobility")
    >>> name, words
    ('think', ['depth=4', 'rating=mobility'])
    """
    if found := OWN_BOT.fullmatch(text.strip()):
        name, rest = found["name"], found["rest"] or ""
        factory: Callable[..., Any] = factory_named(name)
    else:
        name, _, rest = text.partition(":")
        factory = _known("bot", name.strip(), {**BOTS, "human": human})
    return name, factory, rest.split(",") if rest else []


OWN_BOT = re.compile(r"(?P<name>.+\.py:\w+)(?::(?P<rest>.*))?")
"""A bot in a file: the file, a function there and, where they are given, its parameters."""


def _known(what: str, name: str, known: Mapping[str, Any]) -> Any:
    if name not in known:
        raise ValueError(f"there is no {what} {name!r}; {meant(name, known)}there are: {', '.join(sorted(known))}")
    return known[name]


def _made(name: str, factory: Callable[..., Any], settings: Mapping[str, str], *first: object, **handed: object) -> Any:
    """The factory's result. Raises ValueError, naming the parameter, if it has none so named or of another kind."""
    has = parameters_of(factory, OUTSIDE)
    for parameter in settings:
        if parameter not in has:
            listed = ", ".join(f"{known}={quoted(default)}" for known, default in has.items()) or "none"
            raise ValueError(f"{name} has no parameter {parameter!r}; {meant(parameter, has)}it has: {listed}")
    given = {parameter: _fitting(parameter, text, kinds_of(factory, parameter)) for parameter, text in settings.items()}
    try:
        return factory(*first, **given, **handed)
    except ValueError:
        raise
    except Exception as error:
        wrong = ", ".join(f"{parameter}={text}" for parameter, text in settings.items()) or "no parameters"
        raise ValueError(
            f"{name} cannot be made with {wrong} ({type(error).__name__}: {error}{_where(error)})"
        ) from error


def _where(error: Exception) -> str:
    """The file and the line in which an error was raised, as text."""
    *_, last = extract_tb(error.__traceback__)
    return f", in {Path(last.filename).name}, line {last.lineno}"


def kinds_of(factory: Callable[..., object], parameter: str) -> tuple[Any, ...]:
    """The types that a parameter may have: (str, NoneType) for `str | None`; none where the factory does not say."""
    hint = get_type_hints(factory).get(parameter)
    if hint is None:
        return ()
    return get_args(hint) if get_origin(hint) is UnionType else (hint,)


def _fitting(parameter: str, text: str, kinds: tuple[Any, ...]) -> object:
    """The value of a word, of one of these types, if any are known. Raises ValueError if it has none of them."""
    value = parse_value(text)
    if not kinds or type(value) in kinds or (type(value) is int and float in kinds):
        return value
    if str in kinds:
        return text
    if any(get_origin(kind) is Sequence for kind in kinds):
        return value if isinstance(value, tuple | str) else (value,)
    wanted = " or ".join(KINDS[kind] for kind in kinds if kind in KINDS)
    raise ValueError(f"{parameter} must be {wanted}, not {text!r}")


KINDS: Mapping[object, str] = {int: "a whole number", float: "a number", bool: "true or false", NoneType: "none"}


def position_after(game: Game[Any, Any], moves: str, begun: str | None = None) -> Any:
    """The position after the moves written as `move; move; ...`, from the position with the text `begun`, or the start.

    Raises: ValueError where the text is no position, and IllegalMove at a wrong move.
    """
    position = game.start if begun is None else game.read(begun)
    for text in filter(None, map(str.strip, moves.split(";"))):
        position = game.play(position, game.parse(position, text))
    return position
