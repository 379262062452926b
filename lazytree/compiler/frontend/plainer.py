"""Functions are read with a name of its own for each kind of value: in `board = list(board)` the second is another."""

from __future__ import annotations

import ast
from copy import deepcopy
from functools import lru_cache
from types import CodeType
from typing import Any

from .outlines import DEFERRED
from .syntax import nodes_of_kind

MARK = "'"  # no name of Python's holds it
MOST_MARKS = 3  # values of one name that have names of their own
LISTS = ("list", "set", "sorted", "deque")  # the calls that give what is no tuple and no text
BACK = ("tuple", "join")  # those that make a tuple, or a text, of a list again
DISPLAYS = (ast.List, ast.ListComp, ast.Set, ast.SetComp)
AT_ONCE = ("any", "all", "sum", "min", "max", "list", "tuple", "set", "sorted", "len", "next", "join")
NAMED = (ast.MatchAs, ast.MatchStar, ast.ExceptHandler, ast.FunctionDef, ast.ClassDef)  # name a variable by a text


def plainer(tree: ast.FunctionDef) -> ast.FunctionDef:
    """The `def` of the same function as it is compiled: itself, or a changed copy."""
    if not any(map(value_and_name, tree.body)):
        return tree
    made = deepcopy(tree)
    rename(made)
    return made


# ---- `board = list(board)`


def rename(tree: ast.FunctionDef) -> None:
    """Gives what `name = list(name)` assigns, right below the `def`, a name of its own from there on."""
    for at, statement in enumerate(tree.body):
        name = value_and_name(statement)
        if name and is_of_another_kind(statement, name) and is_plain(tree, tree.body[:at], name):
            target = statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]  # type: ignore[attr-defined]
            later = (node for each in tree.body[at + 1 :] for node in ast.walk(each))
            for node in [*ast.walk(target), *later]:
                if isinstance(node, ast.Name) and node.id == name:
                    node.id = name + MARK


def value_and_name(statement: ast.stmt) -> str:
    """The name to which a statement assigns a list, a tuple, a set or a text made of it, or what a call gives of it."""
    match statement:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
        ) if isinstance(value, DISPLAYS) or called(value) in (*LISTS, *BACK):
            return name if name in names_in(value) else ""
        case ast.Assign(targets=[ast.Tuple() as targets], value=ast.Call() as value):  # `board, last = sow(board)`
            both = names_in(targets) & names_in(value)
            return both.pop() if len(both) == 1 else ""
    return ""


def names_in(node: ast.AST) -> set[str]:
    """The names in an expression."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def is_of_another_kind(statement: Any, name: str) -> bool:
    """Whether the second value of a name is of another kind: it is a list, or the first value was one."""
    return name.count(MARK) < MOST_MARKS and (MARK in name or called(statement.value) not in BACK)


def called(value: ast.AST) -> str:
    """The name of the function that a call calls, or "join"; empty of anything else."""
    match value:
        case ast.Call(func=ast.Name(id=name)):
            return name
        case ast.Call(func=ast.Attribute(attr="join")):
            return "join"
    return ""


def is_plain(tree: ast.FunctionDef, before: list[ast.stmt], name: str) -> bool:
    """Whether nothing but the statements in front reads the first value of a name."""
    nodes = [node for each in tree.body for node in ast.walk(each)]
    if any(name in (getattr(each, "names", ()) or ()) for each in nodes if isinstance(each, ast.Global | ast.Nonlocal)):
        return False
    if any(each.name == name for each in nodes if isinstance(each, NAMED)):
        return False
    if any(each.rest == name for each in nodes if isinstance(each, ast.MatchMapping)):
        return False
    if any(names_it(each, name) for each in nodes if isinstance(each, DEFERRED)):
        return False
    lazy = [each for part in before for each in nodes_of_kind(part, ast.GeneratorExp) if names_it(each, name)]
    calls = [each for part in before for each in nodes_of_kind(part, ast.Call) if called(each) in AT_ONCE]
    at_once = {id(each) for call in calls for each in call.args}
    return all(id(each) in at_once for each in lazy)


def names_it(tree: ast.AST, name: str) -> bool:
    """Whether a text has such a name, or such a parameter."""
    return any(name in (getattr(each, "id", None), getattr(each, "arg", None)) for each in ast.walk(tree))


@lru_cache(maxsize=2_000)
def marked_names(code: CodeType) -> frozenset[str]:
    """The names that the second and further values of a function's variables may have."""
    own = (*code.co_varnames, *code.co_cellvars)
    return frozenset(name + number * MARK for name in own for number in range(1, MOST_MARKS + 1))
