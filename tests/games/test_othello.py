"""Othello against published counts and a twin that plays on coordinates."""

from __future__ import annotations

from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, IllegalMove, check_game, perft_counts
from lazytree.games import othello
from tests.helpers.games import CHOICES, SEEDS, format_move_set, play_choices, play_text, stones_on, value

EVEN = st.sampled_from([4, 6, 8])
DIRECTIONS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def disc_named(name):
    """Column and row, counted from 0 at the top left."""
    return "abcdefgh".index(name[0]), int(name[1:]) - 1


def discs_on(game, position):
    return {disc_named(name): owner for name, owner in stones_on(game, position).items()}


def turned_over(discs, cell, mover):
    """What a disc placed there would turn over."""
    turned = []
    for right, down in DIRECTIONS:
        row, (column, line) = [], (cell[0] + right, cell[1] + down)
        while discs.get((column, line)) == 1 - mover:
            row.append((column, line))
            column, line = column + right, line + down
        if discs.get((column, line)) == mover:
            turned += row
    return turned


def placements(discs, mover, rows, columns):
    cells = product(range(columns), range(rows))
    return {cell for cell in cells if cell not in discs and turned_over(discs, cell, mover)}


# Published numbers


def test_leaves():
    assert list(islice(perft_counts(othello()), 7)) == [4, 12, 56, 244, 1396, 8200, 55092]


@pytest.mark.slow
def test_4x4_has_60060_games_and_the_second_player_wins_by_8():
    game = othello(rows=4, columns=4, score="margin")
    games = {}

    def games_from(position):
        if position not in games:
            games[position] = sum(games_from(game.play(position, move)) for move in game.moves(position)) or 1
        return games[position]

    assert games_from(game.start) == 60060
    assert value(game, game.start) == -8
    assert value(othello(rows=4, columns=4), game.start) == -1


# The rules, against the twin


@given(EVEN, EVEN, CHOICES)
def test_as_on_coordinates(rows, columns, choices):
    game = othello(rows, columns, score="margin")
    position, mover = game.start, FIRST
    discs = discs_on(game, position)
    assert sorted(discs.values()) == [FIRST, FIRST, SECOND, SECOND]
    for choice in choices:
        assert game.mover(position) == mover
        legal = placements(discs, mover, rows, columns)
        moves = [game.format(position, move) for move in game.moves(position)]
        if legal:
            assert len(moves) == len(legal) and {disc_named(move) for move in moves} == legal
            cell = disc_named(moves[choice % len(moves)])
            discs |= dict.fromkeys([cell, *turned_over(discs, cell, mover)], mover)
        elif placements(discs, 1 - mover, rows, columns):
            assert moves == ["pass"]
        else:
            assert moves == []
            lead = list(discs.values()).count(FIRST) - list(discs.values()).count(SECOND)
            assert game.payoffs(position) == (lead, -lead)
            assert othello(rows, columns).payoffs(position)[FIRST] == (lead > 0) - (lead < 0)
            break
        position = game.play(position, game.parse(position, moves[choice % len(moves)]))
        assert discs_on(game, position) == discs
        mover = 1 - mover


@given(EVEN, EVEN, st.sampled_from(["win", "margin"]), SEEDS)
@pytest.mark.slow
def test_the_laws(rows, columns, score, seed):
    check_game(othello(rows, columns, score), games=1, seed=seed)


def test_the_shortest_game():
    """Nine discs placed, and all are black."""
    game = othello(score="margin")
    position = play_text(game, "e6 f4 e3 f6 g5 d6 e7 f5 c5")
    assert list(game.moves(position)) == []
    assert game.payoffs(position) == (13, -13)


# Ratings


@given(EVEN, EVEN, CHOICES)
def test_ratings(rows, columns, choices):
    game = othello(rows, columns)
    position = play_choices(game, choices)
    discs = discs_on(game, position)
    corners = [discs.get((x, y)) for x in (0, columns - 1) for y in (0, rows - 1)]
    counts = [len(placements(discs, player, rows, columns)) for player in (FIRST, SECOND)]
    assert game.ratings["discs"](position) == list(discs.values()).count(FIRST) - list(discs.values()).count(SECOND)
    assert game.ratings["corners"](position) == corners.count(FIRST) - corners.count(SECOND)
    assert game.ratings["mobility"](position) == counts[FIRST] - counts[SECOND]


# Notation


def test_cells_are_named_from_the_top_left():
    game = othello()
    assert format_move_set(game, game.start) == {"d3", "c4", "f5", "e6"}
    assert discs_on(game, game.start) == {(3, 3): SECOND, (4, 3): FIRST, (3, 4): FIRST, (4, 4): SECOND}
    for wrong in ("d4", "a1", "pass", "i9", ""):
        with pytest.raises(IllegalMove, match="legal here: d3, c4, f5, e6"):
            game.parse(game.start, wrong)


@pytest.mark.parametrize("text", ["", "X to move", ". X\nX to move", ". . . .\n" * 4, ". . . .\n" * 4 + "Z to move"])
def test_texts_that_are_no_position(text):
    with pytest.raises(ValueError, match="16 marks"):
        othello(rows=4, columns=4).read(text)


@pytest.mark.parametrize("wrong", [{"rows": 5}, {"columns": 7}, {"rows": 2}, {"columns": 0}, {"score": "discs"}])
def test_wrong_parameters(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        othello(**wrong)
