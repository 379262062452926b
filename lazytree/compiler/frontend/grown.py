"""Lists and sets that grow and shrink: which names they are, and what is done to them.

They lie in memory of the function's own. A function that is handed one is read in place of its call, so that both names
mean one variable, as in Python.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import replace
from types import FunctionType

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
from ..ir.walking import all_nodes
from .alike import CHANGED, classes_of, refuse_unlike
from .arguments import assigns
from .changes import changes_in, touched_in
from .fresh import behind, chosen, names_changed_in, refuse_rows
from .list_methods import popped_at
from .listlike import LAZY, LIST, SET, kind_of
from .outlines import own_nodes, pairs_of
from .reader import Body, GrownName, Reader
from .reader import Iterable as Loop
from .syntax import nodes_of_kind

POPS = ("pop", "popleft")
UNCHANGED = {tuple, frozenset}  # `+=` and `|=` make another one: another name for one keeps what it was
KNOWN = (
    "append, extend, insert, pop, remove, sort, reverse, clear, index, count of a list; add, discard, remove, update, "
    "clear of a set"
)


def names_in(node: ast.AST) -> set[str]:
    """All names in a text."""
    return {each.id for each in nodes_of_kind(node, ast.Name)}


def grown_of(r: Reader, node: ast.AST | None) -> GrownName | None:
    """The list or the set that an expression names."""
    return r.grown.get(node.id) if isinstance(node, ast.Name) and node.id not in r.renamed else None


# ---- what is done to them


def gone_over(r: Reader, held: GrownName) -> Loop:
    """What loops over a list, also over what is added meanwhile; over a tuple as it was. A deque may not change."""

    def loop(target: Target, body: Body) -> list[Node]:
        label, at = next(r.fresh), r.hidden("at")
        made = body(label, label)
        if any(isinstance(each, (Begin, Copy)) and each.name.name == held.variable for each in all_nodes(made)):
            raise Refused("a list that a loop goes over is given another value in the loop")
        grows = held.classes != {list} and held.variable in changes_in(made)
        if held.classes != {list}:
            r.shared.at_rest.add(held.variable)
        if grows and not held.classes <= {list, tuple}:
            raise Refused("a deque that a loop goes over is changed in the loop: `for x in list(...)`")
        start, over = as_it_was(r, held) if grows else ([], held)
        end = If(Op(">=", [Var(at.name), Op("len", [Var(over.variable)])]), [Break(label)], [])
        given = Assign(target, Item(Var(over.variable), Var(at.name)))
        return [*start, Count(label, at, [Const(MOST_ROOM + 1)], [end, given, *made])]

    return loop


def as_it_was(r: Reader, held: GrownName) -> tuple[list[Node], GrownName]:
    """A copy of a tuple: `t += (x,)` makes another tuple, and a loop goes over the one that it began with."""
    if held.classes != {tuple}:
        raise Refused("a loop goes over what is a list at times and a tuple at times, and it grows in the loop")
    copy = r.hidden("tuple").name
    return [Copy(Var(copy), Var(held.variable))], GrownName(copy, distinct=False)


def backwards(r: Reader, held: GrownName, now: list[Node] | None = None) -> Loop:
    """What loops over a list from its end on; `now` gets the statements that work out where that is."""
    last: Node = Op("-", [Op("len", [Var(held.variable)]), Const(1)])
    if now is not None:
        kept = r.hidden("last")
        now.append(Assign(kept, last))
        last = Var(kept.name)

    def loop(target: Target, body: Body) -> list[Node]:
        label, at = next(r.fresh), r.hidden("at")
        bounds: list[Node] = [last, Const(-1), Const(-1)]
        made = body(label, label)
        if held.variable in touched_in(made):
            raise Refused("a list that a loop goes over backwards is changed in the loop")
        return [Count(label, at, bounds, [Assign(target, Item(Var(held.variable), Var(at.name))), *made])]

    return loop


def filled_from(r: Reader, variable: str, items: ast.expr, opened: Callable[..., Loop]) -> list[Node]:
    """Adds all items of something that is gone over."""
    if isinstance(items, ast.Tuple) and not items.elts:
        return []
    item = r.hidden("item")
    return opened(r, items)(item, lambda _leave, _go_on: [Add(Var(variable), Var(item.name))])


def begun(r: Reader, name: str, value: ast.expr, opened: Callable[..., Loop]) -> list[Node]:
    """`name = [...]` of a list that grows."""
    held = r.grown[name]
    refuse_rows(r, value)
    if not held.own:
        raise Refused(f"{name} is a list or a set that was handed over: give the new one another name")
    if assigns(r, value):
        raise Refused(subset.LIST_WALRUS)
    if (other := grown_of(r, value)) is not None:
        return [Copy(Var(held.variable), Var(other.variable), shared=not other.classes <= UNCHANGED)]
    may_be_shared = not held.classes <= UNCHANGED
    if may_be_shared and any(kind_of(r, each) and isinstance(each, ast.Name) for each in chosen(value)):
        raise Refused(f"{name} is another name for a list: `list(...)` makes one of its own")
    if may_be_shared and behind(r, value) - ({name} if has_one_name(r, name) else set()):
        raise Refused(f"{name} is perhaps another name for a list: `list(...)` makes one of its own")
    into = held.variable
    if name in names_in(value) or r.inners:
        into = r.hidden(name).name
    made = [Begin(Var(into)), *filled_from(r, into, value, opened)]
    return made if into == held.variable else [*made, Copy(Var(held.variable), Var(into))]


def has_one_name(r: Reader, name: str) -> bool:
    """Whether no other variable is assigned what a name means."""
    pairs = [pair for node in own_nodes(r.top) for pair in pairs_of(node)]
    return not any(name in behind(r, value) for other, value in pairs if other != name)


def longer(
    r: Reader, name: str, items: ast.expr, opened: Callable[..., Loop], allowed: Collection[object] = CHANGED
) -> list[Node]:
    """`name += items`, `name.extend(items)`."""
    held = r.grown[name]
    refuse_unlike(name, held, allowed)
    if assigns(r, items):
        raise Refused(subset.LIST_WALRUS)
    if name not in names_in(items) and not r.inners and kind_of(r, items) != LAZY:
        return filled_from(r, held.variable, items, opened)
    into = r.hidden(name).name
    made: list[Node] = [Begin(Var(into)), *filled_from(r, into, items, opened)]
    refuse_read(r, name, held, items, made)
    item = r.hidden("item")
    other = gone_over(r, GrownName(into, distinct=False))
    return [*made, *other(item, lambda _leave, _go_on: [Add(Var(held.variable), Var(item.name))])]


def refuse_read(r: Reader, name: str, held: GrownName, items: ast.expr, made: list[Node]) -> None:
    """Refused if a generator that is added to a list or a set reads it: Python adds the items one by one."""
    if kind_of(r, items) == LAZY and any(
        each.name == held.variable for each in all_nodes(made) if isinstance(each, Var)
    ):
        raise Refused(f"{name} grows by what is made one by one from {name}: a list, `[... for ...]`, or a loop")


def popped(r: Reader, held: GrownName, name: str, node: ast.Call) -> Node:
    """`.pop()`, `.pop(0)`, `.pop(-1)`, `.popleft()` of a list."""
    if not held.distinct and name == "pop" and not node.args:
        refuse_unlike(node.func.value.id, held)  # type: ignore[attr-defined]
    if held.distinct:
        raise Refused("`.pop()` of a set takes any item: `min(cells)`, then `.remove`")
    places = [each.value for each in map(r.read, node.args) if isinstance(each, Const)]
    if held.classes != {deque} if name == "popleft" else node.args and deque in held.classes:
        raise Refused("`.pop(0)` is of a list, `.popleft()` of a deque")
    if name == "popleft" and not node.args:
        places = [0]
    if len(node.args) > 1 or node.keywords or (node.args and name == "popleft"):
        raise Refused("`.pop()` takes the last item of a list, `.pop(i)` another one")
    if places not in ([], [0], [-1]) or len(places) < len(node.args):
        refuse_unlike(node.func.value.id, held)  # type: ignore[attr-defined]
        return popped_at(r, held, r.read(node.args[0]))
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
    changed = names_changed_in(r, function, inner.constants)
    return handed(r, inner, name, value, changed, opened)


def handed(
    r: Reader, inner: Reader, name: str, value: ast.expr, changed: Collection[str], opened: Callable[..., Loop]
) -> list[Node] | None:
    """As `handed_over`; `changed` are the names that the function changes."""
    if (held := grown_of(r, value)) is not None:
        own = r.hidden(name).name if held.classes <= UNCHANGED else ""
        inner.grown[name] = replace(held, variable=own or held.variable, own=False)
        inner.classes[name] = held.classes
        return [Copy(Var(own), Var(held.variable))] if own else []
    kind = kind_of(r, value)
    inner.classes[name] = classes_of(r, value) if kind else frozenset({None})
    if kind == SET or (kind == LIST and name in changed):
        if behind(r, value):
            raise Refused(f"{name} is changed, and may be another name for a list or a set: hand over `list(...)`")
        into = r.hidden(name).name
        inner.grown[name] = GrownName(into, kind == SET, own=False, classes=classes_of(r, value))
        return r.in_any_order(
            kind == SET, lambda: [Begin(Var(into), kind == SET), *filled_from(r, into, value, opened)]
        )
    return None


def refuse_recursion(r: Reader, function: FunctionType) -> None:
    """Refused if a function that is read in place calls itself."""
    if function in r.chain:
        raise Refused(subset.IN_CIRCLES)
