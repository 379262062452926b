"""Reading statements that change a list or a set that grows."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Add, Assign, Const, Evaluate, If, Item, Node, Op, Pop, Put, Raise, Take, Var, While
from .alike import classes_of, refuse_unlike
from .arguments import assigns
from .grown import KNOWN, POPS, begun, found, grown_of, longer, names_in, popped
from .list_methods import emptied, inserted, popped_at, turned_over
from .outlines import OF_LISTS, OF_SETS
from .reader import GrownName, Reader
from .reader import Iterable as Loop
from .sets import set_begun, set_changed, set_emptied, updated
from .sorting import put_in_order

SLICE_PUT = "no slice of a list is assigned or deleted: `x = x[:a] + [...] + x[b:]` makes a new list"


def changed_by(r: Reader, held: GrownName, name: str, node: ast.Call, opened: Callable[..., Loop]) -> list[Node]:
    """A statement that calls a method of a list or a set for what it changes."""
    variable = Var(held.variable)
    if name == "sort" and not held.distinct:
        refuse_unlike(node.func.value.id, held, (list,))  # type: ignore[attr-defined]
        return put_in_order(r, node.func.value.id, held, node, opened)  # type: ignore[attr-defined]
    if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
        raise Refused(f"`.{name}()` takes plain arguments")
    base = node.func.value.id  # type: ignore[attr-defined]
    if name not in POPS:
        refuse_unlike(base, held)
    match name, node.args:
        case (("append" | "add"), [item]) if (name == "add") == held.distinct:
            return [Add(variable, r.read(item))]
        case (("pop" | "popleft"), _):
            return [Evaluate(popped(r, held, name, node))]
        case "extend", [items] if not held.distinct:
            return longer(r, base, items, opened)
        case "update", [items] if held.distinct:
            return updated(r, held, items, opened)
        case "remove", [item] if not held.distinct:
            return taken_out(r, held, item)
        case "insert", [index, item] if not held.distinct:
            return inserted(r, held, r.read(index), r.read(item))
        case "reverse", [] if not held.distinct:
            return turned_over(r, held)
        case "clear", []:
            return set_emptied(r, held, opened) if held.distinct else emptied(r, held)
        case (("discard" | "remove"), [item]) if held.distinct:
            kept = r.hidden("taken")
            there = Op("among", [Var(kept.name), Var(held.variable)])
            missing: list[Node] = [If(there, [], [Raise()])] if name == "remove" else []
            return [Assign(kept, r.read(item)), *missing, Take(variable, Var(kept.name))]
    what = "set" if held.distinct else "list"
    if name in (OF_SETS if held.distinct else OF_LISTS):
        raise Refused(f"no `.{name}()` of a {what} that grows with {len(node.args)} arguments: one call for each")
    raise Refused(f"no method .{name}() of a {what} that grows: {KNOWN}")


def one_by_one(r: Reader, node: ast.Assign, targets: list[ast.expr], values: list[ast.expr]) -> list[Node]:
    """`ahead, seen = [start], {start}`: one after another, where no value reads a target."""
    assigned = {name for each in targets for name in names_in(each)}
    read = {name for each in values for name in names_in(each)}
    if len(targets) != len(values) or assigned & read or r.inners or assigns(r, node):
        raise Refused("lists and sets that grow are assigned one by one: a line for each")
    pairs = zip(targets, values)
    return r.statements([ast.copy_location(ast.Assign([one], value), node) for one, value in pairs])


def item_put(r: Reader, name: str, held: GrownName, index: ast.expr, value: Node) -> list[Node]:
    """`name[index] = value` of a list that grows."""
    if held.distinct or isinstance(index, ast.Slice) or assigns(r, index):
        raise Refused(subset.GROWN)
    refuse_unlike(name, held)
    kept = r.hidden("assigned")
    return [Assign(kept, value), Put(Var(held.variable), r.read(index), Var(kept.name))]


def item_changed(r: Reader, name: str, index: ast.expr, node: ast.AugAssign) -> list[Node]:
    """`name[index] += value` of a list that grows: the item is read before the value is worked out."""
    at, before = r.hidden("at"), r.hidden("before")
    if isinstance(index, ast.Slice) or assigns(r, index):
        raise Refused(subset.GROWN)
    start: list[Node] = [Assign(at, r.read(index)), Assign(before, Item(Var(r.grown[name].variable), Var(at.name)))]
    place, old = (ast.copy_location(ast.Name(each.name, ast.Load()), node) for each in (at, before))
    within = {**r.renamed, at.name: at.name, before.name: before.name}
    value = ast.copy_location(ast.BinOp(old, node.op, node.value), node)
    return r.renaming(within, lambda: [*start, *item_put(r, name, r.grown[name], place, r.read(value))])


def taken_out(r: Reader, held: GrownName, item: ast.expr) -> list[Node]:
    """`name.remove(item)` of a list: those after the first such item move up."""
    variable, at = Var(held.variable), r.hidden("at")
    start = [Assign(at, found(r, held, "index", r.read(item)))]
    last = Op("-", [Op("len", [Var(held.variable)]), Const(1)])
    following = Item(Var(held.variable), Op("+", [Var(at.name), Const(1)]))
    step: list[Node] = [
        Put(variable, Var(at.name), following),
        Assign(Var(at.name), Op("+", [Var(at.name), Const(1)])),
    ]
    moving = While(next(r.fresh), Op("<", [Var(at.name), last]), step)
    return [*start, moving, Evaluate(Pop(Var(held.variable), first=False))]


def deleted(r: Reader, name: str, held: GrownName, index: ast.expr) -> list[Node]:
    """`del name[index]` of a list that grows."""
    if held.distinct or isinstance(index, ast.Slice):
        raise Refused(subset.GROWN if held.distinct else SLICE_PUT)
    refuse_unlike(name, held)
    made = popped_at(r, held, r.read(index))
    return [*made.body, Evaluate(made.result)]


def statement_of(r: Reader, node: ast.stmt, opened: Callable[..., Loop]) -> list[Node] | None:
    """A statement that changes a list or a set that grows; None of any other."""
    match node:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
        ) if (held := grown_of(r, ast.Name(name))) is not None:
            return set_begun(r, name, value, opened) if held.distinct else begun(r, name, value, opened)
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if any(
            grown_of(r, each) for each in targets
        ):
            return one_by_one(r, node, targets, values)
        case ast.AugAssign(target=ast.Name(id=name) as target, op=op, value=value) if grown_of(r, target) is not None:
            if r.grown[name].distinct:
                return set_changed(r, name, r.grown[name], op, value, opened)
            if isinstance(op, ast.Add):
                joined = {list, deque} | ({tuple} if classes_of(r, value) == {tuple} else set())
                return longer(r, name, value, opened, joined)
            raise Refused(f"no such operation of a list that grows: {KNOWN}")
        case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name) as base, slice=index)) if grown_of(r, base):
            return item_changed(r, name, index, node)
        case ast.Assign(targets=[ast.Subscript(value=base, slice=ast.Slice())]) if grown_of(r, base):
            raise Refused(SLICE_PUT)
        case ast.Delete(targets=[ast.Subscript(value=ast.Name(id=name) as base, slice=index)]) if (
            held := grown_of(r, base)
        ) is not None:
            return deleted(r, name, held, index)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=base, attr=name)) as call) if (
            held := grown_of(r, base)
        ) is not None:
            return changed_by(r, held, name, call, opened)
    return None
