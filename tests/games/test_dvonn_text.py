"""DVONN as people see it: cell names, the text board of the source, pictures; and what it says to bad input."""

from __future__ import annotations

import pytest

from lazytree import FIRST, SECOND, IllegalMove
from lazytree.games import dvonn
from tests.helpers.games import played

from .dvonn_boards import GAME, HALF, HALF_LOST, PLACES, name

# Notation, text, picture


def test_cells_have_a_number_and_a_name():
    names = [name(*place) for place in PLACES]
    assert (len(names), names[0], names[9], names[48]) == (49, "A1", "A2", "K5")
    for number, cell in enumerate(names):
        assert (
            GAME.parse(GAME.start, str(number)) == GAME.parse(GAME.start, cell) == GAME.parse(GAME.start, cell.lower())
        )


def test_a_move_by_numbers():
    position = GAME.read(HALF)
    assert GAME.parse(position, "23-24") == GAME.parse(position, " e3 - F3 ")
    with pytest.raises(IllegalMove, match=r"legal here: .*E3-F3"):
        GAME.parse(position, "E3-Z9")


def test_the_board_of_the_source():
    position = GAME.read(HALF_LOST)
    lines = GAME.show(position).splitlines()
    assert lines[4].split() == [str(number) for number in range(19, 30)]
    assert lines[5].split() == [*".....", "w2r", "w1", "b1", "r1r", *".."]
    assert lines[4].index("24") == lines[5].index("w2r")
    assert lines[-3:] == ["White: 4 points, 3 stacks", "Black: 3 points, 3 stacks", "Black to move"]
    assert GAME.show(GAME.start).splitlines()[-1] == "White to place"


def test_the_picture_has_heights_owners_and_dvonn_pieces():
    picture = GAME.picture(GAME.read(HALF_LOST))
    cells = {cell.name: cell for cell in picture.cells}
    assert picture.caption == "White 4, Black 3, Black to move"
    assert len(cells) == 49 and {cell.shape for cell in cells.values()} == {"hexagon"}
    assert (cells["F3"].stone, cells["F3"].height, cells["F3"].label) == (FIRST, 2, "2r")
    assert (cells["F2"].stone, cells["F2"].label, cells["A1"].stone) == (SECOND, "1", None)
    assert cells["I3"].label == "1r" and cells["I3"].stone not in (FIRST, SECOND, None)
    distance = (cells["A1"].x - cells["B2"].x) ** 2 + (cells["A1"].y - cells["B2"].y) ** 2
    assert distance == pytest.approx(1)


# Mistakes


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"placement": "later"}, "'by hand' or 'random'"),
        ({"score": "points"}, "'win' or 'margin'"),
        ({"seed": -1}, "seed must be a whole number of at least 0"),
        ({"seed": "x"}, "seed must be a whole number"),
    ],
)
def test_wrong_parameters(arguments, message):
    with pytest.raises(ValueError, match=message):
        dvonn(**arguments)


@pytest.mark.parametrize(
    "text, message",
    [
        ("White to move", "49 stacks"),
        (HALF.replace("White to move", ""), "White to move"),
        (HALF.replace("b1    w1    b1    .", "b1    w1r   b1    ."), "49 stacks"),
        (HALF.replace("r1r", "b1"), "1 to 3 stacks with DVONN"),
        (HALF.replace("w1    w1    r1r", "w99   w1    r1r"), "49 pieces"),
        (HALF_LOST.replace(".", "b1", 1), "do not hang together with any DVONN piece: A1"),
        (HALF_LOST.replace("Black to move", "Black to place"), "placed singly"),
        (GAME.show(played(GAME, GAME.start, "A1")).replace("Black to", "White to"), "White cannot be to place"),
        (GAME.show(dvonn("random").start).replace("White to move", "Black to place"), "Black cannot be to place"),
    ],
)
def test_text_that_is_no_position(text, message):
    with pytest.raises(ValueError, match=message):
        GAME.read(text)
