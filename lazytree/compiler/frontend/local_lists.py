"""Variables that are lists: which of them keep their length, so that they can be read as tuples.

`cells = list(board); cells[i] = x; tuple(cells)` never shows that it is a list: no other name means the list, and
it is compared with nothing. So it is a tuple, and the assignment of an item is that of a tuple with one item exchanged.
"""

from __future__ import annotations

import ast

from pyrsistent import pvector

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Assign, Item, Node, Set, Var
from .arguments import assigns, function_called
from .listlike import LIST, is_of_known_length, is_repeated, kind_of, own_nodes, pairs_of
from .reader import Reader

OF_ROWS = (tuple, list, len, pvector)
TAKEN_WHOLE = (*OF_ROWS, sum, any, all, min, max, enumerate, zip, reversed, sorted)


def fixed_lists(r: Reader, tree: ast.FunctionDef) -> dict[str, int]:
    """The lists of a function that keep their length, and how deep lists lie in them: 1, or 2 of rows."""
    values: dict[str, list[ast.expr]] = {}
    for node in own_nodes(tree.body):
        for name, value in pairs_of(node):
            values.setdefault(name, []).append(value)
    found: dict[str, int] = {}
    for name, given in values.items():
        depths = {depth_of(r, each) for each in given}
        if len(depths) == 1 and (depth := depths.pop()) and keeps_its_length(r, tree, name, depth):
            found[name] = depth
    return found


def depth_of(r: Reader, node: ast.expr) -> int:
    """1 of a new list of known length, 2 of one of new lists; 0 of anything else."""
    match node:
        case ast.List(elts=items) if items and not any(isinstance(each, ast.Starred) for each in items):
            return 1 + min(depth_of(r, each) for each in items)
        case ast.BinOp() if is_repeated(node):
            return 1
        case ast.ListComp(elt=item) if is_of_known_length(r, node):
            return 1 + depth_of(r, item)
        case ast.Call(args=[source]) if kind_of(r, node) == LIST and function_called(r, node) is list:
            return 1 if is_repeated(source) or is_of_known_length(r, source) else 0
    return 0


def keeps_its_length(r: Reader, tree: ast.FunctionDef, name: str, depth: int) -> bool:
    """Whether a list is used in no way that shows that it is a list, or that changes its length."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    uses = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name]
    rows_exchanged = False
    for node in uses:
        parent = parents[node]
        if isinstance(node.ctx, ast.Store):
            if not isinstance(parent, (ast.Assign, ast.AnnAssign)) or len(getattr(parent, "targets", "1")) > 1:
                return False
            continue
        if not is_harmless(r, node, parents, depth):
            return False
        rows_exchanged |= isinstance(parent, ast.Subscript) and isinstance(parent.ctx, ast.Store)
    return depth == 1 or not rows_exchanged


def is_harmless(r: Reader, node: ast.expr, parents: dict[ast.AST, ast.AST], depth: int) -> bool:
    """Whether a use of a list, or of a row of it, only reads it, or assigns an item."""
    parent = parents[node]
    match parent:
        case ast.Subscript(value=value, slice=index) if value is node:
            if isinstance(index, ast.Slice) or isinstance(parent.ctx, ast.Del):
                return False
            return depth == 1 or isinstance(parent.ctx, ast.Store) or is_harmless(r, parent, parents, depth - 1)
        case ast.Call(func=ast.Name(id=called), args=[one]) if one is node:
            return any(r.means(called, each) for each in (OF_ROWS if depth > 1 else TAKEN_WHOLE))
        case ast.Call(func=ast.Name(id="zip" as called)):
            return depth == 1 and r.means(called, zip)
        case ast.Attribute(attr="count" | "index"):
            return depth == 1
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[one]):
            return depth == 1 and one is node
        case ast.For(iter=one, target=target) | ast.comprehension(iter=one, target=target) if one is node:
            return depth == 1 or (isinstance(target, ast.Name) and rows_harmless(r, target.id, parents))
    return False


def rows_harmless(r: Reader, name: str, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a variable that is a row of a list is only read, wherever the name is used."""
    uses = [each for each in parents if isinstance(each, ast.Name) and each.id == name]
    reads = [each for each in uses if isinstance(each.ctx, ast.Load)]
    return all(is_harmless(r, each, parents, 1) and not is_assigned(parents[each]) for each in reads)


def is_assigned(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)


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
