"""Ends that are reached at once, in the subset: moves that win, and moves after which the opponent does.

In most games a move is seldom met by a win at once unless the opponent threatened it before. So it is asked first
whether the opponent would win as if it were the opponent's turn (AS_IF); where nothing is threatened, moves are taken
to be safe, as long as a sample of them says that they are.
"""

from __future__ import annotations

from typing import Any

from lazytree.core.game import FIRST, SECOND
from lazytree.core.values import WIN, later

from .memory import digest
from .parts import Memory
from .scout import COUNTS, SEEN
from .searches import FAR, ended

TECHNIQUES = 15  # the word of `counts` that tells what is used
PARTS, AS_IF = 512, 1024  # bits of it
REPLY = COUNTS - 3  # the digest of the last move that was found to win at once
EARLY = 8  # moves among which one is found as soon as it would be by its digest
UNTHREATENED = REPLY + 1  # moves where the opponent threatened nothing; those of them that lost at once
SELDOM = 64  # moves for each that loses at once: then these are looked for only in one of 64 positions
SAMPLE = 1024  # moves that tell whether they are
COUNTED = 2
MOST_SAFE = 63
MOST_BITS = 62


def for_mover(value: Any, first: bool) -> Any:
    """A value seen by FIRST as the mover sees it, and the other way round."""
    return value if first else -value


def is_over(rules: Any, position: Any) -> bool:
    """Whether there is no move."""
    return not any(True for _ in rules.moves(position))


def by_last_move(rules: Any, memory: Memory, over: Any, first: bool) -> Any:
    """What a player (`first`: FIRST) gets by a move that ends the game.

    Raises ValueError where positions are taken to fall apart, but that player does not win.
    """
    value = for_mover(later(ended(rules, over)), first)
    if rules.regions is not None and value <= 0 and memory.counts[TECHNIQUES] & PARTS:
        raise ValueError("regions are for games in which the player who cannot move loses")
    return value


def moves_again(rules: Any, child: Any, first: bool) -> bool:
    """Whether who has moved moves again; `first`: whether that is FIRST."""
    return (rules.mover(child) == FIRST) == first  # type: ignore[no-any-return]


def best_end(rules: Any, memory: Memory, position: Any, reply: int = 0) -> Any:
    """At least what the mover gets by ending the game at once, seen by the mover; -FAR where no move ends it.

    A move with the digest `reply` is tried first; a move that wins is noted at REPLY, unless it is an early one.
    """
    first = rules.mover(position) == FIRST
    if reply != 0:
        for move in rules.moves(position):
            if digest(move) == reply:
                child = rules.play(position, move)
                if is_over(rules, child):
                    value = by_last_move(rules, memory, child, first)
                    if value > 0:
                        return value
    best = -FAR
    number = 0
    for move in rules.moves(position):
        child = rules.play(position, move)
        if is_over(rules, child):
            best = max(best, by_last_move(rules, memory, child, first))
            if best > 0:
                memory.counts[REPLY] = digest(move) if number >= EARLY else 0
                break
        number += 1  # noqa: SIM113 - rules may give a range here and a tuple there
    return best


def is_threatened(rules: Any, memory: Memory, position: Any) -> bool:
    """Whether the opponent of who moves would win at once, were it the opponent's turn: by the move noted at REPLY."""
    turn = SECOND if rules.mover(position) == FIRST else FIRST
    return best_end(rules, memory, position._replace(mover=turn)) > 0  # type: ignore[no-any-return]


def may_lose(rules: Any, memory: Memory, position: Any) -> int:
    """Whether moves that lose at once are to be looked for: 0 if not, COUNTED if they tell of those that are hidden.

    Where the opponent threatens nothing, a move is seldom met by a win at once, in many games never: as long as that
    is so, all but a few are taken to be safe. A reply that would win is noted at REPLY.
    """
    counts = memory.counts
    counts[REPLY] = 0
    if not rules.passes or counts[TECHNIQUES] & AS_IF == 0:
        return 1
    tried: int = counts[UNTHREATENED]
    hidden: int = counts[UNTHREATENED + 1]
    sample = tried < SAMPLE or counts[SEEN] & SELDOM - 1 == 0
    seldom = hidden * SELDOM < tried
    if not seldom and not sample:
        return 1
    if is_threatened(rules, memory, position):
        return 1
    return COUNTED if sample or not seldom else 0


def safe_replies(rules: Any, memory: Memory, position: Any, losing: int) -> tuple[int, int]:
    """The number of moves after which the opponent does not win at once, MOST_SAFE at most; the others, as in UNSAFE.

    `losing`: as `may_lose` says.
    """
    first = rules.mover(position) == FIRST
    if losing == 0:
        return min(sum(1 for _ in rules.moves(position)), MOST_SAFE), 0
    count = unsafe = 0
    bit = 1
    for move in rules.moves(position):
        child = rules.play(position, move)
        same = moves_again(rules, child, first)
        if same or best_end(rules, memory, child, memory.counts[REPLY]) <= 0:
            count += 1
            if count >= MOST_SAFE:
                break
        else:
            unsafe |= bit
        bit = bit << 1 & 2**MOST_BITS - 1
    return count, unsafe


def foreseen(rules: Any, memory: Memory, child: Any, low: Any, high: Any, first: bool, losing: int) -> Any:
    """A child's value, seen by who moves before it, if an end that its mover may reach at once decides it; else -FAR.

    `losing`: as `may_lose` says.
    """
    counts = memory.counts
    same = moves_again(rules, child, first)
    ending = best_end(rules, memory, child, counts[REPLY])
    hidden = 1 if losing == COUNTED else 0
    counts[UNTHREATENED] += hidden
    if ending > -FAR:
        value = for_mover(later(ending), same)
        if same and value >= high:
            return value
        if not same and value <= low:
            counts[UNTHREATENED + 1] += hidden
            return value
    return -FAR


def met(counts: Any, unsafe: int, low: Any, losing: int) -> Any:
    """The same of a child of which that is known: `unsafe` is 1 if its mover wins at once, else 0."""
    hidden = 1 if losing == COUNTED else 0
    counts[UNTHREATENED] += hidden
    if unsafe == 1 and low >= 2 - WIN:
        counts[UNTHREATENED + 1] += hidden
        return 2 - WIN
    return -FAR
