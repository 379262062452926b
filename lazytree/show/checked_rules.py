"""What a game says of its board, checked before it is drawn: layout, stones, cells of moves, the position in words."""

from __future__ import annotations

from typing import Any

from lazytree.core.game import Game, M, P
from lazytree.core.layout import Layout, Stone
from lazytree.core.texts import shorten
from lazytree.playing.board_laws import iterable_error, stones_among_error, touched_cells_error, undrawable_error


def layout_of(game: Game[Any, Any]) -> Layout:
    """The layout of a game. Raises ValueError if it has none, and for one that cannot be drawn."""
    if game.layout is None or not game.layout.cells:
        raise ValueError(
            f"{game.name} has no picture, because it has no layout: "
            "give the game `layout` and `stones`, or print(game.show(position))"
        )
    raise_if_broken(game, "layout", undrawable_error(game.layout))
    return game.layout


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
