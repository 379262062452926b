"""Sampling: games played out at random in machine code, and the tree that grows where they go well."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any

from lazytree.core.game import FIRST, Game, M, P
from lazytree.searching.sampling import MctsAnswer
from lazytree.trees.ratings import even

from ..kernels import playouts
from ..kernels.sampled import (
    BELOW,
    COUNT,
    DEEPEST,
    NODE,
    PLIES,
    ROOM,
    SEEN,
    TOTAL,
    UNIT,
    USED,
    VISITS,
    WORTH,
    Habits,
    Sampled,
    merit,
    sample,
)
from ..kernels.searches import Rules
from ..running import Runner
from ..runtime.memory import Words


def random_games(game: Game[P, M], in_python: bool) -> Callable[[P, int, int, int], tuple[list[float], int]]:
    """A function of position, number of games, longest game in plies and seed: payoffs summed, and plies played.

    The payoffs are those of each player; of two players without chance only FIRST's. It raises Trapped where machine
    code cannot play the games. `in_python` runs the same text in Python.
    """
    general = game.odds is not None or len(game.players) != 2
    kernel: Any = playouts.playouts_for_all if general else playouts.playouts
    play = partial(kernel, rules_in_python(game)) if in_python else Runner(game, kernel, even).in_machine_code

    def paid_to_first(*means: Any) -> tuple[list[float], int]:
        total, played = play(*means)
        return [total], played

    def paid_to_all(*means: Any) -> tuple[list[float], int]:
        players = len(game.players)
        totals: Any = [0] * players if in_python else Words(players)
        played = play(totals, *means)
        return [totals[player] for player in range(players)], played

    return paid_to_all if general else paid_to_first


def simulations(game: Game[P, M], in_python: bool) -> Callable[[Sampled, Habits, P, int, int], int]:
    """A function of tree, habits, position, number of simulations and seed that makes them: the next seed.

    It raises Trapped where machine code cannot make them. `in_python` runs the same text in Python.
    """
    if in_python:
        return partial(sample, rules_in_python(game))
    return Runner(game, sample, even).in_machine_code


def rules_in_python(game: Game[P, M]) -> Rules:
    """The rules for a search that lists the moves of a position twice in a row: they are listed once."""
    known: list[Any] = [None, ()]

    def moves(position: P) -> list[M]:
        if known[0] is not position:
            known[:] = position, list(game.moves(position))
        return known[1]  # type: ignore[no-any-return]

    return Rules(game.mover, moves, game.play, game.payoffs, even, game.odds)


def habits_of(exploration: float, longest: int, highest: int) -> Habits:
    """How simulations are made: `exploration` weighs the unknown, `longest` is in plies, `highest` is a payoff."""
    return Habits(round(UNIT * exploration), longest, highest)


def seen_in(tree: Sampled) -> int:
    """How many positions the simulations of a tree have visited."""
    return int(tree.counts[SEEN])


def is_settled(tree: Sampled) -> bool:
    """Whether the value of a tree's root has become certain."""
    return bool(tree.nodes[PLIES] != 0)


def fresh_tree(megabytes: int) -> Sampled:
    """A root of which nothing is known, and room for more nodes."""
    nodes = megabytes * 2**20 // (2 * 8 * NODE)
    tree = Sampled(Words(ROOM + 1), Words(NODE * nodes), Words(8 * nodes), Words(2 * DEEPEST + 2))
    tree.counts[USED], tree.counts[ROOM] = NODE, NODE * nodes
    return tree


def answer(game: Game[P, M], position: P, tree: Sampled, seconds: float, lane: str) -> MctsAnswer[M]:
    """What is thought of a position so far."""
    nodes, node, line = tree.nodes, 0, list[M]()
    visits = nodes[VISITS]
    value = nodes[WORTH] if nodes[PLIES] != 0 else nodes[TOTAL] / visits
    while nodes[node + COUNT] > 0:
        first = game.mover(position) == FIRST
        number = best_branch(nodes, [nodes[node + BELOW] + NODE * each for each in range(nodes[node + COUNT])], first)
        node = nodes[node + BELOW] + NODE * number
        line.append(next(islice(game.moves(position), number, None)))
        position = game.play(position, line[-1])
    return MctsAnswer(visits, value, line[0], tuple(line), tree.counts[SEEN], seconds, lane)


def best_branch(nodes: Words, children: list[int], first: bool) -> int:
    """The number of the branch to play: the most visited, unless one that is certain is as good."""
    sign = 1 if first else -1
    certain = [child for child in children if nodes[child + PLIES] != 0]
    open_ones = [child for child in children if nodes[child + PLIES] == 0]
    most_visited = max(open_ones, key=lambda child: nodes[child + VISITS], default=None)
    safest = max(certain, key=lambda child: merit(nodes, child, first), default=None)
    if safest is None or most_visited is None:
        return children.index(safest or most_visited or 0)
    sampled = sign * nodes[most_visited + TOTAL] / max(1, nodes[most_visited + VISITS])
    return children.index(safest if sign * nodes[safest + WORTH] >= sampled else most_visited)
