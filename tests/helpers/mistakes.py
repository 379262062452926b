"""What the tests of mistakes share: the error that names one, rules that must not be asked."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from toolz import compose

from lazytree import (
    Game,
    grow,
    prune,
    rate,
)
from lazytree.games import dice_of_doom, tic_tac_toe

GAME = tic_tac_toe()
THREE = dice_of_doom(size=2, players=3, board="a2,b1,c1,c1")
LOOK = compose(rate(GAME, "open_lines"), prune(2), grow(GAME))


class Unread(Exception):  # noqa: N818
    """Raised where nothing may be read."""


def unread(*question: object) -> Any:
    raise Unread


POISONED = replace(GAME, moves=unread, play=unread, payoffs=unread, ratings={"poison": unread}, parse=None)
"""A game of which nothing but the mover may be asked."""


def named(told: str, call: Callable[[], object]) -> None:
    """Holds if a call raises a ValueError whose first line says so."""
    with pytest.raises(ValueError) as caught:
        call()
    first_line = str(caught.value).split("\n")[0]
    assert told in first_line


def always(answer: Any) -> Callable[..., Any]:
    """A function that gives the very same answer each time."""
    return lambda *question: answer


def pairs(one: Iterable[Any], other: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Each with each."""
    return list(product(one, other))


def coins(**rules: Any) -> Game[Any, Any]:
    """Take one or two coins; who cannot move loses."""
    made: dict[str, Any] = {
        "name": "coins",
        "start": (5, 0),
        "mover": lambda position: position[1],
        "moves": lambda position: [n for n in (1, 2) if n <= position[0]],
        "play": lambda position, taken: (position[0] - taken, 1 - position[1]),
        "payoffs": lambda position: (-1, 1) if position[1] == 0 else (1, -1),
        "ratings": {"even": lambda position: 0},
    }
    return Game(**(made | rules))
