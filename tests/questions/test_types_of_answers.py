"""Answers of both lanes: the same last digits of means, values of the same classes."""

from __future__ import annotations

from enum import IntEnum
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from lazytree import Game, deepen, playouts, search
from tests.helpers.marks import slow_unless

pytest.importorskip("llvmlite")


class Place(NamedTuple):
    left: int
    turn: int
    x: int = 0


class Grade(IntEnum):
    HIGH = 3
    LOW = -4


def mover(p: Place) -> int:
    return p.turn


def moves(p: Place) -> Any:
    if p.left > 0:
        yield 0
        yield 1


def play(p: Place, m: int) -> Place:
    return Place(p.left - 1, 1 - p.turn, p.x + m)


def tenths(p: Place) -> tuple[float, float]:
    return 0.1 * (p.x - 2), -(0.1 * (p.x - 2))


def drawn(p: Place) -> tuple[int, int]:
    return 0, 0


def halves(p: Place) -> tuple[float, float]:
    return p.x / 2, -(p.x / 2)


def bools(p: Place) -> tuple[bool, bool]:
    return False, False


RATINGS = {
    "a bool": lambda p: p.x > 0,
    "a member": lambda p: Grade.HIGH if p.x else Grade.LOW,
    "an int": lambda p: p.x,
    "a float": lambda p: p.x / 2,
    "a whole float": lambda p: p.x * 1.0,
    "a bool or an int": lambda p: p.x and p.left > 1,
}


def game_of(payoffs: Any, **others: Any) -> Game[Any, Any]:
    return Game("classes", Place(4, 0), mover, moves, play, payoffs, **others)


@pytest.mark.parametrize("rating", slow_unless(["a bool or an int", "a member"], RATINGS))
@pytest.mark.parametrize("payoffs", slow_unless([halves], [drawn, halves, bools]))
def test_values_of_searches_are_of_one_class_in_both_lanes(rating, payoffs):
    game = game_of(payoffs, ratings={"r": RATINGS[rating]})
    for depth in range(1, 6):
        one, other = (search(game, depth, "r", lane=lane).value for lane in ("python", None))
        assert (type(one), one) == (type(other), other)
        assert type(one) is (int if one == int(one) else float)
    told = [[repr(answer.value) for answer in deepen(game, rating="r", lane=lane)] for lane in ("python", None)]
    assert told[0] == told[1]


def test_values_of_several_players_are_of_one_class_in_both_lanes():
    game = Game(
        "three", Place(4, 0), lambda p: p.left % 3, moves, play, lambda p: (True, False, False),
        players=("a", "b", "c"), standings={"s": lambda p: (p.x > 1, p.x, Grade.LOW)},
    )  # fmt: skip
    for depth in range(1, 6):
        one, other = (search(game, depth, "s", lane=lane).value for lane in ("python", None))
        assert repr(one) == repr(other)


@pytest.mark.parametrize("games", [1, 16, 17, 333])
def test_means_of_playouts_are_equal_to_the_last_digit(games):
    game = game_of(tenths)
    one, other = (playouts(game, games, seed=1, lane=lane) for lane in ("python", "machine"))
    assert one[:2] == other[:2]
    assert repr(one.value) == repr(other.value)


def test_the_mean_of_playouts_is_that_of_their_payoffs():
    games = 40
    value = playouts(game_of(tenths), games, seed=3, lane="python").value
    assert isinstance(value, float)
    assert abs(Fraction(value) * 10 * games - round(value * 10 * games)) < Fraction(1, 10**9)


def test_games_of_several_blocks_are_added_up_alike(monkeypatch):
    from lazytree.questions import playouts as playing_out

    monkeypatch.setattr(playing_out, "AT_ONCE", 40)
    game = game_of(tenths)
    assert repr(playouts(game, 130, lane="python").value) == repr(playouts(game, 130, lane="machine").value)
