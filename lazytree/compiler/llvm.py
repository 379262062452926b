"""llvmlite, the optional package that the compiler needs: whether it is installed, and its parts when first asked for.

No other module imports llvmlite. `llvm.binding` in a function imports it when the function is first called.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from lazytree.trees.collector import gc_paused

if TYPE_CHECKING:
    from llvmlite import binding as binding

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


PARTS = ("binding",)


def is_installed() -> bool:
    """Whether llvmlite (the extra `compiled`) can be imported."""
    try:
        return find_spec("llvmlite") is not None
    except ValueError:  # another object stands in its place
        return False


def version() -> str:
    """The version of llvmlite."""
    with IMPORTING:
        return str(import_module("llvmlite").__version__)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """A part of llvmlite, imported now."""
        if name not in PARTS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        with IMPORTING, gc_paused():
            globals()[name] = part = import_module(f"llvmlite.{name}")
        return part
