"""Estimates: exact where costs grow by one factor, silent where nothing is known."""

from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from lazytree.core.estimates import estimate_seconds, format_duration


@given(st.floats(0.001, 1000), st.floats(1, 50), st.integers(2, 6), st.integers(1, 8))
def test_costs_that_grow_by_one_factor_go_on_like_that(first: float, factor: float, known: int, further: int):
    costs = [first * factor**depth for depth in range(known + further)]
    found = estimate_seconds(costs[:known], further)
    assert found is not None
    assert isclose(found, sum(costs[known:]), rel_tol=1e-6)


@given(st.lists(st.just(0.0) | st.floats(1e-6, 1000), max_size=6), st.integers(1, 5))
def test_there_is_an_estimate_from_two_depths_on_that_took_some_time(costs: list[float], further: int):
    known = len(costs) > 1 and min(costs[-3:]) > 0
    assert (estimate_seconds(costs, further) is not None) is known


def test_what_is_beyond_all_numbers_is_not_known():
    assert estimate_seconds([1e-300, 1e8], 10_000) is None


def test_times_are_told_in_a_fitting_unit():
    told = [format_duration(seconds) for seconds in (30, 600, 36_000, 864_000, 3.65 * 86_400e6)]
    assert told == ["about 30 seconds", "about 10 minutes", "about 10 hours", "about 10 days", "about 10,000 years"]
