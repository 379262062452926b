"""Rules as machine code: `compiled(game)`, and which lane its rules run in. Needs the extra `compiled`.

Whole searches in machine code are asked for at the front door: `lazytree.deepen`, `solve`, `perft` and others. This is
the compiler's own door: the rest of the library imports nothing of it but `lazytree.compiler`, and uses what is named
here. A module behind the door is imported when one of its names is first used, so that `import lazytree` waits neither
for the passes of the compiler nor for llvmlite.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lazytree.core.game import Game, M, P
from lazytree.core.lanes import Lane
from lazytree.trees.collector import gc_paused

from .llvm import IMPORTING, MISSING, is_compiling, is_installed  # from now on a fork waits for imports

if TYPE_CHECKING:
    from .entry_points.counting import count_lines as count_lines
    from .entry_points.counting import count_positions as count_positions
    from .entry_points.counting import perft_runner as perft_runner
    from .entry_points.counting import unfold_runner as unfold_runner
    from .entry_points.deepening import depth_runner as depth_runner
    from .entry_points.deepening import search_to_depth as search_to_depth
    from .entry_points.proving import proof_numbers as proof_numbers
    from .entry_points.proving import prove_runner as prove_runner
    from .entry_points.retrograde import Positions as Positions
    from .entry_points.solving import solve_exactly as solve_exactly
    from .entry_points.to_the_end import highest_payoff as highest_payoff
    from .entry_points.to_the_end import solve_refusal as solve_refusal
    from .entry_points.to_the_end import solve_runner as solve_runner
    from .frontend.fingerprint import digest_of as digest_of
    from .running import Runner as Runner
    from .webassembly import GameModule as GameModule
    from .webassembly import Wasm as Wasm
    from .webassembly import game_in_wasm as game_in_wasm
    from .webassembly import module_by_rating as module_by_rating
    from .webassembly import wasm as wasm

BEHIND = {
    "entry_points.counting": ("count_lines", "count_positions", "perft_runner", "unfold_runner"),
    "entry_points.deepening": ("depth_runner", "search_to_depth"),
    "entry_points.proving": ("proof_numbers", "prove_runner"),
    "entry_points.retrograde": ("Positions",),
    "entry_points.solving": ("solve_exactly",),
    "entry_points.to_the_end": ("highest_payoff", "solve_refusal", "solve_runner"),
    "frontend.fingerprint": ("digest_of",),
    "running": ("Runner",),
    "webassembly": ("GameModule", "Wasm", "game_in_wasm", "module_by_rating", "wasm"),
}
"""The modules behind the door, with the names that are taken from each when it is first used."""

__all__ = [
    "MISSING",
    "compiled",
    "is_compiling",
    "is_installed",
    "rules_lane",
    *(name for names in BEHIND.values() for name in names),
]


def compiled(game: Game[P, M]) -> Game[P, M]:
    """The same game with `mover`, `moves`, `play`, `payoffs` and `ratings` in machine code.

    A game outside of the subset comes back as it is: `lane(game).rules.reason` says which rule it breaks, and where; so
    does every game if the extra is missing. A rating outside of the subset stays interpreted. What a check stops (an
    int too large, say) the interpreted rules answer.

    >>> from lazytree.games import tic_tac_toe
    >>> game = compiled(tic_tac_toe())
    >>> list(game.moves(game.play(game.start, 4)))
    [0, 1, 2, 3, 5, 6, 7, 8]
    """
    return taken("compiling").compiled_game(game)  # type: ignore[no-any-return]


def rules_lane(game: Game[P, M]) -> Lane:
    """Which lane `compiled(game)` runs in, and why; how often that lane has given a question back to Python so far.

    `lazytree.lane(game).rules` is the same; other questions compile more than the rules.

    >>> from lazytree.games import tic_tac_toe
    >>> rules_lane(tic_tac_toe()).name
    'machine'
    """
    return taken("compiling").rules_lane(game)  # type: ignore[no-any-return]


def taken(module: str) -> Any:
    """A module behind the door; a fork in another thread waits until it is imported."""
    with IMPORTING, gc_paused():
        return import_module(f".{module}", __name__)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """What stands behind the door, imported now."""
        for module, names in BEHIND.items():
            if name in names:
                globals()[name] = found = getattr(taken(module), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
