"""What simulations work on: the rules of a game with the layout of a node, the memory, and how they are made.

A node is `size` words: VISITS to SURE_PLIES, then from TOTAL, `worth` and `sure` on one number for each player (of two
players only FIRST's, for SECOND has its negation), then, unless the game is `plain`, what begins at `more`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from lazytree.core.game import CHANCE, FIRST
from lazytree.searching.averages import UNIT
from lazytree.trees.ratings import even

from .searches import Array, Number, Rules

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
    whole: int  # of payoffs: so many are a payoff of 1
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
