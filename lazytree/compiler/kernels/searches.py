"""Searches of one page, written in the subset: one text that Python runs and that compiles with a game's rules.

Functions of the game come as arguments. `counts` is memory that may be changed in place: an array of 64-bit ints in
machine code, a list in Python. Values are seen by FIRST.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from lazytree.core.game import FIRST
from lazytree.core.values import WIN, later, sooner

from ..ir.kinds import SMALL, WORDS, Int
from ..ir.scratch import emit

FAR = 2**40  # beyond every value
SEEN = 0  # the word of `counts` that counts positions
ALL_BITS = 2**64 - 1
TO_THE_END = 4095  # a depth that never gets less

# What the arguments of a whole search are: how they come from Python.
POSITION = "the game's own type"
Position = Annotated[Any, POSITION]
Array = Annotated[Any, WORDS]
Number = Annotated[int, SMALL]
Depth = Annotated[int, Int(0, TO_THE_END)]
Seed = Annotated[int, Int(0, ALL_BITS)]


class Rules(NamedTuple):
    """The functions of a game that a search needs."""

    mover: Any
    moves: Any
    play: Any
    payoffs: Any
    rating: Any
    whole: bool = True  # whether ratings are ints, not floats


def reached(moves: Any, play: Any, position: Any) -> int:
    """Never run: the type of its argument becomes that of every position that play can reach."""
    return sum(reached(moves, play, play(position, move)) for move in moves(position))


def listed(moves: Any, position: Any) -> int:
    """Hands every move to Python; how many there are."""
    count = 0
    for move in moves(position):
        emit(count, move)
        count += 1
    return count


def children(mover: Any, moves: Any, play: Any, position: Any) -> int:
    """Hands every move, whose turn it is after it, and the position then, to Python; how many there are."""
    count = 0
    for move in moves(position):
        there = play(position, move)
        emit(count, (move, mover(there), there))
        count += 1
    return count


def static(rules: Rules, position: Any) -> Any:
    """The value of a leaf, seen by FIRST: its rating."""
    if any(True for _ in rules.moves(position)):
        return near(rules.rating(position)) if rules.whole else finite(rules.rating(position))
    return ended(rules, position)


def finite(value: Any) -> Any:
    """A float, if a window can hold it; not nan."""
    if not -FAR < value < FAR:
        raise OverflowError("values so large, and nan, are for the searches of lazytree")
    return value


def ended(rules: Rules, position: Any) -> Any:
    """The payoff of FIRST at the end of the game, as a value of searches."""
    return near(WIN * paid(rules, position)) if rules.whole else float(near(WIN * paid(rules, position)))


def paid(rules: Rules, position: Any) -> Any:
    """The payoff of FIRST at the end of a game for two: other numbers of payoffs are refused."""
    first, _ = rules.payoffs(position)
    return first


def near(value: int) -> int:
    """The value as a plain number, if a window can hold it."""
    if abs(value) >= FAR:
        raise OverflowError("values so large are for the searches of lazytree")
    return value + 0


def alphabeta(rules: Rules, counts: Array, position: Position, depth: Depth, alpha: Number, beta: Number) -> int:
    """The value at a fixed depth, fail-soft; it looks at exactly the nodes that `lazytree.alphabeta` looks at."""
    counts[SEEN] += 1
    if depth == 0:
        return static(rules, position)  # type: ignore[no-any-return]
    first = rules.mover(position) == FIRST
    best = -FAR if first else FAR
    over = True
    for move in rules.moves(position):
        over = False
        child = rules.play(position, move)
        value = later(alphabeta(rules, counts, child, depth - 1, sooner(alpha), sooner(beta)))
        if first:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return ended(rules, position) if over else best


def playouts(rules: Rules, position: Position, games: Number, plies: Number, seed: Seed) -> tuple[int, int]:
    """The payoffs of FIRST over that many random games, summed, and the plies played.

    A game that is not over after `plies` counts 0.
    """
    total, played = 0, 0
    for _ in range(games):
        payoff, count, seed = played_out(rules, position, plies, seed)
        total += payoff
        played += count
    return total, played


def played_out(rules: Rules, here: Any, plies: int, seed: int) -> tuple[int, int, int]:
    """The payoff of FIRST in a random game, the plies played and the next seed. Each move is as likely as any other."""
    for ply in range(plies):
        count = sum(1 for _ in rules.moves(here))
        if count == 0:
            return paid(rules, here), ply, seed
        seed = scrambled(seed)
        left = (seed >> 11) % count
        for move in rules.moves(here):
            if left == 0:
                here = rules.play(here, move)
                break
            left -= 1
    return 0, plies, seed


def scrambled(seed: int) -> int:
    """The next number of Marsaglia's xorshift, 64 bits, never 0."""
    seed ^= seed << 13 & ALL_BITS
    seed ^= seed >> 7
    return seed ^ (seed << 17 & ALL_BITS)
