"""Principal variation search with everything that helps, in the subset: a table, killers, history, the best line.

Inside, values are the mover's; `scout` takes and gives them seen by FIRST. A table's entry is used for a null window
and the very depth that it was made for, so no line is cut short and no value depends on what was searched before.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from lazytree.core.game import FIRST
from lazytree.core.values import later, sooner
from lazytree.trees.ratings import even

from ..ir.kinds import MOST, Int
from ..ir.scratch import bits_of, digest, fetch, just_above, of_bits, stash
from .searches import FAR, TO_THE_END, Array, Depth, Number, Position, Rules, ended, finite, near

SEEN, HITS, ENTRIES, CUT, THREADS, RATED, INNER, LOOKED, CUTOFFS = range(9)
"""Words of `counts`. CUT counts leaves that are not the end of the game; the last four are those of `Stats`."""
CODES = 4096  # of moves, in the history of each player
HISTORY = 16
KILLERS = HISTORY + 2 * CODES
LINES = KILLERS + 2 * 1024
LONGEST = 64  # plies of the line that is remembered
COUNTS = LINES + (LONGEST + 1) * (LONGEST + 1)
NOTHING = -1  # ends a line
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
MOST_MOVES = 4094
OFFSET = 2**31  # of values in the table
OFFSETS = 2 * OFFSET - 1
FOUR = 4  # words of an entry where values are floats: key, data and value mixed; data; the value's bits; nothing
BUSY = 2**10  # words
SHARED = 3  # plies from which on threads leave work to each other


class Memory(NamedTuple):
    """What a search writes to: counters, history and lines; the table; orders and moves of the nodes above.

    Threads of one search share the table, and what each of them is busy with.
    """

    counts: Array
    table: Array
    busy: Array
    scores: Array
    scratch: Array


FromZero = Annotated[int, Int(0, MOST)]


def scout(
    rules: Rules,
    memory: Memory,
    position: Position,
    depth: Depth,
    alpha: Number,
    beta: Number,
    ply: FromZero,
    base: FromZero,
) -> int:
    """The value at that depth, fail-soft; TO_THE_END is a depth too. Best moves go to `counts`, from LINES on."""
    counts = memory.counts
    counts[SEEN] += 1
    here = min(ply, LONGEST)
    counts[LINES + here * LONGEST + here] = NOTHING
    if depth == 0:
        return leaf(rules, counts, position)  # type: ignore[no-any-return]
    first = rules.mover(position) == FIRST
    low, high = (alpha, beta) if first else (-beta, -alpha)
    value = (
        frontier(rules, memory, position, low, high, here)
        if depth == 1
        else inner(rules, memory, position, depth, low, high, ply, base)
    )
    return value if first else -value


def leaf(rules: Rules, counts: Any, position: Any) -> Any:
    """A position's rating, or its payoff if the game is over; `counts` notes that a line was cut short."""
    if any(True for _ in rules.moves(position)):
        counts[CUT] += 1
        counts[RATED] += 1
        return near(rules.rating(position)) if rules.whole else finite(rules.rating(position))
    return ended(rules, position)


def frontier(rules: Rules, memory: Memory, position: Any, low: int, high: int, here: int) -> int:
    """The value of a node one ply before the leaves, seen by the mover: in the game's own order, without the table."""
    first = rules.mover(position) == FIRST
    best = -FAR
    for index, move in enumerate(rules.moves(position)):
        memory.counts[SEEN] += 1
        memory.counts[LOOKED] += 1
        value = later(leaf(rules, memory.counts, rules.play(position, move)))
        if not first:
            value = -value
        if value > best:
            best = value
            if value > low:
                low = value
                memory.counts[LINES + here * LONGEST + here] = index
                memory.counts[LINES + here * LONGEST + here + 1] = NOTHING
                if low >= high:
                    memory.counts[CUTOFFS] += 1
                    break
    if best == -FAR:
        return lost_or_won(rules, position, first)  # type: ignore[no-any-return]
    memory.counts[INNER] += 1
    return best


def lost_or_won(rules: Rules, position: Any, first: bool) -> Any:
    """The end of the game, as the mover values it."""
    value = ended(rules, position)
    return value if first else -value


def inner(rules: Rules, memory: Memory, position: Any, depth: int, low: int, high: int, ply: int, base: int) -> int:
    """The value of an inner node, seen by the mover, with a table entry and ordered moves."""
    counts, table = memory.counts, memory.table
    first = rules.mover(position) == FIRST
    key, home = digest(position), 2 * (digest((1, position)) & counts[ENTRIES] - 1)
    place = (home if table[home] ^ table[home + 1] == key else home ^ 2) if rules.whole else home & -FOUR
    known = table[place + 1]
    preferred = NOTHING
    if (table[place] if rules.whole else table[place] ^ table[place + 2]) ^ known == key and known != 0:
        preferred = (known & 4095) - 1
        if known >> 14 & 4095 == depth and (high - low == 1 if rules.whole else high == just_above(low)):
            value, bound = (known >> 27) - OFFSET if rules.whole else of_bits(table[place + 2]), known >> 12 & 3
            if bound == EXACT or (bound == AT_LEAST and value >= high) or (bound == AT_MOST and value <= low):
                counts[HITS] += 1
                counts[CUT] += known >> 26 & 1
                return value  # type: ignore[no-any-return]
    count = ordered(rules, memory, position, depth, preferred, first, ply, base)
    if count == 0:
        return lost_or_won(rules, position, first)  # type: ignore[no-any-return]
    counts[INNER] += 1
    best, choice, bottom, cut = -FAR, 0, low, counts[CUT]
    shared = depth >= SHARED and counts[THREADS] > 1
    turn = 0
    while turn < count:
        index = next_best(memory.scores, base + turn, base + count)
        task = digest((key, index, depth)) if shared and turn > 0 else 0
        if task != 0 and put_off(memory, base + turn, task):
            continue
        move = fetch(memory.scratch, base + index)
        child = rules.play(position, move)
        value = deeper(rules, memory, child, depth, low, high, first, turn > 0, ply, base + count)
        if task != 0:
            memory.busy[task & BUSY - 1] = 0
        turn += 1
        counts[LOOKED] += 1
        if value > best:
            best, choice = value, index
            if value > low:
                low = value
                remember_line(counts, min(ply, LONGEST), index)
        if low >= high:
            counts[CUTOFFS] += 1
            credit(counts, digest(move), first, ply, depth)
            break
    if -OFFSET < best < OFFSET and choice < 4095:
        bound = AT_LEAST if best >= high else EXACT if best > bottom else AT_MOST
        data = (best + OFFSET & OFFSETS if rules.whole else 0) << 27 | (counts[CUT] > cut) << 26 | (depth & 4095) << 14
        data |= bound << 12 | choice + 1
        if rules.whole:
            place = home if table[home + 1] >> 14 & 4095 <= depth else home ^ 2  # what took long to find is kept
            table[place] = key ^ data
        else:
            table[place] = key ^ data ^ bits_of(best)
            table[place + 2] = bits_of(best)
        table[place + 1] = data
    return best


def deeper(
    rules: Rules,
    memory: Memory,
    child: Any,
    depth: int,
    low: int,
    high: int,
    first: bool,
    doubted: bool,
    ply: int,
    base: int,
) -> int:
    """A child's value, seen by the mover: a doubted one is first asked whether it is better at all."""
    below = depth if depth == TO_THE_END else max(depth - 1, 0)
    if doubted and (high - low > 1 if rules.whole else high > just_above(low)):
        value = turned(rules, memory, child, below, low, low + 1 if rules.whole else just_above(low), first, ply, base)
        if value <= low or value >= high:
            return value
    return turned(rules, memory, child, below, low, high, first, ply, base)


def turned(
    rules: Rules, memory: Memory, child: Any, depth: int, low: int, high: int, first: bool, ply: int, base: int
) -> int:
    """A child's value within the mover's window, seen by the mover."""
    alpha, beta = (low, high) if first else (-high, -low)
    value = later(scout(rules, memory, child, depth, sooner(alpha), sooner(beta), ply + 1, base))
    return value if first else -value


def ordered(
    rules: Rules, memory: Memory, position: Any, depth: int, preferred: int, first: bool, ply: int, base: int
) -> int:
    """Stashes the moves with their weights and gives their number.

    Weights come from the table, killers, history and the game's own order.
    """
    counts, count = memory.counts, 0
    killer = KILLERS + 2 * (ply & 511)
    for move in rules.moves(position):
        code = digest(move)
        score = counts[history_of(code, first)] & 2**40 - 1
        if rules.rating is even and depth == TO_THE_END:  # with another rating no machine code is made of this
            score = freedom_taken(rules, rules.play(position, move), score)
        if count == preferred:
            score += 2**42
        elif code == counts[killer] or code == counts[killer + 1]:
            score += 2**41
        if count >= MOST_MOVES:
            raise OverflowError("too many moves to order")
        stash(memory.scratch, base + count, move)
        memory.scores[base + count] = score << 12 | 4095 - count & 4095
        count += 1
    return count


def freedom_taken(rules: Rules, child: Any, score: int) -> int:
    """Where the end is looked for, what speaks for a move is first how few replies it leaves."""
    replies = sum(1 for _ in rules.moves(child))
    return (255 - min(replies, 255)) << 32 | min(score, 2**32 - 1)


def history_of(code: int, first: bool) -> int:
    """The word of `counts` that tells how often a move refuted a position, for either player."""
    return HISTORY + (code & CODES - 1) + (0 if first else CODES)


def next_best(scores: Any, start: int, stop: int) -> int:
    """The index of the best move from `start` on; it changes places with the first."""
    top = start
    for other in range(start + 1, stop):
        if scores[other] > scores[top]:
            top = other
    chosen = scores[top]
    scores[top] = scores[start]
    scores[start] = chosen
    return 4095 - (chosen & 4095)  # type: ignore[no-any-return]


def put_off(memory: Memory, place: int, task: int) -> bool:
    """Whether a move is left to another thread for now; if not, others learn that this one is busy with it."""
    if memory.scores[place] >= 0 and memory.busy[task & BUSY - 1] == task:
        memory.scores[place] = (memory.scores[place] & 4095) - 4096  # after all others, and not put off again
        return True
    memory.busy[task & BUSY - 1] = task
    return False


def remember_line(counts: Any, here: int, index: int) -> int:
    """The best line from this ply on: this move, then the best line of the ply below."""
    line, below = LINES + here * LONGEST, LINES + (here + 1) * LONGEST
    counts[line + here] = index
    at = here + 1
    while at < LONGEST and counts[below + at] != NOTHING:
        counts[line + at] = counts[below + at]
        at += 1
    counts[line + at] = NOTHING
    return at


def credit(counts: Any, code: int, first: bool, ply: int, depth: int) -> int:
    """Notes that a move refuted its position."""
    killer, place = KILLERS + 2 * (ply & 511), history_of(code, first)
    if counts[killer] != code:
        counts[killer + 1] = counts[killer]
        counts[killer] = code
    counts[place] = counts[place] + (min(depth, 64) * min(depth, 64)) & 2**40 - 1
    return killer
