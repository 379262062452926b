"""What is done to lists, dicts and sets, in the subset itself: `m` is an arena of words, all else are words.

A dict is HEAD words: how many keys it has, how many places, those that were left included, room for how many places,
where these are, where its index is, one less than the size of that (0: there is no index), how often a key has left,
the number of the place that was found last.
A place has `e` words: 1 if a key is there, the `k` words of the key, the words of its value. Places are in the order of
their keys. A key that is asked for lies at KEY. Beyond LINEAR places the index has the number of the place of each
key, from 1 on, at the first free word from the key's own on.

An arena ends with a trap; nothing in it is given back but by who has asked for it, all at once.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from lazytree.searching.kernels.memory import digest

TOP, SIZE, KEY, FIRST = 0, 1, 2, 64
"""The words of an arena: where its room begins, how many words it has, a key that is asked for, and what is taken."""
LEN, COUNT, ROOM, PLACES, INDEX, MASK, GONE, FOUND, HEAD = 0, 1, 2, 3, 4, 5, 6, 7, 8
FILL = COUNT
LINEAR = 8  # places that are gone over, one by one


def taken(m: Any, size: int) -> int:
    """The first of some words of an arena."""
    at: int = m[TOP]
    if at + size > m[SIZE]:
        raise MemoryError
    m[TOP] = at + size
    return at


def made(m: Any, size: int = HEAD) -> int:
    """A new list, dict or set of a number of words, which is empty."""
    d = taken(m, size)
    for at in range(size):
        m[d + at] = 0
    return d


def number_of(m: Any, at: int, k: int) -> int:
    """A number that mixes the words of a key; small ints in a row have numbers in a row."""
    if k == 1:
        return int(m[at] ^ (m[at] >> 7) ^ (m[at] >> 21))
    number = 0
    for place in range(k):
        number = digest((number, m[at + place]))
    return number


def is_asked(m: Any, at: int, k: int) -> bool:
    """Whether a key is the one that is asked for."""
    for place in range(k):
        if m[at + place] != m[KEY + place]:
            return False
    return True


def find(m: Any, d: int, k: int, e: int) -> int:
    """The number of the place of a key; -1 if it has none."""
    mask, at = m[d + MASK], m[d + PLACES]
    if mask == 0:
        for number in range(m[d + COUNT]):
            if m[at] == 1 and is_asked(m, at + 1, k):
                return number
            at += e
        return -1
    word = number_of(m, KEY, k) & mask
    while True:
        found: int = m[m[d + INDEX] + word]
        if found == 0:
            return -1
        place = at + (found - 1) * e
        if m[place] == 1 and is_asked(m, place + 1, k):
            return found - 1
        word = (word + 1) & mask


def find_word(m: Any, d: int, key: int, e: int) -> int:
    """As `find`, of a key that is one word."""
    found: int = m[d + FOUND]
    at = m[d + PLACES]
    if found < m[d + COUNT] and m[at + found * e + 1] == key and m[at + found * e] == 1:
        return found
    if m[d + MASK] == 0:
        for number in range(m[d + COUNT]):
            if m[at + 1] == key and m[at] == 1:
                m[d + FOUND] = number
                return number
            at += e
        return -1
    m[KEY] = key
    number = find(m, d, 1, e)
    if number >= 0:
        m[d + FOUND] = number
    return number


def place(m: Any, d: int, k: int, e: int) -> int:
    """The number of the place of a key, which is put there if it has none."""
    found = find(m, d, k, e)
    return found if found >= 0 else added(m, d, k, e)


def place_word(m: Any, d: int, key: int, e: int) -> int:
    """As `place`, of a key that is one word."""
    found = find_word(m, d, key, e)
    if found >= 0:
        return found
    m[KEY] = key
    return added(m, d, 1, e)


def added(m: Any, d: int, k: int, e: int) -> int:
    """The number of a new place, where the key that is asked for lies from now on."""
    if m[d + COUNT] == m[d + ROOM]:
        grow(m, d, k, e)
    number: int = m[d + COUNT]
    at = m[d + PLACES] + number * e
    m[at] = 1
    for each in range(k):
        m[at + 1 + each] = m[KEY + each]
    m[d + COUNT] = number + 1
    m[d + LEN] = m[d + LEN] + 1
    m[d + FOUND] = number
    if m[d + MASK] != 0:
        index(m, d, number, k, e)
    return number


def index(m: Any, d: int, number: int, k: int, e: int) -> int:
    """Notes in the index of a dict the number of a place, at the word that is given back."""
    mask: int = m[d + MASK]
    word = number_of(m, m[d + PLACES] + number * e + 1, k) & mask
    while m[m[d + INDEX] + word] != 0:
        word = (word + 1) & mask
    m[m[d + INDEX] + word] = number + 1
    return word


def grow(m: Any, d: int, k: int, e: int) -> int:
    """Makes room for another place: places that were left are taken again, else there are twice as many; the room."""
    count, old, size = m[d + COUNT], m[d + PLACES], m[d + LEN]
    if m[d + ROOM] == 0 or 2 * size > m[d + ROOM]:
        m[d + ROOM] = LINEAR if m[d + ROOM] == 0 else 2 * m[d + ROOM]
        m[d + PLACES] = taken(m, m[d + ROOM] * e)
        if m[d + ROOM] > LINEAR:
            m[d + INDEX] = taken(m, 2 * m[d + ROOM])
            m[d + MASK] = 2 * m[d + ROOM] - 1
    at = m[d + PLACES]
    for number in range(count):
        if m[old + number * e] == 1:
            if at != old + number * e:
                for word in range(e):
                    m[at + word] = m[old + number * e + word]
            at += e
    m[d + COUNT] = size
    if m[d + MASK] != 0:
        indexed(m, d, k, e)
    return 0


def indexed(m: Any, d: int, k: int, e: int) -> int:
    """Makes the index of a dict anew; how many keys are in it."""
    for word in range(m[d + MASK] + 1):
        m[m[d + INDEX] + word] = 0
    for number in range(m[d + COUNT]):
        index(m, d, number, k, e)
    return 0


def last(m: Any, d: int, e: int) -> int:
    """The number of the last place that has a key; -1 if there is none."""
    number: int = m[d + COUNT] - 1
    while number >= 0 and m[m[d + PLACES] + number * e] == 0:
        number -= 1
    return number


def drop(m: Any, d: int, number: int, e: int) -> int:
    """Leaves a place."""
    m[m[d + PLACES] + number * e] = 0
    m[d + LEN] = m[d + LEN] - 1
    m[d + GONE] = m[d + GONE] + 1
    return 0


def clear(m: Any, d: int) -> int:
    """Leaves all places."""
    m[d + LEN] = 0
    m[d + COUNT] = 0
    m[d + GONE] = m[d + GONE] + 1
    if m[d + MASK] != 0:
        for word in range(m[d + MASK] + 1):
            m[m[d + INDEX] + word] = 0
    return 0


# ---- lists: how many items, room for how many, where these are; an item has `e` words, and no word before it


def longer(m: Any, x: int, e: int) -> int:
    """The number of a new last item."""
    number: int = m[x + LEN]
    if number == m[x + ROOM]:
        widened(m, x, number, e)
    m[x + LEN] = number + 1
    return number


def widened(m: Any, x: int, size: int, e: int) -> int:
    """Gives a list that is full room for twice as many: where nothing was taken after it, it stays where it is."""
    room = 2 * size + 8
    old = m[x + PLACES]
    if size > 0 and old + size * e == m[TOP]:
        taken(m, (room - size) * e)
    else:
        items = taken(m, room * e)
        for word in range(size * e):
            m[items + word] = m[old + word]
        m[x + PLACES] = items
    m[x + ROOM] = room
    return 0


def shifted(m: Any, x: int, e: int) -> int:
    """Leaves the first item."""
    m[x + PLACES] = m[x + PLACES] + e
    m[x + ROOM] = m[x + ROOM] - 1
    m[x + LEN] = m[x + LEN] - 1
    return 0


# ---- sets: how many members, how many places that are or were taken, where these are, one less than their number
#
# A place has 0, TAKEN or LEFT, the hash of its member, and the `k` words of that. This is CPython's own table: a set is
# gone over in CPython's order.

FREE, MEMBER, WAS_MEMBER = 0, 1, 2
NEAR = 9  # places that are looked at from each one on
MODULUS, WORD, MOST = 2**61 - 1, 2**64 - 1, 2**63 - 1
LARGE = 50_000  # members, from which on a set is made larger by less


def hash_of_int(x: int) -> int:
    """Python's hash of an int, as a word without a sign."""
    rest = x % MODULUS if x >= 0 else -((-x) % MODULUS)
    return (rest if rest != -1 else -2) & WORD


def hash_of(m: Any, at: int, several: int, k: int) -> int:
    """Python's hash of an int, or of a tuple of ints (`several`: how many), as a word without a sign.

    Of any other key (`several` below 0) a number that mixes its words.
    """
    if several < 0:
        return number_of(m, at, k) & WORD
    if several == 0:
        return hash_of_int(m[at])
    mixed = 2870177450012600261
    for place in range(k):
        mixed = (mixed + hash_of_int(m[at + place]) * 14029467366897019727) & WORD
        mixed = (((mixed << 31) | (mixed >> 33)) * 11400714785074694791) & WORD
    mixed = (mixed + (k ^ (2870177450012600261 ^ 3527539))) & WORD
    return mixed if mixed != WORD else 1546275796


def signed(x: int) -> int:
    """A word with a sign of the same bits."""
    return x if x < 2**63 else x - 2**64


def place_in_set(m: Any, s: int, code: int, k: int) -> int:
    """The word where a member's place is, that of the key that is asked for; below 0: the one where it would be put."""
    mask: int = m[s + MASK] & MOST
    rest, start, free, e = code, code & mask, 0, 2 + k
    while True:
        at: int = m[s + PLACES] + start * e
        for _ in range(NEAR + 1 if start + NEAR <= mask else 1):
            if m[at] == FREE:
                return -at if free == 0 else -free
            if m[at] == WAS_MEMBER:
                free = at
            elif m[at + 1] == signed(code) and is_asked(m, at + 2, k):
                return at
            at += e
        rest >>= 5
        start = (start * 5 + 1 + rest) & mask & MOST


def resized(m: Any, s: int, least: int, k: int) -> int:
    """Makes the table of a set anew, with more places than `least`; no key is asked for any more."""
    size, e = 8, 2 + k
    while size <= least:
        size += size
    places, old, count = taken(m, size * e), m[s + PLACES], m[s + MASK] + 1 if m[s + FILL] > 0 else 0
    for number in range(size):
        m[places + number * e] = FREE
    m[s + FILL] = m[s + LEN]
    m[s + PLACES] = places
    m[s + MASK] = size - 1
    for number in range(count):
        here = old + number * e
        if m[here] == MEMBER:
            ask_for(m, here + 2, k)
            there = -place_in_set(m, s, m[here + 1] & WORD, k)
            for word in range(e):
                m[there + word] = m[here + word]
    return 0


def ask_for(m: Any, at: int, k: int) -> int:
    """Asks for the key whose words lie there."""
    for word in range(k):
        m[KEY + word] = m[at + word]
    return 0


def join_set(m: Any, s: int, several: int, k: int) -> int:
    """Puts the key that is asked for into a set; `several`: how many ints the tuple has, 0: it is an int."""
    if m[s + MASK] == 0:
        resized(m, s, 0, k)
    return join_hashed(m, s, hash_of(m, KEY, several, k), k)


def join_hashed(m: Any, s: int, code: int, k: int) -> int:
    """As `join_set`, of a key whose hash is known."""
    at = place_in_set(m, s, code, k)
    if at > 0:
        return 0
    left = m[-at]
    m[-at] = MEMBER
    m[1 - at] = signed(code)
    for word in range(k):
        m[2 - at + word] = m[KEY + word]
    m[s + LEN] = m[s + LEN] + 1
    if left == FREE:
        m[s + FILL] = m[s + FILL] + 1
        if m[s + FILL] * 5 >= m[s + MASK] * 3:
            resized(m, s, m[s + LEN] * 2 if m[s + LEN] > LARGE else m[s + LEN] * 4, k)
    return 0


def in_set(m: Any, s: int, several: int, k: int) -> int:
    """The word where the place of the key that is asked for is; 0 or less if it is no member."""
    if m[s + LEN] == 0:
        return 0
    return place_in_set(m, s, hash_of(m, KEY, several, k), k)


def left_set(m: Any, s: int, several: int, k: int) -> int:
    """As `in_set`; the member is none any more."""
    at = in_set(m, s, several, k)
    if at > 0:
        m[at] = WAS_MEMBER
        m[s + LEN] = m[s + LEN] - 1
    return at


def clear_set(m: Any, s: int) -> int:
    """Takes all members away."""
    for word in range(HEAD):
        m[s + word] = 0
    return 0


def merged(m: Any, s: int, other: int, k: int) -> int:
    """Puts all members of another set into one."""
    if m[other + LEN] == 0 or other == s:
        return 0
    roomier(m, s, m[other + LEN], k)
    e = 2 + k
    if m[s + FILL] == 0 and m[s + MASK] == m[other + MASK] and m[other + FILL] == m[other + LEN]:
        for word in range((m[s + MASK] + 1) * e):
            m[m[s + PLACES] + word] = m[m[other + PLACES] + word]
        m[s + LEN] = m[other + LEN]
        m[s + FILL] = m[other + LEN]
        return 0
    for number in range(m[other + MASK] + 1):
        at = m[other + PLACES] + number * e
        if m[at] == MEMBER:
            ask_for(m, at + 2, k)
            join_hashed(m, s, m[at + 1] & WORD, k)
    return 0


def roomier(m: Any, s: int, more: int, k: int) -> int:
    """Makes room in a set for as many new members at once, as CPython does before it puts in those of another one."""
    if m[s + MASK] == 0:
        resized(m, s, 0, k)
    if (m[s + FILL] + more) * 5 >= m[s + MASK] * 3:
        resized(m, s, (m[s + LEN] + more) * 2, k)
    return 0


@cache
def is_order_known() -> bool:
    """Whether this Python goes over its sets in the order of the table that is described here."""
    for count, step, several in ((5, 3, 0), (40, 97, 0), (60, 7, 2)):
        m = [0] * 2**13
        m[TOP], m[SIZE] = FIRST, len(m)
        known: set[Any] = set()
        s, k = made(m), max(several, 1)
        for number in range(count):
            key = (number * step % 61 - 30, number % 5)[:k]
            m[KEY : KEY + k] = key
            if number % 7 == 6:
                left_set(m, s, several, k)
                known.discard(key if several else key[0])
            else:
                join_set(m, s, several, k)
                known.add(key if several else key[0])
        places = (m[s + PLACES] + number * (2 + k) for number in range(m[s + MASK] + 1))
        mine = [tuple(m[at + 2 : at + 2 + k]) for at in places if m[at] == MEMBER]
        if [each if several else each[0] for each in mine] != list(known):
            return False
    return True


def tidied(m: Any, s: int, k: int) -> int:
    """Makes the table anew if many of its places were left: what `-=` does at its end."""
    if m[s + FILL] - m[s + LEN] > m[s + MASK] // 4:
        resized(m, s, m[s + LEN] * 2 if m[s + LEN] > LARGE else m[s + LEN] * 4, k)
    return 0
