"""Payoffs that are fractions: values tell their ends, or the payoffs are refused with the reason."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

from lazytree import BrokenLaw, Game, check_game, grow, maxn, rate_each, search
from lazytree.core.rules import Shares
from lazytree.core.values import WIN, is_clear, later, plies_to_end

LANES = (None, "machine", "python")
REFUSED = [1.995, -1.995, 0.995, 1.001, 2.999_999, 1.009]
TAKEN = [0, 1, -1, 0.5, 0.99, 0.001, 1.5, 1.99, 2.01, 3.0, -2.25]


class Steps(NamedTuple):
    left: int = 3
    mover: int = 0
    whole: int = 0  # the payoff of FIRST, in parts of `parts`
    rest: int = 0


PARTS = 1_000_000


def steps(payoffs):
    return Game(
        name="steps",
        start=Steps(),
        mover=lambda here: here.mover,
        moves=lambda here: [1, 2] if here.left > 0 else [],
        play=lambda here, move: Steps(here.left - 1, 1 - here.mover, here.whole + move - move, here.rest + move - move),
        payoffs=payoffs,
    )


def as_floats(here):
    payoff = here.whole / 1_000_000
    return payoff, -payoff


FLOATS = steps(as_floats)
SHARES = steps(Shares(lambda here: (here.whole, -here.whole), PARTS))


def start(payoff):
    return Steps(whole=round(payoff * PARTS))


@pytest.mark.parametrize("game", [FLOATS, SHARES], ids=["floats", "shares"])
@pytest.mark.parametrize("lane", LANES)
def test_a_payoff_that_is_nearly_whole_is_refused(game, lane):
    in_floats = [payoff for payoff in REFUSED + TAKEN if lane == "machine" and game is FLOATS and WIN * payoff % 1]
    for payoff in (each for each in REFUSED if each not in in_floats):  # those are for Python in any case
        with pytest.raises(
            ValueError, match=r"a payoff above 0\.99 must be a whole number or .*; at Steps\(left=0"
        ) as told:
            search(game, 5, position=start(payoff), lane=lane)
        assert f"not {payoff}:" in str(told.value)
    for payoff in (each for each in TAKEN if each not in in_floats):
        value = search(game, 5, position=start(payoff), lane=lane).value
        shifted = WIN * payoff - 3 * (payoff > 0) + 3 * (payoff < 0) if abs(payoff) > 0.99 else WIN * payoff
        assert value == pytest.approx(shifted)
        assert plies_to_end(value) == (3 if payoff in (1, -1, 3) else None)


def test_check_game_and_games_of_three_refuse_it_too():
    with pytest.raises(BrokenLaw, match=r"not 1\.995"):
        check_game(replace(FLOATS, start=start(1.995)))
    three = replace(FLOATS, players=("a", "b", "c"), payoffs=lambda here: (1.995, 0, 0))
    with pytest.raises(ValueError, match=r"not 1\.995"):
        maxn(rate_each(three)(grow(three)(three.start)))


@given(st.fractions(-5, 5, max_denominator=10_000), st.integers(0, 9_999))
def test_a_clear_value_tells_its_plies_or_none(payoff, plies):
    """However many plies away, fewer than 10,000: whole payoffs tell it, others nothing."""
    value = WIN * Fraction(payoff)
    if not is_clear(value):
        return
    for _ in range(plies):
        value = later(value)
    whole = payoff.denominator == 1 and payoff != 0
    assert plies_to_end(value) == (plies if whole else None)
