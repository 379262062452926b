"""Clobber against published winners and a twin that plays on coordinates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, IllegalMove, check_game
from lazytree.games import clobber
from tests.helpers.games import (
    CHOICES,
    SEEDS,
    assert_flips_are_the_same,
    format_move_set,
    mover_wins,
    play_choices,
    play_text,
    stones_on,
)

SIZES = st.tuples(st.integers(1, 7), st.integers(1, 7))


def neighbours(name):
    column, row = ord(name[0]), int(name[1:])
    cells = [(column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row)]
    return [f"{chr(column)}{row}" for column, row in cells]


def targets(stones, name):
    """The cells of the other's stones beside this one."""
    return [near for near in neighbours(name) if stones.get(near) == 1 - stones[name]]


# Published winners


@pytest.mark.parametrize(
    ("rows", "columns", "wins"),
    [
        (2, 2, True),
        (2, 3, False),
        (2, 4, True),
        (2, 5, True),
        (2, 6, False),
        (3, 3, True),
        (3, 4, False),
        (3, 5, True),
        pytest.param(4, 4, True, marks=pytest.mark.slow),
    ],
)
def test_who_wins(rows, columns, wins):
    for game in (clobber(rows, columns), clobber(columns, rows)):
        assert mover_wins(game, game.start) == wins


# The rules, against the twin


@given(SIZES, CHOICES)
def test_as_on_coordinates(size, choices):
    game = clobber(*size)
    position, mover = game.start, FIRST
    stones = stones_on(game, position)
    assert len(stones) == size[0] * size[1]
    for choice in choices:
        legal = [f"{name}-{to}" for name, owner in stones.items() if owner == mover for to in targets(stones, name)]
        assert format_move_set(game, position) == set(legal)
        if not legal:
            assert game.payoffs(position)[mover] == -1
            break
        move = legal[choice % len(legal)]
        source, target = move.split("-")
        position = game.play(position, game.parse(position, move))
        stones[target] = stones.pop(source)
        mover = 1 - mover
        assert stones_on(game, position) == stones
        assert game.mover(position) == mover


@given(SIZES, SEEDS)
def test_the_laws(size, seed):
    check_game(clobber(*size), games=1, seed=seed)


@given(SIZES, CHOICES)
def test_a_flipped_position_is_the_same(size, choices):
    game = clobber(*size)
    assert_flips_are_the_same(game, play_choices(game, choices))


# Ratings


@given(SIZES, CHOICES)
def test_ratings(size, choices):
    game = clobber(*size)
    position = play_choices(game, choices)
    stones = stones_on(game, position)
    sign = {FIRST: 1, SECOND: -1}
    counts = [(sign[owner], len(targets(stones, name))) for name, owner in stones.items()]
    assert game.ratings["movable"](position) == sum(sign for sign, count in counts if count >= 1)
    assert game.ratings["flexible"](position) == sum(sign for sign, count in counts if count >= 2)


# Notation


def test_the_start_and_a_move():
    game = clobber(rows=2, columns=2)
    assert stones_on(game, game.start) == {"a2": FIRST, "b2": SECOND, "a1": SECOND, "b1": FIRST}
    assert stones_on(game, play_text(game, "a2-b2")) == {"b2": FIRST, "a1": SECOND, "b1": FIRST}
    assert play_text(game, "A2-B2 a1-b1") == play_text(game, "a2-b2 a1-b1")
    for wrong in ("a1-a2", "a2-b1", "a2", "pass", ""):
        with pytest.raises(IllegalMove, match="legal here: a2-b2, a2-a1, b1-b2, b1-a1"):
            game.parse(game.start, wrong)


@pytest.mark.parametrize("text", ["", "XO\nOX", "XO\nX to move", "XO\nOXX\nX to move", "XO\nOX\nX to play"])
def test_texts_that_are_no_position(text):
    with pytest.raises(ValueError, match="4 marks"):
        clobber(rows=2, columns=2).read(text)


@pytest.mark.parametrize("wrong", [{"rows": 0}, {"columns": -1}, {"columns": "6"}, {"rows": 2.5}])
def test_wrong_sizes(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be a whole number"):
        clobber(**wrong)
