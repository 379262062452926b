"""Python's syntax trees, gone over often: their nodes are listed once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache


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


def children(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes right below a node."""
    for name in node._fields:
        if name != "ctx":
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                yield value
            elif isinstance(value, list):
                yield from (each for each in value if isinstance(each, ast.AST))
