"""A game as one module of WebAssembly: its rules, what its board shows, a rating, and the kernels of its engine.

A module has these entries, as far as a game has what they want:

- `moves`, `play`, `mover`, `payoffs`, `odds`: the rules, as in `compiled(game)`;
- `stones`, `touched`: what stands on the board, and the cells that a move names;
- `rating`: the rating (of more than two players the standing);
- `scout`, of two players: the value at a depth, or to the end of the game, and the best line;
- `maxn`, of more: the values of all players;
- `sample`: simulations (UCT) without a rating.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lazytree.core.errors import UNPLACED, Refused, Trap
from lazytree.core.game import Game, M, P, position_or_start, require_game
from lazytree.core.layout import Layout
from lazytree.core.rules import rules_of, with_whole_payoffs
from lazytree.core.values import SURE, WIN
from lazytree.searching.averages import UNIT
from lazytree.searching.kernels import many_players, sampled, scout, searches, simulations
from lazytree.searching.kernels.searches import Rules
from lazytree.searching.kernels.simulations import Sampling, sampling
from lazytree.trees.labels import too_large_somewhere
from lazytree.trees.ratings import even, level, resolve_rating

from .abi import (
    ALLOWED,
    ARENA,
    CONTEXT_WORDS,
    OUT,
    ROOM,
    STACK,
    STEPS,
    STOP,
    TRAP,
    TRAPS,
    WASM_ARENA,
    Packing,
    is_unsigned,
    leaf_bytes,
)
from .compiling import interpreted, original, plan
from .driver import COMPILER_FAULT, holds, told, webassembly_now, with_room_if_deep
from .ir.classes import fields_of
from .ir.joining import cell_bits
from .ir.kinds import Bool, Fixed, Float, Int, Maybe, Record, Type, Varying, Vector, Words, width
from .ir.symbols import NOTHING, OrNone, Symbol
from .running import has_floats, kinds_of, with_floats
from .runtime.boundary import packer
from .runtime.cache import Entry
from .runtime.wasm import Module

if TYPE_CHECKING:
    from .inference.programs import Instance
    from .passes import Planning

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
    The module imports `memory`; `stack`, a global that is to be `memory.top` when a call begins; and `more`, which
    gives how many steps a call may go on, or 0.
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
    return Wasm(found.module.code, found.layout(game), found.left_out)


def game_in_wasm(game: Game[P, M], rating: str | Callable[[P], Any] | None) -> GameModule:
    """The module of a game; arguments and errors as those of `wasm`."""
    require_game(game)
    position_or_start(game)
    found = module_by_rating(game, None if rating is None else resolve_rating(game, rating))
    if isinstance(found, Refused):
        raise found
    return found


@dataclass(frozen=True)
class GameModule:
    """The module of a game, the rules that its searches are compiled with, and the layout of a node of simulations."""

    module: Module
    rules: Rules
    sampling: Sampling
    left_out: tuple[str, ...] = ()  # which ratings do not compile with it, and why

    @property
    def is_rated(self) -> bool:
        """Whether there is a rating in it, other than 0 everywhere."""
        return self.rules.rating is not plain_rating(self.sampling.players)

    @property
    def is_sampled(self) -> bool:
        """Whether it makes simulations."""
        return "sample" in self.module.entries

    @property
    def highest_payoff(self) -> int:
        """The highest payoff that is possible, of what is packed, as inference knows it."""
        result = self.module.entries["payoffs"].result
        items = result.items if isinstance(result, Record) else ()
        ends = [abs(bound) for item in items if isinstance(item, Int) for bound in (item.low, item.high)]
        return max(1, min(max(ends, default=MOST_PAYOFF), MOST_PAYOFF))

    def layout(self, game: Game[Any, Any]) -> dict[str, Any]:
        """What a host must know of the module of a game: `Wasm.layout`."""
        module, what = self.module, "rating" if len(game.players) <= 2 else "standing"
        return {
            "name": game.name,
            "players": list(game.players),
            "whole": self.rules.whole,
            "chance": game.odds is not None,
            "floats": self.rules.floats,
            "paysMore": self.highest_payoff != 1,
            "start": list(self.pack_position(game.start)),
            "answers": ANSWERS,
            "memory": memory_map(module),
            "words": {**WORDS, "kinds": TRAPS},
            "entries": entries_layout(module.entries, module.cell),
            "traps": ["", *(trap.name.lower() for trap in Trap)],
            "sites": list(module.sites),
            "told": {
                Trap.RATING.name.lower(): too_large_somewhere(what, self.rules.rating),
                Trap.PAYOFFS.name.lower(): UNPLACED[Trap.PAYOFFS],
            },
            "search": search_numbers(self),
            "sampling": sampling_numbers(self),
        }

    @property
    def pack_move(self) -> Callable[[Any], bytes]:
        """What makes the bytes of a move."""
        return packer(self.module.entries["play"].arguments[1:], self.module.cell)

    @property
    def pack_position(self) -> Callable[[Any], bytes]:
        """What makes the bytes of a position."""
        return packer(self.module.entries["mover"].arguments, self.module.cell)

    def start_bytes(self, game: Game[Any, Any]) -> bytes | None:
        """The bytes of a start of the same rules.

        None where a number in it lies outside of the range for which the module was made.
        """
        kind = self.module.entries["mover"].arguments[0]
        return self.pack_position(game.start) if holds(kind, game.start) else None


def plain_rating(players: int) -> Callable[[Any], Any]:
    """The rating, or the standing of more than two players, that is 0 everywhere."""
    return even if players <= 2 else level(players)


def module_by_rating(game: Game[P, M], rating: Callable[[P], Any] | None = None) -> GameModule | Refused:
    """The module of a game, with an engine that looks ahead by a rating; or why there is none.

    Of more than two players it is a standing. By default it is the first that compiles with the rules, or none: the
    module says which ones are left out.
    """
    if rating is not None:
        return game_module(game, rating)
    two, plain, left_out = len(game.players) <= 2, plain_rating(len(game.players)), list[str]()
    for name, judge in (game.ratings if two else game.standings).items():
        found = game_module(game, judge)
        if isinstance(found, GameModule):
            return replace(found, left_out=tuple(left_out))
        left_out.append(f"the {'rating' if two else 'standing'} {name} ({found})")
    found = game_module(game, plain)
    return replace(found, left_out=tuple(left_out)) if isinstance(found, GameModule) else found


def game_module(game: Game[P, M], rating: Callable[[Any], Any] = even) -> GameModule | Refused:
    """The module of a game, with an engine that looks ahead by a rating; or why there is none.

    Of more than two players the rating is a standing.
    """
    plain = original(game)
    known, whole = with_whole_payoffs(rules_of(plain))
    rules = Rules(known.mover, known.moves, known.play, known.payoffs, interpreted(rating), known.odds, whole)

    def made() -> GameModule:
        plans = _Plan(plain, rules)
        module = webassembly_now(plans.instances, cell_bits(game.start))
        return GameModule(module, plans.rules, plans.sampling)

    try:
        return with_room_if_deep(made)
    except Refused as refused:
        return refused.bare()
    except Exception as error:  # a fault of ours: the caller says so
        return Refused(f"{COMPILER_FAULT}: {told(error)}")


class _Plan:
    """What is compiled for a game; `rules` and `sampling` are then those that it was compiled with."""

    def __init__(self, game: Game[Any, Any], rules: Rules) -> None:
        self.game, self.rules = game, rules
        self.sampling = sampling(rules._replace(rating=even), len(game.players), rave=False, whole=True)

    def instances(self, planning: Planning) -> Mapping[str, Instance]:
        """The entries, by name."""
        self.rules = with_floats(planning, planning.reached(self.game), self.rules)
        return self.requested(planning, self.rules)

    def requested(self, planning: Planning, rules: Rules) -> Mapping[str, Instance]:
        game, made = self.game, dict(plan(planning, self.game))
        position, move = made["mover"].arguments[0], made["moves"].emitted
        assert move is not None
        if isinstance(game.layout, Layout):
            made["stones"] = planning.request(searches.listed, {"moves": Fixed(game.stones), "position": position})
            touched = {"touched": Fixed(game.touched), "position": position, "move": move}
            made["touched"] = planning.request(searches.cells, touched)
        made["rating"] = planning.rule(rules.rating, position)
        if len(game.players) == 2:
            made["scout"] = self.search(planning, scout.scout, rules, position)
        elif len(game.players) > 2:
            made["maxn"] = self.search(planning, many_players.maxn, rules, position)
        if not has_floats(made["payoffs"].result):
            made["sample"] = self.search(planning, sampled.sample, self.sampling, position)
        planning.settle()
        return made

    def search(self, planning: Planning, kernel: Any, rules: Any, position: Type) -> Instance:
        floats = rules.floats
        return planning.request(kernel, {"rules": Fixed(rules), **kinds_of(kernel, position, floats)})


# ---- what a host must know


def search_numbers(found: GameModule) -> dict[str, int]:
    """The numbers of the kernel that looks ahead: where its memory holds what, and what its values mean."""
    many = "maxn" in found.module.entries
    kernel: Any = many_players if many else scout
    names = ("SEEN", "ENTRIES", "CUT", "PLAYERS", "HEAD", "COUNTS") if many else SCOUT
    unit = 1 if found.rules.odds is None else UNIT
    far = searches.FAR * unit
    return {
        **{name: getattr(kernel, name) for name in names},
        "BUSY": scout.BUSY,
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
    rules, most = found.sampling, found.highest_payoff
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


# ---- where each part of a value lies that host and code hand over, as data that JSON can carry
#
# The memory of a module: words that host and code share (`lazytree.compiler.abi`), constants, the stack, one place for
# packed arguments, one for the result, one for values that are emitted one by one, an arena if there are containers,
# then memory that searches write to.

CONTEXT = 64  # the address of the shared words
STACK_BYTES = 2**20
ANSWERS = 512  # that the room for emitted values has at first
WORD = 8  # bytes
WORDS = {
    "trap": TRAP, "stack": STACK, "steps": STEPS, "stop": STOP, "out": OUT, "room": ROOM, "allowed": ALLOWED,
    "arena": ARENA,
}  # fmt: skip


def memory_map(module: Module) -> dict[str, int]:
    """The address of each part of a module's memory."""
    entries, cell, end = module.entries, module.cell, module.end
    packed = {name: sizes_of(entry, cell) for name, entry in entries.items()}
    sizes = {
        "stack": STACK_BYTES,
        "arguments": max(size for size, _, _ in packed.values()),
        "answer": max(size for _, size, _ in packed.values()),
        "out": ANSWERS * max(size for _, _, size in packed.values()),
        **({"arena": WORD * WASM_ARENA} if module.dicts else {}),
    }
    places, at = {"context": CONTEXT}, max(end, CONTEXT + WORD * CONTEXT_WORDS)
    for name, size in sizes.items():
        places[name] = at = -(-at // 16) * 16
        at += max(size, WORD)
    return {**places, "top": places["stack"] + STACK_BYTES, "heap": -(-at // 16) * 16}


def sizes_of(entry: Entry, cell: int) -> tuple[int, int, int]:
    """The bytes of an entry's packed arguments, of its result, and of a value that it emits."""
    emitted = (entry.emitted,) if entry.emitted else ()
    first, second, third = (Packing(kinds, cell).size for kinds in (entry.arguments, (entry.result,), emitted))
    return first, second, third


def entries_layout(entries: Mapping[str, Entry], cell: int) -> dict[str, Any]:
    """Where the parts of each entry's values lie."""
    return {
        name: {
            "arguments": values_layout(entry.arguments, cell),
            "result": values_layout((entry.result,), cell),
            "emitted": values_layout((entry.emitted,), cell) if entry.emitted else None,
        }
        for name, entry in entries.items()
    }


def values_layout(kinds: tuple[Type, ...], cell: int) -> dict[str, Any]:
    """Where the parts of some packed values lie: their size in bytes, and what each is."""
    packing = Packing(kinds, cell)
    places = iter([at for _, at in packing.leaves])
    sizes = [Packing((kind,), cell).size for kind in kinds]
    starts = [sum(sizes[:number]) for number in range(len(kinds))]
    return {"size": packing.size, "starts": starts, "values": [layout_of(kind, places, cell) for kind in kinds]}


def layout_of(kind: Type, places: Iterator[int], cell: int) -> dict[str, Any]:
    """What a value is, and where its parts lie, from the start of the packed bytes.

    >>> layout_of(Int(0, 5), iter([8]), 8)
    {'kind': 'int', 'at': 8, 'bytes': 8, 'signed': False}
    """
    match kind:
        case Record(cls=cls, items=items):
            names = list(fields_of(cls)) if cls is not tuple else []
            parts = [layout_of(item, places, cell) for item in items]
            return {"kind": "record", "names": names, "items": parts}
        case Maybe():
            maybe = {"kind": "maybe", "at": next(places), "item": layout_of(kind.kind, places, cell)}
            return maybe if kind.other == NOTHING else {**maybe, "other": layout_of(kind.other, places, cell)}
        case Int():
            return {"kind": "int", "at": next(places), "bytes": width(kind) // 8, "signed": kind.low < 0}
        case Bool():
            return {"kind": "bool", "at": next(places)}
        case Float():
            return {"kind": "float", "at": next(places)}
        case Symbol():
            return {"kind": "symbol", "at": next(places), "members": members_of(kind)}
        case Vector(cls=cls):
            size = leaf_bytes(kind, cell)
            board = {"kind": "board", "at": next(places), "length": kind.length, "bytes": cell // 8, "size": size}
            board["signed"] = not is_unsigned(kind)
            return {**board, "members": members_of(cls)} if isinstance(cls, Symbol | OrNone) else board
        case Varying():
            room = {"kind": "int", "at": next(places), "bytes": WORD, "signed": False}
            return {"kind": "varying", "room": room, "item": layout_of(kind.cells, places, cell)}
        case Words():
            return {"kind": "words", "at": next(places)}
    raise Refused(f"{kind} is not handed over")


def members_of(kind: Symbol | OrNone) -> dict[str, str | None]:
    """The texts, or names of members, that numbers stand for; None for None."""
    if isinstance(kind, OrNone):
        return {}
    named = ((number, value if value is None or type(value) is str else value.name) for number, value in kind.members)
    return {str(number): name for number, name in named}
