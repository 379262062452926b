"""Lists and sets that grow and shrink: which names they are, and what is done to them.

They lie in memory of the function's own. A function that is handed one is read in place of its call, so that both names
mean one variable, as in Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import (
    Add,
    Assign,
    Begin,
    Block,
    Break,
    Const,
    Copy,
    Count,
    If,
    Item,
    Node,
    Op,
    Pop,
    Raise,
    Target,
    Var,
)
from ..ir.kinds import MOST_ROOM
from .arguments import assigns, function_called
from .eager import all_nodes, changes_in
from .listlike import LIST, SET, fixed_lists, kind_of, outline
from .reader import Body, GrownName, Reader
from .reader import Iterable as Loop
from .source import definition
from .syntax import nodes_of

OF_LISTS = ("append", "extend", "pop", "popleft", "clear", "remove", "insert", "appendleft", "sort", "reverse")
OF_SETS = ("add", "discard", "remove", "update", "clear", "pop", "difference_update", "intersection_update")
POPS = ("pop", "popleft")
METHODS = {*OF_LISTS, *OF_SETS}
KNOWN = "append, extend, pop(), pop(0), index, count of a list; add, discard, remove, update of a set"


# ---- which names they are


def names_changed(tree: ast.AST) -> set[str]:
    """The names in a text that a method changes, `+=` aside."""
    return {
        node.func.value.id
        for node in nodes_of(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS
        if isinstance(node.func.value, ast.Name)
    }


def settle_grown(r: Reader, tree: ast.FunctionDef, filled: str) -> None:
    """Finds the lists and sets of a function that grow; its other lists stay in `r.lists` and `r.fixed`."""
    if not find_grown(r, tree, filled):
        return
    fixed = fixed_lists(r, tree)  # once more: what is made from a list that grows has no known length
    r.lists.update(dict.fromkeys(name for name in r.fixed if name not in fixed and name in outline(tree)[2]))
    r.fixed = {name: depth for name, depth in r.fixed.items() if name in fixed or name not in outline(tree)[2]}
    find_grown(r, tree, filled)


def find_grown(r: Reader, tree: ast.FunctionDef, filled: str) -> set[str]:
    """Puts the names of lists and sets that grow where they belong."""
    values: dict[str, list[ast.expr]] = {}
    for name, value in outline(tree)[0]:
        values.setdefault(name, []).append(value)
    changed, used = names_changed(tree), names_used(tree)
    others = {name for name, held in r.grown.items() if not held.own} | r.iterables.keys() | r.fixed.keys() | {filled}
    own = {name: given for name, given in values.items() if name not in others}
    together = {
        each.id for node in nodes_of(tree) if is_several(node) for each in node.targets[0].elts if is_name(each)
    }
    found: set[str] = set()
    for _ in range(3):  # `b = a | c`: once `a` is known
        aliases = {each.id for name in found for each in own[name] if isinstance(each, ast.Name)}
        for name, given in own.items():
            if name in found:
                continue
            if any(gives_set(r, each, name in changed) for each in given):
                put_grown(r, found, name, distinct=True)
            elif is_growing_tuple(name, given, tree) or (
                name in r.lists
                and (
                    name in changed | used | aliases | together
                    or len(given) > 1
                    or is_handed_to_change(r, tree, name)
                    or any(names_in(each) & r.grown.keys() for each in given)
                )
            ):
                put_grown(r, found, name, distinct=False)
    return found


def is_several(node: Any) -> bool:
    """Whether this is `a, b = x, y`."""
    return isinstance(node, ast.Assign) and all(isinstance(each, ast.Tuple) for each in (node.targets[0], node.value))


def is_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Name)


def put_grown(r: Reader, found: set[str], name: str, distinct: bool) -> None:
    """From now on the name is a list, or a set, that grows."""
    found.add(name)
    r.grown[name] = GrownName(r.renamed.pop(name, r.prefix + name), distinct)
    r.lists.pop(name, None)


def gives_set(r: Reader, node: ast.expr, changed: bool) -> bool:
    """Whether a value is a set; one of constants only if its name is changed."""
    if isinstance(node, ast.Set):
        return changed or not all(isinstance(each, ast.Constant) for each in node.elts)
    return kind_of(r, node) == SET


def is_growing_tuple(name: str, given: list[ast.expr], tree: ast.AST) -> bool:
    """Whether a variable begins as `()` and only grows by `t += (x,)` or `t = t + (x,)`."""

    def empty(node: ast.expr) -> bool:
        return isinstance(node, ast.Tuple) and not node.elts

    def longer(node: ast.expr) -> bool:
        match node:
            case ast.BinOp(left=ast.Name(id=own), op=ast.Add(), right=ast.Tuple()):
                return own == name
        return False

    def grows(node: ast.AST) -> bool:
        match node:
            case ast.AugAssign(target=ast.Name(id=own), op=ast.Add(), value=ast.Tuple()):
                return own == name
        return False

    inside = [node for loop in nodes_of(tree) if isinstance(loop, (ast.For, ast.While)) for node in nodes_of(loop)]
    steps = any(grows(node) or (isinstance(node, ast.expr) and longer(node)) for node in inside)
    return steps and any(map(empty, given)) and all(empty(each) or longer(each) for each in given)


def names_used(tree: ast.AST) -> set[str]:
    """The names in a text that are asked for an item, that `+=` changes, or an item of which is assigned."""
    found: set[str] = set()
    for node in nodes_of(tree):
        match node:
            case ast.Subscript(value=ast.Name(id=name)) | ast.AugAssign(target=ast.Name(id=name)):
                found.add(name)
    return found


def is_handed_to_change(r: Reader, tree: ast.AST, name: str) -> bool:
    """Whether a list is handed to a function that changes it."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Call) and any(isinstance(each, ast.Name) and each.id == name for each in node.args):
            try:
                function = function_called(r, node)
            except Refused:
                continue
            if isinstance(function, FunctionType) and changes_parameter(function, node, name):
                return True
    return False


def changes_parameter(function: FunctionType, call: ast.Call, name: str) -> bool:
    """Whether a function changes the parameter that it is handed a list as."""
    try:
        changed = names_changed(definition(function))
    except Refused:
        return False
    given = zip(function.__code__.co_varnames, call.args)
    return any(parameter in changed for parameter, each in given if isinstance(each, ast.Name) and each.id == name)


def names_in(node: ast.AST) -> set[str]:
    """All names in a text."""
    return {each.id for each in nodes_of(node) if isinstance(each, ast.Name)}


def grown_of(r: Reader, node: ast.AST | None) -> GrownName | None:
    """The list or the set that an expression names."""
    return r.grown.get(node.id) if isinstance(node, ast.Name) and node.id not in r.renamed else None


# ---- what is done to them


def gone_over(r: Reader, held: GrownName) -> Loop:
    """What loops over a list: over what is added meanwhile, too."""

    def loop(target: Target, body: Body) -> list[Node]:
        label, at = next(r.fresh), r.hidden("at")
        end = If(Op(">=", [Var(at.name), Op("len", [Var(held.variable)])]), [Break(label)], [])
        made = body(label, label)
        if any(isinstance(each, (Begin, Copy)) and each.name.name == held.variable for each in all_nodes(made)):
            raise Refused("a list that a loop goes over is given another value in the loop")
        given = Assign(target, Item(Var(held.variable), Var(at.name)))
        return [Count(label, at, [Const(MOST_ROOM + 1)], [end, given, *made])]

    return loop


def backwards(r: Reader, held: GrownName) -> Loop:
    """What loops over a list from its end on."""

    def loop(target: Target, body: Body) -> list[Node]:
        label, at = next(r.fresh), r.hidden("at")
        bounds: list[Node] = [Op("-", [Op("len", [Var(held.variable)]), Const(1)]), Const(-1), Const(-1)]
        made = body(label, label)
        if changes_in(made) & {held.variable}:
            raise Refused("a list that a loop goes over backwards is changed in the loop")
        return [Count(label, at, bounds, [Assign(target, Item(Var(held.variable), Var(at.name))), *made])]

    return loop


def filled_from(r: Reader, variable: str, items: ast.expr, opened: Callable[..., Loop]) -> list[Node]:
    """Adds all items of something that is gone over."""
    item = r.hidden("item")
    return opened(r, items)(item, lambda _leave, _go_on: [Add(Var(variable), Var(item.name))])


def begun(r: Reader, name: str, value: ast.expr, opened: Callable[..., Loop]) -> list[Node]:
    """`name = [...]` of a list that grows."""
    held = r.grown[name]
    if not held.own:
        raise Refused(f"{name} is a list or a set that was handed over: give the new one another name")
    if assigns(r, value):
        raise Refused(subset.LIST_WALRUS)
    if (other := grown_of(r, value)) is not None:
        return [Copy(Var(held.variable), Var(other.variable), shared=True)]
    if any(kind_of(r, each) and isinstance(each, ast.Name) for each in chosen(value)):
        raise Refused(f"{name} is another name for a list: `list(...)` makes one of its own")
    into = held.variable
    if name in names_in(value) or r.inners:
        into = r.hidden(name).name
    made = [Begin(Var(into)), *filled_from(r, into, value, opened)]
    return made if into == held.variable else [*made, Copy(Var(held.variable), Var(into))]


def chosen(value: ast.expr) -> list[ast.expr]:
    """The values that `a if b else c` chooses from; any other value itself."""
    return [*chosen(value.body), *chosen(value.orelse)] if isinstance(value, ast.IfExp) else [value]


def longer(r: Reader, name: str, items: ast.expr, opened: Callable[..., Loop]) -> list[Node]:
    """`name += items`, `name.extend(items)`."""
    held = r.grown[name]
    if assigns(r, items):
        raise Refused(subset.LIST_WALRUS)
    if name not in names_in(items) and not r.inners:
        return filled_from(r, held.variable, items, opened)
    into = r.hidden(name).name
    made: list[Node] = [Begin(Var(into)), *filled_from(r, into, items, opened)]
    item = r.hidden("item")
    other = gone_over(r, GrownName(into, distinct=False))
    return [*made, *other(item, lambda _leave, _go_on: [Add(Var(held.variable), Var(item.name))])]


def popped(r: Reader, held: GrownName, name: str, node: ast.Call) -> Node:
    """`.pop()`, `.pop(0)`, `.pop(-1)`, `.popleft()` of a list."""
    if held.distinct:
        raise Refused("`.pop()` of a set takes any item: `min(cells)`, then `.remove`")
    places = [each.value for each in map(r.read, node.args) if isinstance(each, Const)]
    if name == "popleft" and not node.args:
        places = [0]
    if len(node.args) > 1 or node.keywords or places not in ([], [0], [-1]) or len(places) < len(node.args):
        raise Refused("`.pop()` takes the last item of a list, `.pop(0)` the first")
    return Pop(Var(held.variable), first=places == [0])


def method_read(r: Reader, held: GrownName, name: str, node: ast.Call) -> Node:
    """A method of a list or a set that gives a value."""
    if name in ("pop", "popleft"):
        return popped(r, held, name, node)
    if name in ("count", "index") and not held.distinct and len(node.args) == 1 and not node.keywords:
        return found(r, held, name, r.read(node.args[0]))
    raise Refused(f"no method .{name}() of a list or a set that gives a value: {KNOWN}")


def found(r: Reader, held: GrownName, name: str, wanted: Node) -> Node:
    """`.count(x)` and `.index(x)` of a list."""
    kept, total, at, item = (r.hidden(hint) for hint in ("wanted", name, "at", "item"))
    same = Op("==", [Var(item.name), Var(kept.name)])
    start: list[Node] = [Assign(kept, wanted), Assign(at, Const(-1))]
    if name == "count":
        more = Assign(Var(total.name), Op("+", [Var(total.name), Const(1)]))
        loop = gone_over(r, held)(item, lambda _leave, _go_on: [If(same, [more], [])])
        return Block([*start, Assign(total, Const(0)), *loop], Var(total.name))

    def body(leave: int, _go_on: int) -> list[Node]:
        step = Assign(Var(at.name), Op("+", [Var(at.name), Const(1)]))
        return [step, If(same, [Assign(Var(total.name), Var(at.name)), Break(leave)], [])]

    missing = If(Op("<", [Var(total.name), Const(0)]), [Raise()], [])
    return Block([*start, Assign(total, Const(-1)), *gone_over(r, held)(item, body), missing], Var(total.name))


def handed_over(
    r: Reader, inner: Reader, function: FunctionType, name: str, value: ast.expr, opened: Callable[..., Loop]
) -> list[Node] | None:
    """Hands a list or a set that grows to a function that is read in place; None of other values."""
    changed = names_changed(definition(function))
    return handed(r, inner, name, value, changed, opened)


def handed(
    r: Reader, inner: Reader, name: str, value: ast.expr, changed: set[str], opened: Callable[..., Loop]
) -> list[Node] | None:
    """As `handed_over`; `changed` are the names that the function changes."""
    if (held := grown_of(r, value)) is not None:
        inner.grown[name] = GrownName(held.variable, held.distinct, own=False)
        return []
    kind = kind_of(r, value)
    if kind == SET or (kind == LIST and name in changed):
        into = r.hidden(name).name
        inner.grown[name] = GrownName(into, kind == SET, own=False)
        return r.in_any_order(
            kind == SET, lambda: [Begin(Var(into), kind == SET), *filled_from(r, into, value, opened)]
        )
    return None


def refuse_recursion(r: Reader, function: FunctionType) -> None:
    """Refused if a function that is read in place calls itself."""
    if function in r.chain:
        raise Refused(subset.RECURSIVE)
