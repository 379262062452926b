"""In which order a search tries moves: killers, history, and what other threads are busy with."""

from __future__ import annotations

from typing import Any

from lazytree.trees.ratings import even

from ..ir.scratch import digest, stash
from .searches import TO_THE_END, Rules

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
