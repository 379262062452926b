"""What a call names and hands over: the function, its parameters, its arguments, in Python's order of evaluation."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from itertools import chain
from types import FunctionType, MappingProxyType
from typing import Any

from pyrsistent import PVector

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.classes import DictOf, SetOf, defaults_of, fields_of, is_dataclass, plain_tuple
from ..ir.core import Ask, Assign, Block, Const, Field, If, Node, Op, Raise, Var, copied
from ..ir.kinds import OF_ONE_TEXT
from ..ir.value_classes import value_class
from .constants import constant, method_held
from .reader import Inner, Iterable, Reader, attribute
from .source import given_by_name, nodes_of_kind, own_nodes, parameters, taken_apart

# ---- What a call may hand over: a call whose arguments Python would refuse is refused


@value_class
class Signature:
    """Parameters by name. The first `unnamed` are given by place only, those in `named` by name only."""

    name: str
    names: tuple[str, ...]
    defaults: Mapping[str, object] = field(default_factory=dict)
    unnamed: int = 0
    named: frozenset[str] = frozenset()


def plain(name: str, *names: str) -> Signature:
    """The parameters of a built-in all of whose arguments are needed and given by place."""
    return Signature(name, names, unnamed=len(names))


RANGES = [plain("range", "stop"), plain("range", "start", "stop"), plain("range", "start", "stop", "step")]


def of_function(function: FunctionType) -> Signature:
    """The parameters of a plain function."""
    names, defaults = parameters(function)
    named = frozenset(given_by_name(function))
    return Signature(function.__name__, names, defaults, function.__code__.co_posonlyargcount, named)


def of_record(cls: type) -> Signature:
    """The parameters of a NamedTuple's class: its fields."""
    plain_tuple(cls)
    return Signature(cls.__name__, fields_of(cls), defaults_of(cls))


def written(signature: Signature, call: ast.Call) -> dict[str, ast.expr]:
    """What is given to each parameter, in the order of the text, which is Python's order of evaluation."""
    refuse_stars(call)
    by_place = [name for name in signature.names if name not in signature.named]
    if len(call.args) > len(by_place):
        raise wrong(signature, f"{len(call.args)} are given by place")
    given = dict(zip(by_place, call.args))
    for keyword in call.keywords:
        name = str(keyword.arg)
        if name not in signature.names[signature.unnamed :]:
            raise wrong(signature, f"none that is named {name}")
        if name in given:
            raise wrong(signature, f"{name} is given twice")
        given[name] = keyword.value
    missing = [name for name in signature.names if name not in given and name not in signature.defaults]
    if missing:
        raise wrong(signature, f"{', '.join(missing)} is missing")
    return given


def refuse_stars(call: ast.Call) -> None:
    """Refused if a call hands over `*items` or `**items`."""
    if any(isinstance(each, ast.Starred) for each in call.args) or any(not each.arg for each in call.keywords):
        raise Refused(subset.BROKEN_BY[ast.Starred])


def wrong(signature: Signature, mistake: str) -> Refused:
    """The refusal of a call that Python would refuse, with the mistake."""
    names = ", ".join(signature.names) or "none"
    return Refused(subset.WRONG_ARGUMENTS.format(names, signature.name, mistake))


# ---- The function and its arguments, in the order in which Python works them out


FLATTENED = chain.from_iterable
OF_CLASSES: dict[str, tuple[type, Any]] = {"from_iterable": (chain, FLATTENED), "fromkeys": (dict, dict.fromkeys)}
"""Methods of Python's own classes, by their names."""
POPS = ("pop", "popleft")


def function_called(r: Reader, node: ast.expr) -> Any:
    """The function that this calls; None if it is no call, or one of a value's own methods."""
    if not isinstance(node, ast.Call) or isinstance(node.func, ast.Lambda):
        return None
    named = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    if not is_name(named) or (isinstance(named, ast.Name) and (named.id in r.inners or named.id in r.iterables)):
        return None
    return callee(r, node)[0]


def callee(r: Reader, call: ast.Call) -> tuple[Any, Node | None]:
    """What a call calls, where that is known now; else None, and the value whose method it is."""
    if isinstance(call.func, ast.Attribute):
        base, name = r.read(call.func.value), call.func.attr
        if not isinstance(base, Const):
            return None, base
        if (held := method_held(base.value, name)) is not None:
            return held, None
        if name in OF_CLASSES and base.value is OF_CLASSES[name][0]:
            return OF_CLASSES[name][1], None
        if has_methods(base.value, name):
            return None, base
        function = attribute(base, name)
    else:
        function = r.read(call.func)
    return (function.value, None) if isinstance(function, Const) else (None, None)


def is_name(node: ast.expr) -> bool:
    """Whether this may name a constant: `module.part`, `TABLE[0].part`. Anything else is read once only, as a value."""
    match node:
        case ast.Name():
            return True
        case ast.Attribute(value=value):
            return is_name(value)
        case ast.Subscript(value=value, slice=ast.Constant() | ast.Name()):
            return is_name(value)
    return False


def has_methods(value: object, name: str) -> bool:
    """Whether `value.name(...)` asks a value of the subset, rather than calling a function that it holds."""
    if type(value) is str:
        return name in ("join", "index", *OF_ONE_TEXT)
    known = isinstance(value, (PVector, int, tuple, Enum, DictOf, SetOf, frozenset)) or is_dataclass(type(value))
    return known and name not in fields_of(type(value))


def assigns(r: Reader, node: ast.AST) -> bool:
    """Whether there is a `:=` or a `.pop()` in it: what is read before must then be kept."""
    if not r.walrus:
        return False
    methods = (each.func for each in nodes_of_kind(node, ast.Call) if isinstance(each.func, ast.Attribute))
    return bool(nodes_of_kind(node, ast.NamedExpr)) or any(each.attr in POPS for each in methods)


class Early:
    """What is worked out where an iterable is made, before the loop that goes over it.

    Variables and their fields may be read later as well, unless the same call assigns to a variable by `:=`, or what is
    gone over `later` may find them assigned.
    """

    def __init__(self, r: Reader, call: ast.AST, later: bool = False) -> None:
        self.r, self.all = r, assigns(r, call) or (later and bool(r.changing | r.within))
        self.statements: list[Node] = []
        self.checks: list[Node] = []  # before the loop begins: nothing that it goes over has changed so that it raises

    def keep(self, node: Node) -> Node:
        if isinstance(node, Const) or (is_stable(node) and not self.all):
            return node
        kept = self.r.hidden("kept")
        self.statements.append(Assign(kept, node))
        return Var(kept.name)

    def mark(self, node: Node) -> None:
        mark = self.r.hidden("mark")
        self.statements.append(Assign(mark, Ask("mark", copied(node), [])))
        self.checks.append(unchanged(copied(node), mark))

    def checked(self, loop: Iterable) -> Iterable:
        return lambda target, body: [*self.checks, *loop(target, body)]


def unchanged(node: Node, mark: Var) -> Node:
    """Raises where a container has changed since it was marked, so that a loop over it would raise in Python."""
    return If(Op("!=", [Ask("mark", node, []), Var(mark.name)]), [Raise()], [])


def is_stable(node: Node) -> bool:
    """Whether reading this expression again later gives the same value, as long as no variable is assigned."""
    while isinstance(node, Field):
        node = node.base
    return isinstance(node, Var)


def bound(r: Reader, signature: Signature, call: ast.Call) -> tuple[list[Node], list[Node]]:
    """The arguments in the order of the parameters, and what is to be done before."""
    given = written(signature, call)
    early = Early(r, call)
    in_order = list(given) == [name for name in signature.names if name in given]
    read = {name: r.read(each) for name, each in given.items()}
    if not in_order:
        read = {name: early.keep(each) for name, each in read.items()}
    items = [read[name] if name in read else Const(signature.defaults[name]) for name in signature.names]
    return early.statements, items


def after(start: list[Node], value: Node) -> Node:
    """A value that is worked out after some statements."""
    return Block(start, value) if start else value


# ---- Functions inside of a rule, where they are defined: what they are called with, and what names mean around them


ONCE = "the function {} inside of a rule has one `def`, and a name that nothing else has"


def inner_of(r: Reader, node: ast.expr) -> Inner | None:
    """The function inside of a rule that an expression names or is; None for anything else."""
    if isinstance(node, ast.Lambda):
        return defined(r, node)
    return r.inners.get(node.id) if isinstance(node, ast.Name) and node.id not in r.renamed else None


def named_function(r: Reader, name: str, node: ast.FunctionDef | ast.Lambda, statement: ast.stmt) -> list[Node]:
    """Keeps a function that a rule gives a name, in its block; its defaults are worked out there."""
    if r.often[name] > 1 or (name in r.given and statement not in r.top):
        raise Refused(ONCE.format(name))
    start: list[Node] = []
    defaults: dict[str, str] = {}
    for each, value in zip(reversed(node.args.args), reversed(node.args.defaults)):
        kept = r.hidden(each.arg)
        defaults[each.arg] = kept.name
        start.append(Assign(kept, r.read(value)))
    r.inners[name] = defined(r, node, defaults)
    return start


def defined(r: Reader, node: ast.FunctionDef | ast.Lambda, defaults: Mapping[str, str] = MappingProxyType({})) -> Inner:
    """A `def` or a `lambda` inside of a rule, with the meaning that names have around it."""
    given = node.args
    if given.vararg or given.kwarg or given.kwonlyargs or len(given.defaults) > len(defaults):
        raise Refused("a function inside of a rule has plain parameters; defaults only if it has a name")
    names = tuple(each.arg for each in (*given.posonlyargs, *given.args))
    if isinstance(node, ast.FunctionDef):
        if node.decorator_list:
            raise Refused("a function inside of a rule has no decorator")
        tree = node
    else:
        body: list[ast.stmt] = [ast.copy_location(ast.Return(node.body), node.body)]
        tree = ast.FunctionDef(name="lambda", args=given, body=body, decorator_list=[])
        ast.copy_location(tree, node)
    is_lazy = any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in own_nodes(tree.body))
    signature = Signature(tree.name, names, defaults, len(given.posonlyargs))
    return Inner(signature, tree, r, dict(r.renamed), is_lazy)


# ---- Arguments that were given beforehand


GIVEN = "an argument given beforehand"


def called_with(r: Reader, called: Any, node: ast.Call) -> tuple[Any, ast.Call]:
    """What a call calls, and the call with the arguments that were given beforehand."""
    applied = taken_apart(called)
    if applied is None:
        return called, node
    own = {each.arg for each in node.keywords}
    first = [r.constant(constant(value, GIVEN)) for value in applied.first]
    more = {name: value for name, value in applied.named.items() if name not in own}
    named = [ast.keyword(name, r.constant(constant(value, GIVEN))) for name, value in more.items()]
    made = ast.Call(node.func, [*first, *node.args], [*named, *node.keywords])
    return applied.function, ast.fix_missing_locations(ast.copy_location(made, node))
