"""LLVM's part: text to object code, object code to callable addresses. llvmlite is imported here and below only."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from typing import Any
from weakref import finalize

import llvmlite
import llvmlite.binding as llvm

from .forking import new_lock

OPTIMIZED = 3
INLINED = 50  # LLVM's measure; its own choice, 225, makes code that is hardly faster in twice the time
_LOADING = new_lock()


@lru_cache(maxsize=1)
def initialized() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def target_machine() -> Any:
    """A new one each time: an engine owns the one that it is given."""
    initialized()
    features = llvm.get_host_cpu_features().flatten()
    if llvm.get_host_cpu_name().startswith("znver"):  # shifts of wide sets: LLVM knows it of older ones only
        features += ",+slow-shld"
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=features, opt=OPTIMIZED, jit=True)


@lru_cache(maxsize=1)
def machine_name() -> str:
    """What object code depends on besides its source: the processor and the compiler's versions."""
    features = llvm.get_host_cpu_features().flatten()
    version = ".".join(map(str, llvm.llvm_version_info))
    return "|".join((llvm.get_default_triple(), llvm.get_host_cpu_name(), features, version, llvmlite.__version__))


def object_code(text: str, level: int) -> bytes:
    """Machine code for a module in LLVM's text form."""
    with (
        own_context() as context,
        closing(target_machine()) as machine,
        closing(llvm.parse_assembly(text, context)) as module,
    ):
        module.verify()
        module.triple, module.data_layout = machine.triple, str(machine.target_data)
        optimize(module, machine, level)
        return bytes(machine.emit_object(module))


def optimize(module: Any, machine: Any, level: int) -> None:
    """Runs LLVM's passes. Nothing of them stays in memory."""
    with closing(llvm.create_pipeline_tuning_options(speed_level=level)) as options:
        options.inlining_threshold = INLINED
        with closing(llvm.create_pass_builder(machine, options)) as passes:
            manager = passes.getModulePassManager()
            manager.run(module, passes)
            llvm.newpassmanagers.NewPassManager._dispose(manager)  # its `close` forgets that (llvmlite 0.50)
            manager.detach()


@contextmanager
def own_context() -> Iterator[Any]:
    """A context of LLVM's: types and constants of a module live in there, and go with it."""
    context = llvm.create_context()
    try:
        yield context
    finally:
        context.close()


class Loaded:
    """Object code in memory; its functions are callable as long as this lives."""

    def __init__(self, code: bytes) -> None:
        with _LOADING:
            self.context = llvm.create_context()
            self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly("", self.context), target_machine())
            self.engine.add_object_file(llvm.ObjectFileRef.from_data(code))
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
    """The engine with its code, and then the context of its module."""
    engine.close()
    context.close()
