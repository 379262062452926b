"""Which lists and sets of a function grow and shrink, as far as its text tells."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import lru_cache

from .alike import UNKNOWN, of_name
from .fresh import names_changed, names_handed_to_change
from .grown import names_in
from .listlike import SET, fixed_lists, kind_of
from .outlines import outline
from .reader import GrownName, Reader
from .syntax import nodes_of, nodes_of_kind


def settle_grown(r: Reader, tree: ast.FunctionDef, filled: str) -> None:
    """Finds the lists and sets of a function that grow, and what they are in Python; its other lists stay lists."""
    r.unsettled = tree
    for name in find_grown(r, tree, filled):
        r.grown[name] = replace(r.grown[name], classes=of_name(r, name) or UNKNOWN)


def find_grown(r: Reader, tree: ast.FunctionDef, filled: str) -> set[str]:
    """Finds the lists and sets of a function that grow; its other lists stay in `r.lists` and `r.fixed`."""
    if not (found := put_all(r, tree, filled)):
        return found
    fixed = fixed_lists(r, tree)  # once more: what is made from a list that grows has no known length
    r.lists.update(dict.fromkeys(name for name in r.fixed if name not in fixed and name in outline(tree)[2]))
    r.fixed = {name: depth for name, depth in r.fixed.items() if name in fixed or name not in outline(tree)[2]}
    return found | put_all(r, tree, filled)


def put_all(r: Reader, tree: ast.FunctionDef, filled: str) -> set[str]:
    """Puts the names of lists and sets that grow where they belong."""
    assigned = outline(tree)[0]
    if r.plain is tree and not any(isinstance(value, ast.Set | ast.Tuple) for _, value in assigned):
        return set()
    values: dict[str, list[ast.expr]] = {}
    for name, value in assigned:
        values.setdefault(name, []).append(value)
    others = {name for name, held in r.grown.items() if not held.own} | r.iterables.keys() | r.fixed.keys() | {filled}
    own = {name: given for name, given in values.items() if name not in others}
    sets = {name for name, given in own.items() if any(isinstance(each, ast.Set) for each in given)}
    changed = (
        names_changed(tree) | joined_names(tree) | names_handed_to_change(r, tree, own.keys() & (r.lists.keys() | sets))
    )
    found: set[str] = set()
    for _ in range(3):  # `b = a | c`: once `a` is known
        known = len(found)
        aliases = {each.id for name in found for each in own[name] if isinstance(each, ast.Name)}
        for name, given in own.items():
            if name in found:
                continue
            if any(gives_set(r, each, name in changed) for each in given):
                put_grown(r, found, name, distinct=True)
            elif is_growing_tuple(name, given, tree) or (
                name in r.lists
                and (
                    name in changed
                    or name in names_used(tree)
                    or name in aliases
                    or len(given) > 1
                    or any(names_in(each) & r.grown.keys() for each in given)
                )
            ):
                put_grown(r, found, name, distinct=False)
        if len(found) == known:
            break
    return found


def joined_names(tree: ast.AST) -> set[str]:
    """The names that `|=`, `&=` or `-=` changes, if they are sets."""
    nodes = (
        each for each in nodes_of_kind(tree, ast.AugAssign) if isinstance(each.op, ast.BitOr | ast.BitAnd | ast.Sub)
    )
    return {each.target.id for each in nodes if isinstance(each.target, ast.Name)}


def assigned_together(node: ast.AST) -> list[str]:
    """The names that `a, b = x, y` assigns."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple()):
            return [each.id for each in targets if isinstance(each, ast.Name)]
    return []


def put_grown(r: Reader, found: set[str], name: str, distinct: bool) -> None:
    """From now on the name is a list, or a set, that grows."""
    found.add(name)
    known = r.grown[name].variable if name in r.grown else r.prefix + name
    r.grown[name] = GrownName(r.renamed.pop(name, known), distinct)
    r.lists.pop(name, None)


def gives_set(r: Reader, node: ast.expr, changed: bool) -> bool:
    """Whether a value is a set; one of constants only if its name is changed."""
    if isinstance(node, ast.Set):
        return changed or not all(isinstance(each, ast.Constant) for each in node.elts)
    return kind_of(r, node) == SET


def is_growing_tuple(name: str, given: list[ast.expr], tree: ast.AST) -> bool:
    """Whether a variable begins as `()` or `(a, b)` and only grows by `t += (x,)` or `t = t + (x,)`, in a loop."""
    if not any(map(is_written_out, given)) or not all(is_written_out(each) or is_longer(name, each) for each in given):
        return False
    loops = (*nodes_of_kind(tree, ast.For), *nodes_of_kind(tree, ast.While))
    return any(is_longer(name, node) for loop in loops for node in nodes_of(loop))


def is_written_out(node: ast.expr) -> bool:
    """Whether this is `()` or `(a, b)`."""
    return isinstance(node, ast.Tuple) and not any(isinstance(each, ast.Starred) for each in node.elts)


def is_longer(name: str, node: ast.AST) -> bool:
    """Whether this is `name + (x,)` or `name += (x,)`."""
    match node:
        case ast.BinOp(left=ast.Name(id=own), op=ast.Add(), right=ast.Tuple()):
            return own == name
        case ast.AugAssign(target=ast.Name(id=own), op=ast.Add(), value=ast.Tuple()):
            return own == name
    return False


@lru_cache(maxsize=2_000)
def names_used(tree: ast.AST) -> frozenset[str]:
    """The names in a text that are asked for an item, that `+=` changes, or that are assigned with others.

    An item of which is assigned is asked for, too.
    """
    found: set[str] = set()
    asked = (each.value for each in nodes_of_kind(tree, ast.Subscript))
    changed = (each.target for each in nodes_of_kind(tree, ast.AugAssign))
    found.update(each.id for each in (*asked, *changed) if isinstance(each, ast.Name))
    for node in nodes_of_kind(tree, ast.Assign):
        found.update(assigned_together(node))
    return frozenset(found)
