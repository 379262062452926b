"""Another start of the same rules takes the code that was made for the first, where its types hold that start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Thread
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import PVector, pvector

pytest.importorskip("llvmlite")

from lazytree import search
from lazytree.compiler import compiled, driver, passes, rules_lane
from lazytree.compiler.ir.joining import type_of
from lazytree.compiler.runtime import cache
from lazytree.core.game import Game
from lazytree.games import nim
from tests.helpers.examples import examples
from tests.helpers.positions import FIRST_OF_EACH, Variant, walk_to

BEGUN = [variant for variant in FIRST_OF_EACH if len(variant().players) == 2]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> list[Any]:
    """What is compiled from now on, with an empty cache; no code is quick."""
    found, real = list[Any](), passes.compiled_now

    def noted(plan: Any, *means: Any) -> Any:
        *others, _, beside = means
        found.append(plan)
        return real(plan, *others, False, beside)

    monkeypatch.setattr(passes, "compiled_now", noted)
    monkeypatch.setenv("LAZYTREE_CACHE", str(tmp_path))
    return found


def answers(game: Game[Any, Any], lane: str) -> tuple[Any, ...]:
    """What rules, ratings and a search say of the start of a game."""
    rules, here = compiled(game) if lane == "machine" else game, game.start
    moves = list(rules.moves(here))
    ratings = [rating(here) for rating in rules.ratings.values()]
    told = rules.mover(here), moves, [rules.play(here, move) for move in moves], ratings
    if not moves:
        return *told, rules.payoffs(here)
    found = search(game, 2, lane=lane)
    return *told, found.value, found.line[:1]


@pytest.mark.parametrize("variant", BEGUN, ids=str)
def test_a_second_start_of_a_game_compiles_nothing(asked: list[Any], variant: Variant) -> None:
    first = variant()
    assert answers(first, "machine") == answers(first, "python")
    assert asked
    for plies in (1, 2, 5, 11, 30):
        del asked[:]
        game = replace(variant(), start=walk_to(first, (plies, plies)))
        assert answers(game, "machine") == answers(game, "python")
        assert rules_lane(game).name == "machine"
        assert not asked


def lines(board: str) -> Game[Any, Any]:
    """A game whose positions are texts."""
    return Game(
        name="lines",
        start=(board, 0),
        mover=lambda position: position[1],
        moves=lambda position: [cell for cell in range(4) if position[0][cell] == "."],
        play=lambda position, cell: (
            position[0][:cell] + ("X" if position[1] == 0 else "O") + position[0][cell + 1 :],
            1 - position[1],
        ),
        payoffs=lambda position: (0, 0),
    )


def test_texts_of_a_start_are_known_in_a_thread_that_has_compiled_nothing(asked: list[Any]) -> None:
    assert rules_lane(lines("....")).name == "machine"
    found, compiled_before = list[Any](), len(asked)
    thread = Thread(target=lambda: found.append(rules_lane(lines("...."))))
    thread.start()
    thread.join()
    assert found[0].name == "machine"
    assert len(asked) == compiled_before


# ---- a start that the code does not hold


def fresh(heaps: tuple[int, ...]) -> Game[Any, Any]:
    return nim(heaps=heaps)


def test_a_start_that_is_not_held_makes_code_that_holds_both(asked: list[Any]) -> None:
    for heaps, compiles in [((1, 2, 3), True), ((5, 9, 30), True), ((1, 2, 3), False), ((31, 60, 0), False)]:
        del asked[:]
        assert answers(fresh(heaps), "machine") == answers(fresh(heaps), "python")
        assert bool(asked) == compiles


def test_boards_of_other_lengths_and_of_wider_cells_have_code_of_their_own(asked: list[Any]) -> None:
    for heaps in ((2, 3), (1, 2, 3), (1, 2, 300)):
        del asked[:]
        assert answers(fresh(heaps), "machine") == answers(fresh(heaps), "python")
        assert asked
    for heaps in ((3, 1), (2, 1, 3), (300, 2, 1)):
        del asked[:]
        assert answers(fresh(heaps), "machine") == answers(fresh(heaps), "python")
        assert not asked


HEAPS = st.lists(st.integers(0, 40), min_size=1, max_size=4).map(tuple)


@given(st.lists(HEAPS, min_size=2, max_size=4))
@examples(15)
def test_whatever_start_came_before_answers_are_those_of_python(starts: list[tuple[int, ...]]) -> None:
    for heaps in starts:
        game = fresh(heaps)
        assert answers(game, "machine") == answers(game, "python")
        assert rules_lane(game).name == "machine" or not any(heaps)


# ---- what else may depend on a start


class Here(NamedTuple):
    left: int
    at: int = 0


TABLE = (0, 1, 1, 0, 1, 0, 0, 1)


def countdown(start: Here, kept: Any = 0) -> Game[Here, int]:
    """Take one or two from what is left; who takes the last wins. The moves depend on `kept`."""

    def moves(here: Here) -> Iterator[int]:
        if here.left > 0:
            yield 1 + (kept + TABLE[here.at]) % 2
            yield 3

    def play(here: Here, move: int) -> Here:
        return Here(max(here.left - move, 0), (here.at + move) % 8)

    def mover(here: Here) -> int:
        return here.at % 2

    return Game("countdown", start, mover, moves, play, lambda here: (1, -1) if here.at % 2 else (-1, 1))


def test_a_start_that_rules_have_kept_is_a_constant_of_theirs(asked: list[Any]) -> None:
    """Rules whose answers depend on the start have it in their closure: they are others."""
    for left in (5, 6, 7):
        del asked[:]
        game = countdown(Here(left), kept=left)
        assert answers(game, "machine") == answers(game, "python")
        assert asked


def test_a_board_that_rules_have_kept_is_a_constant_of_theirs(asked: list[Any]) -> None:
    def of(board: PVector[int]) -> Game[Any, int]:
        def moves(here: PVector[int]) -> Iterator[int]:
            yield from (cell for cell, stone in enumerate(here) if stone == 0 and board[cell] < 2)

        def rating(here: PVector[int]) -> int:
            return sum(board)

        return Game(
            "filling",
            board,
            lambda here: sum(here) % 2,
            moves,
            lambda here, move: here.set(move, 1),
            lambda here: (1, -1),
            ratings={"start": rating},
        )

    for cells in ((0, 0, 1, 0), (0, 1, 1, 0), (0, 2, 0, 0)):
        del asked[:]
        game = of(pvector(cells))
        assert answers(game, "machine") == answers(game, "python")
        assert asked


def test_an_index_that_only_another_start_can_reach_is_checked(asked: list[Any]) -> None:
    def of(start: int) -> Game[int, int]:
        def moves(here: int) -> Iterator[int]:
            if here < 20:
                yield TABLE[here]

        return Game("steps", start, lambda here: 0, moves, lambda here, move: here + 5 - 4 * move, lambda here: (0, 0))

    assert list(compiled(of(2)).moves(2)) == [1]
    for start in (2, 7, 0):
        game = of(start)
        assert list(compiled(game).moves(start)) == list(game.moves(start))
    for start in (9, -12):
        game = of(start)
        with pytest.raises(IndexError):
            list(game.moves(start))
        with pytest.raises(IndexError):
            list(compiled(game).moves(start))


def test_positions_of_other_classes_have_code_of_their_own(asked: list[Any]) -> None:
    class There(NamedTuple):
        left: int
        at: int = 0

    for start in (Here(3), There(3), (3, 0), Here(True), Here(2)):
        game = Game(
            "any", start, lambda here: 0, lambda here: [1] * (here[0] > 0), lambda here, move: here, lambda here: (0, 0)
        )
        found = compiled(game)
        assert list(found.moves(start)) == list(game.moves(start))
        assert type(found.play(start, 1)) is type(start)
        assert type(found.play(start, 1)[0]) is type(start[0])
    assert len(asked) == 4


def test_a_refusal_is_of_one_start_only(asked: list[Any]) -> None:
    def of(start: Any) -> Game[Any, int]:
        def moves(here: Any) -> Iterator[int]:
            if here[0] < 5:
                yield 1

        return Game(
            "adding", start, lambda here: 0, moves, lambda here, move: (here[0] + move, here[1]), lambda here: (0, 0)
        )

    assert rules_lane(of((0, 2.5))).name == "python"
    assert rules_lane(of((0, 2))).name == "machine"
    assert rules_lane(of((3, 1))).name == "machine"
    assert rules_lane(of((0, 2.5))).name == "python"


# ---- where nothing can be kept on disk


def test_without_a_folder_code_is_kept_in_the_process(asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "folder", lambda: None)
    monkeypatch.setattr(driver, "_REMEMBERED", {})
    for left, compiles in ((9, True), (4, False), (12, True), (9, False)):
        del asked[:]
        game = countdown(Here(left))
        assert answers(game, "machine") == answers(game, "python")
        assert bool(asked) == compiles
    del asked[:]
    monkeypatch.setenv("LAZYTREE_CACHE", "off")
    assert answers(countdown(Here(4)), "machine") == answers(countdown(Here(4)), "python")
    assert asked


def test_quick_code_is_shared_until_the_optimized_code_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("LAZYTREE_CACHE", str(tmp_path))
    found, real = list[Any](), passes.compiled_now
    monkeypatch.setattr(passes, "compiled_now", lambda *means: (found.append(means), real(*means))[1])
    for number in range(4):
        assert list(compiled(countdown(Here(9 - number))).moves(Here(3))) == [1, 3]
    assert len(found) == 1


def test_the_types_of_starts_are_compared(tmp_path: Any) -> None:
    positions = type_of(Here(5, 7))
    assert all(driver.holds(positions, Here(left, at)) for left in range(6) for at in range(8))
    assert not any(
        driver.holds(positions, other) for other in (Here(6, 0), Here(0, 8), Here(-1, 0), (1, 1), Here(True))
    )
    assert not driver.holds(positions, Here("text")) and not driver.holds(positions, pvector([1, 1]))  # type: ignore[arg-type]
