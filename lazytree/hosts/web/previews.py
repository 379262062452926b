"""What a page shows of a game that has not begun: all that must be known of it before it is made here."""

from __future__ import annotations

from typing import Any, NamedTuple

from lazytree.core.game import Game
from lazytree.games import GAMES
from lazytree.naming.dealing import deals
from lazytree.session.refusals import by_the_rules
from lazytree.show.boards import draw_board

from .catalogue import Catalogue, Parameters, maker
from .server_limits import ServerLimits

CELL = 36
"""The width of a cell, in pixels."""


class Preview(NamedTuple):
    """A game that has not begun, as texts: another process can send it."""

    name: str
    players: tuple[str, ...]
    svg: str  # the board as it begins; empty where the game has none
    text: str  # the same in words
    dealt: bool = False  # whether its seed decides how it begins


def make_preview(shelf: Catalogue, bounds: ServerLimits, name: str, settings: Parameters, position: str) -> Preview:
    """The preview of a game that begins at the position in a text, or at its start if that is empty.

    Raises: Refused if there is no such game or position, or if its board is too large.
    """
    return preview_of(maker(shelf, bounds)(name, settings), position)


def preview_of(game: Game[Any, Any], position: str = "") -> Preview:
    """The preview of a game. Raises Refused where its rules cannot read or show the position."""
    with by_the_rules(game.name):
        first = game.read(position) if position else game.start
        svg = "" if game.layout is None else draw_board(game, first, CELL).svg
        dealt = not position and game.name in GAMES and any(True for _ in deals(game, GAMES[game.name], 1))
        return Preview(game.name, tuple(game.players), svg, game.show(first), dealt)
