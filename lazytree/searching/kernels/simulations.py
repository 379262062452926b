"""What simulations work on: the rules of a game with the layout of a node, the memory, and how they are made.

A node is `size` words: VISITS to SURE_PLIES, then from TOTAL, `worth` and `sure` on one number for each player (of two
players only FIRST's, for SECOND has its negation), then, unless the game is `plain`, what begins at `more`.
"""

from __future__ import annotations

from math import floor, log, sqrt
from typing import Any, NamedTuple

from lazytree.core.game import CHANCE, FIRST
from lazytree.searching.averages import UNIT
from lazytree.trees.ratings import even

from .memory import added, fetch, of_bits, stash, swapped
from .playouts import listed
from .searches import Array, Number, Position, Rules, rated, rated_whole

VISITS, BELOW, COUNT, PLIES, SURE_PLIES, TOTAL = range(6)
"""Words of a node. BELOW: where its children begin, 0 if they have not been made; COUNT: how many they are. PLIES: one
more than the plies to the end (where chance moves: on average), once the node's payoffs are certain; 0 before. TOTAL:
the payoffs of all visits. `worth` are the certain payoffs, `sure` those that the mover can have at least."""
WEIGHT, CODE, RAVE, RAVE_VISITS, PRIOR, PRIOR_VISITS, MORE = range(7)
"""Words from `more` on. WEIGHT: the odds of the move to here; CODE: that move with its player, as a number. RAVE: the
payoffs of the games in which the player made that move at the node above or later; PRIOR: what a rating promises."""
SEEN, INNER, STAMP, NOTED, SLOTS, HIGHEST, COUNTS = range(7)
"""Words of `counts`: positions seen; nodes with nodes below them; how many simulations have noted turns; how many turns
of a game are noted, and how many have room in `later`; the highest payoff that was met."""
USED, ROOM, FULL, GONE, LOCK, TAKEN, BOUND, OF_ROOM = range(8)
"""Words of `room`: words of nodes that are used, and that there are; whether there was no room for more; how many nodes
have been let go; whether a thread writes to the tree; `highest` and `bound` of the habits that it grows by."""
WAITING, CLEARED, STUCK = range(1, 4)  # values of FULL: nodes are to be let go; they have been; there are too few
DEEPEST = 4096  # plies of the tree


class Sampling(NamedTuple):
    """The functions of a game, and the layout of a node."""

    mover: Any
    moves: Any
    play: Any
    payoffs: Any
    rating: Any
    odds: Any
    whole: int  # the payoffs that make up a payoff of 1
    floats: bool  # whether ratings are floats
    converted: bool  # False
    players: int
    plain: bool  # two players, no chance, no rating, no rave
    rave: bool
    shared: bool  # by threads
    scale: int  # a payoff of 1 in the tree
    numbers: int  # payoffs that are kept
    worth: int
    sure: int
    more: int
    size: int


def sampling(rules: Rules, players: int, rave: bool, whole: bool, shared: bool = False) -> Sampling:
    """The rules with the layout that they need; `whole`: whether all payoffs are ints; `shared`: whether by threads."""
    plain = players == 2 and rules.odds is None and rules.rating is even and not rave
    numbers = 1 if players == 2 else players
    more = TOTAL + 3 * numbers
    scale = 1 if players == 2 and rules.odds is None and rules.whole == 1 and whole else UNIT
    layout = TOTAL + numbers, TOTAL + 2 * numbers, more, more if plain else more + MORE
    return Sampling(*rules, players, plain, rave, shared, scale, numbers, *layout)


class Sampled(NamedTuple):
    """What simulations write to: the tree, with the moves that lead to its nodes, and where these go as others go.

    And counters, the path that one simulation takes, its payoffs, the moves of a ply; with rave also the turns of one
    game, and those of them that were made at a node or later.
    """

    room: Array
    nodes: Array
    moves: Array
    places: Array
    counts: Array
    path: Array
    payoffs: Array
    kept: Array
    turns: Array
    later: Array


class Habits(NamedTuple):
    """How simulations are made: weights in units, the most plies of a game, payoffs as the tree has them.

    `highest` is the payoff by which the unknown is weighed. No payoff is above `bound`: who is sure of it needs to look
    no further. It is 0 where no bound is known.
    """

    widely: Number
    longest: Number
    highest: Number
    trust: Number
    rave: Number
    bound: Number


def player_to_move(rules: Sampling, here: Any) -> int:
    """The mover; an error unless it is one of the players, or chance in a game with odds."""
    mover = rules.mover(here)
    if mover < (FIRST if rules.odds is None else CHANCE) or mover >= rules.players:
        raise ValueError("the mover is one of the players; where it is chance, a game has odds")
    return mover + 0  # type: ignore[no-any-return]


def seen_by(rules: Sampling, words: Any, place: int, mover: int) -> int:
    """Of the payoffs that begin at a place, the one of the mover."""
    if rules.players == 2:
        return words[place] if mover == FIRST else -words[place]  # type: ignore[no-any-return]
    return words[place + mover]  # type: ignore[no-any-return]


# ---- What a branch promises: its mean payoff, more the less it has been tried; with rave and what a rating says


EXACT_UP_TO = 1024
ONE_BY_ROOT = tuple(round(UNIT / sqrt(max(1, number))) for number in range(EXACT_UP_TO))
ROOT_OF_LOG = tuple(round(UNIT * sqrt(log(2) * eighths / 8)) for eighths in range(8 * 41))
UNKNOWN = 2**62  # better than all that is known


def promise(rules: Sampling, nodes: Any, child: int, mover: int, habits: Habits, spread: int) -> int:
    """What a branch promises to the mover, in units; `spread` is what the unknown is worth at its node."""
    visits, total = nodes[child + VISITS], seen_by(rules, nodes, child + TOTAL, mover)
    if rules.rating is not even:
        prior = nodes[child + rules.more + PRIOR_VISITS]
        visits, total = visits + prior, total + prior * nodes[child + rules.more + PRIOR]
    if visits == 0:
        return UNKNOWN
    good = total * (UNIT // rules.scale) // visits
    if rules.rave and nodes[child + rules.more + RAVE_VISITS] > 0:
        alike = nodes[child + rules.more + RAVE] * (UNIT // rules.scale) // nodes[child + rules.more + RAVE_VISITS]
        share = root(habits.rave * UNIT // (3 * visits * UNIT + habits.rave) * UNIT)
        good += share * (alike - good) // UNIT
    return good + spread * one_by_root(visits) // UNIT  # type: ignore[no-any-return]


def rescaled(rules: Sampling, nodes: Any, start: int, count: int, highest: int, low: Any, high: Any) -> int:
    """Makes promises of the ratings of `count` branches, the best like a win, the worst like a loss; gives `count`."""
    for number in range(count):
        place = start + rules.size * number + rules.more + PRIOR
        if high == low:
            nodes[place] = 0
        elif nodes[place - PRIOR + PRIOR_VISITS] > 0:
            rating = float(of_bits(nodes[place])) if rules.floats else nodes[place]
            promise = highest * (2 * rating - high - low)
            nodes[place] = floor(promise / (high - low)) if rules.floats else int(promise // (high - low))
    return count


def liked(rules: Sampling, there: Any, mover: int) -> Any:
    """The rating of a position, as the mover of the one before sees it."""
    if rules.players == 2:
        rating = rated(rules.rating(there)) if rules.floats else rated_whole(rules.rating(there))
        return rating if mover == FIRST else -rating
    standing = rules.rating(there)
    if len(standing) != rules.players:
        raise ValueError("a rating for more than two players has one number for each")
    return rated(standing[mover] + 0) if rules.floats else rated_whole(standing[mover])


def spread_at(widely: int, visits: int) -> int:
    """What the unknown is worth at a node that has been visited so often."""
    return widely * root_of_log(visits + 1) // UNIT


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


def root(number: int) -> int:
    """The square root of a number of up to 32 bits, rounded down."""
    found = 0
    for bit in range(16, -1, -1):
        tried = found | 1 << bit
        if tried * tried <= number:
            found = tried
    return found


# ---- What threads share of one tree of simulations: how they write to it
#
# Counts and sums are added to in single steps. Whatever else is written, nodes below a node and what is certain of it,
# is written by one thread at a time, behind a lock, and last of all the word that others look at first. A visit that is
# not over counts as a loss of the player who chose it (a virtual loss), so that other threads go elsewhere. In a tree
# of one thread nothing of this stays in the code.
# Sources: Chaslot, Winands and van den Herik, Parallel Monte-Carlo tree search (2008); Enzenberger and Müller, A lock-
# free multithreaded Monte-Carlo tree search algorithm (2009).


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


# ---- Room in a tree that is full: the nodes below those that are least visited go, the others move together
#
# What was known of a node stays with it when the nodes below it go. Nodes that are certain count like any other.
# Source: Powley, Cowling and Whitehouse, Memory bounded Monte Carlo tree search (2017), here for many nodes at a time.


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
