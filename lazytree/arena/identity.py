"""The name of a tournament: a digest of all that decides its games. Another rule is another tournament."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FunctionType
from typing import Any

from lazytree.compiler.frontend.fingerprint import Fingerprint
from lazytree.core.game import Game

FORM = 1
"""Changes where the meaning of what is stored does."""


def identity(parts: Sequence[Any]) -> str:
    """Sixteen letters and digits that name these parts, which JSON can write, together with the release of lazytree.

    >>> identity(["nim", 1]) == identity(["nim", 1]), identity(["nim", 1]) == identity(["nim", 2])
    (True, False)
    """
    return sha256(json.dumps([FORM, release(), parts]).encode()).hexdigest()[:16]


def release() -> str:
    """The release of lazytree; empty where it is not installed as a package."""
    try:
        return version("lazytree")
    except PackageNotFoundError:
        return ""


def rules_digest(game: Game[Any, Any]) -> str:
    """A digest of the rules and ratings of a game: of the files of all functions that they can reach, and of its start.

    >>> from lazytree.games import nim
    >>> rules_digest(nim(heaps=(1,))) == rules_digest(nim(heaps=(1,))), rules_digest(nim()) == rules_digest(nim((1,)))
    (True, False)
    """
    rules = (game.mover, game.moves, game.play, game.payoffs, game.odds, *game.ratings.values())
    return sha256(f"{functions_digest((*rules, *game.standings.values()))} {game.start!r}".encode()).hexdigest()


def functions_digest(functions: Iterable[Callable[..., Any] | None]) -> str:
    """A digest of functions: of their files and those of all functions that they can reach; else of their code."""
    walk = Fingerprint()
    for function in functions:
        walk.add(function)
    code = walk.hex()
    files = {value.__code__.co_filename for value in walk.kept if isinstance(value, FunctionType)}
    digests = [_file_digest(Path(file)) for file in files]
    known = sorted(digest for digest in digests if digest)
    return sha256(" ".join(known if len(known) == len(digests) and known else [*known, code]).encode()).hexdigest()


def _file_digest(path: Path) -> str:
    """The digest of a file; empty if there is none, as for a cell of a notebook."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def same_rules(one: Game[Any, Any], other: Game[Any, Any]) -> bool:
    """Whether two games of this process have the same rules, by their code and all constants, and the same ratings.

    >>> from lazytree.games import nim
    >>> same_rules(nim(), nim()), same_rules(nim(), nim(heaps=(1,)))
    (True, False)
    """
    return code_digest(one) == code_digest(other)


def code_digest(game: Game[Any, Any]) -> str:
    """A digest of rules and ratings by their code and all constants: the same in other processes of this Python."""
    walk = Fingerprint()
    named = (*game.ratings.items(), *game.standings.items())
    for part in (game.start, game.mover, game.moves, game.play, game.payoffs, game.odds, game.players, *named):
        walk.add(part)
    return walk.hex()
