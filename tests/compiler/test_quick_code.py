"""Quick code that answers while the optimized code is made: the same answers, nothing lost."""

from __future__ import annotations

import os
import struct
import threading
from contextlib import contextmanager
from itertools import islice

import pytest

pytest.importorskip("llvmlite")

from lazytree import deepen
from lazytree.compiler import compiled
from lazytree.compiler.compiling import Traps
from lazytree.compiler.running import Runner
from lazytree.compiler.runtime import cache, native
from lazytree.compiler.runtime.entries import PATIENT, Function, Improving
from lazytree.compiler.runtime.entries import improving as improving_soon
from lazytree.compiler.runtime.waiting import Answer
from lazytree.core.errors import Trap, Trapped
from lazytree.games import dice_of_doom, konane, selfo, tic_tac_toe
from lazytree.searching.kernels.memory import Flag
from lazytree.searching.kernels.scout import scout

pytestmark = pytest.mark.optimized

GAMES = [tic_tac_toe(), konane(6), selfo(), dice_of_doom(size=2, dice="rolled", seed=1)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty cache."""
    monkeypatch.setenv("LAZYTREE_CACHE", str(tmp_path))
    return tmp_path


def waited_for(game):
    """The code that a search takes which is made once only, and so waits for the optimized code."""
    return Runner(game, scout, next(iter(game.ratings.values()))).function


@contextmanager
def only_quick_code(monkeypatch):
    """Nothing waits for the optimized code, and none is made before the end."""
    may_end, real = threading.Event(), native.object_code

    def late(text, level):
        if level != native.QUICK:
            may_end.wait()
        return real(text, level)

    monkeypatch.setattr(native, "object_code", late)
    monkeypatch.setattr("lazytree.compiler.runtime.entries.PATIENT", 1000)
    try:
        yield
    finally:
        may_end.set()


def three_answers(game):
    """What deepening finds, and by how much work."""
    return [(each.depth, each.value, each.line, each.nodes, each.lane) for each in islice(deepen(game), 3)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_quick_code_and_optimized_code_find_the_same_by_the_same_work(folder, monkeypatch, game):
    with only_quick_code(monkeypatch):
        quick = three_answers(game)
    waited_for(game)
    monkeypatch.undo()
    monkeypatch.setenv("LAZYTREE_CACHE", str(folder))
    assert three_answers(game) == quick
    assert quick[0][-1] == "machine"


def test_the_cache_gets_the_optimized_code_only(folder, monkeypatch):
    levels, real = [], native.object_code
    monkeypatch.setattr(native, "object_code", lambda text, level: levels.append(level) or real(text, level))
    game = tic_tac_toe()
    next(iter(deepen(game)))
    waited_for(game)
    assert levels == [native.QUICK, 1]
    key = next(folder.glob("*.o")).name.removesuffix(".o")
    assert cache.load(key) is not None
    next(iter(deepen(tic_tac_toe())))
    assert levels == [native.QUICK, 1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rules_in_quick_code_and_in_optimized_code_answer_as_python_does(folder, monkeypatch, game):
    with only_quick_code(monkeypatch):
        fast = compiled(game)
        known = fast.machine.rules.functions
        follow(game, fast)
        assert {type(each) for each in known.values()} == {Improving}
    for each in list(known.values()):
        each.improved(None)
    follow(game, fast)
    assert {type(each) for each in known.values()} == {Function}
    assert known["play"].binary.code == real_code(folder)


def follow(game, fast):
    """Asks all rules on the way through a game in both lanes."""
    position = game.start
    for ply in range(30):
        moves = list(game.moves(position))
        assert list(fast.moves(position)) == moves
        if not moves:
            assert fast.payoffs(position) == game.payoffs(position)
            return
        move = moves[ply * 7 % len(moves)]
        assert fast.mover(position) == game.mover(position)
        assert game.odds is None or game.mover(position) >= 0 or fast.odds(position, move) == game.odds(position, move)
        assert fast.play(position, move) == game.play(position, move)
        position = game.play(position, move)
    assert fast.machine.traps.told() == Traps().told()


def real_code(folder):
    """The code in the cache."""
    (entry,) = folder.glob("*.o")
    payload = cache.load(entry.name.removesuffix(".o"))
    (size,) = struct.unpack_from("=q", payload)
    return payload[8 + size :]


def improving(ended, value="optimized"):
    """A function of which quick code is there, and perhaps the optimized code."""
    better = Answer(lambda: {"it": lambda *arguments, stop: value})
    if ended:
        better.work()
    return Improving(lambda *arguments, stop: "quick", better, "it")


def test_quick_code_answers_until_the_optimized_code_is_there():
    waiting = improving(ended=False)
    assert waiting(stop=Flag()) == "quick"
    waiting.better.work()
    assert [waiting(stop=Flag()) for _ in range(2)] == ["optimized"] * 2


def test_where_functions_are_kept_the_optimized_one_takes_over():
    kept = {}
    better = Answer(lambda: {"it": "optimized"})
    kept["it"] = waiting = Improving(lambda *arguments, stop: "quick", better, "it", kept=kept)
    assert waiting(1) == "quick"
    assert kept["it"] is waiting
    better.work()
    waiting.improved(None)
    assert kept == {"it": "optimized"}


def test_after_some_work_the_optimized_code_is_waited_for_until_the_flag_is_set():
    waiting, flag = improving(ended=False), Flag()
    waiting.spent = 2 * PATIENT
    flag.set()
    with pytest.raises(Trapped):
        waiting(stop=flag)
    threading.Thread(target=waiting.better.work).start()
    assert waiting(stop=Flag()) == "optimized"


def test_where_optimizing_fails_quick_code_answers_on():
    def fails():
        raise MemoryError

    broken = Improving(lambda *arguments, stop: "quick", Answer(fails), "it")
    broken.better.work()
    assert [broken(stop=Flag()) for _ in range(2)] == ["quick"] * 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_the_child_of_a_fork_does_not_wait():
    waiting = improving(ended=False)
    waiting.spent = 2 * PATIENT
    waiting.process = os.getpid() + 1  # as if this were the child
    assert [waiting(stop=Flag()) for _ in range(2)] == ["quick"] * 2


@pytest.fixture
def optimizing(monkeypatch):
    """Whether the optimized code is being made, and its making."""
    begun = threading.Event()
    monkeypatch.setattr("lazytree.compiler.runtime.entries.functions", lambda binary: {"it": binary})

    def made():
        begun.set()
        return lambda *arguments, stop: "optimized"

    return begun, made


def test_the_optimized_code_is_begun_after_the_first_answer(optimizing, monkeypatch):
    monkeypatch.setattr("lazytree.compiler.runtime.entries.BEFORE", 1000)
    begun, made = optimizing
    function = improving_soon({"it": lambda *arguments, stop: "too soon" if begun.wait(0.1) else "quick"}, made)["it"]
    assert function(stop=Flag()) == "quick"
    assert begun.wait(60)


@pytest.mark.parametrize("error", [Trapped(Trap.RAISED, "here"), KeyboardInterrupt()], ids=repr)
def test_the_optimized_code_is_begun_after_a_first_question_without_an_answer(optimizing, monkeypatch, error):
    monkeypatch.setattr("lazytree.compiler.runtime.entries.BEFORE", 1000)
    begun, made = optimizing

    def fails(*arguments, stop):
        raise error

    with pytest.raises(type(error)):
        improving_soon({"it": fails}, made)["it"](stop=Flag())
    assert begun.wait(60)


def test_the_optimized_code_is_begun_where_it_is_waited_for(optimizing, monkeypatch):
    monkeypatch.setattr("lazytree.compiler.runtime.entries.BEFORE", 1000)
    function = improving_soon({"it": lambda *arguments, stop: "quick"}, optimizing[1])["it"]
    assert function.improved(Flag())(stop=Flag()) == "optimized"


def test_the_optimized_code_is_made_without_a_question(optimizing, monkeypatch):
    monkeypatch.setattr("lazytree.compiler.runtime.entries.BEFORE", 0)
    begun, made = optimizing
    improving_soon({"it": lambda *arguments, stop: "quick"}, made)
    assert begun.wait(60)
