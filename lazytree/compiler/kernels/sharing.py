"""What threads share of one tree of simulations: how they write to it.

Counts and sums are added to in single steps. Whatever else is written, nodes below a node and what is certain of it, is
written by one thread at a time, behind a lock, and last of all the word that others look at first. A visit that is not
over counts as a loss of whoever chose it (a virtual loss), so that other threads go elsewhere. In a tree of one thread
nothing of this stays in the code.

Sources: Chaslot, Winands and van den Herik, Parallel Monte-Carlo tree search (2008); Enzenberger and Müller, A
lock-free multithreaded Monte-Carlo tree search algorithm (2009).
"""

from __future__ import annotations

from typing import Any

from lazytree.core.game import CHANCE, FIRST

from ..ir.scratch import added, swapped
from .simulations import LOCK, TOTAL, VISITS, Sampled, Sampling


def enter(rules: Sampling, tree: Sampled) -> int:
    """Waits until no other thread writes; gives 0."""
    if rules.shared:
        while swapped(tree.room, LOCK, 1) != 0:
            pass
    return 0


def leave(rules: Sampling, tree: Sampled) -> int:
    """Lets other threads write; gives 0."""
    if rules.shared:
        swapped(tree.room, LOCK, 0)
    return 0


def publish(rules: Sampling, words: Any, place: int, word: int) -> int:
    """Writes a word after all that was written before; gives the word."""
    if rules.shared:
        swapped(words, place, word)
    else:
        words[place] = word
    return word


def add(rules: Sampling, words: Any, place: int, amount: int) -> int:
    """Adds to a word; gives the amount."""
    if rules.shared:
        added(words, place, amount)
    else:
        words[place] += amount
    return amount


def taken_for_lost(rules: Sampling, nodes: Any, node: int, mover: int, highest: int) -> int:
    """Counts a visit that the mover has just chosen as a loss, until `told`; gives the node."""
    if rules.shared:
        added(nodes, node + VISITS, 1)
        lose(rules, nodes, node, mover, -highest)
    return node


def told(rules: Sampling, nodes: Any, node: int, mover: int, highest: int) -> int:
    """Counts a visit: the loss that it was taken for is no more; gives the node."""
    if rules.shared:
        lose(rules, nodes, node, mover, highest)
    else:
        nodes[node + VISITS] += 1
    return node


def lose(rules: Sampling, nodes: Any, node: int, mover: int, payoff: int) -> int:
    """Adds to what the mover has been paid at a node; gives the payoff."""
    if rules.odds is not None and mover == CHANCE:
        return 0
    if rules.players == 2:
        added(nodes, node + TOTAL, payoff if mover == FIRST else -payoff)
    else:
        added(nodes, node + TOTAL + mover, payoff)
    return payoff
