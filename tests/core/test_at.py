"""A position together with its game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import Game, IllegalMove, is_over
from lazytree.games import konane, nim, tic_tac_toe
from tests.helpers.positions import ALL, Variant, walk_to, walks

LINES_OF_TEXT = Game(
    name="a line of letters",
    start="",
    mover=lambda line: len(line) % 2,
    moves=lambda line: ("a", "b") if len(line) < 4 else (),
    play=lambda line, letter: line + letter,
    payoffs=lambda line: (0, 0),
)


@given(st.sampled_from(ALL), walks())
def test_it_shows_the_board_lists_the_moves_and_plays_them(variant: Variant, walk):
    game = variant()
    at = game.at(walk_to(game, walk))
    assert repr(at) == game.show(at.position)
    assert (at.moves == ()) == is_over(game, at.position)
    for text, move in list(zip(at.moves, game.moves(at.position)))[:5]:
        assert at.play(text).position == at.play(move).position == game.play(at.position, move)
        assert at.written([move]) == [text]


def test_it_begins_at_the_start_and_reads_positions():
    game = tic_tac_toe()
    assert game.at().position == game.start
    assert game.at("X.. / .O. / ...").position == game.read("X.. / .O. / ...")
    assert game.at() == game.at(game.start)
    assert game.at() != game.at().play("b2")
    assert game.at() != nim().at()


def test_a_move_that_is_not_legal_is_named():
    game = konane(rows=4, columns=4, opening="corner")
    with pytest.raises(IllegalMove, match=r"'a1' is not a legal move; legal here: "):
        game.at().play("a1")
    with pytest.raises(IllegalMove, match="a move is read from a text"):
        game.at().play(17)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no position of konane"):
        game.at(nim().start)


def test_where_moves_or_positions_are_texts_they_are_taken_as_they_are():
    at = LINES_OF_TEXT.at("ab")
    assert at.position == "ab"
    assert at.play("b").position == "abb"
