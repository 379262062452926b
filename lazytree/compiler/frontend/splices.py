"""Reading generators, spliced into what consumes them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from types import FunctionType

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Assign, Const, Node, Op, Raise, Splice, Target, Var
from .arguments import POPS, Early
from .defining import inner_of
from .lazily import is_lazy
from .outlines import names_assigned
from .reader import Body, Given, Iterable, Reader
from .recursion import calls_itself, gathered
from .signatures import of_function, written
from .source import definition, is_generator
from .syntax import names_stored, nodes_of, nodes_of_kind

Opened = Callable[..., Iterable]
DEEPEST_SPLICE = 40
MOST_LABELS = 2_000  # of loops and hidden variables in one function


def function_body(r: Reader) -> list[Node]:
    """The statements of a function in the small language; constant parameters that it assigns become variables."""
    tree = definition(r.function)
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


def take_defaults(inner: Reader, given: Collection[str]) -> None:
    """Gives a function that is read in place the defaults of the parameters that its call leaves out."""
    defaults = of_function(inner.function).defaults
    inner.constants.update({name: value for name, value in defaults.items() if name not in given})


def take_arguments(
    r: Reader,
    inner: Reader,
    given: Mapping[str, ast.expr],
    opened: Opened,
    start: list[Node],
) -> None:
    """Gives a function that is read in place its arguments, in the order of the text; `start` gets the statements.

    What is gone over is made there, as in Python: the bounds of a range.
    """
    for name, value in given.items():
        if inside := inner_of(r, value):
            inner.inners[name] = inside
        elif is_lazy(r, value):
            inner.iterables[name] = Given(opened(r, value, Early(r, value, start)))
        else:
            start += take(inner, name, r.read(value))


def spliced(r: Reader, function: FunctionType, call: ast.Call, early: Early | None, opened: Opened) -> Iterable:
    """A call of a generator, or of a function that returns one: its body runs in the loop.

    Its arguments are worked out in the order of the text. One that calls itself gives all of its items first.
    """
    if calls_itself(r, function, call):
        return gathered(r, function, call, early)
    if r.depth > DEEPEST_SPLICE:
        raise Refused(subset.GENERATORS_IN_CIRCLES)
    label = next(r.fresh)
    refuse_too_many(label)
    inner = r.inner(function, {}, label)
    inner.gives = not is_generator(function)
    given = written(of_function(function), call)
    take_defaults(inner, given)
    start: list[Node] = early.statements if early else []
    take_arguments(r, inner, given, opened, start)
    first = [] if early else start
    if inner.gives and (value := only_result(function)) is not None:
        over = opened(inner, value, early)
        return lambda target, body: [*first, *over(target, body)]
    if inner.gives and early is not None and early.later:
        raise Refused(
            f"{function.__name__} returns what gives its items later: a `yield from` in place of its `return`"
        )

    def loop(target: Target, body: Body) -> list[Node]:
        consumed = body(label, label)
        return [*first, Splice(label, function_body(inner), target, consumed)]

    return loop


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
