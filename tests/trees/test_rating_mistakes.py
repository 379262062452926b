"""Ratings that return no number are named, wherever they are used, and so are names of none."""

from collections.abc import Callable
from fractions import Fraction
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import (
    FIRST,
    alphabeta,
    best,
    bots,
    deepen,
    expectimax,
    explain,
    grow,
    highfirst,
    material,
    maxn,
    mcts,
    minimax,
    mobility,
    mtdf,
    prune,
    ranked,
    rate,
    rate_each,
    scout,
    search,
    think,
)
from lazytree.searching.windowed import aspiration
from tests.helpers.marks import slow_unless
from tests.helpers.mistakes import GAME, LOOK, THREE, named

# ---- ratings

RATED_BY: dict[str, Callable[[Any], Any]] = {
    **{
        f.__name__: (lambda rating, f=f: f(rate(GAME, rating)(prune(2)(grow(GAME)(GAME.start)))))
        for f in (minimax, expectimax, alphabeta, scout, mtdf, aspiration, best, ranked, explain)
    },
    "the label": lambda rating: rate(GAME, rating)(grow(GAME)(GAME.start)).label,
    "highfirst(by)": lambda rating: alphabeta(highfirst(by=rating)(LOOK(GAME.start))),
    "search": lambda rating: search(GAME, 2, rating),
    "search in Python": lambda rating: search(GAME, 2, rating, lane="python"),
    "deepen": lambda rating: next(iter(deepen(GAME, rating=rating))),
    "think": lambda rating: think(GAME, 2, rating)(GAME.start),
    "bots.minimax": lambda rating: bots.minimax(GAME, 2, rating)(GAME.start),
    "bots.alphabeta": lambda rating: bots.alphabeta(GAME, 2, rating)(GAME.start),
    "bots.breadth_first": lambda rating: bots.breadth_first(GAME, 2, rating)(GAME.start),
    "bots.best_first": lambda rating: bots.best_first(GAME, 3, rating)(GAME.start),
    "mcts": lambda rating: next(iter(mcts(GAME, rating=rating)(GAME.start))),
}


WRONG_RATINGS = [nan, inf, -inf, None, "x", (1, 2), [1], {}, object(), GAME.start, Fraction]


@pytest.mark.parametrize("way", slow_unless(lambda way: way not in ("mcts", "deepen"), RATED_BY))
@pytest.mark.parametrize("wrong", WRONG_RATINGS, ids=lambda wrong: type(wrong).__name__ + str(wrong)[:5])
def test_a_rating_that_is_no_number_is_named(way: str, wrong: object):
    def my_rating(position: object) -> Any:
        return wrong

    if way == "mcts" and isinstance(wrong, tuple) and len(wrong) == 2:
        return  # mcts takes one number for each player, too
    named("my_rating must return a number within ±990,000, not ", lambda: RATED_BY[way](my_rating))


def test_one_wrong_rating_among_many_is_found():
    """Whatever the order: `max` and `min` over a nan depend on it."""
    for at in range(9):
        rating = lambda position, at=at: nan if position.board[at] == FIRST else 0  # noqa: E731
        for asked in (minimax, alphabeta, scout):
            tree = rate(GAME, rating)(prune(1)(grow(GAME)(GAME.start)))
            named("not nan; at Position", lambda: asked(tree))  # noqa: B023


@given(st.integers(-989_999, 989_999) | st.floats(-989_999, 989_999) | st.fractions(-9, 9) | st.booleans())
def test_a_rating_that_is_a_number_is_taken_as_it_is(number):
    assert rate(GAME, lambda position: number)(grow(GAME)(GAME.start)).label is number


def test_a_rating_that_makes_a_rating_is_named():
    for wanted in (mobility, material):
        named("makes a rating of a game: write", lambda: rate(GAME, wanted))  # noqa: B023
    named("it makes a rating, so call it first", lambda: rate(GAME, lambda game: abs)(grow(GAME)(GAME.start)).label)


@pytest.mark.parametrize("wrong", [nan, None, (1,), (1, 2, 3, 4), [1, 2, 3], 7])
def test_a_standing_of_another_length_is_named(wrong):
    tree = rate_each(THREE, lambda position: wrong)(prune(1)(grow(THREE)(THREE.start)))
    named("must be a tuple with one number for each of the 3 players, not", lambda: maxn(tree))


@pytest.mark.parametrize(
    "asked",
    [
        lambda name: rate(GAME, name),
        lambda name: search(GAME, 2, name),
        lambda name: think(GAME, 2, name),
        lambda name: deepen(GAME, rating=name),
        lambda name: mcts(GAME, rating=name),
        lambda name: bots.minimax(GAME, 2, name),
    ],
)
@pytest.mark.parametrize("name", ["mobility", "", "open lines", 7])
def test_a_rating_that_the_game_does_not_have_is_named_with_those_that_it_has(asked, name):
    guess = "did you mean open_lines? " if name == "open lines" else ""
    said = f"tic_tac_toe has no rating {name!r}; {guess}it has: open_lines (or a function of a position)"
    named(said, lambda: asked(name))
