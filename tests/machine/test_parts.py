"""Positions that fall apart: stops against canonical forms, who wins a sum against its value; games that lie."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

pytest.importorskip("llvmlite")

import lazytree
from lazytree import FIRST, SECOND, cgt, games
from lazytree.core.values import WIN
from lazytree.machine import asking, trials
from lazytree.machine.memories import memories_to_the_end
from lazytree.machine.to_the_end import solve_runner
from lazytree.searching.kernels import parts, scout, solver

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


@pytest.mark.parametrize("name", GAMES)
def test_stops_are_those_of_the_canonical_form(name, monkeypatch) -> None:
    """FIRST's stop lies just above its number unless the value is at most that; SECOND's if it is at least that."""
    monkeypatch.setattr(parts, "LARGEST", 100)
    at = memory()
    for game, position in positions_of(name, 15):
        value = cgt.combinatorial_value(game, position)
        stops = parts.stops_of(solve_runner(game).rules, at, parts.turned(position, FIRST))
        left, right = parts.left_of(stops), parts.right_of(stops)
        first, second = Fraction(left >> 1, parts.UNIT), Fraction(right >> 1, parts.UNIT)
        assert (first, second) == (cgt.left_stop(value), cgt.right_stop(value))
        assert (left & 1 == 0) == (value <= cgt.number(first))
        assert (right & 1 == 1) == (value >= cgt.number(second))
        assert parts.is_number(stops) == (cgt.as_number(value) is not None)


@pytest.mark.parametrize(
    ("low", "high", "number"),
    [(-3, 4, 0), (0, 1, 0), (1, 2**14, 1), (2 * parts.UNIT, 2**14, 1), (-(2**14), -1, -1), (1, parts.UNIT, 1 / 4)],
)
def test_the_simplest_number_between_stops(low, high, number) -> None:
    assert parts.simplest(low, high) == number * parts.UNIT


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("largest", [2, 100])
def test_who_wins_a_sum_is_said_only_if_it_is_so(name, largest, monkeypatch) -> None:
    monkeypatch.setattr(parts, "LARGEST", largest)
    at, said = memory(), 0
    for game, position in positions_of(name, 15):
        for player in (FIRST, SECOND):
            here = position._replace(mover=player)
            won, _ = parts.apart(solve_runner(game).rules, at, here, player == FIRST, True)
            outcome = cgt.outcome(cgt.combinatorial_value(game, here))
            wins = outcome in (("first", "next") if player == FIRST else ("second", "next"))
            assert won in (0, 1 if wins else -1)
            said += won != 0
    assert said > 0


@pytest.mark.parametrize("name", GAMES)
def test_equal_parts_are_one_position(name) -> None:
    """What a sum is looked up by says what its value is, and how soon it is over."""
    at, met = memory(), {}
    for game, position in positions_of(name, 60):
        _, key = parts.apart(solve_runner(game).rules, at, position, position.mover == FIRST, True)
        if key:
            same = met.setdefault(key, position)
            assert lazytree.solve(game, same, lane="python")[:2] == lazytree.solve(game, position, lane="python")[:2]
    assert met


def test_parts_make_fewer_positions() -> None:
    game, seen = games.domineering(5, 5), []
    for techniques in (trials.LIGHT, trials.LIGHT & ~solver.PARTS):
        at = memory()
        at.counts[scout.HIGHEST] = WIN
        ask = asking.Asking(solve_runner(game), [at], lambda: False, (techniques,))
        assert ask(game.start, 0) < 0
        seen.append(at.counts[scout.SEEN])
    assert 2 * seen[0] < seen[1]


_payoffs = GAMES["domineering"].payoffs


def swapped(position):
    """Who cannot move wins."""
    first, second = _payoffs(position)
    return second, first


@pytest.mark.promise
def test_regions_of_a_game_of_another_kind_do_no_harm() -> None:
    """The sum of the parts says nothing of such a game."""
    misere = replace(GAMES["domineering"], payoffs=swapped)
    solution = lazytree.solve(misere, lane="machine")
    assert solution[:2] == lazytree.solve(replace(misere, regions=None), lane="python")[:2]
    assert "parts" not in solution.techniques
