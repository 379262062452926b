"""UCT: a tree of games played out at random, which grows where they go well for whoever is to move.

Each simulation goes down the tree, at each node to the branch that promises most, plays a game from the leaf that it
comes to, and tells its payoffs to the nodes on the way. What is certain of a node is kept apart from what is sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf, isfinite, log, sqrt
from numbers import Real
from random import Random
from typing import Any, Generic

from lazytree.core.game import CHANCE, Game, M, P, drawn, is_over
from lazytree.core.mistakes import has_odds, moves_of, payoffs_of
from lazytree.core.stats import Stats
from lazytree.core.values import seen_by
from lazytree.searching.outcomes import Outcome, expected, merit
from lazytree.trees.labels import no_number

Payoffs = tuple[float, ...]
Turn = tuple[int, Any]  # a player and its move


@dataclass(slots=True, eq=False)
class Node(Generic[P, M]):
    """A position, and what has been seen of it so far."""

    position: P
    mover: int
    total: list[float]  # the payoffs of all simulations that came by, one a player
    visits: int = 0
    below: dict[M, Node[P, M]] | None = None  # None: not looked at
    certain: Outcome | None = None  # what it comes to, once that is known
    sure: Outcome | None = None  # what its mover can have at least
    rave: float = 0  # payoffs of the games in which the move to here was made at this node or later, by the same player
    rave_visits: int = 0
    prior: float = 0  # what a rating promises to the player who moves here
    prior_visits: int = 0


@dataclass(frozen=True)
class Habits(Generic[P, M]):
    """How simulations are made: all that stays the same from one to the next."""

    game: Game[P, M]
    random: Random
    rating: Callable[[P], Any] | None
    trust: int
    exploration: float
    rave: float
    longest: int
    highest: float
    spent: Stats


def new_node(habits: Habits[P, M], position: P) -> Node[P, M]:
    """A node that nothing is known of."""
    habits.spent.grown += 1
    return Node(position, habits.game.mover(position), [0] * len(habits.game.players))


def found(trees: Iterable[Node[P, M]], position: P) -> Node[P, M] | None:
    """The node of a position in trees that have been grown; None if there is none."""
    ahead = list(trees)
    for node in ahead:  # it grows while it is read
        if node.position == position:
            return node
        ahead.extend((node.below or {}).values())
    return None


def look(habits: Habits[P, M], node: Node[P, M]) -> None:
    """Makes the nodes below a node, once; a node without any is certain."""
    if node.below is not None:
        return
    game = habits.game
    habits.spent.asked += 1
    moves = moves_of(game, node.position)
    node.below = {move: new_node(habits, game.play(node.position, move)) for move in moves}
    if not moves:
        node.certain = Outcome(payoffs_of(game, node.position), 0)
        return
    habits.spent.inner += 1
    habits.spent.looked += len(moves)
    if habits.rating is not None and node.mover != CHANCE:
        promise(habits, node.mover, list(node.below.values()))


def promise(habits: Habits[P, M], mover: int, nodes: Sequence[Node[P, M]]) -> None:
    """Gives nodes what their rating promises to the mover: the best looks like a win, the worst like a loss."""
    assert habits.rating is not None
    rated = [
        (node, seen_by(mover, habits.rating(node.position)))
        for node in nodes
        if not is_over(habits.game, node.position)
    ]
    if rated:
        habits.spent.rated += len(rated)
        ratings = [rating for _, rating in rated]
        for node, rating in rated:
            if not isinstance(rating, Real) or not isfinite(rating):
                raise no_number(habits.rating, rating, node.position)
        middle, reach = (max(ratings) + min(ratings)) / 2, (max(ratings) - min(ratings)) / 2
        for node, rating in rated:
            node.prior = habits.highest * (rating - middle) / reach if reach else 0
            node.prior_visits = habits.trust


def played_out(game: Game[P, M], random: Random, position: P, longest: int) -> tuple[Payoffs, list[Turn]]:
    """The payoffs of a game played at random to its end, a draw after `longest` plies; and its turns."""
    turns: list[Turn] = []
    while moves := moves_of(game, position):
        if len(turns) == longest:
            return (0,) * len(game.players), turns
        move = drawn(game, position, moves, random)
        turns.append((game.mover(position), move))
        position = game.play(position, move)
    return payoffs_of(game, position), turns


def simulate(habits: Habits[P, M], root: Node[P, M]) -> None:
    """Goes down the tree, plays a game from there, and tells the nodes on the way."""
    node, path, turns = root, [root], list[Turn]()
    while node.certain is None and (node.visits or node is root):
        look(habits, node)
        if node.below:
            move, below = chosen(habits, node)
            turns.append((node.mover, move))
            path.append(below)
            node = below
    habits.spent.seen += len(path)
    if node.certain is None:
        payoffs, rest = played_out(habits.game, habits.random, node.position, habits.longest)
        if not rest:
            node.certain = Outcome(payoffs, 0)
        turns += rest
    else:
        payoffs = node.certain.payoffs
    if max(payoffs) > habits.highest:
        raise ValueError(
            f"a payoff of {habits.game.name} is {max(payoffs)}: let mcts know the highest one, highest=..."
        )
    tell(habits, path, turns, payoffs)


def chosen(habits: Habits[P, M], node: Node[P, M]) -> tuple[M, Node[P, M]]:
    """The branch that a simulation takes: drawn by chance, or the most promising that is not certain yet."""
    assert node.below
    if node.mover == CHANCE:
        has_odds(habits.game, node.position)
        move = drawn(habits.game, node.position, list(node.below), habits.random)
        return move, node.below[move]
    widely = habits.exploration * sqrt(log(node.visits + 1))

    def promising(branch: tuple[M, Node[P, M]]) -> float:
        sub = branch[1]
        visits = sub.visits + sub.prior_visits
        if visits == 0:
            return inf
        good = (sub.total[node.mover] + sub.prior_visits * sub.prior) / visits
        if sub.rave_visits:
            share = sqrt(habits.rave / (3 * visits + habits.rave))
            good += share * (sub.rave / sub.rave_visits - good)
        return good + widely / sqrt(visits)

    return max((branch for branch in node.below.items() if branch[1].certain is None), key=promising)


def tell(habits: Habits[P, M], path: Sequence[Node[P, M]], turns: Sequence[Turn], payoffs: Payoffs) -> None:
    """Adds the payoffs of a simulation to the nodes on its path, and what has become certain on it."""
    later = set(turns[len(path) - 1 :]) if habits.rave else set()
    for at in reversed(range(len(path))):
        node = path[at]
        if at + 1 < len(path):
            if path[at + 1].certain:
                settle(habits, node)
            payoffs = at_least_sure(node, payoffs)
            if habits.rave:
                later.add(turns[at])
                tell_all_as_first(node, later, payoffs)
        node.visits += 1
        node.total = [total + payoff for total, payoff in zip(node.total, payoffs)]


def tell_all_as_first(node: Node[P, M], later: set[Turn], payoffs: Payoffs) -> None:
    """Adds the payoffs to every branch whose move the mover made here or later."""
    for move, sub in (node.below or {}).items():
        if (node.mover, move) in later:
            sub.rave += payoffs[node.mover]
            sub.rave_visits += 1


def settle(habits: Habits[P, M], node: Node[P, M]) -> None:
    """Draws the conclusion from what is certain of the nodes below."""
    assert node.below
    certain = [sub.certain for sub in node.below.values() if sub.certain]
    if node.mover == CHANCE:
        if len(certain) == len(node.below):
            odds = [habits.game.odds(node.position, move) if habits.game.odds else 1 for move in node.below]
            node.certain = expected(odds, certain)
        return
    best = max(certain, key=lambda outcome: merit(outcome, node.mover))
    node.sure = Outcome(best.payoffs, best.plies + 1)
    if len(certain) == len(node.below) or best.payoffs[node.mover] >= habits.highest:
        node.certain = node.sure


def at_least_sure(node: Node[P, M], payoffs: Payoffs) -> Payoffs:
    """The payoffs that came up from below, or those that the mover is sure of if they are better for the mover."""
    if node.certain:
        return node.certain.payoffs
    if node.sure and node.sure.payoffs[node.mover] > payoffs[node.mover]:
        return node.sure.payoffs
    return payoffs


def best_branch(node: Node[P, M]) -> tuple[M, Node[P, M]]:
    """The branch to play: the most visited, unless one that is certain is as good."""
    assert node.below
    certain = [(move, sub) for move, sub in node.below.items() if sub.certain]
    open_ones = [(move, sub) for move, sub in node.below.items() if not sub.certain]
    most_visited = max(open_ones, key=lambda branch: branch[1].visits, default=None)
    safest = max(certain, key=lambda branch: merit(branch[1].certain, node.mover), default=None)  # type: ignore[arg-type]
    if safest is None or most_visited is None:
        return safest or most_visited  # type: ignore[return-value]
    assert safest[1].certain
    sampled = most_visited[1].total[node.mover] / max(1, most_visited[1].visits)
    return safest if safest[1].certain.payoffs[node.mover] >= sampled else most_visited
