"""Canonical values of parts, in the subset: forms in a memory of their own, added, compared, and made simplest.

A value is the place of its form among the words of `values`: a hash of what it consists of, what is known of it (how
many options FIRST and SECOND have, who wins, whether it is a number, its stops), and its options. Equal values have
equal hashes, in every memory, for a form is canonical: without dominated and reversible options. It may lie at two
places; so an option is dropped also for one that is equal.

A stop is an int: twice the number to which play comes, in units of 1 / UNIT, and 1 more if SECOND is to move there.
FIRST prefers the higher of two. Results are kept in a table of pairs as in `solver`, and may be lost. What takes more
work than is allowed, or more room, is UNKNOWN.

Sources: Berlekamp, Conway and Guy, Winning Ways (1982); Siegel, Combinatorial Game Theory (2013).
"""

from __future__ import annotations

from typing import Any

from lazytree.core.game import FIRST, SECOND

from .memory import digest

LEFT_OVER, NEXT, MADE, OWN = 0, 1, 2, 3
"""Words: the work still allowed, where the next form lies, how many parts were valued, the number of this memory."""
FORMS = ZERO = 32  # the first form
ROOM = 2**20  # words of forms
RESULTS = ROOM  # the table begins here
KEPT = 2**18  # results that are kept
STACK = RESULTS + 2 * KEPT  # lists of options that are being made
STACKED = 2**13
FULL = ROOM - 2**12  # from here on no new values are made
WORDS = STACK + STACKED

UNKNOWN, NOWHERE = 0, -1  # instead of a value; of a result that is not in the table
WORK = 2**12  # comparisons and sums for one value
MOST_OPTIONS = 63  # of one player
UNIT = 2**8  # the least number that is told apart is 1 / UNIT
MOST = 2**15 - 1  # of a stop
HELD = 2**32  # a bit of every entry of the table
AT_MOST, SUM, NUMBER = 7, 8, 9  # in keys
NEGATIVE, POSITIVE, EXACT = 2**12, 2**13, 2**14  # bits: not above zero; not below it; a number
HASHES = 2**62 - 1


# ---- Words


def result(words: Any, key: int) -> int:
    """What the table knows by a key; NOWHERE without it."""
    place = RESULTS + 2 * (key >> 16 & KEPT - 1)
    entry: int = words[place + 1]
    return entry & HELD - 1 if words[place] ^ entry == key and entry != 0 else NOWHERE


def keep_result(words: Any, key: int, found: int) -> int:
    """Writes a result to the table; the result."""
    place = RESULTS + 2 * (key >> 16 & KEPT - 1)
    words[place] = key ^ (found | HELD)
    words[place + 1] = found | HELD
    return found


def options_begin(words: Any, value: int, player: int) -> int:
    """The place of a player's first option."""
    return value + 2 + (0 if player == FIRST else words[value + 1] & MOST_OPTIONS)


def options_end(words: Any, value: int, player: int) -> int:
    """The place after a player's last option."""
    about: int = words[value + 1]
    return value + 2 + (about & MOST_OPTIONS) + (0 if player == FIRST else about >> 6 & MOST_OPTIONS)


def left_of(words: Any, value: int) -> int:
    """The stop if FIRST begins."""
    return (words[value + 1] >> 32 & 2 * MOST + 1) - MOST - 1  # type: ignore[no-any-return]


def right_of(words: Any, value: int) -> int:
    """The stop if SECOND begins."""
    return (words[value + 1] >> 16 & 2 * MOST + 1) - MOST - 1  # type: ignore[no-any-return]


def is_number(words: Any, value: int) -> bool:
    """Whether a value is a number."""
    return words[value + 1] & EXACT != 0  # type: ignore[no-any-return]


def wins_after(words: Any, value: int, first: bool) -> bool:
    """Whether who is not to move wins."""
    return words[value + 1] & (NEGATIVE if first else POSITIVE) != 0  # type: ignore[no-any-return]


# ---- Order


def at_most(words: Any, one: int, other: int) -> bool:
    """Whether one value is at most another one; anything once there is no work left."""
    if words[one] == words[other] or left_of(words, one) < right_of(words, other):
        return True
    if left_of(words, one) > left_of(words, other) or right_of(words, one) > right_of(words, other):
        return False
    key = digest((AT_MOST, words[one], words[other]))
    known = result(words, key)
    if known != NOWHERE:
        return known == 1
    words[LEFT_OVER] -= 1
    if words[LEFT_OVER] < 0:
        return False
    for place in range(options_begin(words, one, FIRST), options_end(words, one, FIRST)):
        if at_most(words, other, words[place]):
            return decided(words, key, False)
    for place in range(options_begin(words, other, SECOND), options_end(words, other, SECOND)):
        if at_most(words, words[place], one):
            return decided(words, key, False)
    return decided(words, key, True)


def decided(words: Any, key: int, answer: bool) -> bool:
    """An answer, which is kept unless there was too little work left for it."""
    if words[LEFT_OVER] >= 0:
        keep_result(words, key, 1 if answer else 2)
    return answer


def no_better(words: Any, one: int, other: int, player: int) -> bool:
    """Whether one value is no better than another one for a player."""
    return at_most(words, one, other) if player == FIRST else at_most(words, other, one)


# ---- Canonical forms


def no_better_than_made(words: Any, one: int, player: int, start: int, middle: int, end: int) -> bool:
    """The same beside the value whose options lie from `start` to `middle` (FIRST's) and to `end` (SECOND's)."""
    words[LEFT_OVER] -= 1
    if words[LEFT_OVER] < 0:
        return False
    low, high = (middle, end) if player == FIRST else (start, middle)
    for place in range(low, high):
        if no_better(words, words[place], one, player):
            return False
    for place in range(options_begin(words, one, player), options_end(words, one, player)):
        if no_better_than_made(words, words[place], 1 - player, start, middle, end):
            return False
    return True


def past_reversible(words: Any, option: int, player: int, start: int, middle: int, end: int, top: int) -> int:
    """Writes an option at `top`, or what is left of it if it is reversible; the next place, 0 if there is no room."""
    if top == 0 or top + 2 >= WORDS:
        return 0
    other = 1 - player
    for place in range(options_begin(words, option, other), options_end(words, option, other)):
        answer: int = words[place]
        if no_better_than_made(words, answer, player, start, middle, end):
            for through in range(options_begin(words, answer, player), options_end(words, answer, player)):
                top = past_reversible(words, words[through], player, start, middle, end, top)
            return top
    words[top] = option
    return top + 1


def without_dominated(words: Any, start: int, end: int, player: int) -> int:
    """Leaves the best of some options at the beginning of their places; where they end."""
    kept = start
    for place in range(start, end):
        option: int = words[place]
        best = True
        for before in range(start, kept):
            if no_better(words, option, words[before], player):
                best = False
                break
        if best:
            left = start
            for before in range(start, kept):
                held: int = words[before]
                if not no_better(words, held, option, player):
                    words[left] = held
                    left += 1
            words[left] = option
            kept = left + 1
    return kept


def made(words: Any, start: int, middle: int, end: int) -> int:
    """The value whose options lie from `start` to `middle` (FIRST's) and to `end` (SECOND's); or UNKNOWN."""
    low = without_dominated(words, start, middle, FIRST)
    for place in range(middle, end):
        words[low + place - middle] = words[place]
    end = without_dominated(words, low, low + end - middle, SECOND)
    middle, half = low, end
    for place in range(start, middle):
        half = past_reversible(words, words[place], FIRST, start, middle, end, half)
    top = half
    for place in range(middle, end):
        top = past_reversible(words, words[place], SECOND, start, middle, end, top)
    if top == 0:
        return UNKNOWN
    first_end = without_dominated(words, end, half, FIRST)
    second_end = without_dominated(words, half, top, SECOND)
    if words[LEFT_OVER] < 0:
        return UNKNOWN
    return written(words, end, first_end, half, second_end)


def written(words: Any, start: int, end: int, second: int, second_end: int) -> int:
    """The form with these options, which is made if it is not known."""
    lefts, rights = end - start, second_end - second
    mine = theirs = 0
    for place in range(start, end):
        mine = mine + (digest(words[words[place]]) & HASHES) & HASHES
    for place in range(second, second_end):
        theirs = theirs + (digest(words[words[place]]) & HASHES) & HASHES
    code = digest((mine, theirs))
    known = result(words, code)
    if known != NOWHERE:
        return known
    value: int = max(words[NEXT], FORMS)
    if value + 2 + lefts + rights >= ROOM or lefts > MOST_OPTIONS or rights > MOST_OPTIONS:
        return UNKNOWN
    about = known_of(words, start, end, second, second_end)
    if about == UNKNOWN:
        return UNKNOWN
    words[value], words[value + 1] = code, about | lefts & MOST_OPTIONS | (rights & MOST_OPTIONS) << 6
    for place in range(start, end):
        words[value + 2 + place - start] = words[place]
    for place in range(second, second_end):
        words[value + 2 + lefts + place - second] = words[place]
    words[NEXT] = value + 2 + lefts + rights
    return keep_result(words, code, value)


def known_of(words: Any, start: int, end: int, second: int, second_end: int) -> int:
    """What is known of a form: who wins, whether it is a number, its stops; UNKNOWN of a number that is too fine."""
    left, right, about = -MOST - 1, MOST, NEGATIVE | POSITIVE
    number = end <= start + 1 and second_end <= second + 1
    for place in range(start, end):
        option: int = words[place]
        left = max(left, right_of(words, option))
        about &= ~(NEGATIVE if words[option + 1] & POSITIVE else 0)
        number = number and is_number(words, option)
    for place in range(second, second_end):
        option = words[place]
        right = min(right, left_of(words, option))
        about &= ~(POSITIVE if words[option + 1] & NEGATIVE else 0)
        number = number and is_number(words, option)
    if number and left < right:
        exact = simplest(left, right)
        if not (left <= 2 * exact < right and -MOST // 4 < exact < MOST // 4):
            return UNKNOWN
        about, left, right = about | EXACT, 2 * exact, 2 * exact + 1
    return about | (left + MOST + 1 & 2 * MOST + 1) << 32 | (right + MOST + 1 & 2 * MOST + 1) << 16


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


# ---- Sums


def of_number(words: Any, number: int, top: int) -> int:
    """The value that is this number, in units; zero was the first that was made."""
    if number == 0 and words[NEXT] > ZERO:
        return ZERO
    key = digest((NUMBER, number))
    known = result(words, key)
    if known != NOWHERE:
        return known
    if not -MOST // 4 < number < MOST // 4 or top + 2 >= WORDS:
        return UNKNOWN
    low = high = UNKNOWN
    step = UNIT
    while number & step - 1 != 0:
        step //= 2
    if number > 0 or step < UNIT:
        low = of_number(words, number - step, top)
    if number < 0 or step < UNIT:
        high = of_number(words, number + step, top)
    middle = top
    if low != UNKNOWN:
        words[middle] = low
        middle += 1
    end = middle
    if high != UNKNOWN:
        words[end] = high
        end += 1
    return keep_result(words, key, written(words, top, middle, middle, end))


def total(words: Any, one: int, other: int) -> int:
    """The sum of two values; UNKNOWN if it takes too much work."""
    words[LEFT_OVER] = WORK if words[NEXT] < FULL else 0
    found = summed(words, one, other, STACK)
    if found == UNKNOWN:
        keep_result(words, key_of_sum(words, one, other), UNKNOWN)
    return found


def key_of_sum(words: Any, one: int, other: int) -> int:
    """What a sum of two values is looked up by."""
    return digest((SUM, (words[one] & HASHES) + (words[other] & HASHES) & HASHES))


def summed(words: Any, one: int, other: int, top: int) -> int:
    """The same within the work that is left; lists of options lie from `top` on."""
    if one == UNKNOWN or other == UNKNOWN:
        return UNKNOWN
    if is_number(words, one):
        one, other = other, one
    if is_number(words, one):
        return of_number(words, (left_of(words, one) + left_of(words, other)) // 2, top)
    key = key_of_sum(words, one, other)
    known = result(words, key)
    if known != NOWHERE:
        return known
    if left_of(words, other) == 0 and is_number(words, other):
        return one
    words[LEFT_OVER] -= 1
    if words[LEFT_OVER] < 0:
        return UNKNOWN
    middle = options_of_sum(words, one, other, FIRST, top)
    end = options_of_sum(words, one, other, SECOND, middle)
    found = made(words, top, middle, end) if end != 0 else UNKNOWN
    return found if found == UNKNOWN else keep_result(words, key, found)


def options_of_sum(words: Any, one: int, other: int, player: int, top: int) -> int:
    """Writes a player's options of a sum, at `top`; where they end, 0 if there are none to be found.

    Numbers are not moved in.
    """
    if top == 0 or top + 2 * MOST_OPTIONS >= WORDS:
        return 0
    start = top
    for place in range(options_begin(words, one, player), options_end(words, one, player)):
        words[top] = summed(words, words[place], other, top)
        top += 1
    if not is_number(words, other):
        for place in range(options_begin(words, other, player), options_end(words, other, player)):
            words[top] = summed(words, one, words[place], top)
            top += 1
    for place in range(start, top):
        if words[place] == UNKNOWN:
            return 0
    return top
