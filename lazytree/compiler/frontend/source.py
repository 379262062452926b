"""From a running function back to its text, as a syntax tree, and to what its names mean."""

from __future__ import annotations

import ast
import builtins
import linecache
from collections.abc import Iterator
from functools import lru_cache
from os.path import basename
from types import CodeType, FunctionType

from ..ir.errors import NoText, Refused
from ..ir.subset import PARAMETERS

GENERATOR = 0x20  # the flag of a generator's code, as the inspect module says


def definition(function: FunctionType) -> ast.FunctionDef:
    """The `def` that made this function; Refused if its text is not to be had or is no longer the function's own."""
    file = function.__code__.co_filename
    linecache.checkcache(file)
    return _definition(function.__code__, "".join(linecache.getlines(file, function.__globals__)))


@lru_cache(maxsize=1024)
def _definition(code: CodeType, text: str) -> ast.FunctionDef:
    where = f"{basename(code.co_filename)}:{code.co_firstlineno}"
    try:
        definitions, codes = _parsed(code.co_filename, text)
    except SyntaxError:
        definitions, codes = {}, []
    if not codes or not text:
        raise NoText(f"no source text for {code.co_name}: define it in a file or a notebook cell", where)
    if code.co_name == "<lambda>":
        raise Refused("functions are plain `def`s", where)
    found = definitions.get(code.co_firstlineno)
    if found is None or not any(_alike(code, other) for other in codes if other.co_name == code.co_name):
        raise NoText(f"the file has changed since {code.co_name} was loaded", where)
    return found


@lru_cache(maxsize=64)
def _parsed(file: str, text: str) -> tuple[dict[int, ast.FunctionDef], list[CodeType]]:
    """A whole file's functions, by their first lines, and its code objects: how Python compiles one depends on all."""
    tree = ast.parse(text)
    functions = [node for node in _statements(tree) if isinstance(node, ast.FunctionDef)]
    first = {min([node.lineno, *(each.lineno for each in node.decorator_list)]): node for node in functions}
    return first, _codes(compile(tree, file, "exec", dont_inherit=True))


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case)):
            yield child
            yield from _statements(child)


def _codes(code: CodeType) -> list[CodeType]:
    inner = [each for const in code.co_consts if isinstance(const, CodeType) for each in _codes(const)]
    return [code, *inner]


def _alike(a: CodeType, b: CodeType) -> bool:
    """Whether two code objects do the same, wherever they stand."""
    return (
        (a.co_name, a.co_code, a.co_names, a.co_varnames, a.co_freevars, len(a.co_consts))
        == (b.co_name, b.co_code, b.co_names, b.co_varnames, b.co_freevars, len(b.co_consts))
    ) and all(
        _alike(x, y) if isinstance(x, CodeType) and isinstance(y, CodeType) else isinstance(x, str) or x == y
        for x, y in zip(a.co_consts, b.co_consts)
    )


class Scope:
    """What the names of a function mean outside of it: its closure, its module, Python's own."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        cells = zip(function.__code__.co_freevars, function.__closure__ or ())
        self.closure = dict(cells)

    def __contains__(self, name: str) -> bool:
        return name in self.closure or name in self.function.__globals__ or hasattr(builtins, name)

    def __getitem__(self, name: str) -> object:
        if name in self.closure:
            try:
                return self.closure[name].cell_contents
            except ValueError:
                raise Refused(f"{name} has no value yet") from None
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        return getattr(builtins, name)


def place(function: FunctionType, line: int) -> str:
    return f"{_name(function.__code__.co_filename)}:{line}"


_name = lru_cache(maxsize=256)(basename)


def is_generator(function: FunctionType) -> bool:
    return bool(function.__code__.co_flags & GENERATOR)


def plain_function(function: object) -> FunctionType:
    """The same function, if it is an ordinary `def`; Refused otherwise."""
    if not isinstance(function, FunctionType):
        name = getattr(function, "__qualname__", None) or repr(type(function).__name__)
        raise Refused(f"rules are plain `def` functions; {name} is none")
    return function


def parameters(function: FunctionType) -> tuple[tuple[str, ...], dict[str, object]]:
    """The names of a function's parameters, and the defaults of the last."""
    code = function.__code__
    names, defaults = code.co_varnames[: code.co_argcount], function.__defaults__ or ()
    if code.co_kwonlyargcount or code.co_flags & 0x0C:
        raise Refused(PARAMETERS)
    return names, dict(zip(names[len(names) - len(defaults) :], defaults))
