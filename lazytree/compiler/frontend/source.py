"""From a running function back to its text, as a syntax tree, to its nodes, and to what its names mean."""

from __future__ import annotations
import __future__

import ast
import linecache
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial, reduce
from operator import or_
from os.path import basename
from types import CodeType, FunctionType, MethodType
from typing import Any, TypeVar

from lazytree.core.errors import NoText, Refused, name_of

from ..ir.classes import Applied, is_dataclass
from ..ir.subset import PARAMETERS
from .constants import REMEMBERING, constant, is_instance, method_held, remembered
from .dependencies import ABSENT, APPLIED, CELL, FUNCTION, GLOBAL, asked, content, global_value, is_of_the_compiler


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


def begins_at(function: FunctionType) -> str:
    """The file of a function, and the line where it begins."""
    return place(function, function.__code__.co_firstlineno)


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
    return names, {name: constant(each, f"{name}, a default of {code.co_name},", True) for name, each in known.items()}


def given_by_name(function: FunctionType) -> tuple[str, ...]:
    """The names of a function's keyword-only parameters: the last."""
    code = function.__code__
    return code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]


# ---- Functions with some arguments given beforehand: `partial`, bound methods, objects that are called


NO_FUNCTION = "a rule is a function by `def` or `lambda`, or a method of constants, not {}: `lambda position: ...`"
DEEPEST = 20  # partials of bound methods of ...


def taken_apart(value: Any) -> Applied | None:
    """A `partial`, a bound method or an object that is called, as a function and its arguments; None of others."""
    made, depth = Applied(value), 0
    while (outer := once(made.function)) is not None:
        depth += 1
        if depth > DEEPEST:
            raise Refused("a `partial` of too many others")
        made = Applied(outer.function, (*outer.first, *made.first), {**outer.named, **made.named})
    return made if depth else None


def once(value: Any) -> Applied | None:
    """What lies inside of one `partial` or one bound method."""
    kind = type(value)
    if kind is Applied:
        return value  # type: ignore[no-any-return]
    if kind is REMEMBERING:
        return Applied(remembered(value))
    if kind is MethodType:
        function, owner = asked(APPLIED, value)
        return Applied(function, (owner,))
    if kind is partial:
        asked(APPLIED, value)
        return Applied(value.func, value.args, value.keywords)
    if is_instance(value) or is_dataclass(kind):
        return method_held(value, "__call__")  # type: ignore[no-any-return]
    return None


def plain_function(rule: Any) -> FunctionType:
    """The function that a rule is, or calls with arguments given beforehand; Refused if it is none."""
    applied = taken_apart(rule)
    function = applied.function if applied else rule
    if not isinstance(function, FunctionType):
        raise Refused(NO_FUNCTION.format(name_of(rule)))
    return function


def place_of(rule: Any) -> str:
    """The file and the line where a rule begins."""
    return begins_at(plain_function(rule))


def read_in_place(function: FunctionType, constants: Mapping[str, Any]) -> FunctionType:
    """The function that a user wrote: of a function of ours with these constants, the rule that it goes over."""
    rule = constants.get("moves", constants.get("touched", getattr(constants.get("rules"), "moves", None)))
    applied = taken_apart(rule)
    written = applied.function if applied else rule
    return written if isinstance(written, FunctionType) else function


def given_before(rule: Any) -> tuple[FunctionType, dict[str, Any], tuple[str, ...]]:
    """The function that a rule calls, the constants that it is given by name, and the parameters that are left."""
    function, applied = plain_function(rule), taken_apart(rule)
    names, _ = parameters(function)
    if applied is None:
        return function, {}, names
    constant(tuple(applied.first), "what a rule is given beforehand")
    constant(tuple(applied.named.values()), "what a rule is given beforehand")
    given = dict(zip(names, applied.first))
    by_place = len(names) - len(given_by_name(function))
    if len(applied.first) > by_place or set(applied.named) & set(given) or not set(applied.named) <= set(names):
        raise Refused(f"what {name_of(rule)} is given beforehand does not fit the parameters of {function.__name__}")
    return function, {**given, **applied.named}, tuple(names[len(applied.first) :])


# ---- Python's syntax trees, their nodes listed once; what a text assigns and returns; a name for each kind of value


Node = TypeVar("Node", bound=ast.AST)
LEAVES = (ast.Name, ast.Constant)  # two thirds of all nodes: nothing but how a name is used lies below them
PLAIN = ("ctx", "id", "attr", "arg", "type_comment", "kind")  # fields that hold no nodes, or none that matter


@lru_cache(maxsize=2_000)
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """A node and all nodes in it, from the outside in, without those that say how a name is used.

    >>> [type(node).__name__ for node in nodes_of(ast.parse("a = b + 1"))]
    ['Module', 'Assign', 'Name', 'BinOp', 'Name', 'Add', 'Constant']
    """
    found = [tree]
    for node in found:  # which grows meanwhile
        if type(node) not in LEAVES:
            found += children(node)
    return tuple(found)


@lru_cache(maxsize=2_000)
def nodes_by_kind(tree: ast.AST) -> dict[type[ast.AST], list[Any]]:
    """The nodes of a tree by their classes, each from the outside in."""
    found: dict[type[ast.AST], list[Any]] = {}
    for node in nodes_of(tree):
        found.setdefault(type(node), []).append(node)
    return found


def nodes_of_kind(tree: ast.AST, kind: type[Node]) -> Sequence[Node]:
    """The nodes of one class in a tree, from the outside in.

    >>> [name.id for name in nodes_of_kind(ast.parse("a = b + c"), ast.Name)]
    ['a', 'b', 'c']
    """
    return nodes_by_kind(tree).get(kind, ())


def names_stored(tree: ast.AST) -> list[str]:
    """The names that a text assigns, each as often as it does.

    >>> names_stored(ast.parse("a = b; a, c = b"))
    ['a', 'a', 'c']
    """
    found = [each.id for each in nodes_of_kind(tree, ast.Name) if isinstance(each.ctx, ast.Store)]
    return found + [each.name for each in nodes_of_kind(tree, ast.MatchAs) if each.name]


@lru_cache(maxsize=20_000)
def children(node: ast.AST) -> tuple[ast.AST, ...]:
    """The nodes right below a node."""
    found: list[ast.AST] = []
    for name in fields(type(node)):  # type: ignore[arg-type]
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return tuple(found)


@cache
def fields(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of nodes of a kind in which other nodes may lie."""
    return () if issubclass(kind, LEAVES) else tuple(name for name in kind._fields if name not in PLAIN)


# ---- What a function's text assigns and returns, without the functions inside of it


DEFERRED = (ast.FunctionDef, ast.Lambda, ast.ClassDef)
STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)  # what may hold statements


def names_assigned(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that a text assigns, or an item of which it assigns."""
    found: set[str] = set()
    for node in nodes:
        found.update(names_stored(node))
        for each in nodes_of_kind(node, ast.Subscript):
            if isinstance(base := root_of(each), ast.Name) and isinstance(each.ctx, ast.Store):
                found.add(base.id)
    return found


def names_in(node: ast.AST) -> set[str]:
    """The names in an expression."""
    return {each.id for each in nodes_of_kind(node, ast.Name)}


def root_of(node: ast.expr) -> ast.expr:
    """x, of `x`, `x[i]` and `x[i][j]`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


def own_nodes(nodes: Iterable[ast.AST], kinds: tuple[type[ast.AST], ...] = (ast.AST,)) -> Iterator[ast.AST]:
    """All nodes of a function's text but those of functions and classes inside of it; `kinds`: of some kinds only.

    Nothing is looked for within a node of another kind. The defaults of a function inside of it are its own text.
    """
    ahead = list(nodes)
    while ahead:
        node = ahead.pop()
        yield node
        body = node.body if isinstance(node, DEFERRED) else ()
        later = (body,) if isinstance(body, ast.expr) else body
        ahead += [each for each in children(node) if isinstance(each, kinds) and each not in later]


def names_bound(tree: ast.AST) -> set[str]:
    """The names to which anything in a node gives a meaning.

    >>> sorted(names_bound(ast.parse("a = b; del c; import d.e")))
    ['a', 'c', 'd']
    """
    found: set[str | None] = set()
    for node in nodes_of(tree)[1:]:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
        else:
            found |= {getattr(node, "name", None), getattr(node, "rest", None)}
    return {name for name in found if name}


def as_tuple(node: ast.expr, kinds: tuple[type[ast.expr], ...] = (ast.List,)) -> ast.expr:
    """A list that is written out, as a tuple: none is made; any other expression as it is."""
    if not isinstance(node, kinds) or any(isinstance(each, ast.Starred) for each in node.elts):  # type: ignore[attr-defined]
        return node
    return ast.copy_location(ast.Tuple(node.elts, ast.Load()), node)  # type: ignore[attr-defined]


def only_result(tree: ast.FunctionDef) -> ast.expr | None:
    """What a function returns that does nothing else; None of others."""
    match tree.body:
        case [ast.Return(value=value)] | [ast.Expr(value=ast.Constant()), ast.Return(value=value)]:
            return value
    return None


# ---- Whether a generator that a name means may stand in the one loop that goes over it


CONSUMERS = (ast.For, ast.comprehension, ast.Call, ast.YieldFrom, ast.Starred, ast.Compare, ast.Assign)
REPEATED = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.FunctionDef)


def is_gone_over_once(body: list[ast.stmt], name: str) -> bool:
    """Whether a text reads a variable in one place at most, where it is gone over, in no other loop than it is set.

    >>> [is_gone_over_once(ast.parse(text).body, "g") for text in ("for x in g: s += x", "while any(g): s += 1")]
    [True, False]
    """
    nodes = [each for statement in body for each in nodes_of(statement)]
    around = [each for each in nodes if type(each) not in LEAVES and any(is_read(one, name) for one in children(each))]
    loops = [each for each in nodes if isinstance(each, REPEATED)]
    reads = sum(is_read(each, name) for each in nodes)
    is_zip = [getattr(getattr(each, "func", None), "id", "") == "zip" for each in around]
    once = reads < 2 and all(isinstance(each, CONSUMERS) for each in around) and not any(is_zip)
    return once and all(times_named(each, name) != 1 for each in loops)


def is_read(node: ast.AST, name: str) -> bool:
    """Whether this reads a variable."""
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def times_named(loop: Any, name: str) -> int:
    """How often a name stands in what a loop does again and again."""
    first = loop.iter if isinstance(loop, ast.For) else loop.generators[0].iter if hasattr(loop, "generators") else None
    inside = sum(each.id == name for each in nodes_of_kind(loop, ast.Name))
    return inside - sum(each.id == name for each in (nodes_of_kind(first, ast.Name) if first else ()))
