"""Other deals of a game whose start is drawn from a seed, and `seed=random`, which asks for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random, SystemRandom
from typing import Any

from lazytree.core.game import Game

SEED, DRAWN = "seed", "random"
LARGEST = 1_000_000_000


def drawn_seed(value: str, random: Random | None = None) -> str:
    """The text of a seed: a number that `random` draws in place of the word "random" (by default a true lot).

    >>> drawn_seed("7"), drawn_seed("random", Random(1))
    ('7', '144272509')
    """
    return str((random or SystemRandom()).randrange(LARGEST)) if value.strip() == DRAWN else value


def drawn_word(word: str) -> str:
    """The word `parameter=value`; `seed=random` with a number that is drawn.

    >>> drawn_word("size=3")
    'size=3'
    """
    name, equals, value = word.partition("=")
    return f"{name}{equals}{drawn_seed(value)}" if name.strip() == SEED else word


def deals(game: Game[Any, Any], factory: Callable[..., Game[Any, Any]], most: int) -> Iterator[Game[Any, Any]]:
    """The game of the same factory and parameters dealt from the seeds after its own, at most `most` times.

    None if the seed does not decide how it starts. Parameters that follow from the others, such as the board that was
    dealt, are left out.

    >>> from lazytree.games import dice_of_doom, dvonn
    >>> [other.parameters["board"] for other in deals(dice_of_doom(size=2, seed=3), dice_of_doom, 2)]
    ['a2,a3,b2,a1', 'b3,b3,a2,a3']
    >>> list(deals(dvonn(), dvonn, 2))
    []
    """
    seed = game.parameters.get(SEED)
    if not isinstance(seed, int):
        return
    given = {name: value for name, value in game.parameters.items() if name != SEED}
    for name in list(given):
        fewer = {other: value for other, value in given.items() if other != name}
        if follows(factory, fewer, game):
            given = fewer
    for number in range(1, most + 1):
        other = factory(**given, seed=seed + number)
        if other.start == game.start and number == 1:
            return
        yield other


def follows(factory: Callable[..., Game[Any, Any]], given: Mapping[str, Any], game: Game[Any, Any]) -> bool:
    """Whether the factory makes the game with these parameters and its seed."""
    try:
        return dict(factory(**given, seed=game.parameters[SEED]).parameters) == dict(game.parameters)
    except (TypeError, ValueError):
        return False
