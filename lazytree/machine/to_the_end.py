"""What searches to the end of a game have in common: how they are compiled, and values that count plies."""

from __future__ import annotations

from typing import Any

from lazytree.compiler import Runner, interpreted, pays_floats, pays_more
from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import Game, M, P
from lazytree.core.lanes import MACHINE
from lazytree.core.rules import own_bounds
from lazytree.core.values import WIN
from lazytree.searching.kernels import bounds as kernel_bounds
from lazytree.searching.kernels import solver
from lazytree.searching.kernels.best_lines import best_line
from lazytree.searching.kernels.searches import FAR, Rules
from lazytree.searching.kernels.solver import Solving
from lazytree.trees.ratings import even


def highest_payoff(game: Game[P, M]) -> float | None:
    """The highest payoff of a game, if inference knows that it pays 1, 0 and -1 only; else None."""
    return None if pays_more(game) else 1


def solve_refusal(game: Game[P, M]) -> str:
    """Why a game that compiles is neither solved nor unfolded in machine code; empty if it may be."""
    return "exact values of payoffs that are floats" if pays_floats(game) else ""


def require_exact(game: Game[P, M]) -> None:
    """Trapped where machine code has no exact values of a game."""
    if refusal := solve_refusal(game):
        raise Trapped(Trap.OUTSIDE, refusal)


def solve_runner(game: Game[P, M], search: Any = solver.reaches) -> Runner:
    """What searches to the end of a game: with its first rating, symmetry, parts and bounds, where these compile.

    Beside the solver there is what finds a best line by it.
    """
    beside = best_line if search is solver.reaches else None
    order, passes, bounds = next(iter(game.ratings.values()), None), has_turn(game), own_bounds(game)

    def run(order: Any, canonical: Any, regions: Any, bounds: Any, passes: bool) -> Runner:
        def laid_out(rules: Rules) -> Solving:
            known = bounds if rules.whole == 1 else None
            return Solving(*rules, order and interpreted(order), canonical, regions, known, passes)

        return Runner(game, search, even, laid_out, beside=beside)

    best = run(order, game.canonical, game.regions, bounds, passes)
    if best.lane != MACHINE and bounds:
        best = run(order, game.canonical, game.regions, None, passes)
    if best.lane != MACHINE and game.regions:
        best = run(order, game.canonical, None, None, passes)
    if best.lane != MACHINE and (order or game.canonical or passes):
        best = run(None, None, None, None, False)
    return best


def has_turn(game: Game[P, M]) -> bool:
    """Whether the field `mover` of a NamedTuple is whose turn it is: then a search may ask what the other could do."""
    turn = getattr(game.start, "mover", None)
    return hasattr(game.start, "_replace") and type(turn) is int and turn == game.mover(game.start)


def highest(plain: bool) -> int:
    """The word HIGHEST of `counts`."""
    return WIN if plain else FAR


def payoff_at(bound: int) -> int:
    """The payoff of a value that counts plies."""
    return -(-bound // WIN) if bound > 0 else bound // WIN


def lowest_value(payoff: float) -> int:
    """The lowest of the values, which count plies, of this payoff."""
    return int(kernel_bounds.lowest_value(payoff))
