"""The games of the library, each a factory that returns a `Game`: a file or a folder `NAME_rules` for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from lazytree.core.game import Game

from .andantino_rules import andantino
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

GAMES: Mapping[str, Callable[..., Game[Any, Any]]] = MappingProxyType(
    {
        factory.__name__: factory
        for factory in (
            *(andantino, clobber, connect_four, dice_of_doom, domineering, dvonn, hex),
            *(kalah, konane, lines_of_action, nim, othello, selfo, tic_tac_toe),
        )
    }
)
"""The factory of every game of the library, by the name of the game."""

__all__ = [
    "GAMES",
    "andantino",
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
