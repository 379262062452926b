"""Depth-first proof numbers (df-pn) in the subset: whether FIRST's value is at least `goal`, at unlimited depth.

Inside, all is seen by who is to move, who claims to reach `high`: the first number of a position is how many leaves
must still turn out well for that claim, at least, and the second how many must turn out badly; the claim is proven
where the first is 0, refuted where the second is. For who moves, a position's first number is the least of its moves',
and the second the highest of theirs, and one more for each other move that is open: a sum would count twice what can
be reached by two moves (weak proof numbers). A position is searched until another one is easier by a quarter, so that
the search does not go to and fro between two (1 + epsilon). A leaf counts as one for who moves there, and as its moves
for the opponent; where payoffs are counted and the rules have `bounds`, each number is higher by what that player
still lacks to decide the question, as a part of what was open at the root (df-pn+): a line that has gained much is
easier.

The table is the solver's. What is decided is written as the solver writes bounds, so that each knows what the other
one has found; numbers lie among these, and give way to what took longer to find.

A position that is repeated is taken for play without an end, whose value is 0. What is decided by that is true on the
path only: with it goes up the ply of the position that is repeated, and it is written to the table from there on.

Sources: Nagai, Df-pn algorithm for searching AND/OR trees (2002; df-pn+); Pawlewicz and Lew, Improving depth-first
pn-search: 1 + epsilon trick (2007); Ueda, Hashimoto, Hashimoto and Iida, Weak proof-number search (2008); Kishimoto and
Müller, A general solution to the graph history interaction problem (2004).
"""

from __future__ import annotations

from typing import Any

from lazytree.core.game import FIRST
from lazytree.core.values import WIN

from .bounds import open_in, payoffs_in, range_in
from .memory import digest, fetch, stash
from .parts import Memory
from .scout import BUSY, HIGHEST, INNER, LOOKED, MOST_MOVES, SEEN, FromZero
from .searches import Position, Value, ended, first_moves, is_storable, passed, stored, value_in
from .solver import (
    CHOSEN,
    FILLED,
    LIMIT,
    LOSING,
    NO_MOVE,
    UNSAFE,
    UPPER,
    effort,
    entry_in,
    home_of,
    keep,
    key_of,
)
from .threats import COUNTED, REPLY, TECHNIQUES, UNTHREATENED, best_end, for_mover, may_lose

CHILD = 3  # words of a move: what its position is known by, whether the same player is to move there, its numbers
BITS = 24  # of a number
NEVER = (1 << BITS) - 1  # of a number: what cannot be
ALONE = 2**15 - 1  # instead of a ply: true on every path
OPEN = ALONE << 2 * BITS | 1 << BITS | 1
MARGIN = 4  # by what part of its numbers another position is to be easier
PARTS = 48  # of what is open at the root: what each adds to the numbers of a leaf is 1
WHOLE = UNSAFE + 1  # word of `counts`: the payoffs that are open at the root; 0: bounds are not asked how many are


def packed(mine: int, theirs: int, on: int) -> int:
    """Both numbers, as one of the players sees them, and the ply on which they depend."""
    return (on & ALONE) << 2 * BITS | (mine & NEVER) << BITS | theirs & NEVER


def mine(numbers: int) -> int:
    """The first number."""
    return numbers >> BITS & NEVER


def theirs(numbers: int) -> int:
    """The second one, which is the opponent's first."""
    return numbers & NEVER


def both(numbers: int) -> tuple[int, int]:
    """Both."""
    return mine(numbers), theirs(numbers)


def decided(well: bool, on: int) -> int:
    """The numbers of what turns out well, or badly."""
    return packed(0, NEVER, on) if well else packed(NEVER, 0, on)


def for_other(numbers: int, same: bool) -> int:
    """The same numbers as the other player sees them, unless it is the same one."""
    return numbers if same else packed(theirs(numbers), mine(numbers), numbers >> 2 * BITS)


def proves(
    rules: Any,
    memory: Memory,
    position: Position,
    goal: Value,
    enough: FromZero,
    enough_theirs: FromZero,
    ply: FromZero,
    base: FromZero,
) -> int:
    """The numbers of a position, seen by who moves, once one of them is enough, or LIMIT is reached.

    `rules` are those of the solver. In `memory.scores` the nodes from the root to this one lie one after the other:
    each begins with the position's digest and the place of the node above; then come the words of its moves.
    """
    counts, scores = memory.counts, memory.scores
    counts[SEEN] += 1
    began: int = counts[SEEN]
    first = first_moves(rules, position)
    high = goal if first else 1 - goal
    if counts[HIGHEST] == WIN and (high >= WIN or high <= 1 - WIN):
        return decided(high <= 1 - WIN, ALONE)
    if ply >= ALONE:
        raise OverflowError("a line of play is too long")
    if ply == 0:
        for place in range(BUSY):
            memory.busy[place] = 0
        counts[WHOLE] = open_in(rules, position) if rules.bounds is not None and counts[HIGHEST] != WIN else 0
    above = digest(position)
    scores[CHILD * base] = above
    memory.busy[above & BUSY - 1] += 1
    count = opened(rules, memory, position, goal, first, ply, base)
    if count > 0:
        numbers = searched(rules, memory, position, goal, first, enough, enough_theirs, count, ply, base)
    else:
        numbers = looked_at(rules, memory, position, high, 0, 0)
    memory.busy[above & BUSY - 1] -= 1
    if numbers >> 2 * BITS >= ply:
        numbers = packed(mine(numbers), theirs(numbers), ALONE)
        key = key_of(rules, counts, position, ply)
        if key != above:
            counts[CHOSEN] = NO_MOVE
        written(rules, memory, key, high, numbers, counts[SEEN] - began)
    return numbers


def opened(rules: Any, memory: Memory, position: Any, goal: Any, first: bool, ply: int, base: int) -> int:
    """Writes what is known of each move; their number."""
    counts, scores = memory.counts, memory.scores
    counts[INNER] += 1
    below, count = passed(rules, goal), 0
    how: int = counts[TECHNIQUES]
    losing = reply = 0
    if how & LOSING:
        losing = may_lose(rules, memory, position)
        reply = counts[REPLY]
    for move in rules.moves(position):
        child = rules.play(position, move)
        counts[LOOKED] += 1
        if count >= MOST_MOVES:
            raise OverflowError("too many moves to order")
        place = base + 1 + count
        same = (rules.mover(child) == FIRST) == first
        high = below if same == first else 1 - below
        key = key_of(rules, counts, child, ply + 1)
        on = repeated(memory, digest(child), ply, base)
        if on < ALONE:
            numbers = decided((goal <= 0) == first, on)
        else:
            numbers = known(rules, memory, key, high, same, OPEN)
            if numbers == OPEN:
                numbers = for_other(looked_at(rules, memory, child, high, losing, reply), same)
                reply = counts[REPLY] if losing != 0 else 0
        stash(memory.scratch, place, move)
        scores[CHILD * place] = key
        scores[CHILD * place + 1] = 1 if same else 0
        scores[CHILD * place + 2] = numbers
        count += 1
    return count


def looked_at(rules: Any, memory: Memory, position: Any, high: Any, losing: int, reply: int) -> int:
    """The numbers of an end or a leaf, seen by who moves there.

    If who moved there may lose at once (`losing`, by the `reply`, as `may_lose` says), that is looked for.
    """
    first = rules.mover(position) == FIRST
    replies = sum(1 for _ in rules.moves(position))
    if replies == 0:
        return decided(for_mover(ended(rules, position), first) >= high, ALONE)
    if rules.bounds is not None:
        lowest, highest = range_in(rules, position, first)
        if lowest >= high or highest <= high - 1:
            return decided(lowest >= high, ALONE)
    if losing != 0:
        counts, hidden = memory.counts, 1 if losing == COUNTED else 0
        counts[UNTHREATENED] += hidden
        counts[REPLY] = reply
        if best_end(rules, memory, position, reply) >= high:
            counts[UNTHREATENED + 1] += hidden
            return decided(True, ALONE)
    one, other = 1, replies
    if rules.bounds is not None and memory.counts[WHOLE] > 0:
        whole: int = memory.counts[WHOLE]
        one += PARTS * payoffs_in(high - lowest) // whole
        other += PARTS * payoffs_in(highest - high + 1) // whole
    return packed(min(one, NEVER - 1), min(other, NEVER - 1), ALONE)


def repeated(memory: Memory, key: int, ply: int, base: int) -> int:
    """The ply at which a position lies between the root and the node that begins at `base`; ALONE if it does not."""
    if memory.busy[key & BUSY - 1] == 0:
        return ALONE
    while memory.scores[CHILD * base] != key:
        if ply == 0:
            return ALONE
        base = memory.scores[CHILD * base + 1]
        ply -= 1
    return ply


def searched(
    rules: Any,
    memory: Memory,
    position: Any,
    goal: Any,
    first: bool,
    enough: int,
    enough_theirs: int,
    count: int,
    ply: int,
    base: int,
) -> int:
    """The numbers of a position, seen by who moves, from those of its moves; the easiest is searched."""
    scores = memory.scores
    below = passed(rules, goal)
    while True:
        best = second = NEVER
        easiest = base + 1
        most = others = 0
        on = ALONE
        for place in range(base + 1, base + 1 + count):
            same = scores[CHILD * place + 1] != 0
            high = below if same == first else 1 - below
            numbers = known(rules, memory, scores[CHILD * place], high, same, scores[CHILD * place + 2])
            scores[CHILD * place + 2] = numbers
            on = min(on, numbers >> 2 * BITS)
            if mine(numbers) < best:
                best, second, easiest = mine(numbers), best, place
            else:
                second = min(second, mine(numbers))
            if theirs(numbers) > 0:
                others += 1
                most = max(most, theirs(numbers))
        if best == 0:
            memory.counts[CHOSEN] = easiest - base - 1
            return decided(True, scores[CHILD * easiest + 2] >> 2 * BITS)
        if others == 0:
            return decided(False, on)
        all_of_them = min(most + others - 1, NEVER - 1)
        if best >= enough or all_of_them >= enough_theirs or memory.counts[SEEN] >= memory.counts[LIMIT]:
            return packed(best, all_of_them, ALONE)
        limit = min(enough, second + second // MARGIN + 1, NEVER)
        limit_theirs = max(enough_theirs - (others - 1), 1) if enough_theirs < NEVER else NEVER
        same = scores[CHILD * easiest + 1] != 0
        one, other = (limit, limit_theirs) if same else (limit_theirs, limit)
        child, after = rules.play(position, fetch(memory.scratch, easiest)), base + 1 + count
        scores[CHILD * after + 1] = base
        numbers = proves(rules, memory, child, below, one, other, ply + 1, after)
        scores[CHILD * easiest + 2] = for_other(numbers, same)


def known(rules: Any, memory: Memory, key: int, high: Any, same: bool, before: int) -> int:
    """The numbers of a child seen from above, from the table if that has them; `same`: the same player moves there."""
    if mine(before) == 0 or theirs(before) == 0:
        return before
    table = memory.table
    home = home_of(memory.counts, key)
    entry = entry_in(table, key, home)
    if entry != 0 and value_in(rules, entry) >= high:
        return decided(same, ALONE)
    entry = entry_in(table, key, home + UPPER)
    if entry != 0 and value_in(rules, entry) < high:
        return decided(not same, ALONE)
    key = digest((high, key))
    entry = entry_in(table, key, home + (key & UPPER))
    if entry == 0:
        return before
    return for_other(packed(entry >> 27 + BITS // 2, entry >> 27 << 12 | entry & 4095, ALONE), same)


def written(rules: Any, memory: Memory, key: int, high: Any, numbers: int, positions: int) -> int:
    """Writes what has been found of a position to the table; where."""
    home = home_of(memory.counts, key)
    work = effort(positions) << 14 | FILLED
    if mine(numbers) == 0:
        if is_storable(rules, high):
            data = stored(rules, high) | work | min(memory.counts[CHOSEN], NO_MOVE)
            return keep(memory.table, home, key, data)
    elif theirs(numbers) == 0:
        if is_storable(rules, high - 1):
            return keep(memory.table, home + UPPER, key, stored(rules, high - 1) | work | NO_MOVE)
    else:
        key = digest((high, key))
        words = (numbers >> 12 & 2**36 - 1) << 27 | numbers & 4095
        return keep(memory.table, home + (key & UPPER), key, words | work)
    return home
