"""The passes in their order: source to IR, inference, code generation, LLVM. Imported where the cache has no answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from lazytree.core.errors import Refused

from .codegen.module import Module
from .codegen.statements import lower
from .frontend.applied import plain_function
from .frontend.source import place
from .inference.programs import Instance, Program
from .ir import subset
from .ir.classes import MIXED
from .ir.frozen import ListOf
from .ir.kinds import MIXED_FLOAT, Int, Record, Row, Type, Vector, holds_container, leaves
from .planning import Plan, inferred
from .runtime import native
from .runtime.cache import Binary, Entry
from .runtime.waiting import left_alone
from .runtime.wasm_layout import Module as WasmModule


def compiled_now(plan: Plan, cell: int, copy_always: bool, level: int, counted: bool, soon: bool = False) -> Binary:
    """The code for a plan, through every pass; if `soon`, quick code. Refused where rules are outside of the subset."""
    program, instances = inferred(plan, cell)
    for name, instance in instances.items():
        check_handed_over(name, instance)
    text, sites = lowered(program, instances, copy_always, counted)
    entries = {name: entry_of(instance) for name, instance in instances.items()}
    code = left_alone(lambda: native.object_code(text, native.QUICK if soon else level))  # Ctrl-C is heard meanwhile
    made = Binary(code, entries, sites, program.cell, False, dicts=bool(program.containers))
    return made._replace(better=lambda: made._replace(code=native.object_code(text, level))) if soon else made


def lowered(
    program: Program, instances: Mapping[str, Instance], copy_always: bool, counted: bool, hosted: bool = False
) -> tuple[str, tuple[str, ...]]:
    """The LLVM text of a program whose types are inferred, and the places in the source that its traps speak of."""
    module = Module(program, copy_always, counted, hosted)
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
    source = plain_function(instance.constants.get("moves", instance.core.source))  # a kernel hands over moves
    name = source.__name__ if name == "it" else name  # what is compiled alone
    if any(map(holds_container, kinds)):
        raise Refused(subset.KEPT_FROM_PYTHON.format(name), place(source, source.__code__.co_firstlineno))
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
        fix = "`0.0` in place of `0`, also in lists: `[0.0] * n`"
        yield f"`{name}` gives now an int, now a float: let it always be one of them, {fix}"


# ---- the passes for WebAssembly


PARTS = 3  # what machine code has as modules of their own: the rules, a search, simulations


def webassembly_now(
    plan: Plan, cell: int, copy_always: bool, level: int, meanwhile: Callable[[], object]
) -> WasmModule:
    """The module of WebAssembly for a plan, through every pass; `meanwhile` is done while LLVM is at work.

    Refused where the rules are outside of the subset.
    """
    from .runtime import wasm  # only who publishes a game needs it

    program, instances = inferred(plan, cell, PARTS)
    for name, instance in instances.items():
        check_handed_over(name, instance)
    text, sites = lowered(program, instances, copy_always, counted=True, hosted=True)
    made = left_alone(lambda: wasm.module_code(text, instances, level), meanwhile)
    entries = {name: entry_of(instance) for name, instance in instances.items()}
    return WasmModule(made.code, entries, made.end, made.wanted, sites, program.cell, bool(program.containers))
