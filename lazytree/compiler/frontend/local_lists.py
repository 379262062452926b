"""Variables that are lists: of known length, filled and returned, or only gone over.

One that is filled and returned is a generator, one that is only gone over is made again each time.

`cells = list(board); cells[i] = x; tuple(cells)` never shows that it is a list: no other name means the list, and
it is compared with nothing. So it is a tuple, and the assignment of an item is that of a tuple with one item exchanged.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Assign, Const, Evaluate, First, Item, Node, Set, Target, Var
from .arguments import assigns
from .eager import refuse_effects, refuse_inner
from .fresh import refuse_rows
from .lateness import free_names
from .listlike import LIST, kind_of
from .outlines import names_bound, own_nodes, pairs_of, targets_of_comprehensions
from .reader import Body, Iterable, Reader
from .syntax import nodes_of

ANOTHER_VALUE = "the list {0} is assigned once: a loop, a `:=` or a `case` that assigns {0} needs another name"


def item_assigned(r: Reader, target: ast.Subscript, value: Node) -> list[Node] | None:
    """`cells[i] = value` or `rows[i][j] = value`, of a list that is read as a tuple; None of anything else."""
    places: list[ast.expr] = []
    base: ast.expr = target
    while isinstance(base, ast.Subscript):
        places.insert(0, base.slice)
        base = base.value
    if not isinstance(base, ast.Name) or r.fixed.get(base.id) != len(places):
        return None
    if any(assigns(r, each) for each in places):
        raise Refused(subset.LIST_WALRUS)
    name = r.variable(base.id).name
    kept = r.hidden("assigned")
    start: list[Node] = [Assign(kept, value)]
    whole = exchanged(Var(name), [r.read(each) for each in places], Var(kept.name), r, start)
    return [*start, Assign(Var(name), whole)]


def exchanged(base: Node, places: list[Node], value: Node, r: Reader, start: list[Node]) -> Node:
    """A tuple, or a tuple of tuples, with one item exchanged."""
    first, *others = places
    if not others:
        return Set(base, [(first, value)], tuple)
    at = r.hidden("at")
    start.append(Assign(at, first))
    row = exchanged(Item(base, Var(at.name)), others, value, r, start)
    return Set(base, [(Var(at.name), row)], tuple)


def refuse_changing(r: Reader, node: ast.expr) -> None:
    """Refused if a loop goes over a list an item of which its body assigns: Python's loop sees the new item."""
    if kind_of(r, node) == LIST:
        return  # a list of its own
    asked = {each for call in ast.walk(node) if isinstance(call, ast.Call) for each in lengths_in(r, call)}
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and each.id in r.changing and each.id in r.fixed and each not in asked:
            raise Refused(f"the list {each.id} changes in the loop that goes over it: go over `range(len({each.id}))`")


def lengths_in(r: Reader, call: ast.Call) -> list[ast.expr]:
    """What a call of `len` asks."""
    return call.args if isinstance(call.func, ast.Name) and r.means(call.func.id, len) else []


def kept_list(r: Reader, name: str, value: ast.expr, opening: Callable[[], Iterable]) -> list[Node]:
    """`name = [...]` of a list that is assigned once and only gone over: it is made again where it is gone over.

    Here all of it is gone over once, which fails where Python fails, and the variables that it reads are kept.
    """
    if name in r.iterables:
        raise Refused(f"{name} is a parameter that is assigned")
    refuse_rows(r, value)
    nodes = list(own_nodes(r.top))
    inside = targets_of_comprehensions(nodes)
    if sum(each == name for each in names_bound(node for node in nodes if node not in inside)) > 1:
        raise Refused(ANOTHER_VALUE.format(name))
    if r.lists.get(name) is not None or assigns(r, value):
        raise Refused(subset.LIST_WALRUS if assigns(r, value) else subset.LISTS)
    copies: dict[str, str] = {}
    start: list[Node] = []
    free = free_names(value)
    refuse_inner(r, value, {each for each in r.stored & r.locals if not is_settled(r, each)})
    for each in nodes_of(value):
        if not isinstance(each, ast.Name) or each.id not in r.stored & (r.locals | r.renamed.keys()):
            continue
        if each.id not in copies and each.id not in r.lists and each.id in free:
            copies[each.id] = r.hidden(each.id).name
            start.append(Assign(Var(copies[each.id]), r.name(each.id)))
    known = r.hidden(name)
    within = {**r.renamed, **copies}

    def loop(target: Target, body: Body) -> list[Node]:
        around, before = r.renamed, r.certain

        def outside(leave: int, go_on: int) -> list[Node]:
            r.certain, now = before, r.certain
            made = r.renaming(around, lambda: body(leave, go_on))
            r.certain = now
            return made

        r.certain = True
        made = r.renaming(within, lambda: opening()(target, outside))
        r.certain = before
        return [Evaluate(Var(known.name)), *made]

    first = r.renaming(within, lambda: opening()(r.hidden("item"), lambda _leave, _go_on: []))
    refuse_effects(first)
    r.lists[name] = loop
    return [*start, First(first), Assign(known, Const(True))]


def is_settled(r: Reader, name: str) -> bool:
    """Whether a variable, no parameter, is assigned once, by a statement that is no part of others."""
    code = r.function.__code__
    if r.around is not None or name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
        return False
    return (
        r.often[name] == 1 and name not in r.fixed and any(name == one for each in r.top for one, _ in pairs_of(each))
    )


def filled(r: Reader, tree: ast.FunctionDef) -> str:
    """The list that a function begins empty, only adds to, and returns; empty if there is none.

    Nothing else may be returned once something was added: what was handed over cannot be taken back.
    """
    for name in r.lists:
        if is_filled(name, tree):
            return name
    return ""


def is_filled(name: str, tree: ast.FunctionDef) -> bool:
    """Whether a function does nothing to a list but begin it, add to it and return it."""
    begins = [at for at, node in enumerate(tree.body) if any(name == one for one, _ in pairs_of(node))]
    if len(begins) != 1 or not is_empty_list(getattr(tree.body[begins[0]], "value", None)):
        return False
    uses = 1
    for node in own_nodes(tree.body[begins[0] + 1 :]):
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=one), attr="append" | "extend"))):
                uses += one == name
            case ast.AugAssign(target=ast.Name(id=one), op=ast.Add()):
                uses += one == name
            case ast.Return(value=ast.Name(id=one)) if one == name:
                uses += 1
            case ast.Return():
                return False
    return uses == sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(tree))


def is_empty_list(node: ast.expr | None) -> bool:
    """Whether this is `[]` or `list()`."""
    return isinstance(node, ast.List) and not node.elts


def added_to(r: Reader, node: ast.stmt) -> ast.expr | None:
    """The list whose items a statement adds to the one that is filled; None if it does not."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=how), args=[item], keywords=[])):
            if name == r.filled and how in ("append", "extend"):
                return ast.copy_location(ast.List([item], ast.Load()), item) if how == "append" else item
        case ast.AugAssign(target=ast.Name(id=name), value=items) if name == r.filled:
            return items
    return None
