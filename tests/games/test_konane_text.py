"""Konane as text and as stones on a board, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given

from lazytree import FIRST, SECOND, IllegalMove
from lazytree.games import konane
from tests.helpers.games import format_move_set, play_choices

from .konane_boards import BOARDS, CHOICES, EXAMPLE, LETTERS, games, rows_of


def test_the_course_s_own_example_is_read():
    """`jump (3, 4) to (5, 4)`, after both removals, as the course writes it."""
    game = konane()
    position = game.start
    for text, pairs in (
        ("remove (5, 4)", "remove(5,4)"),
        ("remove (5, 5)", "remove(5,5)"),
        ("jump (3, 4) to (5, 4)", "jump(3,4,5,4)"),
    ):
        move = game.parse(position, text)
        assert move == game.parse(position, pairs)
        position = game.play(position, move)


@pytest.mark.parametrize(
    "text",
    [
        "d2-d4-d6",
        "D2 - d4 - d6",
        "d2-d6",
        "jump(2,4,4,4,6,4)",
        "Jump (2,4, 4,4, 6,4)",
        "jump (2, 4) to (4, 4) to (6, 4)",
    ],
)
def test_every_spelling_of_a_jump_is_read(text):
    game = konane()
    position = game.read("\n".join([*BOARDS.splitlines()[-2].split(), "light to move"]))
    assert game.format(position, game.parse(position, text)) == "d2-d4-d6"


@given(games(), CHOICES)
def test_text_and_moves_are_read_back(game, choices):
    position = play_choices(game, choices)
    assert game.read(game.show(position)) == position
    for move in game.moves(position):
        for spelling in game.parse.spellings:
            assert game.parse(position, spelling(position, move)) == move


@given(games(), CHOICES)
def test_every_stone_is_shown_in_its_place(game, choices):
    position = play_choices(game, choices)
    owners = {stone.cell: stone.owner for stone in game.stones(position)}
    marks = "".join(rows_of(game, position))
    players = {"X": game.players.index("dark"), "O": game.players.index("light")}
    assert owners == {cell: players[mark] for cell, mark in enumerate(marks) if mark != "."}


# The course's notation


def test_the_worked_example_of_the_course_is_written_as_the_course_writes_it():
    course, letters = konane(notation="course"), konane()
    position, boards = course.start, BOARDS.splitlines()
    for text, in_letters, board in zip(EXAMPLE.split("; "), LETTERS.split(), boards, strict=True):
        move = course.parse(position, text)
        assert course.format(position, move) == text
        assert letters.format(position, move) == in_letters
        assert course.parse(position, in_letters) == letters.parse(position, text) == move
        position = course.play(position, move)
        head, *rows, _ = course.show(position).splitlines()
        assert head.split() == list("12345678")
        assert [row.split() for row in rows] == [[str(8 - row), *marks] for row, marks in enumerate(board.split())]


@given(games(), CHOICES)
def test_both_notations_are_of_one_game_and_read_each_other(game, choices):
    course = konane(**{**game.parameters, "notation": "course"})
    position = play_choices(game, choices)
    assert position == play_choices(course, choices)
    for one in (game, course):
        assert one.read(game.show(position)) == one.read(course.show(position)) == position
    for move in game.moves(position):
        assert course.parse(position, course.format(position, move)) == move
        assert game.parse(position, course.format(position, move)) == move
        assert course.parse(position, game.format(position, move)) == move


def test_numbers_of_two_digits_stand_above_their_columns():
    game = konane(rows=2, columns=11, opening="a2,b2", notation="course")
    assert game.show(game.start) == (
        "    1  2  3  4  5  6  7  8  9 10 11\n"
        "2   .  .  X  O  X  O  X  O  X  O  X\n"
        "1   O  X  O  X  O  X  O  X  O  X  O\n"
        "dark to move"
    )


def test_an_illegal_move_is_answered_in_the_notation_of_the_game():
    game = konane(rows=4, columns=6, notation="course")
    with pytest.raises(IllegalMove, match=r"legal here: remove\(4,1\), remove\(3,4\), remove\(2,3\), remove\(1,6\)$"):
        game.parse(game.start, "remove(4,2)")


# Mistakes


@pytest.mark.parametrize(
    "arguments, said",
    [
        ({"rows": 0}, "rows must be a whole number of at least 1"),
        ({"columns": -3}, "columns must be"),
        ({"opening": "side"}, "opening must be"),
        ({"opening": "d5"}, "opening must be"),
        ({"opening": ("d5", "e5", "f5")}, "opening must be"),
        ({"opening": "d5,d6,"}, "opening must be"),
        ({"opening": "d5,j5"}, "there is no cell 'j5'"),
        ({"opening": "d5,f5"}, "must be adjacent"),
        ({"opening": "d5,d5"}, "must be adjacent"),
        ({"columns": 1, "opening": "corner"}, "at least 2 columns"),
        ({"columns": 1, "opening": "centre"}, "at least 2 columns"),
        ({"notation": "pairs"}, "notation must be 'letters' or 'course', not 'pairs'"),
        ({"notation": None}, "notation must be"),
        ({"first": "black"}, 'first must be "dark" or "light"'),
        ({"first": "light", "opening": "corner"}, "dark moves"),
        ({"rows": 5, "columns": 5, "first": "light"}, "light has no corner"),
    ],
)
def test_arguments_that_make_no_game(arguments, said):
    with pytest.raises(ValueError, match=said):
        konane(**arguments)


@pytest.mark.parametrize(
    "text", ["", "d5", "a1", "a1-a4", "remove(4,5)", "d5-d7", "jump(5,4,7,4)", "pass", "remove(9,9)"]
)
def test_illegal_moves_are_refused_with_the_legal_ones(text):
    game = konane(rows=4, columns=6)
    with pytest.raises(IllegalMove, match=r"legal here: a4, d3, c2, f1$"):
        game.parse(game.start, text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "X O X",
        "XO\nOX\nXO",
        "XOX\nOQX\nXOX",
        "XOX\nOXO\nX?X",
        "XOX\nOXO\nXOX\ngreen to move",
        "XOX\nOXO\nXOX\nX.X",
        "XOX\nOXO\nXOX\nlight to move",
        "X.X\nOXO\nXOX\ndark to move",
        "X..\nOXO\nXOX\ndark to move\nlight to move",
    ],
)
def test_texts_that_are_no_position(text):
    with pytest.raises(ValueError):
        konane(rows=3, columns=3).read(text)


def test_without_a_word_about_the_turn_the_opening_decides():
    game = konane(rows=3, columns=3)
    for board, turn, legal in [
        ("XOXOXOXOX", FIRST, {"a3", "c3", "b2", "a1", "c1"}),
        (".OXOXOXOX", SECOND, {"b3", "a2"}),
        ("..XOXOXOX", FIRST, {"a1-a3"}),
    ]:
        position = game.read("\n".join([board[:3], board[3:6], board[6:]]))
        assert (position.mover, format_move_set(game, position)) == (turn, legal)


@pytest.mark.parametrize("opening", [None, 3, ((0, 0), (0, 1))])
def test_an_opening_of_another_kind_is_refused(opening: object) -> None:
    with pytest.raises(ValueError, match="opening must be"):
        konane(opening=opening)  # type: ignore[arg-type]
