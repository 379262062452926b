"""A solver in the subset: whether a value is reached, at unlimited depth. Ends that are near are looked at first.

It is asked in null windows and answers fail-soft: a value of at least `beta` is reached for certain, one of at most
`alpha` is not exceeded. What helps is a set of techniques, bits of the word TECHNIQUES of `counts`; none changes what
is true, all change what it costs, and none helps in every game:

- ENDS: moves that end the game are looked at before any is searched; where only 1, 0 and -1 are paid, a move that does
  not end it is then known to win no sooner than two plies later.
- LOSING: a move after which the opponent ends the game well enough at once is not searched.
- AS_IF (`threats`): for that, and for SAFE, it is asked first whether the opponent would win as if it were the
  opponent's turn. If not, moves are taken not to lose at once, as long as those that do so nevertheless are rare in
  this search.
- KNOWN: the table is asked about every child before one is searched (enhanced transposition cutoffs).
- SAFE: moves are tried first that leave few replies that do not lose at once; if there is none, the move wins.
- REPLIES: moves are tried first that leave few replies.
- RATED: moves are tried first whose positions the mover rates highest, by `order`, if the rules have one: instead.
- REFUTED: moves are tried first that have often refuted a position, by the move before and the move; at the root, after
  any move.
- KILLERS: those that refuted a position at the same ply last.
- SYMMETRIC: near the root the table knows symmetric positions as one, if the rules have `canonical`.
- PARTS: positions that fall apart are known by their parts, if the rules have `regions`, and the values of small parts
  by their sum (`parts`).
- CHILDREN: the same is asked about every child before one is searched.
- BOUNDS: a position is not searched, nor a child before any is searched, if the rules' `bounds` decide it.

Moves are weighed only once they are to be searched: after the table's best move and the killers.

The table keeps a lower and an upper bound of a position apart, so that a question whether it is won soon does not
forget that it is won. It is used for any window: a value tells the distance to the end from its own node, so it is
true on every path. With repetitions a search may not end (the trap is RECURSION); what ends is true.

Sources: Plaat, Schaeffer, Pijls and de Bruin, Exploiting graph properties of game trees (1996; enhanced transposition
cutoffs); Schaeffer, The history heuristic (1983); Allis, A knowledge-based approach of connect-four (1988); Pons,
Solving Connect 4: how to build a perfect AI (2015; moves that do not lose at once); Uiterwijk, The countermove
heuristic (1992).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from lazytree.core.game import FIRST
from lazytree.core.values import WIN, later

from .bounds import told_by_bounds, within_bounds
from .forms import UNKNOWN
from .memory import digest, fetch, prefetch, stash
from .parts import Memory, apart, wins_beside
from .scout import (
    BUSY,
    CUTOFFS,
    ENTRIES,
    HIGHEST,
    HITS,
    INNER,
    LINES,
    LOOKED,
    MOST_MOVES,
    SEEN,
    THREADS,
    FromZero,
    history_of,
    next_best,
    put_off,
)
from .scout import (
    KILLERS as KILLER_WORDS,
)
from .searches import FAR, Position, Value, ended, first_moves, is_storable, passed, stored, value_in
from .threats import (
    MOST_BITS,
    MOST_SAFE,
    PARTS,
    TECHNIQUES,
    by_last_move,
    for_mover,
    foreseen,
    is_over,
    may_lose,
    met,
    moves_again,
    safe_replies,
)

FIRST_CUTS, WANTED, LIMIT, CHOSEN = 11, 12, 13, 14
"""More words of `counts`: cutoffs by the first move that was searched; questions that took that many positions at least
are noted, 0: none; the most positions to see, then the trap RAISED ends the search; the number of the move that reached
`beta` at the root."""
ENDS, LOSING, KNOWN, SAFE, REPLIES, REFUTED, KILLERS, RATED, SYMMETRIC = 1, 2, 4, 8, 16, 32, 64, 128, 256
CHILDREN, BOUNDS = 2048, 4096  # 512 is PARTS, 1024 AS_IF
PLIES = 1024  # whose moves are remembered, from LINES on
PATH = LINES + PLIES  # and their numbers, from here on
NOTED, SIZES, ALIKE, NOTE = PATH + PLIES, 8, 4, 64
"""Questions, by size, some of each; the words of one: 1 + ply, alpha, positions, numbers of moves."""
UPPER = 4  # words from a position's lower bounds to its upper bounds
FILLED = 2**12  # a bit of every entry
NO_MOVE = 4095  # of an entry: the number of the best move is not known
GOING = NOTED + SIZES * ALIKE * NOTE  # 1: it is known that the position which is searched next is not over
LOSES = GOING + 1  # what `may_lose` says of it, and 1 more; 0: that is not known
UNSAFE = LOSES + 1  # which of its moves are then met by a win at once: bits by their numbers, the first MOST_BITS
MOST_RANK = 2**22 - 1
MOST_HOMES = 2**40 - 1  # more than a table has: so that machine code knows that it counts within a word
FINE = 8  # ranks for each unit of a rating
LIKE = 8  # plies from the root at which symmetric positions are looked up as one
CLOSE = 3  # plies by which a loss was put off for less than is asked now
OFTEN = 2**20  # times that a move refuted: then it counts for half


class Solving(NamedTuple):
    """The functions of a game, as in `Rules`, and what else may help."""

    mover: Any
    moves: Any
    play: Any
    payoffs: Any
    rating: Any
    odds: Any
    whole: int
    floats: bool
    converted: bool
    order: Any  # a rating by which moves are ordered, or None
    canonical: Any  # the representative of symmetric positions, or None
    regions: Any  # the independent parts of a position, or None
    bounds: Any  # the least and the most that FIRST can still get, or None
    passes: bool  # whether the turn may be given to the other player: by the field `mover`


def reaches(
    rules: Any, memory: Memory, position: Position, alpha: Value, beta: Value, ply: FromZero, base: FromZero
) -> Any:
    """The value to the end of the game, seen by FIRST: fail-soft; the window is one of ints, without chance.

    `rules` are a `Solving`.
    """
    counts = memory.counts
    counts[SEEN] += 1
    if counts[SEEN] > counts[LIMIT]:
        raise OverflowError("as many positions as were allowed")
    first = first_moves(rules, position)
    low, high = (alpha, beta) if first else (-beta, -alpha)
    value = of_mover(rules, memory, position, low, high, ply, base)
    return value if first else -value


def of_mover(rules: Any, memory: Memory, position: Any, low: Any, high: Any, ply: int, base: int) -> Any:
    """The value seen by the mover, from the table if that knows it."""
    counts, table = memory.counts, memory.table
    key = key_of(rules, counts, position, ply)
    home = home_of(counts, key)
    at_least, at_most = entry_in(table, key, home), entry_in(table, key, home + UPPER)
    preferred = -1
    if at_least != 0:
        if value_in(rules, at_least) >= high and (ply > 0 or at_least & 4095 != NO_MOVE):
            counts[HITS] += 1
            if ply == 0:
                counts[CHOSEN] = at_least & 4095
            return value_in(rules, at_least)
        if value_in(rules, at_least) > 0 or value_in(rules, at_least) + CLOSE >= high:
            preferred = at_least & 4095  # what has reached nearly as much
    if at_most != 0 and value_in(rules, at_most) <= low:
        counts[HITS] += 1
        return value_in(rules, at_most)
    first = rules.mover(position) == FIRST
    if (ply == 0 or counts[GOING] == 0) and is_over(rules, position):
        return for_mover(ended(rules, position), first)
    if rules.bounds is not None and counts[TECHNIQUES] & BOUNDS and ply > 0:
        value = within_bounds(rules, position, low, high, first)
        if value > -FAR:
            return value
    together = total = 0
    asked = low <= 0 and high >= 0  # who wins
    if rules.regions is not None and counts[TECHNIQUES] & PARTS and ply > 0:
        won, together, total = by_parts(rules, memory, position, first, asked)
        if together != 0 and not asked:
            at = home_of(counts, together)
            at_least, at_most = entry_in(table, together, at), entry_in(table, together, at + UPPER)
            if at_least != 0 and value_in(rules, at_least) >= high:
                counts[HITS] += 1
                return value_in(rules, at_least)
            if at_most != 0 and value_in(rules, at_most) <= low:
                counts[HITS] += 1
                return value_in(rules, at_most)
        if (won > 0 and high <= 1) or (won < 0 and low >= -1):
            return won
    counts[INNER] += 1
    before: int = counts[SEEN]
    counts[CHOSEN] = 0
    value = searched(rules, memory, position, key, low, high, preferred, first, ply, base)
    choice: int = counts[CHOSEN]
    if counts[SEEN] - before >= counts[WANTED] > 0:
        noted(counts, key, low if first else -high, ply, counts[SEEN] - before)
    if is_storable(rules, value):
        work = effort(counts[SEEN] - before)
        if key != digest(position):
            choice = NO_MOVE
        data = stored(rules, value) | work << 14 | FILLED | min(choice, NO_MOVE)
        keep(table, home if value >= high else home + UPPER, key, data)
        if together != 0 and (not asked or value >= 1 or value <= -1):
            home = home_of(counts, together)
            if asked:
                data = stored(rules, total) | data & 2**27 - 1
            keep(table, home if value >= high else home + UPPER, together, data)
    return value


def by_parts(rules: Any, memory: Memory, position: Any, first: bool, asked: bool) -> tuple[int, int, int]:
    """The same as `apart`; where it is asked who wins, also by what the table knows of sums beside the large parts."""
    won, together, total = apart(rules, memory, position, first, asked)
    if asked and together != 0:
        at = home_of(memory.counts, together)
        better, worse = entry_in(memory.table, together, at), entry_in(memory.table, together, at + UPPER)
        won = wins_beside(memory.values, total, sum_in(rules, better), sum_in(rules, worse), first)
    return won, together, total


def sum_in(rules: Any, entry: int) -> int:
    """The sum beside large parts that an entry tells of; UNKNOWN without one."""
    return value_in(rules, entry) if entry != 0 else UNKNOWN


def effort(positions: int) -> int:
    """How long a question took, for an entry: the positions, ever more coarsely, within 4095."""
    if positions < 2**12:
        return positions >> 1 & 2047
    return 2048 + min(positions >> 13, 2047)


def noted(counts: Any, key: int, alpha: Any, ply: int, work: int) -> int:
    """Notes a question that took this number of positions in place of an earlier one of about that size; where."""
    size, least = 0, 4 * counts[WANTED]
    while least <= work and size < SIZES - 1:
        size += 1
        least *= 4
    place = NOTED + NOTE * (ALIKE * size + (key >> 32 & ALIKE - 1))
    if ply + 3 <= NOTE:
        counts[place] = 1 + ply
        counts[place + 1] = alpha
        counts[place + 2] = work
        for number in range(ply):
            counts[place + 3 + (number & NOTE - 1)] = counts[PATH + (number & PLIES - 1)]
    return place


def searched(
    rules: Any,
    memory: Memory,
    position: Any,
    key: int,
    low: Any,
    high: Any,
    preferred: int,
    first: bool,
    ply: int,
    base: int,
) -> Any:
    """The value of a position that is not over, seen by the mover; the number of the best move is CHOSEN."""
    counts = memory.counts
    how: int = counts[TECHNIQUES]
    plain = counts[HIGHEST] == WIN
    if plain and low >= WIN - 1:
        return WIN - 1
    best = -FAR
    choice = number = count = 0
    soon = plain and low >= WIN - 2  # only by an end that is reached at once
    looking = how & ENDS != 0 or soon or (plain and high <= 1 - WIN)
    going = False
    losing: int = counts[LOSES] - 1 if ply > 0 else -1
    unsafe: int = counts[UNSAFE]
    told = losing >= 0 and plain
    counts[LOSES] = 0
    if how & LOSING == 0 or soon:
        losing = 0
    elif losing < 0:
        losing = may_lose(rules, memory, position)
    for move in rules.moves(position):
        child = rules.play(position, move)
        value = -FAR
        over = looking and is_over(rules, child)
        if over:
            value = by_last_move(rules, memory, child, first)
        else:
            going = True
            if looking and plain and high <= 2 - WIN:
                counts[CHOSEN] = number  # a loss, if it is one, comes two plies later at least
                return 2 - WIN
            if losing != 0:
                if told and number < MOST_BITS and not moves_again(rules, child, first):
                    value = met(counts, unsafe >> number & 1, low, losing)
                else:
                    value = foreseen(rules, memory, child, low, high, first, losing)
        if value > best:
            best, choice = value, number
            if best >= high:
                break
        if value == -FAR and not soon:
            count = remembered(rules, memory, move, child, number, first, ply, base, count)
        number += 1
    counts[LOOKED] += number if looking else 0
    counts[CHOSEN] = choice
    if best >= high or not going:
        return best
    if soon:
        return max(best, WIN - 2)
    best, left, urgent = sifted(rules, memory, base, count, low, high, best, preferred, first, ply)
    if best >= high:
        return best
    return after_all(
        rules, memory, position, key, low, high, best, urgent, how & ENDS != 0, first, ply, base, left, number
    )


def remembered(
    rules: Any, memory: Memory, move: Any, child: Any, number: int, first: bool, ply: int, base: int, count: int
) -> int:
    """Writes down a move that may have to be searched, and fetches what the table knows of it; their count."""
    if number >= MOST_MOVES:
        raise OverflowError("too many moves to order")
    known = 0
    if memory.counts[TECHNIQUES] & KNOWN:
        known = key_of(rules, memory.counts, child, ply + 1)
        prefetch(memory.table, home_of(memory.counts, known))
    stash(memory.scratch, base + number, Tried(move, child, known, moves_again(rules, child, first), 0, 0))
    memory.scores[base + count] = 4095 - number & 4095
    return count + 1


def sifted(
    rules: Any,
    memory: Memory,
    base: int,
    count: int,
    low: Any,
    high: Any,
    best: Any,
    preferred: int,
    first: bool,
    ply: int,
) -> tuple[Any, int, int]:
    """The best value that is at hand; how many moves are left to be searched, and how many of these are urgent.

    At hand is what the table knows, or what the parts or bounds tell. The table's best move and the killers are urgent.
    """
    counts = memory.counts
    how: int = counts[TECHNIQUES]
    left = urgent = 0
    for place in range(base, base + count):
        index: int = 4095 - (memory.scores[place] & 4095)
        tried = fetch(memory.scratch, base + index)
        value = -FAR
        if how & KNOWN:
            value = looked_up(rules, memory, tried, low, high)
        elif rules.regions is not None and how & CHILDREN and low <= 0 and high >= 0:
            value = told_by_parts(rules, memory, tried, low, high, first)
        if rules.bounds is not None and how & BOUNDS and value == -FAR:
            value = told_by_bounds(rules, memory, tried.child, low, high, first)
        if value > best:
            best = value
            counts[CHOSEN] = index
            if best >= high:
                break
        if value > -FAR:
            continue
        score = 2 if index == preferred else 1 if how & KILLERS and is_killer(counts, digest(tried.move), ply) else 0
        if score > 0:
            urgent += 1
        memory.scores[base + left] = score << 12 | 4095 - index & 4095
        left += 1
    return best, left, urgent


class Tried(NamedTuple):
    """A move that is to be searched, and what is known of the position after it."""

    move: Any
    child: Any
    key: Any  # what it is looked up by; 0 if it is not
    same: Any  # whether the same player moves again
    loses: Any  # the words LOSES and UNSAFE
    unsafe: Any


def looked_up(rules: Any, memory: Memory, tried: Any, low: Any, high: Any) -> Any:
    """A child's value, seen by who moves before it, if the table knows that it decides or is no good; else -FAR."""
    counts, table, key, same = memory.counts, memory.table, tried.key, tried.same
    home = home_of(counts, key)
    better = entry_in(table, key, home if same else home + UPPER)
    if better != 0:
        value = for_mover(later(value_in(rules, better)), same)
        if value >= high:
            counts[HITS] += 1
            return value
    worse = entry_in(table, key, home + UPPER if same else home)
    if worse != 0:
        value = for_mover(later(value_in(rules, worse)), same)
        if value <= low:
            counts[HITS] += 1
            return value
    return -FAR


def is_killer(counts: Any, code: int, ply: int) -> bool:
    """Whether a move is one of the two that refuted a position at this ply last."""
    killer = KILLER_WORDS + 2 * (ply & 511)
    return code == counts[killer] or code == counts[killer + 1]  # type: ignore[no-any-return]


def key_of(rules: Any, counts: Any, position: Any, ply: int) -> int:
    """What a position is looked up by in the table."""
    how: int = counts[TECHNIQUES]
    if rules.canonical is not None and how & SYMMETRIC and 0 < ply < LIKE:
        return digest(rules.canonical(position))
    return digest(position)


def home_of(counts: Any, key: int) -> int:
    """The word of the table where the entries of a position may lie: two of lower bounds, two of upper bounds."""
    return 8 * (key >> 16 & (counts[ENTRIES] >> 2) - 1 & MOST_HOMES)  # type: ignore[no-any-return]


def entry_in(table: Any, key: int, place: int) -> int:
    """The entry of a position among the two from this word on; 0 without one."""
    entry: int = table[place + 1]
    if table[place] ^ entry == key:
        return entry
    entry = table[place + 3]
    return entry if table[place + 2] ^ entry == key else 0


def keep(table: Any, place: int, key: int, data: int) -> int:
    """Writes an entry at one of the two places from this word on: what took longer to find is kept; where."""
    old: int = table[place + 1]
    if old >> 14 & 4095 > data >> 14 & 4095 and table[place] ^ old != key:
        place += 2
    table[place] = key ^ data
    table[place + 1] = data
    return place


def weigh(
    rules: Any,
    memory: Memory,
    position: Any,
    high: Any,
    going: bool,
    first: bool,
    ply: int,
    base: int,
    start: int,
    stop: int,
) -> bool:
    """Writes what speaks for some moves; whether one of them wins, for all replies lose at once: then it is CHOSEN."""
    counts, scores = memory.counts, memory.scores
    how: int = counts[TECHNIQUES]
    for place in range(start, stop):
        index = 4095 - (scores[place] & 4095)
        tried = fetch(memory.scratch, base + index)
        child = tried.child
        unsafe = 0
        if going and how & SAFE:
            losing = may_lose(rules, memory, child)
            safe, replies = safe_replies(rules, memory, child, losing)
            stash(memory.scratch, base + index, Tried(tried.move, child, tried.key, tried.same, losing + 1, replies))
            if safe == 0 and not tried.same and counts[HIGHEST] == WIN and high <= WIN - 3:
                counts[CHOSEN] = index
                return True
            unsafe = MOST_SAFE - safe
        scores[place] = weight(rules, memory, child, digest(tried.move), unsafe, first, ply) << 12 | 4095 - index & 4095
    return False


def weight(rules: Any, memory: Memory, child: Any, code: int, unsafe: int, first: bool, ply: int) -> int:
    """What speaks for a move, less than 2**48: what replies are not, its rank, refutations."""
    counts = memory.counts
    how: int = counts[TECHNIQUES]
    rank = 0
    if rules.order is not None and how & RATED:
        rank = rank_of(rules, child, first)
    elif how & REPLIES:
        rank = MOST_RANK - min(sum(1 for _ in rules.moves(child)), MOST_RANK)
    refuted = min(counts[countered(memory, code, first, ply)], OFTEN - 1) & OFTEN - 1 if how & REFUTED else 0
    return (min(unsafe, MOST_SAFE) & MOST_SAFE) * 2**42 + (rank & MOST_RANK) * 2**20 + refuted


def rank_of(rules: Any, child: Any, first: bool) -> int:
    """The rank of a child by the mover's rating of it."""
    rated = float(rules.order(child))
    fine = max(min(FINE * (rated if first else -rated), float(MOST_RANK // 2)), -float(MOST_RANK // 2))
    return int(fine) + MOST_RANK // 2


def countered(memory: Memory, code: int, first: bool, ply: int) -> int:
    """The word of `counts` that tells how often a move refuted a position after the move before; at the root, any."""
    before: int = memory.counts[LINES + (ply & PLIES - 1)]
    return history_of(digest((code, before)), first)


def told_by_parts(rules: Any, memory: Memory, tried: Any, low: Any, high: Any, first: bool) -> Any:
    """A child's value, seen by who moves before it, if its parts say that it decides or is no good; else -FAR."""
    won, _, _ = by_parts(rules, memory, tried.child, first if tried.same else not first, True)
    value = for_mover(won, tried.same)
    if (value > 0 and high <= 1) or (value < 0 and low >= -1):
        memory.counts[SEEN] += 1
        return value
    return -FAR


def after_all(
    rules: Any,
    memory: Memory,
    position: Any,
    key: int,
    low: Any,
    high: Any,
    best: Any,
    urgent: int,
    going: bool,
    first: bool,
    ply: int,
    base: int,
    count: int,
    number: int,
) -> Any:
    """The value after `count` moves, of `number`, are searched; `best` is what all others reach at most.

    `urgent` of them, the table's and the killers, are searched before the others are weighed. `going`: it is known that
    none of them ends the game; techniques may be exchanged while a search is under way.
    """
    counts = memory.counts
    choice: int = counts[CHOSEN]
    shared = counts[THREADS] > 1
    turn = 0
    weighed = False
    while turn < count:
        if turn == urgent and turn + 1 < count and not weighed:
            weighed = True
            if weigh(rules, memory, position, high, going, first, ply, base, base + turn, base + count):
                return WIN - 3
        index = next_best(memory.scores, base + turn, base + count)
        task = digest((key, index)) if shared and turn > 0 else 0
        if task != 0 and put_off(memory, base + turn, task):
            continue
        tried = fetch(memory.scratch, base + index)
        move = tried.move
        counts[LOSES], counts[UNSAFE] = tried.loses, tried.unsafe
        counts[LINES + (ply + 1 & PLIES - 1)] = digest(move)
        counts[PATH + (ply & PLIES - 1)] = index
        counts[GOING] = 1 if going else 0
        value = below(rules, memory, tried.child, low, high, first, ply, base + number)
        if task != 0:
            memory.busy[task & BUSY - 1] = 0
        turn += 1
        counts[LOOKED] += 1
        if value > best:
            best, choice = value, index
        if best >= high:
            counts[CUTOFFS] += 1
            if turn == 1:
                counts[FIRST_CUTS] += 1
            credit(memory, digest(move), first, ply, count - turn)
            break
    counts[CHOSEN] = choice
    return best


def below(rules: Any, memory: Memory, child: Any, low: Any, high: Any, first: bool, ply: int, base: int) -> Any:
    """A child's value within the mover's window, seen by the mover."""
    alpha, beta = (low, high) if first else (-high, -low)
    value = later(reaches(rules, memory, child, passed(rules, alpha), passed(rules, beta), ply + 1, base))
    return value if first else -value


def credit(memory: Memory, code: int, first: bool, ply: int, left: int) -> int:
    """Notes that a move refuted its position, with that many moves left: after the move before, and for the root."""
    counts = memory.counts
    killer = KILLER_WORDS + 2 * (ply & 511)
    if counts[killer] != code:
        counts[killer + 1] = counts[killer]
        counts[killer] = code
    count_refutation(counts, countered(memory, code, first, ply), left)
    return count_refutation(counts, countered(memory, code, first, 0), left)


def count_refutation(counts: Any, place: int, left: int) -> int:
    """Adds to how often a move refuted a position, with that many moves left; where that is counted."""
    grown: int = counts[place] + 1 + left
    counts[place] = grown if grown < OFTEN else OFTEN // 2
    return place
