"""The pieces of chess as they are drawn: made for this library."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lazytree.core.bitsets import cells_of, set_of
from lazytree.core.board import Grid
from lazytree.core.game import Game
from lazytree.core.layout import DARK, LIGHT, Count, Figure, Stone, layout_of_grid

from .position import Move, Position, sides
from .text import kind_on

FIGURES = (
    Figure(
        "pawn",
        "P",
        "m-.19 .34h.38v-.05c0 -.12 -.1 -.15 -.12 -.28c.08 -.06 .07 -.25 -.07 -.25"
        "c-.14 0 -.15 .19 -.07 .25c-.02 .13 -.12 .16 -.12 .28z",
    ),
    Figure(
        "knight",
        "N",
        "m-.17 .34h.39c.03 -.28 -.01 -.58 -.21 -.63l-.02 -.07l-.07 .08c-.08 .05 -.11 .17 -.18 .27"
        "c-.02 .07 .06 .12 .1 .07l.07 -.04c.04 0 .08 -.02 .1 -.06c0 .13 -.18 .18 -.18 .38zm.07 -.5"
        "l.03 -.02",
    ),
    Figure(
        "bishop",
        "B",
        "m-.22 .34h.44v-.06c-.1 -.02 -.14 -.06 -.13 -.14c.11 -.08 .09 -.26 -.06 -.38"
        "c.04 -.05 .01 -.11 -.03 -.11c-.04 0 -.07 .06 -.03 .11c-.15 .12 -.17 .3 -.06 .38"
        "c.01 .08 -.03 .12 -.13 .14zm.13 -.2h.18m-.09 -.28v.16m-.06 -.09h.12",
    ),
    Figure(
        "rook",
        "R",
        "m-.22 .34h.44v-.07l-.07 -.05l-.02 -.22l.07 -.06v-.22h-.09v.07h-.07v-.07h-.08v.07h-.07v-.07h-.09"
        "v.22l.07 .06l-.02 .22l-.07 .05zm.09 -.34h.26m-.28 .22h.3",
    ),
    Figure(
        "queen",
        "Q",
        "m-.2 .34h.4v-.06l-.03 -.08l.12 -.35l-.14 .18l-.01 -.28l-.09 .24l-.05 -.28l-.05 .28l-.09 -.24"
        "l-.01 .28l-.14 -.18l.12 .35l-.03 .08zm.03 -.14h.34m-.505 -.37a.035 .035 0 1 0 .07 0"
        "a.035 .035 0 1 0 -.07 0zm.15 -.1a.035 .035 0 1 0 .07 0a.035 .035 0 1 0 -.07 0zm.15 -.04"
        "a.035 .035 0 1 0 .07 0a.035 .035 0 1 0 -.07 0zm.15 .04a.035 .035 0 1 0 .07 0"
        "a.035 .035 0 1 0 -.07 0zm.15 .1a.035 .035 0 1 0 .07 0a.035 .035 0 1 0 -.07 0z",
    ),
    Figure(
        "king",
        "K",
        "m-.2 .34h.4v-.06l-.03 -.08c.19 -.16 .09 -.4 -.07 -.35c-.06 .02 -.09 .07 -.1 .13"
        "c-.01 -.06 -.04 -.11 -.1 -.13c-.16 -.05 -.26 .19 -.07 .35l-.03 .08zm.03 -.14h.34m-.2 -.31v-.13"
        "h-.06v-.06h.06v-.07h.06v.07h.06v.06h-.06v.13l-.03 .09z",
    ),
)
"""What is drawn for the kinds PAWN, KNIGHT, BISHOP, ROOK, QUEEN and KING, in this order."""


def stones(position: Position) -> Iterator[Stone]:
    """What is drawn of a position: the pieces, as `Figure` numbers them."""
    _, black = sides(position)
    for cell in cells_of(position.own | position.enemy):
        yield Stone(cell, black >> cell & 1, kind_on(position, cell))


def dark_on(grid: Grid) -> int:
    """The dark cells of a board, the one on the left of the last row among them."""
    bottom = grid.coordinates[-1][0]
    return set_of(cell for cell, (row, column) in enumerate(grid.coordinates) if (bottom - row + column) % 2 == 0)


def with_picture(game: Game[Position, Move], grid: Grid) -> Game[Position, Move]:
    """The game with how its positions are drawn."""
    layout = layout_of_grid(grid, (LIGHT, DARK), "figure", count=Count("pieces"))
    shaded = tuple(cells_of(dark_on(grid)))
    return replace(game, layout=replace(layout, figures=FIGURES, shaded=shaded), stones=stones)
