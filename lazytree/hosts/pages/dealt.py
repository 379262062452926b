"""Other deals of a game for its page: the rules are the same, the start and the head of its records are another's."""

from __future__ import annotations

from typing import Any

from lazytree.compiler.frontend.fingerprint import Fingerprint
from lazytree.compiler.ir.kinds import Bool, Int, Record, Type, Vector
from lazytree.compiler.runtime.boundary import packer
from lazytree.compiler.runtime.wasm_layout import Module
from lazytree.core.game import Game, is_over
from lazytree.games import GAMES
from lazytree.naming.dealing import deals
from lazytree.session.records import record_head

DEALS = 24  # besides the game's own


def other_deals(game: Game[Any, Any]) -> tuple[Game[Any, Any], ...]:
    """A game of the library dealt from other seeds, by the same rules; none where a seed does not decide its start.

    Deals that are over before the first move are left out, as happens on the smallest boards.

    >>> from lazytree.games import dice_of_doom, konane
    >>> len(other_deals(dice_of_doom())), other_deals(konane())
    (11, ())
    """
    if game.name not in GAMES:
        return ()
    digest = rules_digest(game)
    others = (other for other in deals(game, GAMES[game.name], DEALS) if rules_digest(other) == digest)
    return tuple(other for other in others if not is_over(other, other.start))


def rules_digest(game: Game[Any, Any]) -> str:
    """A digest of the rules and ratings without the start: equal ones give the same machine code."""
    walk = Fingerprint()
    named = (*game.ratings.items(), *game.standings.items())
    for part in (game.mover, game.moves, game.play, game.payoffs, game.odds, game.stones, game.touched, *named):
        walk.add(part)
    return walk.hex()


def deal_data(game: Game[Any, Any], module: Module) -> dict[str, Any] | None:
    """Where a deal begins, packed for a module of its rules, and the head of its records.

    None where a number in it lies outside of the range for which the module was made.
    """
    kinds = module.entries["mover"].arguments
    if not all(map(within, kinds, (game.start,))):
        return None
    return {"start": list(packer(kinds, module.cell)(game.start)), "head": record_head(game, game.start)}


def within(kind: Type, value: Any) -> bool:
    """Whether a value has this kind, and all its numbers lie in the kind's ranges; False for kinds that no deal has."""
    match kind:
        case Record(cls=cls, items=items):
            return type(value) is cls and isinstance(value, tuple) and all(map(within, items, value))
        case Vector(length=length, low=low, high=high):
            return len(value) == length and all(low <= each <= high for each in value)
        case Int(low=low, high=high):
            return bool(low <= value <= high)
        case Bool():
            return type(value) is bool
        case _:
            return False
