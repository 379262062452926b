"""Dice of Doom as text and as a picture, random deals, and arguments that are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import CHANCE, IllegalMove
from lazytree.games import dice_of_doom
from tests.helpers.games import play_choices, play_text

from .dice_of_doom_boards import CHOICES, EXAMPLE, games, hexes_in


def test_the_text_is_the_books():
    game = dice_of_doom(board=EXAMPLE)
    assert game.show(game.start) == "current player = a\n    a-3 a-3\n  b-3 b-1"
    assert game.parse(game.start, "2") == game.parse(game.start, "1 -> 3")
    attacked = play_text(game, "2")
    assert game.show(attacked) == "current player = a, attacked, captured 1\n    a-3 a-1\n  b-3 a-2"
    assert game.format(attacked, game.parse(attacked, "1")) == "pass"


@given(games(), CHOICES)
def test_text_moves_and_numbers_are_read_back(game, choices):
    position = play_choices(game, choices)
    assert game.read(game.show(position)) == position
    for number, move in enumerate(game.moves(position), 1):
        assert game.parse(position, game.format(position, move)) == move
        assert game.parse(position, str(number)) == move


@given(games(), CHOICES)
def test_the_dice_have_owners_and_heights(game, choices):
    position = play_choices(game, choices)
    stones = list(game.stones(position))
    assert [(stone.owner, stone.height) for stone in stones] == hexes_in(game, position)
    assert [cell.name for cell in game.layout.cells] == [str(stone.cell) for stone in stones]


# Deals


def test_the_same_seed_deals_the_same_board():
    assert dice_of_doom(size=3, seed=7).start == dice_of_doom(size=3, seed=7).start
    assert len({dice_of_doom(size=3, seed=seed).start for seed in range(20)}) == 20


@given(st.integers(), st.integers(1, 6), st.integers(2, 4), st.integers(1, 9))
def test_a_deal_is_its_boards_text(seed, size, players, max_dice):
    game = dice_of_doom(size=size, players=players, max_dice=max_dice, seed=seed)
    assert dice_of_doom(**game.parameters).start == game.start
    hexes = hexes_in(game, game.start)
    assert len(hexes) == size * size
    assert all(0 <= owner < players and 1 <= dice <= max_dice for owner, dice in hexes)


# Mistakes


@pytest.mark.parametrize(
    "arguments, said",
    [
        ({"size": 0}, "size must be a whole number of at least 1"),
        ({"size": 2.0}, "size must be a whole number"),
        ({"players": 1}, "players must be a whole number of at least 2"),
        ({"players": 5}, "players must be at most 4"),
        ({"max_dice": 0}, "max_dice must be a whole number of at least 1"),
        ({"max_dice": 32}, "max_dice must be at most 31"),
        ({"dice": "loaded"}, "dice must be 'certain' or 'rolled'"),
        ({"reinforcement": "none"}, "reinforcement must be 'captured' or 'largest cluster'"),
        ({"seed": None}, "seed must be a whole number"),
        ({"board": "a3,a3,b3"}, "is 4 hexes such as a3 or b1, not 3"),
        ({"board": ""}, "is 4 hexes such as a3 or b1, not 0"),
        ({"size": 3, "board": EXAMPLE}, "is 9 hexes"),
        ({"board": "a3,a3,b3,c1"}, r"'c1' is no hex: write its owner \(a, b\)"),
        ({"board": "a3,a3,b3,b0"}, "'b0' is no hex"),
        ({"board": "a3,a3,b3,b4"}, r"'b4' is no hex: .* its dice \(1 to 3\)"),
        ({"board": "a3,a3,b3,b"}, "'b' is no hex"),
        ({"board": "a3,a3,b3,3b"}, "'3b' is no hex"),
    ],
)
def test_arguments_that_make_no_game(arguments, said):
    with pytest.raises(ValueError, match=said):
        dice_of_doom(**arguments)


@pytest.mark.parametrize("text", ["", "pass", "0", "3", "3->1", "0->1", "0->9", "success"])
def test_illegal_moves_are_refused_with_the_legal_ones(text):
    game = dice_of_doom(board=EXAMPLE)
    with pytest.raises(IllegalMove, match="legal here: 0->3, 1->3"):
        game.parse(game.start, text)


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "4 hexes"),
        ("current player = a", "4 hexes"),
        ("current player = c\na-3 a-3 b-3 b-1", "the first line is like"),
        ("player = a\na-3 a-3 b-3 b-1", "the first line is like"),
        ("current player = a\na-3 a-3 b-3", "not 3"),
        ("current player = a\na-3 a-3 b-3 b-7", "'b-7' is no hex"),
        ("current player = a, captured 2\na-3 a-3 b-3 b-1", "captured only by an attack"),
        ("current player = a, attacked, rolling 0->3\na-3 a-3 b-3 b-1", "no dice roll"),
    ],
)
def test_texts_that_are_no_position(text, said):
    with pytest.raises(ValueError, match=said):
        dice_of_doom(board=EXAMPLE).read(text)


def test_where_clusters_reinforce_no_captured_dice_are_counted():
    game = dice_of_doom(board=EXAMPLE, reinforcement="largest cluster")
    with pytest.raises(ValueError, match="only where they bring reinforcement"):
        game.read("current player = a, attacked, captured 2\na-3 a-3 b-3 b-1")


def test_an_illegal_roll_is_no_position():
    game = dice_of_doom(board=EXAMPLE, dice="rolled")
    assert game.mover(game.read("current player = a, attacked, rolling 0->3\na-3 a-3 b-3 b-1")) == CHANCE
    with pytest.raises(ValueError, match="no dice roll for 3->1"):
        game.read("current player = a, attacked, rolling 3->1\na-3 a-3 b-3 b-1")


def test_without_a_first_line_player_a_begins():
    game = dice_of_doom(board="b1,b1,a1,a1")
    assert game.read(EXAMPLE) == dice_of_doom(board=EXAMPLE).start
