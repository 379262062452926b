"""Generators as values: frames, with which is gone on whenever an item is asked for.

A generator expression, or a call of `zip`, `map` … that is kept, is a function of what it reads around it.
"""

from __future__ import annotations

import ast
from itertools import combinations, permutations, product
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Assign, Begin, Block, Call, Const, Node, Op, Var
from ..ir.kinds import LIST
from ..library.iterators import from_the_end
from .applied import taken_apart
from .arguments import Early, after, bound, function_called, inner_of, of_function
from .containers import filled
from .iterables import MOST_NESTED, is_lazy
from .known_items import columns, is_of_columns
from .reader import Reader, is_made
from .source import Lifted, definition, is_generator
from .syntax import MARK, names_stored, nodes_of_kind, only_result

COPYING = {product: MOST_NESTED, combinations: 1, permutations: 1}
"""What has all of its items as soon as it is made: how many of its arguments it goes over then."""
OVER = "over."  # the parameter that a generator expression goes over first


def begun(r: Reader, function: FunctionType, call: ast.Call) -> Node:
    """A call of a generator as a value, of which nothing has run yet."""
    if any(inner_of(r, each) for each in (*call.args, *(each.value for each in call.keywords))):
        raise Refused("a generator that is kept, or calls itself, is handed no function inside of the rule")
    start, given = bound(r, of_function(function), call)
    return after(start, Begin(Call(function, given)))


def expression_kept(r: Reader, node: ast.GeneratorExp, at_once: bool = False) -> Node:
    """A generator expression as a value; `at_once`: it is gone over by one loop, where it is made.

    Python looks late at what it reads. Refused where that may be another value then.
    """
    first, *others = node.generators
    over = ast.comprehension(first.target, ast.copy_location(ast.Name(OVER, ast.Load()), node), first.ifs, 0)
    source = ast.copy_location(ast.GeneratorExp(node.elt, [over, *others]), node)
    own = {each.id for each in nodes_of_kind(source, ast.Name) if not isinstance(each.ctx, ast.Load)}
    read = names_read(r, source) - own - {OVER}
    for name in read:
        is_settled = (at_once and name not in r.changing | r.within) or is_set_once(r, name)
        if not is_settled and not isinstance(r.name(name), Const):
            raise Refused(subset.ONCE)
    return frame(r, node, source, {OVER: r.read(first.iter), **{name: r.name(name) for name in sorted(read)}})


def call_kept(r: Reader, function: Any, node: ast.Call) -> Node:
    """A call of `zip`, `enumerate`, `map` … as a value: its arguments are worked out now."""
    if function is reversed:
        return reversed_kept(r, r.read(node.args[0]))
    if any(inner_of(r, each) or isinstance(each, ast.Starred) for each in node.args):
        raise Refused(subset.ONCE)
    copied, given = COPYING.get(function, 0), dict[str, Node]()

    def worked_out(name: object, each: ast.expr, is_copied: bool = False) -> ast.expr:
        read = filled(r, LIST, each) if is_copied else r.read(each)
        if isinstance(read, Const) and type(read.value) is int:
            return ast.Constant(read.value)
        given[f"{OVER}{name}"] = read
        return ast.Name(f"{OVER}{name}", ast.Load())

    first = [worked_out(number, each, number < copied) for number, each in enumerate(node.args)]
    named = [ast.keyword(each.arg, worked_out(each.arg, each.value)) for each in node.keywords]
    called = {name: r.name(name) for name in sorted(names_read(r, node.func))}
    source = ast.copy_location(ast.Call(node.func, first, named), node)
    return frame(r, node, source, {**given, **called})


def reversed_kept(r: Reader, sequence: Node) -> Node:
    """`reversed(sequence)` as a value: it begins at the item that is the last now."""
    kept = r.hidden("kept").name
    last = Op("-", [Op("len", [Var(kept)]), Const(1)])
    return Block([Assign(Var(kept), sequence)], Begin(Call(from_the_end, [Var(kept), last])))


def frame(r: Reader, node: ast.expr, source: ast.expr, given: dict[str, Node]) -> Node:
    """The frame of a function that gives what a source gives, one by one."""
    key = r.function, node, tuple(given)
    if key not in r.shared.lifted:
        statement = ast.Expr(ast.YieldFrom(source))
        parameters = ast.arguments([], [ast.arg(name) for name in given], None, [], [], None, [])
        tree = ast.FunctionDef(name="generator", args=parameters, body=[statement], decorator_list=[])
        tree = ast.fix_missing_locations(ast.copy_location(tree, node))
        r.shared.lifted[key] = Lifted(r.function, tree, tuple(given))
    return Begin(Call(r.shared.lifted[key], list(given.values())))


def names_read(r: Reader, node: ast.expr) -> set[str]:
    """The names in a text that mean variables, or what this reader alone knows."""
    names = {each.id for each in nodes_of_kind(node, ast.Name)}
    return {each for each in names if each in r.renamed or each in r.constants or each in r.locals or is_made(each)}


def is_set_once(r: Reader, name: str) -> bool:
    """Whether a variable has one value from its assignment on: a parameter, or set by a statement in no loop."""
    if name in r.renamed:
        return False
    once = [each for each in r.top if isinstance(each, ast.Assign | ast.AnnAssign) and name in names_stored(each)]
    kinds = r.latest.get(name, "").count(MARK)
    return r.often[name] == len(once) == kinds + int(name not in r.given)


# ---- What is gone over later, but not as a value


def made_now(r: Reader, node: ast.expr, early: Early) -> ast.expr:
    """An expression that is gone over later; variables stand in it for what Python works out where it is made."""
    made: ast.expr
    match node:
        case ast.GeneratorExp(elt=item, generators=[first, *others]):
            over = ast.comprehension(first.target, made_now(r, first.iter, early), first.ifs, first.is_async)
            made = ast.GeneratorExp(item, [over, *others])
        case ast.Call() if is_of_columns(r, node):
            return made_now(r, columns(r, node), early)
        case ast.Call(func=function, args=given, keywords=named) if is_lazy(r, node) and runs_later(r, node):
            by_name = [ast.keyword(each.arg, made_now(r, each.value, early)) for each in named]
            made = ast.Call(function, [made_now(r, each, early) for each in given], by_name)
        case ast.Lambda():
            return node
        case ast.Name(id=name) if name in r.iterables or inner_of(r, node):
            return node
        case _:
            read = r.read(node)
            kept = early.keep(read)
            if kept is read or not isinstance(kept, Var):
                return node
            made = ast.Name(kept.name, ast.Load())
    return ast.fix_missing_locations(ast.copy_location(made, node))


def runs_later(r: Reader, node: ast.Call) -> bool:
    """Whether a call of what gives its items one by one does nothing with its arguments before it is asked for one."""
    function = function_called(r, node)
    if (applied := taken_apart(function)) is not None:
        function = applied.function
    if isinstance(function, FunctionType) and not is_generator(function):
        match only_result(definition(function)):
            case ast.GeneratorExp(generators=[ast.comprehension(iter=ast.Name()), *_]):
                return True
        return False
    return function is not reversed and function not in COPYING
