"""What the compiler knows of a value before it runs: its kind and, for ints, the interval that holds it.

`join` is the least type that holds two; `widen` jumps to a round one when an interval keeps growing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Any

from pyrsistent import PVector

from lazytree.core.errors import Refused, named

from .classes import BOARD, NO_CELL, class_of_int, is_dataclass, joined_class, parts_of, plain_tuple
from .floats import EXACT as EXACT
from .floats import FLOAT as FLOAT
from .floats import MIXED_FLOAT as MIXED_FLOAT
from .floats import Float as Float
from .frozen import ListOf
from .symbols import NONE, NOTHING, OrNone, Symbol, is_symbol, merged, symbol_of, symbols_of
from .symbols import told as symbols_told

LEAST, MOST, MOST_UNSIGNED = -(2**63), 2**63 - 1, 2**64 - 1
WIDEST = 2048  # bits of the widest set of cells


@dataclass(frozen=True, slots=True)
class Int:
    """`cls`: int, an IntEnum, or MIXED where Python may have an int of another class."""

    low: int
    high: int
    cls: type = int


@dataclass(frozen=True, slots=True)
class Bool:
    """A bool."""


@dataclass(frozen=True, slots=True)
class Vector:
    """A PVector, or a tuple that is a board (`form`), of ints of one class `cls`: its length never changes."""

    length: int
    low: int
    high: int
    cls: Any = int
    form: Any = BOARD


@dataclass(frozen=True, slots=True)
class Record:
    """A tuple, or a NamedTuple of class `cls`."""

    cls: type
    items: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a constant table, `depth` levels down."""

    table: Table
    depth: int


@dataclass(frozen=True, slots=True, eq=False)
class Fixed:
    """A value that is known now and equal in every run: a function, a class, a table, a constant board."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fixed) and (self.value is other.value or _same(self.value, other.value))

    def __hash__(self) -> int:
        return hash(type(self.value))


@dataclass(frozen=True, slots=True)
class Maybe:
    """None, or a value of a type that is no Symbol: a flag and that value, which is 0 where there is None."""

    kind: Type

    @property
    def items(self) -> tuple[Type, ...]:
        return (BOOL, self.kind)


@dataclass(frozen=True, slots=True)
class Words:
    """A search's scratch memory: 64-bit ints that may be changed in place."""


Type = Int | Bool | Float | Symbol | Maybe | Vector | Record | Row | Fixed | Words
BOOL, WORDS = Bool(), Words()
SMALL = Int(LEAST, MOST)


class Table:
    """A nested tuple of ints, of NamedTuples of ints, or of floats, of even depth, ragged or not, laid out flat.

    `starts[d]` gives, for the rows at depth d, where each begins among the items of the next level.
    """

    record: type | None = None  # the class of its items, if they are NamedTuples

    def __init__(self, value: tuple[object, ...]) -> None:
        self.value = value
        self.starts: list[list[int]] = []
        self.rows: list[type] = [ListOf if type(value) is ListOf else tuple]  # tuples or lists, at each depth
        rows: list[tuple[object, ...]] = [value]
        while True:
            self.starts.append(_running_sum([len(row) for row in rows]))
            items = [item for row in rows for item in row]
            classes = {type(item) for item in items}
            if len(classes) == 1 and hasattr(cls := next(iter(classes)), "_fields"):
                plain_tuple(cls)
                self.record, rows = cls, items  # type: ignore[assignment]
                break
            if not items or not (classes == {tuple} or classes == {ListOf}):
                rows = [(item,) for item in items]
                break
            rows = items  # type: ignore[assignment]
            self.rows.append(classes.pop())
        self.leaf: Int | Float = FLOAT
        if classes == {float}:
            self.items: list[Any] = [item for row in rows for item in row]
            self.item: Type = FLOAT
            return
        if not all(isinstance(item, int) for row in rows for item in row):
            raise Refused("a table is nested tuples of ints, or of floats, all equally deep")
        self.items = [int(item) for row in rows for item in row]  # type: ignore[call-overload]
        self.leaf = Int(min(self.items, default=0), max(self.items, default=0))
        columns: list[Type] = [ints_of_class(self.leaf, classes_of(column)) for column in zip(*rows)]
        self.item = Record(self.record, tuple(columns)) if self.record else (columns or [self.leaf])[0]

    @property
    def depth(self) -> int:
        return len(self.starts)

    def lengths(self, depth: int) -> tuple[int, int]:
        """The shortest and the longest row at that depth."""
        starts = self.starts[depth]
        spans = [end - start for start, end in pairwise(starts)]
        return min(spans, default=0), max(spans, default=0)

    def fixed_length(self, depth: int) -> int | None:
        shortest, longest = self.lengths(depth)
        return longest if shortest == longest else None


def ints_of_class(kind: Int, cls: Any) -> Type:
    """The type of ints of a class, within the bounds of `kind`; of cells that hold texts or None, what they are."""
    if isinstance(cls, Symbol):
        return cls
    if isinstance(cls, OrNone):
        return Maybe(ints_of_class(Int(max(kind.low, NONE + 1), max(kind.high, NONE + 1)), cls.cls))
    return BOOL if cls is bool else Int(kind.low, kind.high, int if cls is NO_CELL else cls)


def classes_of(values: Iterable[object]) -> type:
    """The one class of these ints, MIXED if there are several."""
    return reduce(joined_class, [class_of_int(item) for item in {type(v): v for v in values}.values()], NO_CELL)  # type: ignore[arg-type]


def _running_sum(lengths: list[int]) -> list[int]:
    sums = [0]
    for length in lengths:
        sums.append(sums[-1] + length)
    return sums


def _same(a: object, b: object) -> bool:
    return type(a) is type(b) and isinstance(a, (int, str, PVector)) and a == b


def of_constant(value: object) -> Type:
    """The type of a value that is known before the game starts; Refused for tuples outside of the subset."""
    if isinstance(value, int):
        return ints_of_class(Int(int(value), int(value)), class_of_int(value))
    if type(value) is float:
        return FLOAT
    if isinstance(value, tuple):
        plain_tuple(type(value))
    return Fixed(value)


def thawed(kind: Type) -> Type:
    """A constant's type as that of a run-time value."""
    if not isinstance(kind, Fixed):
        return kind
    value = kind.value
    if is_symbol(value):
        return symbol_of(value)
    if isinstance(value, tuple):
        return Record(type(value), tuple(thawed(of_constant(item)) for item in value))
    if is_dataclass(type(value)):
        plain_tuple(type(value))
        return Record(type(value), tuple(thawed(of_constant(item)) for item in parts_of(value)))
    if isinstance(value, PVector):
        return vector_of(value)
    raise Refused(f"a variable holds ints, bools, PVectors or tuples of these, not {named(value)}")


def vector_of(value: PVector[object], form: Any = BOARD) -> Vector:
    """The type of a board; Refused unless it is a plain PVector of ints of at most 64 bits."""
    if type(value) is not BOARD:
        raise Refused(f"a board is a plain PVector, not a {type(value).__name__}")
    if any(map(is_symbol, value)):
        return vector_of_symbols(value, form)
    if not all(isinstance(item, int) and LEAST <= item <= MOST for item in value):
        raise Refused("a PVector holds small ints only")
    items = [int(item) for item in value]  # type: ignore[call-overload]
    return Vector(len(items), min(items, default=0), max(items, default=0), classes_of(value), form)


def vector_of_symbols(value: PVector[object], form: Any) -> Vector:
    """The type of a board some cells of which are texts, members of Enums or None."""
    others = [item for item in value if not is_symbol(item)]
    if not others:
        symbols = symbols_of(set(value))
        return Vector(len(value), symbols.low, symbols.high, symbols, form)
    if any(item is not None for item in value if is_symbol(item)) or not all(isinstance(item, int) for item in others):
        raise Refused("the cells of a board are ints of one class or None, or texts, or members of Enums")
    ints = [int(item) for item in others]  # type: ignore[call-overload]
    if not NONE < min(ints) <= max(ints) <= MOST:
        raise Refused(f"an int beside None in a board is greater than {NONE}")
    return Vector(len(value), NONE, max(ints), OrNone(classes_of(others)), form)


def cell_number(value: Any) -> int:
    """What stands for a value in a cell of a board."""
    return symbol_of(value).low if is_symbol(value) else int(value)


def join(a: Type | None, b: Type) -> Type:
    """The least type that holds the values of both; `a` is None before the first value.

    Refused if the two have no type in common: an int and a board, boards of different lengths.
    """
    if a is None or a == b:
        return b
    if isinstance(a, Fixed) or isinstance(b, Fixed):
        return join(thawed(a), thawed(b))
    if isinstance(a, Row) and isinstance(b, Row | Record):
        a = as_record(a)
    if isinstance(b, Row) and isinstance(a, Record):
        b = as_record(b)
    if NOTHING in (a, b) or isinstance(a, Maybe) or isinstance(b, Maybe):
        return join_with_none(a, b)
    if isinstance(a, Vector) != isinstance(b, Vector):
        a, b = (as_board(each) for each in (a, b))
    match a, b:
        case Symbol(), Symbol():
            return merged(a, b)
        case (Int() | Bool(), Int() | Bool()):
            x, y = as_int(a), as_int(b)
            return Int(min(x.low, y.low), max(x.high, y.high), joined_class(class_of(a), class_of(b)))
        case (Float(), Float() | Int() | Bool()) | (Int() | Bool(), Float()):
            within_double(a)
            within_double(b)
            return FLOAT if a == b else MIXED_FLOAT
        case Vector(), Vector() if a.length == b.length and a.form is b.form:
            return Vector(a.length, min(a.low, b.low), max(a.high, b.high), joined_class(a.cls, b.cls), a.form)
        case Record(), Record() if a.cls is b.cls and len(a.items) == len(b.items):
            return Record(a.cls, tuple(map(join, a.items, b.items)))
    raise Refused(f"a variable keeps one kind: not {described(a)} here and {described(b)} there")


def join_with_none(a: Type, b: Type) -> Type:
    """The least type that holds the values of both, where one is None or may be."""
    if isinstance(a, Symbol) and isinstance(b, Symbol):
        return merged(a, b)
    rest = [present(kind) for kind in (a, b) if kind != NOTHING]
    kind = rest[0] if len(rest) == 1 else join(*rest)
    if isinstance(kind, (Symbol, Words)):
        raise Refused(f"a variable keeps one kind: not {described(a)} here and {described(b)} there")
    return Maybe(with_zero(kind))


def with_zero(kind: Type) -> Type:
    """A type that holds zeros, too, which stand in place of the value where there is None."""
    match kind:
        case Int():
            return Int(min(kind.low, 0), max(kind.high, 0), kind.cls)
        case Vector():
            return Vector(kind.length, min(kind.low, 0), max(kind.high, 0), kind.cls, kind.form)
        case Record():
            return Record(kind.cls, tuple(map(with_zero, kind.items)))
    return kind


def present(kind: Type) -> Type:
    """The type of a value that is not None."""
    return kind.kind if isinstance(kind, Maybe) else kind


def as_record(row: Row) -> Type:
    """A row of ints, all rows there equally long, as a tuple; any other row as it is."""
    length = row.table.fixed_length(row.depth)
    if length is None or row.depth + 1 < row.table.depth or row.table.record:
        return row
    return Record(row.table.rows[row.depth], (row.table.item,) * length)


def as_board(kind: Type) -> Type:
    """A tuple of ints as a board of the same length; any other type as it is."""
    kind = as_record(kind) if isinstance(kind, Row) else kind
    if not isinstance(kind, Record) or kind.cls is not tuple or not kind.items:
        return kind
    if not all(isinstance(item, (Int, Bool)) for item in kind.items):
        return symbols_as_board(kind)
    span = reduce(join, kind.items)
    cells = as_int(span)
    return Vector(len(kind.items), cells.low, cells.high, class_of(span), tuple)  # type: ignore[arg-type]


def symbols_as_board(kind: Record) -> Type:
    """A tuple of texts or members of Enums, or of ints and None, as a board; any other type as it is."""
    if all(isinstance(item, Symbol) for item in kind.items):
        symbols = merged(*kind.items)  # type: ignore[arg-type]
        return Vector(len(kind.items), symbols.low, symbols.high, symbols, tuple)
    if not all(item == NOTHING or isinstance(present(item), (Int, Bool)) for item in kind.items):
        return kind
    ints = present(reduce(join, kind.items))
    cells = as_int(ints)
    return Vector(len(kind.items), NONE, cells.high, OrNone(class_of(ints)), tuple)  # type: ignore[arg-type]


def like_boards(kind: Type, others: Iterable[Type]) -> Type:
    """A type whose tuples of ints are boards where some board in the others is a tuple of this length."""
    boards = (leaf for other in others for leaf in leaves(other) if isinstance(leaf, Vector))
    lengths = {board.length for board in boards if board.form is tuple}
    return with_boards(kind, lengths) if lengths else kind


def with_boards(kind: Type, lengths: set[int]) -> Type:
    """A type whose tuples of ints of these lengths are boards."""
    if not isinstance(kind, Record):
        return kind
    board = as_board(kind) if len(kind.items) in lengths else kind
    if isinstance(board, Vector):
        return board
    return Record(kind.cls, tuple(with_boards(item, lengths) for item in kind.items))


def board_shape(kind: Type) -> object:
    """As `shape`, but that of a tuple of ints is that of the board which it can be."""
    board = as_board(kind)
    if isinstance(board, Record):
        return board.cls, tuple(map(board_shape, board.items))
    return shape(board)


def described(kind: Type) -> str:
    """A type in words, for messages."""
    match kind:
        case Vector():
            return f"a {'tuple' if kind.form is tuple else 'PVector'} of {kind.length}"
        case Record():
            if kind.cls is not tuple and kind.cls is not ListOf:
                return f"a {kind.cls.__name__}"
            return f"a {'list' if kind.cls is ListOf else 'tuple'} of {len(kind.items)}"
        case Row():
            return "a row of a table"
        case Fixed():
            return named(kind.value)
        case Words():
            return "scratch memory"
        case Symbol():
            return symbols_told(kind)
        case Maybe():
            return f"None or {described(kind.kind)}"
        case Float():
            return "a float"
    return "an int" if isinstance(kind, Int) else "a bool"


def within_double(kind: Type) -> None:
    """Refused unless the value is a float, or an int that a double holds exactly."""
    if not isinstance(kind, Float):
        own = as_int(kind)
        if max(-own.low, own.high) > EXACT:
            raise Refused("a float and an int that may be beyond 2**53: `float(x)` of the int, or ints only")


def class_of(kind: Int | Bool | Symbol | Maybe) -> Any:
    """The class in Python of an int or a bool; what is told of cells that hold other values."""
    if isinstance(kind, Symbol):
        return kind
    if isinstance(kind, Maybe):
        return OrNone(class_of(kind.kind))  # type: ignore[arg-type]
    return bool if isinstance(kind, Bool) else kind.cls


def as_int(kind: Type) -> Int:
    """The interval of an int or a bool; Refused for any other type."""
    if isinstance(kind, Bool):
        return Int(0, 1)
    if isinstance(kind, Int):
        return kind
    raise Refused(f"an int is needed here, not {described(kind)}")


def number_of(kind: Type) -> Int:
    """The interval of an int or a bool, or of the numbers that stand for texts."""
    return Int(kind.low, kind.high) if isinstance(kind, Symbol) else as_int(kind)


_ROUND = (0, 127, 255, 2**32 - 1, 2**56 - 1, MOST, MOST_UNSIGNED, *(2**bits - 1 for bits in range(128, WIDEST + 1, 64)))


def widen(old: Type, new: Type) -> Type:
    """A type that holds the new one, its bounds that have moved made round, so that inference ends."""
    match old, new:
        case Maybe(), Maybe():
            return Maybe(widen(old.kind, new.kind))
        case Record(), Record():
            return Record(new.cls, tuple(map(widen, old.items, new.items)))
        case Vector(), Vector():
            span = _moved(Int(old.low, old.high), Int(new.low, new.high))
            return Vector(new.length, span.low, span.high, new.cls, new.form)
        case (Int() | Bool(), Int()):
            return _moved(as_int(old), new)
    return new


def _moved(old: Int, new: Int) -> Int:
    high = new.high if new.high == old.high else next((bound for bound in _ROUND if new.high <= bound), None)
    low = new.low
    if new.low != old.low:
        low = 0 if new.low >= 0 else next((-bound - 1 for bound in _ROUND if -bound - 1 <= new.low), -(2**WIDEST) - 1)
    if high is None or low < -(2**WIDEST):
        raise Refused(f"a set of cells has at most {WIDEST} bits: mask what you shift left")
    return Int(max(low, LEAST) if new.low >= LEAST and high <= MOST else low, high, new.cls)


def shape(kind: Type) -> object:
    """What distinguishes two instances of one function: kinds, classes, lengths, constants, not intervals."""
    match kind:
        case Int() | Bool():
            return class_of(kind)
        case Symbol():
            return Symbol
        case Maybe():
            return shape(kind.kind)
        case Vector(cls=Symbol() | OrNone()):
            return kind.length, kind.form, Symbol
        case Vector():
            return kind.length, kind.form, kind.cls if kind.length and kind.cls is not NO_CELL else int
        case Record():
            return kind.cls, tuple(map(shape, kind.items))
    return kind


def width(kind: Int | Bool) -> int:
    """Bits in machine code: 1, or a multiple of 64; unsigned when nothing is negative."""
    if isinstance(kind, Bool):
        return 1
    ends = [bound.bit_length() if bound >= 0 else (~bound).bit_length() for bound in (kind.low, kind.high)]
    bits = max(ends) + (kind.low < 0)
    return max(64, -(-bits // 64) * 64)


def leaves(kind: Type) -> Iterator[Type]:
    """The ints, bools, vectors and rows that a value is made of."""
    if isinstance(kind, (Record, Maybe)):
        for item in kind.items:
            yield from leaves(item)
    elif not isinstance(kind, Fixed):
        yield kind
