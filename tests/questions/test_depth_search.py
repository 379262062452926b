"""`search` looks at short depths in one go: nothing that it answers or counts differs from `deepen`, read so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from itertools import islice, takewhile
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pyrsistent import pvector

from tests.helpers.examples import examples

pytest.importorskip("llvmlite")

import lazytree
from lazytree import Game, Stats, Stop, Stopped, deepen, search
from lazytree.compiler import rules_lane, running
from lazytree.core.stopping import never
from lazytree.games import dice_of_doom, konane, tic_tac_toe
from lazytree.machine import deepening as ahead
from lazytree.questions.depth_search import depth_search
from lazytree.questions.dispatch import Question
from lazytree.searching.deepening import Deepening
from lazytree.trees.growing import grow
from lazytree.trees.ratings import resolve_rating
from tests.helpers.graph_games import NODES, TWO, Place, game_of_two, places
from tests.helpers.marks import slow_unless
from tests.helpers.positions import walk_to, walks
from tests.questions.test_stats import too_large

KONANE = konane(rows=4, columns=5, opening="centre")
ROLLED = dice_of_doom(size=2, dice="rolled", max_dice=5, reinforcement="largest cluster", seed=4)
BEYOND = Place(  # a payoff above 1 three plies on: values up to there are found once more
    0,
    pvector([0, 0, 0, -1, *[0] * 5]),
    pvector([*[0] * 21, -2, *[0] * 5]),
    pvector([1, 3, 0, 6, 2, 0, 0, 0, 0, 6, *[0] * 8, 7, *[0] * 8]),
    pvector([1] * 27),
)
PACES = pytest.mark.parametrize("short", [float("inf"), -1.0], ids=["all in one go", "one by one"])


def counts(stats: Stats) -> dict[str, Any]:
    """All that statistics say but times."""
    return {each.name: getattr(stats, each.name) for each in fields(Stats) if each.name not in ("seconds", "clock")}


def alike(game: Game[Any, Any], depth: int, position: Any, rating: str) -> None:
    """Holds `search` and `deepen`, read up to the depth, to the same answer and the same statistics."""
    at_once, one_by_one = Stats(), Stats()
    answer = search(game, depth, rating, position, at_once, megabytes=1)
    *_, last = islice(deepen(game, position, rating, one_by_one, megabytes=1), depth)
    assert (*answer[:5], answer.lane) == (*last[:5], last.lane)
    assert counts(at_once) == counts(one_by_one)


@pytest.fixture
def pace(monkeypatch: pytest.MonkeyPatch, short: float) -> None:
    """How long a depth may take so that the next one is looked at in the same go."""
    monkeypatch.setattr(ahead, "SHORT", short)


@PACES
@pytest.mark.usefixtures("pace")
@examples(25)
@given(walk=walks(8), depth=st.integers(1, 8))
def test_search_is_deepen_read_so_far(short: float, walk: tuple[int, int], depth: int) -> None:
    alike(KONANE, depth, walk_to(KONANE, walk), "weighed")


@PACES
@pytest.mark.usefixtures("pace")
@examples(40)
@given(place=places(TWO, payoffs=2), depth=st.integers(1, NODES))
@example(place=BEYOND, depth=3)
def test_search_is_deepen_read_so_far_with_chance_and_payoffs_beyond_a_win(
    short: float, place: Place, depth: int
) -> None:
    alike(game_of_two(), depth, place, "number")


@PACES
@pytest.mark.usefixtures("pace")
@pytest.mark.parametrize("depth", slow_unless([1, 4, 10], [1, 2, 3, 4, 5, 10]))
def test_a_trap_shows_at_its_depth(short: float, depth: int) -> None:
    at_once, one_by_one = too_large(), too_large()
    stats = Stats(), Stats()
    answer = search(at_once, depth, stats=stats[0])
    *_, last = islice(deepen(one_by_one, stats=stats[1]), depth)
    assert (*answer[:5], answer.lane) == (*last[:5], last.lane)
    assert counts(stats[0]) == counts(stats[1])
    assert rules_lane(at_once).trapped == rules_lane(one_by_one).trapped == (last.lane == "python")


def handed_over(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is handed over to another thread from now on."""
    given, original = list[object](), running.interruptible

    def noted(*means: Any) -> Any:
        given.append(means)
        return original(*means)

    monkeypatch.setattr(running, "interruptible", noted)
    return given


@pytest.mark.parametrize(("short", "times"), [(float("inf"), 1), (-1.0, 3)])
@pytest.mark.parametrize("game", [KONANE, ROLLED], ids=["konane", "rolled dice"])
def test_short_depths_are_handed_over_together(
    game: Game[Any, Any], short: float, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    search(game, 3)
    monkeypatch.setattr(ahead, "SHORT", short)
    given = handed_over(monkeypatch)
    assert search(game, 3).depth == 3
    assert len(given) == times


def test_deepen_and_a_search_that_may_be_stopped_look_at_one_depth_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "SHORT", float("inf"))
    given = handed_over(monkeypatch)
    answers = iter(deepen(KONANE))
    for depth in (1, 2, 3):
        assert next(answers).depth == len(given) == depth
    del given[:]
    assert search(KONANE, 3, stop=never).depth == len(given) == 3


def test_nothing_is_looked_at_beyond_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tic-tac-toe is a draw, and is over after nine moves."""
    monkeypatch.setattr(ahead, "SHORT", float("inf"))
    given, stats = handed_over(monkeypatch), Stats()
    answer = search(tic_tac_toe(), 10**9, stats=stats)
    assert (answer.depth, answer.value, len(given)) == (9, 0, 1)
    assert answer.nodes == stats.nodes


def ahead_of(game: Game[Any, Any], last: int) -> tuple[Deepening[Any], Stats]:
    """Answers, of which those before a depth need not be told."""
    stats, rating = Stats(), resolve_rating(game, None)
    looking = depth_search(Question(game, stats), game.start, rating, grow(game, stats), 1, last=last)
    return Deepening(looking, stats), stats


def answers_by_depth(answers: Iterable[Any]) -> dict[int, tuple[Any, ...]]:
    """What answers say but times, by depth."""
    return {answer.depth: (*answer[:5], answer.lane) for answer in answers}


@PACES
@pytest.mark.usefixtures("pace")
@pytest.mark.parametrize("game", [KONANE, ROLLED], ids=["konane", "rolled dice"])
def test_the_last_answer_is_told_and_all_before_are_counted(game: Game[Any, Any], short: float) -> None:
    answers, stats = ahead_of(game, 4)
    read = []
    for answer in takewhile(lambda answer: answer.depth <= 5, answers):
        read.append(answer)
        assert answer.nodes == stats.nodes
    assert [answer.depth for answer in read] == ([4, 5] if short > 0 else [1, 2, 3, 4, 5])
    assert answers_by_depth(read).items() <= answers_by_depth(islice(deepen(game, megabytes=1), 5)).items()


@PACES
@pytest.mark.usefixtures("pace")
def test_two_that_read_at_once_find_the_same_values(short: float) -> None:
    answers, _ = ahead_of(KONANE, 3)
    alone = {answer.depth: answer.value for answer in islice(deepen(KONANE), 5)}
    for one, other in islice(zip(answers, answers), 3):
        assert one.depth == other.depth
        assert one.value == other.value == alone[one.depth]


def test_one_that_is_stopped_has_what_was_found_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "SHORT", float("inf"))
    looking = ahead_of(KONANE, 3)[0].search
    found = looking(1, 0, Stats(), never)
    assert found.depth == 3
    with pytest.raises(Stopped):
        looking(4, found.value, Stats(), lambda: True)
    assert looking(4, found.value, Stats(), never).value == next(islice(deepen(KONANE), 3, 4)).value


def test_a_flag_can_be_annotated() -> None:
    late: Stop = lambda: False  # noqa: E731
    assert search(tic_tac_toe(), 1, stop=late).depth == 1
    assert "Stop" in lazytree.__all__
