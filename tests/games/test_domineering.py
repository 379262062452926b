"""Domineering against published winners and a twin that plays on names of cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, IllegalMove, check_game
from lazytree.games import domineering
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


def dominoes(player, taken, size):
    """Every domino that the player can place, as a pair of names."""
    rows, columns = size
    up, right = (1, 0) if player == FIRST else (0, 1)
    for row in range(1, rows + 1):
        for column in range(columns):
            pair = f"{'abcdefg'[column]}{row}", f"{'abcdefgh'[column + right]}{row + up}"
            if row + up <= rows and column + right < columns and not taken & set(pair):
                yield pair


# Published winners


FIVE = pytest.param(5, False, marks=pytest.mark.slow)


@pytest.mark.parametrize(("size", "wins"), [(2, True), (3, True), (4, True), FIVE])
def test_who_wins_on_a_square(size, wins):
    """2 to 4 by hand and by Berlekamp, Conway and Guy; on 5×5 the second player."""
    game = domineering(rows=size, columns=size)
    assert mover_wins(game, game.start) == wins


# The rules, against the twin


@given(SIZES, CHOICES)
def test_as_on_names_of_cells(size, choices):
    game = domineering(*size)
    position, mover, taken = game.start, FIRST, set()
    for choice in choices:
        legal = [f"{one}-{other}" for one, other in dominoes(mover, taken, size)]
        assert format_move_set(game, position) == set(legal)
        assert len(list(game.moves(position))) == len(legal)
        if not legal:
            assert game.payoffs(position)[mover] == -1
            break
        move = legal[choice % len(legal)]
        position = game.play(position, game.parse(position, move))
        taken |= set(move.split("-"))
        mover = 1 - mover
        assert set(stones_on(game, position)) == taken
        assert game.mover(position) == mover


@given(SIZES, SEEDS)
def test_the_laws(size, seed):
    check_game(domineering(*size), games=1, seed=seed)


@given(SIZES, CHOICES)
def test_a_flipped_position_is_the_same(size, choices):
    game = domineering(*size)
    assert_flips_are_the_same(game, play_choices(game, choices))


# Ratings


@given(SIZES, CHOICES)
def test_ratings(size, choices):
    game = domineering(*size)
    position = play_choices(game, choices)
    taken = set(stones_on(game, position))
    places = [list(dominoes(player, taken, size)) for player in (FIRST, SECOND)]
    reachable = [{cell for pair in pairs for cell in pair} for pairs in places]
    safe = [sum(not set(pair) & reachable[1 - player] for pair in places[player]) for player in (FIRST, SECOND)]
    assert game.ratings["mobility"](position) == len(places[FIRST]) - len(places[SECOND])
    assert game.ratings["safety"](position) == safe[FIRST] - safe[SECOND]
    kept = [[pair for pair in places[player] if not set(pair) & reachable[1 - player]] for player in (FIRST, SECOND)]
    fitting = [beside_one_another(places[player]) + beside_one_another(kept[player]) for player in (FIRST, SECOND)]
    assert game.ratings["room"](position) == fitting[FIRST] - fitting[SECOND]


def beside_one_another(pairs):
    """How many of a player's dominoes fit: along a line, each that is free."""
    covered = set()
    for pair in sorted(pairs, key=lambda pair: [(name[0], int(name[1:])) for name in sorted(pair)]):
        covered |= set(pair) if not covered & set(pair) else set()
    return len(covered) // 2


# Notation


def test_a_domino_is_written_by_both_cells_and_read_by_its_first():
    game = domineering(rows=3, columns=3)
    assert "b1-b2" in format_move_set(game, game.start)
    assert play_text(game, "b1 b3") == play_text(game, "b1-b2 b3-c3")
    for wrong in ("b3", "b2-b1", "b1-c1", "d1", "pass", ""):
        with pytest.raises(IllegalMove, match="legal here: a2-a3"):
            game.parse(game.start, wrong)


def test_texts_that_are_no_position():
    game = domineering(rows=2, columns=2)
    for text in ("", "X.\nX.", "X.\nvertical to move", "X.\nX.\nX to move"):
        with pytest.raises(ValueError, match=r"4 marks.*'vertical to move' or 'horizontal to move'"):
            game.read(text)
    with pytest.raises(ValueError, match="not O"):
        game.read("O.\nX.\nvertical to move")


@pytest.mark.parametrize("wrong", [{"rows": 0}, {"columns": -1}, {"columns": "6"}, {"rows": 2.5}])
def test_wrong_sizes(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be a whole number"):
        domineering(**wrong)
