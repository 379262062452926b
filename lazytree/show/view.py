"""What one picture of a board shows, as data: Python and JavaScript draw it alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isfinite
from numbers import Real
from typing import Any, NamedTuple

from lazytree.core.game import CHANCE, Game, M, P, is_over, require_game, require_position
from lazytree.core.layout import Layout, Stone, colours_for
from lazytree.core.texts import shorten
from lazytree.playing.announcing import format_turn, seen_names
from lazytree.playing.board_laws import iterable_error, stones_among_error, touched_cells_error, undrawable_error
from lazytree.playing.records import Record


def layout_of(game: Game[Any, Any]) -> Layout:
    """The layout of a game, with the colours of its players. Raises ValueError if it has none that can be drawn."""
    if game.layout is None or not game.layout.cells:
        raise ValueError(
            f"{game.name} has no picture, because it has no layout: "
            "give the game `layout` and `stones`, or print(game.show(position))"
        )
    raise_if_broken(game, "layout", undrawable_error(game.layout))
    colours = colours_for(game.layout, game.players)
    return game.layout if colours == game.layout.colours else replace(game.layout, colours=colours)


def stones_in(game: Game[P, Any], position: P) -> tuple[Stone, ...]:
    """What stands on the cells of a game that has a layout. Raises ValueError for what cannot stand there."""
    layout, given = layout_of(game), game.stones(position)
    raise_if_broken(game, "stones", iterable_error("stones", given))
    stones = tuple(Stone(*stone) if isinstance(stone, tuple) and 2 <= len(stone) <= 4 else stone for stone in given)
    raise_if_broken(game, "stones", stones_among_error(game, layout, stones))
    return stones


def touched_in(game: Game[P, M], position: P, move: M) -> tuple[int, ...]:
    """The cells that a move touches. Raises ValueError for cells that are not on the board."""
    given = game.touched(position, move)
    raise_if_broken(game, "touched", iterable_error("touched", given))
    path = tuple(given)
    raise_if_broken(game, "touched", touched_cells_error(len(game.layout.cells), path) if game.layout else "")
    return path


def text_of(game: Game[P, Any], position: P) -> str:
    """The position in words. Raises ValueError where `show` returns something else than a text."""
    text = game.show(position)
    raise_if_broken(game, "show", "" if isinstance(text, str) else f"show must return a text, not {shorten(text)}")
    return text


def raise_if_broken(game: Game[Any, Any], rule: str, law: str) -> None:
    """Raises ValueError, with the names of the game and of what is wrong, unless the law is empty."""
    if law:
        raise ValueError(f"{game.name}: `{rule}` is wrong: {law}")


Where = int | str
"""A cell, by its number in the layout or by its name."""

KINDS = ("frame", "ring", "diamond")
"""The kinds of mark that a cell may have."""
PAIRS = 'pairs of cell and kind, such as [("a1", "ring")]'


class Heat(NamedTuple):
    """How strongly a cell is coloured, and what is said of it."""

    cell: int
    strength: float  # from -1 (magenta) over 0 (none) to 1 (teal)
    text: str = ""  # written on the cell
    note: str = ""  # added to the cell's tooltip


class Mark(NamedTuple):
    """A mark at a cell: one of KINDS."""

    cell: int
    kind: str


class Domino(NamedTuple):
    """A piece that covers several cells in a line, and the player who has laid it; -1: not known."""

    owner: int
    cells: tuple[int, ...]


@dataclass(frozen=True)
class BoardView:
    """What one picture of a board shows. Cells are numbers in `layout.cells`.

    - `name` of the game; its `layout`; the names of its `players`.
    - `stones` that stand on the board; `dominoes` that lie on it: their cells have no stone.
    - `caption`: who moves, or how the game has ended; `mover`: the player to move, -1: chance or no player.
    - `last`: the cells of the last move; `legal`: the cells that start a legal move.
    - `heat` over cells, and `marks` at cells.
    - `text`: the position in words, for those who do not see the picture.

    >>> from lazytree.games import konane
    >>> view_of(konane(), konane().start).caption
    'Dark to move'
    """

    name: str
    layout: Layout
    players: tuple[str, ...]
    stones: tuple[Stone, ...]
    caption: str = ""
    mover: int = CHANCE
    last: tuple[int, ...] = ()
    legal: tuple[int, ...] = ()
    heat: tuple[Heat, ...] = ()
    marks: tuple[Mark, ...] = ()
    dominoes: tuple[Domino, ...] = ()
    text: str = ""


def view_of(
    game: Game[P, Any],
    position: P,
    last: Iterable[Where] = (),
    legal: bool | Iterable[Where] = False,
    heat: Mapping[Any, Any] | None = None,
    marks: Iterable[tuple[Where, str]] = (),
    dominoes: Iterable[Domino] = (),
    caption: str | None = None,
    mover: int | None = None,
) -> BoardView:
    """What a picture of the position shows.

    Cells are given by their numbers in `game.layout.cells` or by their names.

    - `game`: the rules, with a layout.
    - `position`: what is shown.
    - `last`: the cells of the last move, as `game.touched(before, move)` gives them.
    - `legal`: cells to be marked as legal; True marks those with which a legal move begins.
    - `heat`: gives a strength from -1 to 1 to cells, or a pair of strength and text; the text is written on the cell.
    - `marks`: pairs of cell and "frame", "ring" or "diamond".
    - `dominoes`: pieces that cover several cells (`dominoes_of` a record).
    - `caption`: the text of the picture; by default it says who moves or how the game has ended.
    - `mover`: the player whose colour stands before the caption; by default the player to move.

    Raises: ValueError if the game has no layout, for what is no position of the game and no cell of the board, and for
    strengths and marks that do not exist.

    >>> from lazytree.games import konane
    >>> game = konane(rows=4, columns=4, opening="corner")
    >>> view = view_of(game, game.start, legal=True, heat={"a2": (1, "+1")})
    >>> view.caption, view.legal, view.heat
    ('Dark to move', (8,), (Heat(cell=8, strength=1.0, text='+1', note=''),))
    """
    require_game(game)
    require_position(game, position)
    _known(last, legal, heat, marks, dominoes, caption)
    layout, stones = layout_of(game), stones_in(game, position)
    at, over = finder(layout), is_over(game, position)
    joined = tuple(dominoes)
    covered = {cell for domino in joined for cell in domino.cells}
    return BoardView(
        name=game.name,
        layout=layout,
        players=seen_names(game),
        stones=tuple(stone for stone in stones if stone.cell not in covered),
        caption=format_turn(game, position) if caption is None else caption,
        mover=mover if mover is not None else CHANCE if over else game.mover(position),
        last=tuple(at(where) for where in last),
        legal=tuple(at(where) for where in (starts(game, position) if legal is True else legal or ())),
        heat=tuple(_heat(at(where), given) for where, given in (heat or {}).items()),
        marks=tuple(_mark(at, given) for given in marks),
        dominoes=joined,
        text=text_of(game, position),
    )


def _known(last: Any, legal: Any, heat: Any, marks: Any, dominoes: Any, caption: Any) -> None:
    """Raises ValueError for arguments of a kind that a picture cannot show."""
    cells = "cells, by their numbers or names, such as "
    wanted = {
        "last": (last, f'{cells}["a1", "b2"]', _is_list(last)),
        "legal": (legal, f'True, False or {cells}["a1"]', legal is None or isinstance(legal, bool) or _is_list(legal)),
        "heat": (heat, 'a dict of cells and strengths, such as {"a1": 0.5}', isinstance(heat, Mapping | None)),
        "marks": (marks, PAIRS, _is_list(marks)),
        "dominoes": (dominoes, "Dominoes, such as dominoes_of(record)", _is_list(dominoes)),
        "caption": (caption, "a text, or None", isinstance(caption, str | None)),
    }
    for name, (given, form, right) in wanted.items():
        if not right:
            raise ValueError(f"{name} must be {form}, not {shorten(given)}")


def _is_list(thing: object) -> bool:
    return isinstance(thing, Iterable) and not isinstance(thing, str | Mapping)


def view_of_record(record: Record[Any, Any], **shown: Any) -> BoardView:
    """What a picture of a record's current position shows: its last move too, and dominoes; `shown` as in `view_of`.

    >>> from lazytree import record
    >>> from lazytree.games import konane
    >>> game = konane(rows=4, columns=4, opening="corner")
    >>> view_of_record(record(game, list(game.moves(game.start)))).last
    (8, 0)
    """
    game = record.game
    joined = dominoes_of(record) if layout_of(game).pieces == "covered" else ()
    last = touched_in(game, record.positions[-2], record.moves[-1]) if record.moves else ()
    return view_of(game, record.position, **{"last": last, "dominoes": joined, **shown})


def dominoes_of(record: Record[Any, Any]) -> tuple[Domino, ...]:
    """The pieces that the moves of a record have laid, each on all cells that its move names."""
    game = record.game
    laid = zip(record.positions, record.moves)
    return tuple(Domino(game.mover(before), touched_in(game, before, move)) for before, move in laid)


def starts(game: Game[P, Any], position: P) -> tuple[int, ...]:
    """The cells with which a legal move begins, each once, in the order of the moves."""
    paths = (touched_in(game, position, move) for move in game.moves(position))
    return tuple(dict.fromkeys(path[0] for path in paths if path))


def finder(layout: Layout) -> Callable[[Where], int]:
    """The function that gives the number of a cell, by its number or its name.

    Raises: ValueError if there is no such cell, or several cells have that name.

    >>> from lazytree.games import konane
    >>> finder(layout_of(konane()))("b8")
    1
    """
    cells = layout.cells
    named: dict[Any, list[int]] = {}
    for number, cell in enumerate(cells):
        named.setdefault(cell.name, []).append(number)

    def at(where: Where) -> int:
        found = named.get(where, []) if isinstance(where, str) else []
        if isinstance(where, int) and 0 <= where < len(cells):
            found = [where]
        if len(found) == 1:
            return found[0]
        if found:
            numbers = " or ".join(map(str, found))
            raise ValueError(f"several cells are called {where!r}: give the number of one, {numbers}")
        names = f"{cells[0].name!r} to {cells[-1].name!r}" if cells else "none"
        raise ValueError(f"{where!r} is no cell: cells have the numbers 0 to {len(cells) - 1}, or the names {names}")

    return at


def _heat(cell: int, given: Any) -> Heat:
    strength, *texts = given if isinstance(given, tuple) and 0 < len(given) <= 3 else (given,)
    if not isinstance(strength, Real) or not isfinite(strength) or abs(float(strength)) > 1:
        raise ValueError(f"heat must be a number from -1 to 1, or a pair of it and a text, not {given!r}")
    return Heat(cell, float(strength), *map(str, texts))


def _mark(at: Callable[[Where], int], given: Any) -> Mark:
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise ValueError(f"marks must be {PAIRS}, not {shorten(given)} among them")
    where, kind = given
    if kind not in KINDS:
        raise ValueError(f"a mark must be one of {', '.join(KINDS)}, not {kind!r}")
    return Mark(at(where), kind)


def as_data(view: BoardView) -> dict[str, Any]:
    """The view as dicts, lists, texts and numbers, which JSON can carry; `static/board.mjs` draws it.

    >>> from lazytree.games import konane
    >>> as_data(view_of(konane(rows=2, columns=2), konane(rows=2, columns=2).start))["stones"][0]
    {'cell': 0, 'owner': 0, 'height': 1, 'mark': 0}
    """
    return {name: plain(value) for name, value in vars(view).items()}


def plain(value: Any) -> Any:
    """Tuples as lists, and what has named parts as a dict."""
    if isinstance(value, Layout):
        return dict(_plain_layout(value))
    if hasattr(value, "_asdict"):
        return {name: plain(part) for name, part in value._asdict().items()}
    return [plain(part) for part in value] if isinstance(value, tuple) else value


@lru_cache(maxsize=32)
def _plain_layout(layout: Layout) -> Mapping[str, Any]:
    """A layout as a dict: that of a game is the same in all its positions."""
    return {name: plain(part) for name, part in vars(layout).items()}
