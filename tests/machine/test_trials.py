"""The race of techniques: what questions of several sizes say of a larger search, and which sets are asked more."""

from __future__ import annotations

from contextlib import ExitStack
from math import inf, log
from statistics import stdev
from threading import current_thread, main_thread
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

pytest.importorskip("llvmlite")

from hypothesis import given
from hypothesis import strategies as st

import lazytree
from lazytree.core.errors import Trap, Trapped
from lazytree.core.values import WIN
from lazytree.games import clobber, connect_four, domineering, kalah
from lazytree.machine.asking import PROOFS, Asking
from lazytree.machine.memories import memories_to_the_end
from lazytree.machine.proving import prove_runner
from lazytree.machine.to_the_end import solve_runner
from lazytree.machine.trials import FEWEST, MORE, MUCH, PROOFS_FROM, SETS, Noted, Race, usable
from lazytree.searching.kernels.memory import Flag
from lazytree.searching.kernels.parts import Memory
from lazytree.searching.kernels.scout import SEEN
from lazytree.searching.kernels.solver import CHILDREN, KILLERS, KNOWN
from lazytree.searching.kernels.threats import PARTS, TECHNIQUES
from lazytree.solving.proof_numbers import OPEN, ProofNumbers

SECONDS = 1e-6  # of a position
EAGER = {"PROOFS_FROM": 0, "TRIED_FROM": 0, "AGAIN": 1, "PART": 1}  # constants with which a trial follows the other


SEARCHED = 10**6  # positions


def race_of(*rows: tuple[int, tuple[float, ...]]) -> Race:
    """A race of sets 0, 1, … in which a question of that size has taken each of them that many positions."""
    sets, memory = range(len(rows[0][1])), SimpleNamespace(counts={SEEN: SEARCHED})
    ask = SimpleNamespace(sets=sets, memories=[memory], techniques=0, prover=None, endless=False)
    return Race(ask, [(size, {each: (seen, SECONDS * seen) for each, seen in enumerate(row)}) for size, row in rows])


@given(st.floats(0.8, 1.2), st.lists(st.integers(100, 10**5), min_size=FEWEST, max_size=20))
def test_a_power_of_the_positions_is_found(power: float, sizes: list[int]) -> None:
    """The more questions, the more of it: a few may say so by chance."""
    race = race_of(*((size, (size, size**power)) for size in sizes))
    certain = len(sizes) / (len(sizes) + FEWEST)
    assert race.beside(1, 0) == pytest.approx(certain * (power - 1) * log(SEARCHED))
    assert race.beside(1, 0) == pytest.approx(-race.beside(0, 1))


@given(st.floats(0.2, 5), st.lists(st.integers(100, 10**5), min_size=FEWEST, max_size=20))
def test_a_slower_pace_counts_as_much_in_every_search(slower: float, sizes: list[int]) -> None:
    race = race_of(*((size, (size, size)) for size in sizes))
    for _, costs in race.rows:
        costs[1] = (costs[1][0], slower * costs[1][1])
    assert race.beside(1, 0) == pytest.approx(log(slower))


def test_a_clock_that_stands_still_says_nothing_of_the_pace() -> None:
    race = race_of(*[(1000, (1000, 1000))] * FEWEST)
    for _, costs in race.rows:
        costs |= {each: (seen, 0.0) for each, (seen, _) in costs.items()}
    assert race.beside(1, 0) == 0


def test_the_best_comes_first_and_what_is_not_known_last() -> None:
    race = race_of(*[(1000, (1000, 300, 3000))] * FEWEST)
    assert list(race.ordered([0, 1, 2, 3])) == [1, 0, 2, 3]
    assert race.ordered([0, 3])[3] == inf


def test_what_is_much_slower_is_asked_no_more_but_for_what_is_used() -> None:
    race = race_of(*[(1000, (1000, 900, 4000))] * FEWEST)
    assert race.hopeful([0, 1, 2, 3], MUCH) == [1, 0, 3]  # of 3 nothing is known
    race.ask.sets = [2, 1, 0]
    assert race.hopeful([0, 1, 2, 3], MUCH) == [1, 0, 2, 3]
    few = race_of(*[(1000, (1000, 900, 4000))] * (FEWEST - 1))
    assert few.hopeful([0, 1, 2], MUCH) == [0, 1, 2]


def questions_with(*ratios: float) -> Race:
    """A race in which set 1 has seen that many times as many positions as set 0 on questions of 1,000 positions."""
    return race_of(*[(1000, (1000, round(1000 * ratio))) for ratio in ratios])


def test_what_is_far_ahead_is_used_from_then_on() -> None:
    race = race_of(*[(1000, (1000, 900, each)) for each in (150, 300, 600)] * 2)
    assert race.in_order() == [2, 1, 0]


@pytest.mark.parametrize(
    ("ratios", "first"),
    [
        ((0.6, 0.6, 0.6), 1),  # without a doubt
        ((0.5, 0.6, 0.7) * 10, 1),  # often
        ((0.2, 0.6, 1.8), 0),  # of that kind, it may be by chance
        ((1.1, 0.4, 0.9, 0.5), 0),
        ((1.7, 1.6, 1.5), 0),
    ],
)
def test_what_a_search_begins_with_is_left_only_for_what_is_certainly_better(
    ratios: tuple[float, ...], first: int
) -> None:
    race = questions_with(*ratios)
    assert race.in_order() == [first, 1 - first]


def test_once_that_is_left_the_best_is_used() -> None:
    race = questions_with(1.1, 0.4, 0.9, 0.5)
    assert race.begun == 0
    race.ask.sets = [1, 0]
    assert race.in_order() == [1, 0]
    race = questions_with(0.9, 2.4, 1.1, 2.0)
    race.ask.sets = [1, 0]
    assert race.in_order() == [0, 1]


def test_what_is_faster_on_the_questions_only_is_not_used() -> None:
    """It sees more positions, at a better pace, and the more the larger the search."""
    race = questions_with(*[1.5] * 3 * FEWEST)
    for _, costs in race.rows:
        costs[1] = (costs[1][0], costs[1][1] / 1.6)
    assert race.beside(1, 0, larger=False) < 0 < race.beside(1, 0)
    assert race.in_order() == [0, 1]


@given(st.lists(st.floats(0.2, 5), min_size=FEWEST, max_size=20))
def test_the_doubt_is_the_standard_error_of_questions_of_one_size(ratios: list[float]) -> None:
    race = race_of(*[(10**6, (10**6, round(ratio * 10**6))) for ratio in ratios])
    logs = [log(round(ratio * 10**6) / 10**6) for ratio in ratios]
    expected = stdev(logs) / len(logs) ** 0.5
    for larger in (True, False):  # the search is as large as the questions
        assert race.doubt(1, 0, larger) == pytest.approx(expected, abs=1e-9)
        assert race.doubt(0, 1, larger) == pytest.approx(expected, abs=1e-9)
    assert race.doubt(2, 0) == 0


def test_the_questions_themselves_say_how_much_longer_they_take() -> None:
    race = race_of(*[(size, (size, 3 * size)) for size in (100, 1000, 10_000)] * FEWEST)
    certain = len(race.rows) / (len(race.rows) + FEWEST)
    assert race.beside(1, 0, larger=False) == pytest.approx(certain * log(3))
    assert race.beside(0, 1, larger=False) == pytest.approx(-certain * log(3))
    assert race.beside(1, 1, larger=False) == 0
    assert race.beside(2, 0, larger=False) == inf


def test_a_trial_asks_larger_and_larger_questions_within_its_limit() -> None:
    """Set 2 takes ten times as many positions: it is asked no more after a few questions."""
    asked = list[tuple[int, int]]()

    class Told(Race):
        def cost(self, flag: Flag, memory: Memory, techniques: int, noted: Noted, most: int) -> tuple[int, float]:
            seen = min(most, noted.positions * (10 if techniques == 2 else 1))
            asked.append((noted.positions, techniques))
            now[0] += seen
            return seen, float(seen)

    now = [0.0]
    race = Told(race_of((1, (1, 1, 1))).ask, clock=lambda: now[0])
    questions = [Noted(100 * 2**each, None, 0) for each in range(20)]
    race.trial(Flag(), None, questions, 20_000.0, 1.0)
    assert asked[:3] == [(100, 0), (100, 1), (100, 2)]
    assert [size for size, techniques in asked if techniques == 2] == [100 * 2**each for each in range(FEWEST)]
    assert now[0] <= 20_000
    assert max(asked)[0] > 100 * 2**FEWEST


def test_a_set_is_given_as_much_time_as_others_not_as_many_positions() -> None:
    """Set 1 sees ten times as many positions in half the time; how long each takes it is known from the first one."""
    paces, now = (1.0, 0.05), [0.0]

    class Told(Race):
        def cost(self, flag: Flag, memory: Memory, techniques: int, noted: Noted, most: int) -> tuple[int, float]:
            seen = min(most, noted.positions * (10 if techniques == 1 else 1))
            now[0] += seen * paces[techniques]
            return seen, seen * paces[techniques]

    race = Told(race_of((1, (1, 1))).ask, clock=lambda: now[0])
    race.trial(Flag(), None, [Noted(100, None, 0), Noted(200, None, 0)], 10_000.0, 1.0)
    (_, first), (_, second) = race.rows
    assert first[1] == pytest.approx((2 * MORE * 100, 2 * MORE * 5.0))  # given up
    assert second[1] == pytest.approx((2000, 100.0))


@pytest.mark.parametrize(("limit", "asked"), [(1000.0, [0]), (4500.0, [0, 1]), (8000.0, [0, 1, 2])])
def test_a_question_that_takes_longer_than_the_search_took_is_not_asked_of_all(limit: float, asked: list[int]) -> None:
    """The first set takes ten times as long as the search did, and others may take even longer."""
    now, sets = [0.0], list[int]()

    class Told(Race):
        def cost(self, flag: Flag, memory: Memory, techniques: int, noted: Noted, most: int) -> tuple[int, float]:
            sets.append(techniques)
            now[0] += 1000
            return 100, 1000.0

    race = Told(race_of((1, (1, 1, 1))).ask, clock=lambda: now[0])
    race.trial(Flag(), None, [Noted(100, None, 0)], limit, 1.0)
    assert sets == asked
    assert [len(costs) for _, costs in race.rows] == [len(asked)] * (len(asked) > 1)


def test_a_trial_beside_a_search_changes_what_all_threads_search_with() -> None:
    """With two threads the last one makes the trials, and who wins is the same."""
    game, trials = domineering(rows=6, columns=6), list[str]()

    def noted(race: Race) -> list[int]:
        trials.append(current_thread().name)
        return race.sets[::-1]

    with patch.object(Race, "in_order", noted), patch("lazytree.machine.trials.TRIED_FROM", 0.001):
        both = lazytree.solve(game, what="winner", lane="machine", threads=2)
        assert main_thread().name not in trials
        one = lazytree.solve(game, what="winner", lane="machine")
    assert trials
    assert both.value == one.value == 1


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_proof_numbers_are_in_the_race_and_may_win_it(threads: int) -> None:
    """They find who wins and leave how soon to the search."""

    game, here = kalah(pits=4, seeds=4), "lazytree.machine.trials."

    def proofs_first(race: Race) -> list[int]:
        return sorted(race.sets, reverse=True)

    prove_runner(game)  # compiled before the search begins, which is short
    constants = [patch(here + name, value) for name, value in EAGER.items()]
    with ExitStack() as patched:
        for each in (patch.object(Race, "in_order", proofs_first), *constants):
            patched.enter_context(each)
        found = lazytree.solve(game, lane="machine", threads=threads)
    assert threads > 1 or "proof numbers" in found.techniques  # of two threads the sooner one answers
    assert found[:2] == lazytree.solve(game, lane="machine")[:2]


@pytest.mark.parametrize("numbers", [Trapped(Trap.INDEX, ""), OPEN, ProofNumbers(0, inf)])
def test_what_proof_numbers_do_not_answer_costs_as_much_as_they_were_allowed(numbers: Any) -> None:
    def asked(flag: Flag, here: Any, value: int, most: int) -> ProofNumbers:
        assert (here, value, most) == ("here", 1, 700)
        if isinstance(numbers, Trapped):
            raise numbers
        return numbers

    fresh = SimpleNamespace(numbers=asked, memory=SimpleNamespace(counts={SEEN: 300}))
    times = iter([1.0, 3.0])
    race = Race(
        SimpleNamespace(sets=[PROOFS], prover=SimpleNamespace(afresh=lambda entries: fresh)), clock=lambda: next(times)
    )
    cost = race.cost(Flag(), None, PROOFS, Noted(500, "here", 0), 700)
    assert cost == (300 if numbers == ProofNumbers(0, inf) else 700, 2.0)


@pytest.mark.parametrize("ready", [True, False])
@pytest.mark.parametrize("endless", [True, False])
@pytest.mark.parametrize("seen", [PROOFS_FROM - 1, PROOFS_FROM])
def test_proof_numbers_are_in_the_race_once_a_search_is_long(ready: bool, endless: bool, seen: int) -> None:
    race = race_of((1, (1, 1, 1)))
    race.ask.prover, race.ask.endless = SimpleNamespace(is_ready=lambda: ready), endless
    race.ask.memories[0].counts[SEEN] = seen
    assert (PROOFS in race.sets) == (ready and not endless and seen == PROOFS_FROM)
    race.ask.sets = [PROOFS, 1]
    assert race.sets == [PROOFS, 1]


@pytest.mark.parametrize(
    ("sets", "begun", "share"),
    [((PROOFS, 1), False, 100), ((1, PROOFS), True, 25), ((1, PROOFS), False, 0), ((1,), True, 0)],
)
def test_what_proof_numbers_have_begun_goes_on_beside_a_search_that_seems_better(
    sets: tuple[int, ...], begun: bool, share: int
) -> None:
    ask = Asking(None, [], lambda: False, sets, SimpleNamespace(has_begun=begun))
    assert ask.share_of_proofs(100) == share


def test_what_the_search_does_not_answer_again_is_not_asked_of_the_others() -> None:
    """Set 0, which the search uses, has needed what its table knew; any other that is asked first says something."""

    class Told(Race):
        def cost(self, flag: Flag, memory: Memory, techniques: int, noted: Noted, most: int) -> tuple[int, float]:
            asked.append(techniques)
            return (most, 1e-9) if techniques != 1 else (1, 1e-9)

    for searching, expected in ((0, [0]), (2, [0, 1, 2])):
        asked, race = list[int](), Told(race_of((1, (1, 1, 1))).ask, clock=lambda: 0.0)
        race.ask.techniques = searching
        race.trial(Flag(), None, [Noted(100, None, 0)], 1.0, 1e-6)
        assert asked == expected
        assert len(race.rows) == (searching != 0)


def test_questions_are_those_of_the_search_for_the_winner() -> None:
    """What is asked about ends that are near is not noted: it says little of who wins."""
    asked = list[int]()

    def noted(race: Race, flag: Flag, memory: Memory, questions: list[Noted], limit: float, pace: float) -> None:
        asked.extend(question.alpha for question in questions)

    with patch.object(Race, "trial", noted), patch.multiple("lazytree.machine.trials", TRIED_FROM=0, AGAIN=1):
        lazytree.solve(connect_four(rows=4, columns=5), what="winner", lane="machine")
    assert {0} <= {*asked} <= {0, -1}


def test_a_question_is_asked_in_one_trial_only() -> None:
    trials = list[list[Noted]]()

    def noted(race: Race, flag: Flag, memory: Memory, questions: list[Noted], limit: float, pace: float) -> None:
        trials.append(questions)

    often = {"TRIED_FROM": 0, "AGAIN": 1, "SMALL": 10**9}
    with patch.object(Race, "trial", noted), patch.multiple("lazytree.machine.trials", **often):
        lazytree.solve(connect_four(rows=4, columns=5), what="winner", lane="machine")
    asked = [question for questions in trials for question in questions]
    assert len(trials) > 1
    assert len({*asked}) == len(asked) > 1


@pytest.mark.parametrize("game", [clobber(3, 4), domineering(4, 4), connect_four(4, 4)])
def test_how_soon_is_asked_by_children_in_the_table_in_place_of_parts(game: lazytree.Game[Any, Any]) -> None:
    """By the search and by a trial; nothing is changed where children are looked up anyway."""
    run, without = solve_runner(game), set[bool]()
    for used in {usable(run.rules, each) for each in SETS}:
        memory, beside = (memories_to_the_end(1, 1, True)[0] for _ in range(2))
        ask = Asking(run, [memory], lambda: False, (used,))
        for value in (1, 0, WIN - 5, 6 - WIN):
            ask(game.start, value)
            asked = memory.counts[TECHNIQUES]
            Race(ask).cost(Flag(), beside, used, Noted(100, game.start, value - 1), 10**6)
            ask.use((used,))
            changed = value not in (0, 1) and not used & KNOWN
            expected = used & ~(PARTS | CHILDREN) | KNOWN | KILLERS if changed else used
            assert [asked, beside.counts[TECHNIQUES], memory.counts[TECHNIQUES]] == [expected] * 3
            without.add(changed)
    assert without == ({False} if game.regions is None else {False, True})
