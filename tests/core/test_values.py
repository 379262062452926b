"""What values mean: nearer to 0 by one a ply beyond ±SURE, in order, and back."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import CHANCE, FIRST, SECOND, SURE, WIN, later
from lazytree.core.values import plies_to_end, sooner

BORDER = (
    st.integers(SURE - 5, SURE + 5)
    | st.fractions(SURE, SURE + 1, max_denominator=3)
    | st.integers(WIN - 5, WIN)
    | st.integers(2 * WIN - 5, 2 * WIN)
)
NUMBERS = st.one_of(
    BORDER,
    BORDER.map(lambda number: -number),
    st.integers(-3 * WIN, 3 * WIN),
    st.fractions(-3 * WIN, 3 * WIN, max_denominator=36),
)


def test_the_constants_are_those_that_every_file_and_record_means():
    assert (FIRST, SECOND, CHANCE) == (0, 1, -1)
    assert (WIN, SURE) == (1_000_000, 990_000)


@given(NUMBERS)
def test_later_is_one_nearer_to_nothing_for_what_is_sure_and_no_change_for_the_rest(value):
    carried = later(value)
    if abs(value) <= SURE:
        assert carried == value
    else:
        assert abs(carried) == max(abs(value) - 1, SURE)
        assert (carried > 0) == (value > 0)
    assert isinstance(carried, int) == isinstance(value, int) or abs(carried) == SURE


@given(NUMBERS)
def test_both_sides_are_treated_alike(value):
    assert later(-value) == -later(value)
    assert sooner(-value) == -sooner(value)


@given(NUMBERS, NUMBERS)
def test_order_is_kept(one, other):
    one, other = min(one, other), max(one, other)
    assert later(one) <= later(other)
    assert sooner(one) <= sooner(other)


@given(NUMBERS)
def test_later_undoes_sooner(bound):
    assert later(sooner(bound)) == bound


@given(NUMBERS, NUMBERS)
def test_a_window_going_down_holds_what_comes_up(value, bound):
    """What decides a cut: a value beats the bound here exactly when it beats the shifted bound below."""
    assert (later(value) > bound) <= (value > sooner(bound))
    assert (later(value) < bound) <= (value < sooner(bound))
    if abs(bound) != SURE:
        assert (later(value) > bound) == (value > sooner(bound))


def test_infinite_windows_stay_infinite():
    infinite = float("inf")
    assert sooner(infinite) == later(infinite) == infinite
    assert sooner(-infinite) == later(-infinite) == -infinite


@given(st.integers(0, 9_000), st.sampled_from([1, -1, 2, -2, 64]))
def test_the_distance_can_be_read_off(plies, payoff):
    value = WIN * payoff
    for _ in range(plies % 50):
        value = later(value)
    assert plies_to_end(value) == plies % 50
    assert plies_to_end(WIN * payoff - (plies if payoff > 0 else -plies)) == plies


@pytest.mark.parametrize("value", [0, 1, -17, SURE, -SURE, Fraction(1, 2)])
def test_no_distance_where_nothing_is_sure(value):
    assert plies_to_end(value) is None
