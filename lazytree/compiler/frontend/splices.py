"""Reading generators, spliced into what consumes them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import pairwise
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Assign, Block, Break, Const, Node, NoResult, Op, Raise, Splice, Target, Var, all_nodes
from .arguments import POPS, Early, assigns
from .defining import inner_of
from .dependencies import is_of_the_compiler
from .lazily import is_lazy
from .methods import calls_in
from .outlines import names_assigned
from .over_items import BY_KEY, FOLDS, IN_ANY_ORDER
from .reader import Body, Given, Inner, Iterable, Reader
from .recursion import calls_itself, gathered
from .signatures import of_function, written
from .source import definition, is_generator
from .syntax import names_stored, nodes_of, nodes_of_kind

Opened = Callable[..., Iterable]
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
    match value:
        case Op(symbol="of class", operands=[_, Const(value=cls)]):
            inner.owners[name] = cls
    if isinstance(value, Const):
        inner.constants[name] = value.value
        return []
    return [Assign(Var(inner.prefix + name), value)]


def entered(r: Reader, function: FunctionType, call: ast.Call, start: list[Node], opened: Opened) -> Reader:
    """The reader of a function that is read in place of a call; `start` gets what works out its arguments.

    They are worked out in the order of the text. What is gone over is made there, as in Python (the bounds of a range).
    """
    if r.depth > DEEPEST_SPLICE:
        raise Refused(subset.GENERATORS_IN_CIRCLES)
    label = next(r.fresh)
    refuse_too_many(label)
    inner, signature = r.inner(function, {}, label), of_function(function)
    given, ours = written(signature, call), is_of_the_compiler(function)
    inner.constants.update({name: value for name, value in signature.defaults.items() if name not in given})
    for name, value in given.items():
        if inside := inner_of(r, value):
            inner.inners[name] = inside
        elif is_lazy(r, value) or (ours and name == "iterable"):
            now = ours and is_gone_over_at_once(r, function, call, value)
            inner.iterables[name] = Given(opened(r, value, None if now else Early(r, value, start)))
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
    calls = [each for each in calls_in(function) if isinstance(each.func, ast.Name) and each.func.id == name]
    with suppress(Refused):
        if isinstance(r.read(method), Const):
            return None
    names = [f"x{number}" for number in range(len(calls[0].args))] if calls else []
    given = ast.arguments([], [ast.arg(each) for each in names], None, [], [], None, [])
    body = ast.Call(method, [ast.Name(each, ast.Load()) for each in names], [])
    made = ast.fix_missing_locations(ast.copy_location(ast.Lambda(given, body), method))
    return inner_of(r, made) if calls else None


def inlined(r: Reader, function: FunctionType, call: ast.Call, opened: Opened) -> Node:
    """A call of a function that goes over its arguments, as a value: its body is read here."""
    start: list[Node] = []
    inner = entered(r, function, call, start, opened)
    label, result = inner.splice, r.hidden(function.__name__)
    inner.result = result
    body = function_body(inner)
    match body:
        case [*statements, Assign(value=value), Break(label=last)] if last == label and not leaves(statements, label):
            return Block([*start, *statements], value)
    whole = Splice(label, [*body, Assign(Var(result.name), NoResult())], r.hidden("nothing"), [])
    return Block([*start, whole], Var(result.name))


def leaves(statements: list[Node], label: int) -> bool:
    """Whether statements leave what has this label."""
    return any(isinstance(each, Break) and each.label == label for each in all_nodes(statements))


def spliced(r: Reader, function: FunctionType, call: ast.Call, early: Early | None, opened: Opened) -> Iterable:
    """A call of a generator, or of a function that returns one: its body runs in the loop.

    One that calls itself gives all of its items first.
    """
    if calls_itself(r, function, call):
        return gathered(r, function, call, early)
    start: list[Node] = early.statements if early else []
    inner = entered(r, function, call, start, opened)
    inner.gives = not is_generator(function)
    first = [] if early else start
    if inner.gives and (value := only_result(function)) is not None:
        over = opened(inner, value, early)
        return lambda target, body: [*first, *over(target, body)]
    if inner.gives and early is not None and early.later:
        raise Refused(
            f"{function.__name__} returns what gives its items later: a `yield from` in place of its `return`"
        )

    def loop(target: Target, body: Body) -> list[Node]:
        consumed = body(inner.splice, inner.splice)
        return [*first, Splice(inner.splice, function_body(inner), target, consumed)]

    return loop


def fold(r: Reader, called: Any, call: ast.Call, opened: Opened) -> Node:
    """`sum(...)`, `max(...)`, `reduce(...)`: what one of Python's functions makes of all items."""
    by_key = called in BY_KEY and any(each.arg == "key" for each in call.keywords)
    if by_key and len(call.args) > 1:  # max(a, b, key=...)
        call = ast.copy_location(ast.Call(call.func, [ast.Tuple(call.args, ast.Load())], call.keywords), call)
        ast.fix_missing_locations(call)
    if called is next and not (call.args and is_lazy(r, call.args[0])):
        raise Refused("`next(generator, default)` of a generator that is made there")
    if called in IN_ANY_ORDER and not by_key:
        opened = partial(opened, any_order=True)
    return inlined(r, (BY_KEY if by_key else FOLDS)[called], call, opened)


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
