"""What is known of a function while it is read: what its names mean, where its loops' breaks go."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import partial
from itertools import count
from types import FunctionType
from typing import Any, TypeVar

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Const, Node, Target, Var
from ..ir.value_classes import open_class, thing_class
from .source import Lifted, Scope
from .syntax import names_bound

Body = Callable[[int, int], list[Node]]  # (break label, continue label) -> what runs for each item of a loop
Made = TypeVar("Made")
Iterable = Callable[[Target, Body], list[Node]]


@thing_class
class Given:
    """A parameter, or a variable, that gives its items one by one: what loops over it, once, in the same loops."""

    over: Iterable
    gone: bool = False
    loops: tuple[tuple[int, int], ...] = ()


@thing_class
class Inner:
    """A function inside of a rule: its text, the reader of the text around it, and what names mean there."""

    signature: Any
    tree: ast.FunctionDef
    home: Reader
    renamed: dict[str, str]
    is_lazy: bool  # whether it gives its items one by one

    @property
    def own(self) -> set[str]:
        """The names that it makes variables of its own."""
        return {*self.signature.names, *names_bound(self.tree)}


def is_made(name: str) -> bool:
    """Whether a name stands in no text of Python's: it is a variable that was made while the text was read."""
    return "." in name


@open_class
class Shared:
    """What the readers of one function and of all that is read in place in it have in common."""

    lazy: dict[FunctionType, bool] = field(default_factory=dict)  # which functions give their items one by one
    lifted: dict[Any, Any] = field(default_factory=dict)  # generators that are kept, by where they stand


class Reader:
    """One function while it is read, or one generator where it is spliced in.

    `read` and `statements` read the expressions and the statements inside of others; `opened` gives what loops over an
    expression.
    """

    def __init__(
        self,
        function: FunctionType,
        constants: Mapping[str, object],
        read: Callable[[Reader, ast.expr], Node],
        statements: Callable[[Reader, list[ast.stmt]], list[Node]],
        opened: Callable[..., Iterable],
        prefix: str = "",
        fresh: count[int] | None = None,
        splice: int = 0,
        depth: int = 0,
        shared: Shared | None = None,
    ) -> None:
        code = function.__code__
        self.passes = read, statements, opened
        self.read, self.statements = partial(read, self), partial(statements, self)
        self.opened: Callable[..., Iterable] = partial(opened, self)
        self.function, self.scope, self.prefix, self.fresh = function, Scope(function), prefix, fresh or count(1)
        self.splice, self.depth, self.shared = splice, depth, shared or Shared()
        self.locals = {*code.co_varnames, *code.co_cellvars, *(function.names if isinstance(function, Lifted) else ())}
        self.constants = dict(constants)
        self.walrus = True  # whether the text may hold a `:=`
        self.within: set[str] = set()  # the names that a `:=` of the text assigns
        self.around: dict[str, str] = {}  # the variables of other readers that names mean
        self.renamed = self.around  # these, and those of generator expressions
        self.latest: dict[str, str] = {}  # variables of names whose values have become of another kind
        self.iterables: dict[str, Given] = {}  # parameters that give their items one by one
        self.chain: tuple[FunctionType, ...] = (function,)  # this function, and those that it is read in place in
        self.gives = False  # whether what it returns is gone over item by item
        self.frame = False  # whether it hands what it gives to what asks for the next item
        self.inners: dict[str, Inner] = {}  # functions inside of the rule
        self.often: Counter[str] = Counter()  # how often its text does
        self.reads: set[str] = set()  # the names that its text reads
        self.tree: ast.FunctionDef | None = None  # its text, if that is another than the function's own
        self.given: set[str] = set()  # its parameters
        self.top: list[ast.stmt] = []  # its statements that are no part of others
        self.changing: set[str] = set()  # what the body of a loop assigns, while what it goes over is opened
        self.result: Var | None = None  # where a function that is read in place of its call leaves its result
        self.loops: list[tuple[int, int]] = []  # labels that break and continue go to

    def inner(self, function: FunctionType, constants: Mapping[str, object], label: int) -> Reader:
        """The reader of a function whose text goes into this one's."""
        prefix = f"{self.prefix}{function.__name__}.{label}."
        made = Reader(function, constants, *self.passes, prefix, self.fresh, label, self.depth + 1, self.shared)
        made.chain = (*self.chain, function)
        return made

    def nested(self, inside: Inner, label: int) -> Reader:
        """The reader of a function inside of this one: it has variables of its own, and reads those around it."""
        made, own = self.inner(self.function, {}, label), inside.own
        made.tree, made.chain, made.locals = inside.tree, self.chain, self.locals | own
        known = {*self.constants, *self.inners, *self.iterables}
        free = {name: self.prefix + self.latest.get(name, name) for name in self.locals - known}
        made.around = {name: each for name, each in {**free, **inside.renamed}.items() if name not in own}
        made.renamed = made.around
        made.constants = {name: each for name, each in self.constants.items() if name not in own}
        made.inners = {name: each for name, each in self.inners.items() if name not in own}
        gone = {name: Given(each.over, gone=True) for name, each in self.iterables.items()}
        made.iterables = {name: each for name, each in gone.items() if name not in own}
        return made

    def alone(self, function: FunctionType) -> Reader:
        """The reader of a function that is only looked at."""
        made = Reader(function, {}, *self.passes, shared=self.shared)
        made.chain = (*self.chain, function)
        return made

    def hidden(self, hint: str) -> Var:
        return Var(f"{self.prefix}{hint}.{next(self.fresh)}")

    def constant(self, value: Any) -> ast.Name:
        """A name that means a constant."""
        name = self.hidden("known").name
        self.constants[name] = value
        return ast.Name(name, ast.Load())

    def template(self, node: ast.AST, text: str, **known: Any) -> Any:
        """An expression by its text, in which names stand for other expressions and constants, or are variables."""
        names = {name: each if isinstance(each, ast.AST) else self.constant(each) for name, each in known.items()}
        made = Filled(names, self).visit(ast.parse(text, mode="eval").body)
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def variable(self, name: str) -> Var:
        own = name if is_made(name) else self.prefix + self.latest.get(name, name)
        return Var(self.renamed.get(name) or own)

    def name(self, name: str) -> Node:
        if name in self.renamed:
            return Var(self.renamed[name])
        if name in self.inners:
            raise Refused(subset.FUNCTION_KEPT)
        if name in self.iterables:
            raise Refused(subset.ONCE)
        if name in self.constants:
            return Const(self.constants[name])
        if name in self.locals or is_made(name):
            return self.variable(name)
        if name in self.scope:
            return Const(self.scope[name])
        raise Refused(f"the name {name} means nothing here")

    def target(self, node: ast.expr) -> Target:
        match node:
            case ast.Name(id=name):
                return self.variable(name)
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return [self.target(item) for item in items]
        raise Refused(subset.broken_by(node) if isinstance(node, ast.Starred) else subset.NO_SIDE_EFFECT)

    def means(self, name: str, function: object) -> bool:
        return name not in self.locals and name in self.scope and self.scope[name] is function

    def renaming(self, renamed: dict[str, str], body: Callable[[], Made]) -> Made:
        """What is read while some names mean the variables of a generator expression."""
        before, self.renamed = self.renamed, renamed
        made = body()
        self.renamed = before
        return made

    def while_changing(self, names: set[str], body: Callable[[], Made]) -> Made:
        """What is opened for a loop whose body assigns these names."""
        before, self.changing = self.changing, names
        made = body()
        self.changing = before
        return made

    def inside(self, labels: tuple[int, int], body: Callable[[], list[Node]]) -> list[Node]:
        self.loops.append(labels)
        made = body()
        self.loops.pop()
        return made


class Filled(ast.NodeTransformer):
    """Puts into a template what its names stand for."""

    def __init__(self, names: dict[str, Any], reader: Reader) -> None:
        self.names, self.reader = names, reader

    def visit_Name(self, node: ast.Name) -> ast.expr:
        known = self.names.get(node.id) or ast.Name(self.reader.hidden(node.id).name)
        self.names[node.id] = known
        return ast.Name(known.id, node.ctx) if isinstance(known, ast.Name) else known
