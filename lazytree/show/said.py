"""What a game says of its board, checked before it is drawn: layout, stones, cells of moves, the position in words."""

from __future__ import annotations

from typing import Any

from lazytree.core.game import Game, M, P
from lazytree.core.layout import Layout, Stone
from lazytree.core.mistakes import in_words
from lazytree.playing.board_laws import beside_the_board, no_iterable, undrawable, wrong_among


def layout_of(game: Game[Any, Any]) -> Layout:
    """The layout of a game. Raises ValueError if it has none, and for one that cannot be drawn."""
    if game.layout is None or not game.layout.cells:
        raise ValueError(
            f"{game.name} has no picture, because it has no layout: "
            "give the game `layout` and `stones`, or print(game.show(position))"
        )
    keep(game, "layout", undrawable(game.layout))
    return game.layout


def stones_in(game: Game[P, Any], position: P) -> tuple[Stone, ...]:
    """What stands on the cells of a game that has a layout. Raises ValueError for what cannot stand there."""
    layout, given = layout_of(game), game.stones(position)
    keep(game, "stones", no_iterable("stones", given))
    stones = tuple(Stone(*stone) if isinstance(stone, tuple) and 2 <= len(stone) <= 4 else stone for stone in given)
    keep(game, "stones", wrong_among(game, layout, stones))
    return stones


def touched_in(game: Game[P, M], position: P, move: M) -> tuple[int, ...]:
    """The cells that a move touches. Raises ValueError for cells that are not on the board."""
    given = game.touched(position, move)
    keep(game, "touched", no_iterable("touched", given))
    path = tuple(given)
    keep(game, "touched", beside_the_board(len(game.layout.cells), path) if game.layout else "")
    return path


def text_of(game: Game[P, Any], position: P) -> str:
    """The position in words. Raises ValueError where `show` returns something else than a text."""
    text = game.show(position)
    keep(game, "show", "" if isinstance(text, str) else f"show must return a text, not {in_words(text)}")
    return text


def keep(game: Game[Any, Any], rule: str, law: str) -> None:
    """Raises ValueError, with the names of the game and of what is wrong, unless the law is empty."""
    if law:
        raise ValueError(f"{game.name}: `{rule}` is wrong: {law}")
