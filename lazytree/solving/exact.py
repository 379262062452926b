"""Solving: the exact value of a position under perfect play, the length of the game, and a best line.

Outcomes are folded up the tree, each position once; games in which positions can be repeated: see `cycles`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple

from lazytree.core.game import CHANCE, FIRST, Game, M, P, start_of
from lazytree.core.stats import Stats
from lazytree.searching.full_width import backed_up, odds_of
from lazytree.searching.outcomes import Outcome, expected, merit
from lazytree.solving.cycles import retrograde
from lazytree.trees.growing import grow
from lazytree.trees.recursion import EndlessTree
from lazytree.trees.symmetry import up_to_symmetry
from lazytree.trees.tree import Tree, maptree


class Solution(NamedTuple, Generic[M]):
    """The exact value of a position, with a best line.

    >>> from lazytree.games import nim
    >>> value, plies, line = solve(nim(heaps=(2, 2)))
    >>> value, plies, len(line)
    (-1, 4, 4)
    """

    value: float | tuple[float, ...]  # FIRST's payoff; for more than two players a payoff for each
    plies: int  # the length of the line
    line: tuple[M, ...]  # best moves of all players, until the game is over, chance moves or a position is repeated


Outcomes = Mapping[Any, Outcome]  # by position


def solve(game: Game[P, M], position: P | None = None, stats: Stats | None = None) -> Solution[M]:
    """The exact value of a position (default: the start) under perfect play, with a best line.

    The value is FIRST's payoff. Among equal payoffs a win is as short as can be forced and a loss as long. Each of more
    than two players maximizes their own payoff and takes the first of equal moves (as in `maxn`). With chance the value
    is the exact expectation, an int or a Fraction. Where positions can be repeated, the value is 0, a draw, if neither
    player can force an end. Every reachable position is read; of symmetric ones, where the game has `canonical`, one.

    Raises ValueError if positions can be repeated and the game has chance or more than two players.

    >>> from lazytree.games import nim, tic_tac_toe
    >>> solve(nim(heaps=(1, 2)))
    Solution(value=1, plies=3, line=(Take(heap=1, pieces=1), Take(heap=0, pieces=1), Take(heap=1, pieces=1)))
    >>> solve(tic_tac_toe()).value
    0
    """
    start = start_of(game, position)
    outcomes = outcomes_below(game, start, stats)
    line = tuple(_best_line(game, start, outcomes))
    payoffs = outcomes[canonical_of(game, start)].payoffs
    return Solution(payoffs[FIRST] if len(payoffs) == 2 else payoffs, len(line), line)


def outcomes_below(game: Game[P, M], position: P, stats: Stats | None = None) -> Outcomes:
    """The outcomes of a position and of all positions reachable from it, by canonical position."""
    spent = stats or Stats()
    tree = grow(with_symmetry(game), spent)(canonical_of(game, position))
    try:
        return folded(game, tree, spent)
    except EndlessTree:
        return _with_cycles(game, tree, spent)


def canonical_of(game: Game[P, M], position: P) -> P:
    """The representative of the positions that are symmetric to this one; the position itself without `canonical`."""
    return position if game.canonical is None else game.canonical(position)


def with_symmetry(game: Game[P, M]) -> Game[P, M]:
    """The game up to symmetry; the game itself if it has no `canonical`."""
    return game if game.canonical is None else up_to_symmetry(game)


def folded(game: Game[P, M], tree: Tree[P, M], stats: Stats) -> Outcomes:
    """The outcome of every position in a game's tree. Raises EndlessTree if a position can be repeated."""

    def end(position: P) -> Outcome:
        return Outcome(game.payoffs(position), 0)

    ends = maptree(end)(tree)
    return {node.key: outcome for node, outcome in backed_up(ends, _one_ply_before, stats).items()}


def _one_ply_before(node: Tree[Outcome, M], outcomes: Sequence[Outcome]) -> Outcome:
    if node.mover == CHANCE:
        return expected(odds_of(node), outcomes)
    best = max(outcomes, key=lambda outcome: merit(outcome, node.mover))
    return Outcome(best.payoffs, best.plies + 1)


def _with_cycles(game: Game[P, M], tree: Tree[P, M], stats: Stats) -> Outcomes:
    if len(game.players) != 2:
        raise ValueError(f"{game.name} can repeat positions, and such a game can be solved for two players only")

    def payoff(position: P) -> float:
        return game.payoffs(position)[FIRST]

    ends = retrograde(maptree(payoff)(tree), stats)
    return {node.key: Outcome((payoff, -payoff), plies) for node, (payoff, plies) in ends.items()}


def _best_line(game: Game[P, M], position: P, outcomes: Outcomes) -> Iterator[M]:
    met = set()
    while position not in met and game.mover(position) != CHANCE:
        met.add(position)
        best = _best(game, position, outcomes)
        if best is None:
            return
        move, position = best
        yield move


def _best(game: Game[P, M], position: P, outcomes: Outcomes) -> tuple[M, P] | None:
    """The best move and the position after it; None where the game is over."""
    after = [(move, game.play(position, move)) for move in game.moves(position)]
    mover = game.mover(position)
    return max(after, key=lambda way: merit(outcomes[canonical_of(game, way[1])], mover), default=None)
