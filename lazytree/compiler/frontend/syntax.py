"""Python's syntax trees, gone over often: their nodes are listed once."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, TypeVar

Node = TypeVar("Node", bound=ast.AST)
LEAVES = (ast.Name, ast.Constant)  # two thirds of all nodes: nothing but how a name is used lies below them
PLAIN = ("ctx", "id", "attr", "arg", "type_comment", "kind")  # fields that hold no nodes, or none that matter


@lru_cache(maxsize=2_000)
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """A node and all nodes in it, from the outside in, without those that say how a name is used.

    >>> [type(node).__name__ for node in nodes_of(ast.parse("a = b + 1"))]
    ['Module', 'Assign', 'Name', 'BinOp', 'Name', 'Add', 'Constant']
    """
    found = [tree]
    for node in found:  # which grows meanwhile
        if type(node) not in LEAVES:
            found += children(node)
    return tuple(found)


@lru_cache(maxsize=2_000)
def nodes_by_kind(tree: ast.AST) -> dict[type[ast.AST], list[Any]]:
    """The nodes of a tree by their classes, each from the outside in."""
    found: dict[type[ast.AST], list[Any]] = {}
    for node in nodes_of(tree):
        found.setdefault(type(node), []).append(node)
    return found


def nodes_of_kind(tree: ast.AST, kind: type[Node]) -> Sequence[Node]:
    """The nodes of one class in a tree, from the outside in.

    >>> [name.id for name in nodes_of_kind(ast.parse("a = b + c"), ast.Name)]
    ['a', 'b', 'c']
    """
    return nodes_by_kind(tree).get(kind, ())


def names_stored(tree: ast.AST) -> list[str]:
    """The names that a text assigns, each as often as it does.

    >>> names_stored(ast.parse("a = b; a, c = b"))
    ['a', 'a', 'c']
    """
    found = [each.id for each in nodes_of_kind(tree, ast.Name) if isinstance(each.ctx, ast.Store)]
    return found + [each.name for each in nodes_of_kind(tree, ast.MatchAs) if each.name]


@lru_cache(maxsize=20_000)
def children(node: ast.AST) -> tuple[ast.AST, ...]:
    """The nodes right below a node."""
    found: list[ast.AST] = []
    for name in fields(type(node)):  # type: ignore[arg-type]
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return tuple(found)


@cache
def fields(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of nodes of a kind in which other nodes may lie."""
    return () if issubclass(kind, LEAVES) else tuple(name for name in kind._fields if name not in PLAIN)
