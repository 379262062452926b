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

from .memory import bits_of, digest, fetch, stash
from .playouts import drawn, is_over, listed, lots, place_of, played_out, walked_out
from .searches import Number, Position, Seed, with_weight
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
    RAVE,
    RAVE_VISITS,
    ROOM,
    SEEN,
    SLOTS,
    STAMP,
    STUCK,
    SURE_PLIES,
    TOTAL,
    UNKNOWN,
    USED,
    VISITS,
    WAITING,
    WEIGHT,
    Habits,
    Sampled,
    Sampling,
    add,
    enter,
    leave,
    liked,
    player_to_move,
    promise,
    publish,
    rescaled,
    seen_by,
    spread_at,
    taken_for_lost,
    told,
)

# ---- What a simulation tells the nodes on its way: payoffs, what has become certain, and the moves made later (rave)


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
    place = turn_place(tree, code)
    tree.later[place] = tree.counts[STAMP]
    tree.later[place + 1] = code
    return place


def turn_place(tree: Sampled, code: int) -> int:
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
        if tree.later[turn_place(tree, nodes[place + CODE])] == tree.counts[STAMP]:
            add(rules, nodes, place + RAVE, payoff)
            add(rules, nodes, place + RAVE_VISITS, 1)
            found += 1
    return found


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
