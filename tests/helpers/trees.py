"""Synthetic games and trees for the laws, and a brute-force twin of the searches that knows nothing of ours.

A graph is a tuple of nodes; a position is the number of one. Turns may repeat, chance may move, moves may meet again
in one position (children lie further on), and, where a test asks for it, lead back (endless).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

from hypothesis import strategies as st

from lazytree import CHANCE, FIRST, SECOND, Game, Tree, make_tree

WIN, SURE = 1_000_000, 990_000  # as DESIGN says; written again on purpose


class Node(NamedTuple):
    mover: int
    number: int  # its rating; without children, the payoff of FIRST
    children: tuple[int, ...] = ()
    odds: tuple[int, ...] = ()


Graph = tuple[Node, ...]


@st.composite
def graphs(draw: st.DrawFn, movers: tuple[int, ...] = (FIRST, SECOND), endless: bool = False, size: int = 9) -> Graph:
    """Graphs of up to `size` nodes, the root first; without cycles unless they are asked for."""
    count = draw(st.integers(2, size) | st.integers(1, size))

    def node(at: int) -> Node:
        mover = draw(st.sampled_from(movers))
        targets = st.integers(0 if endless else at + 1, count - 1)
        fewest = draw(st.sampled_from([1, 2, 2, 3, 0]))  # 0: may end here already
        children = draw(st.lists(targets, min_size=fewest, max_size=4)) if endless or at + 1 < count else []
        if not children:
            return Node(mover, draw(st.integers(-2, 2)))
        odds = draw(st.lists(st.integers(1, 5), min_size=len(children), max_size=len(children)))
        return Node(mover, draw(st.integers(-9, 9)), tuple(children), tuple(odds))

    return tuple(node(at) for at in range(count))


WITH_CHANCE = (FIRST, SECOND, CHANCE)


def game_of(graph: Graph) -> Game[int, int]:
    """The game whose moves go from node to node; a move is the number of a child."""
    return Game(
        name="a graph",
        start=0,
        mover=lambda at: graph[at].mover,
        moves=lambda at: iter(range(len(graph[at].children))),
        play=lambda at, move: graph[at].children[move],
        payoffs=lambda at: (graph[at].number, -graph[at].number),
        odds=lambda at, move: graph[at].odds[move],
        players=("first", "second", "third")[: max(2, 1 + max(node.mover for node in graph))],
        ratings={"number": lambda at: graph[at].number},
    )


def long_game(plies: int, wide: bool = False) -> Game[int, int]:
    """A game of `plies` plies: one line of play or, if wide, two moves that meet again."""
    return Game(
        name="a long game",
        start=0,
        mover=lambda at: at % 2,
        moves=lambda at: range((2 if wide else 1) if at < plies else 0),
        play=lambda at, move: at + 1,
        payoffs=lambda at: (1, -1),
        ratings={"even": lambda at: 0},
    )


def endless_game() -> Game[int, int]:
    """A game without an end that never repeats."""
    return replace(long_game(1), moves=lambda at: range(2))


def loop() -> Game[int, int]:
    """A game that goes round: 0, 1, 0, 1 ..."""
    return replace(long_game(1), moves=lambda at: range(2), play=lambda at, move: 1 - at)


class Counts(NamedTuple):
    """How often the rules were asked: by position, and by (position, move) for `play` and for each move drawn."""

    moves: Counter[Any]
    drawn: Counter[Any]
    play: Counter[Any]
    mover: Counter[Any]


def count_calls(game: Game[Any, Any]) -> tuple[Game[Any, Any], Counts]:
    """The same game, and how often its rules were asked."""
    counts = Counts(Counter(), Counter(), Counter(), Counter())

    def moves(position: Hashable) -> Iterator[Any]:
        counts.moves[position] += 1
        for move in game.moves(position):
            counts.drawn[position, move] += 1
            yield move

    def play(position: Hashable, move: Hashable) -> Any:
        counts.play[position, move] += 1
        return game.play(position, move)

    def mover(position: Hashable) -> int:
        counts.mover[position] += 1
        return game.mover(position)

    return replace(game, moves=moves, play=play, mover=mover), counts


def most(counter: Mapping[Any, int]) -> int:
    """How often the most frequent was counted."""
    return max(counter.values(), default=0)


# The twins. In a game without chance, distance is counted from the root down: a win is worth WIN less the plies that
# it took, a loss the reverse, whatever the way there; so that nothing need be carried up.


def value_at_end(payoff: float, plies: int) -> float:
    """What a payoff of FIRST is worth `plies` plies from the root."""
    return WIN * payoff - (plies if payoff > 0 else -plies if payoff < 0 else 0)


def brute(game: Game[Any, Any], rating: Callable[[Any], float], position: Any, depth: float, ply: int = 0) -> float:
    """The minimax value, played out by the rules alone; no chance, two players."""
    moves = list(game.moves(position))
    if not moves:
        return value_at_end(game.payoffs(position)[FIRST], ply)
    if depth == 0:
        return rating(position)
    values = [brute(game, rating, game.play(position, move), depth - 1, ply + 1) for move in moves]
    return max(values) if game.mover(position) == FIRST else min(values)


def nearer(value: float, plies: int = 1) -> float:
    """A value one ply up: one nearer to 0 when it is beyond ±SURE, else unchanged."""
    for _ in range(plies):
        value = value - 1 if value > SURE else value + 1 if value < -SURE else value
    return value


def brute_mean(game: Game[Any, Any], rating: Callable[[Any], float], position: Any, depth: float) -> Fraction:
    """The expectimax value, played out by the rules alone."""
    moves = list(game.moves(position))
    if not moves:
        return Fraction(WIN * game.payoffs(position)[FIRST])
    if depth == 0:
        return Fraction(rating(position))
    values = [nearer(brute_mean(game, rating, game.play(position, move), depth - 1)) for move in moves]
    if game.mover(position) == CHANCE:
        weights = [Fraction(game.odds(position, move)) if game.odds else Fraction(1) for move in moves]
        return sum(w * v for w, v in zip(weights, values)) / sum(weights)  # type: ignore[return-value]
    return max(values) if game.mover(position) == FIRST else min(values)  # type: ignore[return-value]


class PoisonError(Exception):
    """Something was read that need not be read."""


def textbook(graph: Graph) -> tuple[float, set[int], set[tuple[int, int]]]:
    """Alpha-beta as the books have it: the value, the leaves whose labels it reads, and the (node, move)s it tries."""
    labels: set[int] = set()
    tried: set[tuple[int, int]] = set()

    def value(at: int, ply: int, alpha: float, beta: float) -> float:
        node = graph[at]
        if not node.children:
            labels.add(at)
            return value_at_end(node.number, ply)
        if node.mover == CHANCE:  # a fresh start below: every branch counts, in a window wide open
            tried.update((at, move) for move in range(len(node.children)))
            below = [nearer(value(child, 0, -inf, inf)) for child in node.children]
            total = sum(weight * Fraction(worth) for weight, worth in zip(node.odds, below))
            return nearer(total / sum(node.odds), ply)
        for move, child in enumerate(node.children):
            tried.add((at, move))
            worth = value(child, ply + 1, alpha, beta)
            if node.mover == FIRST:
                alpha = max(alpha, worth)
            else:
                beta = min(beta, worth)
            if alpha >= beta:
                break
        return alpha if node.mover == FIRST else beta

    return value(0, 0, -inf, inf), labels, tried


def poisoned(graph: Graph, labels: set[int], tried: set[tuple[int, int]]) -> Tree[float, int]:
    """The graph as a planted tree; another label looked at, another move tried, and it raises PoisonError."""
    nodes: dict[int, Tree[float, int]] = {}

    def label(at: int) -> float:
        if at not in labels:
            raise PoisonError(f"the label of node {at}")
        return WIN * graph[at].number

    def branches(at: int) -> Iterator[tuple[int, Tree[float, int]]]:
        for move, child in enumerate(graph[at].children):
            if (at, move) not in tried:
                raise PoisonError(f"move {move} of node {at}")
            yield move, nodes[child]

    class Branches:
        def __init__(self, at: int) -> None:
            self.at = at

        def __iter__(self) -> Iterator[tuple[int, Tree[float, int]]]:
            return branches(self.at)

    for at, node in enumerate(graph):
        nodes[at] = make_tree(
            lambda at=at: label(at),  # type: ignore[misc]
            node.mover,
            Branches(at),  # type: ignore[arg-type]
            odds=lambda move, node=node: node.odds[move],  # type: ignore[misc]
        )
    return nodes[0]
