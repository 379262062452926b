"""Deepening: finished depths only, and what stops it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolz import compose

from lazytree import (
    CHANCE,
    SURE,
    Ordering,
    Stats,
    Table,
    deepen_tree,
    describe,
    explain,
    grow,
    make_tree,
    minimax,
    prune,
    ranked,
    rate,
    searches,
    until,
    within,
)
from lazytree.core.stopping import interruptible
from lazytree.games import connect_four, nim, tic_tac_toe
from lazytree.searching.deepening import Answer, Progress
from lazytree.trees.growing import follow
from tests.helpers.trees import Graph, game_of, graphs

DEEPENINGS: dict[str, Callable[..., Any]] = {
    "scout": deepen_tree,
    "alphabeta": partial(deepen_tree, search=searches.alphabeta),
    "aspiration": partial(deepen_tree, search=searches.aspiration(margin=2)),
    "mtdf": partial(deepen_tree, search=searches.mtdf),
    "minimax": partial(deepen_tree, search=searches.minimax),
    "small table": lambda *given, **means: deepen_tree(*given, table=Table(entries=1), order=Ordering(), **means),
}


def look_of(game: Any, rating: str) -> Any:
    growing = grow(game)
    return lambda depth: compose(rate(game, game.ratings[rating]), prune(depth), growing)


@pytest.mark.parametrize("name", DEEPENINGS)
@given(graphs(endless=True))
def test_every_answer_is_a_finished_depth(name: str, graph: Graph) -> None:
    game = game_of(graph)
    look = look_of(game, "number")
    if not graph[0].children:
        return
    answers = list(islice(DEEPENINGS[name](look, 0), 5))
    assert [answer.depth for answer in answers] == list(range(1, len(answers) + 1))
    for answer in answers:
        tree = look(answer.depth)(0)
        assert answer.value == minimax(tree)
        assert answer.best == answer.line[0]
        assert not follow(tree, answer.line).branches
    assert all(one.nodes < other.nodes for one, other in pairwise(answers))


@pytest.mark.parametrize("name", DEEPENINGS)
@given(graphs())
def test_it_ends_where_looking_deeper_finds_the_same(name: str, graph: Graph) -> None:
    if not graph[0].children:
        return
    game = game_of(graph)
    *_, last = DEEPENINGS[name](look_of(game, "number"), 0)
    assert last.value == minimax(rate(game, game.ratings["number"])(grow(game)(0)))


def test_tic_tac_toe_is_a_draw() -> None:
    game = tic_tac_toe()
    *_, last = deepen_tree(look_of(game, "open_lines"), game.start)
    assert (last.depth, last.value, len(last.line), last.lane) == (9, 0, 9, "python")


def test_a_flag_stops_it_and_no_unfinished_depth_is_answered() -> None:
    """However often the flag is polled before it goes up, what has been answered is what was finished."""
    game = connect_four(columns=4, rows=4)
    full = list(islice(deepen_tree(look_of(game, "open_lines"), game.start), 5))
    lengths = set()
    for polls in (0, 1, 5, 20, 100, 400, 1600):
        polled = count()
        answers = list(
            islice(deepen_tree(look_of(game, "open_lines"), game.start, stop=lambda: next(polled) >= polls), 5)  # noqa: B023
        )
        assert [answer[:5] for answer in answers] == [answer[:5] for answer in full[: len(answers)]]
        lengths.add(len(answers))
    assert 1 in lengths
    assert len(lengths) > 2


@pytest.mark.parametrize("name", DEEPENINGS)
def test_any_search_can_be_stopped(name: str) -> None:
    game = connect_four()
    stats, polled = Stats(), count()
    deepening = DEEPENINGS[name]
    answers = list(deepening(look_of(game, "open_lines"), game.start, stats=stats, stop=lambda: next(polled) > 2000))
    assert 1 < len(answers) < 9
    assert next(polled) <= 2003  # it was heeded at once, and asked once more between two depths at most


def ticking(step: float = 1) -> Callable[[], float]:
    ticks = count()
    return lambda: next(ticks) * step


def test_within_reaches_into_the_search() -> None:
    game = connect_four()
    stats = Stats()
    answers = list(within(500, clock=ticking())(deepen_tree(look_of(game, "open_lines"), game.start, stats=stats)))
    assert 1 < len(answers) < 9
    assert stats.nodes <= 520  # the clock is read at every node, and a little more often


def test_within_starts_its_clock_when_the_first_answer_is_asked_for() -> None:
    game = connect_four()
    clock = ticking()
    limited = within(500, clock=clock)(deepen_tree(look_of(game, "open_lines"), game.start))
    for _ in range(1000):
        clock()
    assert len(list(limited)) > 1


def test_until() -> None:
    game = nim(heaps=(1, 2, 2, 1, 1))
    answers = list(until(SURE)(deepen_tree(look_of(game, "nim_sum"), game.start)))
    assert abs(answers[-1].value) >= SURE
    assert all(abs(answer.value) < SURE for answer in answers[:-1])


def test_stages_stack_in_any_order() -> None:
    game = connect_four()
    lengths = []
    for stages in ((until(SURE), within(50, clock=ticking())), (within(50, clock=ticking()), until(SURE))):
        answers = deepen_tree(look_of(game, "open_lines"), game.start)
        for stage in stages:
            answers = stage(answers)  # type: ignore[operator]
        lengths.append(len(list(answers)))
    assert lengths[0] == lengths[1] < 5


def test_stages_on_any_sequence_of_answers() -> None:
    game = nim(heaps=(1, 2, 2))
    answers = deepen_tree(look_of(game, "nim_sum"), game.start)

    def plain() -> Iterator[Answer[Any]]:
        yield from answers

    assert len(list(until(SURE)(plain()))) == 5
    assert len(list(within(3, clock=ticking())(plain()))) == 3


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_time_that_is_none(seconds: float) -> None:
    with pytest.raises(ValueError, match="seconds"):
        within(seconds)


def test_progress_says_how_far_it_is() -> None:
    game = connect_four()
    heard: list[Progress[Any]] = []
    answers = list(
        islice(deepen_tree(look_of(game, "open_lines"), game.start, progress=heard.append, clock=ticking(0.01)), 4)
    )
    assert {report.depth for report in heard} >= {3, 4}
    for report in heard:
        if report.depth > 1:
            assert report.best == answers[report.depth - 2].best
            assert report.line == answers[report.depth - 2].line
        assert report.nodes > 0
        assert report.per_second > 0
    assert [report.nodes for report in heard] == sorted(report.nodes for report in heard)


def test_ctrl_c_gives_the_best_so_far() -> None:
    game = connect_four()
    stats = Stats()

    def interrupt_at(seen: int) -> Callable[[Progress[Any]], None]:
        def report(progress: Progress[Any]) -> None:
            if progress.nodes > seen:
                os.kill(os.getpid(), signal.SIGINT)

        return report

    before = signal.getsignal(signal.SIGINT)
    with interruptible() as stop:
        answers = list(
            deepen_tree(
                look_of(game, "open_lines"),
                game.start,
                stats=stats,
                stop=stop,
                progress=interrupt_at(1000),
                clock=ticking(),
            )
        )
    assert signal.getsignal(signal.SIGINT) is before
    at_depth = look_of(game, "open_lines")(answers[-1].depth)
    assert answers[-1].best == ranked(at_depth(game.start))[0].move  # of equals the first
    assert 1000 < stats.nodes < 1100


def test_the_next_ctrl_c_interrupts() -> None:
    with pytest.raises(KeyboardInterrupt), interruptible() as stop:
        os.kill(os.getpid(), signal.SIGINT)
        assert stop()
        os.kill(os.getpid(), signal.SIGINT)


def test_an_error_without_a_move_to_choose() -> None:
    over = make_tree(lambda: 0)
    rolled = make_tree(lambda: 0, CHANCE, [(0, make_tree(lambda: 0))])
    for tree, reason in ((over, "no move"), (rolled, "chance")):
        with pytest.raises(ValueError, match=reason):
            list(deepen_tree(lambda depth: lambda position: tree, None))  # noqa: B023


def test_many_players_by_maxn() -> None:
    leaves = [(move, make_tree(lambda label=label: label)) for move, label in enumerate([(1, 5, 0), (2, 0, 5)])]
    tree: Any = make_tree(lambda: (0, 0, 0), 0, leaves)
    answer = next(iter(deepen_tree(lambda depth: lambda position: tree, None, searches.maxn)))
    assert (answer.value, answer.best) == ((2, 0, 5), 1)


@given(graphs(endless=True), st.integers(1, 4))
def test_explanations(graph: Graph, depth: int) -> None:
    if not graph[0].children:
        return
    game = game_of(graph)
    look = look_of(game, "number")
    answers = list(islice(deepen_tree(look, 0), depth))
    answer = answers[-1]
    why = explain(look(answer.depth)(0), answer.line)
    assert why.line == answer.line
    assert sorted(move for move, _ in why.alternatives) == list(game.moves(0))
    assert dict(why.alternatives)[answer.best] == answer.value
    assert why.second is None or why.second.move == why.refutation[0]
    if why.fails_after is not None:
        assert why.second is not None
        assert why.second.value != answer.value
        assert 1 <= why.fails_after <= len(why.refutation)
    assert len(describe(game, 0, why).splitlines()) == len(why.alternatives)


def test_where_the_second_best_fails() -> None:
    """X must close the middle row; after anything else O does."""
    game = tic_tac_toe()
    position = game.read("X.. OO. X..")
    why = explain(rate(game, lambda position: 0)(prune(2)(grow(game)(position))))
    assert game.format(position, why.line[0]) == "c2"
    assert why.second is not None
    assert game.format(position, why.refutation[1]) == "c2"
    assert why.fails_after == 2
