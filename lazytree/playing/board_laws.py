"""The laws of what a game shows: its layout, the stones of a position, the cells that a move touches.

Each is a sentence that names the mistake and the fix, empty where the laws are kept; a game without layout keeps them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import hypot, isfinite
from typing import Any

from lazytree.core.game import Game, M, P
from lazytree.core.layout import PIECES, RED, SHAPES, WON, Cell, Colour, Count, Figure, Layout, Stone
from lazytree.core.texts import shorten

TOUCHING = 0.01  # cells may overlap by so much: places are rounded
INSIDE = {"circle": 0.48, "triangle": 0.404, "triangle down": 0.404}  # radius of the circle within; of others 0.5


def layout_error(game: Game[Any, Any]) -> str:
    """The law of `layout` that is broken, if one is.

    >>> from dataclasses import replace
    >>> from lazytree.games import nim
    >>> layout = nim().layout
    >>> layout_error(nim()), layout_error(replace(nim(), layout=replace(layout, cells=layout.cells[:1] * 2)))
    ('', "the cells of a layout must have different names, but two are called 'a'")
    """
    return next(filter(None, _wrong_layout(game, game.layout)), "") if game.layout else ""


def _wrong_layout(game: Game[Any, Any], layout: Layout) -> Iterator[str]:
    cells = layout.cells
    yield undrawable_error(layout)
    for name, count in Counter(cell.name for cell in cells).items():
        if count > 1:
            yield f"the cells of a layout must have different names, but two are called {name!r}"
    for one, other in _overlapping(cells):
        yield f"the cells of a layout must not overlap, but {one.name!r} and {other.name!r} do: each is 1 wide"
    if 0 < len(layout.colours) < len(game.players):
        yield f"a layout must have a colour for each of the {len(game.players)} players, not {len(layout.colours)}"


def undrawable_error(layout: Layout) -> str:
    """The law of a layout without which it cannot be drawn, if one is broken: its parts are of the right types.

    >>> undrawable_error(Layout((Cell("a", 0, float("nan")),)))
    'the place of a cell must be two finite numbers, x and y, not 0 and nan'
    """
    return next(_undrawable(layout), "")


def _undrawable(layout: Layout) -> Iterator[str]:
    for name, parts in (("cells", layout.cells), ("colours", layout.colours)):
        if not isinstance(parts, tuple):
            yield f"the {name} of a layout must be a tuple, not {shorten(parts)}"
    if not layout.cells:
        yield "a layout must have cells: leave it out, layout=None, if there is nothing to draw"
    for cell in layout.cells:
        if not isinstance(cell, Cell) or not isinstance(cell.name, str) or not cell.name:
            yield f'the cells of a layout must be Cells with names, such as Cell("a1", 0, 0), not {shorten(cell)}'
        if not (_is_place(cell.x) and _is_place(cell.y)):
            place = f"{shorten(cell.x)} and {shorten(cell.y)}"
            yield f"the place of a cell must be two finite numbers, x and y, not {place}"
        if cell.shape not in SHAPES:
            yield f"the shape of a cell must be one of {', '.join(SHAPES)}, not {cell.shape!r}"
    if layout.pieces not in PIECES:
        yield f"the pieces of a layout must be one of {', '.join(PIECES)}, not {layout.pieces!r}"
    for figure in layout.figures if isinstance(layout.figures, tuple) else (layout.figures,):
        if not (isinstance(figure, Figure) and all(isinstance(part, str) for part in figure)):
            wanted = 'a tuple of Figures, such as Figure("block", "B", "m-.3 -.3h.6v.6h-.6z")'
            yield f"the figures of a layout must be {wanted}, not {shorten(figure)}"
    if not isinstance(layout.shaded, tuple) or any(cell not in range(len(layout.cells)) for cell in layout.shaded):
        cells = f"the numbers of cells, 0 to {len(layout.cells) - 1}"
        yield f"the shaded cells of a layout must be a tuple of {cells}, not {shorten(layout.shaded)}"
    if layout.count is not None and not isinstance(layout.count, Count):
        yield f'the count of a layout must be a Count, such as Count("discs"), not {shorten(layout.count)}'
    for colour in layout.colours:
        if not (isinstance(colour, Colour) and all(isinstance(part, str) for part in colour)):
            yield f'the colours of a layout must be Colours, such as Colour("#2b2b33", "#fff"), not {shorten(colour)}'


def _is_place(number: object) -> bool:
    return isinstance(number, int | float) and isfinite(number)


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


def stones_error(game: Game[P, Any], position: P) -> str:
    """The law of `stones` that is broken at a position, if one is.

    >>> from dataclasses import replace
    >>> from lazytree.games import nim
    >>> stones_error(replace(nim(), stones=lambda position: [Stone(3, owner=0)]), nim().start)
    'a stone must stand on a cell, 0 to 2, not on 3: its first field is the number of a cell in the layout'
    """
    if not game.layout:
        return ""
    stones = game.stones(position)
    if law := iterable_error("stones", stones):
        return law
    listed = list(stones)
    if listed != list(game.stones(position)):
        return "stones must be the same when asked again"
    return stones_among_error(game, game.layout, listed)


def iterable_error(rule: str, given: object) -> str:
    """The law of `stones` and `touched`: they return what can be gone through.

    >>> iterable_error("stones", []), iterable_error("stones", 3)
    ('', 'stones must return a list, a tuple or a generator, empty if there are none, not 3')
    """
    try:
        iter(given)  # type: ignore[call-overload]
    except TypeError:
        return f"{rule} must return a list, a tuple or a generator, empty if there are none, not {shorten(given)}"
    return ""


def stones_among_error(game: Game[Any, Any], layout: Layout, stones: Sequence[Any]) -> str:
    """The law that one of these stones breaks, or two on one cell; empty if none does."""
    law = next(filter(None, (_wrong_stone(game, layout, stone) for stone in stones)), "")
    doubled = [cell for cell, count in Counter(stone[0] for stone in stones).items() if count > 1] if not law else ()
    for cell in doubled:
        name = layout.cells[cell].name
        return f"a cell must have at most one Stone, but {name!r} has two: pieces on one another are one, with a height"
    return law


def _wrong_stone(game: Game[Any, Any], layout: Layout, stone: object) -> str:
    if not isinstance(stone, Stone):
        return f"stones must be Stones, such as Stone(cell, owner), not {shorten(stone)}"
    most, last = len(layout.cells) - 1, len(game.players) - 1
    if not _is_from(stone.cell, 0, most):
        number = "its first field is the number of a cell in the layout"
        return f"a stone must stand on a cell, 0 to {most}, not on {shorten(stone.cell)}: {number}"
    if not _is_from(stone.owner, -1, last):
        return f"the owner of a stone must be a player, 0 to {last}, or -1 for no player, not {shorten(stone.owner)}"
    if not _is_from(stone.height, 1):
        return f"the height of a stone must be 1 or more, not {shorten(stone.height)}: an empty cell has no Stone"
    if not _is_from(stone.mark, 0, RED + WON):
        return f"the mark of a stone must be 0, RED, WON or their sum, not {shorten(stone.mark)}"
    return ""


def _is_from(number: object, least: int, most: int | None = None) -> bool:
    return isinstance(number, int) and least <= number and (most is None or number <= most)


def touched_error(game: Game[P, M], position: P, moves: Sequence[M]) -> str:
    """The law of `touched` that is broken at a position with these moves, if one is.

    >>> from dataclasses import replace
    >>> from lazytree.games import nim
    >>> touched_error(replace(nim(), format=lambda position, move: "take"), nim().start, list(nim().moves(nim().start)))
    "two moves that touch the same cells must be written apart, but two are 'take' and touch 'a'"
    """
    if not game.layout:
        return ""
    cells, known = game.layout.cells, set()
    for move in moves:
        text, touched = game.format(position, move), game.touched(position, move)
        if law := iterable_error("touched", touched):
            return law
        path = tuple(touched)
        if law := touched_cells_error(len(cells), path):
            return f"{law} for the move {text!r}"
        if (text, path) in known:
            names = " ".join(repr(cells[cell].name) for cell in path) or "no cell"
            return f"two moves that touch the same cells must be written apart, but two are {text!r} and touch {names}"
        known.add((text, path))
    return ""


def touched_cells_error(count: int, path: Sequence[object]) -> str:
    """The law of the cells that a move touches, on a board of `count` cells; empty if it is kept.

    >>> touched_cells_error(9, (3, 99))
    'touched must yield numbers of cells in the layout, 0 to 8, not 99'
    """
    wrong = [cell for cell in path if not _is_from(cell, 0, count - 1)]
    numbers = f"numbers of cells in the layout, 0 to {count - 1}"
    return f"touched must yield {numbers}, not {shorten(wrong[0])}" if wrong else ""
