"""Records of a game at a board as text, and its rules in words."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from lazytree.core.game import Game, M, P
from lazytree.games import GAMES
from lazytree.naming.words import rules_for_players, rules_text
from lazytree.playing.records import Record, load_record, save_record


def record_head(game: Game[P, M], first: P) -> Mapping[str, Any] | None:
    """What a saved record of a game from this position says before its moves; None if it cannot be saved.

    >>> from lazytree.games import nim
    >>> record_head(nim(heaps=(1, 2)), nim(heaps=(1, 2)).start)
    {'version': 1, 'game': 'nim', 'parameters': {'heaps': [1, 2]}}
    """
    try:
        saved: dict[str, Any] = json.loads(save_record(Record(game, (first,))))
    except ValueError:
        return None
    return {name: part for name, part in saved.items() if name != "moves"}


def read_record(game: Game[P, M], text: str) -> Record[P, M]:
    """The record that a text holds, of this game.

    Raises: ValueError, which says what is wrong, for a text that is no record and for a record of another game.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> read_record(game, '{"version": 1, "game": "nim", "parameters": {"heaps": [1, 2]}, "moves": ["a-1"]}').written()
    ['a-1']
    """

    def again(**parameters: Any) -> Game[P, M]:
        if parameters != dict(game.parameters):
            raise ValueError(f"the record is of {game.name} with {parameters}, not with {dict(game.parameters)}")
        return game

    found = load_record(text, {**GAMES, game.name: again})
    if found.game is not game:
        raise ValueError(f"the record is a game of {found.game.name}, not of {game.name}")
    return found


def rules_of(game: Game[Any, Any]) -> str:
    """How a game is played, in words for players; empty where no docstring says so.

    >>> from lazytree.games import nim
    >>> "heap" in rules_of(nim())
    True
    """
    return rules_for_players(game, docstring_of(game))


def docstring_of(game: Game[Any, Any]) -> str:
    """What the library says of how one of its games is played; of other games the docstring of the file of rules."""
    module = str(getattr(game.play, "__module__", ""))
    made = [factory for factory in GAMES.values() if shares_folder(module, factory.__module__)]
    if made:
        return rules_text(made[0])
    own, names = sys.modules.get(module), getattr(game.play, "__globals__", None)
    if own is None or vars(own) is not names or "__file__" not in names:
        return ""  # a notebook's module has a docstring that is not the user's
    return rules_text(own)


def shares_folder(module: str, factory: str) -> bool:
    """Whether a module of rules is that of a factory, or lies in the same folder of rules.

    >>> shares_folder("lazytree.games.dvonn_rules.rules", "lazytree.games.dvonn_rules.placing")
    True
    """
    return module.split(".")[:3] == factory.split(".")[:3]
