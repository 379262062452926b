"""Connect four against published counts and a twin that plays on coordinates."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, IllegalMove, check_game, perft_counts
from lazytree.games import connect_four
from tests.helpers.games import CHOICES, SEEDS, cells_on, format_move_set, play_choices, play_text, value

SIZES = st.tuples(st.integers(1, 8), st.integers(1, 7), st.integers(2, 5))
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def lines_of(columns, rows, connect):
    """Every line on the board, as a set of (column, row)."""
    cells = {(column, row) for column in range(columns) for row in range(rows)}
    lines = [
        {(column + right * step, row + up * step) for step in range(connect)}
        for column, row in cells
        for right, up in DIRECTIONS
    ]
    return [line for line in lines if line <= cells]


# Published numbers


def test_leaves():
    assert list(islice(perft_counts(connect_four()), 8)) == [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


@pytest.mark.slow
def test_4x4_is_a_draw_and_has_161029_positions():
    game, known = connect_four(columns=4, rows=4), {}
    assert value(game, game.start, known) == 0
    assert len(known) == 161029


# The rules, against the twin


@given(SIZES, CHOICES)
def test_as_on_coordinates(size, choices):
    columns, rows, connect = size
    game = connect_four(columns, rows, connect)
    owners, heights, mover, winner = {}, [0] * columns, FIRST, None
    position = game.start
    for choice in choices:
        legal = [column for column in range(columns) if heights[column] < rows and winner is None]
        assert list(game.moves(position)) == legal
        if not legal:
            assert game.payoffs(position) == {None: (0, 0), FIRST: (1, -1), SECOND: (-1, 1)}[winner]
            break
        column = legal[choice % len(legal)]
        position = game.play(position, column)
        owners[column, heights[column]] = mover
        heights[column] += 1
        if any(all(owners.get(cell) == mover for cell in line) for line in lines_of(*size)):
            winner = mover
        mover = 1 - mover
        assert cells_on(game, position) == owners
        assert game.mover(position) == mover


@given(SIZES, SEEDS)
def test_the_laws(size, seed):
    check_game(connect_four(*size), games=1, seed=seed)


@given(SIZES, CHOICES)
def test_a_mirrored_game_is_the_same(size, choices):
    game = connect_four(*size)
    position = mirrored = game.start
    for choice in choices:
        moves = list(game.moves(position))
        if not moves:
            break
        column = moves[choice % len(moves)]
        position, mirrored = game.play(position, column), game.play(mirrored, size[0] - 1 - column)
    assert game.canonical(position) == game.canonical(mirrored)
    assert game.canonical(position) in (position, mirrored)


# Ratings


@given(SIZES, CHOICES)
def test_ratings(size, choices):
    game = connect_four(*size)
    position = play_choices(game, choices)
    owners, sign = cells_on(game, position), {FIRST: 1, SECOND: -1}
    weights = sum(sign[owner] * (1 + min(column, size[0] - 1 - column)) for (column, _), owner in owners.items())
    lines = [{owners.get(cell) for cell in line} for line in lines_of(*size)]
    assert game.ratings["column_weights"](position) == weights
    assert game.ratings["open_lines"](position) == sum((SECOND not in line) - (FIRST not in line) for line in lines)


# Notation


def test_columns_have_letters_and_numbers():
    game = connect_four()
    assert format_move_set(game, game.start) == set("abcdefg")
    assert play_text(game, "a D g") == play_text(game, "1 4 7")
    for wrong in ("h", "8", "0", "", "pass", "d1"):
        with pytest.raises(IllegalMove, match="legal here: a, b, c, d, e, f, g"):
            game.parse(game.start, wrong)
    full = play_text(game, "d d d d d d")
    with pytest.raises(IllegalMove, match="legal here: a, b, c, e, f, g"):
        game.parse(full, "d")


def test_the_four_that_wins():
    game = connect_four()
    position = play_text(game, "a b a b a b a")
    assert list(game.moves(position)) == []
    assert game.payoffs(position) == (1, -1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (". . . X\nO to move", "16 marks"),
        ("X . . .\n" * 5 + "O to move", "16 marks"),
        ("X . . .\n" * 4, "X to move"),
        ("X . . .\n" + ". . . .\n" * 3 + "O to move", "needs the ground"),
        (". . . .\nO . . .\nO O O .\nX X X X\nX to move", "X has won already"),
        (". . . .\n" * 3 + "X X X .\nX to move", "here X has 3 and O has 0, X to move"),
        (". . . .\n" * 3 + "O . . .", "here X has 0 and O has 1; a position looks like: 4 . . . . / 3"),
    ],
)
def test_texts_that_are_no_position(text, fault):
    with pytest.raises(ValueError, match=fault):
        connect_four(columns=4, rows=4).read(text)


@pytest.mark.parametrize("wrong", [{"columns": 0}, {"rows": -1}, {"rows": "6"}, {"connect": 1}, {"columns": 7.0}])
def test_wrong_sizes(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be a whole number"):
        connect_four(**wrong)
