"""What a function's text assigns and returns, without the functions inside of it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from .syntax import children, names_stored, nodes_of_kind

DEFERRED = (ast.FunctionDef, ast.Lambda, ast.ClassDef)
STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)  # what may hold statements


def names_assigned(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that a text assigns, or an item of which it assigns."""
    found: set[str] = set()
    for node in nodes:
        found.update(names_stored(node))
        for each in nodes_of_kind(node, ast.Subscript):
            if isinstance(base := root_of(each), ast.Name) and isinstance(each.ctx, ast.Store):
                found.add(base.id)
    return found


def root_of(node: ast.expr) -> ast.expr:
    """x, of `x`, `x[i]` and `x[i][j]`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


def own_nodes(nodes: Iterable[ast.AST], kinds: tuple[type[ast.AST], ...] = (ast.AST,)) -> Iterator[ast.AST]:
    """All nodes of a function's text but those of functions and classes inside of it; `kinds`: of some kinds only.

    Nothing is looked for within a node of another kind. The defaults of a function inside of it are its own text.
    """
    ahead = list(nodes)
    while ahead:
        node = ahead.pop()
        yield node
        body = node.body if isinstance(node, DEFERRED) else ()
        later = (body,) if isinstance(body, ast.expr) else body
        ahead += [each for each in children(node) if isinstance(each, kinds) and each not in later]


def names_bound(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names that make these nodes, each by itself, variables of the function in whose text they stand.

    >>> list(names_bound(ast.walk(ast.parse("a = b; del c; import d.e"))))
    ['a', 'c', 'd']
    """
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
            case ast.alias(name=name, asname=given):
                yield given or name.partition(".")[0]
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case (
                ast.MatchAs(name=str() as name)
                | ast.MatchStar(name=str() as name)
                | ast.MatchMapping(rest=str() as name)
                | ast.ExceptHandler(name=str() as name)
            ):
                yield name


def targets_of_comprehensions(nodes: list[ast.AST]) -> set[ast.AST]:
    """What comprehensions assign, each to a variable of its own."""
    return {each for node in nodes if isinstance(node, ast.comprehension) for each in ast.walk(node.target)}
