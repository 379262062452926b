"""Andantino as people see it: Havannah's notation, boards as text, pictures; and what it says to bad input."""

from __future__ import annotations

import pytest

from lazytree import FIRST, SECOND, IllegalMove
from lazytree.games import andantino
from tests.helpers.games import play_texts, stones_on

from .andantino_boards import FIVE, OLD_RING, RING

# Notation, text, picture


def test_cells_are_named_as_in_havannah():
    game = andantino()
    names = [cell.name for cell in game.layout.cells]
    assert len(names) == 271
    assert (names[0], names[9], names[-10], names[-1]) == ("1 A", "1 J", "19 J", "19 S")
    assert [cell.name for cell in andantino(side=14).layout.cells][-1] == "27 AA"


@pytest.mark.parametrize("text", ["9 J", "9j", " 9  J ", "9 j"])
def test_case_and_spaces_are_forgiven(text):
    game = andantino()
    position = play_texts(game, game.start, "10 J")
    assert game.format(position, game.parse(position, text)) == "9 J"


@pytest.mark.parametrize("text", ["10 J", "J 9", "99 Z", "", "pass"])
def test_other_moves_are_refused(text):
    game = andantino()
    with pytest.raises(IllegalMove, match=r"legal here: .*9 J"):
        game.parse(play_texts(game, game.start, "10 J"), text)


def test_stones_are_shown_where_they_lie():
    cells = {cell.name: cell for cell in FIVE.layout.cells}
    assert len(cells) == 61 and {cell.shape for cell in cells.values()} == {"hexagon"}
    stones = stones_on(FIVE, FIVE.read(RING))
    assert (stones["4 D"], stones["5 E"], stones.get("4 E")) == (FIRST, SECOND, None)
    for other in ["4 D", "4 E", "5 D", "5 F", "6 E", "6 F"]:
        assert (cells["5 E"].x - cells[other].x) ** 2 + (cells["5 E"].y - cells[other].y) ** 2 == pytest.approx(1)


def test_a_drawn_board_is_shown_as_it_was_drawn():
    assert FIVE.show(FIVE.read(OLD_RING)) == OLD_RING.strip("\n")


# Mistakes


@pytest.mark.parametrize("side", [2, 0, -3, "5", 4.0, None])
def test_wrong_sides(side):
    with pytest.raises(ValueError, match="side must be a whole number of at least 3"):
        andantino(side=side)


@pytest.mark.parametrize(
    "text, message",
    [
        ("Black to move", "61 marks"),
        (RING.replace("Black to move", ""), "'Black to move'"),
        (RING.replace("o", "", 1), "61 marks"),
        (RING.replace("Black to move", "White to move"), "does not fit the stones"),
        (RING.replace("o", ".", 1), "does not fit the stones"),
        (RING.replace("Black to move", "White has won"), "nothing else does"),
        (RING.replace(". x . x .", "x x x x x").replace("x x x . .", ". . . . ."), "five in line win"),
    ],
)
def test_text_that_is_no_position(text, message):
    with pytest.raises(ValueError, match=message):
        FIVE.read(text)
