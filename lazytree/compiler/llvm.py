"""llvmlite, the optional package that the compiler needs: whether it is installed, and its parts when first asked for.

WebAssembly needs none: the compiler writes it by itself (`wasm_writer`), for a browser tab and for pages. No other
module imports llvmlite.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any
from weakref import WeakSet

from lazytree.core.stopping import HAS_THREADS
from lazytree.trees.collector import gc_paused
from lazytree.trees.lazy_sequences import GROWING

IMPORTING = threading.RLock()
"""Held while llvmlite, and code generation with it, is imported: a fork waits for the end of that."""

AT_WORK: list[object] = []
"""One thing for each piece of code that is being made now: front ends can say what they wait for."""


@contextmanager
def compiling() -> Iterator[None]:
    """A context manager in which code is made.

    >>> with compiling():
    ...     is_compiling()
    True
    """
    work = object()
    AT_WORK.append(work)
    try:
        yield
    finally:
        AT_WORK.remove(work)


def is_compiling() -> bool:
    """Whether code is being made now, in any thread."""
    return bool(AT_WORK)


IN_TAB = not HAS_THREADS
"""Whether this is Python in a browser tab, in WebAssembly."""


MISSING = "llvmlite is not installed (extra `compiled`): pip install llvmlite"
"""Why no game has machine code where `is_installed` is false."""


def is_installed() -> bool:
    """Whether machine code can be made: llvmlite (the extra `compiled`) can be imported, or this is a browser tab."""
    try:
        return IN_TAB or find_spec("llvmlite") is not None
    except ValueError:  # another object stands in its place
        return False


def version() -> str:
    """The version of llvmlite."""
    with IMPORTING:
        return str(import_module("llvmlite").__version__)


@cache
def binding() -> Any:
    """LLVM, as llvmlite gives it: imported when it is first asked for."""
    with IMPORTING, gc_paused():
        from llvmlite import binding as found
    return found


# ---- Fork while other threads compile: the child finds nothing half done that it would wait for
#
# LLVM, imports and growing trees are waited for before a fork, so that their state is whole in the child. Locks of
# single games are made anew there: what they protect is written last, in one step.


_MADE: WeakSet[Any] = WeakSet()
_HELD: list[Any] = []


def new_lock() -> Any:
    """A lock that is free again in the child of a fork."""
    made = threading.Lock()
    _MADE.add(made)
    return made


def _before() -> None:
    for lock in (GROWING, IMPORTING):  # who grows a tree may wait for the others, never the other way round
        lock.acquire()
    llvm = _lock_of_llvm()
    if llvm is not None:
        llvm.__enter__()
    _HELD.append(llvm)


def _after() -> None:
    llvm = _HELD.pop()
    if llvm is not None:
        llvm.__exit__(None, None, None)
    for lock in (IMPORTING, GROWING):
        lock.release()


def _in_child() -> None:
    _after()
    for lock in list(_MADE):
        lock._at_fork_reinit()


def _lock_of_llvm() -> Any:
    """The lock that llvmlite holds in each call of LLVM, if it is loaded and is the llvmlite that we know."""
    ffi = sys.modules.get("llvmlite.binding.ffi")
    return getattr(getattr(ffi, "lib", None), "_lock", None) if ffi is not None else None


if hasattr(os, "register_at_fork"):  # not everywhere
    os.register_at_fork(before=_before, after_in_parent=_after, after_in_child=_in_child)
