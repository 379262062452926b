"""From a running function back to its text, as a syntax tree, and to what its names mean."""

from __future__ import annotations
import __future__

import ast
import linecache
from functools import lru_cache, reduce
from operator import or_
from os.path import basename
from types import CodeType, FunctionType
from typing import Any

from lazytree.core.errors import NoText, Refused

from ..ir.subset import PARAMETERS
from .constants import constant
from .dependencies import ABSENT, CELL, FUNCTION, GLOBAL, asked, content, global_value, is_of_the_compiler


def codes_in(code: Any) -> list[CodeType]:
    """A code object and those inside of it."""
    inner = [each for const in code.co_consts if isinstance(const, CodeType) for each in codes_in(const)]
    return [code, *inner]


class Lifted:
    """A generator expression, or a call, that a function keeps: a function of its own with the same names around it."""

    def __init__(self, home: FunctionType, tree: ast.FunctionDef, names: tuple[str, ...]) -> None:
        self.home, self.tree, self.names, self.__module__ = home, tree, names, home.__module__

    def __getattr__(self, name: str) -> Any:
        return getattr(self.home, name)


GENERATOR = 0x20  # the flag of a generator's code, as the inspect module says
OF_THE_FUNCTION = 0xFFFF  # flags beyond these say which features of the future a file imports
OF_THE_FUTURE = reduce(or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names))
OF_THE_FUTURE &= ~OF_THE_FUNCTION
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")  # the fields of statements that hold others
FAR = 10**7  # lines beyond those of any file
NOT_FIRST = " \t\f\r\n#)]}"  # with these begins no line of a text that begins a statement at the margin


def definition(function: FunctionType) -> ast.FunctionDef:
    """The `def` that made this function; Refused if its text cannot be found or is no longer the function's own.

    A lambda is given as a `def` that returns its expression.
    """
    if isinstance(function, Lifted):
        return function.tree
    code, *_ = asked(FUNCTION, function)
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename, function.__globals__)  # the same list while the file is the same
    kept = _FOUND.get(id(code))
    if kept is None or kept[0] is not code or kept[1] is not lines:
        if len(_FOUND) >= MOST_FOUND:
            _FOUND.clear()
        _FOUND[id(code)] = kept = code, lines, found(code, lines)
    return kept[2]


def found(code: CodeType, lines: list[str]) -> ast.FunctionDef:
    """The `def` in a file's lines that makes this code: all of the file is read only where one statement is too little.

    Refused as in `definition`.
    """
    try:
        return found_in(code, statement_around(lines, code.co_firstlineno))
    except NoText:
        return found_in(code, "".join(lines))


def statement_around(lines: list[str], line: int) -> str:
    """The statement at the margin around a line, as it seems; after empty lines, so that lines keep their numbers."""
    start = min(line, len(lines)) - 1
    while start > 0 and lines[start][:1] in NOT_FIRST:
        start -= 1
    end = max(start, 0)
    while end < len(lines) and lines[start].startswith("@") and not lines[end].startswith(("def", "class", "async")):
        end += 1
    end += 1
    while end < len(lines) and lines[end][:1] in NOT_FIRST:
        end += 1
    return "\n" * start + "".join(lines[start:end])


def found_in(code: CodeType, text: str) -> ast.FunctionDef:
    """The `def` in a text that makes this code; Refused as in `definition`."""
    where = f"{basename(code.co_filename)}:{code.co_firstlineno}"
    try:
        definitions, codes = _parsed(code.co_filename, text, code.co_flags & OF_THE_FUTURE)
    except (SyntaxError, ValueError):  # a null byte is a ValueError
        definitions, codes = {}, {}
    if not codes or not text:
        raise NoText(f"no source text for {code.co_name}: define it in a file or a notebook cell", where)
    line = code.co_firstlineno
    known = any(alike(code, other) for other in codes.get(line, ()))
    if known and code.co_name == "<lambda>":
        return lambda_at(code, text)
    if line not in definitions or not known:
        raise NoText(f"the file has changed since {code.co_name} was loaded", where)
    return definitions[line]


_FOUND: dict[int, tuple[CodeType, list[str], ast.FunctionDef]] = {}
MOST_FOUND = 1_000


def lambda_at(code: CodeType, text: str) -> ast.FunctionDef:
    """The lambda on the line of this code that compiles to this code, as a `def`.

    Of several on one line that compile to the same code any will do: they are the same program.
    """
    for node, other in _lambdas(code.co_filename, text, code.co_flags & OF_THE_FUTURE):
        if node.lineno == code.co_firstlineno and alike(code, other, lines=False):
            return node
    where = f"{basename(code.co_filename)}:{code.co_firstlineno}"
    raise NoText("the lambda is not found in its line: give it a name by `def`", where)


@lru_cache(maxsize=64)
def _lambdas(file: str, text: str, flags: int) -> list[tuple[ast.FunctionDef, CodeType]]:
    """A file's lambdas as `def`s, each with its code: compiled once more, each on a line of its own."""
    tree, other = ast.parse(text), ast.parse(text)
    found, marked = ([node for node in ast.walk(each) if isinstance(node, ast.Lambda)] for each in (tree, other))
    for number, node in enumerate(marked):
        node.lineno = node.end_lineno = FAR + number
        node.col_offset = node.end_col_offset = 0
    codes = {each.co_firstlineno: each for each in codes_in(compile(other, file, "exec", flags, dont_inherit=True))}
    return [(as_def(node), codes[FAR + number]) for number, node in enumerate(found) if FAR + number in codes]


def as_def(node: ast.Lambda) -> ast.FunctionDef:
    """A lambda as a `def` that returns its expression."""
    body = ast.copy_location(ast.Return(node.body), node.body)
    return ast.copy_location(ast.FunctionDef(name="<lambda>", args=node.args, body=[body], decorator_list=[]), node)


@lru_cache(maxsize=256)
def _parsed(file: str, text: str, flags: int) -> tuple[dict[int, ast.FunctionDef], dict[int, list[CodeType]]]:
    """A text's functions and code objects, by their first lines. `flags`: the features of the future of its file."""
    tree = ast.parse(text)
    codes: dict[int, list[CodeType]] = {}
    for code in codes_in(compile(tree, file, "exec", flags, dont_inherit=True)):
        codes.setdefault(code.co_firstlineno, []).append(code)
    return _first_lines(tree), codes


def _first_lines(module: ast.Module) -> dict[int, ast.FunctionDef]:
    """All `def`s of a file, by the lines that they begin on, decorators included."""
    found: list[ast.AST] = [module]
    for node in found:  # which grows
        for name in node._fields:
            if name in BLOCKS:
                found += getattr(node, name)
    functions = [node for node in found if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(each.lineno for each in node.decorator_list)]): node for node in functions}


def alike(a: CodeType, b: CodeType, lines: bool = True) -> bool:
    """Whether two code objects are the same program, whatever their file's name is; `lines`: at the same lines, too."""
    return bare(a, lines) == bare(b, lines)


def bare(code: CodeType, lines: bool) -> CodeType:
    """A code object, and those inside of it, without what does not count."""
    inside = tuple(bare(each, lines) if isinstance(each, CodeType) else each for each in code.co_consts)
    made = code.replace(co_filename="", co_consts=inside, co_flags=code.co_flags & OF_THE_FUNCTION)
    return made if lines else made.replace(co_firstlineno=1, co_linetable=b"")


class Scope:
    """What the names of a function mean outside of it: its closure, its module, Python's own."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.closure = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))

    def __contains__(self, name: str) -> bool:
        return name in self.closure or global_value(self.function, name) is not ABSENT

    def __getitem__(self, name: str) -> object:
        if name in self.closure:
            cell = self.closure[name]
            value = content(cell) if is_of_the_compiler(self.function) else asked(CELL, cell)
            if value is ABSENT:
                raise Refused(f"{name} has no value yet")
        else:
            value = asked(GLOBAL, self.function, name)
        return constant(value, name, place=True)


def place(function: FunctionType, line: int) -> str:
    """A file's name and a line, as refusals tell them."""
    return f"{_name(function.__code__.co_filename)}:{line}"


_name = lru_cache(maxsize=256)(basename)


def is_generator(function: FunctionType) -> bool:
    """Whether a function is a generator function."""
    return isinstance(function, Lifted) or bool(function.__code__.co_flags & GENERATOR)


def parameters(function: FunctionType) -> tuple[tuple[str, ...], dict[str, object]]:
    """The names of a function's parameters, and the defaults of the last."""
    if isinstance(function, Lifted):
        return function.names, {}
    code, given, by_name, *_ = asked(FUNCTION, function)
    names, defaults = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount], given or ()
    if code.co_flags & 0x0C:
        raise Refused(PARAMETERS)
    known = dict(zip(names[code.co_argcount - len(defaults) : code.co_argcount], defaults))
    known |= {name: value for name, value in (by_name or {}).items() if name in names[code.co_argcount :]}
    return names, {name: constant(value, f"{name}, a default of {code.co_name},") for name, value in known.items()}


def given_by_name(function: FunctionType) -> tuple[str, ...]:
    """The names of a function's keyword-only parameters: the last."""
    code = function.__code__
    return code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
