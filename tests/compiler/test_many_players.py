"""Many players in machine code: max^n, paranoid and best reply have the values of a twin and of the lazy trees."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

from lazytree import (
    CHANCE,
    Stats,
    best_reply,
    deepen,
    expectimax,
    grow,
    maxn,
    paranoid,
    perft,
    playouts,
    prune,
    rate_each,
    search,
    think,
)
from lazytree.compiler import compiled
from lazytree.games import selfo, tic_tac_toe
from tests.helpers.graph_games import NODES, PARTS, THREE, Place, brute_values, game_of_three, numbers, places

SELFO = selfo(side=3, setup="a1 b3 d4 e5 / a3 b1 d2 e3 / a2 b2 c3 e4", players=3, swap=False)


def level(position: object) -> tuple[int, int, int]:
    return 0, 0, 0


@settings(deadline=None, max_examples=80)
@given(place=places(THREE, payoffs=2), depth=st.integers(1, NODES))
def test_values_are_those_of_the_twin_in_both_lanes(place: Place, depth: int) -> None:
    game = game_of_three()
    expected = brute_values(game, place, depth, numbers)
    lines = []
    for name in "machine", "python":
        stats = Stats()
        answer = search(game, depth, "numbers", place, stats, lane=name)
        assert answer.value == expected
        assert answer.lane == stats.lane.name == name
        assert min(stats.nodes, stats.interior, stats.branches) > 0
        lines.append((answer.best, answer.line))
    assert lines[0] == lines[1]


@settings(deadline=None, max_examples=50)
@given(place=places((0, 1, 2, 0)), depth=st.integers(1, NODES))
def test_without_chance_the_values_are_those_of_maxn(place: Place, depth: int) -> None:
    game = game_of_three(with_chance=False)
    tree = rate_each(game, "numbers")(prune(depth)(grow(game)(place)))
    assert search(game, depth, position=place, lane="machine").value == maxn(tree)


@settings(deadline=None, max_examples=30)
@given(
    place=places(THREE),
    depth=st.integers(1, NODES),
    opponents=st.sampled_from([("paranoid", paranoid), ("best_reply", best_reply)]),
)
def test_all_others_as_one(place: Place, depth: int, opponents) -> None:
    game = game_of_three()
    word, stage = opponents
    exact = expectimax(stage(game.mover(place))(rate_each(game, "numbers")(prune(depth)(grow(game)(place)))))
    values = [search(game, depth, position=place, opponents=word, lane=name).value for name in ("machine", "python")]
    assert values[0] == values[1]
    assert exact - Fraction(depth, PARTS) < values[0] <= exact


def test_a_bot_sees_its_opponents_so() -> None:
    game = game_of_three(with_chance=False)
    for opponents in "maxn", "paranoid", "best_reply":
        one, other = (
            think(compiled(game) if name else game, depth=5, lane=name, opponents=opponents)(SOMEWHERE)
            for name in (None, "machine")
        )
        assert one in list(game.moves(SOMEWHERE))
        assert other in list(game.moves(SOMEWHERE))


SOMEWHERE = Place(
    0,
    game_of_three(with_chance=False).start.movers,
    game_of_three().start.numbers,
    game_of_three().start.children.set(0, 1).set(1, 2).set(3, 2).set(4, 3).set(6, 4).set(9, 5).set(10, 6),
    game_of_three().start.odds,
)


def test_wrong_opponents_are_named() -> None:
    for ask in search, think:
        with pytest.raises(ValueError, match="opponents must be one of maxn, paranoid, best_reply, not 'all'"):
            ask(SELFO, 2, opponents="all")
    assert search(tic_tac_toe(), 3, opponents="paranoid").value == search(tic_tac_toe(), 3).value


def test_selfo_of_three() -> None:
    for ask in (
        lambda name: perft(SELFO, 3, lane=name),
        lambda name: playouts(SELFO, 20, seed=4, plies=50, lane=name)[:2],
        lambda name: [answer.value for answer in islice(deepen(SELFO, rating=level, lane=name), 3)],
    ):
        assert ask("machine") == ask("python")


def test_machine_code_that_cannot_leaves_it_to_python() -> None:
    game = game_of_three()
    for wrong in lambda place: (len({*place}), 0, 0), short:
        stats = Stats()
        try:
            search(game, 3, wrong, SOMEWHERE, stats)
        except (ValueError, IndexError, TypeError):
            assert wrong is short
        assert stats.lane.name == "python"
    assert search(replace(game, payoffs=lambda place: (len({*place}), 0, 0)), 3, position=SOMEWHERE).lane == "python"
    assert game.mover(SOMEWHERE) != CHANCE


def short(place: Place) -> tuple[int, int]:
    return 0, 0
