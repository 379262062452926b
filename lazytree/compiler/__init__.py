"""Rules as machine code: `compiled(game)`, and which lane its rules run in. Needs the extra `compiled`.

Whole searches in machine code are asked for at the front door: `lazytree.deepen`, `solve`, `perft` and others; what
runs them is `lazytree.machine`. This is the compiler's own door: the rest of the library imports nothing of it but
`lazytree.compiler`, and uses what is named here. A module behind the door is imported when one of its names is first
used, so that `import lazytree` waits neither for the passes of the compiler nor for llvmlite.
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from lazytree.core.game import Game, M, P
from lazytree.core.lanes import Lane
from lazytree.trees.collector import gc_paused

from .llvm import IMPORTING, MISSING, is_compiling, is_installed  # from now on a fork waits for imports

if TYPE_CHECKING:
    from .compiling import interpreted as interpreted
    from .frontend.fingerprint import digest_of as digest_of
    from .running import Runner as Runner
    from .running import handles as handles
    from .running import pays_floats as pays_floats
    from .running import pays_more as pays_more
    from .runtime.boundary import Unpacking as Unpacking
    from .runtime.waiting import POLLED as POLLED
    from .runtime.waiting import Answer as Answer
    from .runtime.waiting import begun as begun
    from .runtime.waiting import started as started
    from .webassembly import GameModule as GameModule
    from .webassembly import Wasm as Wasm
    from .webassembly import game_in_wasm as game_in_wasm
    from .webassembly import module_by_rating as module_by_rating
    from .webassembly import wasm as wasm

BEHIND = {
    "compiling": ("interpreted",),
    "frontend.fingerprint": ("digest_of",),
    "running": ("Runner", "handles", "pays_floats", "pays_more"),
    "runtime.boundary": ("Unpacking",),
    "runtime.waiting": ("POLLED", "Answer", "begun", "started"),
    "webassembly": ("GameModule", "Wasm", "game_in_wasm", "module_by_rating", "wasm"),
}
"""The modules behind the door, with the names that are taken from each when it is first used."""

__all__ = [
    "MISSING",
    "compiled",
    "door",
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


def taken(module: str, package: str = __name__) -> Any:
    """A module behind a package's door; a fork in another thread waits until it is imported."""
    with IMPORTING, gc_paused():
        return import_module(f".{module}", package)


def door(package: str, behind: Mapping[str, tuple[str, ...]]) -> Callable[[str], Any]:
    """The `__getattr__` of a package: what stands behind its door, by module, imported when it is first used."""

    def found(name: str) -> Any:
        for module, names in behind.items():
            if name in names:
                value = getattr(taken(module, package), name)
                setattr(sys.modules[package], name, value)
                return value
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return found


if not TYPE_CHECKING:
    __getattr__ = door(__name__, BEHIND)
