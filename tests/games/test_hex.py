"""Hex against published openings and a twin that plays on coordinates."""

from __future__ import annotations

from dataclasses import replace
from heapq import heappop, heappush

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, IllegalMove, check_game
from lazytree.games import hex
from tests.helpers.games import (
    CHOICES,
    SEEDS,
    cells_on,
    format_move_set,
    mover_wins,
    play_choices,
    play_text,
    stones_on,
)

SIZES = st.integers(1, 7)


def neighbours(column, row):
    return [
        (column - 1, row),
        (column + 1, row),
        (column, row - 1),
        (column, row + 1),
        (column + 1, row - 1),
        (column - 1, row + 1),
    ]


def stones_missing(owners, player, size):
    """The cheapest way from side to side: own stones cost nothing, empty cells 1; None if there is none."""
    costs = {(column, row): 1 for column in range(size) for row in range(size)}
    costs |= {cell: 0 for cell, owner in owners.items() if owner == player}
    costs = {cell: cost for cell, cost in costs.items() if owners.get(cell) != 1 - player}
    along = 1 if player == FIRST else 0
    ahead = sorted((cost, cell) for cell, cost in costs.items() if cell[along] == 0)
    done = set()
    while ahead:
        spent, cell = heappop(ahead)
        if cell[along] == size - 1:
            return spent
        done.add(cell)
        for near in set(neighbours(*cell)) & set(costs) - done:
            heappush(ahead, (spent + costs[near], near))
    return None


# Published openings


def blunt_corners_first(game, size):
    """The same game, its moves in an order that is quicker to solve: along the short diagonal, from its middle."""

    def key(cell):
        row, column = divmod(cell, size)
        return abs(row + column - size + 1), abs(row - column)

    return replace(game, moves=lambda position: sorted(game.moves(position), key=key))


FOUR = pytest.param(4, "wwwb/wwbw/wbww/bwww", marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("size", "openings"),
    [(1, "b"), (2, "wb/bw"), (3, "wwb/bbb/bww"), FOUR],
)
def test_openings(size, openings):
    """`b` where the opener wins, row by row."""
    game, known = hex(size, swap=False), {}
    quicker = blunt_corners_first(game, size)
    opened = [game.play(game.start, cell) for cell in game.moves(game.start)]
    winners = "".join("w" if mover_wins(quicker, position, known) else "b" for position in opened)
    assert winners == openings.replace("/", "")


@pytest.mark.parametrize("size", [2, 3])
def test_with_swap_the_second_player_wins(size):
    """Whatever the opening, one of the colours wins, and the second player may have either."""
    game = hex(size)
    assert not mover_wins(game, game.start)


# The rules, against the twin


@given(SIZES, st.booleans(), CHOICES)
def test_as_on_coordinates(size, swap, choices):
    game = hex(size, swap)
    position, mover, owners = game.start, FIRST, {}
    cells = {f"{'abcdefg'[column]}{row + 1}": (column, row) for row in range(size) for column in range(size)}
    for plies, choice in enumerate(choices):
        joined = stones_missing(owners, 1 - mover, size) == 0
        legal = [] if joined else [name for name, cell in cells.items() if cell not in owners]
        if swap and plies == 1 and not joined:
            legal.append("swap")
        assert [game.format(position, move) for move in game.moves(position)] == legal
        if not legal:
            assert joined
            assert game.payoffs(position)[mover] == -1
            break
        move = legal[choice % len(legal)]
        position = game.play(position, game.parse(position, move))
        if move == "swap":
            ((column, row),) = owners
            owners = {(row, column): SECOND}
        else:
            owners[cells[move]] = mover
        mover = 1 - mover
        assert cells_on(game, position) == owners
        assert game.mover(position) == mover


@given(st.integers(1, 5), st.booleans(), SEEDS)
def test_the_laws(size, swap, seed):
    check_game(hex(size, swap), games=1, seed=seed)


def test_a1_is_an_acute_corner():
    game = hex(size=3, swap=False)
    places = {cell.name: (cell.x, cell.y) for cell in game.layout.cells}

    def touching(name):
        (x, y), cells = places[name], places.items()
        return {other for other, (u, v) in cells if other != name and (x - u) ** 2 + (y - v) ** 2 < 1.01}

    assert touching("a1") == {"a2", "b1"}
    assert touching("c1") == {"b1", "b2", "c2"}
    assert touching("b2") == {"a2", "a3", "b1", "b3", "c1", "c2"}


def test_x_joins_the_rows_and_o_the_columns():
    game = hex(size=3, swap=False)
    assert game.payoffs(play_text(game, "c1 a1 b2 a2 a3")) == (1, -1)
    assert game.payoffs(play_text(game, "a1 c1 a2 b2 c3 a3")) == (-1, 1)


def test_swap_answers_the_first_stone_only():
    game = hex(size=3)
    assert "swap" not in format_move_set(game, game.start)
    swapped = play_text(game, "a3 swap")
    assert stones_on(game, swapped) == {"c1": SECOND}
    assert game.mover(swapped) == FIRST
    assert "swap" not in format_move_set(game, swapped) | format_move_set(game, play_text(game, "a3 swap b2"))
    assert "swap" not in format_move_set(game, play_text(game, "a3 b2")) | format_move_set(
        game, play_text(game, "a3 b2 c3")
    )
    assert "swap" not in format_move_set(hex(size=3, swap=False), hex(size=3).play(game.start, 0))


@given(SIZES, st.booleans(), CHOICES)
def test_half_a_turn_changes_nothing(size, swap, choices):
    game = hex(size, swap)
    position = play_choices(game, choices)
    *rows, _, mover = game.show(position).splitlines()
    marks = "".join(mark for row in rows for mark in row if mark in "XO.")
    twin = game.read(f"{marks[::-1]}\n{mover}")
    assert game.canonical(twin) == game.canonical(position)


# Ratings


@given(SIZES, CHOICES)
def test_distance(size, choices):
    game = hex(size)
    position = play_choices(game, choices)
    missing = [stones_missing(cells_on(game, position), player, size) for player in (FIRST, SECOND)]
    if None not in missing:
        assert game.ratings["distance"](position) == missing[SECOND] - missing[FIRST]


@pytest.mark.parametrize(
    ("moves", "bridges"),
    [
        ("b2", 0),
        ("b2 e5 c3", 1),
        ("b2 e5 a4", 1),
        ("b2 e5 d1", 1),
        ("b2 c2 c3", 0),
        ("b2 e5 b3", 0),
        ("b2 d3 e5 c5", -1),
    ],
)
def test_bridges(moves, bridges):
    game = hex(size=5)
    assert game.ratings["bridges"](play_text(game, moves)) == bridges


# Notation


def test_wrong_moves():
    game = hex(size=2)
    for wrong in ("a3", "c1", "swap", "pass", "", "1a"):
        with pytest.raises(IllegalMove, match="legal here: a1, b1, a2, b2"):
            game.parse(game.start, wrong)
    with pytest.raises(IllegalMove, match="legal here: b1, a2, b2, swap"):
        game.parse(play_text(game, "a1"), "a1")


@pytest.mark.parametrize(
    ("text", "fault"),
    [("", "4 marks"), ("X . . .", "X to move"), ("X . .\nX to move", "4 marks"), ("X .\n O .\nX to mate", "X to move")],
)
def test_texts_that_are_no_position(text, fault):
    with pytest.raises(ValueError, match=fault):
        hex(size=2).read(text)


def test_who_is_to_move_has_not_won():
    with pytest.raises(ValueError, match="has won already"):
        hex(size=2).read("X O\n X .\nX to move")


@pytest.mark.parametrize("wrong", [{"size": 0}, {"size": "11"}, {"swap": "no"}, {"swap": 1}])
def test_wrong_parameters(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        hex(**wrong)
