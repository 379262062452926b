"""Inference of expressions: the type of each from the types of its parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..language import subset
from ..language.core import Blank, Block, Call, Choose, Const, Fetch, Field, Item, Make, Node, Op, Replace, Set, Var
from ..language.errors import Refused
from ..language.intervals import arithmetic, bitwise, divided, extreme, shift_count, shifted
from ..language.kinds import (
    BOOL,
    SMALL,
    Bool,
    Fixed,
    Int,
    Record,
    Type,
    Vector,
    Words,
    as_int,
    described,
    join,
    of_constant,
    thawed,
)
from ..reading.source import parameters
from .sequences import item_of, length_of, lengths_of, row_item

if TYPE_CHECKING:
    from .programs import Instance, Program

ORDER = ("<", "<=", ">", ">=")


class Unsettled(Exception):  # noqa: N818 - not an error: ask again later
    """The type depends on a result that is not known yet."""


class Judge:
    """Judges the expressions of one function; `Inference` adds the statements."""

    def __init__(self, program: Program, instance: Instance) -> None:
        self.program, self.instance = program, instance
        self.assigned: set[str] | None = set()
        self.last_place = ""
        self.used: set[str] = set()
        self.stale = False

    def expression(self, node: Node) -> Type:
        node.type = kind = self._expression(node)
        return kind

    def _expression(self, node: Node) -> Type:
        match node:
            case Const(value=value):
                return self.constant(value)
            case Var(name=name):
                return self.variable(name)
            case Op(symbol=symbol, operands=operands):
                return self.operation(symbol, [self.expression(each) for each in operands])
            case Choose(test=test, then=then, other=other):
                self.truth(test)
                return self.choice(then, other)
            case Make(cls=cls, items=items):
                return Record(cls, tuple(self.runtime(each) for each in items))
            case Replace(base=base, fields=fields):
                return self.replaced(self.runtime(base), {name: self.runtime(each) for name, each in fields.items()})
            case Field(base=base, name=name):
                return self.field(self.runtime(base), name)
            case Item(base=base, index=index):
                return self.item(self.expression(base), index)
            case Set(base=base, changes=changes):
                return self.changed_vector(self.runtime(base), changes)
            case Blank(like=like):
                length = length_of(self.expression(like))
                if length is None:
                    raise Refused("the length of a PVector is known before the game starts")
                return Vector(length, 0, 0)
            case Call():
                return self.call(node)
            case Fetch(words=words, index=index):
                self.expression(words), as_int(self.expression(index))
                self.program.fetching.add(self.instance)
                if self.program.stashed is None:
                    raise Unsettled("nothing has been stashed")
                return self.program.stashed
            case Block(body=body, result=result):
                self.statements(body)
                return self.expression(result)
        raise Refused(f"no {type(node).__name__} here")

    def statements(self, nodes: list[Node]) -> None:
        raise NotImplementedError

    def runtime(self, node: Node) -> Type:
        """The type of a value that exists while the program runs."""
        return self.program.fitting(thawed(self.expression(node)))

    def constant(self, value: object) -> Type:
        if value is None or isinstance(value, (str, float, bytes, complex)):
            raise Refused(subset.NO_TEXT_NO_NONE.format(value))
        return of_constant(value)

    def variable(self, name: str) -> Type:
        if self.assigned is not None and name not in self.assigned:
            plain = name.rpartition(".")[2] if not name.rpartition(".")[2].isdigit() else name.split(".")[-2]
            raise Unsettled(subset.UNASSIGNED.format(plain))
        self.used.add(name)
        if name not in self.instance.variables:
            raise Unsettled(f"{name} has no type")
        return self.instance.variables[name]

    # ---- numbers

    def operation(self, symbol: str, kinds: list[Type]) -> Type:
        if symbol in ("==", "!="):
            self.comparable(thawed(kinds[0]), thawed(kinds[1]))
            return BOOL
        if symbol == "len":
            return lengths_of(kinds[0])
        if symbol == "digest":
            thawed(kinds[0])
            return SMALL
        if symbol in ("not", "bool"):
            as_int(kinds[0])
            return BOOL
        numbers = [as_int(kind) for kind in kinds]
        if symbol in ORDER:
            return BOOL
        if symbol in "&|^" and all(isinstance(kind, Bool) for kind in kinds):
            return BOOL
        return self.number(symbol, numbers)

    def number(self, symbol: str, kinds: list[Int]) -> Int:
        a, b = kinds if len(kinds) == 2 else (kinds[0], kinds[0])
        match symbol:
            case "+" | "-" | "*":
                return arithmetic(symbol, a, b)[0]
            case "&" | "|" | "^":
                return bitwise(symbol, a, b)
            case "<<" | ">>":
                return shifted(symbol, a, shift_count(symbol, a, b))
            case "//" | "%":
                return divided(symbol, a, b)
            case "min" | "max":
                return extreme(symbol, a, b)
            case "int":
                return a
            case "abs":
                return extreme("max", a, arithmetic("-", Int(0, 0), a)[0])
        if a.low < 0:
            raise Refused(f"`.{symbol}()` of an int that may be negative: mask it")
        return Int(0, a.high.bit_length())

    def comparable(self, a: Type, b: Type) -> None:
        match a, b:
            case (Int() | Bool(), Int() | Bool()):
                return
            case Vector(), Vector() if a.length == b.length:
                return
            case Record(), Record() if len(a.items) == len(b.items):
                for x, y in zip(a.items, b.items):
                    self.comparable(x, y)
                return
        raise Refused(f"no comparison of {described(a)} with {described(b)}")

    def truth(self, node: Node) -> None:
        kind = self.expression(node)
        if not isinstance(kind, (Int, Bool)):
            raise Refused(f"a test is a bool or an int, not {described(kind)}")

    def always(self, test: Node) -> bool:
        return isinstance(test, Const) and bool(test.value)

    # ---- control

    def copy(self) -> set[str] | None:
        return None if self.assigned is None else set(self.assigned)

    @staticmethod
    def both(a: set[str] | None, b: set[str] | None) -> set[str] | None:
        return b if a is None else a if b is None else a & b

    def either(self, then: Callable[[], Any], other: Callable[[], Any]) -> tuple[Any, Any]:
        before = self.copy()
        first = then()
        after, self.assigned = self.assigned, before
        second = other()
        self.assigned = self.both(after, self.assigned)
        return first, second

    def choice(self, then: Node, other: Node) -> Type:
        a, b = self.either(lambda: self.tried(then), lambda: self.tried(other))
        if isinstance(a, Unsettled) and isinstance(b, Unsettled):
            raise a
        known = [kind for kind in (a, b) if not isinstance(kind, Unsettled)]
        if len(known) == 1:
            self.instance.trouble = Refused("a value that never comes", self.last_place)
            return self.program.fitting(thawed(known[0]))
        joined = join(thawed(a), thawed(b)) if a != b else a
        return self.program.fitting(joined) if not isinstance(joined, Fixed) else joined

    def tried(self, node: Node) -> Type | Unsettled:
        try:
            return self.expression(node)
        except Unsettled as unsettled:
            return unsettled

    # ---- tuples, tables, boards

    def item(self, base: Type, index: Node) -> Type:
        place = as_int(self.expression(index))
        if isinstance(base, Words):
            return SMALL
        if isinstance(base, Fixed) and (table := self.program.table(base.value)):
            return row_item(table, 0)
        base = self.program.fitting(thawed(base))
        if isinstance(base, Record) and place.low == place.high and -len(base.items) <= place.low < len(base.items):
            return base.items[place.low]
        return item_of(base)

    def field(self, base: Type, name: str) -> Type:
        if not isinstance(base, Record) or name not in getattr(base.cls, "_fields", ()):
            raise Refused(f"no attribute .{name} of {described(base)}")
        return base.items[base.cls._fields.index(name)]  # type: ignore[attr-defined]

    def replaced(self, base: Type, fields: dict[str, Type]) -> Type:
        for name in fields:
            self.field(base, name)
        assert isinstance(base, Record)
        names: tuple[str, ...] = base.cls._fields  # type: ignore[attr-defined]
        return Record(base.cls, tuple(fields.get(name, old) for name, old in zip(names, base.items)))

    def changed_vector(self, base: Type, changes: list[tuple[Node, Node]]) -> Type:
        if not isinstance(base, Vector):
            raise Refused(f"`.set` of {described(base)}, not of a PVector")
        low, high = base.low, base.high
        for index, value in changes:
            as_int(self.expression(index))
            kind = as_int(self.expression(value))
            low, high = min(low, kind.low), max(high, kind.high)
        kept = self.program.clipped(Vector(base.length, low, high))
        if isinstance(kept, Vector) and kept.low > kept.high:
            raise Refused("a PVector holds small ints only")
        return kept

    # ---- calls

    def call(self, node: Call) -> Type:
        function: Any = node.function
        kinds = [self.program.fitting(kind) for kind in map(self.argument, node.arguments)]
        names, _ = parameters(function)
        called = self.program.request(function, dict(zip(names, kinds)))
        node.instance = called
        called.callers.add(self.instance)
        self.instance.calls.add(called)
        if called.result is None:
            raise Unsettled(f"{function.__name__} never returns")
        return called.result

    def argument(self, node: Node) -> Type:
        kind = self.expression(node)
        if isinstance(kind, Fixed) and isinstance(kind.value, tuple) and hasattr(kind.value, "_fields"):
            return kind if any(map(callable, kind.value)) else thawed(kind)
        return kind
