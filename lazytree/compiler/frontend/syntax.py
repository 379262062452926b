"""Python's syntax trees, gone over often: their nodes are listed once."""

from __future__ import annotations

import ast
from functools import lru_cache

LEAVES = (ast.Name, ast.Constant)  # two thirds of all nodes: nothing but how a name is used lies below them


@lru_cache(maxsize=2_000)
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """A node and all nodes in it, from the outside in, without those that say how a name is used.

    >>> [type(node).__name__ for node in nodes_of(ast.parse("a = b + 1"))]
    ['Module', 'Assign', 'Name', 'BinOp', 'Name', 'Add', 'Constant']
    """
    found = [tree]
    for node in found:  # which grows meanwhile
        found.extend(children(node))
    return tuple(found)


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below a node."""
    found: list[ast.AST] = []
    if type(node) in LEAVES:
        return found
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST) and name != "ctx":
            found.append(value)
    return found
