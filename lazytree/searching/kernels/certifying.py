"""The moves of a certificate, found by the solver in the subset: `lazytree.solving.certificates` says in which order.

Positions are known by 64 bits: should two have the same, the certificate is wrong, and its checker says so.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from lazytree.core.game import FIRST

from .memory import digest
from .parts import Memory
from .scout import FromZero
from .searches import Array, Number, Position, Value, ended
from .solver import CHOSEN, reaches
from .threats import is_over

MET, MOVES, FAILED, FIRST_MOVE = 0, 1, 2, 3
"""Words of `moves`: positions met, moves made, how it has failed; from where the moves are."""
FULL, CIRCLE, LESS, TOO_WIDE = 1, 2, 3, 4
OPEN, DONE = 1, 2  # a position above the present one, and one below which all has been met: the lowest bits of a word
STATE = 3


class Proof(NamedTuple):
    """What is written: a table of the positions met, whose length is a power of 2, and the moves."""

    known: Array
    moves: Array


def certify(
    rules: Any,
    memory: Memory,
    proof: Proof,
    position: Position,
    holder: Number,
    asked: Value,
    mask: FromZero,
    most: FromZero,
) -> int:
    """Writes a move of `holder` in each position below this one, or why not; the number of positions met.

    FIRST holds a value of at least `asked`, SECOND one of less. `mask` is the length of the table less 1; no more than
    `most` moves, and twice as many positions, are written. `rules` are those of the solver.
    """
    known, moves = proof.known, proof.moves
    place = place_of(known, digest(position), mask)
    if known[place] != 0:
        if known[place] & STATE == OPEN and (asked > 0 if holder == FIRST else asked <= 0):
            moves[FAILED] = CIRCLE
        return moves[MET]  # type: ignore[no-any-return]
    if moves[MET] >= 2 * most or moves[MOVES] >= most:
        moves[FAILED] = FULL
        return moves[MET]  # type: ignore[no-any-return]
    moves[MET] += 1
    known[place] = digest(position) & ~STATE | OPEN
    if is_over(rules, position):
        if (ended(rules, position) >= asked) != (holder == FIRST):
            moves[FAILED] = LESS
    elif (rules.mover(position) == FIRST) == (holder == FIRST):
        choice = chosen(rules, memory, proof, position, asked, mask)
        moves[FIRST_MOVE + moves[MOVES]] = choice
        moves[MOVES] += 1
        for move in rules.moves(position):
            choice -= 1
            if choice < 0:
                certify(rules, memory, proof, rules.play(position, move), holder, asked, mask, most)
                break
    else:
        for move in rules.moves(position):
            certify(rules, memory, proof, rules.play(position, move), holder, asked, mask, most)
            if moves[FAILED] != 0:
                break
    known[place] = digest(position) & ~STATE | DONE
    return moves[MET]  # type: ignore[no-any-return]


def chosen(rules: Any, memory: Memory, proof: Proof, position: Any, asked: Any, mask: int) -> int:
    """The number of a move that leads to what has been met, if one does, else of one that the solver finds."""
    number = -1
    for move in rules.moves(position):
        number += 1
        place = place_of(proof.known, digest(rules.play(position, move)), mask)
        if proof.known[place] & STATE == DONE:
            return number
    reaches(rules, memory, position, asked - 1, asked, 0, 0)
    choice: int = memory.counts[CHOSEN]
    if choice >= 4094:
        proof.moves[FAILED] = TOO_WIDE  # the table of the solver keeps no larger number
    return choice


def place_of(known: Any, key: int, mask: int) -> int:
    """The word of a position in the table: its own, or the empty one where it is to be put."""
    place = key >> 2 & mask
    while known[place] != 0 and (known[place] ^ key) >> 2 != 0:
        place = place + 1 & mask
    return place
