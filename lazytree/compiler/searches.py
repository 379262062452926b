"""Whole searches, written in the subset: one text that Python runs and that compiles together with a game's rules.

Functions of the game come as arguments. `counts`, `table` and `scratch` are memory that may be changed in place:
arrays of 64-bit ints in machine code, lists in Python. Values are seen by FIRST unless said otherwise.
"""

from __future__ import annotations

from typing import Any

from lazytree.game import FIRST
from lazytree.worth import WIN, later, sooner

from .reader import emit

FAR = 2**40  # beyond every value
SEEN, HITS, BEST, STATE = range(4)  # words of `counts`
HISTORY, KILLERS, LINES = 16, 16 + 2 * 4096, 16 + 2 * 4096 + 2 * 1024  # where in `counts` they begin
LONGEST = 64  # plies of a line that is remembered
COUNTS = LINES + LONGEST * LONGEST
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
MOST_MOVES = 1024  # of a position, in a search that orders them
MASK = (1 << 63) - 1


def perft(moves: Any, play: Any, position: Any, depth: int) -> int:
    """How many lines of that many plies there are."""
    if depth == 0:
        return 1
    total = 0
    if depth == 1:
        for _ in moves(position):
            total += 1
        return total
    for move in moves(position):
        total += perft(moves, play, play(position, move), depth - 1)
    return total


def listed(moves: Any, position: Any) -> int:
    """Hands every move to Python; how many there are."""
    count = 0
    for move in moves(position):
        emit(count, move)
        count += 1
    return count


def children(moves: Any, play: Any, position: Any) -> int:
    """Hands every move with the position after it to Python; how many there are."""
    count = 0
    for move in moves(position):
        emit(count, (move, play(position, move)))
        count += 1
    return count


def static(moves: Any, payoffs: Any, rating: Any, position: Any) -> int:
    """What a leaf is worth."""
    for _ in moves(position):
        return rating(position)  # type: ignore[no-any-return]
    return WIN * payoffs(position)[FIRST]  # type: ignore[no-any-return]


def alphabeta(
    mover: Any,
    moves: Any,
    play: Any,
    payoffs: Any,
    rating: Any,
    position: Any,
    depth: int,
    alpha: int,
    beta: int,
    counts: Any,
) -> int:
    """The value at a fixed depth, fail-soft; it looks at exactly the nodes that lazytree.alphabeta looks at."""
    counts[SEEN] += 1
    if depth == 0:
        return static(moves, payoffs, rating, position)
    first = mover(position) == FIRST
    best = -FAR if first else FAR
    alone = True
    for move in moves(position):
        alone = False
        child = play(position, move)
        value = alphabeta(mover, moves, play, payoffs, rating, child, depth - 1, sooner(alpha), sooner(beta), counts)
        if first:
            best = max(best, later(value))
            alpha = max(alpha, best)
        else:
            best = min(best, later(value))
            beta = min(beta, best)
        if alpha >= beta:
            break
    if alone:
        return WIN * payoffs(position)[FIRST]  # type: ignore[no-any-return]
    return best
