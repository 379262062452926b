"""Principal variation search with everything that helps, in the subset: a table, killers, history, the best line.

Inside, values are the mover's; `scout` takes and gives them seen by FIRST. A table's entry is used for a null window
and the very depth that it was made for, so no line is cut short and no value depends on what was searched before. At
the root a move that comes before the best one in the game's order is asked whether it is as good, the others whether
they are better: of equal moves the first is chosen, in whatever order they are tried. Where a game has `odds`, values
are whole numbers of UNITs (`units`), and chance nodes are pruned by Star1. Lines end at a chance node, so below one a
table's entry is used for any window.

Sources: Ballard, The *-minimax search procedure for trees containing chance nodes (1983).
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from lazytree.core.game import CHANCE, FIRST
from lazytree.trees.ratings import even

from .memory import bits_of, digest, fetch, just_above, of_bits, stash
from .searches import (
    TO_THE_END,
    Array,
    Depth,
    Position,
    Rules,
    Value,
    carried,
    converted,
    ended,
    far,
    first_moves,
    in_units,
    is_storable,
    passed_down,
    rated_whole,
    share,
    stored,
    total_odds,
    value_in,
)

# ---- In which order a search tries moves: killers, history, and what other threads are busy with


CODES = 4096  # of moves, in the history of each player
HISTORY = 16  # the word of `counts` where it begins
KILLERS = HISTORY + 2 * CODES
MOST_MOVES = 4094
BUSY = 2**10  # words


def ordered(
    rules: Rules, memory: Any, position: Any, depth: int, preferred: int, first: bool, ply: int, base: int
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


def put_off(memory: Any, place: int, task: int) -> bool:
    """Whether a move is left to another thread for now; if not, others learn that this one is busy with it."""
    if memory.scores[place] >= 0 and memory.busy[task & BUSY - 1] == task:
        memory.scores[place] = (memory.scores[place] & 4095) - 4096  # after all others, and not put off again
        return True
    memory.busy[task & BUSY - 1] = task
    return False


def credit(counts: Any, code: int, first: bool, ply: int, depth: int) -> int:
    """Notes that a move refuted its position."""
    killer, place = KILLERS + 2 * (ply & 511), history_of(code, first)
    if counts[killer] != code:
        counts[killer + 1] = counts[killer]
        counts[killer] = code
    counts[place] = counts[place] + (min(depth, 64) * min(depth, 64)) & 2**40 - 1
    return killer


SEEN, HITS, ENTRIES, CUT, THREADS, RATED, INNER, LOOKED, CUTOFFS, HIGHEST, BEYOND = range(11)
"""Words of `counts`. CUT counts leaves that are not the end of the game; the next four are those of `Stats`. HIGHEST is
where values end, for pruning at chance nodes; BEYOND is set where one does not: then nothing that was found is true."""
LINES = KILLERS + 2 * 1024
LONGEST = 64  # plies of the line that is remembered
COUNTS = LINES + (LONGEST + 1) * (LONGEST + 1)
NOTHING = -1  # ends a line
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
FOUR = 4  # words of an entry where values are floats: key, data and value mixed; data; the value's bits; nothing
SHARED = 3  # plies from which on threads leave work to each other
BELOW_CHANCE = 1024  # is added to the ply below a chance node, where no line is remembered


class Memory(NamedTuple):
    """What a search writes to: counters, history and lines; the table; orders and moves of the nodes above.

    Threads of one search share the table, and what each of them is busy with.
    """

    counts: Annotated[Any, COUNTS]
    table: Array
    busy: Annotated[Any, BUSY]
    scores: Array
    scratch: Array


FromZero = Annotated[int, range(2**63)]


def scout(
    rules: Rules,
    memory: Memory,
    position: Position,
    depth: Depth,
    alpha: Value,
    beta: Value,
    ply: FromZero,
    base: FromZero,
) -> Any:
    """The value at that depth, fail-soft; TO_THE_END is a depth too. Best moves go to `counts`, from LINES on."""
    counts = memory.counts
    counts[SEEN] += 1
    here = min(ply, LONGEST)
    counts[LINES + here * LONGEST + here] = NOTHING
    if depth == 0:
        return leaf(rules, counts, position)
    if rules.odds is not None and rules.mover(position) == CHANCE:
        return at_chance(rules, memory, position, depth, alpha, beta, ply, base)
    first = first_moves(rules, position)
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
        return (
            converted(rules, rules.rating(position))
            if rules.converted
            else in_units(rules, rated_whole(rules.rating(position)))
        )
    return in_units(rules, ended(rules, position))


def frontier(rules: Rules, memory: Memory, position: Any, low: Any, high: Any, here: int) -> Any:
    """The value of a node one ply before the leaves, seen by the mover: in the game's own order, without the table."""
    first = rules.mover(position) == FIRST
    best, index = -far(rules), -1
    for move in rules.moves(position):
        index += 1
        memory.counts[SEEN] += 1
        memory.counts[LOOKED] += 1
        value = carried(rules, leaf(rules, memory.counts, rules.play(position, move)))
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
    if best == -far(rules):
        return lost_or_won(rules, position, first)
    memory.counts[INNER] += 1
    return best


def lost_or_won(rules: Rules, position: Any, first: bool) -> Any:
    """The end of the game, as the mover values it."""
    value = in_units(rules, ended(rules, position))
    return value if first else -value


def inner(rules: Rules, memory: Memory, position: Any, depth: int, low: Any, high: Any, ply: int, base: int) -> Any:
    """The value of an inner node, seen by the mover, with a table entry and ordered moves."""
    counts, table = memory.counts, memory.table
    first = rules.mover(position) == FIRST
    key, home = digest(position), 2 * (digest((1, position)) & counts[ENTRIES] - 1)
    place = (home if table[home] ^ table[home + 1] == key else home ^ 2) if not rules.floats else home & -FOUR
    known = table[place + 1]
    preferred = NOTHING
    if (table[place] if not rules.floats else table[place] ^ table[place + 2]) ^ known == key and known != 0:
        preferred = (known & 4095) - 1
        if known >> 14 & 4095 == depth and (
            (high - low == 1 if not rules.floats else high == just_above(low))
            or (rules.odds is not None and ply >= BELOW_CHANCE)
        ):
            value, bound = value_in(rules, known) if not rules.floats else of_bits(table[place + 2]), known >> 12 & 3
            if bound == EXACT or (bound == AT_LEAST and value >= high) or (bound == AT_MOST and value <= low):
                counts[HITS] += 1
                counts[CUT] += known >> 26 & 1
                return value
    count = ordered(rules, memory, position, depth, preferred, first, ply, base)
    if count == 0:
        return lost_or_won(rules, position, first)
    counts[INNER] += 1
    best, choice, bottom, cut = -far(rules), 0, low, counts[CUT]
    shared = depth >= SHARED and counts[THREADS] > 1
    turn = 0
    while turn < count:
        index = next_best(memory.scores, base + turn, base + count)
        task = digest((key, index, depth)) if shared and turn > 0 else 0
        if task != 0 and put_off(memory, base + turn, task):
            continue
        move = fetch(memory.scratch, base + index)
        child = rules.play(position, move)
        earlier = ply == 0 and index < choice and best > bottom
        floor = low if not earlier else -just_above(-low) if rules.floats else max(low - 1, bottom)  # that is low - 1
        value = deeper(rules, memory, child, depth, floor, high, first, turn > 0, ply, base + count)
        if task != 0:
            memory.busy[task & BUSY - 1] = 0
        turn += 1
        counts[LOOKED] += 1
        if value > best or (earlier and value == best):
            best, choice = value, index
            if value > floor:
                low = value
                remember_line(counts, min(ply, LONGEST), index)
        if low >= high:
            counts[CUTOFFS] += 1
            credit(counts, digest(move), first, ply, depth)
            break
    if is_storable(rules, best) and choice < 4095:
        bound = AT_LEAST if best >= high else EXACT if best > bottom else AT_MOST
        data = stored(rules, best) | (counts[CUT] > cut) << 26 | (depth & 4095) << 14
        data |= bound << 12 | choice + 1
        if not rules.floats:
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
    low: Any,
    high: Any,
    first: bool,
    doubted: bool,
    ply: int,
    base: int,
) -> Any:
    """A child's value, seen by the mover: a doubted one is first asked whether it is better at all."""
    below = depth if depth == TO_THE_END else max(depth - 1, 0)
    if doubted and (high - low > 1 if not rules.floats else high > just_above(low)):
        above = just_above(low) if rules.floats else min(low + 1, high)  # that is low + 1
        value = turned(rules, memory, child, below, low, above, first, ply, base)
        if value <= low or value >= high:
            return value
    return turned(rules, memory, child, below, low, high, first, ply, base)


def turned(
    rules: Rules, memory: Memory, child: Any, depth: int, low: Any, high: Any, first: bool, ply: int, base: int
) -> Any:
    """A child's value within the mover's window, seen by the mover."""
    alpha, beta = (low, high) if first else (-high, -low)
    alpha, beta = passed_down(rules, alpha), passed_down(rules, beta)
    value = carried(rules, scout(rules, memory, child, depth, alpha, beta, ply + 1, base))
    return value if first else -value


def at_chance(
    rules: Rules, memory: Memory, position: Any, depth: int, alpha: int, beta: int, ply: int, base: int
) -> int:
    """The value of a chance node, seen by FIRST: the mean of its branches, rounded down to a whole number of UNITs.

    `lack` and `gain` say how far the mean is from the highest value and from the lowest, as far as the branches are
    known, in wholes and in parts of the odds' total. A branch is searched in the window in which it can still decide
    something, all others being as good or as bad as they can be (Star1).
    """
    counts, total = memory.counts, total_odds(rules, position)
    highest: int = counts[HIGHEST]
    if total == 0:
        return in_units(rules, ended(rules, position))
    counts[INNER] += 1
    below = depth if depth == TO_THE_END else depth - 1
    inside = ply + 1 if ply >= BELOW_CHANCE else ply + 1 + BELOW_CHANCE
    lack = lack_parts = gain = gain_parts = 0
    for move in rules.moves(position):
        weight = rules.odds(position, move)
        low = highest - share(highest - alpha - lack, total, weight)
        high = share(highest + beta - gain, total, weight) - highest
        low, high = passed_down(rules, low), passed_down(rules, high)
        child = rules.play(position, move)
        value = carried(rules, scout(rules, memory, child, below, low, high, inside, base))
        if abs(value) > highest:
            counts[BEYOND] = 1
        counts[LOOKED] += 1
        lack += weight * ((highest - value) // total)
        gain += weight * ((highest + value) // total)
        lack_parts += weight * ((highest - value) % total)
        gain_parts += weight * ((highest + value) % total)
        lack, lack_parts = lack + lack_parts // total, lack_parts % total
        gain, gain_parts = gain + gain_parts // total, gain_parts % total
        if highest - lack <= alpha:
            counts[CUTOFFS] += 1
            return highest - lack  # type: ignore[no-any-return]
        if gain - highest >= beta:
            counts[CUTOFFS] += 1
            return gain - highest  # type: ignore[no-any-return]
    return gain - highest


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
