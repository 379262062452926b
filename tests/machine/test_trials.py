"""The race of techniques: what questions of several sizes say of a larger one, and which sets stay."""

from __future__ import annotations

from contextlib import ExitStack
from threading import current_thread, main_thread
from types import SimpleNamespace
from unittest.mock import patch

import pytest

pytest.importorskip("llvmlite")

from hypothesis import given
from hypothesis import strategies as st

import lazytree
from lazytree.core.errors import Trap, Trapped
from lazytree.games import domineering, kalah
from lazytree.machine.asking import PROOFS, TURN, Asking
from lazytree.machine.proving import prove_runner
from lazytree.machine.trials import FEWEST, Race, at_size
from lazytree.searching.kernels.memory import Flag
from lazytree.searching.kernels.scout import SEEN
from lazytree.solving.proof_numbers import OPEN, ProofNumbers

SECONDS = 1e-6  # of a position
EAGER = {"PROOFS_FROM": 0, "TRIED_FROM": 0, "AGAIN": 1, "PART": 1}  # constants with which a trial follows the other


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
    assert race_of(*[(1000, 950, 1000)] * 24).staying()[0] == 0  # not by enough
    assert race_of(*[(1000, 100, 5000)] * (FEWEST - 1)).staying() == [0, 1, 2]  # too few say so


def test_what_may_be_better_takes_turns_with_the_best() -> None:
    race = race_of(*[(100, 60), (100, 90), (100, 20), (100, 300)] * 2)
    race.ask.memories[0].counts[SEEN] = 10**7  # far from what the questions say
    assert race.staying() == [0, 1]
    assert race.has_rival
    race.ask.sets = (1, 0)
    assert race.staying() == [1, 0]  # neither is better by enough: the last one goes on


def test_what_searches_stays_beside_proof_numbers_that_are_the_best_for_certain() -> None:
    ask = SimpleNamespace(sets=[5, PROOFS, 9], memories=[SimpleNamespace(counts={SEEN: 1000})])
    costs = {5: 1000, PROOFS: 10, 9: 3000}
    race = Race(ask, [{each: (seen, SECONDS * seen) for each, seen in costs.items()}] * 24)
    assert race.staying() == [PROOFS, 5]


def test_a_rival_has_a_short_turn_and_then_the_best_goes_on() -> None:
    memory = SimpleNamespace(counts=SimpleNamespace(words=dict[int, int]()))
    ask = Asking(None, [memory], lambda: False, [7, 9, 5])
    ask.begin_turn()
    assert (ask.techniques, ask.rival, ask.within(1200)) == (9, 9, 1200 // TURN)
    ask.end_turn()
    assert (ask.sets, ask.rival, ask.within(1200)) == ([7, 5, 9], None, 1200)


def test_a_trial_beside_a_search_changes_what_all_threads_search_with() -> None:
    """With two threads the last one makes the trials, and who wins is the same."""
    game, trials = domineering(rows=6, columns=6), list[str]()

    def noted(race: Race) -> list[int]:
        trials.append(current_thread().name)
        return list(reversed(race.ask.sets))

    with patch.object(Race, "staying", noted), patch("lazytree.machine.trials.TRIED_FROM", 0.001):
        both = lazytree.solve(game, what="winner", lane="machine", threads=2)
        assert main_thread().name not in trials
        one = lazytree.solve(game, what="winner", lane="machine")
    assert trials
    assert both.value == one.value == 1


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_proof_numbers_are_in_the_race_and_may_win_it(threads: int) -> None:
    """They find who wins and leave how soon to the search."""

    def won_by_proofs(race: Race) -> list[int]:
        return sorted(race.ask.sets, reverse=True)  # PROOFS is the highest

    game, here = kalah(pits=4, seeds=4), "lazytree.machine.trials."
    prove_runner(game)  # compiled before the search begins, which is short
    constants = [patch(here + name, value) for name, value in EAGER.items()]
    with ExitStack() as patched:
        for each in (patch.object(Race, "staying", won_by_proofs), *constants):
            patched.enter_context(each)
        found = lazytree.solve(game, lane="machine", threads=threads)
    assert threads > 1 or "proof numbers" in found.techniques  # of two threads the sooner one answers
    assert found[:2] == lazytree.solve(game, lane="machine")[:2]


@pytest.mark.parametrize("trapped", [True, False])
def test_what_a_proof_cannot_find_costs_the_race_as_much_as_was_allowed(trapped: bool) -> None:
    def numbers(*_: object) -> ProofNumbers:
        if trapped:
            raise Trapped(Trap.INDEX, "")
        return OPEN

    prover = SimpleNamespace(numbers=numbers, memory=SimpleNamespace(counts={SEEN: 5}))
    race = Race(SimpleNamespace(prover=SimpleNamespace(afresh=lambda entries: prover)), clock=lambda: 1.0)
    assert race.cost_of_proof(Flag(), (None, 0), 700) == (700, 0.0)
