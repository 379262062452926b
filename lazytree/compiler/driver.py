"""The order of the passes: source to IR, inference, code generation, LLVM; or the cache instead of all of them.

What comes out is object code with its entries, or a verdict why there is none. Both are kept in the cache.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from lazytree.core.errors import NoText, Refused
from lazytree.trees.collector import quiet, tidy

from .frontend.dependencies import CLASS, Key, recorded
from .frontend.fingerprint import Fingerprint
from .frontend.source import place
from .frontend.stamp import Stamp
from .inference.programs import Instance, Program, WiderCells
from .inference.settling import settle
from .ir.classes import MIXED
from .ir.frozen import ListOf
from .ir.kinds import MIXED_FLOAT, Int, Record, Row, Type, Vector, leaves
from .llvm import IMPORTING
from .runtime import cache, native
from .runtime.binary import Binary, Entry, packed, unpacked, with_head
from .runtime.waiting import left_alone

COMPILER_FAULT = "a fault of the compiler"
LEVEL = 1  # of LLVM's passes: 2 takes a tenth longer for code that is as fast

Plan = Callable[[Program], Mapping[str, Instance]]
"""Adds functions to a program and gives the instances that Python calls, by name; asked again for wider cells."""


def built(
    roots: list[object], plan: Plan, cell: int, copy_always: bool = False, level: int = LEVEL, counted: bool = True
) -> Binary:
    """The code for a plan; Refused if there is none.

    `roots` are the functions and values on which that depends, `cell` is how many bits a board's cell has at least,
    `level` is that of LLVM's passes. `copy_always` copies boards even where a copy is not needed (for tests).
    `counted`: whether calls count their steps, so that none takes long where Ctrl-C is not heard.
    """
    verdict, _ = judged(roots, plan, cell, copy_always, level, counted)
    if isinstance(verdict, Refused):
        raise verdict
    return verdict


def judged(
    roots: list[object], plan: Plan, cell: int, copy_always: bool = False, level: int = LEVEL, counted: bool = True
) -> tuple[Binary | Refused, Stamp]:
    """The code for a plan, or why there is none, and what that depends on; arguments as in `built`.

    Nothing is raised, whatever the rules are: a fault of the compiler is a verdict, too.
    """
    print_ = Fingerprint()
    try:
        print_.add((native.machine_name(), cell, copy_always, level, counted))
        for root in roots:
            print_.add(root)
        verdict = kept_or_made(print_, lambda: compiled_now(plan, cell, copy_always, level, counted))
    except Refused as refused:
        verdict = refused.bare()
    except RecursionError:
        verdict = Refused("the rules, or constants of theirs, are nested too deeply")
    except Exception as error:  # a fault of ours is no reason to fail: the rules run interpreted
        verdict = Refused(f"{COMPILER_FAULT}: {told(error)}")
    places = tuple(print_.places.values())
    if isinstance(verdict, Binary):
        read = set(verdict.read)
        places = tuple(each for number, each in enumerate(places) if number in read or each.kind == CLASS)
    return verdict, Stamp(places)


def kept_or_made(print_: Fingerprint, make: Callable[[], Binary]) -> Binary | Refused:
    """The verdict from the cache; else a new one, which is kept."""
    key = print_.hex()
    kept = cache.load(key)
    known = unpacked(kept, print_.classes, len(print_.places)) if kept is not None else None
    if known is not None:
        return known
    tidy()
    with quiet(), recorded() as asked:
        made = made_or_refused(make)
        gc.collect(1)  # what goes in circles: it holds the frames of the caller, and with them tables
    if isinstance(made, Refused):
        if not isinstance(made, NoText):
            cache.store(key, with_head({"refused": [made.rule, made.place]}))
        return made
    made = replace(made, read=places_read(print_, asked))
    payload = packed(made, print_.classes)
    if payload is not None:
        cache.store(key, payload)
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


def compiled_now(plan: Plan, cell: int, copy_always: bool, level: int, counted: bool) -> Binary:
    """The code for a plan, through every pass. Refused where the rules are outside of the subset."""
    program, instances = inferred(plan, cell)
    for name, instance in instances.items():
        check_handed_over(name, instance)
    text, sites = lowered(program, instances, copy_always, counted)
    entries = {name: entry_of(instance) for name, instance in instances.items()}
    code = left_alone(lambda: native.object_code(text, level))  # Ctrl-C is heard meanwhile
    return Binary(code, entries, sites, program.cell, False)


def inferred(plan: Plan, cell: int) -> tuple[Program, Mapping[str, Instance]]:
    """The program that a plan asks for, with all types inferred, and the instances that Python calls, by name.

    Cells of boards have at least `cell` bits: the plan is asked again with twice as many while they are too few.
    """
    while True:
        program = Program(cell)
        try:
            instances = plan(program)
            settle(program)
            return program, instances
        except WiderCells:
            cell *= 2


def lowered(
    program: Program, instances: Mapping[str, Instance], copy_always: bool, counted: bool
) -> tuple[str, tuple[str, ...]]:
    """The LLVM text of a program whose types are inferred, and the places in the source that its traps speak of."""
    with IMPORTING:  # code generation imports llvmlite: no other import of this package is inside a function
        from .codegen.module import Module
        from .codegen.statements import lower

    module = Module(program, copy_always, counted)
    for name, instance in instances.items():
        module.entry(name, instance)
    module.finish(lower)
    return str(module.llvm), tuple(module.sites)


def entry_of(instance: Instance) -> Entry:
    """What Python must know of an instance whose types are inferred."""
    assert instance.result is not None
    return Entry(tuple(instance.arguments), instance.result, instance.emitted)


def check_handed_over(name: str, instance: Instance) -> None:
    """Refused where a function gives Python values that cannot be packed."""
    kinds = [kind for kind in (instance.result, instance.emitted) if kind]
    source = instance.constants.get("moves", instance.core.source)  # what a kernel hands over, moves have yielded
    if any(map(holds_list, kinds)):
        where = place(source, source.__code__.co_firstlineno)
        raise Refused(f"`{name}` gives a list that is a constant: make it a tuple", where)
    parts = [leaf for kind in kinds for leaf in leaves(kind)]
    if getattr(instance.constants.get("rules"), "floats", False):  # a search whose values are floats, see `told`
        parts = [part for part in parts if part != MIXED_FLOAT]
    for rule in not_handed_over(name, parts):
        raise Refused(rule, place(source, source.__code__.co_firstlineno))


def holds_list(kind: Type) -> bool:
    """Whether a value is, or holds, a list that is a constant."""
    return isinstance(kind, Record) and (kind.cls is ListOf or any(map(holds_list, kind.items)))


def not_handed_over(name: str, parts: list[Type]) -> Iterator[str]:
    """The rules against handing values of these leaves to Python."""
    if any(isinstance(part, Row) for part in parts):
        yield "a row of a table is not handed to Python: name its items, as in `a, b = row; return a, b`"
    if any(isinstance(part, (Int, Vector)) and part.cls is MIXED for part in parts):
        yield f"`{name}` gives an int that is now a bool or an IntEnum, now another int: let it always be of one class"
    if MIXED_FLOAT in parts:
        yield f"`{name}` gives now an int, now a float: let it always be one of them, `0.0` in place of `0`"
