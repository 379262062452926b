"""Random games in which chance moves or three play, all of one shape: what differs lies in the position.

So one piece of machine code plays them all. A position is a number of a node in a graph that it carries with it; the
twins play it out by the rules alone and know nothing of the searches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Any, NamedTuple

from hypothesis import strategies as st
from pyrsistent import PVector, pvector

from lazytree import CHANCE, FIRST, Game
from tests.helpers.trees import SURE, WIN, nearer

NODES, WIDEST, PARTS = 9, 3, 2**16
NO_CHILD = 0  # the root is no child


class Place(NamedTuple):
    at: int
    movers: PVector[int]
    numbers: PVector[int]  # three for each node: its ratings, or its payoffs where it has no children
    children: PVector[int]  # WIDEST for each node
    odds: PVector[int]


def mover(place: Place) -> int:
    return place.movers[place.at]


def moves(place: Place) -> Iterator[int]:
    for number in range(WIDEST):
        if place.children[WIDEST * place.at + number] != NO_CHILD:
            yield number


def play(place: Place, move: int) -> Place:
    return place._replace(at=place.children[WIDEST * place.at + move])


def odds(place: Place, move: int) -> int:
    return place.odds[WIDEST * place.at + move]


def payoffs_of_two(place: Place) -> tuple[int, int]:
    return place.numbers[3 * place.at], -place.numbers[3 * place.at]


def numbers(place: Place) -> tuple[int, int, int]:
    return place.numbers[3 * place.at], place.numbers[3 * place.at + 1], place.numbers[3 * place.at + 2]


def number(place: Place) -> int:
    return place.numbers[3 * place.at]


def widest(movers: tuple[int, ...]) -> Place:
    """A place that holds the least and the greatest number of every kind."""
    return Place(
        0,
        pvector([*movers, *movers, *movers, *movers][:NODES]),
        pvector([-9, 9, *[0] * (3 * NODES - 2)]),
        pvector([0, NODES - 1, *[0] * (WIDEST * NODES - 2)]),
        pvector([1, 9, *[1] * (WIDEST * NODES - 2)]),
    )


TWO, THREE = (FIRST, 1, CHANCE), (FIRST, 1, 2, CHANCE)


@lru_cache
def game_of_two() -> Game[Place, int]:
    """The game of two and chance."""
    return Game("places", widest(TWO), mover, moves, play, payoffs_of_two, odds=odds, ratings={"number": number})


@lru_cache
def game_of_three(with_chance: bool = True) -> Game[Place, int]:
    """The game of three, and chance if it is asked for."""
    return Game(
        "places",
        widest(THREE if with_chance else THREE[:3]),
        mover,
        moves,
        play,
        numbers,
        odds=odds if with_chance else None,
        players=("a", "b", "c"),
        standings={"numbers": numbers},
    )


@st.composite
def places(draw: st.DrawFn, movers: tuple[int, ...], payoffs: int = 1) -> Place:
    """A graph whose root has a move and belongs to a player; payoffs lie within ±`payoffs`, ratings within ±9."""
    kinds, values, children = list[int](), list[int](), list[int]()
    for at in range(NODES):
        most = WIDEST if at + 1 < NODES else 0
        later = draw(st.lists(st.integers(at + 1, NODES - 1), min_size=at == 0, max_size=most)) if most else []
        kinds.append(draw(st.sampled_from(movers[:-1] if at == 0 else movers)))
        bound = 9 if later else payoffs
        values += draw(st.lists(st.integers(-bound, bound), min_size=3, max_size=3))
        children += [*later, *[NO_CHILD] * (WIDEST - len(later))]
    weights = draw(st.lists(st.integers(1, 9), min_size=WIDEST * NODES, max_size=WIDEST * NODES))
    return Place(0, pvector(kinds), pvector(values), pvector(children), pvector(weights))


# ---- the twins


def rounded(value: Fraction) -> Fraction:
    """A mean as questions about a game have it."""
    return Fraction(floor(value * PARTS), PARTS)


def exactly(value: Fraction) -> Fraction:
    return value


Values = tuple[Fraction, ...]


def brute_values(
    game: Game[Any, Any],
    place: Any,
    depth: int,
    label: Callable[[Any], tuple[int, ...]],
    mean: Callable[[Fraction], Fraction] = rounded,
) -> Values:
    """What each player gets if all maximize their own number, of equal moves the first; `mean` is made of a mean."""
    moves = list(game.moves(place))
    if not moves:
        return tuple(Fraction(WIN * payoff) for payoff in game.payoffs(place))
    if depth == 0:
        return tuple(map(Fraction, label(place)))
    below = [brute_values(game, game.play(place, move), depth - 1, label, mean) for move in moves]
    carried = [tuple(nearer(value) for value in values) for values in below]
    here = game.mover(place)
    if here != CHANCE:
        return max(carried, key=lambda values: values[here])  # type: ignore[return-value]
    weights = [game.odds(place, move) for move in moves]  # type: ignore[misc]
    columns = zip(*carried)
    return tuple(mean(Fraction(sum(w * v for w, v in zip(weights, column)), sum(weights))) for column in columns)


assert SURE < WIN
