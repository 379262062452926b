"""Dice of Doom against the book's example and a twin written after the book's own arithmetic."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, Stats, check_game, grow, minimax, rate
from lazytree.games import dice_of_doom
from tests.helpers.games import format_moves, play_choices, play_text

from .dice_of_doom_boards import (
    CHOICES,
    EXAMPLE,
    games,
    hexes_in,
    twin_attack,
    twin_moves,
    twin_neighbours,
    twin_pass,
    twin_play,
)

# The book's example


def test_the_example_has_the_books_tree():
    """147 nodes, 44 leaves, 87 distinct positions: the book's code under SBCL says so."""
    game = dice_of_doom(board=EXAMPLE)

    def sizes(position):
        below = [sizes(game.play(position, move)) for move in game.moves(position)]
        return 1 + sum(nodes for nodes, _ in below), sum(leaves for _, leaves in below) or 1

    assert sizes(game.start) == (147, 44)
    assert format_moves(game, game.start) == ["0->3", "1->3"]
    stats = Stats()
    tree = grow(game, stats)(game.start)
    assert minimax(rate(game, game.ratings["hexes"])(tree)) > 0
    assert stats.grown == 87


def test_player_a_wins_the_example_by_brute_force():
    game = dice_of_doom(board=EXAMPLE)

    def value(position):
        values = [value(game.play(position, move)) for move in game.moves(position)]
        if not values:
            return game.payoffs(position)[FIRST]
        return max(values) if position.player == FIRST else min(values)

    assert value(game.start) == 1


# The twin


@given(games(), CHOICES)
def test_moves_are_the_twins_in_the_books_order(game, choices):
    position = play_choices(game, choices)
    assert format_moves(game, position) == twin_moves(game, position)


@given(games(), CHOICES)
def test_what_follows_is_the_twins(game, choices):
    position = play_choices(game, choices)
    for word in format_moves(game, position):
        there = play_text(game, word, position)
        assert (hexes_in(game, there), there.player, there.captured) == twin_play(game, position, word)


def test_the_whole_tree_of_the_example_is_the_twins():
    """Every line, to its end."""
    game = dice_of_doom(board=EXAMPLE)

    def lines(board, player, captured, attacked):
        if attacked:
            yield from [
                ["pass", *line] for line in lines(twin_pass(board, player, 3, captured - 1), 1 - player, 0, False)
            ]
        over = True
        for source, target in product(range(4), range(4)):
            own, enemy = board[source], board[target]
            if own[0] == player != enemy[0] and own[1] > enemy[1] and target in twin_neighbours(2, source):
                over = False
                taken = captured + enemy[1]
                for line in lines(twin_attack(list(board), source, target), player, taken, True):
                    yield [f"{source}->{target}", *line]
        if over and not attacked:
            yield []

    def played_out(position):
        words = format_moves(game, position)
        return [[w, *line] for w in words for line in played_out(play_text(game, w, position))] or [[]]

    expected = sorted(lines([(0, 3), (0, 3), (1, 3), (1, 1)], 0, 0, False))
    assert sorted(played_out(game.start)) == expected
    assert len(expected) == 44


# The rules, directly


def test_neighbours_come_in_the_books_order():
    game = dice_of_doom(size=3, board="b1,b1,b1,b1,a3,b1,b1,b1,b1")
    assert format_moves(game, game.start) == ["4->1", "4->7", "4->0", "4->3", "4->5", "4->8"]


@pytest.mark.parametrize("source, targets", [(0, "3 1 4"), (2, "5 1"), (6, "3 7"), (8, "5 4 7")])
def test_corners_have_two_or_three_neighbours(source, targets):
    hexes = ["b1"] * 9
    hexes[source] = "a3"
    game = dice_of_doom(size=3, board=",".join(hexes))
    assert format_moves(game, game.start) == [f"{source}->{target}" for target in targets.split()]


def test_passing_needs_an_attack_and_hands_the_turn_on():
    game = dice_of_doom(board=EXAMPLE)
    assert "pass" not in format_moves(game, game.start)
    attacked = play_text(game, "0->3")
    assert format_moves(game, attacked)[0] == "pass"
    assert game.mover(attacked) == FIRST
    passed = play_text(game, "pass", attacked)
    assert game.mover(passed) == SECOND
    assert (passed.captured, passed.attacked) == (0, False)


def test_captured_dice_minus_one_reinforce_in_row_order_and_skip_full_hexes():
    game = dice_of_doom(size=3, board="a3,a1,a3,a1,a3,b2,b2,b2,b2")
    position = play_text(game, "2->5 4->8 pass")
    assert game.show(position) == "\n".join(
        ["current player = b", "      a-3 a-2 a-2", "    a-2 a-1 a-2", "  b-2 b-2 a-2"]
    )


def test_one_captured_die_brings_no_reinforcement():
    game = dice_of_doom(board="a2,b1,b3,b3")
    assert hexes_in(game, play_text(game, "0->1 pass")) == [(0, 1), (0, 1), (1, 3), (1, 3)]


def test_a_full_board_takes_no_more():
    game = dice_of_doom(board="a3,b2,a3,a3", max_dice=3, reinforcement="largest cluster")
    assert hexes_in(game, play_text(game, "0->1 pass")) == [(0, 2), (0, 3), (0, 3), (0, 3)]


def test_the_largest_cluster_counts_and_not_the_sum_of_clusters():
    """In the first game 2->1 joins all five hexes of a; in the second 2->5 leaves 0, 3, 6 and 2, 5 apart."""
    joined = dice_of_doom(size=3, max_dice=5, reinforcement="largest cluster", board="a1,b1,a3,a1,b5,b5,a1,b5,b5")
    assert [dice for owner, dice in hexes_in(joined, play_text(joined, "2->1 pass")) if owner == 0] == [2, 3, 2, 2, 2]
    apart = dice_of_doom(size=3, max_dice=5, reinforcement="largest cluster", board="a1,b5,a3,a1,b5,b1,a1,b5,b5")
    assert [dice for owner, dice in hexes_in(apart, play_text(apart, "2->5 pass")) if owner == 0] == [2, 2, 2, 2, 1]


def test_the_game_is_over_when_the_player_in_turn_cannot_attack():
    stuck = dice_of_doom(board="a1,a1,b3,b3")
    assert format_moves(stuck, stuck.start) == []
    assert stuck.payoffs(stuck.start) == (0, 0)
    ahead = dice_of_doom(board="a1,a1,a1,b3")
    assert ahead.payoffs(ahead.start) == (1, -1)
    behind = dice_of_doom(board="a1,b1,b1,b3")
    assert behind.payoffs(behind.start) == (-1, 1)


@pytest.mark.parametrize(
    "players, board, payoffs",
    [
        (3, "a1,a1,b1,c1", (1, 0, 0)),
        (3, "b1,a1,b1,a1", (0.5, 0.5, 0)),
        (3, "c1,a1,b1,c1", (0, 0, 1)),
        (4, "d1,c1,b1,a1", (0.25, 0.25, 0.25, 0.25)),
    ],
)
def test_several_winners_of_more_players_share(players, board, payoffs):
    game = dice_of_doom(players=players, board=board)
    assert format_moves(game, game.start) == []
    assert game.payoffs(game.start) == payoffs


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_take_turns_round_the_table(players):
    board = ",".join("abcd"[cell % players] + str(1 + cell // 5 % 3) for cell in range(25))
    game = dice_of_doom(size=5, players=players, max_dice=3, board=board)
    position, seen = game.start, []
    for _ in range(players + 1):
        seen.append(game.mover(position))
        position = play_text(game, f"{format_moves(game, position)[0]} pass", position)
    assert seen == [*range(players), FIRST]
    assert game.players == tuple("abcd"[:players])


def test_a_player_without_hexes_ends_the_game_when_their_turn_comes():
    game = dice_of_doom(players=3, board="a3,b1,c3,c3")
    position = play_text(game, "0->1 pass")
    assert (game.mover(position), format_moves(game, position)) == (SECOND, [])
    assert game.payoffs(position) == (0.5, 0, 0.5)


# Laws


@given(games(), CHOICES)
def test_dice_stay_within_the_limit_and_only_passing_adds_any(game, choices):
    position = play_choices(game, choices)
    before = sum(dice for _, dice in hexes_in(game, position))
    assert all(1 <= dice <= game.parameters["max_dice"] for _, dice in hexes_in(game, position))
    for word in format_moves(game, position):
        dice = sum(dice for _, dice in hexes_in(game, play_text(game, word, position)))
        assert word == "pass" or dice <= before


@given(games(sizes=(1, 3)), st.integers(0, 10**6))
def test_the_laws(game, seed):
    check_game(game, games=1, plies=30, seed=seed)


def test_moves_are_the_same_objects_every_time():
    """A tree of a million positions holds its moves once."""
    game = dice_of_doom(size=3, board="a3,b1,b1,b1,a3,b1,b1,b1,b1")
    assert all(one is other for one, other in zip(game.moves(game.start), game.moves(game.start), strict=True))
