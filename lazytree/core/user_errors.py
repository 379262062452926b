"""Which rule, rating or bot of a user's own has raised an error, and where: as a sentence."""

from __future__ import annotations

import ast
import dis
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from linecache import getline
from pathlib import Path
from sysconfig import get_paths
from traceback import walk_tb
from types import CodeType, FrameType
from typing import Any, NamedTuple, TypeVar

from lazytree.core.game import Game
from lazytree.core.parsing import FromRows, join_rows
from lazytree.core.texts import shorten

HOUSE = Path(__file__).resolve().parents[1]
INSTALLED = tuple(Path(get_paths()[name]).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib"))
"""Where the code of Python and of installed packages lies."""


class Call(NamedTuple):
    """A function call that an error has passed on its way."""

    file: str
    line: int
    function: str
    code: CodeType
    names: Mapping[str, Any]  # its variables


def calls_of(error: BaseException) -> Iterator[Call]:
    """The calls that an error has passed, the outermost first."""
    for frame, line in walk_tb(error.__traceback__):
        code = frame.f_code
        name = code.co_qualname.replace("<locals>.", "")
        yield Call(code.co_filename, line, name, code, frame.f_locals)


class LastCall(NamedTuple):
    """A call that raised an error inside of what has no Python code: the function, and its first argument."""

    function: Any
    given: Any


def last_call(error: BaseException) -> LastCall | None:
    """What the last line that an error has passed was calling, where that is told by names; else None.

    >>> from operator import itemgetter
    >>> try:
    ...     itemgetter(2)((0, 1))
    ... except IndexError as error:
    ...     print(last_call(error))  # a doctest's line is not in a file
    None
    """
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is None:
        return None
    frame = last.tb_frame
    line, end, start, stop = next(islice(frame.f_code.co_positions(), last.tb_lasti // 2, None))
    if line is None or line != end or start is None or stop is None:
        return None
    text = getline(frame.f_code.co_filename, line).encode()[start:stop].decode(errors="replace")
    try:
        match ast.parse(text.strip(), mode="eval").body:
            case ast.Call(func=function, args=[given, *_]):
                return LastCall(_meant(frame, function), _meant(frame, given))
    except (SyntaxError, LookupError, AttributeError):
        pass
    return None


def _meant(frame: FrameType, node: ast.expr) -> Any:
    """What a name, or an attribute of one, is in a call. Raises LookupError where it is another expression."""
    match node:
        case ast.Name(id=name):
            return frame.f_locals[name] if name in frame.f_locals else frame.f_globals[name]
        case ast.Attribute(value=value, attr=name):
            return getattr(_meant(frame, value), name)
    raise LookupError(ast.unparse(node))


def user_calls(error: BaseException, calls: Sequence[Call]) -> list[int]:
    """The numbers of the last calls that are a user's, one within the other; none where the error is not theirs."""
    kinds = [owner(call.file) for call in calls]
    users = [at for at, kind in enumerate(kinds) if kind == "user"]
    ours = max((at for at, kind in enumerate(kinds) if kind == "house"), default=-1)
    if not users or (ours > users[-1] and not isinstance(error, ValueError)):
        return []
    if isinstance(error, RecursionError) and len(users) < kinds.count("house"):
        return []  # it is the library that is deep
    begins = max((at for at in range(users[-1]) if kinds[at] == "house"), default=-1)
    return [at for at in users if at > begins]


def owner(file: str) -> str:
    """Whose code a file has: "house", "user", or "other"."""
    if file.startswith("<"):
        return "user" if file.startswith("<doctest lazytree.") else "other"
    path = Path(file).resolve()
    if path.is_relative_to(HOUSE):
        return "house"
    return "other" if any(map(path.is_relative_to, INSTALLED)) or "dist-packages" in path.parts else "user"


T = TypeVar("T")
R = TypeVar("R")

LONGEST = 400  # characters of a position
RULES = ("mover", "moves", "play", "payoffs", "odds", "canonical", "regions", "bounds")
BOARD = ("format", "parse", "show", "read", "layout", "stones", "touched", "prompt", "announce")
ANSWERS = ("read", "parse")
"""Functions that read what a person has written: their ValueErrors are answers, in words for this person."""

NO_POSITION = ("read", "announce")
NO_MOVE = ("parse",)


class Rule(NamedTuple):
    """A function of a game: what it is called, and how many arguments come before the position."""

    game: Game[Any, Any]
    name: str
    kind: str
    before: int


class UserError(NamedTuple):
    """An error that the code of a user has raised."""

    error: BaseException
    called: Call  # their function that the library called
    at: Call  # their line that was run last
    rule: Rule | None  # the function of a game that was called, if it was one
    alone: bool  # no other function of theirs, such as a bot, has asked the library for it
    bare: LastCall | None = None  # the call, where the function has no Python code, such as an `itemgetter`


def describe_user_error(error: BaseException) -> str | None:
    """A sentence that says which function of a user raised the error, in which line, at which position if known.

    None where the error is not a user's: where it was raised by the library, and is no ValueError that the library
    raises because of how a user's function called it; or where it is the answer of a `read` or a factory.

    >>> from lazytree.core.game import is_over
    >>> from lazytree.games import nim
    >>> from dataclasses import replace
    >>> def moves(position):
    ...     return {}["no such key"]
    >>> try:
    ...     is_over(replace(nim(heaps=(1, 2)), moves=moves), nim().start)
    ... except KeyError as error:
    ...     print(describe_user_error(error).partition(", in ")[0])
    the rule `moves` of nim raised KeyError: 'no such key'
    """
    for note in getattr(error, "__notes__", ()):
        if note.startswith(NOTE):
            return str(note).removeprefix(NOTE)
    found = user_error(error)
    if found is None:
        return None
    rule, at = found.rule, found.at
    what = f"the {rule.kind} `{rule.name}` of {rule.game.name}" if rule else f"`{found.called.function}`"
    text = " ".join(str(found.error).split())
    if rule and found.bare is not None:
        where = "" if rule.name in NO_POSITION else f", at the position {_position(rule.game, found.bare.given)}"
        said = f"{what}, {shorten(found.bare.function)}, raised {type(found.error).__name__}"
        return f"{said}{f': {text}' if text else ''}{where}"
    source = getline(at.file, at.line).strip()
    within = f"{_short(at.file)}, line {at.line}" + (f": `{source}`" if source else "")
    said = f"{what} raised {type(found.error).__name__}{f': {text}' if text else ''}, in {within}"
    return said + (_at(rule, found.called) if rule else "")


def user_error(error: BaseException) -> UserError | None:
    """Which code of a user has raised an error; None where it was no such code (see `describe_user_error`)."""
    cause = error.__cause__
    if isinstance(error, RuntimeError) and isinstance(cause, StopIteration):
        return user_error(cause)  # raised by a rule that a generator of ours had asked
    if isinstance(error, ValueError) and isinstance(cause, Exception) and not isinstance(cause, ValueError):
        found = user_error(cause)  # a position that the rules cannot read
        if found and found.rule and found.rule.name not in ANSWERS:
            return found
    calls = list(calls_of(error))
    if (bare := last_call(error)) is not None and (rule := _rule_without_code(calls, bare.function)) is not None:
        alone = all(owner(call.file) != "user" for call in calls)
        return None if rule.name in ANSWERS else UserError(error, calls[-1], calls[-1], rule, alone, bare)
    own = user_calls(error, calls)
    if not own:
        return None
    first, last = own[0], own[-1]
    rule = _rule_of(calls, calls[first].code)
    if isinstance(error, ValueError) and (_makes(calls[:first]) or (rule and rule.name in ANSWERS)):
        return None
    return UserError(error, calls[first], calls[last], rule, all(owner(call.file) != "user" for call in calls[:first]))


NOTE = "raised by a user's code: "
"""How a note begins that an error carries from another process, where the calls that it has passed are known."""


def with_error_note(work: Callable[[T], R], task: T) -> R:
    """What `work(task)` returns. An error of a user's code gets a note with its sentence: for workers."""
    try:
        return work(task)
    except Exception as error:
        if (said := describe_user_error(error)) is not None:
            error.add_note(NOTE + said)
        raise


def _makes(before: Sequence[Call]) -> bool:
    """Whether a game or a bot is being made, by these calls: a ValueError then says what is wrong with a parameter."""
    ours = [call.file for call in before if owner(call.file) == "house"]
    return bool(ours) and Path(ours[-1]).resolve().parent == HOUSE / "naming"


def _rule_of(calls: Sequence[Call], code: CodeType) -> Rule | None:
    """The function with this code, of a game that the calls of the library know; the nearest one's game, if several."""
    for call in reversed(calls):
        for game in filter(None, map(_game_of, call.names.values())):
            for kind, name, function in _functions(game):
                written = _written(function)
                if written is not None and written[0] is code:
                    return Rule(game, name, kind, written[1])
    return None


def _rule_without_code(calls: Sequence[Call], function: Any) -> Rule | None:
    """The function of a game that is this one, if it has no Python code."""
    if _written(function) is not None:
        return None
    for game in filter(None, map(_game_of, chain.from_iterable(call.names.values() for call in reversed(calls)))):
        for kind, name, known in _functions(game):
            if known is function:
                return Rule(game, name, kind, 0)
    return None


def _game_of(thing: object) -> Game[Any, Any] | None:
    """A game; that of a record, an engine or another thing of the library that has one; else None."""
    if type(thing).__module__.startswith("lazytree."):
        thing = thing if isinstance(thing, Game) else getattr(thing, "game", None)
    return thing if isinstance(thing, Game) else None


def _functions(game: Game[Any, Any]) -> Iterator[tuple[str, str, Any]]:
    """All functions of a game, with what they are and what they are called."""
    yield from (("rule", name, getattr(game, name)) for name in RULES)
    yield from (("function", name, getattr(game, name)) for name in BOARD)
    for kind, known in (("rating", game.ratings), ("standing", game.standings)):
        yield from ((kind, name, function) for name, function in known.items())


def _written(function: Any) -> tuple[CodeType, int] | None:
    """The code of a callable as its author wrote it, and how many arguments it has got already."""
    before = 0
    for _ in range(10):
        if isinstance(function, partial):
            function, before = function.func, before + len(function.args)
        elif isinstance(function, FromRows):
            function = function.read
        elif hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        elif hasattr(function, "__func__"):
            function, before = function.__func__, before + 1
        elif hasattr(function, "__code__"):
            return function.__code__, before
        elif callable(function) and not isinstance(function, type):
            function = function.__call__
        else:
            return None
    return None


def _at(rule: Rule, call: Call) -> str:
    """At which position, and for which move, a rule was asked, as far as that is known."""
    if rule.name in NO_POSITION:
        return ""
    names = call.code.co_varnames[rule.before : call.code.co_argcount]
    given = [call.names[name] for name in names[:2] if name in call.names and not _is_set(call.code, name)]
    if not names or len(given) < min(2, len(names)):
        return ""
    move = f", for the move {shorten(given[1])}" if len(given) > 1 and rule.name not in NO_MOVE else ""
    return f", at the position {_position(rule.game, given[0])}{move}"


def _is_set(code: CodeType, name: str) -> bool:
    """Whether a function sets a variable anew, so that it may not be what the function was given."""
    stores = (step for step in dis.get_instructions(code) if step.opname.startswith(("STORE", "DELETE")))
    set_there = (step.argval if isinstance(step.argval, tuple) else (step.argval,) for step in stores)
    return name in chain.from_iterable(set_there)


def _position(game: Game[Any, Any], position: Any) -> str:
    """A position in one line, as the game shows it where it can."""
    try:
        text = join_rows(game.show(position))
    except Exception:
        return shorten(position)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"


def _short(file: str) -> str:
    """The name of a file, without the folder in which the program runs."""
    try:
        path = os.path.relpath(file)
    except ValueError:  # on another drive
        return file
    return file if path.startswith("..") else path
