"""What compiled code depends on: every function that can be reached, and every constant, by value.

The walk gives two things. One is a digest, the key of the cache: it is taken from the running code objects and from
the values themselves, so that text and code cannot disagree. The other is the list of places where functions and
constants were found (`Dependency`), so that a change in this process is noticed. No code of the game's author runs,
no types are inferred, and it is cheap. It may meet more than the rules read: the reader records what it asks, and all
of that must be here.

Of a game's start only the shape is in the key (`Shape`): the same code is right for every start that its types hold.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Iterable
from dis import EXTENDED_ARG, opmap
from enum import Enum, EnumMeta
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from lazytree.core.digests import digester

from ..ir.classes import BOARD, defaults_of, fields_of, found_by_value, is_dataclass, parts_of, value_of, verdict
from .constants import APPLIED_KINDS, BUILT_IN, LEAVES, REMEMBERING, is_instance, name_of
from .dependencies import (
    ABSENT,
    APPLIED,
    ATTRIBUTE,
    CALLED,
    CELL,
    CLASS,
    FUNCTION,
    GLOBAL,
    INSTANCE,
    METACLASSES,
    OWN_CLASS,
    Dependency,
    Key,
    bases_of,
    depends_on,
    found_in_bases,
    key_of,
)

# ---- Which names of a code object are globals


LATER = int(sys.version_info >= (3, 12))  # from then on the number of an attribute's name is shifted by a bit
SHIFTS = {"LOAD_GLOBAL": 1, "LOAD_NAME": 0, "LOAD_ATTR": LATER, "LOAD_METHOD": 0, "STORE_ATTR": 0}
NAMING = {opmap[name]: (shift, "ATTR" in name or "METHOD" in name) for name, shift in SHIFTS.items() if name in opmap}
"""The instructions that name a global or an attribute: how far the number of the name is shifted, and which it is."""
READ = (3, 13)
"""The newest Python whose instructions are known here: of a later one every name counts as a global."""


def globals_of(code: CodeType) -> list[str]:
    """The names of a code object, without those that it reads only as attributes.

    A name that no instruction reads any more, because what read it never runs, counts as a global, too.

    >>> globals_of((lambda position: len(position.board)).__code__)
    ['len']
    """
    if sys.version_info[:2] > READ:
        return list(code.co_names)
    extended, read = 0, {False: set[str](), True: set[str]()}
    for operation, argument in zip(code.co_code[::2], code.co_code[1::2]):
        extended = extended << 8 | argument
        if operation in NAMING:
            shift, attribute = NAMING[operation]
            read[attribute].add(code.co_names[extended >> shift])
        if operation != EXTENDED_ARG:
            extended = 0
    return [name for name in code.co_names if name in read[False] or name not in read[True]]


class Shape(NamedTuple):
    """Stands for a start position by what it has in common with the others of its rules."""

    start: Any


class Fingerprint:
    """Feeds values into a digest; `classes` lists the classes met, in the order in which they were met."""

    def __init__(self) -> None:
        self.digest = digester(f"{sys.version}|{compiler_digest()}".encode())
        self.places: dict[Key, Dependency] = {}
        self.numbers: dict[Key, int] = {}
        self.classes: list[type] = []
        self.attributes: dict[str, None] = {"__call__": None}  # names that some function asks of something
        self.instances: list[Any] = []  # objects whose attributes are constants
        self.asked: set[tuple[int, str]] = set()
        self.seen: dict[int, int] = {}
        self.kept: list[object] = []

    def hex(self) -> str:
        """The digest of all that was added and of what can be reached from there."""
        known = -1
        while known != (known := len(self.places)):
            for cls in tuple(self.classes):
                self.class_attributes(cls)
            for value in tuple(self.instances):
                self.instance_attributes(value)
        return self.digest.hexdigest()

    def add(self, value: Any) -> None:
        """Feeds a value and all that can be reached from it into the digest."""
        kind = type(value)
        if kind in LEAVES:
            self.leaf(value)
        elif kind is Shape:
            self.shape(value.start)
        elif kind is tuple and (plain := _marshalled(value)) is not None:
            self.digest.update(b"table%d" % len(plain) + plain)
        elif id(value) in self.seen:
            self.note("again", self.seen[id(value)])
        else:
            self.seen[id(value)] = len(self.kept)
            self.kept.append(value)
            self.compound(value, kind)

    def leaf(self, value: Any) -> None:
        """Feeds a number or a text."""
        text = hex(value) if type(value) is int else repr(value)  # no limit to the digits of hex
        self.note(type(value).__name__, text)

    def compound(self, value: Any, kind: type) -> None:
        """Feeds a value that is made of others."""
        if kind is FunctionType:
            self.function(value)
        elif kind in METACLASSES:
            self.a_class(value)
        elif issubclass(kind, ModuleType):
            self.note("module")  # only what is asked of it counts
        elif issubclass(kind, (int, Enum)):
            self.member(value, kind)
        elif issubclass(kind, tuple) or kind is BOARD:
            self.items(kind, tuple(value) if kind is BOARD else tuple.__iter__(value))
        elif kind is list or kind is dict:
            self.changing(kind, list(value) if kind is list else [part for pair in value.items() for part in pair])
        elif kind is REMEMBERING:
            self.note("remembers")
            self.add(getattr(value, "__wrapped__", None))
        elif kind in APPLIED_KINDS:
            self.note("applied", kind.__name__)
            self.found(APPLIED, value)
        elif kind is set:
            self.note("set", sorted(map(digest_of, value)))
        elif kind is frozenset:
            self.note("frozenset", sorted(map(digest_of, value)))
        elif is_dataclass(kind):
            self.items(kind, parts_of(value))
        elif is_instance(value):
            self.note("instance")
            self.instances.append(value)
            self.add(kind)
            self.found(CLASS, kind)
            self.found(INSTANCE, value, OWN_CLASS)
        else:  # rules that read it are refused
            self.note("other", name_of(kind), value.__qualname__ if kind in CALLED else "")

    def shape(self, value: Any) -> None:
        """Feeds the classes and lengths in a position; what is no int, no member of an Enum and no tuple by value."""
        kind = type(value)
        if kind in (int, bool):
            self.note("any", kind.__name__)
        elif issubclass(kind, (int, Enum)):
            self.note("any")
            self.add(kind)
        elif issubclass(kind, tuple) or kind is BOARD or is_dataclass(kind):
            parts = parts_of(value) if is_dataclass(kind) else tuple(value) if kind is BOARD else tuple.__iter__(value)
            self.note("parts")
            self.add(kind)
            for part in parts:
                self.shape(part)
            self.note("end")
        else:
            self.add(value)

    def items(self, kind: type, values: Iterable[Any]) -> None:
        """Feeds a tuple or a board: its class, length and items."""
        items = list(values)
        self.note("items", len(items))
        self.add(kind)
        for item in items:
            self.add(item)

    def changing(self, kind: type, parts: list[Any]) -> None:
        """Feeds a list or a dict: what is in it now."""
        self.note(kind.__name__, len(parts))
        for part in parts:
            self.add(part)

    def member(self, value: Any, kind: type) -> None:
        """Feeds a value of an IntEnum or of another class of ints."""
        self.note("member")
        self.add(kind)
        if issubclass(kind, int):
            self.note(hex(int.__index__(value)))
        if issubclass(kind, Enum):
            self.add(object.__getattribute__(value, "__dict__").get("_name_"))

    # ---- functions

    def function(self, function: FunctionType) -> None:
        """Feeds a function: its code, closure, globals that it names and defaults."""
        self.note("function", function.__qualname__)
        self.found(FUNCTION, function)
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
        self.code(function.__code__, function, cells)
        for default in (function.__defaults__ or (), *(function.__kwdefaults__ or {}).items()):
            self.add(default)

    def code(self, code: CodeType, function: FunctionType, cells: dict[str, CellType]) -> None:
        """Feeds a code object, and what its names mean."""
        self.note(code.co_name, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_names)
        self.note(code.co_flags, code.co_filename, code.co_firstlineno, code.co_argcount, code.co_kwonlyargcount)
        self.note(code.co_code, code.co_linetable, code.co_exceptiontable)  # verdicts and traps name lines
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self.code(constant, function, cells)
            else:
                self.add(constant)
        self.attributes.update(dict.fromkeys(code.co_names))
        found = [*(function.__defaults__ or ())]
        for name in code.co_freevars:
            if name in cells:
                found.append(self.found(CELL, cells[name]))
        for name in globals_of(code):
            value = self.found(GLOBAL, function, name)
            if value is not ABSENT:
                found.append(value)
        for value in found:
            if issubclass(type(value), ModuleType):
                self.module(value, code.co_names)

    def module(self, module: ModuleType, names: tuple[str, ...]) -> None:
        """What a function asks of a module that it names, and of modules in there."""
        for name in names:
            if (id(module), name) not in self.asked:
                self.asked.add((id(module), name))
                value = self.found(ATTRIBUTE, module, name)
                if issubclass(type(value), ModuleType):
                    self.module(value, names)

    # ---- classes

    def a_class(self, cls: type) -> None:
        """Feeds a class: what decides whether its values compile."""
        self.classes.append(cls)
        self.note("class", cls.__module__, cls.__qualname__)
        for base in bases_of(cls):
            if base not in BUILT_IN:
                self.note(name_of(base), sorted(vars(base)))
        for name in ("_fields", "_field_defaults"):
            held = found_in_bases(cls, name)
            self.add(tuple(held.items()) if type(held) is dict else held if type(held) is tuple else None)
        self.note(verdict(cls))
        if is_dataclass(cls):
            self.add(tuple(defaults_of(cls).items()))
            self.note(fields_of(cls))
        if (issubclass(cls, (tuple, Enum)) or is_dataclass(cls)) and cls not in BUILT_IN:
            self.found(CLASS, cls)
        if isinstance(cls, EnumMeta):
            members = found_in_bases(cls, "_member_map_")
            numbers = [hex(int.__index__(each)) if isinstance(each, int) else "" for each in members.values()]
            values = [digest_of(_value_of(each)) for each in members.values()]
            self.note([*zip(members, values, numbers)])
            self.note(found_by_value(cls))

    def class_attributes(self, cls: type) -> None:
        """What functions ask of a class, or of its values that are constants."""
        if cls in BUILT_IN:
            return
        names = {name for base in bases_of(cls) if base is not object for name in vars(base)}
        if isinstance(cls, EnumMeta):
            names.update(found_in_bases(cls, "_member_map_"))
        for name in tuple(self.attributes):
            if name in names and (id(cls), name) not in self.asked:
                self.asked.add((id(cls), name))
                self.found(ATTRIBUTE, cls, name)

    def instance_attributes(self, value: Any) -> None:
        """What functions ask of an object: what it holds, and whether its class has something of that name."""
        space, cls = object.__getattribute__(value, "__dict__"), type(value)
        names = {*space, *(name for base in bases_of(cls) for name in vars(base))}
        for name in tuple(self.attributes):
            if name in names and (id(value), name) not in self.asked:
                self.asked.add((id(value), name))
                self.found(INSTANCE, value, name, absent=True)
                self.found(ATTRIBUTE, cls, name, absent=True)

    # ---- places

    def found(self, kind: str, owner: Any, name: str = "", absent: bool = False) -> Any:
        """What lies at a place, which goes into the digest; where nothing lies is a place only if it is `absent`."""
        key = key_of(kind, owner, name)
        if key in self.places:
            self.note("place", self.numbers[key])
            return self.places[key].found
        place = depends_on(kind, owner, name)
        if place.found is not ABSENT or absent:
            self.numbers[key] = len(self.places)
            self.places[key] = place
            self.note("place", self.numbers[key], name)
            if kind not in (FUNCTION, CLASS) and place.found is not ABSENT:
                self.add(function_in(place.found))
        return place.found

    def note(self, *words: object) -> None:
        """Feeds words, with their length in front."""
        text = repr(words).encode()
        self.digest.update(b"%d:" % len(text) + text)


def function_in(found: Any) -> Any:
    """The function that a static method or a property holds; anything else as it is."""
    kind = type(found)
    return found.__func__ if kind in (staticmethod, classmethod) else found.fget if kind is property else found


def digest_of(*values: Any) -> str:
    """A digest of values, functions by their code and all constants: the same in other processes of this Python.

    Raises: Refused where a constant is of a kind that rules cannot have.
    """
    walk = Fingerprint()
    for value in values:
        walk.add(value)
    return walk.hex()


def _value_of(member: Any) -> Any:
    value = value_of(member)
    return value if type(value) in LEAVES or (type(value) is tuple and _marshalled(value)) else None


def _marshalled(value: Any) -> bytes | None:
    try:
        return marshal.dumps(value, 2)
    except ValueError:
        return None


def content_of(file: str) -> bytes:
    """What is in a file."""
    with open(file, "rb", buffering=0) as opened:
        return opened.read()


_COMPILER: list[str] = []


def compiler_digest() -> str:
    """The sources of the compiler and of the kernels: another compiler makes other code."""
    if not _COMPILER:
        home = Path(__file__).parents[2]
        folders = [*os.walk(home / "compiler"), *os.walk(home / "searching" / "kernels")]
        files = sorted(os.path.join(at, name) for at, _, names in folders for name in names if name.endswith(".py"))
        _COMPILER.append(digester(b"".join(map(content_of, files))).hexdigest())
    return _COMPILER[0]
