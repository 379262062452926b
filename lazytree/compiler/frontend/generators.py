"""Generators: as values, or spliced into what consumes them; functions that are read in place of their calls.

As a value a generator is a frame, with which is gone on whenever an item is asked for. A generator expression, or a
call of `zip`, `map` … that is kept, is a function of what it reads around it.
"""

from __future__ import annotations

import ast
from collections import Counter
from contextlib import suppress
from itertools import chain, combinations, pairwise, permutations, product, repeat
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import (
    Ask,
    Assign,
    Begin,
    Block,
    Break,
    Call,
    Const,
    Method,
    Node,
    NoResult,
    Op,
    Raise,
    Splice,
    Target,
    Var,
    all_nodes,
)
from ..ir.kinds import LIST
from ..library.iterators import from_the_end
from ..library.table import FUNCTIONS, IN_ANY_ORDER
from .arguments import POPS, Early, after, assigns, bound, function_called, inner_of, of_function, unchanged, written
from .containers import filled
from .dependencies import is_of_the_compiler
from .iterables import MOST_NESTED, each_of, is_lazy
from .reader import Body, Given, Inner, Iterable, Reader, is_made
from .source import (
    Lifted,
    definition,
    is_generator,
    is_gone_over_once,
    names_assigned,
    names_stored,
    nodes_of,
    nodes_of_kind,
    only_result,
    parameters,
    taken_apart,
)

COPYING = {product: MOST_NESTED, combinations: 1, permutations: 1}
"""What has all of its items as soon as it is made: how many of its arguments it goes over then."""
OVER = "over."  # the parameter that a generator expression goes over first
MARKED = ".mark"  # behind the name of a parameter, that of what its mark was


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
        is_settled = (at_once and name not in r.changing | r.within) or is_set_before(r, name, node)
        if not is_settled and not isinstance(r.name(name), Const):
            raise Refused(subset.ONCE)
    given = {OVER: r.read(first.iter), **{name: r.name(name) for name in sorted(read)}}
    return frame(r, node, source, given, {OVER: "mark"})


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
    begun = {f"{OVER}{at}": "mark for good" for at in (*range(len(first)), "iterable") if is_begun(function, at)}
    return frame(r, node, source, {**given, **called}, begun)


def reversed_kept(r: Reader, sequence: Node) -> Node:
    """`reversed(sequence)` as a value: it begins at the item that is the last now."""
    kept = r.hidden("kept").name
    last, mark = Op("-", [Op("len", [Var(kept)]), Const(1)]), Ask("mark", Var(kept), [])
    return Block([Assign(Var(kept), sequence)], Begin(Call(from_the_end, [Var(kept), last, mark])))


def frame(r: Reader, node: ast.expr, source: ast.expr, given: dict[str, Node], begun: dict[str, str]) -> Node:
    """The frame of a function that gives what a source gives, one by one; what is `begun` has these marks now."""
    start, marks = list[Node](), dict[str, Node]()
    for name, value in given.items():
        if name in begun and not isinstance(value, Const):
            kept = r.hidden("kept").name
            start.append(Assign(Var(kept), value))
            marks[name], marks[name + MARKED] = Var(kept), Ask(begun[name], Var(kept), [])
    given = {**given, **marks}
    key = r.function, node, tuple(given)
    if key not in r.shared.lifted:
        statement = ast.Expr(ast.YieldFrom(source))
        parameters = ast.arguments([], [ast.arg(name) for name in given], None, [], [], None, [])
        tree = ast.FunctionDef(name="generator", args=parameters, body=[statement], decorator_list=[])
        tree = ast.fix_missing_locations(ast.copy_location(tree, node))
        r.shared.lifted[key] = Lifted(r.function, tree, tuple(given))
    return after(start, Begin(Call(r.shared.lifted[key], list(given.values()))))


def names_read(r: Reader, node: ast.expr) -> set[str]:
    """The names in a text that mean variables, or what this reader alone knows."""
    names = {each.id for each in nodes_of_kind(node, ast.Name)}
    return {each for each in names if each in r.renamed or each in r.constants or each in r.locals or is_made(each)}


def is_set_before(r: Reader, name: str, node: ast.expr) -> bool:
    """Whether a variable has one value from an expression on: no statement behind it, or around it, assigns it."""
    later = (each for each in r.top if (each.end_lineno or 0) >= node.lineno)
    return name not in r.renamed and not any(name in names_stored(each) for each in later)


# ---- What is gone over later, but not as a value


def made_now(r: Reader, node: ast.expr, early: Early, over: bool = False) -> ast.expr:
    """An expression that is gone over later; variables stand in it for what Python works out where it is made.

    `over`: what it is part of has an iterator over it from now on.
    """
    made: ast.expr
    match node:
        case ast.GeneratorExp(elt=item, generators=[first, *others]):
            clause = ast.comprehension(first.target, made_now(r, first.iter, early, True), first.ifs, first.is_async)
            made = ast.GeneratorExp(item, [clause, *others])
        case ast.Call(func=function, args=given, keywords=named) if is_lazy(r, node) and runs_later(r, node):
            called = function_called(r, node)
            by_place = [made_now(r, each, early, is_begun(called, at)) for at, each in enumerate(given)]
            by_name = [ast.keyword(e.arg, made_now(r, e.value, early, is_begun(called, e.arg))) for e in named]
            made = ast.Call(function, by_place, by_name)
        case ast.Starred(value=value):
            made = ast.Starred(made_now(r, value, early), ast.Load())
        case ast.Lambda():
            return node
        case ast.Name(id=name) if name in r.iterables or inner_of(r, node):
            return node
        case _:
            read = r.read(node)
            kept = early.keep(read)
            if over and not isinstance(kept, Const):
                early.mark(kept)
            if kept is read or not isinstance(kept, Var):
                return node
            made = ast.Name(kept.name, ast.Load())
    return ast.fix_missing_locations(ast.copy_location(made, node))


def is_begun(function: Any, at: object) -> bool:
    """Whether a call has an iterator over its argument at a place, or of a name, before it is asked for an item."""
    if isinstance(function, FunctionType):
        return not is_generator(function)
    if function in (map, filter, zip):
        return at != 0 or function is zip
    return at in (0, "iterable") and function not in (chain, repeat)


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


# ---- Functions read in place of their calls: generators, functions inside of a rule; one in its own text is called


DEEPEST_SPLICE = 40
INSIDE_IN_CIRCLES = "a function inside of a rule does not call itself: one outside, which is handed what it reads"
MOST_LABELS = 2_000  # of loops and hidden variables in one function


def function_body(r: Reader) -> list[Node]:
    """The statements of a function in the small language; constant parameters that it assigns become variables."""
    tree = r.tree or definition(r.function)
    refuse_private(r.function, tree)
    names = nodes_of_kind(tree, ast.Name)
    r.within = {each.target.id for each in nodes_of_kind(tree, ast.NamedExpr)}
    r.walrus = bool(r.within) or any(each.attr in POPS for each in nodes_of_kind(tree, ast.Attribute))
    stored = names_assigned([tree])
    if taken := sorted(stored & r.inners.keys()):
        raise Refused(f"{taken[0]} is a parameter that is assigned")
    r.top, r.given = tree.body, {each.arg for each in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)}
    r.reads = {each.id for each in names if isinstance(each.ctx, ast.Load)}
    r.often = Counter(names_stored(tree))
    r.often.update(each.name for each in nodes_of_kind(tree, ast.FunctionDef) if each is not tree)
    fixed = {name: value for name, value in r.constants.items() if name in stored}
    start: list[Node] = [Assign(r.variable(name), Const(value)) for name, value in fixed.items()]
    for name in fixed:
        del r.constants[name]
    marks = [Var(name) for name in sorted(r.given) if name.endswith(MARKED)]
    start += [unchanged(Var(each.name.removesuffix(MARKED)), each) for each in marks]
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


def entered(
    r: Reader, function: FunctionType | Inner, call: ast.Call, start: list[Node], any_order: bool = False
) -> Reader:
    """The reader of a function that is read in place of a call; `start` gets what works out its arguments.

    They are worked out in the order of the text. What is gone over is made there, as in Python (the bounds of a range).
    """
    if r.depth > DEEPEST_SPLICE:
        raise Refused(INSIDE_IN_CIRCLES if isinstance(function, Inner) else subset.IN_CIRCLES)
    if (label := next(r.fresh)) > MOST_LABELS:  # generators that loop over generators are written out, and multiply
        raise Refused(f"more than {MOST_LABELS:,} loops, with those of the generators that they go over")
    if isinstance(function, Inner):
        inner, signature = function.home.nested(function, label), function.signature
        defaults: dict[str, Node] = {name: Var(kept) for name, kept in signature.defaults.items()}
    else:
        inner, signature = r.inner(function, {}, label), of_function(function)
        defaults = {name: Const(value) for name, value in signature.defaults.items()}
    inner.depth = r.depth + 1
    given, ours, tree = written(signature, call), is_of_the_compiler(function), inner.tree or definition(inner.function)
    for name, kept in defaults.items():
        start += take(inner, name, kept) if name not in given else []
    for name, value in given.items():
        if inside := inner_of(r, value):
            inner.inners[name] = inside
        elif (ours and name == "iterable") or (
            is_lazy(r, value) and name not in names_stored(tree) and is_gone_over_once(tree.body, name)
        ):
            early = Early(r, value, later=True)
            at_once = ours and is_gone_over_at_once(r, function, call, value)
            over = r.opened(value if at_once else made_now(r, value, early), any_order)
            start += early.statements
            inner.iterables[name] = Given(early.checked(over))
        elif ours and isinstance(value, ast.Attribute) and (method := as_function(r, value, function, name)):
            inner.inners[name] = method
        else:
            start += take(inner, name, r.read(value))
    return inner


def is_gone_over_at_once(r: Reader, function: Any, call: ast.Call, iterable: ast.expr) -> bool:
    """Whether nothing is worked out between an argument of one of Python's functions and the loop over it."""
    given = [*call.args, *(each.value for each in call.keywords)]
    plain = all(isinstance(each, ast.Constant | ast.Name | ast.Lambda) for each in given[given.index(iterable) + 1 :])
    return plain and not is_generator(function) and not assigns(r, call)


def as_function(r: Reader, method: ast.Attribute, function: Any, name: str) -> Inner | None:
    """A method of a value as a function inside of the rule, if `function` calls its parameter of this name."""
    calls = [each for each in nodes_of_kind(definition(function), ast.Call) if getattr(each.func, "id", "") == name]
    with suppress(Refused):
        if isinstance(r.read(method), Const):
            return None
    names = [f"x{number}" for number in range(len(calls[0].args))] if calls else []
    given = ast.arguments([], [ast.arg(each) for each in names], None, [], [], None, [])
    body = ast.Call(method, [ast.Name(each, ast.Load()) for each in names], [])
    made = ast.fix_missing_locations(ast.copy_location(ast.Lambda(given, body), method))
    return inner_of(r, made) if calls else None


def inlined(r: Reader, function: Any, call: ast.Call, any_order: bool = False) -> Node:
    """A call of a function that goes over its arguments, as a value: its body is read here."""
    start: list[Node] = []
    inner = entered(r, function, call, start, any_order)
    return value_of(inner, start)


def in_place(r: Reader, function: Any, given: list[Node]) -> Node:
    """What a function of the library gives for these arguments: its body is read here."""
    return value_of(*handed_values(r, function, next(r.fresh), given))


def handed_values(r: Reader, function: Any, label: int, given: list[Node]) -> tuple[Reader, list[Node]]:
    """The reader of a function that is handed these values, and what gives them to it."""
    inner, start = r.inner(function, {}, label), list[Node]()
    names, defaults = parameters(function)
    inner.constants.update({name: value for name, value in defaults.items() if name not in names[: len(given)]})
    for name, value in zip(names, given):
        start += take(inner, name, value)
    return inner, start


def value_of(inner: Reader, start: list[Node]) -> Node:
    """The value of a function that is read in place, after what gives it its arguments."""
    label, inner.result = inner.splice, inner.hidden("result")
    name = inner.result.name
    body = function_body(inner)
    match body:
        case [*statements, Assign(value=value), Break(label=last)] if last == label and not any(
            isinstance(each, Break) and each.label == label for each in all_nodes(statements)
        ):
            return Block([*start, *statements], value)
    whole = Splice(label, [*body, Assign(Var(name), NoResult())], inner.hidden("nothing"), [])
    return Block([*start, whole], Var(name))


def spliced(r: Reader, function: FunctionType | Inner, call: ast.Call) -> Iterable:
    """A call of a generator, or of a function that returns one: its body runs in the loop.

    One in whose text it stands is called instead.
    """
    if isinstance(function, Inner):
        refuse_changing(r, function)
    elif function in r.chain:
        return each_of(r, [begun(r, function, call)])
    start: list[Node] = []
    inner = entered(r, function, call, start)
    inner.gives = isinstance(function, FunctionType) and not is_generator(function)
    if inner.gives and (value := only_result(definition(inner.function))) is not None:
        over = inner.opened(value)
        return lambda target, body: [*start, *over(target, body)]

    def loop(target: Target, body: Body) -> list[Node]:
        consumed = body(inner.splice, inner.splice)
        return [*start, Splice(inner.splice, function_body(inner), target, consumed)]

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


def refuse_changing(r: Reader, inside: Inner) -> None:
    """Refused where a loop changes what a function inside of a rule reads, while it goes over it."""
    if r.walrus or ({each.id for each in nodes_of_kind(inside.tree, ast.Name)} - inside.own) & r.changing:
        raise Refused("a function inside of a rule is gone over by a loop that assigns what the function reads")
