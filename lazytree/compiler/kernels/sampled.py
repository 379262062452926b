"""UCT in the subset: `lazytree.searching.uct`, its tree in an array of words, whole numbers in place of
fractions.

A node is NODE words; its children lie side by side. Positions are not kept: each simulation plays its way down again.
Source: Kocsis and Szepesvári, Bandit based Monte-Carlo planning (2006).
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

from lazytree.core.game import FIRST

from ..ir.scratch import fetch, stash
from .playouts import played_out
from .searches import Array, Number, Position, Rules, Seed, first_moves

NODE = 8  # words
VISITS, TOTAL, BELOW, COUNT, PLIES, WORTH, SURE_PLIES, SURE_WORTH = range(NODE)
"""Words of a node. PLIES: one more than the plies to the end, once the node's payoff is certain; 0 before.
WORTH and TOTAL, the sum over all visits, are payoffs of FIRST; SURE is what the mover can have at least."""
SEEN, USED, ROOM = range(3)  # words of `counts`: positions seen; words of nodes that are used, and that there are
DEEPEST = 4096  # plies of the tree
UNIT = 2**16
EXACT_UP_TO = 1024
ONE_BY_ROOT = tuple(round(UNIT / sqrt(max(1, number))) for number in range(EXACT_UP_TO))
ROOT_OF_LOG = tuple(round(UNIT * sqrt(log(2) * eighths / 8)) for eighths in range(8 * 41))
UNKNOWN = 2**62  # better than all that is known


class Sampled(NamedTuple):
    """What simulations write to: counters, nodes, the moves that lead to them, the path that one takes."""

    counts: Array
    nodes: Array
    moves: Array
    path: Array


class Habits(NamedTuple):
    """How simulations are made: the weight of exploring, in units; the most plies of a game, and its best payoff."""

    widely: Number
    longest: Number
    highest: Number


def sample(rules: Rules, tree: Sampled, habits: Habits, position: Position, simulations: Number, seed: Seed) -> int:
    """Makes simulations until the root is certain; the next seed."""
    for _ in range(simulations):
        if tree.nodes[PLIES] != 0:
            break
        seed = simulate(rules, tree, habits, position, seed)
    return seed


def simulate(rules: Rules, tree: Sampled, habits: Habits, position: Any, seed: int) -> int:
    """One simulation: goes down the tree, plays a game from there, and adds its payoff to the nodes on the way."""
    nodes, node, here, ply = tree.nodes, 0, position, 0
    while nodes[node + PLIES] == 0 and (ply == 0 or nodes[node + VISITS] > 0) and ply < DEEPEST:
        if nodes[node + BELOW] == 0:
            look(rules, tree, here, node)
        if nodes[node + BELOW] == 0:
            break
        first = first_moves(rules, here)
        tree.path[2 * ply] = node
        tree.path[2 * ply + 1] = 1 if first else 0
        node = chosen(nodes, node, first, habits.widely)
        here = rules.play(here, fetch(tree.moves, node // NODE))
        ply += 1
    tree.path[2 * ply] = node
    tree.counts[SEEN] += ply + 1
    worth = nodes[node + WORTH]
    if nodes[node + PLIES] == 0:
        worth, plies, seed = played_out(rules, here, habits.longest, seed)
        if plies == 0:
            nodes[node + PLIES] = 1
            nodes[node + WORTH] = worth
    if abs(worth) > habits.highest:
        raise ValueError("a payoff is higher than `highest`: let mcts know the highest one, highest=...")
    tell(tree, ply, worth, habits.highest)
    return seed


def look(rules: Rules, tree: Sampled, here: Any, node: int) -> int:
    """Makes the nodes below a node, if there is room for them, and gives their number.

    A node without moves is certain.
    """
    nodes, start, count = tree.nodes, tree.counts[USED], 0
    for _ in rules.moves(here):
        count += 1
    if count == 0:
        nodes[node + PLIES] = 1
        nodes[node + WORTH] = rules.payoffs(here)[FIRST]
    if count == 0 or start + NODE * count > tree.counts[ROOM]:
        return 0
    for number, move in enumerate(rules.moves(here)):
        stash(tree.moves, start // NODE + number, move)
    nodes[node + BELOW] = start
    nodes[node + COUNT] = count
    tree.counts[USED] = start + NODE * count
    return count


def chosen(nodes: Any, node: int, first: bool, widely: int) -> int:
    """The child that promises most, of those that are not certain."""
    best, most, start = -1, -UNKNOWN, nodes[node + BELOW]
    spread = widely * root_of_log(nodes[node + VISITS] + 1) // UNIT
    for number in range(nodes[node + COUNT]):
        child = start + NODE * number
        if nodes[child + PLIES] == 0:
            visits = nodes[child + VISITS]
            promise = UNKNOWN
            if visits > 0:
                good = nodes[child + TOTAL] * UNIT // visits
                promise = (good if first else -good) + spread * one_by_root(visits) // UNIT
            if promise > most:
                best, most = child, promise
    return best


def one_by_root(number: int) -> int:
    """1 / sqrt(number), in units."""
    halvings = 0
    while number >= EXACT_UP_TO:
        number >>= 2
        halvings += 1
    return ONE_BY_ROOT[number] >> halvings


def root_of_log(number: int) -> int:
    """sqrt(log(number)), in units, of numbers from 1 to 2 ** 40, rounded down to an eighth of a power of two."""
    power = (number & 2**41 - 1).bit_length() - 1
    return ROOT_OF_LOG[8 * power + (number << 3 >> power) - 8]


def tell(tree: Sampled, ply: int, worth: int, highest: int) -> int:
    """Adds a payoff to the nodes on the path, and what has become certain; gives the root's new count of visits."""
    nodes, path = tree.nodes, tree.path
    for back in range(ply + 1):
        node = path[2 * (ply - back)]
        if back > 0:
            first = path[2 * (ply - back) + 1] == 1
            if nodes[path[2 * (ply - back) + 2] + PLIES] != 0:
                settle(nodes, node, first, highest)
            if nodes[node + PLIES] != 0:
                worth = nodes[node + WORTH]
            elif nodes[node + SURE_PLIES] != 0:
                sure = nodes[node + SURE_WORTH]
                worth = max(worth, sure) if first else min(worth, sure)
        nodes[node + VISITS] += 1
        nodes[node + TOTAL] += worth
    return nodes[VISITS]  # type: ignore[no-any-return]


def settle(nodes: Any, node: int, first: bool, highest: int) -> int:
    """Notes what is certain of a node because its children are; gives how many of them are certain."""
    best, certain, start, count = -1, 0, nodes[node + BELOW], nodes[node + COUNT]
    for number in range(count):
        child = start + NODE * number
        if nodes[child + PLIES] != 0:
            certain += 1
            if best == -1 or merit(nodes, child, first) > merit(nodes, best, first):
                best = child
    worth = nodes[best + WORTH]
    nodes[node + SURE_PLIES] = nodes[best + PLIES] + 1
    nodes[node + SURE_WORTH] = worth
    if certain == count or (worth if first else -worth) >= highest:
        nodes[node + PLIES] = nodes[best + PLIES] + 1
        nodes[node + WORTH] = worth
    return certain


def merit(nodes: Any, node: int, first: bool) -> int:
    """What the mover prefers: the payoff; then a win sooner, a loss later."""
    payoff = nodes[node + WORTH] if first else -nodes[node + WORTH]
    plies = nodes[node + PLIES]
    return 2 * DEEPEST * payoff + (-plies if payoff > 0 else plies if payoff < 0 else 0)  # type: ignore[no-any-return]
