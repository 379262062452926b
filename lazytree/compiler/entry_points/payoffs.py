"""What a game's payoffs say of the value of a search: whether it is certain, and of which class Python gives it."""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Refused
from lazytree.core.game import Game
from lazytree.core.values import SURE, WIN

from ..compiling import machine_of
from ..ir.kinds import Float, Int, Record, Type


def told(game: Game[Any, Any], value: float) -> float:
    """A value as Python gives it: of a decided game an int, also where ratings are floats, unless payoffs are."""
    decided = isinstance(value, float) and abs(value) > SURE and value == int(value)
    return int(value) if decided and not pays_floats(game) else value


def is_certain(game: Game[Any, Any], value: int) -> bool:
    """Whether looking deeper finds the same: a win or loss, where none can be higher."""
    return SURE < abs(value) <= WIN and not pays_more(game)


def payoffs_kind(game: Game[Any, Any]) -> Type | None:
    """The type of a game's payoffs, where its rules compile."""
    machine = machine_of(game)
    return None if isinstance(machine, Refused) else machine.binary.entries["payoffs"].result


def pays_floats(game: Game[Any, Any]) -> bool:
    """Whether payoffs are floats: plies are not counted in the values of such wins."""
    kind = payoffs_kind(game)
    return isinstance(kind, Record) and any(isinstance(item, Float) for item in kind.items)


def pays_more(game: Game[Any, Any]) -> bool:
    """Whether a certain win may still grow: whether payoffs other than 1, 0 and -1 are known."""
    kind = payoffs_kind(game)
    first = kind.items[0] if isinstance(kind, Record) else None
    return not (isinstance(first, Int) and first.low >= -1 and first.high <= 1)
