"""The least type that holds two; tuples of ints as boards; and types made round; what a sequence holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from lazytree.core.errors import Refused

from .classes import is_dataclass, joined_class
from .constant_kinds import of_constant, thawed
from .kinds import (
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
    class_of,
    class_of_cells,
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
from .symbols import NONE, NOTHING, Symbol, merged
from .varying import has_no_members, is_board, item_kind, joined_boards


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
