"""Reading expressions, calls among them: Python's syntax into the core language, constants folded."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import EnumMeta
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType
from typing import Any

from pyrsistent import pvector

from lazytree.core.errors import Refused, name_of
from lazytree.searching.kernels.memory import (
    added,
    ask,
    bits_of,
    digest,
    fetch,
    ints_only,
    just_above,
    no_nan,
    of_bits,
    prefetch,
    stash,
    swapped,
)

from ..ir import subset
from ..ir.classes import DictOf, ListOf, SetOf, fields_of, found_by_value, plain_enum, valued_by_ints
from ..ir.core import Ask, Assign, Block, Call, Choose, Const, Field, Item, Member, Method, Node, Op, Replace, Set, Var
from ..ir.kinds import LIST, OF_MATH, PLAIN, SET
from ..ir.symbols import named_value, plain_choice
from ..library import iterators, lists, table
from ..library.table import of_method
from . import containers
from .arguments import (
    after,
    assigns,
    bound,
    called_with,
    callee,
    function_called,
    inner_of,
    of_function,
    of_record,
    plain,
    refuse_stars,
    written,
)
from .constants import constant, is_written
from .containers import built, displayed, exchanged, filled, made, pairs_put, part, tuple_of, with_stars
from .dependencies import is_of_the_compiler
from .generators import begun, call_kept, expression_kept, fold, in_place, inlined
from .iterables import ITERATED, STEPPED, is_lazy, range_bounds, slices_by_number
from .reader import (
    Reader,
    again,
    attribute,
    binary,
    choose,
    folded,
    identical,
    is_choice,
    is_key,
    is_other_constant,
    item,
    powered,
    record_of,
    searched,
    unary,
)
from .source import as_tuple, is_generator, place

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
        return in_place(r, lists.lies_between, [r.read(left), *[Const(0)][len(bounds) - 1 :], *bounds])
    if is_lazy(r, right):
        given = [ast.keyword("wanted", left), ast.keyword("iterable", right)]
        return inlined(r, iterators.has_item, ast.copy_location(ast.Call(left, [], given), right))
    wanted = r.read(left)
    return found_in(r, wanted, r.read(as_tuple(right, (ast.List, ast.Set))))


def found_in(r: Reader, wanted: Node, sequence: Node) -> Node:
    """`wanted in sequence`, what is wanted worked out first."""
    if isinstance(wanted, Const):
        return contains(r, wanted, sequence)
    kept = r.hidden("wanted")
    return after([Assign(kept, wanted)], contains(r, Var(kept.name), sequence))


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
            comparison(r, left, op, right), lambda: compared(r, again(right), ops[1:], others[1:]), lambda: Const(False)
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


def subscript(r: Reader, value: Node, index: ast.expr) -> Node:
    """`value[index]`, or a slice by known bounds."""
    if isinstance(value, Const) and isinstance(value.value, DictOf):
        return looked_up(r, value.value, r.read(index))
    return part(r, value, index) if isinstance(index, ast.Slice) else item(value, r.read(index))


# ---- Enums: `Side(1)`, `Color("red")`


OTHER_VALUES = "`{0}(...)`, some of whose members are found by another value than their own number or constant: a dict"


def member_by_value(r: Reader, cls: Any, node: ast.Call) -> Node:
    """`cls(value)` of an Enum."""
    of_ints = issubclass(cls, int)
    (plain_enum if of_ints else plain_choice)(cls)
    if not (valued_by_ints if of_ints else found_by_value)(cls):
        raise Refused(OTHER_VALUES.format(cls.__name__))
    (given,) = written(plain(cls.__name__, "value"), node).values()
    value = r.read(given)
    if of_ints and not isinstance(value, Const):
        return Member(cls, value)
    values = tuple(constant(object.__getattribute__(each, "__dict__")["_value_"], cls.__name__) for each in cls)
    return looked_up(r, DictOf(values, tuple(cls)), value)


# ---- Calls


FUNCTIONS = {
    abs: "abs",
    int: "int",
    bool: "bool",
    float: "float",
    round: "round",
    len: "len",
    digest: "digest",
    bits_of: "bits of",
    of_bits: "of bits",
    just_above: "just above",
    ints_only: "ints only",
    no_nan: "no nan",
    math.trunc: "int",
    **{getattr(math, name): name for name in (*OF_MATH, "floor", "ceil")},
}
"""Functions of one value, and the operations that they are."""


def call_read(r: Reader, node: ast.Call) -> Node:
    """A call in the small language; Refused if it is outside of the subset."""
    if any(isinstance(each, ast.Starred) for each in node.args):
        return spread(r, node)
    refuse_stars(node)
    if inner := inner_of(r, node.func):
        if inner.is_lazy:
            raise Refused(subset.ONCE)
        return inlined(r, inner, node)
    called, base = callee(r, node)
    if base is not None:
        return method(r, base, node.func.attr, node)  # type: ignore[attr-defined]
    if called is None:
        raise Refused("a function that is called is known before the game starts, or defined above in the same block")
    return call_of(r, called, node)


def spread(r: Reader, node: ast.Call) -> Node:
    """`f(a, *t)`: t has an item for each parameter that is given no other argument."""
    known = r.read(node.func) if isinstance(node.func, ast.Name) and not inner_of(r, node.func) else None
    called: Any = known.value if isinstance(known, Const) else None
    is_record = isinstance(called, type) and fields_of(called)
    if not is_record and not isinstance(called, FunctionType):
        raise Refused(subset.BROKEN_BY[ast.Starred])
    signature = of_record(called) if is_record else of_function(called)
    number = len(signature.names) - len(node.args) + 1
    several = sum(isinstance(each, ast.Starred) for each in node.args) > 1
    if several or node.keywords or signature.defaults or signature.named or number < 1 or assigns(r, node):
        raise Refused(subset.STARS)
    start: list[Node] = []
    arguments: list[ast.expr] = []
    for each in node.args:
        if isinstance(each, ast.Name | ast.Constant):
            arguments.append(each)
            continue
        parts = [r.hidden("part") for _ in range(number if isinstance(each, ast.Starred) else 1)]
        given = r.read(each.value if isinstance(each, ast.Starred) else each)
        start.append(Assign([*parts] if isinstance(each, ast.Starred) else parts[0], given))
        arguments += [ast.Name(part.name, ast.Load()) for part in parts]
    call = ast.fix_missing_locations(ast.copy_location(ast.Call(node.func, arguments, []), node))
    return Block(start, r.read(call))


def goes_over(r: Reader, node: ast.Call) -> bool:
    """Whether a call hands over generators or functions inside of a rule."""
    given = [*node.args, *(each.value for each in node.keywords)]
    return any(is_lazy(r, each) or inner_of(r, each) for each in given)


def call_of(r: Reader, called: Any, node: ast.Call) -> Node:
    """The call of a function, a class or a built-in that is known now."""
    called, node = called_with(r, called, node)
    if isinstance(called, type) and fields_of(called):
        start, arguments = bound(r, of_record(called), node)
        return after(start, record_of(called, arguments))
    if isinstance(called, EnumMeta):
        return member_by_value(r, called, node)
    if called in READ:
        return READ[called](r, node)
    if (made := containers.constructed(r, called, node)) is not None:
        return made
    if isinstance(called, FunctionType) and called not in FUNCTIONS:
        return function_call(r, called, node)
    if not isinstance(called, type | BuiltinFunctionType | FunctionType | MethodDescriptorType):
        raise unknown(called)
    by_key = any(each.arg == "key" for each in node.keywords)
    if called in table.FUNCTIONS and (called not in (min, max) or len(node.args) == 1 or by_key):
        return fold(r, called, node)
    if called in STEPPED or called in ITERATED:
        return call_kept(r, called, node)
    if called in subset.BUILT_INS:
        raise Refused(subset.BUILT_INS[called])
    if called in (min, max):
        return least_or_most_of(r, called.__name__, node)
    if called is round and len(node.args) + len(node.keywords) > 1:
        raise Refused("`round` to a number of digits: `round(x)`, or `round(100 * x)` of hundredths")
    if called in FUNCTIONS and not (called is math.log and len(node.args) == 2):
        (operand,) = written(plain(called.__name__, "x"), node).values()
        return folded(FUNCTIONS[called], r.read(operand))
    if type(called) is BuiltinFunctionType and getattr(math, called.__name__, None) is called:
        return of_math(r, called, node)
    raise unknown(called)


def asked(r: Reader, node: ast.Call) -> Node:
    """`ask(how, base, ...)`, in the library."""
    how, base, *given = node.args
    assert isinstance(how, ast.Constant)
    whole, parts = r.read(base), [r.read(each) for each in given]
    if how.value == "with":
        return Set(whole, [(parts[0], parts[1])], str)
    return Op("sought", [whole, *parts]) if how.value == "sought" else Ask(str(how.value), whole, parts)


def asked_of_words(r: Reader, node: ast.Call, how: str) -> Node:
    """What is asked of a search's scratch memory."""
    words, *given = map(r.read, node.args)
    return Ask(how, words, given)


def replaced(r: Reader, node: ast.Call) -> Node:
    """`replace(value, field=...)` of a dataclass."""
    if len(node.args) != 1:
        raise Refused("`replace(value, field=...)`")
    return Replace(r.read(node.args[0]), {str(k.arg): r.read(k.value) for k in node.keywords}, dataclass=True)


def power_called(r: Reader, node: ast.Call) -> Node:
    """`pow(x, y)`."""
    if len(node.args) != 2 or node.keywords:
        raise Refused("`pow(x, y)` of two numbers; `pow(x, y, z)`: `x ** y % z`")
    left, right = map(r.read, node.args)
    return powered(left, right)


READ: Mapping[Any, Callable[[Reader, ast.Call], Node]] = {
    ask: asked,
    pow: power_called,
    pvector: built,
    replace: replaced,
    tuple: lambda r, node: tuple_of(r, *node.args) if node.args else Const(()),
    **{each: partial(asked_of_words, how=each.__name__) for each in (added, fetch, prefetch, stash, swapped)},
}
"""What is read in a way of its own."""


def least_or_most_of(r: Reader, symbol: str, node: ast.Call) -> Node:
    """The call `min(a, b, ...)`, or of `max`."""
    names = [f"x{number}" for number in range(1, max(2, len(node.args)) + 1)]
    first, *others = [r.read(each) for each in written(plain(symbol, *names), node).values()]
    for other in others:
        first = folded(symbol, first, other)
    return first


def unknown(called: object) -> Refused:
    """The refusal of a call of something that the subset does not know."""
    return Refused((subset.OBJECT if is_written(called) else subset.UNKNOWN_CALL).format(name_of(called)))


def function_call(r: Reader, called: FunctionType, node: ast.Call) -> Node:
    """The call of a plain function; its text is read in place if generators are handed to it."""
    if is_generator(called):
        return begun(r, called, node)
    if goes_over(r, node):
        return inlined(r, called, node)
    start, arguments = bound(r, of_function(called), node)
    return after(start, Call(called, arguments))


def method(r: Reader, base: Node, name: str, node: ast.Call) -> Node:
    """The call of a method of a value: of a board, an int, a NamedTuple or a tuple."""
    if name == "join" and isinstance(base, Const) and base.value == "" and len(node.args) == 1:
        return Op("text", [tuple_of(r, node.args[0])])
    arguments = [handed(r, each) for each in node.args]
    if name == "update":
        arguments = [containers.dict_made(r, each) for each in arguments]
    if isinstance(base, Const) and isinstance(base.value, (SetOf, frozenset)):
        base = Op("member array", [base])
    if isinstance(base, Const) and isinstance(base.value, DictOf) and not node.keywords:
        return method_of(r, base.value, name, arguments)
    if name == "_replace" and not arguments:
        return Replace(base, {str(k.arg): r.read(k.value) for k in node.keywords})
    if node.keywords:
        return method_by_names(r, base, name, arguments, node)
    match name, arguments:
        case "__getitem__", [index]:
            return item(base, index)
        case "set", [index, value]:
            return changed(base, [(index, value)])
        case "mset", _ if len(arguments) % 2 == 0:
            return changed(base, list(zip(arguments[::2], arguments[1::2])))
        case (("bit_count" | "bit_length"), []):
            return folded(name, base)
        case "find" | "startswith" | "endswith" | "replace", _:
            kept = r.hidden("text")
            return Block([Assign(kept, base)], Method(Var(kept.name), name, arguments))
    return Method(base, name, arguments)


def method_by_names(r: Reader, base: Node, name: str, arguments: list[Node], node: ast.Call) -> Node:
    """The call of a method that is given arguments by name: all are worked out in the order of the text."""
    start: list[Node] = []
    kept = []
    for each in (base, *arguments, *(handed(r, one.value) for one in node.keywords)):
        kept.append(r.hidden("given"))
        start.append(Assign(kept[-1], each))
    first, *others = [Var(each.name) for each in kept]
    return Block(start, Method(first, name, [*others], tuple(str(one.arg) for one in node.keywords)))


def handed(r: Reader, node: ast.expr) -> Node:
    """An argument of a method: a generator as a value; one that is gone over where it is made fills a list first."""
    if inner_of(r, node):
        raise Refused(subset.HANDED_TO_METHOD)
    try:
        return r.read(node)
    except Refused:
        if not is_lazy(r, node):
            raise
    return Op("at once", [containers.filled(r, LIST, node)])


def changed(base: Node, changes: list[tuple[Node, Node]]) -> Set:
    """A board with these cells changed, one node for a chain of `.set`."""
    if isinstance(base, Set):
        return Set(base.base, [*base.changes, *changes])
    return Set(base, changes)


# ---- dicts and sets that are constants: a key is looked for among the keys, one after another


def looked_up(r: Reader, table: DictOf, key: Node, default: Node | None = None) -> Node:
    """`table[key]`, or `table.get(key, default)`; without a default, none found raises."""
    if isinstance(key, Const) and (default is None or isinstance(default, Const)):
        found = [value for each, value in zip(table.keys, table.values) if is_key(each, key.value)]
        if found or default is not None:
            return Const(found[0]) if found else default  # type: ignore[return-value]
        raise Refused(f"the dict has no key {named_value(key.value)}")
    given = [Const(table.keys), Const(table.values or (0,)), key]
    return in_place(r, lists.value_of, [*given, *([] if default is None else [default])])


def contains(r: Reader, wanted: Node, sequence: Node) -> Node:
    """`wanted in sequence`: of a constant a loop over its items, else what its type says."""
    sequence = searched(sequence)
    if not isinstance(sequence, Const):
        return Method(sequence, "__contains__", [wanted])
    if isinstance(wanted, Const) and type(sequence.value) in (tuple, ListOf):
        return Const(any(is_key(each, wanted.value) for each in sequence.value))  # type: ignore[attr-defined]
    if isinstance(wanted, Const) and type(sequence.value) is type(wanted.value) is str:
        return Const(wanted.value in sequence.value)
    return in_place(r, lists.contains, [sequence, wanted])


def method_of(r: Reader, table: DictOf, name: str, arguments: list[Node]) -> Node:
    """The call of a method of a dict that is a constant."""
    match name, arguments:
        case "__getitem__", [key]:
            return looked_up(r, table, key)
        case "get", [key, *default] if len(default) < 2:
            return looked_up(r, table, key, *(default or [Const(None)]))
        case "keys", []:
            return Const(table.keys)
        case "values", []:
            return Const(table.values)
        case "items", []:
            return Const(tuple(zip(table.keys, table.values)))
    if of_method("dict", "dict", name, ()) is not None:
        raise Refused(subset.CONSTANT.format(name, "a dict", "dict"))
    known = "`table[key]`, .get(key, default), .keys, .values, .items, `in`"
    raise Refused(f"no method .{name}() of a dict or a set: {known}")


# ---- functions of `math` that machine code works out to the last bit as Python does
#
# CPython hands `exp`, `sin` … to the C library of its process, and so does machine code. What CPython works out itself
# (`hypot`, `log1p`, `fsum` …) is refused.


OTHERS: Mapping[Any, str] = {
    math.pow: "`x ** y`",
    math.hypot: "`math.sqrt(x * x + y * y)`, which may differ in the last bit",
    math.dist: "`math.sqrt(x * x + y * y)`, which may differ in the last bit",
    math.comb: "a table, made once",
    math.perm: "a table, made once",
    math.factorial: "a table, made once",
}
NOT_COMPILED = "`math.{}` is not compiled: {}"
KNOWN = ", ".join(sorted([*OF_MATH, "ceil", "fabs", "floor", "gcd", "isqrt", "trunc"]))


def of_math(r: Reader, called: Any, node: ast.Call) -> Node:
    """The call of a function of `math`."""
    if called is math.log and len(node.args) == 2 and not node.keywords:
        number, base = (folded("log", r.read(each)) for each in node.args)
        return folded("/", number, base)
    advice = OTHERS.get(called, f"of this module {KNOWN} are")
    raise Refused(NOT_COMPILED.format(called.__name__, advice))
