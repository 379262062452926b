"""UCT in the subset, for any game: a tree of games played out at random, in an array of words.

Each simulation goes down the tree, at each node to the branch that promises most, plays a game from the leaf that it
comes to, and tells its payoffs to the nodes on the way. What is certain of a node is kept apart from what is sampled.
Positions are not kept: each simulation plays its way down again. Fractions are whole numbers, UNIT to one.

Sources: Kocsis and Szepesvári, Bandit based Monte-Carlo planning (2006); Winands, Björnsson and Saito, Monte-Carlo
tree search solver (2008); Gelly and Silver, Monte-Carlo tree search and rapid action value estimation (2011).
"""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import WrongPayoffs
from lazytree.core.game import CHANCE
from lazytree.trees.ratings import even

from ..ir.scratch import bits_of, digest, fetch, stash
from .drawing import drawn, listed, lots, place_of
from .playouts import is_over, played_out, walked_out
from .promises import UNKNOWN, liked, promise, rescaled, spread_at
from .searches import Number, Position, Seed
from .sharing import enter, leave, publish, taken_for_lost
from .simulations import (
    BELOW,
    CODE,
    COUNT,
    DEEPEST,
    FULL,
    HIGHEST,
    INNER,
    NOTED,
    PLIES,
    PRIOR,
    PRIOR_VISITS,
    ROOM,
    SEEN,
    STUCK,
    USED,
    VISITS,
    WAITING,
    WEIGHT,
    Habits,
    Sampled,
    Sampling,
    player_to_move,
)
from .telling import copied, tell
from .units import with_weight


def sample(rules: Sampling, tree: Sampled, habits: Habits, position: Position, simulations: Number, seed: Seed) -> int:
    """Makes simulations until the root is certain, a payoff is too high, or the tree waits for room; the next seed."""
    for _ in range(simulations):
        if tree.nodes[PLIES] != 0 or tree.room[FULL] == WAITING or is_beyond(tree, habits.bound):
            break
        seed = simulate(rules, tree, habits, position, seed)
    return seed


def simulate(rules: Sampling, tree: Sampled, habits: Habits, position: Any, seed: int) -> int:
    """One simulation: goes down the tree, plays a game from there, and adds its payoffs to the nodes on the way."""
    nodes, node, here, ply, own = tree.nodes, 0, position, 0, 1 if rules.shared else 0
    while nodes[node + PLIES] == 0 and (ply == 0 or nodes[node + VISITS] > own) and ply < DEEPEST:
        if nodes[node + BELOW] == 0:
            look(rules, tree, habits, here, node)
        if nodes[node + BELOW] == 0:
            break
        mover = player_to_move(rules, here)
        tree.path[2 * ply] = node
        tree.path[2 * ply + 1] = mover
        if rules.odds is not None and mover == CHANCE:
            number, seed = drawn(seed, weight_below(rules, nodes, node))
            child = fallen(rules, nodes, node, number)
        else:
            child = chosen(rules, nodes, node, mover, habits)
        if rules.shared and child < 0:  # what is below has just become certain
            break
        node = taken_for_lost(rules, nodes, child, mover, habits.highest)
        here = rules.play(here, fetch(tree.moves, node // rules.size))
        ply += 1
    tree.path[2 * ply] = node
    tree.counts[SEEN] += ply + 1
    turns = 0
    if nodes[node + PLIES] != 0:
        enter(rules, tree)
        copied(rules, nodes, node + rules.worth, tree.payoffs, 0)
        leave(rules, tree)
    elif rules.plain and rules.scale == 1:
        worth, plies, seed = played_out(rules, tree.kept, here, habits.longest, seed)
        tree.payoffs[0] = worth
        note_end(rules, tree, node, plies)
    else:
        end, plies, seed = played(rules, tree, here, habits.longest, seed)
        pay(rules, tree, end)
        note_end(rules, tree, node, plies)
        turns = min(plies, tree.counts[NOTED]) if rules.rave else 0
    note_highest(rules, tree)
    if not is_beyond(tree, habits.bound):
        tell(rules, tree, ply, turns, habits.highest, habits.bound)
    return seed


def played(rules: Sampling, tree: Sampled, here: Any, longest: int, seed: int) -> tuple[Any, int, int]:
    """Where a random game comes to, its plies and the next seed; with rave its turns are noted."""
    kept = tree.kept
    if not rules.rave:
        return walked_out(rules, kept, here, longest, seed)
    for ply in range(longest):
        mover, count = player_to_move(rules, here), listed(rules, kept, here)
        if count == 0:
            return here, ply, seed
        number, seed = drawn(seed, lots(rules, kept, 0, count, here))
        move = fetch(kept, place_of(rules, kept, here, number))
        if ply < tree.counts[NOTED]:
            tree.turns[ply] = digest((mover, move))
        here = rules.play(here, move)
    return here, longest, seed


def note_end(rules: Sampling, tree: Sampled, node: int, plies: int) -> int:
    """Notes that a node is certain if its game was over at once; gives its plies."""
    if plies == 0:
        enter(rules, tree)
        certain(rules, tree, node)
        leave(rules, tree)
    return plies


def certain(rules: Sampling, tree: Sampled, node: int) -> int:
    """Notes that a node's game is over, with its payoffs; gives the node."""
    copied(rules, tree.payoffs, 0, tree.nodes, node + rules.worth)
    publish(rules, tree.nodes, node + PLIES, 1)
    return node


def pay(rules: Sampling, tree: Sampled, end: Any) -> int:
    """Writes the payoffs of a game, all 0 if it is not over; gives how many they are."""
    if is_over(rules, end):
        return paid(rules, tree, end)
    for number in range(rules.numbers):
        tree.payoffs[number] = 0
    return rules.numbers


def paid(rules: Sampling, tree: Sampled, end: Any) -> int:
    """Writes the payoffs where a game is over; gives how many they are."""
    payoffs = rules.payoffs(end)
    if len(payoffs) != rules.players:
        raise ValueError("there is one payoff for each player")
    if rules.players == 2 and payoffs[1] != -payoffs[0]:
        raise WrongPayoffs
    for player, payoff in enumerate(payoffs):
        if player < rules.numbers:
            tree.payoffs[player] = payoff + 0 if rules.scale == 1 else int(rules.scale * payoff) // rules.whole
    return rules.numbers


def note_highest(rules: Sampling, tree: Sampled) -> int:
    """Notes the highest payoff that was met; gives it."""
    highest = tree.counts[HIGHEST]
    for number in range(rules.numbers):
        payoff = tree.payoffs[number]
        highest = max(highest, payoff, -payoff) if rules.players == 2 else max(highest, payoff)
    tree.counts[HIGHEST] = highest
    return highest  # type: ignore[no-any-return]


def is_beyond(tree: Sampled, bound: int) -> bool:
    """Whether a payoff was met that is higher than the bound, if there is one."""
    return bound != 0 and tree.counts[HIGHEST] > bound


def look(rules: Sampling, tree: Sampled, habits: Habits, here: Any, node: int) -> int:
    """Makes the nodes below a node, if there is room for them; gives where they begin, or 0.

    A node without moves is certain.
    """
    enter(rules, tree)
    below = tree.nodes[node + BELOW]
    if below == 0 and tree.nodes[node + PLIES] == 0:  # no other thread has been here
        below = looked(rules, tree, habits, here, node)
    leave(rules, tree)
    return below  # type: ignore[no-any-return]


def looked(rules: Sampling, tree: Sampled, habits: Habits, here: Any, node: int) -> int:
    """What `look` gives, while no other thread writes."""
    nodes, start, count = tree.nodes, tree.room[USED], 0
    first = start // rules.size
    for move in rules.moves(here):
        if start + rules.size * (count + 1) > tree.room[ROOM]:
            if tree.room[FULL] != STUCK and 2 * rules.size * (count + 1) <= tree.room[ROOM]:
                tree.room[FULL] = WAITING
            return 0
        stash(tree.moves, first + count, move)
        count += 1
    if count == 0:
        paid(rules, tree, here)
        certain(rules, tree, node)
        return 0
    tree.room[USED] = start + rules.size * count
    tree.counts[INNER] += 1
    nodes[node + COUNT] = count
    if not rules.plain:
        describe(rules, tree, habits, here, node, start)
    return publish(rules, nodes, node + BELOW, start)


def describe(rules: Sampling, tree: Sampled, habits: Habits, here: Any, node: int, start: int) -> int:
    """Writes what the rules say of the branches of a node, from `start` on: odds, turns, ratings; gives the mover."""
    nodes, mover, first = tree.nodes, player_to_move(rules, here), start // rules.size
    child, rated, low, high = start + rules.more, False, 0, 0
    lots(rules, tree.moves, first, nodes[node + COUNT], here)  # are they odds?
    for number in range(nodes[node + COUNT]):
        move = fetch(tree.moves, first + number)
        if rules.odds is not None and mover == CHANCE:
            nodes[child + WEIGHT] = rules.odds(here, move)
        if rules.rave:
            nodes[child + CODE] = digest((mover, move))
        if rules.rating is not even and mover != CHANCE:
            there = rules.play(here, move)
            if not is_over(rules, there):
                rating = liked(rules, there, mover)
                nodes[child + PRIOR] = bits_of(rating) if rules.floats else rating
                nodes[child + PRIOR_VISITS] = habits.trust
                low = min(low, rating) if rated else rating
                high = max(high, rating) if rated else rating
                rated = True
        child += rules.size
    if rated:
        rescaled(rules, nodes, start, nodes[node + COUNT], habits.highest, low, high)
    return mover


def weight_below(rules: Sampling, nodes: Any, node: int) -> int:
    """The sum of the odds at a chance node whose branches have been made."""
    total = 0
    for number in range(nodes[node + COUNT]):
        total = with_weight(total, nodes[nodes[node + BELOW] + rules.size * number + rules.more + WEIGHT])
    return total


def fallen(rules: Sampling, nodes: Any, node: int, number: int) -> int:
    """The child of a chance node to which a number belongs that was drawn."""
    start, last = nodes[node + BELOW], nodes[node + COUNT] - 1
    for at in range(last):
        number -= nodes[start + rules.size * at + rules.more + WEIGHT]
        if number < 0:
            return start + rules.size * at  # type: ignore[no-any-return]
    return start + rules.size * last  # type: ignore[no-any-return]


def chosen(rules: Sampling, nodes: Any, node: int, mover: int, habits: Habits) -> int:
    """The child that promises most, of those that are not certain."""
    best, most, start = -1, -UNKNOWN, nodes[node + BELOW]
    spread = spread_at(habits.widely, nodes[node + VISITS])
    for number in range(nodes[node + COUNT]):
        child = start + rules.size * number
        if nodes[child + PLIES] == 0:
            promised = promise(rules, nodes, child, mover, habits, spread)
            if promised > most:
                best, most = child, promised
    return best
