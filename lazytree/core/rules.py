"""The rules of a game as one value, and what stands in for them in machine code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from lazytree.core.game import Game


class Rules(NamedTuple):
    """The functions that say how a game is played; `odds` is None where chance never moves."""

    mover: Callable[[Any], int]
    moves: Callable[[Any], Iterable[Any]]
    play: Callable[[Any, Any], Any]
    payoffs: Callable[[Any], tuple[float, ...]]
    odds: Callable[[Any, Any], int] | None = None


class MachineRules(Protocol):
    """Rules in machine code, which a game carries openly in `Game.machine`; `game` is as its author wrote it."""

    game: Game[Any, Any]

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
    return Rules(game.mover, game.moves, game.play, game.payoffs, game.odds)


def machine_rules(game: Game[Any, Any]) -> MachineRules | None:
    """The machine code that a game carries; None if it has none, or has got other functions since."""
    machine = game.machine
    if machine is None or machine.functions != rules_of(game):
        return None
    return machine
