"""LLVM's part: text to object code, object code to callable addresses."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from typing import Any
from weakref import finalize

from .. import llvm
from ..llvm import new_lock

QUICK = -1  # of `level`: one pass and LLVM's plainest code, half as fast, in a seventh of the time
PLAIN, OPTIMIZED = 0, 3  # of code generation
INLINED = 150  # LLVM's measure; its own choice, 225, takes longer, for code that is hardly faster
_LOADING = new_lock()


@lru_cache(maxsize=1)
def initialized() -> None:
    """Prepares LLVM for this processor, once."""
    llvm.binding().initialize_native_target()
    llvm.binding().initialize_native_asmprinter()


def target_machine(opt: int = OPTIMIZED) -> Any:
    """LLVM's description of this processor: a new one each time, because an engine owns the one that it is given."""
    initialized()
    name, features = processor()
    if name.startswith("znver"):  # shifts of wide sets: LLVM knows of older processors only that these are slow
        features += ",+slow-shld"
    target = llvm.binding().Target.from_default_triple()
    return target.create_target_machine(cpu=name, features=features, opt=opt, jit=True)


def foreign_machine(triple: str) -> Any:
    """LLVM's description of the plainest processor of another system, such as "aarch64-unknown-linux-gnu"."""
    llvm.binding().initialize_all_targets()
    llvm.binding().initialize_all_asmprinters()
    return llvm.binding().Target.from_triple(triple).create_target_machine(opt=OPTIMIZED, reloc="pic")


@lru_cache(maxsize=1)
def processor() -> tuple[str, str]:
    """LLVM's name of this processor, and its features."""
    return llvm.binding().get_host_cpu_name(), llvm.binding().get_host_cpu_features().flatten()


@lru_cache(maxsize=1)
def machine_name() -> str:
    """What object code depends on besides its source: the processor and the compiler's versions."""
    if llvm.IN_TAB:
        return "wasm32"
    version = ".".join(map(str, llvm.binding().llvm_version_info))
    return "|".join((llvm.binding().get_default_triple(), *processor(), version, llvm.version()))


def object_code(text: str, level: int, triple: str | None = None) -> bytes:
    """Machine code for a module in LLVM's text form, for this processor or another system. `level` may be QUICK."""
    target = foreign_machine(triple) if triple else target_machine(PLAIN if level == QUICK else OPTIMIZED)
    with (
        own_context() as context,
        closing(target) as machine,
        closing(llvm.binding().parse_assembly(text, context)) as module,
    ):
        module.verify()
        module.triple, module.data_layout = machine.triple, str(machine.target_data)
        optimize(module, machine, level)
        return bytes(machine.emit_object(module))


def optimize(module: Any, machine: Any, level: int) -> None:
    """Runs LLVM's passes; all memory that they take is freed."""
    with closing(llvm.binding().create_pipeline_tuning_options(speed_level=max(level, 0))) as options:
        options.inlining_threshold = INLINED
        with closing(llvm.binding().create_pass_builder(machine, options)) as passes:
            manager = quick_passes() if level == QUICK else passes.getModulePassManager()
            manager.run(module, passes)
            llvm.binding().newpassmanagers.NewPassManager._dispose(manager)  # its `close` forgets that (llvmlite 0.50)
            manager.detach()


def quick_passes() -> Any:
    """The pass that makes code much faster in little time: variables go from memory to registers."""
    manager = llvm.binding().create_new_module_pass_manager()
    manager.add_sroa_pass()
    return manager


@contextmanager
def own_context() -> Iterator[Any]:
    """An LLVM context: types and constants of a module live in there, and are freed with it."""
    context = llvm.binding().create_context()
    try:
        yield context
    finally:
        context.close()


class Loaded:
    """Object code in memory; its functions are callable as long as this lives."""

    def __init__(self, code: bytes) -> None:
        with _LOADING:
            self.context = llvm.binding().create_context()
            empty = llvm.binding().parse_assembly("", self.context)
            self.engine = llvm.binding().create_mcjit_compiler(empty, target_machine())
            self.engine.add_object_file(llvm.binding().ObjectFileRef.from_data(code))
            self.engine.finalize_object()
        finalize(self, released, self.engine, self.context).atexit = False

    def function(self, name: str) -> Any:
        """The entry of that name: (context, arguments, answer) -> trap or 0."""
        address = self.engine.get_function_address(name)
        if not address:
            raise ValueError(f"no entry {name} in this object code")
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return kind(address)


def released(engine: Any, context: Any) -> None:
    """Frees the engine with its code, and then the context of its module."""
    engine.close()
    context.close()
