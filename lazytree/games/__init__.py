"""The games, each a factory that returns a `Game`; one file each, `NAME_rules.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from lazytree.game import Game

from .andantino_rules import andantino
from .dice_of_doom_rules import dice_of_doom
from .dvonn_rules import dvonn
from .konane_rules import konane
from .nim_rules import nim
from .selfo_rules import selfo
from .tic_tac_toe_rules import tic_tac_toe

GAMES: Mapping[str, Callable[..., Game[Any, Any]]] = MappingProxyType(
    {
        "andantino": andantino,
        "dice_of_doom": dice_of_doom,
        "dvonn": dvonn,
        "konane": konane,
        "nim": nim,
        "selfo": selfo,
        "tic_tac_toe": tic_tac_toe,
    }
)
"""Every game of the library by its name."""

__all__ = ["GAMES", "andantino", "dice_of_doom", "dvonn", "konane", "nim", "selfo", "tic_tac_toe"]
