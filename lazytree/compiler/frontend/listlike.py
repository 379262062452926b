"""Which expressions and functions give something to go over: a list, or what gives its items one by one.

Nothing is read into the small language here. A function whose results are lists is read in place of its call, as a
generator is: its `return` hands over the items.
"""

from __future__ import annotations

import ast
from collections import deque
from contextlib import suppress
from itertools import accumulate, chain, combinations, count, pairwise, permutations, product, repeat
from types import FunctionType

from lazytree.core.errors import Refused
from lazytree.searching.kernels import memory

from ..ir.core import Const
from .applied import taken_apart
from .arguments import FLATTENED, function_called
from .harmless import keeps_its_length
from .methods import property_of_value
from .outlines import outline
from .reader import Reader
from .source import definition, is_generator
from .syntax import is_copy, is_length, is_repeated, nodes_of_kind
from .tuple_names import holds_values

LAZY, LIST, SET = "lazy", "list", "set"  # items made as they are asked for; all made at once; without an order
STEPPED = (range, enumerate, zip, reversed)
ITERATED = (map, filter, chain, FLATTENED, combinations, pairwise, permutations, product, accumulate, repeat, count)
GATHERED = (list, sorted, deque)
SETS = (set, frozenset)
OF_SETS = ("copy", "union", "intersection", "difference")


def kind_of(r: Reader, node: ast.expr) -> str:
    """LAZY or LIST if the value is gone over item by item; empty if it is a value of the small language."""
    if r.by_reference:
        return lazy_kind(r, node)
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


def lazy_kind(r: Reader, node: ast.expr) -> str:
    """LAZY if the value gives its items one by one, where a list is a value."""
    match node:
        case ast.Name(id=name) if name not in r.renamed and name in r.iterables:
            return r.iterables[name].kind
        case ast.GeneratorExp():
            return LAZY
        case ast.IfExp(body=then, orelse=other):
            return LAZY if lazy_kind(r, then) and lazy_kind(r, other) else ""
        case ast.Call(func=ast.Name(id=name)) if name in r.inners and name not in r.renamed:
            return r.inners[name].kind
        case ast.Call():
            try:
                function = function_called(r, node)
            except Refused:  # it is refused again where it is read
                return ""
            if (applied := taken_apart(function)) is not None:
                function = applied.function
            if isinstance(function, FunctionType):
                return LAZY if is_generator(function) else ""
            return LAZY if function in STEPPED or function in ITERATED else ""
        case ast.Attribute() if (asked := property_of_value(r, node)) is not None:
            return LAZY if is_generator(asked.function) else ""
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
        case ast.Call(args=given) if (function := function_called(r, node)) in (*STEPPED, map):
            over = given[1:] if function is map else given
            return all(map(is_length, over)) if function is range else all(is_of_known_length(r, each) for each in over)
    return not kind_of(r, node)


def is_number_known(r: Reader, node: ast.BinOp) -> bool:
    """Whether the number of `[x] * n` is known before the game starts."""
    times = node.right if isinstance(node.left, ast.List) else node.left
    with suppress(Refused):
        return isinstance(r.read(times), Const)
    return False


def kind_of_function(r: Reader, function: FunctionType) -> str:
    """What a plain function returns."""
    if r.by_reference:
        return ""
    if function.__module__ == memory.__name__:  # machine code has these of its own
        return ""
    shared = r.shared
    if function in shared.sure:
        return str(shared.sure[function])
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
    settle_lists(alone, tree)
    alone.shared.settle(alone, tree, "")
    if any(kind_of(alone, each) == SET for each in given):
        return SET
    if any(kind_of(alone, each) for each in given):
        return LIST
    lengths = {len(each.elts) for each in given if isinstance(each, ast.Tuple)}
    return LIST if len(lengths) > 1 and all(isinstance(each, ast.Tuple) for each in given) else ""


def settle_lists(r: Reader, tree: ast.FunctionDef) -> None:
    """Finds the lists of a function: those that keep their length, and all others."""
    around, before, fixed = r.lists, r.fixed, fixed_lists(r, tree)
    for _ in range(3):  # what is made from a list of any length has no known length, once that is found
        r.lists, r.fixed = around, {**before, **fixed}
        r.lists = {**around, **dict.fromkeys(name for name in list_names(r, tree) if name not in r.fixed)}
        now = fixed_lists(r, tree)
        if now.keys() >= fixed.keys():
            break
        fixed = now


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
            return deeper(r, items)
        case ast.BinOp() if is_repeated(node):
            return int(is_number_known(r, node))
        case ast.ListComp(elt=item) if is_of_known_length(r, node) and counts_are_known(r, node):
            return deeper(r, [item])
        case ast.Call(args=[source]) if kind_of(r, node) == LIST and function_called(r, node) in GATHERED:
            return 1 if is_repeated(source) or (is_of_known_length(r, source) and counts_are_known(r, source)) else 0
    return 0


def deeper(r: Reader, items: list[ast.expr]) -> int:
    """As `depth_of`, of a list of these items: 0 where a row has no known length."""
    if any(isinstance(each, ast.ListComp) and not is_of_known_length(r, each) for each in items):
        return 0
    return 1 + min(depth_of(r, each) for each in items)


def counts_are_known(r: Reader, node: ast.expr) -> bool:
    """Whether each `range(n)` that a list is made from has an `n` that is known before the game starts."""
    match node:
        case ast.GeneratorExp(generators=[clause]) | ast.ListComp(generators=[clause]):
            return counts_are_known(r, clause.iter)
        case ast.Call(args=given):
            function = function_called(r, node)
            if function is range:
                return is_length_asked(r, given) or all(is_count_known(r, each) for each in given)
            return function not in (*STEPPED, *GATHERED, tuple, map) or all(counts_are_known(r, each) for each in given)
    return True


def is_length_asked(r: Reader, given: list[ast.expr]) -> bool:
    """Whether a range is given the length of a value, and nothing else."""
    match given:
        case [ast.Call(args=[sequence], keywords=[]) as length] if function_called(r, length) is len:
            return not kind_of(r, sequence)
    return False


def is_count_known(r: Reader, node: ast.expr) -> bool:
    """Whether a number is a constant, or may be one in a function that is only looked at."""
    if r.only_looked_at and names_in(node) <= given_to(r):
        return True
    with suppress(Refused):
        return isinstance(r.read(node), Const)
    return False


def names_in(node: ast.expr) -> set[str]:
    """The names in an expression."""
    return {each.id for each in nodes_of_kind(node, ast.Name)}


def given_to(r: Reader) -> set[str]:
    """The names of a function's parameters."""
    code = r.function.__code__
    return set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
