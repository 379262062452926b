"""The rules of a game as one value, and what stands in for them in machine code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from lazytree.core.game import Game


class Rules(NamedTuple):
    """The four functions that say how a game is played."""

    mover: Callable[[Any], int]
    moves: Callable[[Any], Iterable[Any]]
    play: Callable[[Any, Any], Any]
    payoffs: Callable[[Any], tuple[float, ...]]


class MachineRules(Protocol):
    """Rules in machine code, which a game carries openly in `Game.machine`."""

    @property
    def functions(self) -> Rules:
        """The functions of the game that these are the machine code of, as the compiled game has them."""

    def packed(self) -> Any:
        """How positions unfold at once, packed into bytes; None if they do not."""


def rules_of(game: Game[Any, Any]) -> Rules:
    """The rules of a game.

    >>> from lazytree.games import nim
    >>> rules_of(nim()).mover(nim().start)
    0
    """
    return Rules(game.mover, game.moves, game.play, game.payoffs)


def machine_rules(game: Game[Any, Any]) -> MachineRules | None:
    """The machine code that a game carries; None if it has none, or has got other functions since."""
    machine = game.machine
    if machine is None or beyond_machine_code(game) or machine.functions != rules_of(game):
        return None
    return machine


def beyond_machine_code(game: Game[Any, Any]) -> str:
    """Why machine code has no answer to any question about a game, whatever its rules; empty if it may have."""
    if game.odds is not None:
        return "games with chance run in Python"
    return "" if len(game.players) == 2 else "games of more than two players run in Python"
