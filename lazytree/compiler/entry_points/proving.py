"""Proofs that FIRST can force a payoff, by proof numbers, in machine code."""

from __future__ import annotations

from math import floor

from lazytree.core.checks import opposed_payoffs
from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import FIRST, Game, M, P, is_over
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped
from lazytree.core.values import WIN
from lazytree.searching.kernels import solver
from lazytree.searching.kernels.memory import Words
from lazytree.searching.kernels.scout import COUNTS, ENTRIES, HIGHEST, SEEN, THREADS, Memory
from lazytree.searching.kernels.searches import FAR
from lazytree.solving.proof_numbers import DISPROVEN, OPEN, PROVEN, ProofNumbers

from .deepening import COUNTED, pays_more
from .memories import tallied
from .solving import highest, lowest_value, prover_of, solve_refusal

FEWEST = 8  # entries of a table
AT_ONCE = 2**16  # positions between two looks at the numbers


def proof_numbers(
    game: Game[P, M], here: P, more_than: float, most: int, entries: int, stats: Stats, stop: Stop | None
) -> ProofNumbers:
    """The numbers of the claim that FIRST's payoff can be forced above `more_than`, after `most` visits at most.

    Trapped where machine code cannot find them.
    """
    if beyond := solve_refusal(game):
        raise Trapped(Trap.OUTSIDE, beyond)
    if is_over(game, here):
        return PROVEN if opposed_payoffs(game, here)[FIRST] > more_than else DISPROVEN
    size = 2 ** (max(entries, FEWEST).bit_length() - 1)
    none = Words(1)
    memory = Memory(Words(COUNTS), Words(2 * size), none, none, none)
    counts = memory.counts
    counts[ENTRIES], counts[HIGHEST], counts[THREADS] = size, highest(not pays_more(game)), 1
    with tallied([memory], COUNTED, stats, stop) as poll:
        prover, numbers = prover_of(game, memory, poll), OPEN
        if prover.run.rules.whole != 1:
            raise Trapped(Trap.OUTSIDE, "proofs of payoffs that are shares")
        counts[solver.TECHNIQUES] = solver.LOSING | solver.SYMMETRIC
        far = FAR // WIN
        goal = lowest_value(floor(max(-far, min(more_than, far))) + 1)
        try:
            while counts[SEEN] < most and 0 not in numbers:
                numbers = prover(here, goal, min(most - counts[SEEN], max(AT_ONCE, counts[SEEN])))
        except Stopped:
            pass
        return numbers
