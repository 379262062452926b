"""The games of the library, each a factory that returns a `Game`: a file or a folder `NAME_rules` for each.

A game is imported when its name is first asked for.
"""

from __future__ import annotations

import importlib
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from lazytree.core.game import Game

if typing.TYPE_CHECKING:
    from .andantino_rules import andantino
    from .chess_rules import chess
    from .clobber_rules import clobber
    from .connect_four_rules import connect_four
    from .dice_of_doom_rules import dice_of_doom
    from .domineering_rules import domineering
    from .dvonn_rules import dvonn
    from .hex_rules import hex
    from .kalah_rules import kalah
    from .konane_rules import konane
    from .lines_of_action_rules import lines_of_action
    from .nim_rules import nim
    from .othello_rules import othello
    from .selfo_rules import selfo
    from .tic_tac_toe_rules import tic_tac_toe

__all__ = [
    "GAMES",
    "andantino",
    "chess",
    "clobber",
    "connect_four",
    "dice_of_doom",
    "domineering",
    "dvonn",
    "hex",
    "kalah",
    "konane",
    "lines_of_action",
    "nim",
    "othello",
    "selfo",
    "tic_tac_toe",
]


class _Games(Mapping[str, Callable[..., Game[Any, Any]]]):
    """The factories by the names of their games; a game is imported when its factory is looked up."""

    def __getitem__(self, name: str) -> Callable[..., Game[Any, Any]]:
        if name not in _NAMES:
            raise KeyError(name)
        factory: Callable[..., Game[Any, Any]] = getattr(importlib.import_module(f"{__name__}.{name}_rules"), name)
        return factory

    def __contains__(self, name: object) -> bool:
        return name in _NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)

    def __repr__(self) -> str:
        return f"<the games {', '.join(_NAMES)}>"


_NAMES = tuple(name for name in __all__ if name != "GAMES")

GAMES: Mapping[str, Callable[..., Game[Any, Any]]] = _Games()
"""The factory of every game of the library, by the name of the game."""

if not typing.TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """A game's factory, or the module of its rules, imported now."""
        if name in _NAMES:
            globals()[name] = factory = GAMES[name]
            return factory
        if name.removesuffix("_rules") in _NAMES:
            return importlib.import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
