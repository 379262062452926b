"""Reading functions and their statements: from the text of a running function to the small language."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from lazytree.core.errors import BROKEN_LAWS, Refused, Trap
from lazytree.searching.kernels.memory import emit

from ..ir import subset
from ..ir.core import (
    Assign,
    Block,
    Break,
    Choose,
    Const,
    Continue,
    Emit,
    Evaluate,
    If,
    Item,
    Node,
    NoResult,
    Op,
    Raise,
    Return,
    Splice,
    Suspend,
    Unset,
    Var,
    While,
    Yield,
    all_nodes,
    copied,
)
from ..library import MISSING
from .arguments import named_function
from .containers import (
    BOUND,
    all_appended,
    by_key,
    changed,
    deleted,
    for_each,
    item_put,
    method_kept,
    put_in_order,
    tuple_of,
)
from .dependencies import is_of_the_compiler
from .expressions import read, tested
from .generators import function_body
from .iterables import is_lazy
from .loops import kept_for_later, opened
from .reader import Reader, Shared, gone_over
from .source import as_tuple, begins_at, is_generator, is_gone_over_once, names_assigned, parameters, place

# ---- Assignments: to names, to items, to several targets at once


def assignment(r: Reader, targets: list[ast.expr], value: Node) -> list[Node]:
    """`a = b = value`: the value is worked out once."""
    first, *others = targets
    if isinstance(first, ast.Subscript) and not others:
        return item_put(r, first, value)
    if not others and has(first, ast.Starred, ast.Subscript):
        return one_after_another(r, first, value)
    if not others:
        return [Assign(r.target(first), Unset() if isinstance(value, Const) and value.value is MISSING else value)]
    kept = r.hidden("assigned")
    return [Assign(kept, value), *(node for each in targets for node in assignment(r, [each], Var(kept.name)))]


def has(target: ast.expr, *kinds: type[ast.expr]) -> bool:
    """Whether a target is `a, *b` or `a[i], a[j]`: a tuple in which something is of one of these kinds."""
    return isinstance(target, ast.Tuple | ast.List) and any(isinstance(each, kinds) for each in target.elts)


def one_after_another(r: Reader, target: Any, value: Node) -> list[Node]:
    """`a[i], *rest, b = value`: all of the value is worked out, then each target is assigned, from left to right.

    What has the star is a list.
    """
    number = len(target.elts)
    at = next((index for index, each in enumerate(target.elts) if isinstance(each, ast.Starred)), number)
    late, kept = number - at - 1, r.hidden("unpacked")
    wrong = ("<", number - 1) if at < number else ("!=", number)
    length = Op("len", [Var(kept.name)])
    made: list[Node] = [Assign(kept, value), If(Op(wrong[0], [length, Const(wrong[1])]), [Raise()], [])]
    for index, each in enumerate(target.elts):
        if index != at:
            made += assignment(r, [each], Item(Var(kept.name), Const(index if index < at else index - number)))
        elif not isinstance(each.value, ast.Name) or each.value.id in r.reads:
            text = f"list(whole[{at} : {-late or ''}])"
            made += assignment(r, [each.value], r.read(r.template(each, text, list=list, whole=ast.Name(kept.name))))
    return made


# ---- `match`: each case is tested in turn, and the first that fits is run


Found = tuple[Node, list[Node]]  # a test, and what is assigned where it holds


def matched(r: Reader, node: ast.Match) -> list[Node]:
    """A `match` statement, as tests and a way out behind the last case."""
    end, subject = next(r.fresh), r.hidden("subject")
    made: list[Node] = [Assign(subject, r.read(node.subject))]
    for case in node.cases:
        test, given = fits(r, case.pattern, Var(subject.name))
        body: list[Node] = [*r.statements(case.body), Break(end)]
        if case.guard:
            body = [If(r.read(case.guard), body, [])]
        fitting = [*given, *body]
        made += fitting if isinstance(test, Const) and test.value is True else [If(test, fitting, [])]
    return [Splice(end, made, r.hidden("nothing"), [])]


def fits(r: Reader, pattern: ast.pattern, subject: Node) -> Found:
    """Whether a value fits a pattern, and the variables that it gives then."""
    match pattern:
        case ast.MatchValue(value=value):
            return Op("==", [subject, r.read(value)]), []
        case ast.MatchSingleton(value=known):
            return Op("==" if known is None else "is", [subject, Const(known)]), []
        case ast.MatchAs(pattern=inside, name=name):
            test, given = fits(r, inside, subject) if inside else (Const(True), [])
            return test, [*given, *([Assign(r.variable(name), subject)] if name else [])]
        case ast.MatchOr(patterns=patterns):
            found = [fits(r, each, subject) for each in patterns]
            if any(given for _, given in found):
                raise Refused("a pattern with `|` gives no names")
            test = found[-1][0]
            for first, _ in reversed(found[:-1]):
                test = Choose(first, Const(True), test)
            return test, []
        case ast.MatchSequence(patterns=patterns) if not any(isinstance(each, ast.MatchStar) for each in patterns):
            return items_fit(r, patterns, subject)
    raise Refused("a `match` of numbers, True, False, None, constants, `|`, tuples of known length, names and `_`")


def items_fit(r: Reader, patterns: list[ast.pattern], subject: Node) -> Found:
    """Whether the items of a tuple fit patterns: it is as long as there are patterns."""
    tests, assigned = [], []
    for number, each in enumerate(patterns):
        test, given = fits(r, each, Item(subject, Const(number)))
        tests.append(test)
        assigned += given
    whole: Node = Const(True)
    for test in reversed(tests):
        whole = Choose(test, whole, Const(False))
    return Choose(Op("==", [Op("tuple_len", [subject]), Const(len(patterns))]), whole, Const(False)), assigned


# ---- Statements


def statements(r: Reader, nodes: list[ast.stmt]) -> list[Node]:
    """Statements in the small language, each with its place; Refused, with file and line, outside of the subset.

    A function that they define has no name behind them: they may not have been run.
    """
    made: list[Node] = []
    around = dict(r.inners)
    for node in nodes:
        where = "" if is_of_the_compiler(r.function) else place(r.function, node.lineno)
        try:
            for each in statement(r, node):
                each.place = each.place or where
                made.append(each)
        except Refused as refused:
            raise (refused.at(where) if where else refused) from None
        if isinstance(node, (ast.Return, ast.Raise, ast.Break, ast.Continue)):
            break
        if isinstance(node, ast.If) and made and isinstance(made[-1], (Return, Raise, Break, Continue)):
            break  # its test is a constant
    r.inners = around
    return made


def statement(r: Reader, node: ast.stmt) -> list[Node]:
    """The nodes for one statement of Python."""
    match node:
        case ast.AugAssign():
            return changed(r, node)
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Attribute(value=base, attr=how) as method) if (
            how in BOUND
        ):
            return method_kept(r, name, base, method, node)
        case ast.Delete(targets=targets):
            return [each for target in targets for each in deleted(r, target)]
        case ast.FunctionDef(name=name):
            return named_function(r, name, node, node)
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as value):
            return named_function(r, name, value, node)
        case ast.Assign(targets=[ast.Tuple() | ast.List() as targets], value=value):
            in_place = is_lazy(r, value) or isinstance(value, ast.ListComp) or as_tuple(value) is not value
            return assignment(r, [targets], tuple_of(r, value) if in_place else gone_over(r.read(value)))
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if is_lazy(r, value) and (
            r.often[name] == 1 and name not in r.renamed and is_gone_over_once(r.top, name)
        ):
            return kept_for_later(r, name, value)
        case ast.Assign(targets=targets, value=value):
            return assignment(r, targets, r.read(value))
        case ast.AnnAssign(target=target, value=value):
            return assignment(r, [target], r.read(value)) if value else []
        case ast.Return(value=value):
            return returned(r, value)
        case ast.If(test=test, body=then, orelse=other):
            return branch(r, tested(r, test), then, other)
        case ast.While(test=test, body=body, orelse=otherwise):
            label = next(r.fresh)
            leave = next(r.fresh) if otherwise else label
            loop = r.inside((leave, label), lambda: [While(label, tested(r, test), r.statements(body))])
            return with_else(r, loop, leave, otherwise)
        case ast.For(target=target, iter=iterable, body=body, orelse=otherwise):
            over = r.while_changing(names_assigned([target, *body]), lambda: r.opened(iterable))
            end = next(r.fresh) if otherwise else 0
            each, first = (r.hidden("each"), True) if has(target, ast.Starred) else (r.target(target), False)

            def one_round(leave: int, go_on: int) -> list[Node]:
                start = assignment(r, [target], Var(each.name)) if isinstance(each, Var) and first else []
                return [*start, *r.inside((end or leave, go_on), lambda: r.statements(body))]

            return with_else(r, over(each, one_round), end, otherwise)
        case ast.Match():
            return matched(r, node)
        case ast.Break():
            return [Break(r.loops[-1][0])]
        case ast.Continue():
            return [Continue(r.loops[-1][1])]
        case ast.Expr(ast.Call(ast.Attribute(base, "sort")) as call) if by_key(r, call):
            return put_in_order(r, call, base)
        case ast.Expr(ast.Call(ast.Attribute(base, "extend" | "update" as how), [items])) if is_lazy(r, items):
            return all_appended(r, base, how, items)
        case ast.Expr(value=value):
            return evaluated(r, value)
        case ast.Assert(test=test):
            return [If(tested(r, test), [], [Raise()])]
        case ast.Raise(exc=ast.Name(id=name)):
            return [Raise(next((BROKEN_LAWS[law] for law in BROKEN_LAWS if r.means(name, law)), Trap.RAISED))]
        case ast.Raise():
            return [Raise()]
        case ast.Pass():
            return []
    raise Refused(subset.broken_by(node))


def with_else(r: Reader, loop: list[Node], end: int, otherwise: list[ast.stmt]) -> list[Node]:
    """A loop with its `else`, which a `break` leaves together with the loop."""
    return [Splice(end, [*loop, *r.statements(otherwise)], r.hidden("nothing"), [])] if otherwise else loop


def returned(r: Reader, value: ast.expr | None) -> list[Node]:
    """A `return`: in a function that is read in place it sets the result and leaves."""
    if r.gives:  # Python raises an error where None is given in place of items
        end = Raise() if value is None else Return(Const(False)) if r.frame else Break(r.splice)
        return [*(handed_on(r, value) if value else []), end]
    if r.frame:
        return [Return(Const(False))]
    if r.splice and not r.result:
        return [*(evaluated(r, value) if value else []), Break(r.splice)]
    made = r.read(value) if value else Const(None)
    if r.result:
        return [Assign(Var(r.result.name), made), Break(r.splice)]
    return [Return(made)]


def handed_on(r: Reader, items: ast.expr) -> list[Node]:
    """Yields the items of a list, from a function that is gone over."""
    return for_each(r, items, lambda item: handed(r, item))


def handed(r: Reader, item: Node) -> Node:
    """Hands an item on: to the loop that goes over the function, or to what asks for the next one."""
    return Suspend(item) if r.frame else Yield(r.splice, item)


def branch(r: Reader, test: Node, then: list[ast.stmt], other: list[ast.stmt]) -> list[Node]:
    """An `if`; of a constant test only one branch is read."""
    if isinstance(test, Const):
        return r.statements(then if test.value else other)
    return [If(test, r.statements(then), r.statements(other))]


def evaluated(r: Reader, value: ast.expr) -> list[Node]:
    """A statement that is an expression: a `yield`, a call for what it does, or a value that is not used."""
    match value:
        case ast.Constant():
            return []
        case ast.Yield(value=item) if r.splice or r.frame:
            return [handed(r, r.read(item) if item else Const(None))]
        case ast.YieldFrom(value=source) if r.splice or r.frame:
            return handed_on(r, source)
        case ast.Call(func=ast.Name(id=name), args=[index, item]) if r.means(name, emit):
            return [Emit(r.read(index), r.read(item))]
    made = r.read(value)
    return [*made.body, Evaluate(made.result)] if isinstance(made, Block) else [Evaluate(made)]


# ---- Functions


def comes_to_its_end(body: list[Node]) -> bool:
    """Whether statements may end without a `return` or a `raise`, as far as the last one tells."""
    match body[-1:]:
        case [Return() | Raise()]:
            return False
        case [If(then=then, other=other)]:
            return comes_to_its_end(then) or comes_to_its_end(other)
        case [While(label=label, test=Const(value=value), body=inside)] if value:
            return any(isinstance(each, Break) and each.label == label for each in all_nodes(inside))
    return True


@dataclass(slots=True, eq=False, repr=False)
class Function:
    """A function in the core language, its constant parameters replaced by their values."""

    name: str
    source: FunctionType
    parameters: list[str]
    body: list[Node]


def read_function(
    function: FunctionType, constants: Mapping[str, object], lazy: dict[Any, bool], frame: bool = False
) -> Function:
    """The function as core statements, its constant arguments built in.

    This is what inference asks of the front end. `lazy` says of functions whether they give their items one by one;
    what is found out is added. With `frame`, a generator hands its items one by one to what asks for them, and the
    function says whether there is one. Refused, with file and line, where the function leaves the subset.

    A function of the library is read once, and kept.
    """
    if frame or not is_of_the_compiler(function) or not {*map(type, constants.values())} <= SIMPLE:
        return read_now(function, constants, lazy, frame)
    key = function, *((name, type(value), value) for name, value in constants.items())
    if key not in _READ:
        _READ[key] = read_now(function, constants, lazy)
    kept = _READ[key]
    return Function(kept.name, kept.source, kept.parameters, copied(kept.body))


SIMPLE = {int, bool, type(None), type}
_READ: dict[Any, Function] = {}


def read_now(
    function: FunctionType, constants: Mapping[str, object], lazy: dict[Any, bool], frame: bool = False
) -> Function:
    """As `read_function`, of a function whose text is read now."""
    names = [*parameters(function)[0]]
    if is_generator(function) and not frame:
        raise Refused(subset.ONCE, begins_at(function))
    reader = Reader(function, constants, read, statements, opened, shared=Shared(lazy=lazy))
    if frame:
        reader.frame, reader.gives = True, not is_generator(function)
    body = function_body(reader)
    if comes_to_its_end(body):
        body.append(Return(Const(False) if frame else NoResult()))
    own = [name for name in names if name not in constants]
    return Function(function.__name__, function, own, body)
