"""The race of techniques: what questions of several sizes say of a larger one, and which sets stay."""

from __future__ import annotations

from threading import current_thread, main_thread
from types import SimpleNamespace
from unittest.mock import patch

import pytest

pytest.importorskip("llvmlite")

from hypothesis import given
from hypothesis import strategies as st

import lazytree
from lazytree.compiler.entry_points.trials import FEWEST, Race, at_size
from lazytree.games import domineering
from lazytree.searching.kernels.scout import SEEN

SECONDS = 1e-6  # of a position


@given(st.floats(-3, 3), st.floats(-0.5, 0.5))
def test_a_line_through_many_points_is_found(level: float, slope: float) -> None:
    points = [(each / 10, level + slope * each / 10) for each in range(200)]  # their middle is about 10
    found = at_size(points, 25.0)
    assert found.time == pytest.approx(level + slope * 25, abs=1e-6 + 0.2 * abs(slope) * (25 - 10))


@given(st.floats(-3, 3), st.floats(5, 20))
def test_points_of_one_size_say_the_same_of_every_other(level: float, size: float) -> None:
    near, far = at_size([(5.0, level)] * 12, 5.0), at_size([(5.0, level)] * 12, size)
    assert far.time == pytest.approx(level) == near.time
    assert far.error >= near.error


def race_of(*costs: tuple[float, ...]) -> Race:
    """A race of sets 0, 1, … in which a question has taken each of them that many positions."""
    ask = SimpleNamespace(sets=range(len(costs[0])), memories=[SimpleNamespace(counts={SEEN: 1000})])
    return Race(ask, [{each: (seen, SECONDS * seen) for each, seen in enumerate(row)} for row in costs])


def test_the_best_is_used_and_what_is_slower_for_certain_leaves() -> None:
    assert race_of(*[(1000, 300, 3000)] * 24).staying() == [1]
    assert race_of(*[(1000, 950, 1000)] * 24).staying()[0] == 0  # not by more than is measured
    assert race_of(*[(1000, 100, 5000)] * (FEWEST - 1)).staying() == [0, 1, 2]  # too few say so


def test_what_may_be_better_takes_turns_with_the_best() -> None:
    race = race_of(*[(100, 90), (100, 120), (100, 30), (100, 300)] * 2)
    race.ask.memories[0].counts[SEEN] = 10**7  # far from what the questions say
    assert race.staying() == [1, 0]
    race.ask.sets = (1, 0)
    assert race.staying() == [0, 1]


def test_a_trial_beside_a_search_changes_what_all_threads_search_with() -> None:
    """With two threads the last one makes the trials, and who wins is the same."""
    game, trials = domineering(rows=6, columns=6), list[str]()

    def noted(race: Race) -> list[int]:
        trials.append(current_thread().name)
        return list(reversed(race.ask.sets))

    with patch.object(Race, "staying", noted), patch("lazytree.compiler.entry_points.trials.TRIED_FROM", 0.001):
        both = lazytree.solve(game, what="winner", lane="machine", threads=2)
        assert main_thread().name not in trials
        one = lazytree.solve(game, what="winner", lane="machine")
    assert trials
    assert both.value == one.value == 1
