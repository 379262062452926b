"""`seconds=` of every question: what is known when the time is up, and that it is not all; compiling counts in it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count, islice, pairwise
from typing import Any

import pytest

import lazytree.core.progress
from lazytree import Stats, bots, deepen, mcts, perft, playouts, prove, search, solve, unfold
from lazytree.core.lanes import Lane
from lazytree.core.stopping import Stopped, deadline, either, limited, never
from lazytree.games import connect_four, konane, tic_tac_toe
from lazytree.questions.dispatch import Question
from tests.helpers.marks import slow_unless

LONG = connect_four()  # too large for any of these questions
SHORT = 0.2


def at_once(game: Any) -> dict[str, Any]:
    """Each question with a time that is long enough."""
    return {
        "search": search(game, 4, seconds=60)[:2],
        "deepen": [answer[:2] for answer in deepen(game, seconds=60)],
        "solve": solve(game, seconds=60)[:2],
        "unfold": unfold(game, seconds=60)[:3],
        "perft": perft(game, 4, seconds=60),
        "playouts": playouts(game, 40, seconds=60)[:2],
        "prove": prove(game, seconds=60).result,
        "mcts": [answer.value for answer in mcts(game, seconds=60)(game.start)][-1],
    }


@pytest.mark.slow
def test_a_time_that_is_not_used_up_changes_nothing():
    game = tic_tac_toe()
    assert at_once(game) == {
        "search": search(game, 4)[:2],
        "deepen": [answer[:2] for answer in deepen(game)],
        "solve": (0, 9),
        "unfold": (5478, 16167, 0),
        "perft": 3024,
        "playouts": playouts(game, 40)[:2],
        "prove": "disproven",
        "mcts": 0,
    }


@pytest.mark.parametrize("lane", slow_unless([None], [None, "python"]))
def test_what_is_known_when_the_time_is_up_says_that_it_is_not_all(lane: str | None):
    answer = search(LONG, 40, lane=lane, seconds=SHORT)
    assert 0 < answer.depth < 40
    assert answer.why == "depth 40 was not finished within 0.2 seconds"
    assert answer.why in repr(answer)
    solution = solve(LONG, lane=lane, seconds=SHORT)
    assert solution[:3] == (None, None, ())
    assert repr(solution).startswith("<Solution: not solved within 0.2 seconds, in which ")
    space = unfold(LONG, lane=lane, seconds=SHORT)
    assert space.value is None
    assert space.positions >= 0
    assert repr(space).startswith("<StateSpace: more than ")
    with pytest.raises(
        Stopped, match=r"^40 plies were not counted within 0.2 seconds(; \d+ plies: [\d,]+ lines)?$"
    ) as stopped:
        perft(LONG, 40, lane=lane, seconds=SHORT)
    assert stopped.value.known == tuple(perft(LONG, depth) for depth in range(len(stopped.value.known)))
    played = playouts(LONG, 10**9, lane=lane, seconds=SHORT)
    assert 0 < played.games < 10**9
    assert -1 < played.value < 1
    *_, sampled = mcts(LONG, lane=lane, seconds=SHORT)(LONG.start)
    assert sampled.simulations > 0
    depths = [each.depth for each in deepen(LONG, lane=lane, seconds=SHORT)]
    assert depths == list(range(1, depths[-1] + 1))


@pytest.mark.parametrize("method", ["df-pn", "pn"])
def test_a_proof_that_is_cut_short_is_unknown(method: Any):
    proof = prove(LONG, method=method, seconds=SHORT)
    assert (proof.result, proof.proof > 0, proof.disproof > 0) == ("unknown", True, True)
    assert prove(LONG, method=method, stop=lambda: True).result == "unknown"


def test_a_flag_still_raises():
    for ask in (unfold, lambda game, **means: perft(game, 9, **means)):
        with pytest.raises(Stopped):
            ask(LONG, stop=lambda: True, seconds=60)


def test_a_flag_ends_solve_with_what_is_known():
    assert solve(LONG, stop=lambda: True, seconds=60).why.startswith("not solved before it was stopped, in which 0 ")


@pytest.fixture
def slow_to_compile(monkeypatch: pytest.MonkeyPatch):
    """Nothing is compiled before this is set."""
    pytest.importorskip("llvmlite")
    from lazytree.compiler import running

    go, made, make = threading.Event(), threading.Event(), running.compiled_search

    def waiting(*how: Any) -> Any:
        assert go.wait(60)
        try:
            return make(*how)
        finally:
            made.set()

    monkeypatch.setattr(running, "compiled_search", waiting)
    yield lambda: go.set() or made.wait(60)
    go.set()


@pytest.mark.slow
def test_python_answers_as_long_as_the_rules_are_being_compiled(slow_to_compile: Callable[[], object]):
    stats, game = Stats(), konane(rows=6, columns=6, opening="corner")
    answer = search(game, 40, "mobility", stats=stats, seconds=0.4)
    assert answer.lane == "python"
    assert answer.value == search(game, answer.depth, "mobility", lane="python").value
    assert stats.lane is not None
    assert stats.lane.reason == "the rules were still being compiled"
    assert search(game, 2, "mobility", seconds=60)[:3] == search(game, 2, "mobility", lane="python")[:3]  # sooner done
    assert solve(game, seconds=0.3).value is None
    assert perft(game, 3, seconds=60) == 10
    assert playouts(game, 5, seconds=60).lane == "python"
    assert unfold(tic_tac_toe(), seconds=60)[:3] == (5478, 16167, 0)
    assert [answer.lane for answer in mcts(game, simulations=20, seconds=60)(game.start)][-1] == "python"


def test_the_time_of_a_move_runs_while_the_rules_are_being_compiled(slow_to_compile: Callable[[], object]):
    stats, game = Stats(), konane(rows=6, columns=6, opening="corner")
    assert bots.think(game, rating="mobility", stats=stats, seconds=0.4)(game.start) in list(game.moves(game.start))
    assert stats.lane == Lane("python", "the rules were still being compiled")
    slow_to_compile()
    bots.think(game, 7, "mobility", stats=stats, seconds=60)(game.start)
    assert stats.lane == Lane("machine")


def test_the_first_answer_comes_though_the_time_ends_as_the_compiler_does():
    asked = Question(tic_tac_toe(), None, seconds=1e-9)
    asked.made = made = threading.Event()

    def in_python() -> str:
        made.set()
        raise Stopped

    assert asked.answer(lambda: "machine", in_python) == "machine"


def test_machine_code_goes_on_where_python_was_once_it_is_there(slow_to_compile: Callable[[], object]):
    game = konane(rows=6, columns=6, opening="corner")
    numbers = count()

    def late(answers: Any) -> Any:
        for answer in answers:
            yield answer
            if next(numbers) == 2:
                slow_to_compile()

    answers = list(islice(late(deepen(game, rating="mobility", seconds=60)), 9))
    lanes = [answer.lane for answer in answers]
    assert lanes[:3] == ["python"] * 3
    assert lanes[-1] == "machine"
    assert all(one <= other for one, other in pairwise(lanes[::-1]))
    assert [answer.value for answer in answers] == [search(game, depth, "mobility").value for depth in range(1, 10)]


@pytest.mark.slow
def test_simulations_begun_in_python_go_on_in_machine_code(slow_to_compile: Callable[[], object]):
    game, told = tic_tac_toe(), []
    for answer in mcts(game, 3, seconds=60)(game.start):
        told.append(answer)
        if answer.simulations == 32:
            slow_to_compile()
    assert (told[0].lane, told[-1].lane) == ("python", "machine")
    plain = {answer.simulations: answer[:5] for answer in mcts(game, 3)(game.start)}
    assert all(plain.get(answer.simulations, answer[:5]) == answer[:5] for answer in told)


@pytest.mark.slow
def test_what_is_solved_by_machine_code_is_begun_by_python(slow_to_compile: Callable[[], object]):
    threading.Timer(0.2, slow_to_compile).start()
    game = connect_four(columns=5, rows=4)
    solution = solve(game, seconds=60)
    assert (solution.value, solution.lane) == (solve(game).value, "machine")


def test_what_is_being_solved_is_told(monkeypatch: pytest.MonkeyPatch):
    """The flag that it polls waits until something has been told."""
    monkeypatch.setattr(lazytree.core.progress, "EVERY", 0.001)
    told, heard = list[str](), threading.Event()

    def tell(line: str) -> None:
        told.append(line)
        heard.set()

    assert solve(tic_tac_toe(), lane="python", stop=lambda: not heard.wait(60), progress=tell).value == 0
    assert told[0].startswith("tic_tac_toe: ")
    with pytest.raises(ValueError, match="progress must be a function"):
        solve(tic_tac_toe(), progress=3)  # type: ignore[arg-type]


@pytest.mark.slow
def test_what_is_being_published_is_told(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("llvmlite")
    from lazytree.hosts.pages import publish

    monkeypatch.setattr(lazytree.core.progress, "EVERY", 0.001)
    told = list[str]()
    publish(tic_tac_toe(), progress=told.append)
    assert told[0].startswith("writing the page of tic_tac_toe: ")


@pytest.mark.parametrize("seconds", [0, -1, "3", float("nan"), True])
def test_a_time_is_a_number_above_0(seconds: Any):
    game = tic_tac_toe()
    for ask in (
        lambda: search(game, 2, seconds=seconds),
        lambda: deepen(game, seconds=seconds),
        lambda: solve(game, seconds=seconds),
        lambda: unfold(game, seconds=seconds),
        lambda: perft(game, 2, seconds=seconds),
        lambda: playouts(game, 2, seconds=seconds),
        lambda: prove(game, seconds=seconds),
        lambda: mcts(game, seconds=seconds),
    ):
        with pytest.raises(ValueError, match="seconds must be a number above 0, not"):
            ask()


def test_flags_are_joined():
    ticks = iter(range(9))
    late = deadline(2, clock=lambda: next(ticks))
    assert [either(late, never)() for _ in range(3)] == [False, True, True]
    assert limited(None, 60)() is False
