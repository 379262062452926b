"""The passes in their order, for WebAssembly. Imported where that is asked for."""

from __future__ import annotations

from collections.abc import Callable

from .passes import check_handed_over, entry_of, lowered
from .planning import Plan, inferred
from .runtime import wasm
from .runtime.waiting import left_alone
from .runtime.wasm_layout import Module as WasmModule

PARTS = 3  # what machine code has as modules of their own: the rules, a search, simulations


def webassembly_now(
    plan: Plan, cell: int, copy_always: bool, level: int, meanwhile: Callable[[], object]
) -> WasmModule:
    """The module of WebAssembly for a plan, through every pass; `meanwhile` is done while LLVM is at work.

    Refused where the rules are outside of the subset.
    """
    program, instances = inferred(plan, cell, PARTS)
    for name, instance in instances.items():
        check_handed_over(name, instance)
    text, sites = lowered(program, instances, copy_always, counted=True, hosted=True)
    made = left_alone(lambda: wasm.module_code(text, instances, level), meanwhile)
    entries = {name: entry_of(instance) for name, instance in instances.items()}
    return WasmModule(made.code, entries, made.end, made.wanted, sites, program.cell)
