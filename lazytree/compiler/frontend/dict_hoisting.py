"""Dicts that are made in the middle of an expression: `max(Counter(cards).values())`. They get a line in front.

That is the same where they are worked out in any case, and where nothing before them changes what they are made of.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from types import FunctionType

from lazytree.core.errors import Refused

from .dependencies import ABSENT, unrecorded
from .dict_names import Around, is_local, value_named
from .outlines import OF_LISTS, OF_SETS
from .source import definition
from .syntax import nodes_of
from .unknown import Unknown

IN_LINE = "a dict that is made in the middle of an expression gets a line of its own: `counts = ...`"
COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)
OTHERS = ("setdefault", "popitem", "extendleft", "rotate", "symmetric_difference_update")
CHANGES = {*OF_LISTS, *OF_SETS, *OTHERS}


def header(node: ast.stmt) -> str:
    """The field that holds the expression which a statement works out once, before anything else; empty if none."""
    match node:
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.Return() | ast.Expr():
            return "value"
        case ast.If() | ast.Assert():
            return "test"
        case ast.For():
            return "iter"
    return ""


def in_any_case(node: ast.AST) -> Iterator[tuple[ast.AST, str, int]]:
    """Where the expressions stand that are worked out in any case: the node, its field, the place in a list or -1."""
    for field, value in ast.iter_fields(node):
        if isinstance(value, list):
            last = 1 if isinstance(node, ast.BoolOp | ast.Compare) else len(value)
            yield from ((node, field, at) for at in range(min(last, len(value))) if isinstance(value[at], ast.AST))
        elif isinstance(value, ast.AST) and not (isinstance(node, ast.IfExp) and field != "test"):
            yield node, field, -1


def hoisted(
    around: Around,
    node: ast.stmt,
    is_made: Callable[[ast.expr], bool],
    hidden: Callable[[], str],
    own: bool,
    defaults: AbstractSet[str],
) -> list[tuple[str, ast.expr]]:
    """The dicts that a statement makes on its way, which gets names in their place; `own`: it may be one itself.

    `defaults` are the dicts that change where they are only asked for a key.
    """
    field = header(node)
    if not field or getattr(node, field) is None:
        return []
    whole = getattr(node, field)
    found: list[tuple[str, ast.expr]] = []
    ahead: list[tuple[ast.AST, str, int]] = [(node, field, -1)] if not own else [*in_any_case(whole)]
    while ahead:
        parent, name, at = ahead.pop(0)
        value = getattr(parent, name)[at] if at >= 0 else getattr(parent, name)
        if isinstance(value, ast.expr) and not isinstance(value, ast.Name) and is_made(value):
            if is_settled(around, node, value, defaults):
                found.append((hidden(), value))
                new: ast.expr = ast.Name(found[-1][0], ast.Load())
            else:
                new = Unknown(IN_LINE)
            if at >= 0:
                getattr(parent, name)[at] = new
            else:
                setattr(parent, name, new)
        elif isinstance(value, COMPREHENSIONS):
            ahead.append((value.generators[0], "iter", -1))
        elif not isinstance(value, ast.Lambda | ast.NamedExpr):
            ahead += in_any_case(value)
    return found


def is_settled(around: Around, node: ast.stmt, made: ast.expr, defaults: AbstractSet[str]) -> bool:
    """Whether a dict may be made before all else of a statement, as far as the text tells.

    So it is if nothing else there changes what the dict is made of, and if making it changes nothing else there.
    """
    inside = {id(each) for each in ast.walk(made)}
    parts = [each for part in worked_out_before(node) for each in ast.walk(part)]
    if any(isinstance(each, ast.NamedExpr) for each in parts):
        return False
    outside = [each for each in parts if id(each) not in inside]
    around_it = [each for each in outside if not any(one is made for one in ast.walk(each))]
    read, others = local_names(around, ast.walk(made)), local_names(around, outside)
    if read & others & defaults:
        return False
    own_calls = [each for each in ast.walk(made) if isinstance(each, ast.Call)] if others else []
    with unrecorded():
        calls = (each for each in around_it if isinstance(each, ast.Call))
        return not any(may_change(around, each, read, frozenset()) for each in calls) and not any(
            may_change(around, each, others, frozenset()) for each in own_calls
        )


def worked_out_before(node: ast.stmt) -> list[ast.expr]:
    """The expressions of a statement among which its dicts are made: what `+=` assigns is read first."""
    target = [node.target] if isinstance(node, ast.AugAssign) else []
    return [*target, getattr(node, header(node))]


def local_names(around: Around, nodes: Iterable[ast.AST]) -> set[str]:
    """Those of the names that mean variables of the function."""
    return {each.id for each in nodes if isinstance(each, ast.Name) and is_local(around, each)}


def may_change(around: Around, call: ast.Call, names: AbstractSet[str], seen: frozenset[FunctionType]) -> bool:
    """Whether a call may change a list, a set or a dict that one of these names means, as far as the text tells."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in CHANGES:
        return not {each.id for each in ast.walk(call.func.value) if isinstance(each, ast.Name)}.isdisjoint(names)
    function = value_named(around, call.func)
    given = [(at, each) for at, each in enumerate(call.args) if reads(each, names)]
    if function is not ABSENT and type(function) is not FunctionType:
        return False
    if function is ABSENT or any(reads(each.value, names) for each in call.keywords):
        return not isinstance(call.func, ast.Attribute) or bool(given)
    code = function.__code__
    own = {code.co_varnames[at] for at, _ in given if at < code.co_argcount}
    return bool(given) and (function in seen or len(own) < len(given) or changes(function, own, seen | {function}))


def changes(function: FunctionType, names: AbstractSet[str], seen: frozenset[FunctionType]) -> bool:
    """Whether a function may change what these parameters are, as far as its text tells."""
    try:
        around = Around(function, definition(function), {})
    except Refused:  # it is refused again where it is read
        return True
    for each in nodes_of(around.tree):
        match each:
            case ast.Call() if may_change(around, each, names, seen):
                return True
            case ast.Assign(value=ast.Name(id=name)) | ast.AugAssign(target=ast.Name(id=name)) if name in names:
                return True
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()) if name in names:
                return True
    return False


def reads(node: ast.expr, names: AbstractSet[str]) -> bool:
    """Whether an expression names one of these."""
    return any(isinstance(each, ast.Name) and each.id in names for each in ast.walk(node))


def varies(around: Around, node: ast.expr) -> bool:
    """Whether a dict is none that is written out of constants: that one stays a constant, if it is not empty."""
    return (
        not isinstance(node, ast.Dict)
        or not node.keys
        or any(is_local(around, each) for each in ast.walk(node) if isinstance(each, ast.Name))
    )
