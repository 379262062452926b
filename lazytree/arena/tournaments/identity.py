"""The name of a tournament: a digest of all that decides its games. Another rule is another tournament."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from lazytree.compiler.frontend.fingerprint import Fingerprint
from lazytree.core.errors import Refused
from lazytree.core.game import Game
from lazytree.core.release import release

from .code_reached import reached

FORM = 2
"""Changes where the meaning of what is stored does."""


def identity(parts: Sequence[Any]) -> str:
    """Sixteen letters and digits that name these parts, which JSON can write, together with the release of lazytree.

    >>> identity(["nim", 1]) == identity(["nim", 1]), identity(["nim", 1]) == identity(["nim", 2])
    (True, False)
    """
    return sha256(json.dumps([FORM, release(), parts]).encode()).hexdigest()[:16]


def rules_digest(game: Game[Any, Any]) -> str:
    """A digest of the rules and ratings of a game: of the files of all functions that they can reach, and of its start.

    >>> from lazytree.games import nim
    >>> rules_digest(nim(heaps=(1,))) == rules_digest(nim(heaps=(1,))), rules_digest(nim()) == rules_digest(nim((1,)))
    (True, False)
    """
    rules = (game.mover, game.moves, game.play, game.payoffs, game.odds, *game.ratings.values())
    return sha256(f"{functions_digest((*rules, *game.standings.values()))} {game.start!r}".encode()).hexdigest()


def functions_digest(functions: Iterable[Callable[..., Any] | None]) -> str:
    """A digest of functions: of the files of all functions that they can reach, and of the values that they hold.

    What the library offers beside games does not count: the release stands for it.

    >>> def adding(number):
    ...     return lambda other: number + other
    >>> one, same, other = (functions_digest([adding(number)]) for number in (1, 1, 2))
    >>> one == same, one == other
    (True, False)
    """
    found = reached(functions)
    texts = {*found.values, *map(_text_of, found.functions)}
    return sha256("\n".join(sorted(texts)).encode()).hexdigest()


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
    """Whether two games of this process have the same rules, by their code and all constants, and the same ratings.

    >>> from lazytree.games import nim
    >>> same_rules(nim(), nim()), same_rules(nim(), nim(heaps=(1,)))
    (True, False)
    """
    try:
        return code_digest(one) == code_digest(other)
    except Refused:  # what cannot be compared is not the same
        return False


def code_digest(game: Game[Any, Any]) -> str:
    """A digest of rules and ratings by their code and all constants: the same in other processes of this Python.

    Raises: Refused where a constant is of a kind that rules cannot have.
    """
    walk = Fingerprint()
    named = (*game.ratings.items(), *game.standings.items())
    for part in (game.start, game.mover, game.moves, game.play, game.payoffs, game.odds, game.players, *named):
        walk.add(part)
    return walk.hex()
