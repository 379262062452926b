"""The name of a tournament: a digest of all that decides its games, with all code that its rules and bots can reach."""

from __future__ import annotations

import json
import marshal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from hashlib import sha256
from os import sep
from pathlib import Path
from sysconfig import get_path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from lazytree import compiler
from lazytree.core.errors import Refused
from lazytree.core.game import Game
from lazytree.core.release import release

OURS = ("lazytree.games", "lazytree.swarm", "lazytree.core")  # the parts of the library that rules are made of

HOUSE, ROOMS = str(Path(__file__).parents[2]) + sep, tuple(f"{part.rpartition('.')[2]}{sep}" for part in OURS)
"""Where the library is, and the folders there in which those parts are."""

STANDARD = get_path("stdlib")  # where the standard library is
MADE = "<string>"  # the file of functions that a NamedTuple or a dataclass has made: its class says all


def reachable_code(functions: Iterable[Callable[..., Any] | None]) -> tuple[list[FunctionType], list[str]]:
    """The functions, with all that they can reach; and the plain values that these hold, as texts with their names.

    It goes on through closures, defaults, globals and the attributes of modules; not into the standard library, nor
    into other packages that are installed, nor into the library itself beside games, swarms and the core.
    """
    found, texts, met, waiting = list[FunctionType](), list[str](), dict[int, Any](), list(functions)
    while waiting:
        value = waiting.pop()
        if id(value) in met:
            continue
        met[id(value)] = value  # kept, so that no other value gets its number
        if not isinstance(value, FunctionType):
            waiting.extend(_inside(value))
        elif _decides(value):
            found.append(value)
            for name, held in _held(value):
                if (text := _plain_text(held)) is not None:
                    texts.append(f"{value.__qualname__}: {name} = {text}")
                else:
                    waiting.append(held)
    return found, texts


def _inside(value: Any) -> Iterable[Any]:
    """What a value that is no function holds."""
    if isinstance(value, partial):
        return [value.func, *value.args, *value.keywords.values()]
    if isinstance(value, MethodType):
        return [value.__func__, value.__self__]
    if isinstance(value, tuple | list | set | frozenset | dict):
        return [*value, *(value.values() if isinstance(value, dict) else ())]
    if isinstance(value, type):
        return [part for part in vars(value).values() if isinstance(part, FunctionType | staticmethod)]
    if isinstance(value, staticmethod) or hasattr(value, "__wrapped__"):
        return [value.__wrapped__]
    return [type(value), *getattr(value, "__dict__", {}).values()] if _counts(type(value).__module__) else ()


def _plain_text(value: Any) -> str | None:
    """The text that says all of a value, in every process; None if there is no such text."""
    if type(value).__module__ != "builtins" or isinstance(value, CodeType):
        return None
    if isinstance(value, set | frozenset):
        texts = [_plain_text(item) for item in value]
        return None if None in texts else str(sorted(filter(None, texts)))
    try:
        marshal.dumps(value, 2)
    except ValueError:
        return None
    return repr(value)


def _decides(function: FunctionType) -> bool:
    """Whether the text of a function decides, by its file."""
    file = function.__code__.co_filename
    if file.startswith(HOUSE):
        return file.removeprefix(HOUSE).startswith(ROOMS)
    return file != MADE and "site-packages" not in file and not file.startswith((STANDARD, "<frozen"))


def _counts(module: str) -> bool:
    """Whether what is in a module decides: those of games, and the user's own."""
    top = module.partition(".")[0]
    if top == "lazytree":
        return module.startswith(OURS)
    file = getattr(sys.modules.get(module), "__file__", None) or ""
    return top not in sys.stdlib_module_names and "site-packages" not in file


def _held(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function holds and names, each with its name."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            yield name, cell.cell_contents
        except ValueError:  # it is empty yet
            continue
    yield from zip(function.__code__.co_varnames[::-1], (function.__defaults__ or ())[::-1])
    yield from (function.__kwdefaults__ or {}).items()
    names = sorted(set(_names(function.__code__)))
    for name in names:
        value = function.__globals__.get(name)
        if not isinstance(value, ModuleType):
            yield name, value
        elif _counts(value.__name__) or value.__name__ == "lazytree":
            yield from ((asked, vars(value)[asked]) for asked in names if asked in vars(value))


def _names(code: CodeType) -> Iterator[str]:
    """The names in a code object and in those inside of it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


FORM = 2  # changes where the meaning of what is stored does


def identity(parts: Sequence[Any]) -> str:
    """Sixteen letters and digits that name these parts, which JSON can write, together with the release of lazytree."""
    return sha256(json.dumps([FORM, release(), parts]).encode()).hexdigest()[:16]


def rules_digest(game: Game[Any, Any]) -> str:
    """A digest of the rules and ratings of a game: of the files of all functions that they reach, and of its start."""
    rules = (game.mover, game.moves, game.play, game.payoffs, game.odds, *game.ratings.values())
    return sha256(f"{functions_digest((*rules, *game.standings.values()))} {game.start!r}".encode()).hexdigest()


def functions_digest(functions: Iterable[Callable[..., Any] | None]) -> str:
    """A digest of functions: of the files of all functions that they can reach, and of the values that they hold.

    What the library offers beside games does not count: the release stands for it.
    """
    found, texts = reachable_code(functions)
    return sha256("\n".join(sorted({*texts, *map(_text_of, found)})).encode()).hexdigest()


def _text_of(function: FunctionType) -> str:
    """What stands for a function in a digest: its file or, without a file, its code."""
    code = function.__code__
    return f"{function.__qualname__} {_file_digest(code.co_filename) or code.co_code.hex() + _constants(code)}"


def _constants(code: CodeType) -> str:
    """The constants of a code object, as text."""
    return " ".join(
        part.co_code.hex() + _constants(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts
    )


@cache
def _file_digest(name: str) -> str:
    """The digest of a file; empty if there is none, as for a cell of a notebook."""
    try:
        return sha256(Path(name).read_bytes()).hexdigest()
    except OSError:
        return ""


def same_rules(one: Game[Any, Any], other: Game[Any, Any]) -> bool:
    """Whether two games of this process have the same rules, by their code and all constants, and the same ratings."""
    try:
        return code_digest(one) == code_digest(other)
    except Refused:  # what cannot be compared is not the same
        return False


def code_digest(game: Game[Any, Any]) -> str:
    """A digest of rules and ratings by their code and all constants: the same in other processes of this Python.

    Raises: Refused where a constant is of a kind that rules cannot have.
    """
    rules = (game.mover, game.moves, game.play, game.payoffs, game.odds)
    return compiler.digest_of(game.start, *rules, game.players, *game.ratings.items(), *game.standings.items())
