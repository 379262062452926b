"""A bot that asks for little begins in Python; once that has taken as long as compiling, machine code makes its moves.

The clock is a counter here, so that nothing depends on the speed of the machine.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, product
from random import Random
from typing import Any

import pytest

from lazytree import Game, Stats, bots, think
from lazytree.core.lanes import Lane
from lazytree.games import chess, connect_four, dice_of_doom, konane, nim, tic_tac_toe
from lazytree.playing.random_games import random_positions
from lazytree.questions.dispatch import COMPILING, KINDS_KEPT, SOONER, small_questions
from lazytree.searching.choosing import Bot

Factory = Callable[..., Bot[Any, Any]]
PYTHON_SOONER, MACHINE = Lane("python", SOONER), Lane("machine")


def deep(game: Game[Any, Any], **means: Any) -> Bot[Any, Any]:
    """The bot that looks three plies ahead."""
    return think(game, depth=3, **means)


def sampling(game: Game[Any, Any], **means: Any) -> Bot[Any, Any]:
    """The bot of few simulations."""
    return bots.mcts(game, simulations=60, **means)


def each_takes(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on Python takes that many seconds for whatever it is asked at once."""
    ticks = count()
    monkeypatch.setattr("lazytree.questions.dispatch.THREAD_TIME", lambda: seconds * next(ticks))


def games() -> list[Game[Any, Any]]:
    """Games of which nothing has been compiled: two players, chance, three players."""
    return [
        tic_tac_toe(),
        connect_four(rows=4, columns=5),
        konane(rows=4, columns=4),
        nim(),
        dice_of_doom(size=2, dice="rolled"),
        dice_of_doom(size=2, players=3),
    ]


ASKED = [*product(games(), (deep, sampling)), (chess(fifty=20), deep)]


@pytest.mark.compiler
@pytest.mark.parametrize(("game", "factory"), ASKED, ids=lambda each: getattr(each, "__name__", "") or each.name)
def test_the_moves_are_those_of_python_in_both_lanes(
    game: Game[Any, Any], factory: Factory, monkeypatch: pytest.MonkeyPatch
) -> None:
    each_takes(COMPILING, monkeypatch)
    stats = Stats()
    bot, in_python = factory(game, stats=stats), factory(game, lane="python")
    for position in random_positions(game, Random(5), games=2, plies=12):
        if list(game.moves(position)) and game.mover(position) >= 0:
            assert bot(position) == in_python(position)
    assert stats.lane == MACHINE


@pytest.mark.parametrize("factory", [deep, sampling])
def test_machine_code_answers_once_python_has_spent_what_compiling_takes(
    factory: Factory, monkeypatch: pytest.MonkeyPatch
) -> None:
    each_takes(COMPILING / 50, monkeypatch)
    game, stats = tic_tac_toe(), Stats()
    bot, moves = factory(game, stats=stats), 0
    bot(game.start)
    assert stats.lane == PYTHON_SOONER
    while stats.lane == PYTHON_SOONER:
        bot(game.start)
        moves += 1
    assert stats.lane == MACHINE and moves > 1
    began = Stats()
    factory(game, stats=began)(game.start)
    assert began.lane == MACHINE  # of another bot, in another game of a tournament


def test_one_long_move_is_ended_in_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    each_takes(COMPILING, monkeypatch)
    game, stats = tic_tac_toe(), Stats()
    think(game, depth=4, stats=stats)(game.start)
    assert stats.lane == MACHINE and stats.in_machine_code


def test_a_lane_that_is_named_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    each_takes(COMPILING, monkeypatch)
    game = tic_tac_toe()
    for factory in (deep, sampling):
        stats = Stats()
        bot = factory(game, stats=stats, lane="python")
        for _ in range(3):
            bot(game.start)
        assert stats.lane == Lane("python", "as asked for")


def test_without_a_compiler_python_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazytree.questions.dispatch.is_installed", lambda: False)
    each_takes(COMPILING, monkeypatch)
    game = tic_tac_toe()
    for factory in (deep, sampling):
        stats = Stats()
        bot, in_python = factory(game, stats=stats), factory(game, lane="python")
        for _ in range(3):
            assert bot(game.start) == in_python(game.start)
        assert stats.lane is not None and stats.lane.name == "python" and "llvmlite" in stats.lane.reason


def test_the_kinds_of_questions_that_are_kept_are_few() -> None:
    game = nim()
    first = small_questions(game, "mcts")
    assert small_questions(game, "mcts") is first
    for number in range(KINDS_KEPT):
        small_questions(game, ("a rating", number))
    assert small_questions(game, "mcts") is not first
    assert small_questions(nim(), "mcts") is not small_questions(game, "mcts")
