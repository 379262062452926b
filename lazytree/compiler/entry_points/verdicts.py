"""Why machine code does not answer a question about a game: found by compiling what the question itself compiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lazytree.core.errors import Refused
from lazytree.core.game import Game

from ..running import Runner
from ..webassembly import module_by_rating
from . import counting, deepening, sampling, solving, state_space

MEGABYTES = 1  # of trees of simulations, of which none is made here

RUNNERS: Mapping[str, Callable[[Game[Any, Any], Any], Runner]] = {
    "search": deepening.looking,
    "solve": lambda game, _: solving.solving(game),
    "perft": lambda game, _: counting.counting(game),
    "unfold": lambda game, _: state_space.unfolding(game),
    "mcts": lambda game, _: sampling.Simulations(game, sampling.Wanted(None, 8, 1.0, 0, 300, None, MEGABYTES)).runner,
    "playouts": lambda game, _: sampling.playing(game),
}
"""What answers a question, from a game and a rating, by the name of the question."""


def refused(question: str, game: Game[Any, Any], rating: Callable[[Any], Any]) -> str:
    """Why machine code does not answer a question of `RUNNERS`; empty if it does, until a check stops it."""
    function = RUNNERS[question](game, rating).function
    if isinstance(function, Refused):
        return str(function)
    return solving.beyond_this(game) if question == "solve" else ""


def published(game: Game[Any, Any], rating: Callable[[Any], Any] | None) -> tuple[bool, str]:
    """Whether a page of the game can be made, and what is left out of it; or why it cannot."""
    found = module_by_rating(game, rating)
    if isinstance(found, Refused):
        return False, str(found)
    return True, f"without {', '.join(found.left_out)}" if found.left_out else ""
