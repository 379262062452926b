"""DVONN as people see it: cell names, the text board of the source, stacks; and what it says to bad input."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, IllegalMove
from lazytree.core.layout import RED
from lazytree.games import dvonn
from tests.helpers.games import last_of, pieces_on, play_texts, random_game

from .dvonn_boards import GAME, HALF, HALF_LOST, NUMBERED, PLACES, name

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
    lines = NUMBERED.show(position).splitlines()
    assert lines[4].split() == [str(number) for number in range(19, 30)]
    assert lines[5].split() == [*"*****", "w2r", "w1", "b1", "r1r", *"**"]
    assert lines[4].index("24") == lines[5].index("w2r")
    assert lines[-2:] == ["White: 4 points (3 stacks)", "Black: 3 points (3 stacks)  <--- TURN"]
    assert GAME.show(GAME.start).splitlines()[-2] == "White: 0 points (0 stacks)  <--- TURN to place"


def test_the_board_shows_the_names_that_moves_have():
    """Each stack stands below its letter and behind its number; with numbers both show and moves have numbers."""
    position = GAME.read(HALF_LOST)
    lines = GAME.show(position).splitlines()
    stacks = [word for line in NUMBERED.show(position).splitlines()[1:10:2] for word in line.split()]
    for cell, stack in zip(GAME.layout.cells, stacks):
        letters, row = lines[2 * int(cell.name[1]) - 2], lines[2 * int(cell.name[1]) - 1]
        assert row[letters.index(cell.name[0]) :].split()[0] == stack
    assert [line[0] for line in lines[1:10:2]] == ["1", "2", "3", "4", "5"]
    move = next(iter(GAME.moves(position)))
    assert NUMBERED.parse(position, GAME.format(position, move)) == move
    numbers = [int(number) for number in NUMBERED.format(position, move).split("-")]
    assert "-".join(GAME.layout.cells[number].name for number in numbers) == GAME.format(position, move)


PRINTED = """
      0     1     2     3     4     5     6     7     8
      *     *     *     *     *     *     *     *     *
   9     10    11    12    13    14    15    16    17    18
   *     *     *     *     *     w7    *     *     *     *
19    20    21    22    23    24    25    26    27    28    29
*     *     *     *     *     w2r   b4    b3r   r1r   *     *
   30    31    32    33    34    35    36    37    38    39
   *     *     *     *     *     w6    b5    *     *     *
      40    41    42    43    44    45    46    47    48
      *     *     *     *     *     *     *     *     *
White: 15 points (3 stacks)  {white}
Black: 12 points (3 stacks)  {black}
"""


@pytest.mark.parametrize("turn", [0, 1])
def test_a_text_as_the_source_prints_it_is_read_and_written(turn):
    marks = {"white": "", "black": ""} | {("white", "black")[turn]: "<--- TURN"}
    text = "\n".join(line.rstrip() for line in PRINTED.format(**marks).splitlines())
    position = GAME.read(text)
    assert position.mover == turn
    assert GAME.payoffs(position) == (1, -1)
    assert GAME.ratings["pegs_and_heights"](position) == 15 + 3 - (12 + 3)
    assert NUMBERED.show(position) == text.strip("\n")
    assert NUMBERED.read(NUMBERED.show(position)) == GAME.read(GAME.show(position)) == position


@given(st.integers(0, 10**6), st.integers(0, 70), st.booleans())
def test_text_is_read_back(seed, plies, by_hand):
    position = last_of(random_game(GAME if by_hand else dvonn("random", seed), seed, plies))
    text = GAME.show(position)
    assert GAME.read(text) == position
    turn = f"{'White' if position.mover == FIRST else 'Black'} to {'place' if position.unplaced else 'move'}"
    bare = "\n".join([*text.splitlines()[1:10:2], turn])
    for other in (bare, bare.upper(), bare.replace("*", "."), bare.replace("*", "-"), bare.replace("*", "_")):
        assert GAME.read(other) == position


def test_a_move_without_a_hyphen():
    position = GAME.read(HALF)
    assert GAME.parse(position, "E3F3") == GAME.parse(position, "e3 f3") == GAME.parse(position, "E3-F3")
    for move in GAME.moves(position):
        assert GAME.parse(position, GAME.format(position, move).replace("-", "")) == move


def test_the_stacks_have_heights_owners_and_dvonn_pieces():
    stacks = pieces_on(GAME, GAME.read(HALF_LOST))
    cells = {cell.name: cell for cell in GAME.layout.cells}
    assert len(cells) == 49 and {cell.shape for cell in cells.values()} == {"hexagon"}
    assert stacks["F3"][1:] == (FIRST, 2, RED)
    assert stacks["F2"][1:] == (SECOND, 1, 0)
    assert stacks["I3"][1:] == (-1, 1, RED)
    assert "A1" not in stacks
    distance = (cells["A1"].x - cells["B2"].x) ** 2 + (cells["A1"].y - cells["B2"].y) ** 2
    assert distance == pytest.approx(1)


# Mistakes


def turned(text):
    """The text with the mark of whose turn it is in the other player's line."""
    mark = next(line for line in text.splitlines() if "<" in line).partition(")")[2]
    lines = [line.removesuffix(mark) if mark in line else line + mark for line in text.splitlines()[-2:]]
    return "\n".join([*text.splitlines()[:-2], *lines])


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"placement": "later"}, "'by hand' or 'random'"),
        ({"score": "points"}, "'win' or 'margin'"),
        ({"notation": "roman"}, "'letters' or 'numbers'"),
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
        (HALF + "Black to move", "49 stacks .* 'White to move'"),
        (HALF + "Black: 6 points (6 stacks)  <--- TURN", "49 stacks"),
        (PRINTED.format(white="", black=""), "49 stacks .* <--- TURN"),
        (PRINTED.format(white="<--- TURN", black="<--- TURN"), "49 stacks .* <--- TURN"),
        (PRINTED.format(white="<--- TURN to place", black=""), "placed singly"),
        (turned(GAME.show(play_texts(GAME, GAME.start, "A1"))), "White cannot be to place"),
        (turned(GAME.show(dvonn("random").start)).replace("TURN", "TURN to place"), "Black cannot be to place"),
    ],
)
def test_text_that_is_no_position(text, message):
    with pytest.raises(ValueError, match=message):
        GAME.read(text)
