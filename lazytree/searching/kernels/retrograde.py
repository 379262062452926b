"""All positions that play can reach, and their values found backwards from the ends, in the subset.

Positions are met breadth first, and get numbers as they are met; what their moves lead to is noted as numbers. Once all
of them have been unfolded, values are found from the ends of the game backwards, in time that is linear in the number
of moves: each player forces the highest payoff above 0 in the fewest plies, the opponent delays it. Positions may be
repeated; what neither player can force is a draw.

Sources: Ströhlein, Untersuchungen über kombinatorische Spiele (1970); Thompson, Retrograde analysis of certain endgames
(1986).
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from lazytree.core.game import FIRST, SECOND
from lazytree.core.values import WIN, later

from .memory import digest, fetch, stash
from .searches import FAR, Array, Number, Position, Rules, ended, first_moves, paid

MET, UNFOLDED, WAYS, PLACED, PLACES, ROOM, WAYS_ROOM, FULL, CHOSEN, WORDS = range(10)
"""Words of `counts`: positions met, those unfolded, their moves, those that have a place; how many places there are, a
power of two; of how many positions and moves there is room; for what there is too little; the number of the best move
where one was looked up."""
OF_POSITIONS, OF_WAYS = 1, 2  # what is full
OVER = 2  # in place of who moves
NUMBER = 2**32 - 1  # the bits of a place that are one more than the number of a position; the others are of its digest
UNFOLD, DECIDE, LOOK_UP = range(3)  # what is asked
NOWHERE = FAR  # a position that has not been met


class Graph(NamedTuple):
    """Positions by their numbers, and what they are worth."""

    movers: Array  # FIRST, SECOND or OVER
    first: Array  # the place of the first move of each position in `ways`, and of the end of all
    ways: Array  # the numbers of the positions that moves lead to
    worth: Array  # what FIRST is paid where it is over; at last what a player can force
    plies: Array  # one more than those in which that can be forced; 0: neither player can force anything


class Back(NamedTuple):
    """What is needed to find values."""

    before: Array  # the numbers of the positions from which a move leads to each position
    first_before: Array  # the place of the first of them, and of the end of all
    left: Array  # moves that lead to what is not forced yet
    queue: Array


class Space(NamedTuple):
    """The positions themselves."""

    counts: Annotated[Any, WORDS]
    places: Array
    positions: Array


def settle(rules: Rules, space: Space, graph: Graph, back: Back, position: Position, what: Number, most: Number) -> int:
    """What is asked of all positions below some.

    UNFOLD meets a position and unfolds at most that many more; how many are left. DECIDE finds the values of all.
    LOOK_UP gives the value of a position, which counts plies; NOWHERE if it has not been met.
    """
    if what == UNFOLD:
        return unfolded(rules, space, graph, position, most)
    if what == DECIDE:
        return decided(graph, back, space.counts[MET])
    return looked_up(rules, space, graph, position)


def unfolded(rules: Any, space: Space, graph: Graph, position: Any, most: int) -> int:
    """How many positions are left, after at most that many more are unfolded, or there is no room (FULL)."""
    counts = space.counts
    for number in range(counts[PLACED], counts[MET]):
        key = digest(fetch(space.positions, number))
        space.places[place_of(space, fetch(space.positions, number), key)] = key & ~NUMBER | number + 1
        counts[PLACED] = number + 1
    met(space, position)
    for _ in range(most):
        ahead: int = counts[UNFOLDED]
        if counts[FULL] != 0 or ahead >= counts[MET]:
            break
        unfold(rules, space, graph, fetch(space.positions, ahead), ahead)
    return counts[MET] - counts[UNFOLDED]  # type: ignore[no-any-return]


def unfold(rules: Any, space: Space, graph: Graph, here: Any, number: int) -> int:
    """Notes what the moves of a position lead to; how many moves there are."""
    counts = space.counts
    start: int = counts[WAYS]
    way = start
    for move in rules.moves(here):
        if way >= counts[WAYS_ROOM]:
            counts[FULL] = OF_WAYS
            return 0
        graph.ways[way] = met(space, rules.play(here, move))
        if counts[FULL] != 0:
            return 0
        way += 1
    graph.movers[number] = OVER
    if way > start:
        graph.movers[number] = FIRST if first_moves(rules, here) else SECOND
    else:
        graph.worth[number] = paid(rules, here)
    graph.first[number] = start
    graph.first[number + 1] = way
    counts[WAYS] = way
    counts[UNFOLDED] = number + 1
    return way - start


def met(space: Space, position: Any) -> int:
    """The number of a position, a new one if it is met for the first time; without room FULL is set."""
    counts = space.counts
    key = digest(position)
    place = place_of(space, position, key)
    if space.places[place] != 0:
        return (space.places[place] & NUMBER) - 1  # type: ignore[no-any-return]
    number: int = counts[MET]
    if number >= counts[ROOM]:
        counts[FULL] = OF_POSITIONS
        return 0
    stash(space.positions, number, position)
    space.places[place] = key & ~NUMBER | number + 1
    counts[MET] = number + 1
    counts[PLACED] = number + 1
    return number


def place_of(space: Space, position: Any, key: int) -> int:
    """The place of a position, or the empty one where it is to be put."""
    places = space.places
    mask: int = space.counts[PLACES] - 1
    place = key & mask
    while places[place] != 0 and (
        (places[place] ^ key) >> 32 != 0 or fetch(space.positions, (places[place] & NUMBER) - 1) != position
    ):
        place = place + 1 & mask
    return place


# ---- Values


def decided(graph: Graph, back: Back, count: int) -> int:
    """Finds what each of that many positions is worth."""
    for number in range(count):
        graph.plies[number] = 0
        if graph.movers[number] != OVER:
            graph.worth[number] = 0
    ways_back(graph, back, count)
    forced(graph, back, count, FIRST, 1)
    forced(graph, back, count, SECOND, -1)
    return count


def ways_back(graph: Graph, back: Back, count: int) -> int:
    """Notes from which positions a move leads to each position; how many moves there are."""
    first, before, ways = back.first_before, back.before, graph.first[count]
    for number in range(count + 1):
        first[number] = 0
    for way in range(ways):
        first[graph.ways[way]] += 1
    total = 0
    for number in range(count + 1):
        total += first[number]
        first[number] = total
    for number in range(count):
        for way in range(graph.first[number], graph.first[number + 1]):
            to = graph.ways[way]
            first[to] -= 1
            before[first[to]] = number
    return ways  # type: ignore[no-any-return]


def forced(graph: Graph, back: Back, count: int, player: int, sign: int) -> int:
    """Finds what a player can force, the highest payoffs first; how many positions these are."""
    movers, worth, plies, left, queue = graph.movers, graph.worth, graph.plies, back.left, back.queue
    for number in range(count):
        left[number] = graph.first[number + 1] - graph.first[number]
    end = at = 0
    bound = FAR
    while True:
        best = 0
        for number in range(count):
            if movers[number] == OVER and best < sign * worth[number] < bound:
                best = sign * worth[number]
        if best == 0:
            return end
        bound = best
        for number in range(count):
            if movers[number] == OVER and sign * worth[number] == best:
                plies[number] = 1
                queue[end] = number
                end += 1
        while at < end:
            here = queue[at]
            at += 1
            for way in range(back.first_before[here], back.first_before[here + 1]):
                earlier = back.before[way]
                left[earlier] -= 1
                if plies[earlier] == 0 and (movers[earlier] == player or left[earlier] == 0):
                    plies[earlier] = plies[here] + 1
                    worth[earlier] = worth[here]
                    queue[end] = earlier
                    end += 1


# ---- What has been found


def looked_up(rules: Any, space: Space, graph: Graph, position: Any) -> int:
    """The value of a position, by those of what its moves lead to; the first of the best moves is CHOSEN."""
    first = first_moves(rules, position)
    best = -FAR
    number = 0
    for move in rules.moves(position):
        child = rules.play(position, move)
        there = space.places[place_of(space, child, digest(child))] & NUMBER
        if there == 0:
            return NOWHERE
        value = value_of(graph, there - 1)
        value = later(value if first else -value)
        if value > best:
            best = value
            space.counts[CHOSEN] = number
        number += 1
    if number == 0:
        return ended(rules, position)  # type: ignore[no-any-return]
    return best if first else -best


def value_of(graph: Graph, number: int) -> int:
    """The value of a position that counts plies."""
    if graph.plies[number] == 0:
        return 0
    value, plies = WIN * graph.worth[number], graph.plies[number] - 1
    return value - plies if value > 0 else value + plies  # type: ignore[no-any-return]
