"""What a simulation tells the nodes on its way: payoffs, what has become certain, and the moves made later (rave)."""

from __future__ import annotations

from typing import Any

from lazytree.core.game import CHANCE

from .sharing import add, enter, leave, publish, told
from .simulations import (
    BELOW,
    CODE,
    COUNT,
    DEEPEST,
    PLIES,
    RAVE,
    RAVE_VISITS,
    SLOTS,
    STAMP,
    SURE_PLIES,
    TOTAL,
    VISITS,
    WEIGHT,
    Sampled,
    Sampling,
    seen_by,
)


def tell(rules: Sampling, tree: Sampled, ply: int, turns: int, highest: int, bound: int) -> int:
    """Adds the payoffs to the nodes on the path, and what has become certain; gives the root's new count of visits.

    `turns` of the game after the path are noted.
    """
    nodes, path, payoffs = tree.nodes, tree.path, tree.payoffs
    if rules.rave:
        tree.counts[STAMP] += 1
        for turn in range(turns):
            note(tree, tree.turns[turn])
    for back in range(ply + 1):
        node = path[2 * (ply - back)]
        if back > 0:
            mover, below = path[2 * (ply - back) + 1], path[2 * (ply - back) + 2]
            if nodes[below + PLIES] != 0 or nodes[node + PLIES] != 0 or nodes[node + SURE_PLIES] != 0:
                enter(rules, tree)
                make_certain(rules, tree, node, below, mover, bound)
                leave(rules, tree)
            if rules.rave and (rules.odds is None or mover != CHANCE):
                note(tree, nodes[below + rules.more + CODE])
                tell_all_as_first(rules, tree, node, seen_by(rules, payoffs, 0, mover))
        if back < ply:
            told(rules, nodes, node, path[2 * (ply - back) - 1], highest)
        else:
            add(rules, nodes, node + VISITS, 1)
        for number in range(rules.numbers):
            add(rules, nodes, node + TOTAL + number, payoffs[number])
    return nodes[VISITS]  # type: ignore[no-any-return]


def make_certain(rules: Sampling, tree: Sampled, node: int, below: int, mover: int, bound: int) -> int:
    """Notes what has become certain of a node, and lets the payoffs be no worse than that; gives the node."""
    nodes, payoffs = tree.nodes, tree.payoffs
    if nodes[node + PLIES] == 0 and (nodes[below + PLIES] != 0 or is_best(rules, nodes, node, mover, bound)):
        settle(rules, nodes, node, mover, bound)
    if nodes[node + PLIES] != 0:
        copied(rules, nodes, node + rules.worth, payoffs, 0)
    elif nodes[node + SURE_PLIES] != 0 and seen_by(rules, nodes, node + rules.sure, mover) > seen_by(
        rules, payoffs, 0, mover
    ):
        copied(rules, nodes, node + rules.sure, payoffs, 0)
    return node


def is_best(rules: Sampling, nodes: Any, node: int, mover: int, bound: int) -> bool:
    """Whether the mover is sure of the best payoff that there is, of which no bound was known when that was noted."""
    if bound == 0 or nodes[node + SURE_PLIES] == 0:
        return False
    return seen_by(rules, nodes, node + rules.sure, mover) >= bound


def copied(rules: Sampling, source: Any, start: int, target: Any, place: int) -> int:
    """Copies payoffs from one place to another; gives how many they are."""
    for number in range(rules.numbers):
        target[place + number] = source[start + number]
    return rules.numbers


def settle(rules: Sampling, nodes: Any, node: int, mover: int, bound: int) -> int:
    """Notes what is certain of a node because its children are; gives how many of them are certain."""
    if rules.odds is not None and mover == CHANCE:
        return settle_mean(rules, nodes, node)
    best, certain, start, count = -1, 0, nodes[node + BELOW], nodes[node + COUNT]
    for number in range(count):
        child = start + rules.size * number
        if nodes[child + PLIES] != 0:
            certain += 1
            if best == -1 or merit(rules, nodes, child, mover) > merit(rules, nodes, best, mover):
                best = child
    nodes[node + SURE_PLIES] = nodes[best + PLIES] + 1
    copied(rules, nodes, best + rules.worth, nodes, node + rules.sure)
    if certain == count or (bound != 0 and seen_by(rules, nodes, best + rules.worth, mover) >= bound):
        copied(rules, nodes, best + rules.worth, nodes, node + rules.worth)
        publish(rules, nodes, node + PLIES, nodes[best + PLIES] + 1)
    return certain


def merit(rules: Sampling, nodes: Any, node: int, mover: int) -> int:
    """What the mover prefers: the payoff; then a win sooner, a loss later."""
    payoff, plies = seen_by(rules, nodes, node + rules.worth, mover), nodes[node + PLIES]
    return 2 * DEEPEST * payoff + (-plies if payoff > 0 else plies if payoff < 0 else 0)


def settle_mean(rules: Sampling, nodes: Any, node: int) -> int:
    """Notes what is certain of a chance node once all its children are: means, rounded down; gives their total odds."""
    start, total = nodes[node + BELOW], 0
    for number in range(nodes[node + COUNT]):
        child = start + rules.size * number
        if nodes[child + PLIES] == 0:
            return 0
        total += nodes[child + rules.more + WEIGHT]
    for number in range(rules.numbers):
        nodes[node + rules.worth + number] = mean(rules, nodes, node, rules.worth + number, total)
    publish(rules, nodes, node + PLIES, mean(rules, nodes, node, PLIES, total) + 1)
    return total


def mean(rules: Sampling, nodes: Any, node: int, word: int, total: int) -> int:
    """The mean of a word of a chance node's children, by their odds, rounded down."""
    whole, parts = 0, 0
    for number in range(nodes[node + COUNT]):
        child = nodes[node + BELOW] + rules.size * number
        weight = nodes[child + rules.more + WEIGHT]
        whole += weight * (nodes[child + word] // total)
        parts += weight * (nodes[child + word] % total)
        whole, parts = whole + parts // total, parts % total
    return whole


def note(tree: Sampled, code: int) -> int:
    """Notes that a turn was made at this node or later; gives its place."""
    place = place_of(tree, code)
    tree.later[place] = tree.counts[STAMP]
    tree.later[place + 1] = code
    return place


def place_of(tree: Sampled, code: int) -> int:
    """Where a turn is noted, or would be: at the first place from its own on that is free in this simulation."""
    place: int = 2 * (code & tree.counts[SLOTS] - 1)
    while tree.later[place] == tree.counts[STAMP] and tree.later[place + 1] != code:
        place = place + 2 & 2 * tree.counts[SLOTS] - 1
    return place


def tell_all_as_first(rules: Sampling, tree: Sampled, node: int, payoff: int) -> int:
    """Adds the mover's payoff to every branch whose move the mover made here or later; gives how many there are."""
    nodes, found = tree.nodes, 0
    for number in range(nodes[node + COUNT]):
        place = nodes[node + BELOW] + rules.size * number + rules.more
        if tree.later[place_of(tree, nodes[place + CODE])] == tree.counts[STAMP]:
            add(rules, nodes, place + RAVE, payoff)
            add(rules, nodes, place + RAVE_VISITS, 1)
            found += 1
    return found
