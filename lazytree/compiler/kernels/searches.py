"""Searches of one page, written in the subset: one text that Python runs and that compiles with a game's rules.

Functions of the game come as arguments. `counts` is memory that may be changed in place: an array of 64-bit ints in
machine code, a list in Python. Values are seen by FIRST.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from lazytree.core.errors import RatingTooLarge, WrongPayoffs
from lazytree.core.game import FIRST, SECOND
from lazytree.core.values import SURE, WIN, later, sooner

from ..ir.kinds import SMALL, WORDS, Int, Words
from ..ir.scratch import emit, ints_only

FAR = 2**40  # beyond every value
SEEN = 0  # the word of `counts` that counts positions
ALL_BITS = 2**64 - 1
TO_THE_END = 4095  # a depth that never gets less

# What the arguments of a whole search are: how they come from Python.
POSITION = "the game's own type"
Position = Annotated[Any, POSITION]
Array = Annotated[Any, WORDS]
Seen = Annotated[Any, Words(SEEN + 1)]
Number = Annotated[int, SMALL]
VALUE = "an int, or a float where the game's ratings or payoffs are floats"
Value = Annotated[Any, VALUE]
WITHIN = Int(-(2**58), 2**58)  # bounds that Python gives, also where values are whole numbers of UNITs
Depth = Annotated[int, Int(0, TO_THE_END)]
Seed = Annotated[int, Int(0, ALL_BITS)]


class Rules(NamedTuple):
    """The functions of a game that a search needs."""

    mover: Any
    moves: Any
    play: Any
    payoffs: Any
    rating: Any
    odds: Any = None  # None: chance never moves
    whole: int = 1  # of payoffs: so many are a payoff of 1
    floats: bool = False  # whether values of a search are floats: ratings or payoffs are, and chance never moves
    converted: bool = False  # whether ratings are made floats; or, where chance moves, floats are made ints


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


def first_moves(rules: Rules, position: Any) -> bool:
    """Whether FIRST is to move; an error unless FIRST or SECOND is."""
    mover = rules.mover(position)
    if mover < FIRST or mover > SECOND:
        raise ValueError("FIRST or SECOND moves here; where chance does, a game has odds")
    return mover == FIRST  # type: ignore[no-any-return]


def static(rules: Rules, position: Any) -> Any:
    """The value of a leaf, seen by FIRST: its rating."""
    if any(True for _ in rules.moves(position)):
        return rated(float(rules.rating(position))) if rules.floats else rated_whole(rules.rating(position))
    return ended(rules, position)


def ended(rules: Rules, position: Any) -> Any:
    """The payoff of FIRST at the end of the game, as a value of searches."""
    return worth(rules, paid(rules, position))


def worth(rules: Rules, payoff: Any) -> Any:
    """A payoff as a value of searches; of one that is a share the nearest whole number."""
    if rules.whole == 1:
        return clear(finite(float(WIN * payoff))) if rules.floats else near(WIN * payoff)
    value = clear(near((2 * WIN * payoff + rules.whole) // (2 * rules.whole)))
    return float(value) if rules.floats else value


def clear(value: Any) -> Any:
    """The value of an end; the trap PAYOFFS if it may be that of another end some plies away (`is_clear`)."""
    size = int(abs(value))
    if size > SURE:
        rest = size % WIN
        if rest != 0 and (rest < WIN - SURE or rest > SURE):
            raise WrongPayoffs
    return value


def paid(rules: Any, position: Any) -> Any:
    """The payoff of FIRST at the end of a game for two; the trap PAYOFFS unless SECOND's is its negation."""
    first, second = rules.payoffs(position)
    if second != -first:
        raise WrongPayoffs
    return first


def near(value: int) -> int:
    """The value as a plain number, if a window can hold it."""
    if value >= FAR or value <= -FAR:
        raise OverflowError("values so large are for the searches of lazytree")
    return max(min(ints_only(value), FAR), -FAR) + 0  # says the same to the compiler


def rated_whole(rating: int) -> int:
    """A rating that is an int; the trap RATING unless it lies within ±SURE."""
    if rating >= SURE or rating <= -SURE:
        raise RatingTooLarge
    return max(min(ints_only(rating), SURE), -SURE) + 0  # says the same to the compiler


def rated(rating: float) -> float:
    """A rating that is a float; the trap RATING unless it lies within ±SURE, as nan does not."""
    if not -SURE < rating < SURE:
        raise RatingTooLarge
    return rating


def finite(value: float) -> float:
    """A float, if a window can hold it: not nan; a whole number where plies are counted in it (`later`)."""
    if not -FAR < value < FAR or (abs(value) > SURE and float(int(value)) != value):
        raise OverflowError("such values are for the searches of lazytree")
    return value


def passed(rules: Rules, bound: Any) -> Any:
    """A bound passed down one ply, as by `sooner`: one of FAR or beyond bounds nothing, and need not grow."""
    if rules.floats:
        return sooner(bound)
    if bound > SURE:
        return min(bound + 1, FAR)
    if bound < -SURE:
        return max(bound - 1, -FAR)
    return bound


def alphabeta(rules: Rules, counts: Seen, position: Position, depth: Depth, alpha: Value, beta: Value) -> Any:
    """The value at a fixed depth, fail-soft; it looks at exactly the nodes that `lazytree.alphabeta` looks at."""
    counts[SEEN] += 1
    if depth == 0:
        return static(rules, position)
    first = first_moves(rules, position)
    best, below = -FAR if first else FAR, max(depth - 1, 0)
    over = True
    for move in rules.moves(position):
        over = False
        child = rules.play(position, move)
        value = later(alphabeta(rules, counts, child, below, passed(rules, alpha), passed(rules, beta)))
        if first:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return ended(rules, position) if over else best
