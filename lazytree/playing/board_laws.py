"""The laws of what a game shows: its layout, the stones of a position, the cells that a move touches.

Each is a sentence that names the mistake and the fix, empty where the laws are kept; a game without layout keeps them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

from lazytree.core.game import Game, M, P
from lazytree.core.layout import PIECES, RED, SHAPES, WON, Cell, Layout, Stone
from lazytree.core.mistakes import in_words

TOUCHING = 0.01  # cells may overlap by so much: places are rounded
INSIDE = {"circle": 0.48, "triangle": 0.404, "triangle down": 0.404}  # radius of the circle within; of others 0.5


def wrong_layout(game: Game[Any, Any]) -> str:
    """The law of `layout` that is broken, if one is.

    >>> from dataclasses import replace
    >>> from lazytree.games import nim
    >>> layout = nim().layout
    >>> wrong_layout(nim()), wrong_layout(replace(nim(), layout=replace(layout, cells=layout.cells[:1] * 2)))
    ('', "the cells of a layout must have different names, but two are called 'a'")
    """
    return next(_wrong_layout(game, game.layout), "") if game.layout else ""


def _wrong_layout(game: Game[Any, Any], layout: Layout) -> Iterator[str]:
    cells = layout.cells
    if not cells:
        yield "a layout must have cells: leave it out, layout=None, where there is nothing to draw"
    for cell in cells:
        if not isinstance(cell, Cell) or not isinstance(cell.name, str) or not cell.name:
            yield f'the cells of a layout must be Cells with names, such as Cell("a1", 0, 0), not {in_words(cell)}'
        if cell.shape not in SHAPES:
            yield f"the shape of a cell must be one of {', '.join(SHAPES)}, not {cell.shape!r}"
    for name, count in Counter(cell.name for cell in cells).items():
        if count > 1:
            yield f"the cells of a layout must have different names, but two are called {name!r}"
    for one, other in _overlapping(cells):
        yield f"the cells of a layout must not overlap, but {one.name!r} and {other.name!r} do: each is 1 wide"
    if layout.pieces not in PIECES:
        yield f"the pieces of a layout must be one of {', '.join(PIECES)}, not {layout.pieces!r}"
    if len(layout.colours) < len(game.players):
        yield f"a layout must have a colour for each of the {len(game.players)} players, not {len(layout.colours)}"


def _overlapping(cells: Sequence[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of cells that overlap, but for some that do so at their corners only."""
    ordered = sorted(cells, key=lambda cell: cell.x)
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            right, down = other.x - one.x, abs(other.y - one.y)
            if right >= 1:
                break
            room = INSIDE.get(one.shape, 0.5) + INSIDE.get(other.shape, 0.5) - TOUCHING
            if hypot(right, down) < room or (one.shape == other.shape == "square" and max(right, down) < room):
                yield one, other


def wrong_stones(game: Game[P, Any], position: P) -> str:
    """The law of `stones` that is broken at a position, if one is.

    >>> from dataclasses import replace
    >>> from lazytree.games import nim
    >>> wrong_stones(replace(nim(), stones=lambda position: [Stone(3, owner=0)]), nim().start)
    'a stone must stand on a cell, 0 to 2, not on 3: its first field is the number of a cell in the layout'
    """
    if not game.layout:
        return ""
    stones = list(game.stones(position))
    if stones != list(game.stones(position)):
        return "stones must be the same when asked again"
    law = next(filter(None, (_wrong_stone(game, game.layout, stone) for stone in stones)), "")
    doubled = [cell for cell, count in Counter(stone[0] for stone in stones).items() if count > 1] if not law else ()
    for cell in doubled:
        name = game.layout.cells[cell].name
        return f"a cell must have at most one Stone, but {name!r} has two: pieces on one another are one, with a height"
    return law


def _wrong_stone(game: Game[Any, Any], layout: Layout, stone: object) -> str:
    if not isinstance(stone, Stone):
        return f"stones must be Stones, such as Stone(cell, owner), not {in_words(stone)}"
    most, last = len(layout.cells) - 1, len(game.players) - 1
    if not _is_from(stone.cell, 0, most):
        number = "its first field is the number of a cell in the layout"
        return f"a stone must stand on a cell, 0 to {most}, not on {in_words(stone.cell)}: {number}"
    if not _is_from(stone.owner, -1, last):
        return f"the owner of a stone must be a player, 0 to {last}, or -1 for nobody, not {in_words(stone.owner)}"
    if not _is_from(stone.height, 1):
        return f"the height of a stone must be 1 or more, not {in_words(stone.height)}: an empty cell has no Stone"
    if not _is_from(stone.mark, 0, RED + WON):
        return f"the mark of a stone must be 0, RED, WON or their sum, not {in_words(stone.mark)}"
    return ""


def _is_from(number: object, least: int, most: int | None = None) -> bool:
    return isinstance(number, int) and least <= number and (most is None or number <= most)


def wrong_touched(game: Game[P, M], position: P, moves: Sequence[M]) -> str:
    """The law of `touched` that is broken at a position with these moves, if one is.

    >>> from dataclasses import replace
    >>> from lazytree.games import nim
    >>> wrong_touched(replace(nim(), format=lambda position, move: "take"), nim().start, list(nim().moves(nim().start)))
    "two moves that touch the same cells must be written apart, but two are 'take' and touch 'a'"
    """
    if not game.layout:
        return ""
    cells, known = game.layout.cells, set()
    for move in moves:
        text, path = game.format(position, move), tuple(game.touched(position, move))
        for cell in path:
            if not _is_from(cell, 0, len(cells) - 1):
                numbers = f"numbers of cells in the layout, 0 to {len(cells) - 1}"
                return f"touched must yield {numbers}, not {in_words(cell)} for the move {text!r}"
        if (text, path) in known:
            names = " ".join(repr(cells[cell].name) for cell in path) or "no cell"
            return f"two moves that touch the same cells must be written apart, but two are {text!r} and touch {names}"
        known.add((text, path))
    return ""
