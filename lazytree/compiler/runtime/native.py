"""LLVM's part: text to object code, object code to callable addresses. llvmlite is imported here and below only."""

from __future__ import annotations

import ctypes
import threading
from contextlib import suppress
from functools import lru_cache
from typing import Any

import llvmlite
import llvmlite.binding as llvm

OPTIMIZED = 3
INLINED = 50  # LLVM's measure; its own choice, 225, makes code that is hardly faster in twice the time
_LOADING = threading.Lock()


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
    machine = target_machine()
    module = llvm.parse_assembly(text)
    module.verify()
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.inlining_threshold = INLINED
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    return bytes(machine.emit_object(module))


class Loaded:
    """Object code in memory; its functions are callable as long as this lives."""

    def __init__(self, code: bytes) -> None:
        with _LOADING:
            self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine())
            self.engine.add_object_file(llvm.ObjectFileRef.from_data(code))
            self.engine.finalize_object()

    def function(self, name: str) -> Any:
        """The entry of that name: (context, arguments, answer) -> trap or 0."""
        address = self.engine.get_function_address(name)
        if not address:
            raise ValueError(f"no entry {name} in this object code")
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return kind(address)


def recursion_bytes() -> int:
    """How much of its thread's stack machine code may use for recursion."""
    whole = threading.stack_size() or 2**21
    with suppress(ImportError):  # not everywhere
        import resource

        limit = resource.getrlimit(resource.RLIMIT_STACK)[0]
        if not threading.stack_size() and limit != resource.RLIM_INFINITY:
            whole = limit
    return min(whole, 2**23) // 2
