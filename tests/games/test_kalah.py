"""Kalah against published values and a twin that sows along two rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, IllegalMove, check_game, perft
from lazytree.games import kalah
from tests.helpers.games import CHOICES, SEEDS, format_move_set, pieces_on, play_choices, play_text

SIZES = st.tuples(st.integers(1, 8), st.integers(1, 8))


def exact(pits, seeds):
    """The margin under best play: a search of ever narrower windows, with bounds remembered by the seeds in the pits.

    What is in the stores decides nothing but the sum, so it is left out and added again.
    """
    game = kalah(pits, seeds, score="margin")
    bounds = {}

    def search(position, alpha, beta):
        lead = game.ratings["stores"](position)
        rest = position._replace(board=position.board.set(pits, 0).set(2 * pits + 1, 0))
        left = sum(rest.board)
        low, high = bounds.get(rest, (-left, left))
        if low >= beta - lead or high <= alpha - lead or low == high:
            return lead + (low if low >= beta - lead else high)
        value = best(rest, alpha - lead, beta - lead)
        bounds[rest] = (low if value < beta - lead else value, high if value > alpha - lead else value)
        return lead + value

    def best(position, alpha, beta):
        """Moves next to the store come first: they are most likely to gain a turn."""
        sign = 1 if position.mover == FIRST else -1
        reached = []
        for move in reversed(list(game.moves(position))):
            reached.append(search(game.play(position, move), alpha, beta))
            if sign * reached[-1] >= sign * (beta if sign == 1 else alpha):
                break
        return sign * max(sign * value for value in reached) if reached else 0

    value, low, high = 0, -2 * pits * seeds, 2 * pits * seeds
    while low < high:
        beta = value + (value == low)
        value = search(game.start, beta - 1, beta)
        low, high = (low, value) if value < beta else (value, high)
    return value


# Published values


LARGER = pytest.param(4, 3, 8, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("pits", "seeds", "margin"),
    [(4, 1, 2), (4, 2, 6), LARGER, (5, 1, 0), (5, 2, 0)],
)
def test_values(pits, seeds, margin):
    assert exact(pits, seeds) == margin


@pytest.mark.minutes
@pytest.mark.parametrize(("pits", "seeds", "margin"), [(4, 4, 2), (4, 5, 2), (5, 3, 8)])
def test_values_of_larger_boards(pits, seeds, margin):
    assert exact(pits, seeds) == margin


# The rules, against the twin


def sow(rows, stores, mover, pit, empty_capture=True):
    """Changes rows and stores; says who moves next. Each row runs from its owner's left to its store."""
    hand, rows[mover][pit] = rows[mover][pit], 0
    side, at = mover, pit
    while hand:
        at += 1
        if at == len(rows[side]) and side == mover:
            stores[mover] += 1
        elif at >= len(rows[side]):
            side, at = 1 - side, 0
            rows[side][at] += 1
        else:
            rows[side][at] += 1
        hand -= 1
    if at == len(rows[side]):
        return mover
    if side == mover and rows[side][at] == 1 and (empty_capture or rows[1 - side][-1 - at]):
        stores[mover] += rows[1 - side][-1 - at] + 1
        rows[side][at] = rows[1 - side][-1 - at] = 0
    return 1 - mover


@given(SIZES, st.sampled_from(["win", "margin"]), st.booleans(), CHOICES)
def test_as_in_two_rows(size, score, empty_capture, choices):
    pits, seeds = size
    game = kalah(pits, seeds, score, empty_capture)
    rows, stores, mover = [[seeds] * pits, [seeds] * pits], [0, 0], FIRST
    position = game.start
    for choice in choices:
        assert list(position.board) == [*rows[FIRST], stores[FIRST], *rows[SECOND], stores[SECOND]]
        legal = [pit for pit in range(pits) if rows[mover][pit]]
        assert list(game.moves(position)) == legal
        assert game.mover(position) == mover
        if not legal:
            lead = stores[FIRST] - stores[SECOND]
            assert sum(stores) == 2 * pits * seeds
            assert game.payoffs(position)[FIRST] == (lead if score == "margin" else (lead > 0) - (lead < 0))
            break
        pit = legal[choice % len(legal)]
        position = game.play(position, pit)
        mover = sow(rows, stores, mover, pit, empty_capture)
        if not any(rows[FIRST]) or not any(rows[SECOND]):
            stores = [store + sum(row) for store, row in zip(stores, rows)]
            rows = [[0] * pits, [0] * pits]


def leaves(rows, mover, plies, empty_capture):
    """How many lines of `plies` plies there are, or of fewer to the end."""
    legal = [pit for pit in range(len(rows[mover])) if rows[mover][pit]] if all(map(any, rows)) else []
    if not legal or not plies:
        return not plies
    total = 0
    for pit in legal:
        after = [list(row) for row in rows]
        total += leaves(after, sow(after, [0, 0], mover, pit, empty_capture), plies - 1, empty_capture)
    return total


@pytest.mark.parametrize(("pits", "seeds", "plies"), [(3, 2, 8), (4, 1, 8), (6, 4, 5)])
@pytest.mark.parametrize("empty_capture", [True, False])
def test_leaves_are_the_twins(pits, seeds, plies, empty_capture):
    game = kalah(pits, seeds, empty_capture=empty_capture)
    rows = [[seeds] * pits, [seeds] * pits]
    assert [perft(game, depth) for depth in range(plies)] == [
        leaves(rows, FIRST, depth, empty_capture) for depth in range(plies)
    ]


@given(SIZES, st.sampled_from(["win", "margin"]), st.booleans(), SEEDS)
def test_the_laws(size, score, empty_capture, seed):
    check_game(kalah(*size, score, empty_capture), games=1, seed=seed)


def test_a_last_seed_in_the_store_moves_again():
    game = kalah()
    assert game.mover(play_text(game, "c")) == FIRST
    assert game.mover(play_text(game, "c d")) == SECOND


def test_capture():
    game = kalah(pits=3, seeds=2)
    position = game.read(
        """
           2  0  5
        0          0
           1  0  4
        first to move
        """
    )
    assert list(game.play(position, 0).board) == [0, 0, 4, 1, 5, 0, 2, 0]  # an empty capture
    game = kalah(pits=3, seeds=2, empty_capture=False)
    assert list(game.play(position, 0).board) == [0, 1, 4, 0, 5, 0, 2, 0]
    position = game.read("2 3 1  0 1  1 0 4\nfirst to move")
    assert list(game.play(position, 0).board) == [0, 0, 4, 5, 1, 0, 2, 0]


def test_the_end_gathers_what_is_left():
    game = kalah(pits=2, seeds=3, score="margin")
    position = game.read("1 2  3 5  0 1\nfirst to move")
    position = game.play(position, 1)
    assert list(position.board) == [0, 0, 6, 0, 0, 6]
    assert list(game.moves(position)) == []
    assert game.payoffs(position) == (0, 0)


# Ratings


@given(SIZES, CHOICES)
def test_ratings(size, choices):
    game = kalah(*size)
    position = play_choices(game, choices)
    pits, board = size[0], list(position.board)
    assert game.ratings["stores"](position) == board[pits] - board[-1]
    assert game.ratings["on_side"](position) == sum(board[: pits + 1]) - sum(board[pits + 1 :])
    again = [0, 0]
    for player in (FIRST, SECOND):
        for pit in game.moves(position._replace(mover=player)):
            rows, stores = [board[:pits], board[pits + 1 : -1]], [0, 0]
            again[player] += sow(rows, stores, player, pit) == player
    assert game.ratings["extra_turns"](position) == again[FIRST] - again[SECOND]


# Notation


def test_pits_have_letters():
    game = kalah()
    assert format_move_set(game, game.start) == format_move_set(game, play_text(game, "a")) == set("abcdef")
    assert play_text(game, "A f") == play_text(game, "a F")
    for wrong in ("g", "1", "pass", ""):
        with pytest.raises(IllegalMove, match="legal here: a, b, c, d, e, f"):
            game.parse(game.start, wrong)
    with pytest.raises(IllegalMove, match="legal here: a, b, d, e, f"):
        game.parse(play_text(game, "c"), "c")


def test_a_picture_shows_every_seed_and_whose_it_is():
    game = kalah(pits=2, seeds=1)
    holes = pieces_on(game, play_text(game, "b"))
    assert {name: (hole.owner, hole.height) for name, hole in holes.items()} == {
        "a": (FIRST, 1),
        "store": (FIRST, 1),
        "A": (SECOND, 1),
        "B": (SECOND, 1),
    }


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "6 numbers"),
        ("1 1 0 0 1 1", "last line"),
        ("1 1 0 0 1\nfirst to move", "6 numbers"),
        ("1 1 0 0 1 1\nX to move", "last line"),
        ("1 1 2 0 0 0\nfirst to move", "a row is empty"),
        ("1 1 0 0 1 2\nfirst to move", "there are 4 seeds in this game, not 5"),
        ("1 1 0 0 1 x\nfirst to move", "6 numbers"),
    ],
)
def test_texts_that_are_no_position(text, fault):
    with pytest.raises(ValueError, match=fault):
        kalah(pits=2, seeds=1).read(text)


@pytest.mark.parametrize("wrong", [{"pits": 0}, {"seeds": 0}, {"seeds": "4"}, {"score": "seeds"}, {"empty_capture": 1}])
def test_wrong_parameters(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        kalah(**wrong)
