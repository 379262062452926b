"""Loops over sets: a set has no order, so its loop must give the same in every order."""

from __future__ import annotations

import ast
from dataclasses import field

from ..ir.value_classes import open_class
from .reader import Reader
from .syntax import nodes_of

STEPS = {ast.Add: "+", ast.Sub: "+", ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^"}
STATEMENTS = (ast.Pass, ast.Raise, ast.Continue)


@open_class
class Loop:
    """What is known of a loop over a set: its variables, and in which way each other variable changes."""

    r: Reader
    target: ast.expr
    whole: ast.AST
    own: set[str]
    ways: dict[str, set[str]] = field(default_factory=dict)  # of a variable: how it changes
    given: set[str] = field(default_factory=set)  # the constants that are returned


def same_in_every_order(r: Reader, loop: ast.For) -> tuple[bool, bool, dict[str, set[str]]]:
    """Whether a loop does the same in whatever order it takes the items; whether it may return; how variables change.

    It adds up numbers, sets the cell of each item, adds to a set, or returns one constant.
    """
    known = Loop(r, loop.target, loop, stored(loop.target))
    fine = not loop.orelse and gather(known, loop.body)
    changing = set(known.ways)
    fine = fine and all(len(ways) == 1 for ways in known.ways.values()) and len(known.given) <= 1
    fine = fine and not (known.given and changing) and not changing & known.own
    fine = fine and not changing & stored(loop.iter) and not seen_outside(known)
    return fine and all(is_free(known, each, changing) for each in loop.body), bool(known.given), known.ways


def seen_outside(known: Loop) -> bool:
    """Whether the loop's own variables may be read after it: they hold the last item."""
    text = [node for each in known.r.top for node in nodes_of(each)]
    inside = set(map(id, nodes_of(known.whole)))
    covered: set[tuple[int, str]] = set()
    for node in text:
        targets: list[ast.AST] = []
        if (
            isinstance(node, ast.For)
            and node is not known.whole
            and id(known.whole) not in set(map(id, nodes_of(node)))
        ):
            targets = [node.target]
        elif isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp):
            targets = [clause.target for clause in node.generators]
        for name in {name for target in targets for name in stored(target)}:
            covered |= {(id(each), name) for each in nodes_of(node)}
    reads = (each for each in text if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load))
    return any(each.id in known.own and id(each) not in inside and (id(each), each.id) not in covered for each in reads)


def stored(node: ast.AST) -> set[str]:
    """The names that a target assigns."""
    return {each.id for each in nodes_of(node) if isinstance(each, ast.Name)}


def gather(known: Loop, body: list[ast.stmt], inner: bool = False) -> bool:
    """Notes how each variable changes; False where a statement may depend on the order."""
    return all(gathered(known, each, inner) for each in body)


def gathered(known: Loop, node: ast.stmt, inner: bool) -> bool:
    """Notes how one statement changes variables."""
    match node:
        case ast.If(body=then, orelse=other):
            return gather(known, then, inner) and gather(known, other, inner)
        case ast.For(target=target, body=body, orelse=[]):
            if stored(target) & known.own:
                return False
            known.own |= stored(target)
            return gather(known, body, inner=True)
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return assigned(known, name, value)
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=ast.Name(id=place))]):
            known.ways.setdefault(name, set()).add("cell")
            return isinstance(known.target, ast.Name) and known.target.id == place and name in known.r.fixed
        case ast.AugAssign(target=ast.Name(id=name), op=op):
            known.ways.setdefault(name, set()).add(STEPS.get(type(op), ""))
            return type(op) in STEPS and (name not in known.r.grown or isinstance(op, ast.BitOr))
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="add" | "discard" as how))):
            known.ways.setdefault(name, set()).add("|" if how == "add" else how)
            return name in known.r.grown and known.r.grown[name].distinct
        case ast.Return(value=ast.Constant(value=value)):
            known.given.add(repr(value))
            return True
        case ast.Break():
            return inner
        case ast.Assert():
            return True
    return isinstance(node, STATEMENTS)


def assigned(known: Loop, name: str, value: ast.expr) -> bool:
    """Notes how `name = value` changes a variable: to a constant, one cell of it, by a step."""
    ways = known.ways.setdefault(name, set())
    match value:
        case ast.Constant(value=constant):
            ways.add(repr(constant))
        case ast.Call(func=ast.Attribute(value=ast.Name(id=own), attr="set"), args=[place, _]) if own == name:
            if not isinstance(known.target, ast.Name) or not isinstance(place, ast.Name):
                return row_set(known, name, value)
            ways.add("cell")
            return place.id == known.target.id
        case ast.BinOp(left=ast.Name(id=own), op=op) if own == name and type(op) in STEPS:
            ways.add(STEPS[type(op)])
            return name not in known.r.grown
        case _:
            return False
    return True


def row_set(known: Loop, name: str, value: ast.expr) -> bool:
    """Whether this is `name.set(r, name[r].set(c, x))` in a loop whose items are `r, c`."""
    match known.target, value:
        case ast.Tuple(elts=[ast.Name(id=r), ast.Name(id=c)]), ast.Call(
            args=[
                ast.Name(id=place),
                ast.Call(
                    func=ast.Attribute(value=ast.Subscript(value=ast.Name(id=own), slice=ast.Name(id=row)), attr="set"),
                    args=[ast.Name(id=column), _],
                ),
            ]
        ) if own == name and place == row == r and column == c and r != c:
            known.ways[name].add("cell of a row")
            return True
    return False


def is_free(known: Loop, node: ast.stmt, changing: set[str]) -> bool:
    """Whether nothing in a statement reads what the loop changes, but for the change itself."""
    match node:
        case ast.If(test=test, body=then, orelse=other):
            return reads_none(known, test, changing) and all(is_free(known, each, changing) for each in [*then, *other])
        case ast.For(iter=over, body=body):
            return reads_none(known, over, changing) and all(is_free(known, each, changing) for each in body)
        case ast.Assign(targets=[ast.Name()], value=ast.Constant()):
            return True
        case ast.Assign(targets=[ast.Name()], value=ast.Call(args=[_, ast.Call(args=[_, item])])):
            return reads_none(known, item, changing)
        case ast.Assign(targets=[ast.Name()], value=ast.Call(args=[_, item])):
            return reads_none(known, item, changing)
        case ast.Assign(targets=[ast.Name()], value=ast.BinOp(right=right)):
            return reads_none(known, right, changing)
        case ast.Assign(value=value) | ast.AugAssign(value=value):
            return reads_none(known, value, changing)
        case ast.Expr(value=ast.Call(args=given, keywords=[])):
            return all(reads_none(known, each, changing) for each in given)
        case ast.Assert(test=test, msg=None):
            return reads_none(known, test, changing)
    return isinstance(node, (*STATEMENTS, ast.Break, ast.Return))


def reads_none(known: Loop, node: ast.expr, changing: set[str]) -> bool:
    """Whether an expression reads nothing that changes, and changes nothing itself."""
    for each in nodes_of(node):
        if isinstance(each, ast.Name) and (each.id in changing or each.id in known.r.inners):
            return False
        if isinstance(each, ast.NamedExpr | ast.Lambda):
            return False
        if isinstance(each, ast.Attribute) and each.attr in ("pop", "popleft"):
            return False
    return True
