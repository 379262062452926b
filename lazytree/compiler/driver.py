"""The cache, or the passes of the compiler instead: object code with its entries, or a verdict why there is none.

Both are kept in the cache. Where it has the answer, the passes are not even imported.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from lazytree.core.errors import NoText, Refused
from lazytree.core.game import Game
from lazytree.trees.collector import collect_if_due, gc_paused

from .frontend.constants import Stale, refuse_stale
from .frontend.dependencies import CLASS, FUNCTION, Dependency, Key, Stamp, are_same, recorded
from .frontend.fingerprint import Fingerprint, Shape
from .ir.joining import cell_bits, join, type_of
from .ir.kinds import Type, members_of
from .ir.symbols import Numbering, use
from .llvm import IMPORTING, compiling, new_lock
from .runtime import cache, native
from .runtime.cache import Binary, packed, unpacked, with_head
from .runtime.entries import functions, improving
from .runtime.waiting import with_room

if TYPE_CHECKING:
    from .passes import Plan
    from .runtime.wasm import Module as WasmModule

T = TypeVar("T")
NO_START = object()
COMPILER_FAULT = "a fault of the compiler"
LEVEL = 1  # of LLVM's passes: 2 takes a tenth longer for code that is as fast


class Options(NamedTuple):
    """How code is made.

    Cells of boards have at least `cell` bits. `level` is that of LLVM's passes. `counted`: whether calls count their
    steps, so that none takes long where Ctrl-C is not heard. If `soon`, code that is not in the cache is quick code,
    whose `better` makes the optimized code and keeps it. `start` is that of the game whose positions the plan asks for:
    code that was made for another start is taken if its types hold this one.
    """

    cell: int
    level: int = LEVEL
    counted: bool = True
    soon: bool = False
    start: Any = NO_START


def built(roots: list[object], plan: Plan, *options: Any, **named: Any) -> Binary:
    """The code for a plan; Refused if there is none.

    `roots` are the functions and values on which that depends, the other arguments those of `Options`.
    """
    verdict, _ = judged(roots, plan, Options(*options, **named))
    if isinstance(verdict, Refused):
        raise verdict
    return verdict


def judged(roots: list[object], plan: Plan, options: Options) -> tuple[Binary | Refused, Stamp]:
    """The code for a plan, or why there is none, and what that depends on; `roots` as in `built`.

    Nothing is raised, whatever the rules are: a fault of the compiler is a verdict, too. Rules in which much is nested
    get a thread with more room.
    """
    found = with_room_if_deep(lambda: judged_here(roots, plan, options))
    return (found, Stamp(fleeting=True)) if isinstance(found, Refused) else found


def with_room_if_deep(work: Callable[[], T]) -> T | Refused:
    """What `work` gives, in a thread with more room where this one has too little; or why that is too little, too."""
    try:
        try:
            return work()
        except RecursionError:
            return with_room(work)
    except RecursionError:
        return Refused("the rules, or constants of theirs, are nested deeper than Python itself can follow")


def judged_here(roots: list[object], plan: Plan, options: Options) -> tuple[Binary | Refused, Stamp]:
    """The same in this thread. Raises: RecursionError if its stack is too small."""
    print_ = Fingerprint()
    try:
        print_.add((native.machine_name(), *options[:-2]))  # quick code is not kept
        for root in roots:
            print_.add(root)
        verdict = kept_or_made(
            print_, options.start, lambda beside: the_passes().compiled_now(plan, *options[:-1], beside)
        )
        if isinstance(verdict, Binary):
            refuse_stale(print_.kept)
    except Stale as stale:
        return stale.bare(), Stamp(fleeting=True)
    except Refused as refused:
        verdict = refused.bare()
    except RecursionError:
        raise
    except Exception as error:  # a fault of ours is no reason to fail: the rules run interpreted
        verdict = Refused(f"{COMPILER_FAULT}: {told(error)}")
    places = tuple(print_.places.values())
    if isinstance(verdict, Binary):
        read = set(verdict.read)
        places = tuple(each for number, each in enumerate(places) if number in read or each.kind == CLASS)
    else:  # a default that remembers results in Python is no reason to ask again
        places = tuple(Dependency(FUNCTION, e.owner, "", e.found) if e.kind == FUNCTION else e for e in places)
    return verdict, Stamp(places)


def kept_or_made(print_: Fingerprint, start: Any, make: Callable[[Type | None], Binary]) -> Binary | Refused:
    """The verdict from the cache; else a new one, which is kept.

    With a start, code is kept for all that its types hold. Where the code that is kept does not hold the start, `make`
    is asked for code that holds both; if there is none, code for this start has a key of its own.
    """
    key, beside = print_.hex(), None
    known = kept(key, print_)
    if start is not NO_START:
        if isinstance(known, Binary) and known.positions is not None:
            if holds(known.positions, start):
                return known
            beside = known.positions
        print_.add(start)
        known = kept(print_.hex(), print_)
    if known is not None:
        return known
    collect_if_due()
    the_passes()
    folder = cache.folder()
    with compiling(), gc_paused(), recorded() as asked:
        made = made_or_refused(lambda: make(beside))
        if beside is not None and isinstance(made, Refused):
            made = made_or_refused(lambda: make(None))
            key = print_.hex()
        gc.collect(1)  # what goes in circles: it holds the frames of the caller, and with them tables
    if isinstance(made, Refused):
        if not isinstance(made, NoText):
            cache.store(print_.hex(), with_head({"refused": [made.rule, made.place]}), folder)
        return made
    made = made._replace(read=places_read(print_, asked))
    if made.better is None:
        return stored(made, key, print_.classes, folder)
    better, read, classes = made.better, made.read, print_.classes  # all that the thread keeps
    made = made._replace(better=Once(lambda: stored(better()._replace(read=read), key, classes, folder)))
    remember(key, made, classes, folder)
    return made


def holds(positions: Type, start: Any) -> bool:
    """Whether a start, and what play makes of it, is among the positions that code is right for."""
    use(Numbering()).adopt(members_of(positions))
    try:
        return join(positions, type_of(start)) == positions
    except Refused:
        return False


class Once(Generic[T]):
    """What some work gives, done once: the first that asks does it, the others wait."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.work, self.lock, self.given = work, new_lock(), list[T]()

    def __call__(self) -> T:
        with self.lock:
            if not self.given:
                self.given.append(self.work())
            return self.given[0]


# ---- What is in the cache; and in this process, where it has no folder, or where quick code is not there yet


MOST_REMEMBERED = 64
_REMEMBERED: dict[tuple[str, Path | None], tuple[Binary, list[type]]] = {}
"""By the key and the folder where it is not, or not yet."""


def kept(key: str, print_: Fingerprint) -> Binary | Refused | None:
    """The verdict that is kept under a key; None if there is none."""
    payload = cache.load(key)
    if payload is not None and (found := unpacked(payload, print_.classes, len(print_.places))) is not None:
        return found
    code, classes = _REMEMBERED.get((key, cache.folder()), (None, []))
    return code if code is not None and are_same(classes, print_.classes) and not cache.is_off() else None


def remember(key: str, made: Binary, classes: list[type], folder: Path | None) -> None:
    """Keeps code in this process; what was kept first goes first."""
    if not cache.is_off():
        _REMEMBERED[key, folder] = made, list(classes)
        for old in list(_REMEMBERED)[:-MOST_REMEMBERED]:
            _REMEMBERED.pop(old, None)


def stored(made: Binary, key: str, classes: list[type], folder: Path | None) -> Binary:
    """The code itself, which is kept in a folder of the cache; where that cannot be, in this process."""
    payload = packed(made, classes) if folder is not None else None
    if payload is not None and cache.store(key, payload, folder):
        _REMEMBERED.pop((key, folder), None)
    else:
        remember(key, made, classes, folder)
    return made


def made_or_refused(make: Callable[[], Binary]) -> Binary | Refused:
    """What `make` gives or raises as Refused."""
    try:
        return make()
    except Refused as refused:
        return refused.bare()


def places_read(print_: Fingerprint, asked: set[Key]) -> tuple[int, ...]:
    """The numbers of the places that were read; Refused if the walk that gave the key has not met one of them."""
    missed = sorted({name or kind for kind, owner, name in asked if (kind, owner, name) not in print_.numbers})
    if missed:
        raise Refused(f"{', '.join(missed)}: a name, an attribute or a default that is reached in too many steps")
    return tuple(sorted(print_.numbers[key] for key in asked))


def told(error: Exception) -> str:
    """The class and the text of an error, even where its text cannot be made."""
    try:
        return f"{type(error).__name__}: {str(error)[:200]}"
    except Exception:
        return type(error).__name__


def the_passes() -> Any:
    """The module of the passes, imported now; what it holds counts as old for the garbage collector."""
    with IMPORTING, gc_paused():
        from . import passes

    return passes


def webassembly_now(plan: Plan, cell: int) -> WasmModule:
    """The module of WebAssembly for a plan, which is not kept. Refused where the rules are outside of the subset."""
    passes = the_passes()
    collect_if_due()
    with gc_paused():
        made: WasmModule = passes.webassembly_now(plan, cell)
        gc.collect(1)  # what goes in circles
    return made


# ---- Machine code that a game keeps, with what it depends on, so that a change is noticed


MOST_KEPT = 64  # searches and ratings of one game


class Made(NamedTuple):
    """Functions in machine code, or why there are none, and what either depends on."""

    verdict: Binary | Refused
    functions: Mapping[str, Any]  # Function or, where the code is quick code, Improving
    stamp: Stamp

    @property
    def refused(self) -> Refused | None:
        """Why there is no machine code; None if there is."""
        return self.verdict if isinstance(self.verdict, Refused) else None


def made(roots: list[object], plan: Plan, options: Options) -> Made:
    """What a plan gives, as functions in memory; `roots` as in `built`. No error is raised."""
    verdict, stamp = judged(roots, plan, options)
    if isinstance(verdict, Refused):
        return Made(verdict, {}, stamp)
    try:
        found = functions(verdict)
        if verdict.better is None:
            return Made(verdict, found, stamp)
        return Made(verdict._replace(better=None), improving(found, verdict.better), stamp)
    except Exception as error:
        return Made(Refused(f"{COMPILER_FAULT}: {told(error)}"), {}, stamp)


def made_for(game: Game[Any, Any], roots: list[object], plan: Plan, counted: bool = True, soon: bool = False) -> Made:
    """What a plan gives, as `made` has it, that asks for the positions of a game (`Planning.reached`)."""
    options = Options(cell_bits(game.start), counted=counted, soon=soon, start=game.start)
    return made([Shape(game.start), *roots], plan, options)


class Shelf:
    """What was made, by key; each is made again once what it depends on has changed."""

    def __init__(self) -> None:
        self.lock = new_lock()
        self.kept: dict[object, tuple[object, Made]] = {}

    def get(self, key: object, alive: object, make: Callable[[], Made]) -> Made:
        """What is kept under a key, or a new one; `alive` is whatever the key gives the id of."""
        with self.lock:
            if key not in self.kept or not self.kept[key][1].stamp.holds():
                while len(self.kept) >= MOST_KEPT:
                    del self.kept[next(iter(self.kept))]
                self.kept[key] = alive, make()
            return self.kept[key][1]
