"""Games played at random in machine code, natively and as WebAssembly: one number mixes all that is met on the way.

`walk` is written in the subset. It asks every function of a game at every position, so that two walks agree only where
all answers do, bit by bit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from lazytree.compiler.inference.programs import Instance
from lazytree.compiler.ir.joining import cell_bits
from lazytree.compiler.ir.kinds import Fixed
from lazytree.compiler.passes import Planning, entry_of, inferred, lowered
from lazytree.compiler.running import has_floats, kinds_of
from lazytree.compiler.runtime import native, wasm
from lazytree.compiler.runtime.cache import Binary
from lazytree.compiler.runtime.entries import Function, functions
from lazytree.compiler.runtime.wasm import Module
from lazytree.compiler.webassembly import GameModule, _Plan
from lazytree.core.game import CHANCE, Game
from lazytree.core.rules import rules_of, with_whole_payoffs
from lazytree.searching.kernels.memory import bits_of, digest
from lazytree.searching.kernels.playouts import drawn
from lazytree.searching.kernels.searches import Number, Position, Rules, Seed


class Asked(NamedTuple):
    """The functions of a game that a walk asks; None if the game has none."""

    mover: Any
    moves: Any
    play: Any
    payoffs: Any
    rating: Any
    odds: Any
    stones: Any
    touched: Any
    floats: bool  # whether ratings are


def walk(rules: Asked, position: Position, plies: Number, seed: Seed) -> int:
    """A number that mixes what is met on a walk of `plies` plies; a new game begins where one ends."""
    total, here = 0, position
    for _ in range(plies):
        total = digest((total, rules.mover(here), here))
        rated = rules.rating(here)
        total = digest((total, bits_of(float(rated)) if rules.floats else rated))
        if rules.stones is not None:
            for stone in rules.stones(here):
                total = digest((total, stone))
        count = 0
        for move in rules.moves(here):
            total = digest((total, move))
            count += 1
        if count == 0:
            total = digest((total, rules.payoffs(here)))
            here = position
        else:
            number, seed = drawn(seed, count)
            total, here = stepped(rules, total, here, number)
    return total


def stepped(rules: Any, total: int, here: Any, number: int) -> tuple[int, Any]:
    """What is mixed so far, and the position after the move of that number."""
    there = here
    for at, move in enumerate(rules.moves(here)):
        if at == number:
            if rules.touched is not None:
                for cell in rules.touched(here, move):
                    total = digest((total, cell))
            if rules.odds is not None and rules.mover(here) == CHANCE:
                total = digest((total, rules.odds(here, move)))
            there = rules.play(here, move)
    return total, there


def made_both_ways(game: Game[Any, Any], rating: Any) -> tuple[GameModule, Function]:
    """The module of a game as published pages have it, with the entry `walk` besides, and `walk` in native code."""
    known, whole = with_whole_payoffs(rules_of(game))
    plans = _Plan(game, Rules(known.mover, known.moves, known.play, known.payoffs, rating, known.odds, whole))

    def plan(planning: Planning) -> Mapping[str, Instance]:
        entries = plans.instances(planning)
        asked = Asked(
            known.mover, known.moves, known.play, known.payoffs, rating, known.odds, game.stones, game.touched,
            has_floats(entries["rating"].result),
        )  # fmt: skip
        position = entries["mover"].arguments[0]
        walked = planning.request(walk, {"rules": Fixed(asked), **kinds_of(walk, position)})
        planning.settle()
        return {**entries, "walk": walked}

    program, instances = inferred(plan, cell_bits(game.start))
    entries = {name: entry_of(instance) for name, instance in instances.items()}
    made = lowered(program, instances, counted=True, hosted=True)
    written = wasm.module_code(made.llvm)
    sites, dicts = tuple(made.sites), bool(program.containers)
    module = Module(written.code, entries, written.end, written.wanted, sites, program.cell, dicts)
    walks = lowered(program, {"walk": instances["walk"]}, counted=False)
    code = native.object_code(str(walks.llvm), native.QUICK)
    alone = Binary(code, {"walk": entries["walk"]}, tuple(walks.sites), program.cell, cached=False, dicts=dicts)
    return GameModule(module, plans.rules, plans.sampling), functions(alone)["walk"]
