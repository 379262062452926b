"""Boards that are read from what `show` writes, and games without a layout that are play_texts from them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from lazytree import Game
from lazytree.core.layout import Layout
from lazytree.session.session import Seat, new_session
from lazytree.session.view import drawing_of, session_view
from lazytree.show.text_boards import is_drawn, text_board, with_text_board
from tests.helpers.games import play_texts
from tests.helpers.plain_games import PLAIN, card_game, dice_race, dots_and_boxes, draughts

SEATS = [Seat(name="a person")] * 2


def read_as(text: str) -> object:
    board = text_board(text)
    return board and (board.rows, "".join(board.row_names), "".join(board.column_names), board.rest)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x.o\n.x.", (("x o", " x "), "", "", "")),
        ("x to move\nx . o\n. x .", (("x o", " x "), "", "", "x to move")),
        ("  0 1 2\n0 x . o\n1 . x .", (("x o", " x "), "01", "012", "")),
        ("abc\nx.o\n.x.\n...", (("x o", " x ", "   "), "", "abc", "")),
        ("+ +\n|  \n+-+", (("+ +", "|  ", "+-+"), "", "", "")),
        ("3 4 5", None),
        ("hand: 3 4\nhand: 5 6", None),
        ("first\nother", (("first", "other"), "", "", "")),  # no game has such a board: no cell is empty
        ("", None),
    ],
)
def test_what_is_a_board_in_a_text(text: str, wanted: object):
    assert read_as(text) == wanted


def shown(game: Game[Any, Any], *moves: str) -> Any:
    return session_view(new_session(game, play_texts(game, game.start, *moves), SEATS, Random(1)))


def named(game: Game[Any, Any], path: list[int]) -> list[str]:
    layout = with_text_board(game).layout
    assert isinstance(layout, Layout)
    return [layout.cells[cell].name for cell in path]


def test_the_cells_of_a_move_are_those_that_its_text_names():
    game = draughts()
    for view in shown(game), shown(game, "b2-c3"), shown(game, "b2-a3", "c5-b4"):
        assert [move["text"] for move in view["moves"]] == ["-".join(named(game, it["path"])) for it in view["moves"]]
    assert view["words"] == "white: 6\nblack: 6"
    lines = dots_and_boxes()
    for view in shown(lines), shown(lines, "row 1, column 2", "row 2, column 1", "row 2, column 3"):
        assert [[move["text"]] for move in view["moves"]] == [named(lines, it["path"]) for it in view["moves"]]


def test_whose_letters_are_is_learned_from_the_moves():
    game = with_text_board(draughts())
    king = game.start._replace(rows=("...W..", "......", "......", "......", "......", ".....b"))
    assert [(stone.owner, chr(stone.height)) for stone in game.stones(king)] == [(0, "W"), (1, "b")]


def test_cards_are_shown_in_words_and_their_moves_as_buttons():
    view = shown(card_game())
    assert (view["board"], view["words"]) == (None, card_game().show(card_game().start))
    assert [move["path"] for move in view["moves"]] == [[]] * 5
    assert [move["path"] for move in shown(dice_race())["moves"]] == [[], []]


def test_a_text_of_another_shape_is_shown_as_it_is():
    game = draughts()
    changed = replace(game, show=lambda board: "soon over" if "w" not in board.rows[5] else game.show(board))
    end = game.start._replace(rows=("......",) * 6)
    assert is_drawn(with_text_board(changed), game.start) and not is_drawn(with_text_board(changed), end)


@pytest.mark.parametrize("make", PLAIN)
def test_each_has_a_picture_or_a_text(make: Any):
    game = make()
    drawing = drawing_of(new_session(game, game.start, SEATS, Random(1)))
    assert drawing.text == game.show(game.start) and bool(drawing.svg) == (game.name != "prizes")
