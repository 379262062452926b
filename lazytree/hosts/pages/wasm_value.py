"""`wasm(game)`: the rules of a game and an engine as a module of WebAssembly, for pages of one's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lazytree.compiler.ir.kinds import Int, Record
from lazytree.compiler.kernels import many_players, ordering, scout, searches, simulations
from lazytree.compiler.runtime.boundary import packer
from lazytree.compiler.runtime.wasm_layout import ANSWERS, Module, entries_layout, memory_map, shared_words
from lazytree.compiler.webassembly import GameModule, module_by_rating
from lazytree.core.errors import UNPLACED, Refused, Trap
from lazytree.core.game import Game, M, P, position_or_start, require_game
from lazytree.core.values import SURE, WIN
from lazytree.searching.averages import UNIT
from lazytree.trees.labels import too_large_somewhere
from lazytree.trees.ratings import resolve_rating

KEPT = 2**16  # words for the moves of a ply in simulations
STACKED = 2**15  # moves of the nodes above, in a search
DEEPEST = 512  # plies
MOST_PAYOFF = 1000  # what simulations take for the highest payoff, where inference knows no better


@dataclass(frozen=True)
class Wasm:
    """A game in WebAssembly: `code`, the bytes of the module, and `layout`, what its host must know, as JSON has it.

    `lazytree/show/static/wasm_game.mjs` wraps both: `await wasmGame(code, layout)`. In `layout`:

    - `name`, `players`; `chance`: whether chance moves; `start`: the bytes of the first position;
    - `entries`: of each function where the parts of its arguments, of its result, and of what it emits lie: positions
      and moves with the names of their fields (`packed.mjs` reads and writes them);
    - `memory`: the address of each part of the memory, `words`: the words that host and code share (a 64-bit word each,
      from `memory.context` on), `answers`: how many values fit in what is emitted;
    - `traps`, `sites`: why a call gives up, and where: an entry returns 0, or site * words.kinds + trap; `told` has
      the sentence for a trap that no line of the rules is to blame for;
    - `search`, `sampling`: the numbers of the kernels that look ahead.

    An entry is called with three addresses: of the shared words, of the packed arguments, of the room for the result.
    The module imports `memory`; `stack`, a global that is to be `memory.top` when a call begins; `more`, which gives
    how many steps a call may go on, or 0; and `fmod` where it divides floats.
    """

    code: bytes
    layout: Mapping[str, Any]
    left_out: tuple[str, ...] = ()  # which ratings of the game do not compile, and why


def wasm(game: Game[P, M], rating: str | Callable[[P], Any] | None = None) -> Wasm:
    r"""The rules of a game, what its board shows, and an engine that looks ahead by a rating, in WebAssembly.

    The rating is one of the game's by its name, or a function; by default its first that compiles, or none:
    `Wasm.left_out` names those that do not. Of more than two players it is a standing. The same game gives the same
    bytes.

    Raises: Refused, with the reason that `lane(game).publish` gives, where the rules do not compile, or a rating that
    is asked for. ValueError for no game, and a name that is none of the ratings'.

    >>> from lazytree.games import nim
    >>> made = wasm(nim())
    >>> made.code[:4], made.layout["entries"]["mover"]["arguments"]["values"][0]["names"]
    (b'\x00asm', ['heaps', 'mover'])
    """
    found = game_in_wasm(game, rating)
    return Wasm(found.module.code, layout_data(game, found), found.left_out)


def game_in_wasm(
    game: Game[P, M], rating: str | Callable[[P], Any] | None, meanwhile: Callable[[], object] = lambda: None
) -> GameModule:
    """The module of a game; arguments and errors as those of `wasm`. `meanwhile` is done while LLVM is at work."""
    require_game(game)
    position_or_start(game)
    found = module_by_rating(game, None if rating is None else resolve_rating(game, rating), meanwhile)
    if isinstance(found, Refused):
        raise found
    return found


def layout_data(game: Game[P, M], found: GameModule) -> dict[str, Any]:
    """What a host must know of the module of a game: `Wasm.layout`."""
    module, what = found.module, "rating" if len(game.players) <= 2 else "standing"
    return {
        "name": game.name,
        "players": list(game.players),
        "whole": found.rules.whole,
        "chance": game.odds is not None,
        "floats": found.rules.floats,
        "paysMore": highest_payoff(module) != 1,
        "start": list(packer(module.entries["mover"].arguments, module.cell)(game.start)),
        "answers": ANSWERS,
        "memory": memory_map(module.entries, module.cell, module.end),
        "words": shared_words(),
        "entries": entries_layout(module.entries, module.cell),
        "traps": ["", *(trap.name.lower() for trap in Trap)],
        "sites": list(module.sites),
        "told": {
            Trap.RATING.name.lower(): too_large_somewhere(what, found.rules.rating),
            Trap.PAYOFFS.name.lower(): UNPLACED[Trap.PAYOFFS],
        },
        "search": search_numbers(found),
        "sampling": sampling_numbers(found),
    }


def highest_payoff(module: Module) -> int:
    """The highest payoff that is possible, of what is packed, as inference knows it."""
    result = module.entries["payoffs"].result
    items = result.items if isinstance(result, Record) else ()
    ends = [abs(bound) for item in items if isinstance(item, Int) for bound in (item.low, item.high)]
    return max(1, min(max(ends, default=MOST_PAYOFF), MOST_PAYOFF))


def search_numbers(found: GameModule) -> dict[str, int]:
    """The numbers of the kernel that looks ahead: where its memory holds what, and what its values mean."""
    many = "maxn" in found.module.entries
    kernel: Any = many_players if many else scout
    names = ("SEEN", "ENTRIES", "CUT", "PLAYERS", "HEAD", "COUNTS") if many else SCOUT
    unit = 1 if found.rules.odds is None else UNIT
    far = searches.FAR * unit
    return {
        **{name: getattr(kernel, name) for name in names},
        "BUSY": ordering.BUSY,
        "STACKED": STACKED,
        "deepest": DEEPEST,
        "toTheEnd": searches.TO_THE_END,
        "unit": unit,
        "win": WIN,
        "sure": SURE,
        "far": far,
        "farthest": searches.FAR * unit,
    }


SCOUT = ("SEEN", "ENTRIES", "CUT", "THREADS", "HIGHEST", "BEYOND", "LINES", "LONGEST", "COUNTS")


def sampling_numbers(found: GameModule) -> dict[str, int]:
    """The numbers of simulations: the layout of a node, and where their memory holds what."""
    names = ("VISITS", "BELOW", "COUNT", "PLIES", "TOTAL", "USED", "ROOM", "FULL", "OF_ROOM", "SEEN", "SLOTS", "COUNTS")
    rules, most = found.sampling, highest_payoff(found.module)
    return {
        **{name: getattr(simulations, name) for name in (*names, "DEEPEST")},
        "size": rules.size,
        "numbers": rules.numbers,
        "worth": rules.worth,
        "scale": rules.scale,
        "kept": KEPT,
        "unit": UNIT,
        "highest": -(-most // rules.whole),
        "bounded": int(most < MOST_PAYOFF),
    }
