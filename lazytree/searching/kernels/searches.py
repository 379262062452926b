"""Searches of one page, written in the subset: one text that Python runs and that compiles with a game's rules.

Functions of the game come as arguments. `counts` is memory that may be changed in place: an array of 64-bit ints in
machine code, a list in Python. Values are seen by FIRST.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from lazytree.core.errors import RatingTooLarge, WrongPayoffs
from lazytree.core.game import FIRST, SECOND
from lazytree.core.values import SURE, WIN, later, sooner
from lazytree.searching.averages import UNIT

from .memory import emit, ints_only

FAR = 2**40  # beyond every value
SEEN = 0  # the word of `counts` that counts positions
ALL_BITS = 2**64 - 1
TO_THE_END = 4095  # a depth that never gets less

# What the arguments of a whole search are in machine code. A range: an int in it. A number: memory of at least that
# many words, whose places below that are not checked.
POSITION = "the game's own type"
Position = Annotated[Any, POSITION]
Array = Annotated[Any, 0]
Seen = Annotated[Any, SEEN + 1]
Number = Annotated[int, range(-(2**63), 2**63)]
VALUE = "an int, or a float where the game's ratings or payoffs are floats"
Value = Annotated[Any, VALUE]
WITHIN = range(-(2**58), 2**58 + 1)  # bounds that Python gives, also where values are whole numbers of UNITs
Depth = Annotated[int, range(TO_THE_END + 1)]
Seed = Annotated[int, range(ALL_BITS + 1)]


class Rules(NamedTuple):
    """The functions of a game that a search needs."""

    mover: Any
    moves: Any
    play: Any
    payoffs: Any
    rating: Any
    odds: Any = None  # None: chance never moves
    whole: int = 1  # the payoffs that make up a payoff of 1
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


def number(rating: Any, position: Any) -> Any:
    """The rating of a position; None, which its type may allow, is trapped."""
    return rating(position) + 0


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


# ---- Values in searches of games with chance: whole numbers of UNITs, so that means are ints; and means themselves
#
# The mean at a chance node is rounded down to a whole number of UNITs. That is one rule for both lanes (`mean_in_units`
# in `lazytree.searching.chance` is the other one), whatever the order of the search: it costs less than 1 / UNIT a
# chance node on the way, and always the same. Without chance a value is itself. Which of the two a search needs is
# known as it is compiled: `rules.odds` is None or not. A rating that is a float is a float inside, too; with chance it
# is rounded down to a whole number of UNITs (in Python `lazytree.searching.averages.rounded_to_units`).


OFFSET = 2**31  # of values in the table, without chance
STORED = 2**36  # values in the table lie within, with chance
LARGEST_TOTAL = 2**31  # of the odds of a chance node
OPEN = 2**57  # a distance greater than that of any two values


def far(rules: Rules) -> int:
    """A number beyond every value."""
    return FAR if rules.odds is None else FAR * UNIT


def in_units(rules: Rules, value: int) -> int:
    """A label as a value of the search."""
    return value if rules.odds is None else value * UNIT


def converted(rules: Rules, rating: float) -> Any:
    """A rating as a value of a search whose ratings, or values, are floats."""
    return rated(float(rating)) if rules.floats else units_below(rated(rating))


def units_below(number: float) -> int:
    """A float in UNITs, rounded down."""
    units = number * UNIT  # exact: UNIT is a power of two
    whole = int(units)
    return whole - 1 if float(whole) > units else whole


def carried(rules: Rules, value: Any) -> Any:
    """A value carried up one ply: `later`."""
    if rules.odds is None:
        return later(value)
    if value > SURE * UNIT:
        return max(value - UNIT, SURE * UNIT)
    if value < -SURE * UNIT:
        return min(value + UNIT, -SURE * UNIT)
    return value


def passed_down(rules: Rules, bound: Any) -> Any:
    """A bound passed down one ply: `sooner`."""
    if rules.odds is None:
        return passed(rules, bound)
    if bound > SURE * UNIT:
        return bound + UNIT
    if bound < -SURE * UNIT:
        return bound - UNIT
    return bound


def is_storable(rules: Rules, value: Any) -> bool:
    """Whether a value has room in an entry of the table."""
    if rules.odds is None:
        return -OFFSET < value < OFFSET  # type: ignore[no-any-return]
    return -STORED < value < STORED  # type: ignore[no-any-return]


def stored(rules: Rules, value: Any) -> int:
    """The bits of a value in an entry, from bit 27 on; none of a float, which has a word of its own."""
    if rules.floats:
        return 0
    if rules.odds is None:
        return (value + OFFSET & 2 * OFFSET - 1) << 27  # type: ignore[no-any-return]
    return value * 2**27  # type: ignore[no-any-return]


def value_in(rules: Rules, entry: int) -> int:
    """The value in an entry of the table."""
    return (entry >> 27) - OFFSET if rules.odds is None else entry >> 27


def total_odds(rules: Any, position: Any) -> int:
    """The sum of the odds where chance moves; 0 without moves."""
    total = 0
    for move in rules.moves(position):
        total = with_weight(total, rules.odds(position, move))
    return total


def with_weight(total: int, weight: int) -> int:
    """A total of odds and one move's odds more.

    Raises: ValueError for odds below 1, OverflowError where the total grows too large.
    """
    if weight <= 0:
        raise ValueError("odds must be ints above 0")
    total += weight
    if total >= LARGEST_TOTAL:
        raise OverflowError("the odds of one chance node come to 2**31 or more: divide them by a common factor")
    return total


def share(distance: int, total: int, weight: int) -> int:
    """How far one branch of this weight must be off to move the mean by so much; OPEN where that is out of reach."""
    whole = distance // weight
    if whole >= OPEN // total:
        return OPEN
    return whole * total + (distance % weight * total + weight - 1) // weight


# ---- What a board shows of a position, handed over one by one; in the subset


def cells(touched: Any, position: Any, move: Any) -> int:
    """Hands over every cell that a move names, in order; how many there are."""
    count = 0
    for cell in touched(position, move):
        emit(count, cell)
        count += 1
    return count
