"""The rules of a game as one value, and what stands in for them in machine code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from lazytree.core.game import Game

P = TypeVar("P")


class Rules(NamedTuple):
    """The functions that say how a game is played; `odds` is None where chance never moves."""

    mover: Callable[[Any], int]
    moves: Callable[[Any], Iterable[Any]]
    play: Callable[[Any, Any], Any]
    payoffs: Callable[[Any], tuple[float, ...]]
    odds: Callable[[Any, Any], int] | None = None


@dataclass(frozen=True)
class Shares(Generic[P]):
    """Payoffs that are shares of 1, kept as ints: `parts(position)` says how much of `denominator` each player gets.

    A game whose winners share 1 pays so: halves and thirds are no ints, and only ints compile.

    >>> Shares(lambda position: (6, 6, 0), denominator=12)("any position")
    (0.5, 0.5, 0)
    """

    parts: Callable[[P], tuple[int, ...]]
    denominator: int

    def __call__(self, position: P) -> tuple[float, ...]:
        """The payoffs: an int where a share is whole."""
        return tuple(self.share(part) for part in self.parts(position))

    def share(self, part: int) -> float:
        """So much of the whole, as a share of 1."""
        return part / self.denominator if part % self.denominator else part // self.denominator


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


@dataclass(frozen=True)
class Bounds(Generic[P]):
    """A game's own `bounds`, with the rules of which they are true."""

    function: Callable[[P], tuple[float, float]]
    rules: Rules

    def __call__(self, position: P) -> tuple[float, float]:
        """The least and the most that FIRST can still be paid."""
        return self.function(position)


def true_bounds(game: Game[P, Any]) -> Bounds[P] | None:
    """The bounds of a game; None if it has none, or has got other rules since it was given them."""
    machine = machine_rules(game)
    rules = rules_of(machine.game if machine else game)
    if isinstance(game.bounds, Bounds):
        return game.bounds if game.bounds.rules == rules else None
    return Bounds(game.bounds, rules) if game.bounds else None


def own_bounds(game: Game[P, Any]) -> Callable[[P], tuple[float, float]] | None:
    """The bounds of a game as they were given."""
    return game.bounds.function if isinstance(game.bounds, Bounds) else None


def with_whole_payoffs(rules: Rules) -> tuple[Rules, int]:
    """The rules with payoffs that are ints, if they say so, and how many of these are a payoff of 1.

    >>> from lazytree.games import nim
    >>> with_whole_payoffs(rules_of(nim()))[1]
    1
    """
    payoffs = rules.payoffs
    return (rules._replace(payoffs=payoffs.parts), payoffs.denominator) if type(payoffs) is Shares else (rules, 1)


def machine_rules(game: Game[Any, Any]) -> MachineRules | None:
    """The machine code that a game carries; None if it has none, or has got other functions since."""
    machine = game.machine
    if machine is None or machine.functions != rules_of(game):
        return None
    return machine
