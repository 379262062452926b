"""Selfo by its rules: published counts, boards drawn here, and a twin that walks with Python's own sets."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, check_game, perft_counts
from lazytree.core.board import squares
from lazytree.core.game import is_over
from lazytree.games import selfo
from lazytree.games.selfo_rules import PASS, SWAP, Move, swarm_of
from tests.helpers.examples import examples
from tests.helpers.games import format_moves, play_choices, play_texts
from tests.helpers.marks import slow_unless

# Published
from .selfo_boards import BEND, CHOICES, JOINABLE, game_from_picture, games, in_one_piece, sets_of


@pytest.mark.parametrize(
    ("setup", "counts"),
    [
        (1, [57, 3237, 186471]),
        (2, [42, 1728, 73926]),
        (3, [51, 2595, 130896]),
        (4, [69, 4725, 317526]),
        (5, [57, 3261, 182907]),
    ],
)
def test_leaves_without_passes_and_swaps(setup, counts):
    assert list(islice(perft_counts(selfo(setup=setup, swap=False, passing=False)), 3)) == counts


@pytest.mark.parametrize(("setup", "pieces", "density"), [(1, 18, "39.6%"), (2, 18, "39.6%"), (5, 24, "52.7%")])
def test_published_setups(setup, pieces, density):
    game = selfo(setup=setup)
    assert [len(mine) for mine in sets_of(game, game.start)] == [pieces, pieces]
    assert game.show(game.start).endswith(f"{2 * pieces} pieces on 91 cells ({density})")


# The rules, on boards drawn here


def test_a_move_through_a_bend():
    """From a1 the way leads by b1 and b2 only: straight on, then round the corner."""
    steps = {
        number: {move for move in format_moves(game, game.start) if move.startswith("a1-")}
        for number in (1, 2, 3)
        for game in [game_from_picture(BEND, steps=number)]
    }
    assert steps[1] == {"a1-b1", "a1-b2"}
    assert steps[2] == steps[1] | {"a1-c3"}
    assert steps[3] == steps[2] | {"a1-c4", "a1-d3", "a1-d4"}


def test_each_player_has_his_own_number_of_steps():
    game = game_from_picture(BEND, steps=(1, 2), swap=False)
    position = play_texts(game, game.start, "a1-b1")
    assert "a1-c3" not in format_moves(game, game.start)
    assert "e5-d3" in format_moves(game, position)
    assert sorted(format_moves(game, position)) == sorted(
        format_moves(game_from_picture(BEND, steps=2, swap=False), position)
    )


def test_moves_are_in_order_of_cells_then_pass_then_swap():
    game = game_from_picture(BEND)
    position = play_texts(game, game.start, "pass")
    moves = list(game.moves(position))
    assert moves[-2:] == [PASS, Move(SWAP, FIRST)]
    assert moves[:-2] == sorted(moves[:-2])


def test_a_swap_changes_owners_and_uses_up_the_turn():
    game = game_from_picture(BEND)
    assert "swap" not in format_moves(game, game.start)
    moved = play_texts(game, game.start, "a1-b1")
    position = play_texts(game, game.start, "a1-b1", "swap")
    assert sets_of(game, position) == sets_of(game, moved)[::-1]
    assert game.mover(moved) == SECOND and game.mover(position) == FIRST
    assert "swap" not in format_moves(game, position)
    assert "a2-a3" in format_moves(game, position)  # a piece that was White's


def test_a_swap_only_on_the_first_turn():
    game = game_from_picture(BEND)
    assert "swap" in format_moves(game, play_texts(game, game.start, "pass"))
    assert "swap" not in format_moves(game, play_texts(game, game.start, "a1-b1", "e5-d5", "b1-a1"))
    game = game_from_picture(BEND, swap=False)
    assert "swap" not in format_moves(game, play_texts(game, game.start, "a1-b1"))


def test_a_swap_between_passes_is_no_pass():
    game = game_from_picture(BEND)
    assert not is_over(game, play_texts(game, game.start, "pass", "swap", "pass"))
    assert is_over(game, play_texts(game, game.start, "pass", "swap", "pass", "pass"))


def test_three_players_swap_with_whom_they_like():
    game = selfo(setup="a1 a3 c1 c3 / a2 b4 d2 e4 / b1 c5 d5 e3", side=3, players=3)
    position = play_texts(game, game.start, "a1-b2")
    assert format_moves(game, position)[-2:] == ["swap with Black", "swap with Red"]
    assert sets_of(game, play_texts(game, game.start, "a1-b2", "swap with Red")) == [
        {"b2", "a3", "c1", "c3"},
        {"b1", "c5", "d5", "e3"},
        {"a2", "b4", "d2", "e4"},
    ]
    assert format_moves(game, play_texts(game, game.start, "pass", "pass"))[-2:] == [
        "swap with Black",
        "swap with White",
    ]


def test_all_pass_and_it_is_a_draw():
    game = game_from_picture(BEND)
    assert not is_over(game, play_texts(game, game.start, "pass"))
    position = play_texts(game, game.start, "a1-b1", "pass", "pass")
    assert is_over(game, position) and game.payoffs(position) == (0, 0)
    assert "a draw" in game.show(position)


def test_without_passing_a_pass_is_only_for_who_cannot_step():
    assert "pass" not in format_moves(game_from_picture(BEND, passing=False), game_from_picture(BEND).start)
    blocked = selfo(board=squares(1, 5), setup="a1 c1 / b1 d1 e1", passing=False, swap=False, steps=3)
    assert format_moves(blocked, blocked.start) == ["pass"]
    assert blocked.payoffs(play_texts(blocked, blocked.start, "pass", "pass")) == (0, 0)


def test_who_joins_his_pieces_wins():
    game = game_from_picture(JOINABLE, swap=False)
    position = play_texts(game, game.start, "c4-c3")
    assert is_over(game, position) and game.payoffs(position) == (1, -1)
    assert "Black has won" in game.show(position)
    position = play_texts(game, game.start, "c4-c5", "c1-d2")
    assert is_over(game, position) and game.payoffs(position) == (-1, 1)


def test_among_three_the_winner_takes_it_all():
    game = selfo(setup="a1 a3 c1 c3 / b4 d2 d3 d4 / b1 c5 d5 e5", side=3, players=3)
    position = play_texts(game, game.start, "pass", "b4-c4")
    assert game.payoffs(position) == (-1, 1, -1) and is_over(game, position)


# Against a twin


def twin_moves(game, position):
    """The steps of the mover, as pairs of names: breadth first over empty cells."""
    grid = swarm_of(game).grid
    sets = sets_of(game, position)
    near = {name: [grid.names[n] for n in grid.neighbours[cell]] for cell, name in enumerate(grid.names)}
    steps = game.parameters["steps"]
    limit = steps if isinstance(steps, int) else steps[position.mover]
    for source in sets[position.mover]:
        reached, fringe = {source}, {source}
        for _ in range(limit):
            fringe = {n for cell in fringe for n in near[cell] if not any(n in mine for mine in sets)} - reached
            reached |= fringe
        yield from (f"{source}-{target}" for target in reached - {source})


@given(games(), CHOICES)
def test_steps_agree_with_the_twin(game, choices):
    position = play_choices(game, choices)
    grid = swarm_of(game).grid
    near = {name: [grid.names[n] for n in grid.neighbours[cell]] for cell, name in enumerate(grid.names)}
    winners = [player for player, mine in enumerate(sets_of(game, position)) if in_one_piece(near, mine)]
    moves = format_moves(game, position)
    if winners or position.passes == len(game.players):
        assert moves == []
        assert [player for player, payoff in enumerate(game.payoffs(position)) if payoff == 1] == winners
    else:
        steps = [move for move in moves if move != "pass" and "swap" not in move]
        assert sorted(steps) == sorted(twin_moves(game, position))
        assert ("pass" in moves) == (game.parameters["passing"] or not steps)


@given(games(), CHOICES, st.integers(0, 1000))
def test_a_step_moves_one_piece(game, choices, choice):
    position = play_choices(game, choices)
    steps = [move for move in game.moves(position) if move.source >= 0]
    if steps:
        move = steps[choice % len(steps)]
        source, target = game.format(position, move).split("-")
        expected = sets_of(game, position)
        expected[position.mover] = expected[position.mover] - {source} | {target}
        assert sets_of(game, game.play(position, move)) == expected


@examples(8)
@given(games(), st.integers(0, 1000))
def test_the_laws_of_games(game, seed):
    check_game(game, games=1, plies=12, seed=seed)


@pytest.mark.parametrize("setup", slow_unless([1], [1, 5]))
def test_the_laws_on_published_setups(setup):
    check_game(selfo(setup=setup), games=1, plies=20)
