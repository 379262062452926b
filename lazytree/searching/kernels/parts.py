"""Positions that fall apart, in the subset: who wins a sum, by the values of its parts.

In a game in which the player who cannot move loses, and whose rules give `regions`, a position is the sum of its
regions. Of a small part the canonical value is worked out, once (`forms`), and the values of small parts are added. A
sum of small parts alone is decided; and positions are one where the sums of their small parts are equal, and their
other parts are, wherever these lie.

Sources: Berlekamp, Conway and Guy, Winning Ways (1982); Barton and Uiterwijk, Combining combinatorial game theory with
an alpha-beta solver for Domineering (2014).
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from lazytree.core.game import FIRST, SECOND

from .forms import (
    FORMS,
    FULL,
    HASHES,
    LEFT_OVER,
    MADE,
    NEXT,
    NOWHERE,
    OWN,
    STACK,
    UNKNOWN,
    WORDS,
    keep_result,
    made,
    no_better,
    of_number,
    result,
    summed,
    total,
    wins_after,
)
from .memory import digest
from .scout import BUSY, COUNTS, SEEN
from .searches import Array, paid

FEW = 4  # moves, of both players together, of a part whose value is worked out in any case
SHARE = 4  # a logarithm: larger ones only while values that were worked out are that rare among all positions
WORK = 2**14  # for the value of a part
PARTS = 6  # in a key


class Memory(NamedTuple):
    """What a search to the end writes to: as in `scout`, and the values of parts, which threads do not share."""

    counts: Annotated[Any, COUNTS]
    table: Array
    busy: Annotated[Any, BUSY]
    scores: Array
    scratch: Array
    values: Array  # the words of `forms`, where rules have `regions`


def turned(position: Any, player: int) -> Any:
    """The position with the turn given to a player."""
    return position._replace(mover=player)


def is_small(rules: Any, here: Any, largest: int) -> bool:
    """Whether both players together have no more moves than that."""
    return more_moves(rules, turned(here, SECOND), more_moves(rules, here, 0, largest), largest) <= largest


def more_moves(rules: Any, here: Any, count: int, largest: int) -> int:
    """A count with the moves of who is to move added, one after another until it is larger than `largest`."""
    for _ in rules.moves(here):
        count += 1
        if count > largest:
            break
    return count


def value_of_part(rules: Any, memory: Memory, here: Any, key: int) -> int:
    """The value of a part, in which FIRST is to move, and whose digest is known; UNKNOWN where it is too large.

    What is too large is noted as the number of moves that are allowed: one more in searches four times as long.
    """
    words = memory.values
    known = result(words, key)
    if known >= FORMS:
        return known
    largest = max(known, FEW)
    while largest < FORMS - 1 and memory.counts[SEEN] >> 2 * (largest - FEW & FORMS - 1) > 0:
        largest += 1
    if words[MADE] > memory.counts[SEEN] >> SHARE:
        largest = min(largest, FEW)
    if known >= largest or words[NEXT] >= FULL:
        return UNKNOWN
    value = UNKNOWN
    if is_small(rules, here, largest):
        words[LEFT_OVER] = WORK
        value = by_moves(rules, memory, here, STACK)
    keep_result(words, key, largest if value == UNKNOWN else value)
    return value


def value_of(rules: Any, memory: Memory, here: Any, top: int) -> int:
    """The value of a position, in which FIRST is to move: of one part, or else the sum of its parts."""
    words = memory.values
    value = NOWHERE
    for part in rules.regions(here):
        key = digest(part)
        its_value = result(words, key)
        if its_value < FORMS:
            its_value = by_moves(rules, memory, part, top)
            if its_value != UNKNOWN:
                keep_result(words, key, its_value)
        value = its_value if value == NOWHERE else summed(words, value, its_value, top)
        if value == UNKNOWN:
            return UNKNOWN
    if value == NOWHERE:  # without parts neither player can move
        losing(rules, here, True, True)
        value = of_number(words, 0, top)
    return value


def losing(rules: Any, here: Any, first: bool, second: bool) -> None:
    """Raises ValueError unless these players, who cannot move, have lost."""
    if (first and paid(rules, here) >= 0) or (second and paid(rules, turned(here, SECOND)) <= 0):
        raise ValueError("regions are for games in which the player who cannot move loses")


def by_moves(rules: Any, memory: Memory, here: Any, top: int) -> int:
    """The value of a position, in which FIRST is to move, from those of what both players can move to."""
    memory.counts[SEEN] += 1
    memory.values[LEFT_OVER] -= 1
    if memory.values[LEFT_OVER] < 0:
        return UNKNOWN
    memory.values[MADE] += 1
    middle = after_moves(rules, memory, here, top)
    end = after_moves(rules, memory, turned(here, SECOND), middle)
    if end == 0:
        return UNKNOWN
    losing(rules, here, middle == top, end == middle)
    return made(memory.values, top, middle, end)


def after_moves(rules: Any, memory: Memory, here: Any, top: int) -> int:
    """Writes the values of what a player can move to, at `top`; where they end, 0 if one of them is UNKNOWN."""
    if top == 0:
        return 0
    for move in rules.moves(here):
        value = value_of(rules, memory, turned(rules.play(here, move), FIRST), top)
        if value == UNKNOWN or top + 2 >= WORDS:
            return 0
        memory.values[top] = value
        top += 1
    return top


# ---- A position of the search


def apart(rules: Any, memory: Memory, position: Any, first: bool, asked: bool) -> tuple[int, int, int]:
    """Who wins, seen by who is to move (1, -1; 0: not known); a key of the large parts; the sum of the small ones.

    `asked`: whether it is asked who wins; where it is asked how soon, only equal parts are the same, and all are in the
    key. Parts in another order, or elsewhere on the board, have the same key; 0 if nothing is to be looked up.
    """
    words = memory.values
    parts = unknown = key = 0
    value = UNKNOWN
    for part in rules.regions(position):
        parts += 1
        here = turned(part, FIRST)
        its_key = digest(here)
        its_value = value_of_part(rules, memory, here, its_key) if asked else UNKNOWN
        both = UNKNOWN
        if its_value != UNKNOWN:
            its_key = digest(words[its_value])
            both = its_value if value == UNKNOWN else total(words, value, its_value)
        if both == UNKNOWN:
            unknown += 1
            key = key + (its_key & HASHES) & HASHES
        else:
            value = both
    if parts == 0:
        return 0, 0, UNKNOWN
    if not asked:
        return 0, digest((PARTS, key, first)), UNKNOWN
    if unknown == 0:
        return -1 if wins_after(words, value, first) else 1, 0, value
    return 0, digest((PARTS, key, first, words[OWN])), of_number(words, 0, STACK) if value == UNKNOWN else value


def wins_beside(words: Any, value: int, won: int, lost: int, first: bool) -> int:
    """The same by what is known beside the same parts: a sum with which who is to move wins, one with which not.

    Either may be UNKNOWN.
    """
    words[LEFT_OVER] = WORK
    player = FIRST if first else SECOND
    if won != UNKNOWN and no_better(words, won, value, player):
        return 1
    return -1 if lost != UNKNOWN and no_better(words, value, lost, player) else 0
