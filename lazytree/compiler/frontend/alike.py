"""What a list or a set is in Python: a list, a tuple, a deque, a set, a frozenset. They take different methods."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Collection
from contextlib import suppress

from lazytree.core.errors import Refused

from ..ir.core import Const
from ..ir.frozen import DictOf, ListOf, SetOf
from .arguments import function_called
from .defining import inner_of
from .fresh import NEW, chosen, handed_to
from .listlike import LIST, OF_SETS, kind_of
from .outlines import outline
from .reader import GrownName, Reader
from .source import definition

Classes = frozenset[object]
UNKNOWN: Classes = frozenset({None})
CHANGED = {list, deque, set}  # what methods change
FROZEN = {ListOf: list, SetOf: set, DictOf: dict}  # what a constant was before it was frozen
NUMBERS = {int, bool}  # `[0] * n` is a list
MOST_ITEMS = 200  # of a constant, that are looked at
DISPLAYS = {ast.List: list, ast.ListComp: list, ast.Tuple: tuple, ast.Set: set, ast.SetComp: set}


def classes_of(r: Reader, value: ast.expr, seen: Collection[object] = ()) -> Classes:
    """What a value that is used as a list or a set may be in Python; None of what is not known."""
    return frozenset[object]().union(*(class_of(r, each, seen) for each in chosen(value)))


def class_of(r: Reader, value: ast.expr, seen: Collection[object]) -> Classes:
    """As `classes_of`, of a value that is no choice between others."""
    match value:
        case ast.Name(id=name) if (known := of_name(r, name)) is not None:
            return known
        case ast.Name(id=name) if name not in r.locals:
            return of_constant(r, value)
        case ast.Attribute():
            return of_constant(r, value)
        case ast.Subscript(value=base, slice=ast.Slice()):
            return classes_of(r, base, seen)
        case ast.Subscript():
            return of_item(r, value)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return of_sum(r, left, right, seen)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return (classes_of(r, left, seen) | classes_of(r, right, seen)) - UNKNOWN - NUMBERS or UNKNOWN
        case ast.BinOp(left=left):
            return classes_of(r, left, seen)
        case ast.Call(func=ast.Attribute(value=base, attr=name)) if name in OF_SETS and not of_module(r, base):
            return classes_of(r, base, seen)
        case ast.Call():
            return of_call(r, value, seen)
    found = DISPLAYS.get(type(value))
    return frozenset({found})


def of_name(r: Reader, name: str) -> Classes | None:
    """What a variable of a function, or of those around it, may be; None if there is none."""
    settle(r)
    return of_name(r.around, name) if name not in r.classes and r.around else r.classes.get(name)


def settle(r: Reader) -> None:
    """Finds what the variables of a function may be, if that was not done yet: few functions need it."""
    if r.unsettled is not None:
        tree, r.unsettled = r.unsettled, None
        inners, r.inners = r.inners, {}  # as it is where the function begins
        settle_classes(r, tree)
        r.inners = inners


def of_module(r: Reader, node: ast.expr) -> bool:
    """Whether an expression is known before the game starts, and no set."""
    return isinstance(node, ast.Name) and node.id not in r.locals and of_constant(r, node) == UNKNOWN


def of_constant(r: Reader, node: ast.expr) -> Classes:
    """What a constant is."""
    with suppress(Refused):
        known = r.read(node)
        if isinstance(known, Const):
            return frozenset({FROZEN.get(type(known.value), type(known.value))})
    return UNKNOWN


def of_item(r: Reader, node: ast.Subscript) -> Classes:
    """What an item of a constant is, whichever; an item of anything else is unknown."""
    found = items_of(r, node)
    return frozenset(FROZEN.get(type(each), type(each)) for each in found) or UNKNOWN


def items_of(r: Reader, node: ast.expr) -> list[object]:
    """What an expression may be that names a constant, or an item of one; nothing if it is anything else."""
    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        wholes = [each.values if isinstance(each, DictOf) else each for each in items_of(r, node.value)]
        rows = [each for each in wholes if isinstance(each, tuple)]
        return [item for each in rows for item in each] if sum(map(len, rows)) <= MOST_ITEMS else []
    with suppress(Refused):
        known = r.read(node)
        return [known.value] if isinstance(known, Const) else []
    return []


def of_sum(r: Reader, left: ast.expr, right: ast.expr, seen: Collection[object]) -> Classes:
    """What `+` gives: of lists and tuples what the left one is, or an error."""
    one = classes_of(r, left, seen)
    if None not in one:
        return one
    other = classes_of(r, right, seen)
    return other if one == UNKNOWN and None not in other and kind_of(r, right) == LIST else one | other


def of_call(r: Reader, call: ast.Call, seen: Collection[object]) -> Classes:
    """What a call gives."""
    if (inner := inner_of(r, call.func)) is not None:
        pairs = [
            *zip(inner.signature.names, call.args),
            *((each.arg, each.value) for each in call.keywords if each.arg),
        ]
        given = dict.fromkeys(inner.signature.names, UNKNOWN)
        given.update({name: classes_of(r, each, seen) for name, each in pairs})
        return UNKNOWN if inner.tree in seen else given_by(inner.home, inner.tree, given, (*seen, inner.tree))
    try:
        called = function_called(r, call)
    except Refused:  # it is refused again where it is read
        return UNKNOWN
    if called in NEW:
        return frozenset({list if called is sorted else called})
    handed = handed_to(r, call)
    if handed is None:
        return UNKNOWN
    function, beforehand, named = handed
    given = {name: classes_of(r, each, seen) for name, each in named}
    if function in seen:  # by itself, of the same, it gives what its other `return`s give
        return frozenset() if (function, frozenset(given.items())) == [*seen][-1] else UNKNOWN
    alone, seen = r.alone(function), (*seen, function, (function, frozenset(given.items())))
    if beforehand:
        alone.constants.update(beforehand)
        return given_by(alone, definition(function), given, seen)
    question = (function, frozenset(given.items()))
    if question not in r.shared.given:
        r.shared.given[question] = given_by(alone, definition(function), given, seen)
    return r.shared.given[question]


def given_by(r: Reader, tree: ast.FunctionDef, given: dict[str, Classes], seen: Collection[object]) -> Classes:
    """What a function returns."""
    settle(r)
    before = r.classes
    r.classes = {**before, **given}
    settle_classes(r, tree, seen)
    found = frozenset[object]().union(*(classes_of(r, each, seen) for each in outline(tree)[1]))
    r.classes = before
    return found if outline(tree)[1] else UNKNOWN


def settle_classes(r: Reader, tree: ast.FunctionDef, seen: Collection[object] = ()) -> None:
    """Finds what the variables of a function may be in Python."""
    assigned = outline(tree)[0]
    parameters = {each.arg for each in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)}
    own = {name for name, _ in assigned}
    r.classes.update(dict.fromkeys(own - parameters, frozenset()))
    for _ in range(len(own) + 1):
        before = dict(r.classes)
        for name, value in assigned:
            r.classes[name] = r.classes.get(name, UNKNOWN) | classes_of(r, value, seen)
        if r.classes == before:
            return


def refuse_unlike(name: str, held: GrownName, allowed: Collection[object] = CHANGED) -> None:
    """Refused if a list or a set is changed that is in Python none that can be, or perhaps another one."""
    if len(held.classes) == 1 and held.classes <= {*allowed}:
        return
    if held.classes == UNKNOWN:
        raise Refused(f"{name} is changed, and is perhaps no list: `list(...)` makes one of its own")
    if len(held.classes) == 1:
        raise Refused(
            f"{name} is changed, and is a {told(held.classes)}: `list(...)` or `set(...)` makes what can be changed"
        )
    raise Refused(
        f"{name} is changed, and is not always of one class ({told(held.classes)}): `list(...)` on every path"
    )


def joined(r: Reader, left: ast.expr, right: ast.expr) -> list[ast.expr]:
    """Both sides of a `+` that joins lists; Refused unless they surely are of one class.

    Beside a tuple, a value of which the text tells nothing becomes `() + value`: inference knows whether it is a tuple.
    """
    sides = [(each, classes_of(r, each)) for each in (left, right)]
    found = sides[0][1] | sides[1][1]
    if found - UNKNOWN == {tuple} and all(each == {tuple} or not kind_of(r, side) for side, each in sides):
        return [side if each == {tuple} else after_nothing(side) for side, each in sides]
    if None in found or len(found) > 1:
        raise Refused(f"`+` joins lists of one class, not {told(found)}: `list(...)` around each")
    return [left, right]


def after_nothing(value: ast.expr) -> ast.expr:
    """`() + value`."""
    return ast.fix_missing_locations(
        ast.copy_location(ast.BinOp(ast.Tuple([], ast.Load()), ast.Add(), value), value),
    )


def told(found: Classes) -> str:
    """Classes in words."""
    names = sorted(getattr(each, "__name__", "?") for each in found)
    return ", ".join("something else" if each == "?" else each for each in sorted(names, key=lambda one: one == "?"))
