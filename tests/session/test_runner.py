"""The runner of a session: one job at a time, what changes it, what is refused."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from threading import Event
from typing import Any

import pytest

from lazytree import Game
from lazytree.games import tic_tac_toe
from lazytree.session.refusals import BUSY, Refused
from lazytree.session.runner import SessionRunner
from lazytree.session.session import Seat, new_session, permissions_of_all
from tests.helpers.waiting import until

GAME = tic_tac_toe()


def runner_of(bot: Any = None, game: Game[Any, Any] = GAME, **more: Any) -> SessionRunner:
    seats = [Seat(), Seat() if bot is None else Seat("bot")]
    return SessionRunner(new_session(game, game.start, seats, Random(1)), bot, Random(1), **more)


def ask(runner: SessionRunner, action: str, **asked: Any) -> None:
    runner.act({"action": action, **asked}, permissions_of_all(runner.session))


def test_an_answer_that_comes_after_the_move_was_taken_back_is_dropped():
    go, ended = Event(), Event()

    def bot(game: Any, text: str, position: Any, stop: Any, tell: Any) -> Any:
        go.wait(20)
        ended.set()
        return 0, ""

    runner = runner_of(bot)
    ask(runner, "move", place=0, move=4)
    assert runner.job is not None and runner.job.bot == "bot"
    ask(runner, "undo")
    assert runner.job is None
    go.set()
    assert ended.wait(20)
    assert runner.session.record.written() == []


def test_a_bot_is_told_to_stop_and_its_move_is_made_and_told():
    def bot(game: Any, text: str, position: Any, stop: Any, tell: Any) -> Any:
        until(stop)
        return 0, "that was quick"

    runner, changes = runner_of(bot), list[int]()
    runner.follow(lambda: changes.append(runner.stamp))
    ask(runner, "move", place=0, move=4)
    ask(runner, "move now")
    until(lambda: runner.job is None)
    assert (runner.session.record.written(), runner.session.said) == (["b2", "a3"], "that was quick")
    assert changes == sorted(changes) and len(set(changes)) == 3


def test_where_no_thread_is_free_it_is_said_and_tried_again_when_it_wakes():
    free: list[bool] = []

    def submit(work: Any, done: Any) -> Any:
        if not free:
            raise Refused(BUSY, "too many think")
        return Event()  # which runs without end

    runner = runner_of(lambda *means: (0, ""), submit=submit)
    ask(runner, "move", place=0, move=4)
    assert (runner.job, runner.session.said) == (None, "too many think")
    free.append(True)
    runner.wake()
    assert runner.job is not None


def test_a_move_to_a_position_in_which_the_rules_raise_an_error_is_not_made():
    def moves(position: Any) -> Any:
        return [4, 5] if position == GAME.start else 1 // 0

    runner = runner_of(game=replace(GAME, moves=moves, machine=None))
    with pytest.raises(Refused, match="ZeroDivisionError"):
        ask(runner, "move", place=0, move=0)
    assert runner.session.place == 0
    with pytest.raises(Refused, match="gone on"):
        ask(runner, "move", place=1, move=0)
