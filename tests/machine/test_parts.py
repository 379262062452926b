"""Positions that fall apart: values against canonical forms, who wins a sum against its value; games that lie."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

pytest.importorskip("llvmlite")

import lazytree
from lazytree import FIRST, SECOND, cgt, games
from lazytree.core.values import WIN
from lazytree.machine import asking, solving, trials
from lazytree.machine.memories import memories_to_the_end
from lazytree.machine.to_the_end import solve_runner
from lazytree.searching.kernels import forms, parts, scout, threats
from lazytree.searching.kernels.memory import digest
from lazytree.solving.exact import Bounds

GAMES = {
    "domineering": games.domineering(3, 4),
    "clobber": games.clobber(3, 3),
    "row": games.clobber(1, 9),
    "nim": games.nim(heaps=(1, 2, 2)),
}


def positions_of(name, count):
    """Positions of random games, in which the turn has been given to either player."""
    game, random = GAMES[name], Random(3)
    for _ in range(count):
        position = game.start
        for _ in range(random.randrange(1, 5)):
            position = position._replace(mover=random.randrange(2))
            if not (moves := list(game.moves(position))):
                break
            position = game.play(position, random.choice(moves))
        yield game, position


def memory():
    """With a table that has room for all that is asked here."""
    (made,) = memories_to_the_end(1, 4, True)
    made.counts[scout.ENTRIES], made.counts[scout.THREADS] = 2**12, 1
    return made


def part_value(game, at, position):
    """The value of a position by the kernel, as a form of `cgt`; None where it says that it takes too much."""
    at.values[forms.LEFT_OVER] = parts.WORK
    rules = solve_runner(game).rules
    return as_form(at.values, parts.value_of(rules, at, parts.turned(position, FIRST), forms.STACK))


def as_form(words, value):
    """A value as it is written, option by option: the very object of `cgt`, if it is canonical."""
    if value == forms.UNKNOWN:
        return None
    left, right = (
        frozenset(
            as_form(words, words[place])
            for place in range(forms.options_begin(words, value, who), forms.options_end(words, value, who))
        )
        for who in (FIRST, SECOND)
    )
    return cgt.GameValue(left, right)


@pytest.mark.parametrize("name", GAMES)
def test_values_are_those_of_the_canonical_form(name) -> None:
    at = memory()
    for game, position in positions_of(name, 15):
        assert part_value(game, at, position) is cgt.combinatorial_value(game, position)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_known_of_a_value_is_so(name) -> None:
    """FIRST's stop lies just above its number unless the value is at most that; SECOND's if it is at least that."""
    at = memory()
    for game, position in positions_of(name, 15):
        form, words = part_value(game, at, position), at.values
        value = parts.value_of(solve_runner(game).rules, at, parts.turned(position, FIRST), forms.STACK)
        left, right = forms.left_of(words, value), forms.right_of(words, value)
        first, second = Fraction(left >> 1, forms.UNIT), Fraction(right >> 1, forms.UNIT)
        assert (first, second) == (cgt.left_stop(form), cgt.right_stop(form))
        assert (left & 1 == 0) == (form <= cgt.number(first))
        assert (right & 1 == 1) == (form >= cgt.number(second))
        assert forms.is_number(words, value) == (cgt.as_number(form) is not None)
        assert forms.wins_after(words, value, True) == (form <= cgt.number(0))
        assert forms.wins_after(words, value, False) == (form >= cgt.number(0))


@pytest.mark.parametrize("work", [forms.WORK, 12])
def test_sums_and_their_order_are_those_of_canonical_forms(work, monkeypatch) -> None:
    """Or it is said that they take too much work."""
    monkeypatch.setattr(forms, "WORK", work)
    at, known = memory(), {}
    for name in GAMES:
        for game, position in positions_of(name, 12):
            form = part_value(game, at, position)
            known[form] = parts.value_of(solve_runner(game).rules, at, parts.turned(position, FIRST), forms.STACK)
    pairs, unknown = Random(5).sample([*product(known, known)], 200), 0
    for one, other in pairs:
        found = as_form(at.values, forms.total(at.values, known[one], known[other]))
        assert found in (None, one + other)
        unknown += found is None
        at.values[forms.LEFT_OVER] = forms.WORK
        answer = forms.at_most(at.values, known[one], known[other])
        assert answer == (one <= other) or (not answer and at.values[forms.LEFT_OVER] < 0)
    assert (unknown > 0) == (work == 12)


def test_a_sum_that_wins_tells_of_those_that_are_at_least_as_good() -> None:
    """As good for who is to move; one that does not win, of those that are no better."""
    at, known = memory(), {}
    for game, position in positions_of("domineering", 12):
        form = part_value(game, at, position)
        known[form] = parts.value_of(solve_runner(game).rules, at, parts.turned(position, FIRST), forms.STACK)
    for (one, won), (other, value) in product(known.items(), known.items()):
        beside = partial(parts.wins_beside, at.values, value)
        assert beside(won, forms.UNKNOWN, True) == (one <= other)
        assert beside(won, forms.UNKNOWN, False) == (other <= one)
        assert beside(forms.UNKNOWN, won, True) == -(other <= one)
        assert beside(forms.UNKNOWN, won, False) == -(one <= other)


def test_a_wrong_value_in_the_table_is_noticed() -> None:
    """By the comparison with `cgt` that the tests here make."""
    game, at = GAMES["clobber"], memory()
    position = game.read("XO. / ... / ... / X to move")
    (part,) = game.regions(position)
    assert part_value(game, at, position) is cgt.nimber(1)
    forms.keep_result(at.values, digest(parts.turned(part, FIRST)), forms.of_number(at.values, 0, forms.STACK))
    assert part_value(game, at, position) is not cgt.nimber(1)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seen", [2**8, 2**40])
def test_who_wins_a_sum_is_said_only_if_it_is_so(name, seen) -> None:
    """The longer a search takes, the larger are the parts whose values it works out."""
    at, said = memory(), 0
    at.counts[scout.SEEN] = seen
    for game, position in positions_of(name, 15):
        for player in (FIRST, SECOND):
            here = position._replace(mover=player)
            won, _, _ = parts.apart(solve_runner(game).rules, at, here, player == FIRST, True)
            outcome = cgt.outcome(cgt.combinatorial_value(game, here))
            wins = outcome in (("first", "next") if player == FIRST else ("second", "next"))
            assert won in (0, 1 if wins else -1)
            said += won != 0
    assert said > 0


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("asked", [True, False])
def test_equal_sums_are_one_position(name, asked) -> None:
    """What a sum is looked up by says who wins, and, where it is asked how soon, that too."""
    at, met = memory(), {}
    for game, position in positions_of(name, 60):
        first = position.mover == FIRST
        _, rest, value = parts.apart(solve_runner(game).rules, at, position, first, asked)
        if rest:
            same = met.setdefault((rest, at.values[value]), position)
            one, other = (lazytree.solve(game, each, lane="python")[: 1 if asked else 2] for each in (same, position))
            assert one == other
    assert met or asked


def test_parts_make_fewer_positions() -> None:
    game, seen = replace(games.domineering(6, 6), bounds=None), []
    for techniques in (trials.LIGHT, trials.LIGHT & ~threats.PARTS):
        at = memory()
        at.counts[scout.HIGHEST] = WIN
        ask = asking.Asking(solve_runner(game), [at], lambda: False, (techniques,))
        assert ask(game.start, 1) > 0
        seen.append(at.counts[scout.SEEN])
    assert 2 * seen[0] < seen[1]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("techniques", trials.SETS)
def test_bounds_are_values_that_the_position_may_have(name, techniques) -> None:
    """Who wins moves last, so it is known whether the number of plies is odd."""
    for game, position in positions_of(name, 12):
        run, at = solve_runner(game), memory()
        at.counts[scout.HIGHEST] = WIN
        ask = asking.Asking(run, [at], lambda: False, (trials.usable(run.rules, techniques),))
        value, plies = lazytree.solve(game, position, lane="python")[:2]
        exact, known = value * (WIN - plies), Bounds(-WIN, WIN)
        for value in (-1, 0, 1, exact - 3, 2 - exact, exact + 2, exact - 1, exact, exact + 1):
            known = solving.narrowed(ask, position, known, value, asking.ALL)
            assert known.low <= exact <= known.high
            for bound in known:
                assert abs(bound) <= 1 or (bound - exact) % 2 == ((bound > 0) != (exact > 0))
        assert known == (exact, exact)


def swapped(payoffs, position):
    """Who cannot move wins."""
    first, second = payoffs(position)
    return second, first


TINY = games.nim(heaps=(1,)), games.nim(heaps=(1, 1)), games.nim(heaps=(2,)), games.domineering(2, 2)
TINY = *TINY, games.clobber(1, 2), games.clobber(1, 3), games.clobber(2, 2)


@pytest.mark.promise
@pytest.mark.parametrize("game", [*GAMES.values(), *TINY], ids=lambda game: f"{game.name} {game.parameters}")
def test_regions_of_a_game_of_another_kind_do_no_harm(game) -> None:
    """The sum of the parts says nothing of such a game, nor does it end after an odd number of plies."""
    misere = replace(game, payoffs=partial(swapped, game.payoffs))
    solution = lazytree.solve(misere, lane="machine")
    assert solution[:2] == lazytree.solve(replace(misere, regions=None), lane="python")[:2]
    assert "parts" not in solution.techniques


class Countdown(NamedTuple):
    """A heap from which one stone is taken in each turn."""

    left: int
    mover: int


@pytest.mark.parametrize("plies", [9_999, 10_000, 10_001, 12_000, 12_001])
def test_a_game_that_lasts_longer_than_values_count_has_its_value_and_its_line(plies: int) -> None:
    """Beyond 10,000 plies a value says no more how many they are, so that their parity says nothing either."""
    game = lazytree.Game(
        "countdown",
        start=Countdown(plies, FIRST),
        mover=lambda position: position.mover,
        moves=lambda position: (0,) if position.left else (),
        play=lambda position, move: Countdown(position.left - 1, 1 - position.mover),
        payoffs=lambda position: (1, -1) if position.mover == SECOND else (-1, 1),
        regions=lambda position: (position,),
    )
    solution = lazytree.solve(game, lane="machine")
    assert (solution.value, solution.plies) == (1 if plies % 2 else -1, plies)
    assert solution.bounds.low == solution.bounds.high
