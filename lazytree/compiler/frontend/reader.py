"""What is known of a function while it is read: what names mean, where breaks go, which operations are constants."""

from __future__ import annotations

import ast
import math
import operator
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import field
from enum import Enum, EnumMeta
from functools import partial
from itertools import count
from types import FunctionType
from typing import Any, TypeVar

from pyrsistent import PVector

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.classes import DictOf, ListOf, SetOf, is_dataclass, plain_tuple, thawed
from ..ir.core import Call, Choose, Const, Field, Item, Make, Node, Op, Target, Var
from ..ir.kinds import OF_MATH, WIDEST
from ..ir.symbols import is_symbol
from ..ir.value_classes import open_class, thing_class
from ..library import MISSING
from .constants import attribute_of, constant, is_instance, is_one_of_a_kind
from .dependencies import ATTRIBUTE, asked, found_in_bases
from .source import Lifted, Scope, names_bound

Body = Callable[[int, int], list[Node]]  # (break label, continue label) -> what runs for each item of a loop
Made = TypeVar("Made")
Iterable = Callable[[Target, Body], list[Node]]


@thing_class
class Given:
    """A parameter, or a variable, that gives its items one by one: what loops over it, once, in the same loops."""

    over: Iterable
    gone: bool = False
    loops: tuple[tuple[int, int], ...] = ()


@thing_class
class Inner:
    """A function inside of a rule: its text, the reader of the text around it, and what names mean there."""

    signature: Any
    tree: ast.FunctionDef
    home: Reader
    renamed: dict[str, str]
    is_lazy: bool  # whether it gives its items one by one

    @property
    def own(self) -> set[str]:
        """The names that it makes variables of its own."""
        return {*self.signature.names, *names_bound(self.tree)}


def is_made(name: str) -> bool:
    """Whether a name stands in no text of Python's: it is a variable that was made while the text was read."""
    return "." in name


@open_class
class Shared:
    """What the readers of one function and of all that is read in place in it have in common."""

    lazy: dict[FunctionType, bool] = field(default_factory=dict)  # which functions give their items one by one
    lifted: dict[Any, Any] = field(default_factory=dict)  # generators that are kept, by where they stand


class Reader:
    """One function while it is read, or one generator where it is spliced in.

    `read` and `statements` read the expressions and the statements inside of others; `opened` gives what loops over an
    expression.
    """

    def __init__(
        self,
        function: FunctionType,
        constants: Mapping[str, object],
        read: Callable[[Reader, ast.expr], Node],
        statements: Callable[[Reader, list[ast.stmt]], list[Node]],
        opened: Callable[..., Iterable],
        prefix: str = "",
        fresh: count[int] | None = None,
        splice: int = 0,
        depth: int = 0,
        shared: Shared | None = None,
    ) -> None:
        code = function.__code__
        self.passes = read, statements, opened
        self.read, self.statements = partial(read, self), partial(statements, self)
        self.opened: Callable[..., Iterable] = partial(opened, self)
        self.function, self.scope, self.prefix, self.fresh = function, Scope(function), prefix, fresh or count(1)
        self.splice, self.depth, self.shared = splice, depth, shared or Shared()
        self.locals = {*code.co_varnames, *code.co_cellvars, *(function.names if isinstance(function, Lifted) else ())}
        self.constants = dict(constants)
        self.walrus = True  # whether the text may hold a `:=`
        self.within: set[str] = set()  # the names that a `:=` of the text assigns
        self.around: dict[str, str] = {}  # the variables of other readers that names mean
        self.renamed = self.around  # these, and those of generator expressions
        self.iterables: dict[str, Given] = {}  # parameters that give their items one by one
        self.chain: tuple[FunctionType, ...] = (function,)  # this function, and those that it is read in place in
        self.gives = False  # whether what it returns is gone over item by item
        self.frame = False  # whether it hands what it gives to what asks for the next item
        self.inners: dict[str, Inner] = {}  # functions inside of the rule
        self.often: Counter[str] = Counter()  # how often its text does
        self.reads: set[str] = set()  # the names that its text reads
        self.tree: ast.FunctionDef | None = None  # its text, if that is another than the function's own
        self.given: set[str] = set()  # its parameters
        self.top: list[ast.stmt] = []  # its statements that are no part of others
        self.changing: set[str] = set()  # what the body of a loop assigns, while what it goes over is opened
        self.result: Var | None = None  # where a function that is read in place of its call leaves its result
        self.loops: list[tuple[int, int]] = []  # labels that break and continue go to

    def inner(self, function: FunctionType, constants: Mapping[str, object], label: int) -> Reader:
        """The reader of a function whose text goes into this one's."""
        prefix = f"{self.prefix}{function.__name__}.{label}."
        made = Reader(function, constants, *self.passes, prefix, self.fresh, label, self.depth + 1, self.shared)
        made.chain = (*self.chain, function)
        return made

    def nested(self, inside: Inner, label: int) -> Reader:
        """The reader of a function inside of this one: it has variables of its own, and reads those around it."""
        made, own = self.inner(self.function, {}, label), inside.own
        made.tree, made.chain, made.locals = inside.tree, self.chain, self.locals | own
        known = {*self.constants, *self.inners, *self.iterables}
        free = {name: self.prefix + name for name in self.locals - known}
        made.around = {name: each for name, each in {**free, **inside.renamed}.items() if name not in own}
        made.renamed = made.around
        made.constants = {name: each for name, each in self.constants.items() if name not in own}
        made.inners = {name: each for name, each in self.inners.items() if name not in own}
        gone = {name: Given(each.over, gone=True) for name, each in self.iterables.items()}
        made.iterables = {name: each for name, each in gone.items() if name not in own}
        return made

    def hidden(self, hint: str) -> Var:
        return Var(f"{self.prefix}{hint}.{next(self.fresh)}")

    def constant(self, value: Any) -> ast.Name:
        """A name that means a constant."""
        name = self.hidden("known").name
        self.constants[name] = value
        return ast.Name(name, ast.Load())

    def template(self, node: ast.AST, text: str, **known: Any) -> Any:
        """An expression by its text, in which names stand for other expressions and constants, or are variables."""
        names = {name: each if isinstance(each, ast.AST) else self.constant(each) for name, each in known.items()}
        made = Filled(names, self).visit(ast.parse(text, mode="eval").body)
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def variable(self, name: str) -> Var:
        own = name if is_made(name) else self.prefix + name
        return Var(self.renamed.get(name) or own)

    def name(self, name: str) -> Node:
        if name in self.renamed:
            return Var(self.renamed[name])
        if name in self.inners:
            raise Refused(subset.FUNCTION_KEPT)
        if name in self.iterables:
            raise Refused(subset.ONCE)
        if name in self.constants:
            return Const(self.constants[name])
        if name in self.locals or is_made(name):
            return self.variable(name)
        if name in self.scope:
            return Const(self.scope[name])
        raise Refused(f"the name {name} means nothing here")

    def target(self, node: ast.expr) -> Target:
        match node:
            case ast.Name(id=name):
                return self.variable(name)
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return [self.target(item) for item in items]
        raise Refused(subset.broken_by(node) if isinstance(node, ast.Starred) else subset.NO_SIDE_EFFECT)

    def means(self, name: str, function: object) -> bool:
        return name not in self.locals and name in self.scope and self.scope[name] is function

    def renaming(self, renamed: dict[str, str], body: Callable[[], Made]) -> Made:
        """What is read while some names mean the variables of a generator expression."""
        before, self.renamed = self.renamed, renamed
        made = body()
        self.renamed = before
        return made

    def while_changing(self, names: set[str], body: Callable[[], Made]) -> Made:
        """What is opened for a loop whose body assigns these names."""
        before, self.changing = self.changing, names
        made = body()
        self.changing = before
        return made

    def inside(self, labels: tuple[int, int], body: Callable[[], list[Node]]) -> list[Node]:
        self.loops.append(labels)
        made = body()
        self.loops.pop()
        return made


class Filled(ast.NodeTransformer):
    """Puts into a template what its names stand for."""

    def __init__(self, names: dict[str, Any], reader: Reader) -> None:
        self.names, self.reader = names, reader

    def visit_Name(self, node: ast.Name) -> ast.expr:
        known = self.names.get(node.id) or ast.Name(self.reader.hidden(node.id).name)
        self.names[node.id] = known
        return ast.Name(known.id, node.ctx) if isinstance(known, ast.Name) else known


# ---- What is known before the game starts is carried out by the reader: operations on constants


PYTHON: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "not": operator.not_,
    "min": min,
    "max": max,
    "abs": abs,
    "int": int,
    "float": float,
    "round": round,
    "bool": bool,
    "len": len,
    "range": range,
    "bit_count": int.bit_count,
    "bit_length": int.bit_length,
    **{name: getattr(math, name) for name in (*OF_MATH, "floor", "ceil")},
}

LONGEST = 2**16  # items of a constant that the compiler makes


def again(node: Node) -> Node:
    """A variable or a constant once more, as a node of its own."""
    return Var(node.name) if isinstance(node, Var) else Const(node.value) if isinstance(node, Const) else node


def folded(symbol: str, *operands: Node) -> Node:
    """The operation, carried out now if every operand is a constant."""
    if not all(isinstance(each, Const) for each in operands):
        return Op(symbol, list(operands))
    values: list[Any] = [each.value for each in operands if isinstance(each, Const)]
    if symbol == "<<" and isinstance(values[1], int) and values[1] > WIDEST:
        raise Refused(f"a shift by more than {WIDEST}")
    if symbol == "*" and not all_ints(values) and any(all_ints([each]) and each > LONGEST for each in values):
        raise Refused(f"a constant of more than {LONGEST} items")
    if symbol == "+" and {*map(type, values)} == {tuple, ListOf}:
        raise Refused("`+` of a list and a tuple, which raises")
    if symbol not in PYTHON:
        return Op(symbol, list(operands))
    if symbol in ("==", "!="):
        values = [thawed(each) for each in values]
    try:
        return Const(within_reason(PYTHON[symbol](*values)))
    except Exception as error:
        raise Refused(f"{symbol} of these constants raises {error!r}") from None


def all_ints(values: list[Any]) -> bool:
    """Whether all values are ints."""
    return all(isinstance(each, int) for each in values)


def within_reason(value: Any) -> Any:
    """The constant itself; ValueError if it has too many items."""
    if type(value) is not range and hasattr(value, "__len__") and len(value) > LONGEST:
        raise ValueError(f"a constant of more than {LONGEST} items")
    return value


def record_of(cls: Any, items: list[Node]) -> Node:
    """A tuple or NamedTuple, made now if every item is a constant."""
    plain_tuple(cls)
    values = [each.value for each in items if isinstance(each, Const)]
    if len(values) < len(items) or is_dataclass(cls):
        return Make(cls, items)
    return Const(constant(tuple(values) if cls is tuple else cls(*values), cls.__name__))


def power(base: Any, exponent: Any) -> Any:
    """A power of two constants; Refused if they are no numbers, or if the result takes too many bits."""
    if {type(base), type(exponent)} <= {int, float} and (
        type(exponent) is float or type(base) is float or exponent < 0
    ):
        try:
            return base**exponent
        except (OverflowError, ZeroDivisionError) as error:
            raise Refused(f"** of these constants raises {error!r}") from None
    if not isinstance(base, int) or not isinstance(exponent, int) or not 0 <= exponent * base.bit_length() <= WIDEST:
        raise Refused(subset.BROKEN_BY[ast.Pow].format(WIDEST))
    return base**exponent


def choose(test: Node, then: Callable[[], Node], other: Callable[[], Node]) -> Node:
    """A choice, made now if its test is a constant: the other branch is then not read."""
    if isinstance(test, Const):
        return then() if test.value else other()
    return Choose(test, then(), other())


def item(value: Node, index: Node) -> Node:
    """An item, looked up now if both the sequence and the index are constants."""
    if isinstance(value, Const) and type(value.value) is str:
        value = Const(tuple(value.value))
    if isinstance(value, Const) and isinstance(index, Const) and isinstance(value.value, (tuple, PVector, range)):
        try:
            return Const(value.value[index.value])  # type: ignore[call-overload]
        except (IndexError, TypeError):
            raise Refused("an index out of range") from None
    return Item(value, index)


def attribute(value: Node, name: str) -> Node:
    """An attribute: of a constant, what it holds or the call of its property; of a record, its field."""
    if not isinstance(value, Const):
        return Field(value, name)
    held, kind = value.value, type(value.value)
    if type(found_in_bases(kind, name)) is property:
        plain = is_dataclass(kind) or is_instance(held)
        if plain and type(asks := asked(ATTRIBUTE, kind, name).fget) is FunctionType:
            return Call(asks, [value])
        if isinstance(held, (tuple, Enum)) or is_dataclass(kind):
            return Field(value, name)
    return Const(attribute_of(held, name))


# ---- constants that are gone over or looked through


def gone_over(node: Node, any_order: bool = False) -> Node:
    """What a loop over a constant goes over: the keys of a dict, and where the order does not count those of a set."""
    if any_order and isinstance(node, Const) and isinstance(node.value, (SetOf, frozenset)):
        return Op("member array", [node])
    if isinstance(node, Const) and isinstance(node.value, DictOf):
        return Const(node.value.keys)
    if isinstance(node, Const) and (type(node.value) is str or isinstance(node.value, EnumMeta)):
        return Const(tuple(node.value))  # the characters of a text, the members of an Enum
    if isinstance(node, Const) and isinstance(node.value, (SetOf, frozenset)):
        raise Refused(subset.NO_ORDER)
    return node


def searched(node: Node) -> Node:
    """What `in` looks through: the keys of a dict, the items of a set."""
    if isinstance(node, Const) and isinstance(node.value, (DictOf, SetOf, frozenset)):
        held = node.value
        return Const(held.keys if isinstance(held, DictOf) else held.items if isinstance(held, SetOf) else tuple(held))
    return node


def is_key(key: Any, wanted: Any) -> bool:
    """Whether a constant is this key."""
    return key is wanted or bool(hash(key) == hash(wanted) and key == wanted)


# ---- operators


BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}


def binary(op: ast.operator, left: Node, right: Node) -> Node:
    """An operator between two values; Refused if the subset does not have it."""
    if isinstance(op, ast.Pow):
        return powered(left, right)
    if type(op) not in BINARY:
        raise Refused(subset.broken_by(op))
    return folded(BINARY[type(op)], left, right)


def powered(left: Node, right: Node) -> Node:
    """`left ** right`, worked out now if both are constants."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(power(left.value, right.value))
    return Op("**", [left, right])


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


# ---- `is`, of constants


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
