"""Chance in machine code: the values of a brute-force twin and of the lazy trees, in both lanes alike."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

from lazytree import (
    CHANCE,
    Game,
    Stats,
    deepen,
    expectimax,
    grow,
    mcts,
    perft,
    playouts,
    prune,
    rate,
    search,
    think,
    unfold,
)
from lazytree.compiler import compiled, rules_lane
from lazytree.games import dice_of_doom
from tests.helpers.graph_games import (
    NODES,
    PARTS,
    TWO,
    Place,
    brute_values,
    exactly,
    game_of_two,
    number,
    places,
)

ROLLED = {
    "2x2, largest cluster": dice_of_doom(size=2, dice="rolled", max_dice=5, reinforcement="largest cluster", seed=4),
    "2x2, captured": dice_of_doom(size=2, dice="rolled", board="a3,b2,b1,a1"),
    "3x3": dice_of_doom(size=3, dice="rolled", seed=2),
}


def both(place: Place) -> tuple[int, int]:
    return number(place), -number(place)


@settings(deadline=None, max_examples=80)
@given(place=places(TWO, payoffs=2), depth=st.integers(1, NODES))
def test_values_are_those_of_the_twin_in_both_lanes(place: Place, depth: int) -> None:
    game = game_of_two()
    expected = brute_values(game, place, depth, both)[0]
    for name in "machine", "python":
        stats = Stats()
        answer = search(game, depth, "number", place, stats, lane=name)
        assert answer.value == expected
        assert answer.lane == stats.lane.name == name
        assert isinstance(answer.value, int) == (expected.denominator == 1)
        assert min(stats.nodes, stats.interior, stats.branches) > 0


@settings(deadline=None, max_examples=60)
@given(place=places(TWO), depth=st.integers(1, NODES))
def test_what_rounding_costs_is_less_than_a_unit_for_each_chance_node(place: Place, depth: int) -> None:
    game = game_of_two()
    exact = brute_values(game, place, depth, both, exactly)[0]
    rounded = search(game, depth, "number", place).value
    assert exact - Fraction(depth, PARTS) < rounded <= exact


@pytest.mark.parametrize("name", ROLLED)
def test_rolled_dice_have_the_values_of_the_lazy_tree(name: str) -> None:
    game = ROLLED[name]
    for rating in "score_board", "dice":
        answers = [list(islice(deepen(game, rating=rating, lane=each), 4)) for each in ("machine", "python")]
        assert [answer.value for answer in answers[0]] == [answer.value for answer in answers[1]]
        assert {answer.lane for answer in answers[0]} == {"machine"}
        for answer in answers[0]:
            tree = rate(game, rating)(prune(answer.depth)(grow(game)(game.start)))
            exact = expectimax(tree)
            assert exact - Fraction(answer.depth, PARTS) < answer.value <= exact
            position = game.start
            for move in answer.line:
                assert move in list(game.moves(position))
                position = game.play(position, move)
            at_the_end = len(answer.line) == answer.depth or not list(game.moves(position))
            assert at_the_end or game.mover(position) == CHANCE


def test_two_threads_find_the_same() -> None:
    game = ROLLED["3x3"]
    one, two = (search(game, 6, threads=threads, lane="machine").value for threads in (1, 2))
    assert one == two


@pytest.mark.parametrize("name", ROLLED)
def test_lines_and_random_games_are_counted_alike(name: str) -> None:
    game = ROLLED[name]
    for depth in range(5):
        assert perft(game, depth, lane="machine") == perft(game, depth, lane="python")
    machine, python = (playouts(game, 40, seed=3, plies=60, lane=each) for each in ("machine", "python"))
    assert machine[:2] == python[:2]


def test_random_games_go_by_the_odds() -> None:
    """One attack of 3 dice on 1 that succeeds in 1,261 of 1,296 rolls, and another that never fails."""
    game = dice_of_doom(size=2, dice="rolled", board="a3,b1,a1,a1")
    position = game.play(game.start, next(iter(game.moves(game.start))))
    weights = {move: game.odds(position, move) for move in game.moves(position)}
    won, total = max(weights.values()), sum(weights.values())
    games = 4_000
    first = [
        game.mover(position) == CHANCE and playouts(game, games, position, seed=5, plies=1, lane=each)
        for each in ("machine", "python")
    ]
    assert first[0][:2] == first[1][:2]
    assert won < total


def test_a_compiled_game_of_chance_is_that_game() -> None:
    game = ROLLED["3x3"]
    machine = compiled(game)
    assert rules_lane(game).name == "machine"
    trees = [grow(each)(each.start) for each in (game, machine)]
    for _ in range(5):
        assert trees[0].label == trees[1].label
        assert list(trees[0].branches.moves) == list(trees[1].branches.moves)
        if trees[0].mover == CHANCE:
            odds = [[tree.odds(move) for move in tree.branches.moves] for tree in trees]
            assert odds[0] == odds[1]
        trees = [tree.branches[-1][1] for tree in trees]
    assert think(game, depth=5, lane="machine")(game.start) == think(game, depth=5, lane="python")(game.start)


class Roll(NamedTuple):
    turn: int
    sum: int


def mover(position: Roll) -> int:
    return CHANCE if position.turn % 2 else position.turn // 2 % 2


def moves(position: Roll):
    if position.turn < 6:
        yield 1
        yield 2


def play(position: Roll, move: int) -> Roll:
    return Roll(position.turn + 1, position.sum * 3 + move)


def payoffs(position: Roll) -> tuple[int, int]:
    value = 1 if position.sum % 5 < 3 else -1
    return value, -value


def of_a_million(position: Roll) -> tuple[int, int]:
    value = position.sum % 7 * 1_000_000
    return value, -value


def by_move(position: Roll, move: int) -> int:
    return move


def huge(position: Roll, move: int) -> int:
    return move << 40


def sometimes_none(position: Roll, move: int) -> int:
    return 2 - move


def below_none(position: Roll, move: int) -> int:
    return -move


def sums(position: Roll) -> int:
    return position.sum % 11


def rolls(odds, payoffs=payoffs) -> Game[Roll, int]:
    return Game("rolls", Roll(0, 0), mover, moves, play, payoffs, odds=odds, ratings={"sums": sums})


@pytest.mark.parametrize("odds", [sometimes_none, below_none])
@pytest.mark.parametrize("name", [None, "machine", "python"])
def test_odds_below_one_are_an_error_in_both_lanes(odds, name: str | None) -> None:
    game = rolls(odds)
    with pytest.raises(ValueError, match=r"odds|machine code cannot"):
        search(game, 4, lane=name)
    with pytest.raises(ValueError, match=r"odds|machine code cannot"):
        playouts(game, 20, lane=name)


@pytest.mark.parametrize("game", [rolls(huge), rolls(by_move, of_a_million)], ids=["odds", "payoffs"])
def test_numbers_too_large_are_for_python(game: Game[Roll, int]) -> None:
    stats = Stats()
    assert search(game, 6, stats=stats).value == brute_values(game, game.start, 6, lambda roll: (sums(roll), 0))[0]
    assert stats.lane.name == "python"
    assert stats.lane.reason


@pytest.mark.parametrize("name", [None, "python"])
def test_random_games_name_the_mend_of_odds_too_large(name: str | None) -> None:
    game = rolls(huge)
    with pytest.raises(OverflowError, match="divide them by a common factor"):
        playouts(game, 20, lane=name)
    with pytest.raises(OverflowError, match="divide them by a common factor"):
        list(mcts(game, simulations=20, lane=name)(game.start))


def test_who_moves_without_odds_is_no_second_player() -> None:
    """CHANCE is not taken for SECOND where a game has forgotten its odds: both lanes name the mistake."""
    game = replace(rolls(by_move), odds=None)
    for name in (None, "python"):
        with pytest.raises(ValueError, match="must have `odds`"):
            search(game, 5, lane=name)
    with pytest.raises(ValueError, match="must have `odds`"):
        unfold(game)
