"""What the compiler knows of a value before it runs: its kind and, for ints, the interval that holds it.

`joining` has the least type that holds two, and the types of constants and of start positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from functools import reduce
from itertools import pairwise
from math import prod
from operator import is_
from typing import Any, NamedTuple

from pyrsistent import PVector

from lazytree.core.errors import Refused, name_of

from .classes import BOARD, NO_CELL, DictOf, ListOf, SetOf, class_of_int, joined_class, plain_tuple
from .symbols import NONE, NOTHING, OrNone, Symbol, symbols_of
from .symbols import told as symbols_told
from .value_classes import open_class, value_class

LEAST, MOST, MOST_UNSIGNED = -(2**63), 2**63 - 1, 2**64 - 1
WIDEST = 2048  # bits of the widest set of cells
MOST_PLACES = 2**32  # of a dict
OF_MATH = (
    *("sqrt", "exp", "expm1", "log", "log2", "log10", "sin", "cos", "tan"),
    *("asin", "acos", "atan", "sinh", "cosh", "tanh"),
)
"""Functions of `math` from float to float that CPython leaves to the C library, where their result is finite."""
EXACT = 2**53  # all ints up to this are doubles, too


@value_class
class Int:
    """`cls`: int, an IntEnum, or MIXED where Python may have an int of another class."""

    low: int
    high: int
    cls: type = int


@value_class
class Bool:
    """A bool."""


@value_class
class Float:
    """A double. `mixed`: where Python may have an int instead, of at most EXACT, which is equal to it."""

    mixed: bool = False


@value_class
class Vector:
    """A PVector, or a tuple or a text that is a board (`form`), of ints of one class `cls`: of one length always."""

    length: int
    low: int
    high: int
    cls: Any = int
    form: Any = BOARD


@value_class
class Record:
    """A tuple, or a NamedTuple of class `cls`."""

    cls: type
    items: tuple[Type, ...]


@value_class
class Row:
    """A row of a constant table, `depth` levels down."""

    table: Table
    depth: int


@value_class
class Fixed:
    """A value that is known now and equal in every run: a function, a class, a table, a constant board."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fixed) and (self.value is other.value or _same(self.value, other.value))

    def __hash__(self) -> int:
        return hash(type(self.value))


@value_class
class Maybe:
    """A value of a type that is no Symbol, or None or `other`: a flag and that value, which is 0 where it is not there.

    Where `other` may be more than None, its number follows; that is 0 where the value is there.
    """

    kind: Type
    other: Symbol = NOTHING

    @property
    def items(self) -> tuple[Type, ...]:
        return (BOOL, self.kind) if self.other == NOTHING else (BOOL, self.kind, self.other)


@value_class
class Varying:
    """A PVector or a tuple whose length changes: its length, and room for `cells`; beyond the length all are 0.

    `cells` is a Vector as long as the room, or a Record of such: a tuple of pairs has two.
    """

    cells: Type

    @property
    def room(self) -> int:
        return next(leaf.length for leaf in leaves(self.cells) if isinstance(leaf, Vector))

    @property
    def form(self) -> Any:
        return next(leaf.form for leaf in leaves(self.cells) if isinstance(leaf, Vector))

    @property
    def items(self) -> tuple[Type, ...]:
        return (Int(0, self.room), self.cells)


@value_class
class ContainerKind:
    """What a list, a dict or a set is in Python; `missing`: what a defaultdict puts where a key is missing."""

    name: str
    missing: object = None


LIST, DEQUE, RANGE, SET, GENERATOR = map(ContainerKind, ("list", "deque", "range", "set", "generator"))
PLAIN, COUNTER, DEFAULT = ContainerKind("dict"), ContainerKind("Counter"), "defaultdict"


GROUPS = {"list": "list", "deque": "list", "range": "list", "set": "set", "generator": "generator"}


@open_class
class Held:
    """What is known of containers that may be one: what they hold, and who has asked for that.

    A list has values, a set keys, a dict both. `wake` looks at one of these again. `link`: what is known of these
    containers together with others. `length`: of lists, when they are made; `grows`: whether it changes then.
    `ordered`: whether a set is surely gone over in the order that is known of CPython. `shown`: whether something goes
    over it so that the order shows; `filled`: the sets whose own order is that in which it is gone over. `beside`: what
    it is compared with. `frames`: the functions that a generator may be the frame of.
    """

    kind: ContainerKind
    wake: Callable[[Any], None]
    key: Type | None = None
    value: Type | None = None
    readers: dict[Any, None] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)  # which of `key` and `value` has been asked for
    link: Held | None = None
    length: Int | None = None
    grows: bool = False
    ordered: bool = True
    shown: bool = False
    filled: list[Container] = field(default_factory=list)
    beside: list[Container] = field(default_factory=list)
    frames: list[Any] = field(default_factory=list)

    @property
    def root(self) -> Held:
        """What is known of these containers and of all that may be the same ones."""
        held = self
        while held.link is not None:
            held = held.link
        return held


@value_class
class Container:
    """A list, a dict or a set that is made when a rule runs; `part`: the keys, values or items of a dict."""

    held: Held
    part: str = ""

    @property
    def root(self) -> Held:
        """What is known of this container and of all that may be the same one."""
        return self.held.root

    @property
    def of(self) -> str:
        """What it is asked as: a list, a set, a dict, a part of a dict, or a generator."""
        return self.part or GROUPS.get(self.root.kind.name, "dict")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Container) and self.root is other.root and self.part == other.part

    def __hash__(self) -> int:
        return hash((Container, self.part))


@value_class
class Words:
    """A search's scratch memory: 64-bit ints that may be changed in place."""

    least: int = 0  # there are surely that many: places below are not checked


Type = Int | Bool | Float | Symbol | Maybe | Vector | Record | Varying | Row | Fixed | Container | Words
SIGNED_CELLS = "a board has sets of 64 cells in its cells, or ints below 0, not both: two boards"
CELL = "a cell of a board is a small int, a text or a member of an Enum, not {}"
BOOL, FLOAT, MIXED_FLOAT, WORDS = Bool(), Float(), Float(mixed=True), Words()
SMALL = Int(LEAST, MOST)


def ints_of_class(kind: Int, cls: Any) -> Type:
    """The type of ints of a class, within the bounds of `kind`; of cells that hold texts or None, what they are."""
    if cls is int:
        return Int(kind.low, kind.high)
    if isinstance(cls, Symbol):
        return cls
    if isinstance(cls, OrNone):
        return Maybe(ints_of_class(Int(max(kind.low, NONE + 1), max(kind.high, NONE + 1)), cls.cls))
    return BOOL if cls is bool else Int(kind.low, kind.high, int if cls is NO_CELL else cls)


def classes_of(values: Iterable[object]) -> type:
    """The one class of these ints, MIXED if there are several."""
    return reduce(joined_class, [class_of_int(item) for item in {type(v): v for v in values}.values()], NO_CELL)  # type: ignore[arg-type]


def _same(a: object, b: object) -> bool:
    return type(a) is type(b) and isinstance(a, (int, str, PVector)) and a == b


def present(kind: Type) -> Type:
    """The type of a value that is neither None nor what else lies beside values of another kind."""
    return kind.kind if isinstance(kind, Maybe) else kind


def described(kind: Type) -> str:
    """A type in words, for messages."""
    match kind:
        case Vector():
            return f"a {'tuple' if kind.form is tuple else 'text' if kind.form is str else 'PVector'} of {kind.length}"
        case Varying(form=form) if form in (set, frozenset):
            return f"a {form.__name__}"
        case Varying():
            return f"a {'tuple' if kind.form is tuple else 'PVector'} whose length changes"
        case Record():
            if kind.cls is not tuple and kind.cls is not ListOf:
                named_so = "PVector" if issubclass(kind.cls, PVector) else kind.cls.__name__  # in C or in Python
                return f"a {named_so}"
            return f"a {'list' if kind.cls is ListOf else 'tuple'} of {len(kind.items)}"
        case Row():
            return "a row of a table"
        case Fixed(value=DictOf() | SetOf() | ListOf() as value):
            return {DictOf: "a dict", ListOf: "a list"}.get(type(value)) or f"a {value.form.__name__}"  # type: ignore[union-attr]
        case Fixed():
            return name_of(kind.value)
        case Words():
            return "scratch memory"
        case Container():
            part = f"the {kind.part} of " if kind.part else ""
            return f"{part}a {kind.root.kind.name}"
        case Symbol():
            return symbols_told(kind)
        case Maybe():
            return f"{symbols_told(kind.other)} or {described(kind.kind)}"
        case Float():
            return "a float"
    return "an int" if isinstance(kind, Int) else "a bool"


def within_double(kind: Type, said: str = "a number is wanted, not {}") -> None:
    """Refused unless the value is a float or an int of 64 bits: one that no double holds exactly is a trap."""
    if not isinstance(kind, Float):
        own = as_int(kind, said)
        if own.low < LEAST or own.high > MOST_UNSIGNED:
            raise Refused("a float and an int of more than 64 bits")


def class_of(kind: Int | Bool | Symbol | Maybe) -> Any:
    """The class in Python of an int or a bool; what is told of cells that hold other values."""
    if isinstance(kind, Int):
        return kind.cls
    if isinstance(kind, Symbol):
        return kind
    if isinstance(kind, Maybe):
        if kind.other != NOTHING:
            raise Refused(f"a board holds values of one kind: not {described(kind)}")
        return OrNone(class_of(kind.kind))  # type: ignore[arg-type]
    return bool


def class_of_cells(a: Vector, b: Vector) -> Any:
    """What the cells of two boards are; Refused where an int of one would stand for None in the other."""
    cls = joined_class(a.cls, b.cls)
    refuse_below_0(a.high, b.low)
    refuse_below_0(b.high, a.low)
    if isinstance(cls, OrNone):
        refuse_like_none(a)
        refuse_like_none(b)
    return cls


def bounds_of_cells(board: Vector, bits: int) -> tuple[int, int]:
    """The least and the greatest int that a cell of these bits holds: of 64 all are used where none is negative."""
    if bits == 64 and board.low >= 0:
        return 0, MOST_UNSIGNED
    return -(2 ** (bits - 1)), 2 ** (bits - 1) - 1


def refuse_below_0(high: int, low: int) -> None:
    """Refused if one board may hold a set of 64 cells up to `high`, and another an int from `low` on, below 0."""
    if high > MOST and low < 0:
        raise Refused(SIGNED_CELLS)


def refuse_like_none(board: Vector) -> None:
    """Refused if a cell of a board of ints may be the number that stands for None."""
    if isinstance(board.cls, type) and board.cls is not NO_CELL and board.low <= NONE:
        raise Refused(f"an int beside None in a board is greater than {NONE}")


def as_int(kind: Type, said: str = "a number is wanted, not {}") -> Int:
    """The interval of an int or a bool; Refused for any other type, with what is `said` of it."""
    if isinstance(kind, Bool):
        return Int(0, 1)
    if isinstance(kind, Int):
        return kind
    raise Refused(said.format(described(kind)))


def number_of(kind: Type) -> Int:
    """The interval of an int or a bool, or of the numbers that stand for texts."""
    return Int(kind.low, kind.high) if isinstance(kind, Symbol) else as_int(kind, CELL)


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
        case Varying():
            return Varying, kind.form, tuple(shape(leaf)[1:] for leaf in leaves(kind.cells))  # type: ignore[index]
        case Words():
            return Words
        case Container():
            return Container, id(kind.root), kind.part
    return kind


def width(kind: Int | Bool) -> int:
    """Bits in machine code: 1, or a multiple of 64; unsigned when nothing is negative."""
    if isinstance(kind, Bool):
        return 1
    if kind.low >= LEAST and kind.high <= (MOST if kind.low < 0 else MOST_UNSIGNED):
        return 64
    ends = [bound.bit_length() if bound >= 0 else (~bound).bit_length() for bound in (kind.low, kind.high)]
    bits = max(ends) + (kind.low < 0)
    return -(-bits // 64) * 64


def holds_container(kind: Type) -> bool:
    """Whether a value is a container that is made when a rule runs, or holds one."""
    return any(isinstance(leaf, Container) for leaf in leaves(kind))


def leaves(kind: Type) -> Iterator[Type]:
    """The ints, bools, vectors and rows that a value is made of."""
    if isinstance(kind, (Record, Maybe, Varying)):
        for item in kind.items:
            yield from leaves(item)
    elif not isinstance(kind, Fixed):
        yield kind


def mapped(change: Callable[[Type], Type], kind: Type) -> Type:
    """A type with its parts changed: the items of a tuple, what may be None, the cells of a board; others as they are.

    The type itself where nothing changes.
    """
    match kind:
        case Record(cls=cls, items=items):
            new = tuple(map(change, items))
            return kind if all(map(is_, new, items)) else Record(cls, new)
        case Maybe(kind=inner, other=other):
            return kind if (one := change(inner)) is inner else Maybe(one, other)
        case Varying(cells=cells):
            return kind if (one := change(cells)) is cells else Varying(one)
    return kind


def is_shallow(kind: Type, depth: int) -> bool:
    """Whether tuples lie in tuples at most `depth` deep."""
    return not isinstance(kind, Record) or (depth > 0 and all(is_shallow(item, depth - 1) for item in kind.items))


def members_of(kind: Type) -> Iterator[tuple[int, Any]]:
    """The texts and members of Enums in a type, with their numbers."""
    for leaf in leaves(kind):
        symbols = leaf.cls if isinstance(leaf, Vector) else leaf
        if isinstance(symbols, Symbol):
            yield from symbols.members


# ---- rows of tables as the tuples that they are in Python


def as_record(row: Row) -> Type:
    """A row of ints, all rows there equally long, as a tuple; any other row as it is."""
    length = row.table.fixed_length(row.depth)
    if length is None or row.depth + 1 < row.table.depth or row.table.record:
        return row
    return Record(row.table.rows[row.depth], (row.table.item,) * length)


def as_whole(kind: Type) -> Type:
    """A type as Python is given its values: rows of tables as tuples, where all rows there are equally long."""
    match kind:
        case Row(table=table, depth=depth) if (length := table.fixed_length(depth)) is not None:
            item = table.item if depth + 1 == table.depth else as_whole(Row(table, depth + 1))
            return Record(table.rows[depth], (item,) * length)
    return mapped(as_whole, kind)


# ---- texts as boards: of one length, with a character in each cell


OF_ONE = "a text is looked through for one character (`board.find('XX') >= 0` for more), and made of single characters"

OF_ONE_TEXT = (
    *("lower", "upper", "swapcase", "capitalize", "title", "strip", "lstrip", "rstrip"),
    *("islower", "isupper", "isdigit", "isalpha", "isalnum", "isspace", "startswith", "endswith", "count", "find"),
)
"""The methods of a text that is one of a few, which are read as a table."""


def as_text(kind: Type) -> Type:
    """A text that is one of a few, all equally long, as a board of its characters; any other type as it is."""
    if isinstance(kind, Fixed) and type(kind.value) is str:
        kind = symbols_of([kind.value])
    if not isinstance(kind, Symbol) or not all(type(value) is str for value in kind.values):
        return kind
    lengths = {len(value) for value in kind.values}
    if len(lengths) != 1 or lengths == {0}:
        return kind
    characters = symbols_of({character for value in kind.values for character in value})
    return Vector(lengths.pop(), characters.low, characters.high, characters, str)


def is_text(kind: Type) -> bool:
    """Whether a value is a text that is a board."""
    return isinstance(kind, Vector) and kind.form is str


def of_one_character(kind: Type) -> Type:
    """The type itself; Refused unless it is a text of one character."""
    if not isinstance(kind, Symbol) or not all(type(value) is str and len(value) == 1 for value in kind.values):
        raise Refused(OF_ONE)
    return kind


# ---- Constant tables: nested tuples of numbers, laid out flat


class Table:
    """A nested tuple of ints, of NamedTuples of ints, or of floats, of even depth, ragged or not, laid out flat.

    Texts are numbers in it; a tuple of texts that is not ragged is no table.

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
        if items and all(type(item) is str for item in items) and self.is_ragged:
            named = symbols_of(dict.fromkeys(items))
            numbers = {text: number for number, text in named.members}
            self.items, self.leaf, self.item = [numbers[text] for text in items], Int(named.low, named.high), named
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

    @property
    def is_ragged(self) -> bool:
        """Whether rows of one depth have several lengths."""
        return any(self.fixed_length(depth) is None for depth in range(self.depth))

    def lengths(self, depth: int) -> tuple[int, int]:
        """The shortest and the longest row at that depth."""
        starts = self.starts[depth]
        spans = [end - start for start, end in pairwise(starts)]
        return min(spans, default=0), max(spans, default=0)

    def fixed_length(self, depth: int) -> int | None:
        shortest, longest = self.lengths(depth)
        return longest if shortest == longest else None


def _running_sum(lengths: list[int]) -> list[int]:
    sums = [0]
    for length in lengths:
        sums.append(sums[-1] + length)
    return sums


# ---- A ragged table laid out with rows of one width at each level: where a row begins is then a product, not a load


ROOM = 2**14  # items that any table may take
AT_MOST = 4  # times the room of the table itself
NO_ROW = -1


class Padded(NamedTuple):
    """A ragged table with rows of one width at each level."""

    widths: list[int]  # of the rows at each level
    lengths: list[list[int]]  # of the items of each of them that count
    items: list[Any]


def padded(table: Table) -> Padded | None:
    """The table with rows of one width at each level; None where that would take too much room."""
    widths = [max(1, table.lengths(depth)[1]) for depth in range(table.depth)]
    fields = len(table.record._fields) if table.record else 1  # type: ignore[attr-defined]
    if prod(widths) * fields > max(ROOM, AT_MOST * len(table.items)):
        return None
    lengths, rows = [], [0]  # the numbers of the rows at a level, NO_ROW between them
    for starts, wide in zip(table.starts, widths):
        spans = [(starts[row], starts[row + 1]) if row != NO_ROW else (0, 0) for row in rows]
        lengths.append([end - begin for begin, end in spans])
        rows = [at if at < end else NO_ROW for begin, end in spans for at in range(begin, begin + wide)]
    nothing = [table.leaf.low if isinstance(table.leaf, Int) else 0.0] * fields
    items = [table.items[at * fields : (at + 1) * fields] if at != NO_ROW else nothing for at in rows]
    return Padded(widths, lengths, [number for item in items for number in item])
