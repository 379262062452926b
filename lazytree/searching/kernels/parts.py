"""Positions that fall apart, in the subset: who wins a sum, by what each of its parts is worth to either player.

In a game in which the player who cannot move loses, and whose rules give `regions`, a position is the sum of its
regions. Of a small part the *stops* are worked out, once: the number to which play there comes if FIRST begins, and if
SECOND does, and whose turn it is then. They are kept in a table of their own, the same for both movers and for all
questions about a game. Those of the parts bound those of the sum, which often says who wins; and sums of equal parts
are one position, wherever these lie.

A stop is an int: twice the number, in units of 1 / UNIT, and 1 more if SECOND is to move there. FIRST prefers the
higher of two. A part is a number if some number is above all that FIRST can move to and below all that SECOND can: then
it is the simplest of these, and numbers are added to what others are worth.

Sources: Berlekamp, Conway and Guy, Winning Ways (1982; stops, the simplicity rule, number avoidance); Barton and
Uiterwijk, Combining combinatorial game theory with an alpha-beta solver for Domineering (2014).
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from lazytree.core.game import FIRST, SECOND

from .memory import digest
from .scout import BUSY, COUNTS, SEEN
from .searches import Array, paid

KEPT = 2**17  # stops that are kept
UNIT = 2**8  # the least number that is told apart is 1 / UNIT
MOST = 2**15 - 1  # of a stop
NOWHERE, UNKNOWN = -1, 0  # stops that are not in the table; those of what is too large, or a number too fine
LARGEST = 8  # moves, of both players together, of a part whose stops are worked out
HELD = 2**32  # a bit of every entry of the table
SUM = 6  # in a key: several parts
KEYS = 2**62 - 1


class Memory(NamedTuple):
    """What a search to the end writes to: as in `scout`, and the stops of parts; threads share these, too."""

    counts: Annotated[Any, COUNTS]
    table: Array
    busy: Annotated[Any, BUSY]
    scores: Array
    scratch: Array
    stops: Array  # two words for each of KEPT, where rules have `regions`


def packed(left: int, right: int) -> int:
    """Both stops, as FIRST begins and as SECOND does, in one word."""
    return (left + MOST + 1 & 2 * MOST + 1) << 16 | right + MOST + 1 & 2 * MOST + 1


def left_of(stops: int) -> int:
    """The stop if FIRST begins."""
    return (stops >> 16 & 2 * MOST + 1) - MOST - 1


def right_of(stops: int) -> int:
    """The stop if SECOND begins."""
    return (stops & 2 * MOST + 1) - MOST - 1


def turned(position: Any, player: int) -> Any:
    """The position with the turn given to a player."""
    return position._replace(mover=player)


def simplest(low: int, high: int) -> int:
    """The simplest number x, in units, with low <= 2 x < high; as in stops, odd ints lie just above the number.

    `low` or `high` may be beyond all stops: then nothing bounds that side.
    """
    least, most = -(-low // 2), (high + 1) // 2 - 1
    if least <= 0 <= most:
        return 0
    if most < 0:
        return -simplest(-2 * most, 1 - 2 * least)
    step = UNIT
    while step > 1 and -(-least // step) * step > most:
        step //= 2
    return -(-least // step) * step


def is_small(rules: Any, here: Any) -> bool:
    """Whether both players together have no more moves than LARGEST."""
    count = 0
    for _ in rules.moves(here):
        count += 1
        if count > LARGEST:
            return False
    for _ in rules.moves(turned(here, SECOND)):
        count += 1
        if count > LARGEST:
            return False
    return True


def stops_of_part(rules: Any, memory: Memory, here: Any, whatever: bool) -> int:
    """The stops of a part, in which FIRST is to move; UNKNOWN where it is too large, unless it is taken whatever."""
    return stops_by(rules, memory, here, digest(here), whatever)


def stops_by(rules: Any, memory: Memory, here: Any, key: int, whatever: bool) -> int:
    """The same of a part whose digest is known."""
    stops = stops_in(memory, key)
    if stops == NOWHERE:
        if not whatever and not is_small(rules, here):
            return UNKNOWN
        stops = by_moves(rules, memory, here)
        keep_stops(memory, key, stops)
    return stops


def stops_in(memory: Memory, key: int) -> int:
    """The stops in the table; NOWHERE without them."""
    place = 2 * (key >> 16 & KEPT - 1)
    entry: int = memory.stops[place + 1]
    return entry & HELD - 1 if memory.stops[place] ^ entry == key and entry != 0 else NOWHERE


def keep_stops(memory: Memory, key: int, stops: int) -> int:
    """Writes stops to the table; where."""
    place = 2 * (key >> 16 & KEPT - 1)
    memory.stops[place] = key ^ (stops | HELD)
    memory.stops[place + 1] = stops | HELD
    return place


def by_moves(rules: Any, memory: Memory, here: Any) -> int:
    """The stops of a position, in which FIRST is to move, from those of what both players can move to."""
    memory.counts[SEEN] += 1
    left, right = -MOST - 1, MOST
    for move in rules.moves(here):
        stops = stops_of(rules, memory, turned(rules.play(here, move), FIRST))
        if stops == UNKNOWN:
            return UNKNOWN
        left = max(left, right_of(stops))
    there = turned(here, SECOND)
    for move in rules.moves(there):
        stops = stops_of(rules, memory, turned(rules.play(there, move), FIRST))
        if stops == UNKNOWN:
            return UNKNOWN
        right = min(right, left_of(stops))
    if (left < -MOST and paid(rules, here) >= 0) or (right == MOST and paid(rules, there) <= 0):
        raise ValueError("regions are for games in which the player who cannot move loses")
    if left >> 1 > right >> 1 or (left >> 1 == right >> 1 and (left & 1 == 1 or right & 1 == 0)):
        return packed(left, right)
    return of_number(simplest(left, right)) if left < right - 1 or left & 1 == 0 else UNKNOWN


def of_number(number: int) -> int:
    """The stops of a number, in units; UNKNOWN if it is beyond what is told apart."""
    return packed(2 * number, 2 * number + 1) if -MOST // 4 < number < MOST // 4 else UNKNOWN


def is_number(stops: int) -> bool:
    """Whether these are the stops of a number."""
    return left_of(stops) & 1 == 0 and right_of(stops) == left_of(stops) + 1


def moved(stops: int, number: int) -> int:
    """The stops after a number is added; UNKNOWN beyond what is told apart."""
    left, right = left_of(stops) + 2 * number, right_of(stops) + 2 * number
    return packed(left, right) if stops != UNKNOWN and right > -MOST and left < MOST else UNKNOWN


def stops_of(rules: Any, memory: Memory, here: Any) -> int:
    """The stops of a position in which FIRST is to move: of one part, with numbers, or else of all parts together."""
    parts = number = others = key = last = 0
    for part in rules.regions(here):
        parts += 1
        stops = stops_of_part(rules, memory, part, True)
        if stops == UNKNOWN:
            return UNKNOWN
        if is_number(stops):
            number += left_of(stops) // 2
        else:
            others += 1
            last = stops
            key = key + (digest(part) & KEYS) & KEYS
    if parts == 0:
        return by_moves(rules, memory, here)  # neither player can move, and who is to move has lost
    if others == 0:
        return of_number(number)
    if others > 1:
        key = digest((SUM, key))
        last = stops_in(memory, key)
        if last == NOWHERE:
            last = moved(by_moves(rules, memory, here), -number)
            keep_stops(memory, key, last)
    return moved(last, number)


# ---- A position of the search


def apart(rules: Any, memory: Memory, position: Any, first: bool, asked: bool) -> tuple[int, int]:
    """Who wins for certain, seen by who is to move (1, -1; 0: it is not known), and what the sum is looked up by.

    `asked`: whether it is asked who wins; where it is asked how soon, that says little for what it costs.
    Parts that are in another order, or elsewhere on the board, have the same key, whatever else lies there; 0 without
    any.
    """
    parts = unknown = key = 0
    most = least = 0  # the sums of the stops if who is to move begins everywhere, and nowhere
    open_most = open_least = 0  # how many of these are just above their number; just below it
    gain = -4 * MOST
    for part in rules.regions(position):
        parts += 1
        here = turned(part, FIRST)
        its_key = digest(here)
        key = key + (its_key & KEYS) & KEYS
        stops = stops_by(rules, memory, here, its_key, False) if asked else UNKNOWN
        if stops == UNKNOWN:
            unknown += 1
        else:
            left = left_of(stops) if first else 1 - right_of(stops)
            right = right_of(stops) if first else 1 - left_of(stops)
            above, below = left & 1, 1 - (right & 1)
            most += left >> 1
            least += right >> 1
            open_most += above
            open_least += below
            gain = max(gain, 4 * ((left >> 1) - (right >> 1)) + 2 * above + below)
    won = 0
    if unknown == 0 and parts > 0:
        if most < 0 or (most == 0 and open_most == 0):
            won = -1
        else:
            least += gain >> 2
            open_least += 1 - (gain >> 1 & 1) - (gain & 1)
            if least > 0 or (least == 0 and open_least == 0):
                won = 1
    return won, digest((SUM, key, first)) if parts > 0 else 0
