"""`a, *rest = b` written with what is read already: `rest = [x for x in b[1:]]`.

Names with a dot in them are variables that no text of Python's can name.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from copy import deepcopy
from typing import TypeVar

from .syntax import nodes_of_kind

Made = TypeVar("Made", bound=ast.AST)
LAZILY = ("range", "zip", "map", "filter", "enumerate", "reversed")  # what they give has no items to ask for

Targets = ast.Tuple | ast.List


def unpacked(tree: ast.FunctionDef) -> ast.FunctionDef:
    r"""The function with `a, *rest = b` written out, where `rest` is read; the same tree if there is none.

    >>> print(ast.unparse(unpacked(ast.parse("def f(b):\n    a, *rest = b\n    return rest").body[0])))
    def f(b):
        a = b[0]
        rest = [2.4.item for 2.4.item in b[1:]]
        return rest
    """
    read = {each.id for each in nodes_of_kind(tree, ast.Name) if isinstance(each.ctx, ast.Load)}
    starred = any(isinstance(each.value, ast.Name) and each.value.id in read for each in stars_of(tree))
    if not starred and not any(stars_of(each.target) for each in nodes_of_kind(tree, ast.For)):
        return tree
    return Unpacking(read).visit(deepcopy(tree))  # type: ignore[no-any-return]


def stars_of(tree: ast.AST) -> list[ast.Starred]:
    """What has a star in an assignment, or in the target of a loop."""
    return [each for each in nodes_of_kind(tree, ast.Starred) if isinstance(each.ctx, ast.Store)]


def star_of(target: ast.expr, read: Collection[str]) -> int | None:
    """The place of the one name with a star that is read; None of other targets, and where a name stands twice."""
    if not isinstance(target, Targets):
        return None
    names = [each.id for each in nodes_of_kind(target, ast.Name)]
    stars = [number for number, each in enumerate(target.elts) if isinstance(each, ast.Starred)]
    if len(stars) != 1 or len(names) != len(set(names)) or len(stars_of(target)) != 1:
        return None
    star = target.elts[stars[0]].value  # type: ignore[attr-defined]
    return stars[0] if isinstance(star, ast.Name) and star.id in read else None


class Unpacking(ast.NodeTransformer):
    """Writes out each assignment and each loop that has a star in its target."""

    def __init__(self, read: Collection[str]) -> None:
        self.read = read

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        at = star_of(node.targets[0], self.read) if len(node.targets) == 1 else None
        if at is None or not isinstance(target := node.targets[0], Targets):
            return node
        start: list[ast.stmt] = []
        value, names = node.value, {each.id for each in nodes_of_kind(target, ast.Name)}
        if not isinstance(value, ast.Name) or value.id in names:
            kept = made_name(node, "unpacked")
            start.append(ast.Assign([ast.Name(kept, ast.Store())], with_items(value)))
            value = ast.Name(kept, ast.Load())
        return [placed(each, node) for each in (*start, *written_out(node, target, at, value))]

    def visit_For(self, node: ast.For) -> ast.AST:
        if isinstance(node.target, Targets) and stars_of(node.target):
            kept = made_name(node.target, "each")
            unpacking = ast.Assign([node.target], ast.Name(kept, ast.Load()))
            node.target = placed(ast.Name(kept, ast.Store()), node)
            node.body = [placed(unpacking, node), *node.body]
        return self.generic_visit(node)


def with_items(value: ast.expr) -> ast.expr:
    """A value that may be asked for its items: what gives them one by one as a list."""
    match value:
        case ast.GeneratorExp(elt=item, generators=clauses):
            return ast.ListComp(item, clauses)
        case ast.Call(func=ast.Name(id=name)) if name in LAZILY:
            return listed(value, made_name(value, "each"))
    return value


def listed(items: ast.expr, name: str) -> ast.ListComp:
    """`[x for x in items]`."""
    return ast.ListComp(ast.Name(name, ast.Load()), [ast.comprehension(ast.Name(name, ast.Store()), items, [], 0)])


def written_out(node: ast.Assign, target: Targets, at: int, value: ast.expr) -> list[ast.stmt]:
    """An assignment for each target, from left to right; first of all the last item that must be there is asked for."""
    before, after = at, len(target.elts) - at - 1
    made: list[ast.stmt] = [ast.Expr(part_of(value, before + after - 1))] if before and after else []
    for number, each in enumerate(target.elts):
        if isinstance(each, ast.Starred):
            rest = ast.Slice(number_of(before) if before else None, number_of(-after) if after else None)
            made.append(ast.Assign([each.value], listed(part_of(value, rest), made_name(node, "item"))))
        else:
            made.append(ast.Assign([each], part_of(value, number if number < at else number - len(target.elts))))
    return made


def part_of(value: ast.expr, index: int | ast.Slice) -> ast.Subscript:
    """`value[index]`."""
    return ast.Subscript(deepcopy(value), number_of(index) if isinstance(index, int) else index, ast.Load())


def number_of(number: int) -> ast.expr:
    """A number in a text."""
    return ast.Constant(number) if number >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-number))


def made_name(node: ast.AST, hint: str) -> str:
    """The name of a variable that no text of Python's can name, one for each place."""
    return f"{node.lineno}.{node.col_offset}.{hint}"  # type: ignore[attr-defined]


def placed(made: Made, node: ast.AST) -> Made:
    """What was made, at the place of a node."""
    return ast.fix_missing_locations(ast.copy_location(made, node))
