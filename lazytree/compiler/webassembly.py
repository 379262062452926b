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
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lazytree.core.errors import Refused
from lazytree.core.game import Game, M, P
from lazytree.core.layout import Layout
from lazytree.core.rules import in_parts, rules_of
from lazytree.trees.ratings import even

from .compiling import interpreted, original, plan
from .driver import COMPILER_FAULT, LEVEL, told
from .ir.kinds import Fixed, Type
from .ir.start_types import cell_bits
from .kernels import many_players, sampled, scout, searches, showing
from .kernels.searches import Rules
from .kernels.simulations import Sampling, sampling
from .llvm import IMPORTING, is_installed
from .running import kinds_of, with_floats
from .runtime.binary import Entry
from .runtime.waiting import left_alone

if TYPE_CHECKING:
    from .inference.programs import Instance
    from .planning import Plan, Planning


@dataclass(frozen=True)
class Module:
    """A module of WebAssembly with the types of its entries, and all that its host must know.

    `end` is the first address after its constants, `wanted` are functions that the host gives, `sites` the places in
    the source that its traps speak of, `cell` is the bits of a board's cell.
    """

    code: bytes
    entries: Mapping[str, Entry]
    end: int
    wanted: tuple[str, ...]
    sites: tuple[str, ...]
    cell: int


@dataclass(frozen=True)
class GameModule:
    """The module of a game, the rules that its searches are compiled with, and the layout of a node of simulations."""

    module: Module
    rules: Rules
    sampling: Sampling


def module_of(plan: Plan, cell: int, copy_always: bool = False, level: int = LEVEL) -> Module:
    """The module for a plan; arguments as those of `driver.built`. Refused if there is none."""
    with IMPORTING:
        from . import passes, planning
        from .runtime import wasm
    program, instances = planning.inferred(plan, cell)
    for name, instance in instances.items():
        passes.check_handed_over(name, instance)
    text, sites = passes.lowered(program, instances, copy_always, counted=True, hosted=True)
    made = left_alone(lambda: wasm.module_code(text, instances, level))
    entries = {name: passes.entry_of(instance) for name, instance in instances.items()}
    return Module(made.code, entries, made.end, made.wanted, sites, program.cell)


def game_module(game: Game[P, M], rating: Callable[[Any], Any] = even) -> GameModule | Refused:
    """The module of a game, with an engine that looks ahead by a rating; or why there is none.

    Of more than two players the rating is a standing.
    """
    if not is_installed():
        return Refused("llvmlite is not installed (extra `compiled`): pip install llvmlite")
    plain = original(game)
    known, whole = in_parts(rules_of(plain))
    rules = Rules(known.mover, known.moves, known.play, known.payoffs, interpreted(rating), known.odds, whole)
    plans = _Plan(plain, rules)
    try:
        return GameModule(module_of(plans.instances, cell_bits(game.start)), plans.rules, plans.sampling)
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
        try:
            return self.requested(planning, self.rules)
        except Refused:  # perhaps as ratings or payoffs are floats
            planning.empty()
            known = with_floats(planning, planning.reached(self.game), self.rules)
            if known == self.rules:
                raise
            planning.empty()
            self.rules = known
            return self.requested(planning, known)

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
        if not rules.floats or rules.odds is not None:
            made["sample"] = self.search(planning, sampled.sample, self.sampling, position)
        planning.settle()
        return made

    def search(self, planning: Planning, kernel: Any, rules: Any, position: Type) -> Instance:
        floats = rules.floats
        return planning.request(kernel, {"rules": Fixed(rules), **kinds_of(kernel, position, floats)})
