"""Andantino by its rules: counted positions, boards drawn by hand, a twin."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, SURE, is_over, perft_counts
from lazytree.games import andantino
from lazytree.games.andantino_rules import NO_WINNER, Position
from lazytree.playing.laws import check_game
from tests.helpers.examples import examples
from tests.helpers.games import format_move_set, last_of, play_texts, random_game

from .andantino_boards import (
    AXES,
    FIVE,
    OLD_RING,
    RING,
    board_of,
    cells_in,
    near,
    position_of,
    twin_cut_off,
    twin_runs,
    twin_wins,
)

SEEDS, PLIES = st.integers(0, 10**9), st.integers(0, 40)
SIDES = st.sampled_from([3, 4, 5, 6])


@st.composite
def about_to_close(draw):
    """A side, the mover's stones, the enemy's, and where the mover puts the next: often the gap of a ring."""
    side = draw(SIDES)
    board = sorted(board_of(side))
    cells = st.sampled_from(board)
    held = {draw(cells)}
    for _ in range(draw(st.integers(0, 4))):
        held.add(draw(st.sampled_from(sorted({cell for inner in held for cell in near(inner)} & set(board)))))
    ring = {cell for inner in held for cell in near(inner)} & set(board) - held
    own = ring | draw(st.sets(cells, max_size=6)) - (held if draw(st.booleans()) else set())
    stone = draw(st.sampled_from(sorted(own) if draw(st.booleans()) else board))
    enemy = draw(st.sets(st.sampled_from(sorted(held)))) | draw(st.sets(cells, max_size=6))
    return side, own - {stone}, enemy - own - {stone}, stone


@pytest.mark.slow
@given(about_to_close(), st.sampled_from([FIRST, SECOND]))
@examples(300)
def test_winning_stones_are_the_twins(drawing, mover):
    side, own, enemy, stone = drawing
    game, board = andantino(side), board_of(side)
    black, white = (own, enemy) if mover == FIRST else (enemy, own)
    after = game.play(position_of(side, black, white, mover), stone[0] * (2 * side - 1) + stone[1])
    assert after.winner == (mover if twin_wins(board, own | {stone}, enemy, stone) else NO_WINNER)
    rings = after.black_rings if mover == FIRST else after.white_rings
    assert cells_in(side, rings) == twin_cut_off(board, own | {stone})


@pytest.mark.slow
@given(st.sampled_from([3, 4, 5, 10]), SEEDS, PLIES)
def test_moves_and_rings_are_the_twins_along_random_games(side, seed, plies):
    game, board = andantino(side), board_of(side)
    position = last_of(random_game(game, seed, plies))
    black, white = cells_in(side, position.black), cells_in(side, position.white)
    stones = black | white
    if len(stones) > 1:
        legal = {cell for cell in board - stones if len(stones & set(near(cell))) >= 2}
        expected = set() if position.winner != NO_WINNER else legal
        assert {divmod(move, 2 * side - 1) for move in game.moves(position)} == expected
    assert position.mover == len(stones) % 2
    assert cells_in(side, position.black_rings) == twin_cut_off(board, black)
    assert cells_in(side, position.white_rings) == twin_cut_off(board, white)


@given(st.sampled_from([3, 4, 5, 10]), SEEDS, PLIES)
def test_ratings_are_the_twins(side, seed, plies):
    game = andantino(side)
    position = last_of(random_game(game, seed, plies))
    board = board_of(side)
    black, white = cells_in(side, position.black), cells_in(side, position.white)

    def line_and_loners(own):
        return max(twin_runs(own), default=0) - sum(not own & set(near(stone)) for stone in own)

    def open_lines(enemy):
        lines = (
            [(row + k * down, column + k * across) for k in range(5)] for row, column in board for down, across in AXES
        )
        return sum(set(line) <= board - enemy for line in lines)

    longest, opened = line_and_loners(black) - line_and_loners(white), open_lines(white) - open_lines(black)
    assert game.ratings["longest_line"](position) == longest
    assert game.ratings["open_lines"](position) == opened
    assert game.ratings["weighed"](position) == 10 * longest + opened
    assert abs(10 * longest + opened) < SURE


# Counted positions


def test_leaves_after_each_ply():
    assert list(islice(perft_counts(andantino()), 8)) == [1, 6, 12, 36, 144, 720, 4032, 24768]


@pytest.mark.slow
def test_first_wins_after_nine_plies():
    game = andantino()
    lines = Counter([game.start])
    for ply in range(1, 10):
        after = Counter()
        for position, count in lines.items():
            for move in game.moves(position):
                after[game.play(position, move)] += count
        lines = after
        won = sum(count for position, count in lines.items() if position.winner != NO_WINNER)
        assert won == (96 if ply == 9 else 0)


# Rules, on boards drawn by hand


def outcome(game, text, *moves):
    return game.show(play_texts(game, game.read(text), *moves)).splitlines()[-1]


def exchanged(text):
    """The same with White about to move: colours exchanged, and one more black stone, on 1 A."""
    board = text.replace("Black to move", "").translate(str.maketrans("xo", "ox"))
    return board.replace(".", "x", 1) + "White to move"


def test_a_ring_with_an_empty_cell_inside():
    position = play_texts(FIVE, FIVE.read(RING), "4 E")
    assert FIVE.show(position).splitlines()[-1] == "Black has won"
    assert is_over(FIVE, position) and FIVE.payoffs(position) == (1, -1)
    position = play_texts(FIVE, FIVE.read(exchanged(RING)), "4 E")
    assert FIVE.show(position).splitlines()[-1] == "White has won"
    assert is_over(FIVE, position) and FIVE.payoffs(position) == (-1, 1)


def test_two_enemy_stones_enclosed():
    both = RING.replace("x o . x", "x o o x").replace("o . o . o", "o . o . .")
    assert outcome(FIVE, both, "4 E") == "Black has won"
    assert outcome(FIVE, exchanged(both), "4 E") == "White has won"


def test_a_ring_around_nothing_or_around_an_own_stone_does_not_win():
    nothing = RING.replace("x o . x", "x . . x").replace(" . . o . . . .", " . . o o . . .")
    assert outcome(FIVE, nothing, "4 E") == "White to move"
    own = RING.replace("x o . x", "x x . x").replace(" . . o . . . .", " . o o o . . .")
    assert outcome(FIVE, own, "4 E") == "White to move"


def test_an_open_ring_does_not_win():
    assert outcome(FIVE, RING, "7 E") == "White to move"


BORDER = """
        A B C D E
 1     . x o x . F
 2    . x o x . . G
 3   . . . x . . . H
 4  . . o . o . . . I
 5 . . . o . . . . .
 6  . . . . . . . .
 7   . . . . . . .
 8    . . . . . .
 9     . . . . .
Black to move
"""
CORNER = """
        A B C D E
 1     o x . . . F
 2    x . o . . . G
 3   . . . . . . . H
 4  . . . . . . . . I
 5 . . . . . . . . .
 6  . . . . . . . .
 7   . . . . . . .
 8    . . . . . .
 9     . . . . .
Black to move
"""


def test_the_border_does_not_help_to_close_a_ring():
    assert outcome(FIVE, BORDER, "3 C") == "White to move"
    assert outcome(FIVE, CORNER, "2 B") == "White to move"


def test_a_stone_in_an_old_ring_wins_for_its_owner_just_by_a_stone_that_borders_the_region():
    assert outcome(FIVE, OLD_RING, "5 E") == "Black to move"
    assert outcome(FIVE, OLD_RING, "5 E", "7 E") == "White to move"
    assert outcome(FIVE, OLD_RING, "5 E", "7 E", "7 G") == "Black to move"
    assert outcome(FIVE, OLD_RING, "5 E", "7 E", "7 G", "5 F") == "Black has won"


MIDDLES = [
    """
    . . . . . . .
   . o . o . . . .
  . x x . x x . . .
   . o . o . . . .
    . . . . . . .
    """,
    """
    . . . . x . .
   . . . o x . . .
  . . . o . o . . .
   . . . x o . . .
    . . x . . . .
    """,
    """
    . . x . . . .
   . . . x o . . .
  . . . o . o . . .
   . . . o x . . .
    . . . . x . .
    """,
    """
    . . . . . . .
   . o . o . o . .
  . x x . x x x . .
   . o . o . . . .
    . . . . . . .
    """,
]


@pytest.mark.parametrize("rows, gap", [*zip(MIDDLES, ["5 D", "5 E", "5 E", "5 D"])])
def test_five_or_more_in_line_along_each_axis(rows, gap):
    outside = [".....", "......"]
    board = "\n".join([*outside, *rows.strip().splitlines(), *outside[::-1], "Black to move"])
    assert outcome(FIVE, board, gap) == "Black has won"
    assert outcome(FIVE, exchanged(board), gap) == "White has won"
    assert outcome(FIVE, board, "6 D" if gap == "5 D" else "3 D") == "White to move"


FULL = """
      A B C
 1   . o x D
 2  o x o x E
 3 x o x o x
 4  x o x o
 5   o x o
Black to move
"""


def test_no_legal_move_left_is_a_draw():
    game = andantino(side=3)
    position = play_texts(game, game.read(FULL), "1 A")
    assert game.show(position) == FULL.strip("\n").replace(".", "x").replace("Black", "White")
    assert is_over(game, position) and game.payoffs(position) == (0, 0)
    assert game.read(game.show(position)) == position


def test_the_first_stones():
    game = andantino()
    assert format_move_set(game, game.start) == {"10 J"}
    second = play_texts(game, game.start, "10 J")
    assert format_move_set(game, second) == {"9 I", "9 J", "10 I", "10 K", "11 J", "11 K"}
    assert format_move_set(game, play_texts(game, second, "9 J")) == {"9 I", "10 K"}


# Laws


@given(SIDES | st.sampled_from([10, 14]), st.integers(0, 10**9))
@examples(10)
def test_laws(side, seed):
    check_game(andantino(side), games=1, plies=60, seed=seed)


@given(SIDES, SEEDS, PLIES)
def test_ratings_are_seen_by_black(side, seed, plies):
    """With the colours exchanged each rating is its negation."""
    game = andantino(side)
    black, white, black_rings, white_rings, mover, winner = last_of(random_game(game, seed, plies))
    exchanged = Position(white, black, white_rings, black_rings, 1 - mover, winner)
    for rating in game.ratings.values():
        assert rating(exchanged) == -rating(Position(black, white, black_rings, white_rings, mover, winner))
