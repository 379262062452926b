"""Reading expressions: Python's syntax into the core language, constants folded."""

from __future__ import annotations

import ast
from enum import Enum

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.classes import DictOf
from ..ir.core import Ask, Assign, Block, Choose, Const, Field, Item, Node, Op, Var
from ..ir.kinds import LIST, PLAIN, SET
from ..ir.symbols import is_symbol
from ..library import MISSING, iterators, sequences
from .arguments import after, function_called, inner_of
from .calls import call_read, contains, looked_up
from .constants import is_one_of_a_kind
from .containers import displayed, exchanged, filled, made, pairs_put, part, with_stars
from .dependencies import is_of_the_compiler
from .generators import expression_kept, in_place, inlined
from .iterables import is_lazy, range_bounds, slices_by_number
from .reader import Reader, again, attribute, binary, choose, folded, item, record_of
from .source import as_tuple, place

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


def read(r: Reader, node: ast.expr) -> Node:
    """An expression in the small language, with its place in the source; Refused if it is outside of the subset."""
    made = expression(r, node)
    if not is_of_the_compiler(r.function):
        made.place = made.place or place(r.function, node.lineno)
    return made


def expression(r: Reader, node: ast.expr) -> Node:
    """The node for a piece of Python's syntax, its place left out."""
    match node:
        case ast.Constant(value=value):
            return Const(value)
        case ast.Name(id=name):
            return r.name(name)
        case ast.GeneratorExp():
            return expression_kept(r, node)
        case ast.Tuple(elts=items) if any(isinstance(each, ast.Starred) for each in items):
            return with_stars(r, items)
        case ast.Tuple(elts=items):
            return record_of(tuple, [r.read(item) for item in items])
        case ast.List(elts=items):
            return displayed(r, LIST, items)
        case ast.Set(elts=items):
            known = len(items) > 2 and all(isinstance(each, ast.Constant) for each in items)
            new = displayed(r, SET, items)
            return Ask("unordered", new, []) if known else new  # Python puts these in another way
        case ast.Dict(keys=keys, values=values):
            return made(r, PLAIN, lambda held: pairs_put(r, held, keys, values))
        case ast.ListComp() if (written_out := slices_by_number(r, node)) is not None:
            return displayed(r, LIST, written_out)
        case ast.ListComp() | ast.SetComp():
            source = ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node)
            return filled(r, *(LIST, source, False) if isinstance(node, ast.ListComp) else (SET, source, True))
        case ast.DictComp(key=key, value=value, generators=clauses):
            pair = ast.copy_location(ast.GeneratorExp(ast.Tuple([key, value], ast.Load()), clauses), node)
            return filled(r, PLAIN, ast.fix_missing_locations(pair))
        case ast.BinOp(op=ast.Add()) if (changed := exchanged(r, node)) is not None:
            return changed
        case ast.BinOp(left=left, op=op, right=right):
            return binary(op, r.read(left), r.read(right))
        case ast.UnaryOp(op=op, operand=operand):
            return unary(op, r.read(operand))
        case ast.BoolOp(op=op, values=values):
            return either(r, isinstance(op, ast.And), [r.read(value) for value in values])
        case ast.Compare(left=left, ops=[(ast.In() | ast.NotIn()) as op], comparators=[right]):
            found = among(r, left, right)
            return found if isinstance(op, ast.In) else folded("not", found)
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() as op], comparators=[_]) if inner_of(r, left):
            return Const(isinstance(op, ast.IsNot))  # a function is not None
        case ast.Compare(left=left, ops=ops, comparators=others):
            return compared(r, r.read(left), ops, [r.read(other) for other in others])
        case ast.IfExp(test=test, body=then, orelse=other):
            return choose(tested(r, test), lambda: r.read(then), lambda: r.read(other))
        case ast.NamedExpr(target=ast.Name(id=name), value=value):
            target = r.variable(name)
            return Block([Assign(target, r.read(value))], Var(target.name))
        case ast.Attribute(value=value, attr=name):
            return attribute(r.read(value), name)
        case ast.Subscript(value=value, slice=index):
            return subscript(r, r.read(value if isinstance(index, ast.Slice) else as_tuple(value)), index)
        case ast.Call():
            return call_read(r, node)
    raise Refused(subset.broken_by(node))


def tested(r: Reader, node: ast.expr) -> Node:
    """An expression of which only the truth counts."""
    match node:
        case ast.BoolOp(op=op, values=values):
            return either(r, isinstance(op, ast.And), [true_or_false(tested(r, each)) for each in values])
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return folded("not", tested(r, operand))
    return r.read(node)


def true_or_false(node: Node) -> Node:
    """The truth of what may be a board or a row, which `and` and `or` cannot hold beside a number."""
    return Op("bool", [node]) if isinstance(node, Var | Field | Item) else node


def among(r: Reader, left: ast.expr, right: ast.expr) -> Node:
    """`left in right`: of what is gone over item by item, or of a sequence, a set or a dict."""
    if isinstance(right, ast.Call) and function_called(r, right) is range and len(right.args) < 3:
        bounds = range_bounds(r, right)
        return in_place(r, sequences.lies_between, [r.read(left), *[Const(0)][len(bounds) - 1 :], *bounds])
    if is_lazy(r, right):
        return inlined(r, iterators.holds, ast.copy_location(ast.Call(left, [left, right], []), right))
    wanted = r.read(left)
    return found_in(r, wanted, r.read(as_tuple(right, (ast.List, ast.Set))))


def found_in(r: Reader, wanted: Node, sequence: Node) -> Node:
    """`wanted in sequence`, what is wanted worked out first."""
    if isinstance(wanted, Const):
        return contains(r, wanted, sequence)
    kept = r.hidden("wanted")
    return after([Assign(kept, wanted)], contains(r, Var(kept.name), sequence))


def unary(op: ast.unaryop, operand: Node) -> Node:
    """`not`, `-`, `~` or `+` of a value."""
    match op:
        case ast.Not():
            return folded("not", operand)
        case ast.USub():
            return signed("-", Const(0), operand, operand)
        case ast.Invert():
            return folded("^", operand, Const(-1))
    return signed("+", operand, Const(0), operand)


def signed(symbol: str, left: Node, right: Node, operand: Node) -> Node:
    """`-x` or `+x`, read as an operation with 0."""
    if isinstance(operand, Const) and type(operand.value) is float:
        return Const(-operand.value if symbol == "-" else operand.value)
    made = folded(symbol, left, right)
    if isinstance(made, Op):
        made.unary = True
    return made


def either(r: Reader, all_of_them: bool, values: list[Node]) -> Node:
    """`a and b`, `a or b`: the value of the last operand that is worked out."""
    value, *rest = values
    if not rest:
        return value
    if isinstance(value, Const):
        return either(r, all_of_them, rest) if bool(value.value) == all_of_them else value
    kept = r.hidden("either")
    others = either(r, all_of_them, rest)
    again = Var(kept.name)
    chosen = Choose(Var(kept.name), others, again) if all_of_them else Choose(Var(kept.name), again, others)
    return Block([Assign(kept, value)], chosen)


def compared(r: Reader, left: Node, ops: list[ast.cmpop], others: list[Node]) -> Node:
    """A chain of comparisons: each value is worked out once, and a false one ends the chain."""
    op, right = ops[0], others[0]
    if len(ops) == 1:
        return comparison(r, left, op, right)
    if isinstance(right, (Var, Const)):
        return choose(
            comparison(r, left, op, right),
            lambda: compared(r, again(right), ops[1:], others[1:]),
            lambda: Const(False),
        )
    kept = r.hidden("between")
    first = comparison(r, left, op, Block([Assign(kept, right)], Var(kept.name)))
    return Choose(first, compared(r, Var(kept.name), ops[1:], others[1:]), Const(False))


def comparison(r: Reader, left: Node, op: ast.cmpop, right: Node) -> Node:
    """One comparison: by size, by identity or by membership."""
    if isinstance(op, (ast.Is, ast.IsNot)) and (same := identical(left, right)) is not None:
        return Const(same == isinstance(op, ast.Is))
    if isinstance(op, (ast.Is, ast.IsNot)) and (is_choice(left) or is_choice(right)):
        return folded("==" if isinstance(op, ast.Is) else "!=", left, right)
    if isinstance(op, (ast.Is, ast.IsNot)) and not any(map(is_other_constant, (left, right))):
        same_one = Op("is", [left, right])
        return same_one if isinstance(op, ast.Is) else folded("not", same_one)
    if isinstance(op, (ast.In, ast.NotIn)):
        found = found_in(r, left, right)
        return found if isinstance(op, ast.In) else folded("not", found)
    if type(op) not in COMPARISONS:
        raise Refused(subset.broken_by(op))
    return folded(COMPARISONS[type(op)], left, right)


def identical(left: Node, right: Node) -> bool | None:
    """Whether two constants are one object; None where that says nothing: equal numbers may be one object or two."""
    if is_missing(left) or is_missing(right):
        return is_missing(left) and is_missing(right)
    if not isinstance(left, Const) or not isinstance(right, Const):
        return None
    if is_one_of_a_kind(left.value) or is_one_of_a_kind(right.value):
        return left.value is right.value
    return None


def is_missing(node: Node) -> bool:
    """Whether this stands for a value that is not given."""
    return isinstance(node, Const) and node.value is MISSING


def is_other_constant(node: Node) -> bool:
    """Whether this is a constant of which `is` says something else than `==`: none of True, False, members of Enums."""
    return isinstance(node, Const) and type(node.value) is not bool and not isinstance(node.value, Enum)


def is_choice(node: Node) -> bool:
    """Whether this is None or a member of a plain Enum, which equal nothing but themselves."""
    return isinstance(node, Const) and type(node.value) is not str and is_symbol(node.value)


def subscript(r: Reader, value: Node, index: ast.expr) -> Node:
    """`value[index]`, or a slice by known bounds."""
    if isinstance(value, Const) and isinstance(value.value, DictOf):
        return looked_up(r, value.value, r.read(index))
    return part(r, value, index) if isinstance(index, ast.Slice) else item(value, r.read(index))
