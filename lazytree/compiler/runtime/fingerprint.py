"""What compiled code depends on, as one digest: every function that can be reached, its constants, its closure.

It is taken from the running code objects, so a helper that changed in another module, a closure's value or a table
gives another digest. It is also cheap: nothing is inferred for it.
"""

from __future__ import annotations

import marshal
import sys
from enum import Enum
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from pyrsistent import PVector

from ..frontend.source import Scope
from ..ir.classes import plain_enum, plain_tuple
from ..ir.errors import Refused


class Fingerprint:
    """Feeds values into a digest; `classes` lists the NamedTuples met, in the order in which they were met."""

    def __init__(self) -> None:
        self.digest = sha256(f"{sys.version}|{compiler_digest()}".encode())
        self.classes: list[type] = []
        self.seen: dict[int, int] = {}
        self.kept: list[object] = []
        self.modules: set[tuple[int, int]] = set()

    def add(self, value: Any) -> None:
        if isinstance(value, (bool, int, float, str, bytes, type(None))):
            self.note(type(value).__name__, repr(value))
            if isinstance(value, Enum):
                self.add(type(value))
        elif type(value) is tuple and (plain := _marshalled(value)) is not None:
            self.digest.update(b"table" + plain)
        elif id(value) in self.seen:
            self.note("again", self.seen[id(value)])
        else:
            self.seen[id(value)] = len(self.kept)
            self.kept.append(value)
            self.compound(value)

    def compound(self, value: Any) -> None:
        if isinstance(value, FunctionType):
            self.function(value)
        elif isinstance(value, (tuple, PVector)):
            self.note("items", len(value))
            self.add(type(value))
            for item in value:
                self.add(item)
        elif isinstance(value, type):
            self.note("class", value.__module__, value.__qualname__, getattr(value, "_fields", ()))
            if issubclass(value, tuple) and hasattr(value, "_fields"):
                self.classes.append(value)
                self.add(tuple(getattr(value, "_field_defaults", {}).items()))
            if issubclass(value, int) and issubclass(value, Enum):
                self.classes.append(value)
                self.note(*((name, int(member)) for name, member in value.__members__.items()))
            self.note(verdict(value))
        elif isinstance(value, range):
            self.note("range", value)
        else:
            self.note("other", type(value).__qualname__, getattr(value, "__qualname__", ""))

    def function(self, function: FunctionType) -> None:
        self.note("function", function.__qualname__)
        self.add(function.__defaults__)
        scope = Scope(function)
        self.code(function.__code__, scope)

    def code(self, code: CodeType, scope: Scope) -> None:
        self.note(code.co_name, code.co_varnames, code.co_names, code.co_flags, code.co_filename, code.co_firstlineno)
        self.digest.update(code.co_code + code.co_linetable)  # verdicts and traps name lines
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self.code(constant, scope)
            else:
                self.add(constant)
        for name in (*code.co_freevars, *code.co_names):
            if name in scope:
                self.named(name, scope[name] if name not in scope.closure else _contents(scope, name), code)

    def named(self, name: str, value: Any, code: CodeType) -> None:
        self.note("name", name)
        if isinstance(value, ModuleType):  # only what is asked of it
            if (id(value), id(code)) not in self.modules:
                self.modules.add((id(value), id(code)))
                for attribute in code.co_names:
                    self.named(attribute, getattr(value, attribute, None), code)
        elif isinstance(value, type) and not hasattr(value, "_fields"):
            self.note("class", value.__qualname__)
            for attribute in code.co_names:
                self.add(getattr(value, attribute, None) if attribute in vars(value) else None)
        else:
            self.add(value)

    def note(self, *words: object) -> None:
        self.digest.update(repr(words).encode())

    def hex(self) -> str:
        return self.digest.hexdigest()


def verdict(cls: type) -> str:
    """Why values of this class do not compile, if they do not."""
    try:
        plain_enum(cls) if issubclass(cls, int) and issubclass(cls, Enum) else plain_tuple(cls)
    except Refused as refused:
        return refused.rule
    return ""


def _contents(scope: Scope, name: str) -> object:
    try:
        return scope.closure[name].cell_contents
    except ValueError:
        return None


def _marshalled(value: Any) -> bytes | None:
    try:
        return marshal.dumps(value, 2)
    except ValueError:
        return None


_COMPILER: list[str] = []


def compiler_digest() -> str:
    """The compiler's own sources: another compiler makes other code."""
    if not _COMPILER:
        files = sorted(Path(__file__).parent.parent.rglob("*.py"))
        _COMPILER.append(sha256(b"".join(file.read_bytes() for file in files)).hexdigest())
    return _COMPILER[0]
