"""A game as one module of WebAssembly: its rules, what its board shows, a rating, and the kernels of its engine.

A module has these entries, as far as a game has what they want:

- `moves`, `play`, `mover`, `payoffs`, `odds`: the rules, as in `compiled(game)`;
- `stones`, `touched`: what stands on the board, and the cells that a move names;
- `rating`: the rating (of more than two players the standing);
- `scout`, of two players: the value at a depth, or to the end of the game, and the best line;
- `maxn`, of more: the values of all players;
- `sample`: simulations (UCT) without a rating.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lazytree.core.errors import Refused
from lazytree.core.game import Game, M, P
from lazytree.core.layout import Layout
from lazytree.core.rules import rules_of, with_whole_payoffs
from lazytree.trees.ratings import even, level

from .compiling import interpreted, original, plan
from .driver import COMPILER_FAULT, told, webassembly_now
from .ir.kinds import Fixed, Type
from .ir.start_types import cell_bits
from .kernels import many_players, sampled, scout, searches, showing
from .kernels.searches import Rules
from .kernels.simulations import Sampling, sampling
from .llvm import is_installed
from .running import has_floats, kinds_of, with_floats
from .runtime.wasm_layout import Module

if TYPE_CHECKING:
    from .inference.programs import Instance
    from .planning import Planning


@dataclass(frozen=True)
class GameModule:
    """The module of a game, the rules that its searches are compiled with, and the layout of a node of simulations."""

    module: Module
    rules: Rules
    sampling: Sampling
    left_out: tuple[str, ...] = ()  # which ratings do not compile with it, and why

    @property
    def is_rated(self) -> bool:
        """Whether there is a rating in it, other than 0 everywhere."""
        return self.rules.rating is not plain_rating(self.sampling.players)


def plain_rating(players: int) -> Callable[[Any], Any]:
    """The rating, or the standing of more than two players, that is 0 everywhere."""
    return even if players <= 2 else level(players)


def module_by_rating(
    game: Game[P, M], rating: Callable[[P], Any] | None = None, meanwhile: Callable[[], object] = lambda: None
) -> GameModule | Refused:
    """The module of a game, with an engine that looks ahead by a rating; or why there is none.

    Of more than two players it is a standing. By default it is the first that compiles with the rules, or none: the
    module says which ones are left out.
    """
    if rating is not None:
        return game_module(game, rating, meanwhile)
    two, plain, left_out = len(game.players) <= 2, plain_rating(len(game.players)), list[str]()
    for name, judge in (game.ratings if two else game.standings).items():
        found = game_module(game, judge, meanwhile)
        if isinstance(found, GameModule):
            return replace(found, left_out=tuple(left_out))
        left_out.append(f"the {'rating' if two else 'standing'} {name} ({found})")
    found = game_module(game, plain, meanwhile)
    return replace(found, left_out=tuple(left_out)) if isinstance(found, GameModule) else found


def game_module(
    game: Game[P, M], rating: Callable[[Any], Any] = even, meanwhile: Callable[[], object] = lambda: None
) -> GameModule | Refused:
    """The module of a game, with an engine that looks ahead by a rating; or why there is none.

    Of more than two players the rating is a standing. `meanwhile` is done once while LLVM is at work, and raises no
    error.
    """
    if not is_installed():
        return Refused("llvmlite is not installed (extra `compiled`): pip install llvmlite")
    plain = original(game)
    known, whole = with_whole_payoffs(rules_of(plain))
    rules = Rules(known.mover, known.moves, known.play, known.payoffs, interpreted(rating), known.odds, whole)
    plans = _Plan(plain, rules)
    try:
        module = webassembly_now(plans.instances, cell_bits(game.start), meanwhile=meanwhile)
        return GameModule(module, plans.rules, plans.sampling)
    except Refused as refused:
        return refused.bare()
    except RecursionError:
        return Refused("the rules, or constants of theirs, are nested too deeply")
    except Exception as error:  # a fault of ours: the caller says so
        return Refused(f"{COMPILER_FAULT}: {told(error)}")


class _Plan:
    """What is compiled for a game; `rules` and `sampling` are then those that it was compiled with."""

    def __init__(self, game: Game[Any, Any], rules: Rules) -> None:
        self.game, self.rules = game, rules
        self.sampling = sampling(rules._replace(rating=even), len(game.players), rave=False, whole=True)

    def instances(self, planning: Planning) -> Mapping[str, Instance]:
        """The entries, by name."""
        self.rules = with_floats(planning, planning.reached(self.game), self.rules)
        return self.requested(planning, self.rules)

    def requested(self, planning: Planning, rules: Rules) -> Mapping[str, Instance]:
        game, made = self.game, dict(plan(planning, self.game))
        position, move = made["mover"].arguments[0], made["moves"].emitted
        assert move is not None
        if isinstance(game.layout, Layout):
            made["stones"] = planning.request(searches.listed, {"moves": Fixed(game.stones), "position": position})
            touched = {"touched": Fixed(game.touched), "position": position, "move": move}
            made["touched"] = planning.request(showing.cells, touched)
        made["rating"] = planning.rule(rules.rating, position)
        if len(game.players) == 2:
            made["scout"] = self.search(planning, scout.scout, rules, position)
        elif len(game.players) > 2:
            made["maxn"] = self.search(planning, many_players.maxn, rules, position)
        if not has_floats(made["payoffs"].result):
            made["sample"] = self.search(planning, sampled.sample, self.sampling, position)
        planning.settle()
        return made

    def search(self, planning: Planning, kernel: Any, rules: Any, position: Type) -> Instance:
        floats = rules.floats
        return planning.request(kernel, {"rules": Fixed(rules), **kinds_of(kernel, position, floats)})
