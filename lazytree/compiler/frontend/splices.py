"""Reading generators, spliced into what consumes them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from types import FunctionType

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Assign, Begin, Const, Copy, Node, Op, Raise, Splice, Target, Var
from ..ir.walking import all_nodes
from .arguments import Early
from .changes import names_of, touched_in
from .defining import inner_of
from .eager import eager
from .grown import POPS, handed_over, refuse_recursion
from .grown_names import settle_grown
from .listlike import kind_of, settle_lists
from .local_lists import filled
from .outlines import outline
from .reader import Body, Given, Iterable, Reader
from .recursion import Opened, calls_itself, gathered
from .signatures import of_function, written
from .source import definition, is_generator
from .syntax import names_stored, nodes_of, nodes_of_kind

DEEPEST_SPLICE = 40
MOST_LABELS = 2_000  # of loops and hidden variables in one function


def function_body(r: Reader) -> list[Node]:
    """The statements of a function in the small language; constant parameters that it assigns become variables."""
    tree = definition(r.function)
    refuse_private(r.function, tree)
    names = nodes_of_kind(tree, ast.Name)
    r.within = {each.target.id for each in nodes_of_kind(tree, ast.NamedExpr)}
    r.walrus = bool(r.within) or any(each.attr in POPS for each in nodes_of_kind(tree, ast.Attribute))
    _, _, stored = outline(tree)
    if not r.by_reference:
        settle_lists(r, tree)
        if r.gives:
            r.filled = filled(r, tree)
        settle_grown(r, tree, r.filled)
    r.stored, r.top = stored, tree.body
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
    function: FunctionType,
    given: Mapping[str, ast.expr],
    opened: Opened,
    start: list[Node],
) -> None:
    """Gives a function that is read in place its arguments, in the order of the text; `start` gets the statements.

    What is gone over is made there, as in Python: all items of a list, the bounds of a range.
    """
    for name, value in given.items():
        if inside := inner_of(r, value):
            inner.inners[name] = inside
        elif not r.by_reference and (grown := handed_over(r, inner, function, name, value, opened)) is not None:
            refuse_recursion(r, function)
            start += grown
        elif kind := kind_of(r, value):
            inner.iterables[name] = Given(kind, opened(r, value, Early(r, value, start)))
        else:
            start += take(inner, name, r.read(value))


def spliced(
    r: Reader,
    function: FunctionType,
    call: ast.Call,
    early: Early | None,
    opened: Opened,
    certain: bool = False,
) -> Iterable:
    """A call of a generator, or of a function that gives a list: its body runs in the loop.

    Its arguments are worked out in the order of the text. One that calls itself gives all of its items first.
    """
    if calls_itself(r, function, call):
        return gathered(r, function, call, early, opened)
    if r.depth > DEEPEST_SPLICE:
        raise Refused(subset.GENERATORS_IN_CIRCLES)
    label = next(r.fresh)
    refuse_too_many(label)
    inner = r.inner(function, {}, label)
    inner.gives, inner.certain = not is_generator(function), certain
    given = written(of_function(function), call)
    take_defaults(inner, given)
    start: list[Node] = early.statements if early else []
    take_arguments(r, inner, function, given, opened, start)

    def loop(target: Target, body: Body) -> list[Node]:
        consumed = body(label, label)
        made = unchanged_by(r, consumed, lambda: function_body(inner))
        return [*([] if early else start), Splice(label, made, target, consumed)]

    return loop


def unchanged_by(r: Reader, consumed: list[Node], reading: Callable[[], list[Node]]) -> list[Node]:
    """The body of a generator; Refused if the loop over it changes a list or a set that must rest meanwhile.

    The loop may add to a list that the generator goes over, as in Python, but give it no other value.
    """
    before, r.shared.at_rest = r.shared.at_rest, set()
    made = reading()
    resting, r.shared.at_rest = r.shared.at_rest, before | r.shared.at_rest
    again = {each.name.name for each in all_nodes(consumed) if isinstance(each, (Begin, Copy))}
    if touched_in(consumed) & resting or again & names_of(made):
        raise Refused(subset.RESTS)
    return made


def given_whole(
    r: Reader, function: FunctionType, call: ast.Call, early: Early | None, opened: Opened, node: ast.expr
) -> Iterable:
    """A call of a function that gives a list: all of it is made before the loop."""
    if calls_itself(r, function, call):
        return gathered(r, function, call, early, opened)
    return eager(
        r, lambda certain: spliced(r, function, call, None, opened, certain), node, early.statements if early else None
    )


def refuse_too_many(label: int) -> None:
    """Generators that loop over generators are written out, so that they may multiply."""
    if label > MOST_LABELS:
        raise Refused(f"more than {MOST_LABELS:,} loops, with those of the generators that they go over")
