"""Fork while other threads compile: the child finds nothing half done that it would wait for.

LLVM, imports and growing trees are waited for before a fork, so that their state is whole in the child. Locks of
single games are made anew there: what they protect is written last, in one step.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import Any
from weakref import WeakSet

from lazytree.trees.lazy_sequences import GROWING

from ..llvm import IMPORTING

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
