"""How positions and moves of Selfo are written, read and pictured."""

from __future__ import annotations

from math import dist

import pytest

from lazytree import FIRST, SECOND, IllegalMove
from lazytree.core.board import triangular
from lazytree.games import selfo
from lazytree.show.svg import corners
from tests.helpers.games import play_texts, stones_on

from .selfo_boards import BEND, SMALL, game_from_picture, sets_of


def test_a_drawing_is_read():
    game = game_from_picture(BEND)
    shown = game.show(play_texts(game, game.start, "a1-b1"))
    assert shown.splitlines()[:5] == [
        "a1    . W .",
        "b1   B . W .",
        "c1  W W . . B",
        "d2   B . . .",
        "e3    . B W",
    ]
    assert shown.splitlines()[5].startswith("White to move, first turn; 9 pieces on 19 cells")
    assert game.read(shown) == play_texts(game, game.start, "a1-b1")
    assert game.read(shown.lower().replace("white to", "White to").split(";")[0]) == play_texts(
        game, game.start, "a1-b1"
    )


def test_moves_are_read_with_spaces_and_capitals():
    game = game_from_picture(BEND)
    assert game.parse(game.start, " A1 - B1 ") == game.parse(game.start, "a1-b1")


def test_the_picture_has_every_cell_and_stone():
    game = game_from_picture(BEND)
    cells, pieces = game.layout.cells, stones_on(game, game.start)
    assert {cell.shape for cell in cells} == {"hexagon"} and len(cells) == 19
    assert [{name for name in pieces if pieces[name] == player} for player in (FIRST, SECOND)] == sets_of(
        game, game.start
    )


def test_a_board_of_triangles_is_written_read_and_drawn():
    game = selfo(board="triangular", side=2, setup="a1 a3 c1 d5 / b7 c4 d1 a5", swap=False)
    shown = game.show(game.start)
    assert shown.splitlines()[:4] == [
        "a1    B . B . W",
        "b1  . . . . . . W",
        "c1  B . . W . . .",
        "d1    W . . . B",
    ]
    assert game.read(shown) == game.start
    cells, grid = game.layout.cells, triangular(2)
    places = [{(cell.x + x, cell.y + y) for x, y in corners(cell.shape)} for cell in cells]
    for cell, near in enumerate(grid.neighbours):
        for other in near:
            shared = [a for a in places[cell] if any(dist(a, b) < 0.01 for b in places[other])]
            assert len(shared) == 2  # an edge


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace("B", "R", 1), "marks out of BW"),
        (lambda text: text.replace(" .", "", 1), "19 marks"),
        (lambda text: text.replace("Black to", "Red to"), "who of Black, White is to move"),
        (lambda text: text.replace("first turn", "first turn, 3 passed"), "who of Black, White is to move"),
        (lambda text: text.replace(".", "B", 1), r"have \[4, 5\] pieces"),
    ],
)
def test_a_drawing_that_is_none(change, says):
    game = game_from_picture(BEND)
    with pytest.raises(ValueError, match=says):
        game.read(change(game.show(game.start)))


def test_a_drawing_won_by_who_has_not_moved():
    game = selfo(side=3, setup=SMALL)
    with pytest.raises(ValueError, match="Black has all pieces together, but has not moved last"):
        game.read("""
            a1      B B B
            b1    W . . B
            c1   . . . . .
            d2    W . . .
            e3      W . W
            Black to move""")


@pytest.mark.parametrize("text", ["z9-a1", "a1-e5", "a2-a3", "swap", "", "a1"])
def test_an_illegal_move_names_the_legal_ones(text):
    game = game_from_picture(BEND)
    with pytest.raises(IllegalMove, match="legal here: a1-b1, a1-b2, "):
        game.parse(game.start, text)
