"""Room in a tree that is full: the nodes below those that are least visited go, the others move together.

What was known of a node stays with it when the nodes below it go. Nodes that are certain count like any other.

Source: Powley, Cowling and Whitehouse, Memory bounded Monte Carlo tree search (2017), here for many nodes at a time.
"""

from __future__ import annotations

from ..ir.scratch import fetch, stash
from .drawing import listed
from .searches import Position
from .simulations import BELOW, CLEARED, COUNT, FULL, GONE, ROOM, STUCK, USED, VISITS, Sampled, Sampling


def let_go(rules: Sampling, tree: Sampled, position: Position) -> int:
    """Lets nodes go until at least half of the room is free, if that can be; gives the nodes that are left."""
    if tree.room[ROOM] < 0:  # never: it says what kind of moves the tree holds
        listed(rules, tree.moves, position)
    least = 2
    while least <= tree.nodes[VISITS] and rules.size * staying(rules, tree, least) > tree.room[ROOM] // 2:
        least *= 2
    left = placed(rules, tree, least)
    moved(rules, tree, left)
    tree.room[GONE] += tree.room[USED] // rules.size - left
    tree.room[USED] = rules.size * left
    tree.room[FULL] = CLEARED if 2 * rules.size * left <= tree.room[ROOM] else STUCK
    return left


def staying(rules: Sampling, tree: Sampled, least: int) -> int:
    """How many nodes stay if those go that lie below nodes of fewer visits than `least`; the root's children stay."""
    nodes, count = tree.nodes, 1
    for number in range(tree.room[USED] // rules.size):
        node = rules.size * number
        if nodes[node + BELOW] != 0 and (number == 0 or nodes[node + VISITS] >= least):
            count += nodes[node + COUNT]
    return count


def placed(rules: Sampling, tree: Sampled, least: int) -> int:
    """Writes for each node its new number, 0 where it goes, and unties what goes; gives how many stay.

    A node lies before those below it, so that one round is enough.
    """
    nodes, places, left = tree.nodes, tree.places, 0
    for number in range(tree.room[USED] // rules.size):
        places[number] = 0
    for number in range(tree.room[USED] // rules.size):
        node = rules.size * number
        if number == 0 or places[number] != 0:
            places[number] = left
            left += 1
            if nodes[node + BELOW] != 0:
                if number == 0 or nodes[node + VISITS] >= least:
                    for other in range(nodes[node + COUNT]):
                        places[nodes[node + BELOW] // rules.size + other] = 1
                else:
                    nodes[node + BELOW] = 0
                    nodes[node + COUNT] = 0
    return left


def moved(rules: Sampling, tree: Sampled, left: int) -> int:
    """Moves the nodes that stay to their new places, and empties the rest; gives how many nodes there were.

    The root and those right below it, which were made first, lie where they stay.
    """
    nodes, places, count = tree.nodes, tree.places, tree.room[USED] // rules.size
    for number in range(1, count):
        if places[number] != 0:
            source, target = rules.size * number, rules.size * places[number]
            for word in range(rules.size):
                nodes[target + word] = nodes[source + word]
            if nodes[target + BELOW] != 0:
                nodes[target + BELOW] = rules.size * places[nodes[target + BELOW] // rules.size]
            stash(tree.moves, places[number], fetch(tree.moves, number))
    for word in range(rules.size * left, rules.size * count):
        nodes[word] = 0
    return count  # type: ignore[no-any-return]
