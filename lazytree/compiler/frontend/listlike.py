"""Which expressions and functions give something to go over: a list, or what gives its items one by one.

Nothing is read into the small language here. A function whose results are lists is read in place of its call, as a
generator is: its `return` hands over the items.
"""

from __future__ import annotations

import ast
from collections import deque
from contextlib import suppress
from itertools import chain, combinations, pairwise, permutations, product
from types import FunctionType

from pyrsistent import pvector

from lazytree.core.errors import Refused

from ..ir import scratch
from ..ir.core import Const
from .applied import taken_apart
from .arguments import function_called
from .methods import property_of_value
from .outlines import outline
from .reader import Reader
from .source import is_generator
from .syntax import children, is_copy, is_length, is_repeated, nodes_of, nodes_of_kind
from .texts import definition
from .tuple_names import holds_values

LAZY, LIST, SET = "lazy", "list", "set"  # items made as they are asked for; all made at once; without an order
STEPPED = (range, enumerate, zip, reversed)
ITERATED = (map, filter, chain, combinations, pairwise, permutations, product)
GATHERED = (list, sorted, deque)
SETS = (set, frozenset)
OF_SETS = ("copy", "union", "intersection", "difference")
OF_ROWS = (tuple, list, len, pvector)
TAKEN_WHOLE = (*OF_ROWS, sum, any, all, min, max, enumerate, zip, reversed, sorted)


def kind_of(r: Reader, node: ast.expr) -> str:
    """LAZY or LIST if the value is gone over item by item; empty if it is a value of the small language."""
    match node:
        case ast.Name(id=name):
            return "" if name in r.renamed else kind_of_name(r, name)
        case ast.Constant() | ast.Compare() | ast.UnaryOp() | ast.BoolOp() | ast.Tuple():
            return ""
        case ast.GeneratorExp():
            return LAZY
        case ast.List() | ast.ListComp():
            return LIST
        case ast.SetComp():
            return SET
        case ast.Set(elts=items) if any(varies(r, each) for each in items):
            return SET
        case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub()):
            return SET if kind_of(r, left) == SET else ""
        case ast.IfExp(body=then, orelse=other):
            kinds = {kind_of(r, then), kind_of(r, other)}
            return SET if SET in kinds else LIST if any(kinds) else ""
        case ast.BinOp(left=then, op=ast.Add(), right=other):
            return LIST if kind_of(r, then) or kind_of(r, other) else ""
        case ast.BinOp(op=ast.Mult()) if is_repeated(node):
            return LIST
        case ast.Subscript(value=value, slice=ast.Slice()):
            return LIST if kind_of(r, value) == LIST else ""
        case ast.Call():
            return kind_of_call(r, node)
        case ast.Attribute() if (asked := property_of_value(r, node)) is not None:
            return LAZY if is_generator(asked.function) else kind_of_function(r, asked.function)
    return ""


def kind_of_name(r: Reader, name: str) -> str:
    """As `kind_of`, of a variable."""
    if name in r.grown:
        return SET if r.grown[name].distinct else LIST
    if name in r.fixed:
        return ""
    return LIST if name in r.lists else r.iterables[name].kind if name in r.iterables else ""


def is_sorted(r: Reader, node: ast.Call) -> bool:
    """Whether this is `sorted(...)` of known length, which gives a list."""
    return isinstance(node.func, ast.Name) and r.means(node.func.id, sorted) and is_of_known_length(r, node)


def varies(r: Reader, node: ast.expr) -> bool:
    """Whether an item of a set that is written out is no constant, as far as the text tells."""
    names = {each.id for each in nodes_of_kind(node, ast.Name)}
    return bool(names & (r.locals | r.renamed.keys()) - r.constants.keys())


def kind_of_call(r: Reader, node: ast.Call) -> str:
    """What a call gives: of the built-ins, of a generator, of a function that returns lists."""
    if isinstance(node.func, ast.Name) and node.func.id in r.inners and node.func.id not in r.renamed:
        return r.inners[node.func.id].kind
    if isinstance(node.func, ast.Attribute) and node.func.attr in OF_SETS and kind_of(r, node.func.value) == SET:
        return SET
    if is_copy(node) and kind_of(r, node.func.value) == LIST:  # type: ignore[attr-defined]
        return LIST
    try:
        function = function_called(r, node)
    except Refused:  # it is refused again where it is read
        return ""
    if (applied := taken_apart(function)) is not None:
        function = applied.function
    if isinstance(function, FunctionType):
        return LAZY if is_generator(function) else kind_of_function(r, function)
    if function in GATHERED:
        return LIST
    if function in SETS:
        return SET
    if function is tuple:
        return "" if all(is_of_known_length(r, each) for each in node.args) else LIST
    return LAZY if function in STEPPED or function in ITERATED else ""


def is_of_known_length(r: Reader, node: ast.expr) -> bool:
    """Whether a `tuple(...)` of this has one length, as far as the text tells."""
    match node:
        case ast.GeneratorExp(generators=[clause]) | ast.ListComp(generators=[clause]):
            return not clause.ifs and is_of_known_length(r, clause.iter)
        case ast.GeneratorExp() | ast.ListComp():
            return False
        case ast.List(elts=items):
            return not any(isinstance(each, ast.Starred) for each in items)
        case ast.BinOp(left=a, right=b):
            return is_of_known_length(r, a) and is_of_known_length(r, b)
        case ast.Call(args=[source]) if function_called(r, node) is sorted:
            return is_of_known_length(r, source)
        case ast.Subscript(value=ast.Call() as sequence, slice=ast.Slice()):
            return is_sorted(r, sequence) or not kind_of(r, sequence)
        case ast.Call(args=given) if (function := function_called(r, node)) in STEPPED:
            return (
                all(map(is_length, given)) if function is range else all(is_of_known_length(r, each) for each in given)
            )
    return not kind_of(r, node)


def is_number_known(r: Reader, node: ast.BinOp) -> bool:
    """Whether the number of `[x] * n` is known before the game starts."""
    times = node.right if isinstance(node.left, ast.List) else node.left
    with suppress(Refused):
        return isinstance(r.read(times), Const)
    return False


def kind_of_function(r: Reader, function: FunctionType) -> str:
    """What a plain function returns."""
    if function.__module__ == scratch.__name__:  # machine code has these of its own
        return ""
    shared = r.shared
    if function in shared.sure:
        return shared.sure[function]
    if function in shared.known:
        shared.met.add(function)
        return shared.known[function]
    before, shared.met = shared.met, set()
    shared.known[function] = ""  # of a function that calls itself
    with suppress(Refused):
        shared.known[function] = kind_of_text(r, function, definition(function))
    if shared.met <= {function}:
        shared.sure[function] = shared.known[function]
    shared.met |= before
    return shared.known[function]


def kind_of_text(r: Reader, function: FunctionType, tree: ast.FunctionDef) -> str:
    """What the `return`s of a function's text give."""
    _, given, _ = outline(tree)
    alone = r.alone(function)
    alone.fixed = fixed_lists(alone, tree)
    alone.lists = dict.fromkeys(name for name in list_names(alone, tree) if name not in alone.fixed)
    alone.shared.settle(alone, tree, "")
    if any(kind_of(alone, each) == SET for each in given):
        return SET
    if any(kind_of(alone, each) for each in given):
        return LIST
    lengths = {len(each.elts) for each in given if isinstance(each, ast.Tuple)}
    return LIST if len(lengths) > 1 and all(isinstance(each, ast.Tuple) for each in given) else ""


def list_names(r: Reader, tree: ast.FunctionDef) -> list[str]:
    """The variables of a function that a list is assigned to."""
    found: list[str] = []
    kinds: set[str] = set()
    assigned, _, _ = outline(tree)
    for _ in range(2):  # `b = a + [1]`: once `a` is known
        known = len(found)
        for name, value in assigned:
            if name not in found:
                kinds.add(kind := kind_of(r, value))
                found += [name] if kind == LIST else []
        r.lists = {**r.lists, **dict.fromkeys(found)}
        if len(found) == known:
            break
    r.plain = None if any(kinds) else tree
    for name in [name for name in found if is_value(r, tree, name, assigned)]:
        found.remove(name)
        del r.lists[name]
    return found


def is_value(r: Reader, tree: ast.FunctionDef, name: str, assigned: list[tuple[str, ast.expr]]) -> bool:
    """Whether a variable holds tuples, from elsewhere as well, and not only what is gone over item by item."""
    given = [value for one, value in assigned if one == name]
    listed = [value for value in given if kind_of(r, value) == LIST]
    return holds_values(r, tree, name, listed, [value for value in given if value not in listed])


# ---- lists that keep their length


def fixed_lists(r: Reader, tree: ast.FunctionDef) -> dict[str, int]:
    """The lists of a function that keep their length, and how deep lists lie in them: 1, or 2 of rows."""
    values: dict[str, list[ast.expr]] = {}
    for name, value in outline(tree)[0]:
        values.setdefault(name, []).append(value)
    found: dict[str, int] = {}
    for name, given in values.items():
        depths = {depth_of(r, each) for each in given}
        if len(depths) == 1 and (depth := depths.pop()) and keeps_its_length(r, tree, name, depth):
            found[name] = depth
    return found


def depth_of(r: Reader, node: ast.expr) -> int:
    """1 of a new list of known length, 2 of one of new lists; 0 of anything else."""
    match node:
        case ast.List(elts=items) if items and not any(isinstance(each, ast.Starred) for each in items):
            return 1 + min(depth_of(r, each) for each in items)
        case ast.BinOp() if is_repeated(node):
            return int(is_number_known(r, node))
        case ast.ListComp(elt=item) if is_of_known_length(r, node):
            return 1 + depth_of(r, item)
        case ast.Call(args=[source]) if kind_of(r, node) == LIST and function_called(r, node) in GATHERED:
            return 1 if is_repeated(source) or is_of_known_length(r, source) else 0
    return 0


def keeps_its_length(r: Reader, tree: ast.FunctionDef, name: str, depth: int) -> bool:
    """Whether a list is used in no way that shows that it is a list, or that changes its length."""
    parents = {child: node for node in nodes_of(tree) for child in children(node)}
    uses = [node for node in nodes_of_kind(tree, ast.Name) if node.id == name]
    rows_exchanged = False
    for node in uses:
        parent = parents[node]
        if isinstance(node.ctx, ast.Store):
            if not isinstance(parent, (ast.Assign, ast.AnnAssign)) or len(getattr(parent, "targets", "1")) > 1:
                return False
            continue
        if not is_harmless(r, node, parents, depth):
            return False
        rows_exchanged |= isinstance(parent, ast.Subscript) and isinstance(parent.ctx, ast.Store)
    return depth == 1 or not rows_exchanged


def is_harmless(r: Reader, node: ast.expr, parents: dict[ast.AST, ast.AST], depth: int) -> bool:
    """Whether a use of a list, or of a row of it, only reads it, or assigns an item."""
    parent = parents[node]
    match parent:
        case ast.Subscript(value=value, slice=index) if value is node:
            if isinstance(index, ast.Slice) or isinstance(parent.ctx, ast.Del):
                return False
            return depth == 1 or isinstance(parent.ctx, ast.Store) or is_harmless(r, parent, parents, depth - 1)
        case ast.Call(func=ast.Name(id=called), args=[one]) if one is node:
            return any(r.means(called, each) for each in (OF_ROWS if depth > 1 else TAKEN_WHOLE))
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=""), attr="join"), args=[one]) if one is node:
            return depth == 1
        case ast.Call(func=ast.Name(id="zip" as called)):
            return depth == 1 and r.means(called, zip)
        case ast.Attribute(attr="count" | "index"):
            return depth == 1
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[one]):
            return depth == 1 and one is node
        case ast.For(iter=one, target=target) | ast.comprehension(iter=one, target=target) if one is node:
            return depth == 1 or (isinstance(target, ast.Name) and rows_harmless(r, target.id, parents))
    return False


def rows_harmless(r: Reader, name: str, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a variable that is a row of a list is only read, wherever the name is used."""
    uses = [each for each in parents if isinstance(each, ast.Name) and each.id == name]
    reads = [each for each in uses if isinstance(each.ctx, ast.Load)]
    return all(is_harmless(r, each, parents, 1) and not is_assigned(parents[each]) for each in reads)


def is_assigned(node: ast.AST) -> bool:
    """Whether this is an item that is assigned."""
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
