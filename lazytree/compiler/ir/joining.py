"""The least type that holds two; types of constants and of start positions; tuples of ints as boards; sequences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import reduce
from typing import Any

from pyrsistent import PVector, pvector

from lazytree.core.errors import Refused, name_of

from . import subset
from .classes import (
    BOARD,
    DictOf,
    SetOf,
    class_of_int,
    is_dataclass,
    joined_class,
    known_as,
    members,
    parts_of,
    plain_tuple,
)
from .kinds import (
    BOOL,
    FLOAT,
    LEAST,
    MIXED_FLOAT,
    MOST,
    MOST_UNSIGNED,
    WIDEST,
    Bool,
    Container,
    Fixed,
    Float,
    Int,
    Maybe,
    Record,
    Row,
    Table,
    Type,
    Varying,
    Vector,
    Words,
    as_int,
    as_record,
    as_text,
    as_whole,
    bounds_of_cells,
    class_of,
    class_of_cells,
    classes_of,
    described,
    ints_of_class,
    is_text,
    leaves,
    mapped,
    number_of,
    present,
    shape,
    within_double,
)
from .subset import EMPTY_OR_NOT, NO_TRUTH, OF_ONE_KIND, OF_ONE_LENGTH
from .symbols import (
    NONE,
    NOTHING,
    OrNone,
    Symbol,
    is_symbol,
    merged,
    named_value,
    numbered_apart,
    symbol_of,
    symbols_of,
)
from .varying import has_no_members, is_board, item_kind, joined_boards, room_for, set_of


def join(a: Type | None, b: Type) -> Type:
    """The least type that holds the values of both; `a` is None before the first value.

    Boards of different lengths are a board whose length changes. Refused if the two have no type in common: an int
    and a board.
    """
    if a is None or a == b:
        return b
    if type(a) is Int and type(b) is Int and a.cls is b.cls:  # most of all
        return Int(min(a.low, b.low), max(a.high, b.high), a.cls)
    if isinstance(a, Fixed) or isinstance(b, Fixed):
        return join(thawed(a), thawed(b))
    if isinstance(a, Row) and isinstance(b, Row | Record):
        a = as_record(a)
    if isinstance(b, Row) and isinstance(a, Record):
        b = as_record(b)
    if NOTHING in (a, b) or isinstance(a, Maybe) or isinstance(b, Maybe):
        return join_with_symbols(a, b)
    if isinstance(a, Vector) != isinstance(b, Vector):
        a, b = (as_board(each) for each in (a, b))
    match a, b:
        case (Symbol(), Vector(form=form)) | (Vector(form=form), Symbol()) if form is str:
            x, y = as_text(a), as_text(b)
            if isinstance(x, Vector) and isinstance(y, Vector) and x.length == y.length:
                return join(x, y)
        case (Int() | Bool(), Int() | Bool()):
            x, y = as_int(a), as_int(b)
            return Int(min(x.low, y.low), max(x.high, y.high), joined_class(class_of(a), class_of(b)))
        case (Float(), Float() | Int() | Bool()) | (Int() | Bool(), Float()):
            within_double(a)
            within_double(b)
            return FLOAT if a == b else MIXED_FLOAT
        case Vector(), Vector() if a.length == b.length and a.form is b.form:
            return Vector(a.length, min(a.low, b.low), max(a.high, b.high), class_of_cells(a, b), a.form)
        case Container(), Container():
            return united(a, b)
        case Words(), Words():
            return Words(min(a.least, b.least))
        case Record(), Record() if a.cls is b.cls and len(a.items) == len(b.items):
            return Record(a.cls, tuple(map(join, a.items, b.items)))
    if (boards := joined_boards(a, b)) is not None:
        return boards
    if isinstance(a, Symbol) or isinstance(b, Symbol):
        return join_with_symbols(a, b)
    fix = f" ({OF_ONE_KIND})" if isinstance(a, Vector) and isinstance(b, Vector) else ""
    if isinstance(a, Record) and isinstance(b, Record) and a.cls is b.cls is tuple:
        fix = f" ({EMPTY_OR_NOT if () in (a.items, b.items) else OF_ONE_LENGTH})"
    if isinstance(a, Container | Bool) and isinstance(b, Container | Bool):
        fix = f" ({NO_TRUTH})"
    if isinstance(a, Container) != isinstance(b, Container) and is_list_or_board(a) and is_list_or_board(b):
        fix = " (`list(...)` around the tuple)"
    raise Refused(f"a variable keeps one kind: not {described(a)} here and {described(b)} there{fix}")


def is_list_or_board(kind: Type) -> bool:
    """Whether this is a list that a rule makes, or a tuple or a board."""
    return is_board(kind) if not isinstance(kind, Container) else kind.of == "list"


def united(a: Container, b: Container) -> Container:
    """Two containers that may be one: what is known of one is known of the other."""
    one, other = a.root, b.root
    if a.part != b.part or one.kind != other.kind:
        raise Refused(f"a variable keeps one kind: not {described(a)} here and {described(b)} there")
    if one is other:
        return a
    other.link = one
    one.readers.update(other.readers)
    one.asked |= other.asked
    one.grows, one.ordered = one.grows or other.grows, one.ordered and other.ordered
    one.shown, one.filled = one.shown or other.shown, one.filled + other.filled
    one.frames += [each for each in other.frames if each not in one.frames]
    for part in ("key", "value", "length"):
        mine, yours = getattr(one, part), getattr(other, part)
        setattr(one, part, mine if yours is None else join(mine, yours))
    for each in one.readers:
        one.wake(each)
    return a


def join_with_symbols(a: Type, b: Type) -> Type:
    """The least type that holds the values of both, where one is, or may be, None, a text or a member of an Enum."""
    if isinstance(a, Symbol) and isinstance(b, Symbol):
        return merged(a, b)
    rest = [present(kind) for kind in (a, b) if not isinstance(kind, Symbol)]
    kind = rest[0] if len(rest) == 1 else join(*rest)
    other = merged(*(symbols for each in (a, b) if (symbols := symbols_in(each)) is not None))
    kind = kind if other == NOTHING or not isinstance(kind, Row) else as_whole(kind)
    if isinstance(kind, (Symbol, Words)) or (other != NOTHING and not stands_beside(kind)):
        raise Refused(f"a variable keeps one kind: not {described(a)} here and {described(b)} there")
    return Maybe(with_zero(kind), other)


def symbols_in(kind: Type) -> Symbol | None:
    """The None, texts or members of Enums that a value may be; None if there are none."""
    return kind if isinstance(kind, Symbol) else kind.other if isinstance(kind, Maybe) else None


def stands_beside(kind: Type) -> bool:
    """Whether values of a type may lie beside texts or members of Enums: ints, bools, tuples and positions."""
    return isinstance(kind, (Int, Bool)) or (isinstance(kind, (Record, Vector)) and not is_text(kind))


def with_zero(kind: Type) -> Type:
    """A type that holds zeros, too, which stand in place of a value that is None."""
    match kind:
        case Int():
            return Int(min(kind.low, 0), max(kind.high, 0), kind.cls)
        case Vector():
            return Vector(kind.length, min(kind.low, 0), max(kind.high, 0), kind.cls, kind.form)
    return mapped(with_zero, kind)


def as_value(kind: Type) -> Type:
    """A row of ints as a tuple, a constant as what it is when the program runs; any other type as it is."""
    return as_record(kind) if isinstance(kind, Row) else thawed(kind)


def as_board(kind: Type) -> Type:
    """A tuple of ints, perhaps with None, of texts or of members as a board of that length; any other type as it is."""
    kind = as_record(kind) if isinstance(kind, Row) else kind
    if not isinstance(kind, Record) or kind.cls is not tuple or not kind.items:
        return kind
    if not all(isinstance(present(item), (Int, Bool, Symbol)) for item in kind.items):
        return kind
    try:
        cell = reduce(join, kind.items)
        held: Any = class_of(cell)  # type: ignore[arg-type]
    except Refused:
        return kind
    own = number_of(present(cell))
    return Vector(len(kind.items), NONE if isinstance(cell, Maybe) else own.low, own.high, held, tuple)


def like_boards(kind: Type, others: Iterable[Type]) -> Type:
    """A type whose tuples of ints are boards where some board in the others is a tuple of this length."""
    if not isinstance(kind, Record):
        return kind
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


_ROUND = (0, 127, 255, 2**32 - 1, 2**56 - 1, MOST, MOST_UNSIGNED, *(2**bits - 1 for bits in range(128, WIDEST + 1, 64)))


_FAR = tuple(bound for bound in _ROUND if bound >= MOST)


def widen(old: Type, new: Type, far: bool = False) -> Type:
    """A type that holds the new one, its bounds that have moved made round, so that inference ends.

    `far`: a bound that moves goes to the end of 64 bits at least, for what has been made round before.
    """
    match old, new:
        case Maybe(), Maybe():
            return Maybe(widen(old.kind, new.kind, far), new.other)
        case Record(), Record():
            return Record(new.cls, tuple(widen(x, y, far) for x, y in zip(old.items, new.items)))
        case Varying(), Varying() if shape(old) == shape(new):
            return Varying(widen(old.cells, new.cells, far))
        case Vector(), Vector():
            span = _moved(Int(old.low, old.high), Int(new.low, new.high), far)
            return Vector(new.length, span.low, span.high, new.cls, new.form)
        case (Int() | Bool(), Int()):
            return _moved(as_int(old), new, far)
    return new


def _moved(old: Int, new: Int, far: bool) -> Int:
    rounds = _FAR if far else _ROUND
    high = new.high if new.high == old.high else next((bound for bound in rounds if new.high <= bound), None)
    low = new.low
    if new.low != old.low:
        low = 0 if new.low >= 0 else next((-bound - 1 for bound in rounds if -bound - 1 <= new.low), -(2**WIDEST) - 1)
    if high is None or low < -(2**WIDEST):
        raise Refused(f"a set of cells has at most {WIDEST} bits: mask what you shift left")
    return Int(max(low, LEAST) if new.low >= LEAST and high <= MOST else low, high, new.cls)


# ---- What is known of a sequence before it runs: how long it is, and what it holds


def length_of(kind: Type) -> int | None:
    """How many items a value has; None where that changes, as in a ragged table."""
    kind = as_text(kind) if isinstance(kind, Symbol) else kind
    match kind:
        case Vector():
            return kind.length
        case Record() if not is_dataclass(kind.cls):
            return len(kind.items)
        case Row():
            return kind.table.fixed_length(kind.depth)
        case Varying():
            return 0 if has_no_members(kind) else None
        case Fixed() if hasattr(kind.value, "__len__"):
            return len(kind.value)
    if isinstance(kind, Symbol) and all(type(value) is str for value in kind.values):
        raise Refused(f"no items in {described(kind)}: texts of one length have items; a dict of texts takes any")
    raise Refused(f"no items in {described(kind)}: `len`, `for`, `in` and `[...]` are for tuples, boards and tables")


def lengths_of(kind: Type) -> Int:
    """The interval of a sequence's length."""
    if isinstance(kind, Row):
        return Int(*kind.table.lengths(kind.depth))
    if isinstance(kind, Varying):
        return Int(0, kind.room)
    length = length_of(kind) or 0
    return Int(length, length)


def item_of(kind: Type) -> Type:
    """The type of the items that a loop over a sequence finds."""
    kind = as_text(kind) if isinstance(kind, Symbol) else kind
    match kind:
        case Vector():
            return ints_of_class(Int(kind.low, kind.high), kind.cls)
        case Varying():
            return item_kind(kind)
        case Row(table=table, depth=depth):
            return row_item(table, depth)
        case Record() if kind.items:
            return reduce(join, kind.items)
    raise Refused(f"nothing to find in {described(kind)}")


def nth(kind: Type, position: int) -> Type:
    """The type of the item at a known position."""
    if isinstance(kind, Record):
        return kind.items[position]
    if isinstance(kind, Fixed) and isinstance(kind.value, tuple):
        return of_constant(kind.value[position])
    return item_of(thawed(kind) if isinstance(kind, Fixed) else kind)


def row_item(table: Table, depth: int) -> Type:
    """The type of an item of a table's row, `depth` levels down."""
    if depth + 1 < table.depth:
        return Row(table, depth + 1)
    return table.item


# ---- What a program asks of the types of a function's arguments: which instance they are for, and what they hold


def shapes_of(function: Any, arguments: Mapping[str, Type]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """What tells instances of a function apart: the shapes of its arguments, and those as boards."""
    lengths = tuple(map(text_length, arguments.values()))
    shapes, boards = (tuple((name, of(kind)) for name, kind in arguments.items()) for of in (shape, board_shape))
    return (function, shapes, lengths), (function, boards, lengths)


def text_length(kind: Type) -> int:
    """How many characters a text has that is one of a few, all equally long; 0 of anything else."""
    text = as_text(kind) if isinstance(kind, Symbol) else kind
    return text.length if isinstance(text, Vector) and text is not kind else 0


# ---- The types of constants, of the run-time values that they become, and of what Python hands over at the start


DEEPEST = 20  # tuples in tuples
KEPT = "a {} in the text of a rule is kept in no variable: make it a constant outside of the rule"


def constant_kind(value: object) -> Type:
    """The type of a constant; Refused for bytes, complex numbers and ints of too many bits."""
    if isinstance(value, (bytes, complex)):
        raise Refused(subset.NO_BYTES.format(named_value(value)))
    if isinstance(value, float) and type(value) is not float:
        raise Refused(subset.OWN_FLOAT.format(named_value(value)))
    if isinstance(value, int) and value.bit_length() > 4 * WIDEST:
        raise Refused(f"an int of {value.bit_length()} bits: {WIDEST} are the most")
    return of_constant(value)


def of_constant(value: object) -> Type:
    """The type of a value that is known before the game starts; Refused for tuples outside of the subset."""
    if isinstance(value, int):
        return ints_of_class(Int(int(value), int(value)), class_of_int(value))
    if type(value) is float:
        return FLOAT
    if isinstance(value, tuple):
        plain_tuple(type(value))
    return Fixed(known_as(value) if type(value) is frozenset else value)


def thawed(kind: Type, deep: int = 0) -> Type:
    """A constant's type as that of a run-time value, which lies so deep in others; Refused where it lies too deep."""
    if not isinstance(kind, Fixed):
        return kind
    if deep > DEEPEST:
        raise Refused(f"a constant of tuples in tuples more than {DEEPEST} deep, as a value")
    value = kind.value
    if is_symbol(value):
        return symbol_of(value)
    if isinstance(value, tuple) or is_dataclass(type(value)):
        plain_tuple(type(value))
        items: Any = value if isinstance(value, tuple) else parts_of(value)
        return Record(type(value), tuple(thawed(of_constant(each), deep + 1) for each in items))
    if is_nested(value):
        return Record(BOARD, tuple(thawed(Fixed(row)) for row in value))  # type: ignore[attr-defined]
    if isinstance(value, PVector):
        return vector_of(value)
    if isinstance(value, SetOf):
        return kind_of_set(value.items, value.form)
    if isinstance(value, DictOf):
        raise Refused(KEPT.format("dict"))
    raise Refused(f"a variable holds ints, bools, PVectors or tuples of these, not {name_of(value)}")


def kind_of_set(members: Iterable[object], form: type) -> Type:
    """The type of a set that is a constant, or a part of a position, as a value."""
    kinds = [thawed(of_constant(each)) for each in members]
    return set_of(kinds, room_for(len(kinds)), form)


def is_nested(value: object) -> bool:
    """Whether a board holds boards: its rows."""
    return type(value) is BOARD and len(value) > 0 and all(type(row) is BOARD for row in value)  # type: ignore[arg-type, attr-defined]


def vector_of(value: PVector[object], form: Any = BOARD) -> Vector:
    """The type of a board; Refused unless it is a plain PVector of ints of at most 64 bits."""
    if type(value) is not BOARD:
        raise Refused(f"a board is a plain PVector, not a {type(value).__name__}")
    if any(map(is_symbol, value)):
        return vector_of_symbols(value, form)
    if not all(isinstance(item, int) for item in value):
        raise Refused("a PVector holds small ints only")
    items = [int(item) for item in value]  # type: ignore[call-overload]
    board = Vector(len(items), min(items, default=0), max(items, default=0), classes_of(value), form)
    least, most = bounds_of_cells(board, 64)
    if board.low < least or board.high > most:
        raise Refused(subset.WIDE_CELL)
    return board


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


# ---- what Python hands over at the start: play, or a search, widens these types


SHORTEST_BOARD = 3  # items of a tuple that is a board: shorter ones are kept item by item
SHORTEST_POSITION = 6  # of one that is the whole position
LARGEST_CELL = 2**14


def type_of(value: Any, whole: bool = True) -> Type:
    """The type of a start position: what it holds; play widens it."""
    kind = type(value)
    if issubclass(kind, int):
        return type_of_int(value)
    if issubclass(kind, tuple):
        plain_tuple(kind)
        if is_cells(value, whole):
            return vector_of(pvector(value), tuple)
        return Record(kind, tuple(type_of(item, whole=False) for item in value))
    if is_dataclass(kind):
        plain_tuple(kind)
        return Record(kind, tuple(type_of(item, whole=False) for item in parts_of(value)))
    if is_symbol(value):
        return symbol_of(value) if value is None or kind is str else symbols_of(list(kind))  # type: ignore[call-overload]
    if is_nested(value):
        return Record(BOARD, tuple(type_of(row, whole=False) for row in value))
    if kind is frozenset:
        with suppress(Refused):
            return kind_of_set(value, frozenset)
        return Fixed(value)
    return vector_of(value) if issubclass(kind, PVector) else Fixed(value)


def is_cells(value: tuple[Any, ...], whole: bool = False) -> bool:
    """Whether a tuple is a board: small ints of one class, texts, members of Enums; None may lie among them.

    `whole`: it is the start position itself.
    """
    shortest = SHORTEST_POSITION if whole else SHORTEST_BOARD
    if type(value) is not tuple or len(value) < shortest:
        return False
    kinds = {type(item) for item in value} - {type(None)}
    if all(map(is_symbol, value)):
        return True
    if len(kinds) > 1:
        return False
    value = tuple(item for item in value if item is not None)
    return all(isinstance(item, int) and abs(int(item)) < LARGEST_CELL for item in value)


def type_of_int(value: int) -> Type:
    """The type of an int at the start: its interval holds 0 and 1, or all members of its IntEnum."""
    cls = class_of_int(value)
    if cls is bool:
        return BOOL
    held = [int(value), *(members(cls) if cls is not int else (0, 1))]
    return Int(min(held), max(held), cls)


def cell_bits(value: Any) -> int:
    """How many bits the cells of a start position's boards need, with room to grow.

    What cannot be looked at needs none: that is refused, with a reason, where rules are compiled.
    """
    most = 0
    with numbered_apart(), suppress(Exception):
        for leaf in leaves(type_of(value)):
            if isinstance(leaf, Vector) and not isinstance(leaf.cls, Symbol):
                most = max(most, leaf.high, 0 if isinstance(leaf.cls, OrNone) else -leaf.low)
    return next(bits for bits in (8, 16, 32, 64) if most < 2 ** (bits - 2) or bits == 64)
