"""Konane against published numbers, the source's worked example and a twin that reads rows of marks."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lazytree import FIRST, check_game, perft_counts
from lazytree.games import konane
from tests.helpers.games import format_move_set, mover_wins, play_choices

from .konane_boards import BOARDS, CHOICES, EXAMPLE, LETTERS, games, rows_of

# Published numbers


@pytest.mark.parametrize(
    "rows, columns, opening, expected",
    [
        (4, 4, "corner", [1, 3, 7, 20, 38, 117, 211, 470]),
        (4, 4, "centre", [1, 4, 7, 21, 50, 147, 271, 601]),
        (5, 5, "corner", [1, 3, 10, 39, 156, 743, 3419, 16014]),
        (8, 8, "corner", [1, 3, 10, 44, 211, 1350]),
        (8, 8, "centre", [3, 20, 103, 837, 6024]),
    ],
)
def test_leaves_after_each_jump(rows, columns, opening, expected):
    assert list(islice(perft_counts(konane(rows, columns, opening)), len(expected))) == expected


FIVE = pytest.param(5, 5, True, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    "rows, columns, first_wins",
    [(4, 4, False), FIVE, (4, 6, False), (6, 4, False)],
)
@pytest.mark.parametrize("opening", ["corner", "centre"])
def test_winners_after_the_opening(rows, columns, opening, first_wins):
    game = konane(rows, columns, opening)
    assert mover_wins(game, game.start) == first_wins


@pytest.mark.parametrize("stones", range(1, 15))
@pytest.mark.parametrize("room", [1, 2])
@pytest.mark.parametrize("turn", ["dark", "light"])
def test_a_line_of_stones_is_worth_what_ernst_says(stones, room, turn):
    """Dark owns the first stone: -j for 2j+1 stones seen by the owner of both ends, 0 for 4j, a star for 4j+2."""
    game = konane(rows=1, columns=stones + 2 * room)
    line = "." * room + ("XO" * stones)[:stones] + "." * room
    wins = mover_wins(game, game.read(f"{line}\n{turn} to move"))
    if stones % 2:
        assert wins == (turn == "light" and stones > 1)
    else:
        assert wins == (stones % 4 == 2)


def test_the_worked_example_board_for_board():
    """The last board is the source's own; those between were worked out by hand from its moves."""
    game = konane(rows=8, columns=8)
    position = game.start
    for text, letters, board in zip(EXAMPLE.split(";"), LETTERS.split(), BOARDS.splitlines(), strict=True):
        move = game.parse(position, text)
        assert game.format(position, move) == letters
        position = game.play(position, move)
        assert " ".join(rows_of(game, position)) == board


# Rules, directly


def test_colours_alternate_and_the_top_left_corner_is_dark():
    board = rows_of(konane(), konane().start)
    assert board == ["XOXOXOXO", "OXOXOXOX"] * 4


@pytest.mark.parametrize(
    "rows, columns, first, expected",
    [
        (8, 8, "dark", "a8 h1 d5 e4"),
        (8, 8, "light", "h8 a1 e5 d4"),
        (4, 5, "dark", "a4 e4 c2"),
        (4, 5, "light", "a1 e1 c3"),
        (5, 4, "dark", "a5 a1 c3"),
        (5, 5, "dark", "a5 e5 a1 e1 c3"),
        (2, 2, "dark", "a2 b1"),
        (1, 1, "dark", "a1"),
    ],
)
def test_the_first_stone_comes_from_a_corner_or_the_centre(rows, columns, first, expected):
    game = konane(rows, columns, first=first)
    assert format_move_set(game, game.start) == set(expected.split())
    assert game.players[FIRST] == first


def test_the_second_stone_comes_from_beside_the_hole():
    game = konane()
    after_centre = game.play(game.start, game.parse(game.start, "d5"))
    assert format_move_set(game, after_centre) == {"d6", "c5", "e5", "d4"}
    after_corner = game.play(game.start, game.parse(game.start, "a8"))
    assert format_move_set(game, after_corner) == {"a7", "b8"}


def test_one_who_cannot_open_loses():
    game = konane(rows=1, columns=1)
    end = game.play(game.start, game.parse(game.start, "a1"))
    assert list(game.moves(end)) == []
    assert game.payoffs(end) == (1, -1)


def test_a_jump_may_stop_anywhere_in_its_line_but_never_turns():
    game = konane(rows=5, columns=7)
    position = game.read(
        """
        . . . . . . .
        . . . . O . .
        . . . . . . .
        . . . . O . .
        X O . O . O .
        dark to move
        """
    )
    assert format_move_set(game, position) == {"a1-c1", "a1-c1-e1", "a1-c1-e1-g1"}


def test_a_jump_takes_one_enemy_stone_at_a_time_and_no_own_stone():
    game = konane(rows=1, columns=6)
    assert format_move_set(game, game.read("XOO...")) == set()
    assert format_move_set(game, game.read("XX....")) == set()
    assert format_move_set(game, game.read("XO.OO.")) == {"a1-c1"}


@pytest.mark.parametrize("text, board", [("a1-c1", "..XO."), ("a1-c1-e1", "....X")])
def test_what_is_jumped_over_is_gone(text, board):
    game = konane(rows=1, columns=5)
    position = game.read("XO.O.")
    assert rows_of(game, game.play(position, game.parse(position, text))) == [board]


@pytest.mark.parametrize("opening", ["d5,e5", "e5, d5", ("d5", "e5"), ["E5", "d5"]])
def test_a_pair_of_cells_opens(opening):
    game = konane(opening=opening)
    assert rows_of(game, game.start)[3] == "OXO..XOX"
    assert game.mover(game.start) == FIRST
    assert game.players == ("dark", "light")
    assert game.parameters["opening"] in ("d5,e5", "e5, d5", "E5,d5")


def test_corner_and_centre_are_the_pairs_they_are_said_to_be():
    for rows, columns, centre in [(8, 8, "e4,d4"), (4, 6, "d2,c2"), (5, 5, "c3,b3"), (5, 4, "c3,b3"), (1, 2, "b1,a1")]:
        assert konane(rows, columns, "corner").start == konane(rows, columns, f"a{rows},b{rows}").start
        assert konane(rows, columns, "centre").start == konane(rows, columns, centre).start


# Ratings


def test_ratings_count_for_first_and_against_second():
    game = konane(rows=3, columns=5)
    position = game.read("XO.O. \n ..... \n O.X.O \n light to move")
    expected = {"mobility": 2, "movable": 1, "stones": 2 - 4, "weighed": 2 + 2 * 1 + 2}
    assert {name: rating(position) for name, rating in game.ratings.items()} == expected
    assert {name: rating(position._replace(mover=FIRST)) for name, rating in game.ratings.items()} == expected


@given(games(), CHOICES)
def test_ratings_change_sign_with_the_colours(game, choices):
    position = play_choices(game, choices)
    swapped = position._replace(first=position.second, second=position.first)
    for rating in game.ratings.values():
        assert rating(swapped) == -rating(position)


# Laws


def twin_jumps(rows, mark):
    """All jumps of a colour and the boards they leave, from rows of marks alone, one step at a time."""
    stones = {(x, y): found for y, row in enumerate(rows) for x, found in enumerate(row) if found != "."}
    after = {}
    for start in [cell for cell in stones if stones[cell] == mark]:
        for dx, dy in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            left, path = dict(stones), [start]
            while True:
                x, y = path[-1]
                over, land = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                inside = 0 <= land[0] < len(rows[0]) and 0 <= land[1] < len(rows)
                if not inside or land in left or left.get(over, mark) == mark:
                    break
                del left[over]
                left[land] = left.pop((x, y))
                path.append(land)
                name = "-".join("abcdef"[x] + str(len(rows) - y) for x, y in path)
                after[name] = ["".join(left.get((x, y), ".") for x in range(len(rows[0]))) for y in range(len(rows))]
    return after


@given(games(), CHOICES)
def test_jumps_are_those_of_the_twin(game, choices):
    position = play_choices(game, choices)
    assume((position.first | position.second).bit_count() <= len(game.layout.cells) - 2)
    after = {game.format(position, move): rows_of(game, game.play(position, move)) for move in game.moves(position)}
    assert after == twin_jumps(rows_of(game, position), "X" if game.players[position.mover] == "dark" else "O")


@given(games(), st.integers(0, 10**6))
def test_the_laws(game, seed):
    check_game(game, games=1, seed=seed)
