"""Python's syntax trees, their nodes listed once; what a text assigns and returns; a name for each kind of value."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
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


# ---- What a function's text assigns and returns, without the functions inside of it


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


def names_bound(tree: ast.AST) -> set[str]:
    """The names to which anything in a node gives a meaning.

    >>> sorted(names_bound(ast.parse("a = b; del c; import d.e")))
    ['a', 'c', 'd']
    """
    found: set[str | None] = set()
    for node in nodes_of(tree)[1:]:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
        else:
            found |= {getattr(node, "name", None), getattr(node, "rest", None)}
    return {name for name in found if name}


def as_tuple(node: ast.expr, kinds: tuple[type[ast.expr], ...] = (ast.List,)) -> ast.expr:
    """A list that is written out, as a tuple: none is made; any other expression as it is."""
    if not isinstance(node, kinds) or any(isinstance(each, ast.Starred) for each in node.elts):  # type: ignore[attr-defined]
        return node
    return ast.copy_location(ast.Tuple(node.elts, ast.Load()), node)  # type: ignore[attr-defined]


def only_result(tree: ast.FunctionDef) -> ast.expr | None:
    """What a function returns that does nothing else; None of others."""
    match tree.body:
        case [ast.Return(value=value)] | [ast.Expr(value=ast.Constant()), ast.Return(value=value)]:
            return value
    return None


# ---- Whether a generator that a name means may stand in the one loop that goes over it


CONSUMERS = (ast.For, ast.comprehension, ast.Call, ast.YieldFrom, ast.Starred, ast.Compare, ast.Assign)
REPEATED = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.FunctionDef)


def is_gone_over_once(body: list[ast.stmt], name: str) -> bool:
    """Whether a text reads a variable in one place at most, where it is gone over, in no other loop than it is set.

    >>> [is_gone_over_once(ast.parse(text).body, "g") for text in ("for x in g: s += x", "while any(g): s += 1")]
    [True, False]
    """
    nodes = [each for statement in body for each in nodes_of(statement)]
    around = [each for each in nodes if type(each) not in LEAVES and any(is_read(one, name) for one in children(each))]
    loops = [each for each in nodes if isinstance(each, REPEATED)]
    reads = sum(is_read(each, name) for each in nodes)
    once = reads < 2 and all(isinstance(each, CONSUMERS) and called(each) != "zip" for each in around)
    return once and all(times_named(each, name) != 1 for each in loops)


def is_read(node: ast.AST, name: str) -> bool:
    """Whether this reads a variable."""
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def times_named(loop: Any, name: str) -> int:
    """How often a name stands in what a loop does again and again."""
    first = loop.iter if isinstance(loop, ast.For) else loop.generators[0].iter if hasattr(loop, "generators") else None
    inside = sum(each.id == name for each in nodes_of_kind(loop, ast.Name))
    return inside - sum(each.id == name for each in (nodes_of_kind(first, ast.Name) if first else ()))


# ---- A variable of its own for each kind of value: in `board = list(board)` the second is another


MARK = "'"  # no name of Python's holds it
LISTS = ("list", "set", "sorted", "deque")  # the calls that give what is no tuple and no text
BACK = ("tuple", "join")  # those that make a tuple, or a text, of a list again
DISPLAYS = (ast.List, ast.ListComp, ast.Set, ast.SetComp)
AT_ONCE = ("any", "all", "sum", "min", "max", "list", "tuple", "set", "sorted", "len", "next", "join")


def of_another_kind(body: list[ast.stmt], statement: ast.stmt, latest: Mapping[str, str]) -> str:
    """The name to which a statement of a function's text gives a value of another kind than before; "" of none.

    `latest`: the variables that names mean which had such values before.
    """
    name = value_and_name(statement) if statement in body else ""
    is_other = name in latest or called(getattr(statement, "value", None)) not in BACK
    return name if name and is_other and is_plain(body, body[: body.index(statement)], name) else ""


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


def called(value: Any) -> str:
    """The name of the function that a call calls, or "join"; empty of anything else."""
    match value:
        case ast.Call(func=ast.Name(id=name)):
            return name
        case ast.Call(func=ast.Attribute(attr="join")):
            return "join"
    return ""


def is_plain(body: list[ast.stmt], before: list[ast.stmt], name: str) -> bool:
    """Whether nothing but the statements in front reads the first value of a name."""
    nodes = [node for each in body for node in ast.walk(each)]
    if any(by_text(each, name) or (isinstance(each, DEFERRED) and names_it(each, name)) for each in nodes):
        return False
    lazy = [each for part in before for each in nodes_of_kind(part, ast.GeneratorExp) if names_it(each, name)]
    calls = [each for part in before for each in nodes_of_kind(part, ast.Call) if called(each) in AT_ONCE]
    at_once = {id(each) for call in calls for each in call.args}
    return all(id(each) in at_once for each in lazy)


def by_text(node: Any, name: str) -> bool:
    """Whether a statement or a pattern gives a meaning to a name that is no node of its own."""
    return name in (getattr(node, "name", None), getattr(node, "rest", None), *getattr(node, "names", ()))


def names_it(tree: ast.AST, name: str) -> bool:
    """Whether a text has such a name, or such a parameter."""
    return any(name in (getattr(each, "id", None), getattr(each, "arg", None)) for each in ast.walk(tree))
