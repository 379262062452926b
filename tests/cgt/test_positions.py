"""Game values against plain play on the options themselves, Ernst's lines, and what Winning Ways says."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, EndlessTree, Game, Stats, solve
from lazytree.cgt import (
    ZERO,
    GameValue,
    as_number,
    combinatorial_value,
    left_stop,
    mean_value,
    nimber,
    number,
    options,
    outcome,
    right_stop,
    temperature,
    up,
)
from lazytree.games import clobber, dice_of_doom, domineering, konane, nim, tic_tac_toe
from tests.helpers.marks import slow_unless
from tests.helpers.trees import loop

Raw = tuple[tuple[Any, ...], tuple[Any, ...]]  # the options of FIRST and of SECOND, whatever they are

RAW = st.recursive(
    st.just(((), ())),
    lambda raw: st.tuples(st.lists(raw, max_size=3).map(tuple), st.lists(raw, max_size=3).map(tuple)),
    max_leaves=8,
)
WORDS = {(True, True): "first", (False, False): "second", (True, False): "next", (False, True): "previous"}


def value_of(raw: Raw) -> GameValue:
    return options(map(value_of, raw[FIRST]), map(value_of, raw[SECOND]))


def mirrored(raw: Raw) -> Raw:
    return tuple(map(mirrored, raw[SECOND])), tuple(map(mirrored, raw[FIRST]))


@cache
def mover_wins(games: tuple[Raw, ...], mover: int) -> bool:
    """Whether the mover wins the sum of these games, by plain play."""
    return any(
        not mover_wins((*games[:at], option, *games[at + 1 :]), 1 - mover)
        for at, raw in enumerate(games)
        for option in raw[mover]
    )


def by_play(*games: Raw) -> str:
    return WORDS[mover_wins(games, FIRST), not mover_wins(games, SECOND)]


@given(RAW, RAW)
def test_sums_are_won_as_play_has_it(one: Raw, other: Raw) -> None:
    assert outcome(value_of(one)) == by_play(one)
    assert outcome(value_of(one) + value_of(other)) == by_play(one, other)
    assert outcome(value_of(one) - value_of(other)) == by_play(one, mirrored(other))


@given(RAW, RAW)
def test_equal_values_are_one_and_the_order_is_that_of_play(one: Raw, other: Raw) -> None:
    difference = by_play(one, mirrored(other))
    value, another = value_of(one), value_of(other)
    assert (value is another) == (difference == "previous")
    assert (value <= another) == (difference in ("previous", "second"))
    assert (value < another) == (another > value) == (difference == "second")


@given(RAW)
def test_canonical_forms_have_no_dominated_or_reversible_options(raw: Raw) -> None:
    value = value_of(raw)
    for side, worse in ((value.left, GameValue.__le__), (value.right, GameValue.__ge__)):
        assert not any(worse(one, other) for one in side for other in side if one is not other)
    assert not any(answer <= value for option in value.left for answer in option.right)
    assert not any(answer >= value for option in value.right for answer in option.left)


@given(RAW, RAW, RAW)
def test_values_are_a_group(one: Raw, two: Raw, three: Raw) -> None:
    a, b, c = map(value_of, (one, two, three))
    assert a + b is b + a
    assert (a + b) + c is a + (b + c)
    assert a + ZERO is a
    assert a - a is ZERO
    assert ZERO - (-a) is a
    assert pickle.loads(pickle.dumps(a)) is a


@given(st.integers(-40, 40), st.integers(-40, 40), st.integers(0, 3))
def test_numbers_are_numbers(top: int, other: int, power: int) -> None:
    one, two = Fraction(top, 2**power), Fraction(other, 8)
    assert as_number(number(one) + number(two)) == one + two
    assert as_number(-number(one)) == -one
    assert (number(one) < number(two)) == (one < two)
    assert str(number(one)) == str(one)


@given(st.integers(0, 12), st.integers(0, 12))
def test_nimbers_add_by_xor(one: int, other: int) -> None:
    assert nimber(one) + nimber(other) is nimber(one ^ other)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (ZERO, "0"),
        (options([ZERO], []), "1"),
        (options([ZERO], [number(1)]), "1/2"),
        (options([number(-5)], [number(9)]), "0"),
        (options([number(2)], [number(5)]), "3"),
        (options([ZERO], [ZERO]), "*"),
        (options([ZERO, nimber(1)], [ZERO, nimber(1)]), "*2"),
        (options([ZERO], [nimber(1)]), "^"),
        (options([nimber(1)], [ZERO]), "v"),
        (options([ZERO, nimber(1)], [ZERO]), "^*"),
        (options([ZERO], [up() + nimber(1)]), "^^"),
        (options([ZERO], [up()]), "^^*"),
        (up(3), "^3"),
        (up(-3) + nimber(2) + number("-1/2"), "-1/2v3*2"),
        (options([number(1)], [number(1)]), "1*"),
        (options([number(2)], [number(-1)]), "{2|-1}"),
        (options([number(3)], [number(-3)]), "±3"),
        (options([options([number(3)], [number(2)])], [number(1)]), "{3|2||1}"),
        (options([ZERO], [options([ZERO], [number(-2)])]), "{0||0|-2}"),  # tiny two
        (options([number(3), options([number(4)], [ZERO])], [ZERO]), "{3,{4|0}|0}"),
    ],
)
def test_values_are_written_as_in_winning_ways(value: GameValue, text: str) -> None:
    assert str(value) == text


@given(RAW)
def test_many_copies_are_worth_their_mean(raw: Raw) -> None:
    """The mean value theorem: the stops of n copies stay within the temperature of n times the mean."""
    value = value_of(raw)
    mean, heat, sum_of_copies = mean_value(value), max(Fraction(0), temperature(value)), ZERO
    for copies in range(1, 4):
        sum_of_copies += value
        stops = right_stop(sum_of_copies), left_stop(sum_of_copies)
        assert copies * mean - heat <= stops[0] <= stops[1] <= copies * mean + heat


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 9))
def test_switches_are_as_hot_as_half_their_swing(one: int, other: int, extra: int) -> None:
    low, high = sorted((one, other))
    switch = options([number(high)], [number(low)])
    assert mean_value(switch) == Fraction(low + high, 2)
    assert temperature(switch) == Fraction(high - low, 2)
    threat = options([options([number(high + extra)], [number(high)])], [number(low)])
    if extra == 0 < high - low:  # {h*|l}: the same, but for a star
        assert temperature(threat) == Fraction(high - low, 2)
    if extra >= 2 * (high - low) > 0:  # FIRST moves with a threat that must be answered: sente
        assert (mean_value(threat), temperature(threat)) == (high, high - low)


def test_which_threat_is_better_depends_on_the_temperature() -> None:
    """{2, {10|0} | -3}: up to a tax of 2, moving to 2 is better; above, the threat, and that goes on up to 3."""
    value = options([number(2), options([number(10)], [ZERO])], [number(-3)])
    assert (mean_value(value), temperature(value)) == (0, 3)


def test_numbers_are_cold() -> None:
    assert [temperature(number(x)) for x in (0, 7, "3/4")] == [-1, -1, Fraction(-1, 4)]
    assert temperature(up()) == temperature(nimber(3)) == 0


def line(stones: int, first: str = "dark") -> tuple[Game[Any, Any], Any]:
    """A row of alternating stones, a dark one leftmost, with an empty cell beyond each end."""
    game = konane(1, stones + 2, first=first) if stones % 2 else konane(1, stones + 2)
    row = "." + "".join("XO"[at % 2] for at in range(stones)) + "."
    return game, game.read(f"{row}\ndark to move")


@pytest.mark.parametrize("stones", range(1, 13))
def test_ernsts_lines_of_konane(stones: int) -> None:
    """Published: -j for 2j+1 stones, seen by whose stones are the ends; 0 for 4j stones; * for 4j+2."""
    value = combinatorial_value(*line(stones))
    expected = number(-(stones // 2)) if stones % 2 else nimber(stones // 2 % 2)
    assert value is expected


@given(st.lists(st.integers(0, 3), max_size=4))
def test_nim_is_its_nimber(heaps: list[int]) -> None:
    expected = nimber(0)
    for heap in heaps:
        expected += nimber(heap)
    game = nim(heaps=heaps)
    assert combinatorial_value(game) is combinatorial_value(replace(game, regions=None)) is expected


@pytest.mark.parametrize(
    ("rows", "columns", "text"),
    [
        (1, 1, "0"),
        (2, 1, "1"),
        (1, 5, "-2"),
        (6, 1, "3"),
        (2, 2, "±1"),
        (2, 3, "{2|-1/2}"),
        (3, 2, "{1/2|-2}"),
        (3, 3, "±1"),
    ],
)
def test_small_boards_of_domineering(rows: int, columns: int, text: str) -> None:
    """Published: Winning Ways, chapter 5, FIRST being vertical."""
    assert str(combinatorial_value(domineering(rows, columns))) == text


LARGER = pytest.param(3, 4, False, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("rows", "columns", "mover_wins"),
    [(2, 2, True), (2, 3, False), (2, 4, True), (2, 5, True), (3, 3, True), LARGER],
)
def test_published_outcomes_of_clobber(rows: int, columns: int, mover_wins: bool) -> None:
    assert outcome(combinatorial_value(clobber(rows, columns))) == ("next" if mover_wins else "previous")


def random_position(game: Game[Any, Any], seed: int, plies: int) -> Any:
    """A position some random plies from the start, the last one met at the most."""
    random, position = Random(seed), game.start
    for _ in range(plies):
        moves = list(game.moves(position))
        if not moves:
            break
        position = game.play(position, random.choice(moves))
    return position


PLAYED = [domineering(4, 4), konane(4, 4, "centre"), *slow_unless([], [clobber(3, 4), konane(4, 5, "corner")])]


@pytest.mark.parametrize("game", PLAYED)
@given(seed=st.integers(0, 10_000), plies=st.integers(6, 14))
def test_a_value_says_who_wins(game: Game[Any, Any], seed: int, plies: int) -> None:
    position = random_position(game, seed, plies)
    first_wins = [solve(game, position._replace(mover=player)).value == 1 for player in (FIRST, SECOND)]
    value = combinatorial_value(game, position)
    assert outcome(value) == WORDS[first_wins[0], first_wins[1]]
    plain = replace(game, regions=None, canonical=None)
    assert combinatorial_value(plain, position._replace(mover=1 - position.mover)) is value


@pytest.mark.parametrize("game", [domineering(4, 4), clobber(3, 4)])
@given(seed=st.integers(0, 10_000), plies=st.integers(3, 14))
def test_regions_share_out_the_moves(game: Game[Any, Any], seed: int, plies: int) -> None:
    assert game.regions
    position = random_position(game, seed, plies)
    for player in (FIRST, SECOND):
        parts = [list(game.moves(part._replace(mover=player))) for part in game.regions(position)]
        assert len(list(game.moves(position._replace(mover=player)))) == sum(map(len, parts))


def test_parts_are_worked_out_by_themselves() -> None:
    game, apart, together = nim(heaps=(3, 3, 3, 3)), Stats(), Stats()
    whole = replace(game, regions=None, canonical=None)
    assert combinatorial_value(game, stats=apart) is combinatorial_value(whole, stats=together)
    assert apart.grown == 1 + 4  # the start, and a heap of each size
    assert together.grown == 4**4


def test_games_without_such_values() -> None:
    with pytest.raises(ValueError, match="the player who cannot move loses"):
        combinatorial_value(tic_tac_toe())
    with pytest.raises(ValueError, match="two players without chance"):
        combinatorial_value(dice_of_doom(dice="rolled"))
    with pytest.raises(EndlessTree):
        combinatorial_value(loop(), turned=lambda position, player: position)
    with pytest.raises(ValueError, match="power of 2"):
        number("1/3")
