"""Solving: what a position is worth when all play perfectly to the end, how long that takes, and one way to do it.

Outcomes are folded up the tree, each position once; where play can go in circles, see `cycles`.
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
from lazytree.trees.lazy import EndlessTree
from lazytree.trees.symmetry import up_to_symmetry
from lazytree.trees.tree import Tree, maptree


class Solution(NamedTuple, Generic[M]):
    """The exact value of a position."""

    value: float | tuple[float, ...]  # FIRST's payoff; with more than two players a payoff for each
    plies: int  # the length of the line
    line: tuple[M, ...]  # best moves of all, until the game is over, chance moves, or a position comes round again


Outcomes = Mapping[Any, Outcome]  # by position


def solve(game: Game[P, M], position: P | None = None, stats: Stats | None = None) -> Solution[M]:
    """The exact value of a position (of the start, if none is given) under best play, with a best line.

    Among equal payoffs a win comes in as few plies as can be forced, a loss in as many as can be had. Of more than two
    players each looks after himself, and takes the first of equal moves (see `maxn`). With chance the value is the
    exact expectation, an int or a Fraction. Where positions can come round again, who cannot force an end has a draw,
    0; ValueError if such a game has chance or more than two players.

    All positions that play can reach are looked at (where the game has `canonical`, one of those that are alike).

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
    """The outcomes of a position and of all that play can reach from it, of each its canonical twin's."""
    spent = stats or Stats()
    tree = grow(with_symmetry(game), spent)(canonical_of(game, position))
    try:
        return folded(game, tree, spent)
    except EndlessTree:
        return _in_circles(game, tree, spent)


def canonical_of(game: Game[P, M], position: P) -> P:
    """The position that stands for all that are like this one by symmetry; itself if the game names none."""
    return position if game.canonical is None else game.canonical(position)


def with_symmetry(game: Game[P, M]) -> Game[P, M]:
    """The game up to symmetry; itself if it names none."""
    return game if game.canonical is None else up_to_symmetry(game)


def folded(game: Game[P, M], tree: Tree[P, M], stats: Stats) -> Outcomes:
    """The outcome of every position in a game's tree. Raises EndlessTree where positions come round again."""

    def end(position: P) -> Outcome:
        return Outcome(game.payoffs(position), 0)

    ends = maptree(end)(tree)
    return {node.key: outcome for node, outcome in backed_up(ends, _one_ply_before, stats).items()}


def _one_ply_before(node: Tree[Outcome, M], outcomes: Sequence[Outcome]) -> Outcome:
    if node.mover == CHANCE:
        return expected(odds_of(node), outcomes)
    best = max(outcomes, key=lambda outcome: merit(outcome, node.mover))
    return Outcome(best.payoffs, best.plies + 1)


def _in_circles(game: Game[P, M], tree: Tree[P, M], stats: Stats) -> Outcomes:
    if len(game.players) != 2:
        raise ValueError(f"positions of {game.name} come round again: such a game is solved for two players only")

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
    """The best move and where it leads; None where the game is over."""
    after = [(move, game.play(position, move)) for move in game.moves(position)]
    mover = game.mover(position)
    return max(after, key=lambda way: merit(outcomes[canonical_of(game, way[1])], mover), default=None)
