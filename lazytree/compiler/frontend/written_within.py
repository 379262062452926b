"""Lists of a rule whose items functions inside of the rule assign: `def flip(i): cells[i] = me`.

A list that keeps its length is read as a tuple (`local_lists`). That is right as long as it makes no difference when
an item changes: each such function is called in a statement of its own, and in no loop over the list.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from .outlines import root_of
from .syntax import nodes_of, nodes_of_kind

Parents = Mapping[ast.AST, ast.AST]


def is_told(tree: ast.FunctionDef, name: str, parents: Parents) -> bool:
    """Whether a function inside of this one may assign an item of a list in the middle of what reads the list."""
    inner = {each.name: each for each in nodes_of_kind(tree, ast.FunctionDef) if each is not tree}
    writers = writers_of(inner, name)
    return any(
        each.id in writers and not is_statement(each, {name, *inner}, name, parents)
        for each in (nodes_of_kind(tree, ast.Name) if writers else ())
    )


def writers_of(inner: Mapping[str, ast.FunctionDef], name: str) -> set[str]:
    """The functions that assign an item of a list, or name one that does."""
    found = {each for each, function in inner.items() if assigns_item(function, name)}
    while more := {each for each, function in inner.items() if each not in found and found & names_in(function)}:
        found |= more
    return found


def assigns_item(function: ast.FunctionDef, name: str) -> bool:
    """Whether a function's text assigns an item of a list, or of a row of it."""
    stored = (each for each in nodes_of_kind(function, ast.Subscript) if isinstance(each.ctx, ast.Store))
    return any(isinstance(root := root_of(each), ast.Name) and root.id == name for each in stored)


def is_statement(node: ast.Name, names: set[str], name: str, parents: Parents) -> bool:
    """Whether a name is that of the function in a statement `flip(i)`, in no loop over what any of `names` tells.

    Its arguments name none of them, but for items of the list.
    """
    call = parents[node]
    if not isinstance(call, ast.Call) or call.func is not node or not isinstance(parents[call], ast.Expr):
        return False
    given = [each for part in (*call.args, *call.keywords) for each in nodes_of_kind(part, ast.Name)]
    if any(each.id in names and not (each.id == name and is_item(parents[each])) for each in given):
        return False
    return not any(names & names_in(loop.iter) for loop in loops_around(call, parents))


def is_item(node: ast.AST) -> bool:
    """Whether this is an item of something."""
    return isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)


def loops_around(node: ast.AST, parents: Parents) -> Iterator[ast.For]:
    """The `for` loops in which a node stands."""
    while (around := parents.get(node)) is not None:
        if isinstance(around, ast.For):
            yield around
        node = around


def names_in(node: ast.AST) -> set[str]:
    """All names in a text."""
    return {each.id for each in nodes_of(node) if isinstance(each, ast.Name)}
