"""From a running function back to its text, as a syntax tree, and to what its names mean."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from functools import lru_cache
from os.path import basename
from types import CodeType, FunctionType
from typing import Any

from lazytree.core.errors import NoText, Refused, named

from ..ir.subset import PARAMETERS
from .constants import constant
from .dependencies import ABSENT, CELL, FUNCTION, GLOBAL, asked, global_value

GENERATOR = 0x20  # the flag of a generator's code, as the inspect module says
OF_THE_FUNCTION = 0xFFFF  # flags beyond these say which features of the future a file imports


def definition(function: FunctionType) -> ast.FunctionDef:
    """The `def` that made this function; Refused if its text cannot be found or is no longer the function's own."""
    code, _, _ = asked(FUNCTION, function)
    where = f"{basename(code.co_filename)}:{code.co_firstlineno}"
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    try:
        definitions, codes = _parsed(code.co_filename, text)
    except (SyntaxError, ValueError):  # a null byte is a ValueError
        definitions, codes = {}, {}
    if not codes or not text:
        raise NoText(f"no source text for {code.co_name}: define it in a file or a notebook cell", where)
    if code.co_name == "<lambda>":
        raise Refused("functions are plain `def`s", where)
    line = code.co_firstlineno
    if line not in definitions or not any(alike(code, other) for other in codes.get(line, ())):
        raise NoText(f"the file has changed since {code.co_name} was loaded", where)
    return definitions[line]


@lru_cache(maxsize=64)
def _parsed(file: str, text: str) -> tuple[dict[int, ast.FunctionDef], dict[int, list[CodeType]]]:
    """A whole file's functions and code objects, by their first lines: how Python compiles one depends on all."""
    tree = ast.parse(text)
    functions = [node for node in _statements(tree) if isinstance(node, ast.FunctionDef)]
    first = {min([node.lineno, *(each.lineno for each in node.decorator_list)]): node for node in functions}
    codes: dict[int, list[CodeType]] = {}
    for code in _codes(compile(tree, file, "exec", dont_inherit=True)):
        codes.setdefault(code.co_firstlineno, []).append(code)
    return first, codes


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case)):
            yield child
            yield from _statements(child)


def _codes(code: CodeType) -> list[CodeType]:
    inner = [each for const in code.co_consts if isinstance(const, CodeType) for each in _codes(const)]
    return [code, *inner]


def alike(a: CodeType, b: CodeType) -> bool:
    """Whether two code objects are the same program at the same lines: all but the file's name and the columns."""
    if _outline(a) != _outline(b) or len(a.co_consts) != len(b.co_consts):
        return False
    return all(_same_constant(x, y) for x, y in zip(a.co_consts, b.co_consts))


def _outline(code: CodeType) -> tuple[Any, ...]:
    return (
        (code.co_name, code.co_qualname, code.co_firstlineno, code.co_flags & OF_THE_FUNCTION),
        (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_nlocals),
        (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars),
        (code.co_code, code.co_exceptiontable, tuple(code.co_lines())),
    )


def _same_constant(a: Any, b: Any) -> bool:
    if type(a) is not type(b):
        return False
    if isinstance(a, CodeType):
        return alike(a, b)
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(_same_constant, a, b))
    if isinstance(a, frozenset):
        return sorted(map(repr, a)) == sorted(map(repr, b))
    return bool(a == b) if isinstance(a, int) else repr(a) == repr(b)  # of floats, -0.0 is another


class Scope:
    """What the names of a function mean outside of it: its closure, its module, Python's own."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        cells = zip(function.__code__.co_freevars, function.__closure__ or ())
        self.closure = dict(cells)

    def __contains__(self, name: str) -> bool:
        return name in self.closure or global_value(self.function, name) is not ABSENT

    def __getitem__(self, name: str) -> object:
        if name in self.closure:
            value = asked(CELL, self.closure[name])
            if value is ABSENT:
                raise Refused(f"{name} has no value yet")
        else:
            value = asked(GLOBAL, self.function, name)
        return constant(value, name)


def place(function: FunctionType, line: int) -> str:
    """A file's name and a line, as refusals tell them."""
    return f"{_name(function.__code__.co_filename)}:{line}"


_name = lru_cache(maxsize=256)(basename)


def is_generator(function: FunctionType) -> bool:
    """Whether a function is a generator function."""
    return bool(function.__code__.co_flags & GENERATOR)


def plain_function(function: object) -> FunctionType:
    """The function itself, if it is an ordinary `def`; Refused otherwise."""
    if not isinstance(function, FunctionType):
        raise Refused(f"rules are plain `def` functions; {named(function)} is none")
    return function


def parameters(function: FunctionType) -> tuple[tuple[str, ...], dict[str, object]]:
    """The names of a function's parameters, and the defaults of the last."""
    code, given, _ = asked(FUNCTION, function)
    names, defaults = code.co_varnames[: code.co_argcount], given or ()
    if code.co_kwonlyargcount or code.co_flags & 0x0C:
        raise Refused(PARAMETERS)
    last = zip(names[len(names) - len(defaults) :], defaults)
    return names, {name: constant(value, f"{name}, a default of {code.co_name},") for name, value in last}
