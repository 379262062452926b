"""The moves of a game with all that was tried: a tree of nodes, and the one that is shown. A value; nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from pyrsistent import PVector, pvector

NOWHERE = -1


class Node(NamedTuple):
    """A position of a game, the move that led to it, and where it went on. A node is known by its number, its place."""

    position: Any
    move: Any = None  # None at the beginning
    before: int = NOWHERE  # the place in which the move was made
    after: tuple[int, ...] = ()  # the places after the moves that were made here, in that order
    latest: int = NOWHERE  # of those the one that was seen last: where redo leads


class Variations(NamedTuple):
    """All nodes, by their places, and the place that is shown."""

    nodes: PVector[Node]
    place: int = 0

    @property
    def node(self) -> Node:
        """The node that is shown."""
        return self.nodes[self.place]


def new_variations(position: Any) -> Variations:
    """The variations of a game in which no move has been made."""
    return Variations(pvector([Node(position)]))


def add_move(variations: Variations, move: Hashable, position: Any) -> Variations:
    """The variations after a move, and the position to which it leads; a move that was made here is made again."""
    for place in variations.node.after:
        if variations.nodes[place].move == move:
            return go_to(variations, place)
    place, node = len(variations.nodes), variations.node
    nodes = variations.nodes.set(variations.place, node._replace(after=(*node.after, place)))
    return go_to(Variations(nodes.append(Node(position, move, variations.place)), variations.place), place)


def go_to(variations: Variations, place: int) -> Variations:
    """The variations shown at another place; redo leads from there along what was seen last.

    Raises: ValueError if there is no such place.
    """
    if not 0 <= place < len(variations.nodes):
        last = len(variations.nodes) - 1
        raise ValueError(f"there is no place {place} in this game: places have the numbers 0 to {last}")
    nodes, below = variations.nodes, place
    while (before := nodes[below].before) != NOWHERE:
        nodes = nodes.set(before, nodes[before]._replace(latest=below))
        below = before
    return Variations(nodes, place)


def step_back(variations: Variations, fits: Callable[[Any], bool] = lambda position: True) -> Variations:
    """The variations one move back, or further, at the last position that `fits`; themselves if there is none."""
    place = variations.node.before
    while place != NOWHERE and not fits(variations.nodes[place].position):
        place = variations.nodes[place].before
    return variations if place == NOWHERE else go_to(variations, place)


def step_forward(variations: Variations, fits: Callable[[Any], bool] = lambda position: True) -> Variations:
    """The variations one move on, as it was seen last, or further, at the next position that `fits`, or the last."""
    place = variations.node.latest
    if place == NOWHERE:
        return variations
    while not fits(variations.nodes[place].position) and variations.nodes[place].latest != NOWHERE:
        place = variations.nodes[place].latest
    return go_to(variations, place)


def line_to(variations: Variations, place: int) -> tuple[int, ...]:
    """The places from the beginning to this one."""
    line = [place]
    while (before := variations.nodes[line[-1]].before) != NOWHERE:
        line.append(before)
    return tuple(reversed(line))


def line_through(variations: Variations) -> tuple[int, ...]:
    """The places from the beginning to the one that is shown, and on, as it was seen last."""
    line = list(line_to(variations, variations.place))
    while (after := variations.nodes[line[-1]].latest) != NOWHERE:
        line.append(after)
    return tuple(line)
