"""Functions read in place of their calls: generators, functions inside of a rule. Recursive generators are called."""

from __future__ import annotations

import ast
from collections import Counter
from contextlib import suppress
from itertools import pairwise
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import (
    Assign,
    Block,
    Break,
    Const,
    Method,
    Node,
    NoResult,
    Raise,
    Splice,
    Target,
    Var,
    all_nodes,
)
from ..library.table import FUNCTIONS, IN_ANY_ORDER
from .arguments import POPS, Early, assigns, inner_of, of_function, written
from .dependencies import is_of_the_compiler
from .frames import begun
from .iterables import each_of, is_lazy
from .reader import Body, Given, Inner, Iterable, Reader
from .source import definition, is_generator, parameters
from .syntax import (
    is_gone_over_once,
    names_assigned,
    names_bound,
    names_stored,
    nodes_of,
    nodes_of_kind,
    own_nodes,
    targets_of_comprehensions,
)

# ---- Generators, spliced into what consumes them


DEEPEST_SPLICE = 40
MOST_LABELS = 2_000  # of loops and hidden variables in one function


def function_body(r: Reader, tree: ast.FunctionDef | None = None) -> list[Node]:
    """The statements of a function in the small language; constant parameters that it assigns become variables.

    `tree` is another text for it, if there is one.
    """
    tree = definition(r.function) if tree is None else tree
    refuse_private(r.function, tree)
    names = nodes_of_kind(tree, ast.Name)
    r.within = {each.target.id for each in nodes_of_kind(tree, ast.NamedExpr)}
    r.walrus = bool(r.within) or any(each.attr in POPS for each in nodes_of_kind(tree, ast.Attribute))
    stored = names_assigned([tree])
    r.top = tree.body
    r.reads = {each.id for each in names if isinstance(each.ctx, ast.Load)}
    r.often = Counter(names_stored(tree))
    r.often.update(each.name for each in nodes_of_kind(tree, ast.FunctionDef) if each is not tree)
    fixed = {name: value for name, value in r.constants.items() if name in stored}
    start: list[Node] = [Assign(r.variable(name), Const(value)) for name, value in fixed.items()]
    for name in fixed:
        del r.constants[name]
    return start + r.statements(tree.body) + ([Raise()] if r.gives else [])  # Python returns None there


def refuse_private(function: FunctionType, tree: ast.FunctionDef) -> None:
    """Within a class Python gives names like `__x` the name of the class in front."""
    parts = function.__code__.co_qualname.split(".")
    if all("<locals>" in pair for pair in pairwise(parts)):
        return
    fields = ((n, field) for n in nodes_of(tree) for field in ("id", "attr", "arg", "name"))
    for node, field in fields:
        name = getattr(node, field, None)
        if isinstance(name, str) and name.startswith("__") and not name.endswith("__"):
            raise Refused(subset.PRIVATE.format(name))


def take(inner: Reader, name: str, value: Node) -> list[Node]:
    """Gives an argument to a function that is read in place of its call."""
    if isinstance(value, Const):
        inner.constants[name] = value.value
        return []
    return [Assign(Var(inner.prefix + name), value)]


def entered(r: Reader, function: FunctionType, call: ast.Call, start: list[Node], any_order: bool = False) -> Reader:
    """The reader of a function that is read in place of a call; `start` gets what works out its arguments.

    They are worked out in the order of the text. What is gone over is made there, as in Python (the bounds of a range).
    """
    if r.depth > DEEPEST_SPLICE:
        raise Refused(subset.IN_CIRCLES)
    label = next(r.fresh)
    refuse_too_many(label)
    inner, signature = r.inner(function, {}, label), of_function(function)
    given, ours, body = written(signature, call), is_of_the_compiler(function), definition(function).body
    inner.constants.update({name: value for name, value in signature.defaults.items() if name not in given})
    for name, value in given.items():
        if inside := inner_of(r, value):
            inner.inners[name] = inside
        elif (ours and name == "iterable") or (is_lazy(r, value) and is_gone_over_once(body, name)):
            now = ours and is_gone_over_at_once(r, function, call, value)
            inner.iterables[name] = Given(r.opened(value, None if now else Early(r, value, start), any_order))
        elif ours and isinstance(value, ast.Attribute) and (method := as_function(r, value, function, name)):
            inner.inners[name] = method
        else:
            start += take(inner, name, r.read(value))
    return inner


def is_gone_over_at_once(r: Reader, function: FunctionType, call: ast.Call, iterable: ast.expr) -> bool:
    """Whether nothing is worked out between an argument of one of Python's functions and the loop over it."""
    given = [*call.args, *(each.value for each in call.keywords)]
    plain = all(isinstance(each, ast.Constant | ast.Name | ast.Lambda) for each in given[given.index(iterable) + 1 :])
    return plain and not is_generator(function) and not assigns(r, call)


def as_function(r: Reader, method: ast.Attribute, function: FunctionType, name: str) -> Inner | None:
    """A method of a value as a function inside of the rule, if `function` calls its parameter of this name."""
    calls = [each for each in nodes_of_kind(definition(function), ast.Call) if is_named(each.func, name)]
    with suppress(Refused):
        if isinstance(r.read(method), Const):
            return None
    names = [f"x{number}" for number in range(len(calls[0].args))] if calls else []
    given = ast.arguments([], [ast.arg(each) for each in names], None, [], [], None, [])
    body = ast.Call(method, [ast.Name(each, ast.Load()) for each in names], [])
    made = ast.fix_missing_locations(ast.copy_location(ast.Lambda(given, body), method))
    return inner_of(r, made) if calls else None


def is_named(node: ast.expr, name: str) -> bool:
    """Whether this is a name."""
    return isinstance(node, ast.Name) and node.id == name


def inlined(r: Reader, function: Any, call: ast.Call, any_order: bool = False) -> Node:
    """A call of a function that goes over its arguments, as a value: its body is read here."""
    start: list[Node] = []
    inner = entered(r, function, call, start, any_order)
    return value_of(inner, start)


def in_place(r: Reader, function: Any, given: list[Node]) -> Node:
    """What a function of the library gives for these arguments: its body is read here."""
    inner, start = r.inner(function, {}, next(r.fresh)), list[Node]()
    names, defaults = parameters(function)
    inner.constants.update({name: value for name, value in defaults.items() if name not in names[: len(given)]})
    for name, value in zip(names, given):
        start += take(inner, name, value)
    return value_of(inner, start)


def value_of(inner: Reader, start: list[Node]) -> Node:
    """The value of a function that is read in place, after what gives it its arguments."""
    label, inner.result = inner.splice, inner.hidden("result")
    name = inner.result.name
    body = function_body(inner)
    match body:
        case [*statements, Assign(value=value), Break(label=last)] if last == label and not leaves(statements, label):
            return Block([*start, *statements], value)
    whole = Splice(label, [*body, Assign(Var(name), NoResult())], inner.hidden("nothing"), [])
    return Block([*start, whole], Var(name))


def leaves(statements: list[Node], label: int) -> bool:
    """Whether statements leave what has this label."""
    return any(isinstance(each, Break) and each.label == label for each in all_nodes(statements))


def spliced(r: Reader, function: FunctionType, call: ast.Call, early: Early | None) -> Iterable:
    """A call of a generator, or of a function that returns one: its body runs in the loop.

    One in whose text it stands is called instead.
    """
    if function in r.chain:
        made = begun(r, function, call)
        return each_of(r, [early.keep(made) if early else made])
    start: list[Node] = early.statements if early else []
    inner = entered(r, function, call, start)
    inner.gives = not is_generator(function)
    first = [] if early else start
    if inner.gives and (value := only_result(function)) is not None:
        over = inner.opened(value, early)
        return lambda target, body: [*first, *over(target, body)]
    if inner.gives and early is not None and early.later:
        raise Refused(
            f"{function.__name__} returns what gives its items later: a `yield from` in place of its `return`"
        )

    def loop(target: Target, body: Body) -> list[Node]:
        consumed = body(inner.splice, inner.splice)
        return [*first, Splice(inner.splice, function_body(inner), target, consumed)]

    return loop


def fold(r: Reader, called: Any, call: ast.Call) -> Node:
    """`sum(...)`, `max(...)`, `reduce(...)`: what one of Python's functions makes of all items."""
    by_key = any(each.arg == "key" for each in call.keywords)
    if called in (min, max) and len(call.args) > 1:  # max(a, b, key=...)
        call = ast.copy_location(ast.Call(call.func, [ast.Tuple(call.args, ast.Load())], call.keywords), call)
        ast.fix_missing_locations(call)
    if called is next and call.args and not call.keywords and not is_lazy(r, call.args[0]):
        base, *other = map(r.read, call.args)
        return Method(base, "next", other)
    return inlined(r, FUNCTIONS[called], call, called in IN_ANY_ORDER and not by_key)


def only_result(function: FunctionType) -> ast.expr | None:
    """What a function returns that does nothing else; None of others."""
    match definition(function).body:
        case [ast.Return(value=value)] | [ast.Expr(value=ast.Constant()), ast.Return(value=value)]:
            return value
    return None


def refuse_too_many(label: int) -> None:
    """Generators that loop over generators are written out, so that they may multiply."""
    if label > MOST_LABELS:
        raise Refused(f"more than {MOST_LABELS:,} loops, with those of the generators that they go over")


# ---- Functions inside of a rule, by `def` or `lambda`: read in place of each call


def entered_inside(r: Reader, inner: Inner, call: ast.Call, label: int) -> tuple[Reader, list[Node]]:
    """The reader of the function's body, and the statements that give it its arguments."""
    if r.depth > DEEPEST_SPLICE:
        raise Refused("a function inside of a rule does not call itself: one outside, which is handed what it reads")
    refuse_too_many(label)
    body = inner.home.nested(label, inner.renamed)
    body.depth = r.depth + 1
    start: list[Node] = []
    given: list[str] = []
    for name, value in written(inner.signature, call).items():
        start += argument(r, body, inner, name, value)
        given.append(name)
    for name, kept in inner.signature.defaults.items():
        if name not in given:
            start.append(given_default(body, r, name, kept))
    return body, start


def given_default(body: Reader, r: Reader, name: str, kept: str) -> Node:
    """Gives a function that is read in place the default of a parameter, a variable that holds what it was."""
    for known in (body.inners, body.iterables, body.constants):
        known.pop(name, None)
    own = r.hidden(name)
    body.renamed[name] = own.name
    return Assign(own, Var(kept))


def argument(r: Reader, body: Reader, inner: Inner, name: str, value: ast.expr) -> list[Node]:
    """Gives a function that is read in place one argument."""
    body.renamed.pop(name, None)
    for known in (body.inners, body.iterables, body.constants):
        known.pop(name, None)
    if function := inner_of(r, value):
        body.inners[name] = function
        return []
    if is_lazy(r, value):
        start: list[Node] = []
        body.iterables[name] = Given(r.opened(value, Early(r, value, start)))
        return start
    kept, read = r.hidden(name), r.read(value)
    if isinstance(read, Const) and read.value is None and name not in names_assigned(inner.tree.body):
        body.constants[name] = None  # the function is read with it: `if x is None`
        return []
    body.renamed[name] = kept.name
    return [Assign(kept, read)]


def settle_names(body: Reader, tree: ast.FunctionDef) -> None:
    """Gives the names that a function assigns variables of its own."""
    nodes = list(own_nodes(tree.body))
    if any(isinstance(each, (ast.Global, ast.Nonlocal)) for each in nodes):
        raise Refused(subset.BROKEN_BY[ast.Nonlocal])
    targets = targets_of_comprehensions(nodes)
    own = sorted(set(names_bound(each for each in nodes if each not in targets)))  # in one order, whatever the hashes
    for name in own:
        if name in body.inners or name in body.iterables:
            raise Refused(f"{name} is a parameter that is assigned")
        if name not in body.renamed or name not in tree_parameters(tree):
            body.renamed[name] = body.hidden(name).name
        body.constants.pop(name, None)
    body.top = tree.body
    body.often = Counter(each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
    body.often.update(each.name for each in nodes if isinstance(each, ast.FunctionDef))


def tree_parameters(tree: ast.FunctionDef) -> set[str]:
    """The names of a function's parameters."""
    return {each.arg for each in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)}


def inner_call(r: Reader, inner: Inner, call: ast.Call) -> Node:
    """The call of a function inside of a rule, as a value."""
    if inner.is_lazy:
        raise Refused(subset.ONCE)
    label, result = next(r.fresh), r.hidden(inner.signature.name)
    body, start = entered_inside(r, inner, call, label)
    body.result = result
    settle_names(body, inner.tree)
    made = body.statements(inner.tree.body)
    no_result = Assign(Var(result.name), NoResult())
    return Block([*start, Splice(label, [*made, no_result], r.hidden("nothing"), [])], Var(result.name))


def inner_iterable(r: Reader, inner: Inner, call: ast.Call, early: Early | None) -> Iterable:
    """What loops over what a function inside of a rule gives one by one."""
    free = {each.id for each in ast.walk(inner.tree) if isinstance(each, ast.Name)}
    if free & r.changing or r.walrus:
        raise Refused("a function inside of a rule is gone over by a loop that assigns what the function reads")
    label = next(r.fresh)
    reader, start = entered_inside(r, inner, call, label)
    settle_names(reader, inner.tree)
    if early:
        early.statements += start
        start = []

    def loop(target: Target, body: Body) -> list[Node]:
        consumed = body(label, label)
        return [*start, Splice(label, reader.statements(inner.tree.body), target, consumed)]

    return loop
