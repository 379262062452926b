"""Whole searches in machine code: what runs a kernel for a question of the front door, with its memory and its threads.

The compiler gives a `Runner` for a game and a kernel; a module here gives it memory, says how far it looks, and turns
what it leaves in that memory into an answer. Each raises Trapped where machine code cannot answer: then the question
is asked in Python. As at the compiler's door, a module is imported when one of its names is first used.
"""

from typing import TYPE_CHECKING

from lazytree.compiler import door

if TYPE_CHECKING:
    from .counting import count_lines as count_lines
    from .counting import count_positions as count_positions
    from .counting import perft_runner as perft_runner
    from .counting import unfold_runner as unfold_runner
    from .deepening import depth_runner as depth_runner
    from .deepening import search_to_depth as search_to_depth
    from .proving import proof_numbers as proof_numbers
    from .proving import prove_runner as prove_runner
    from .retrograde import Positions as Positions
    from .solving import solve_exactly as solve_exactly
    from .to_the_end import highest_payoff as highest_payoff
    from .to_the_end import solve_refusal as solve_refusal
    from .to_the_end import solve_runner as solve_runner

BEHIND = {
    "counting": ("count_lines", "count_positions", "perft_runner", "unfold_runner"),
    "deepening": ("depth_runner", "search_to_depth"),
    "proving": ("proof_numbers", "prove_runner"),
    "retrograde": ("Positions",),
    "solving": ("solve_exactly",),
    "to_the_end": ("highest_payoff", "solve_refusal", "solve_runner"),
}
"""The modules behind the door, with the names that are taken from each when it is first used."""

__all__ = sorted(name for names in BEHIND.values() for name in names)

if not TYPE_CHECKING:
    __getattr__ = door(__name__, BEHIND)
