"""Inference of operators and built-ins: the type of the result from those of the operands; texts and None."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from enum import Enum
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.classes import BOARD, MIXED, DictOf, ListOf, SetOf, found, is_dataclass, joined_class
from ..ir.core import Const, Field, Item, Method, Node, Op, Var
from ..ir.intervals import arithmetic, bitwise, divided, extreme, power, shift_count, shifted
from ..ir.joining import as_board, item_of, join, length_of, lengths_of, thawed
from ..ir.kinds import (
    BOOL,
    EXACT,
    FLOAT,
    MIXED_FLOAT,
    OF_MATH,
    OF_ONE,
    OF_ONE_TEXT,
    SMALL,
    Bool,
    Container,
    Fixed,
    Float,
    Int,
    Maybe,
    Record,
    Row,
    Type,
    Varying,
    Vector,
    Words,
    as_int,
    as_record,
    as_text,
    class_of,
    described,
    ints_of_class,
    is_text,
    leaves,
    of_one_character,
    present,
    within_double,
)
from ..ir.subset import BROKEN_BY
from ..ir.symbols import NOTHING, Symbol, is_symbol, symbol_of
from ..ir.varying import is_set, laid_out
from .programs import NoneUsed
from .records import longer

# ---- Inference of operations on floats: what they give, and which are refused because Python may give something else


ORDER = ("<", "<=", ">", ">=")
WHOLE = ("<<", ">>", "&", "|", "^", "//", "%", "bit_count", "bit_length")
INSTEAD = {"//": "; `math.floor(x / y)`", "%": "; `x - y * math.floor(x / y)`"}


def touches_floats(symbol: str, kinds: list[Type]) -> bool:
    """Whether an operation takes or gives a float."""
    if symbol in ("/", "float", "of bits", "bits of", "just above", *OF_MATH):
        return True
    return any(isinstance(kind, Float) for kind in kinds) or (symbol == "**" and as_int(kinds[1]).high < 0)


def float_kind(symbol: str, kinds: list[Type]) -> Type:
    """The type of the result; Refused where machine code cannot surely do what Python does."""
    if symbol in ("of bits", "just above"):
        return MIXED_FLOAT
    if symbol in ("int", "round", "floor", "ceil"):
        return Int(-EXACT, EXACT)
    if symbol == "bits of":
        return SMALL
    if symbol in WHOLE:
        raise Refused(f"`{symbol}` of floats: of ints only{INSTEAD.get(symbol, '')}")
    for kind in kinds:
        within_double(kind)
    if symbol in ORDER:
        return BOOL
    if symbol == "**" and any(kind == MIXED_FLOAT for kind in kinds) and FLOAT not in kinds:
        raise Refused("`**` of what is now an int, now a float: `float(...)` around it")
    if symbol in ("/", "float", "**", *OF_MATH):
        return FLOAT
    if symbol == "abs":
        return kinds[0]
    if symbol in ("min", "max"):
        return FLOAT if all(kind == FLOAT for kind in kinds) else MIXED_FLOAT
    return FLOAT if any(kind == FLOAT for kind in kinds) else MIXED_FLOAT


def ints_only(kind: Type) -> Type:
    """The type itself; Refused for a float: in a sum, or over a set, it is rounded in an order; where an int is due."""
    if any(isinstance(leaf, Float) for leaf in leaves(kind)):
        raise Refused(
            "no floats in `enumerate`, `count` and `in range(...)`, no `sum` of floats, whose rounding Python corrects "
            "from 3.12 on, and no sum, least or greatest of floats over a set, which has no order: a loop over a list"
        )
    return kind


LONGEST = 4096  # characters of a text that is made
COMPARED = frozenset(("==", "!=", *ORDER))
OF_INTS = frozenset((*COMPARED, "+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>"))  # most of what is asked


def operation_kind(symbol: str, kinds: list[Type]) -> Type:
    """The type of an operation's result; Refused if Python, or the subset, does not have it for such operands."""
    if symbol in OF_INTS and all(type(kind) is Int for kind in kinds):
        if symbol in COMPARED:
            return BOOL
        return bits_kind(symbol, kinds) if symbol in "&|^" else number_kind(symbol, kinds)  # type: ignore[arg-type]
    if (made := longer(symbol, kinds)) is not None:
        return made
    if symbol in ("==", "!="):
        comparable(thawed(kinds[0]), thawed(kinds[1]))
        return BOOL
    if symbol == "is":
        identical(thawed(kinds[0]), thawed(kinds[1]))
        return BOOL
    if symbol in ("len", "tuple_len"):
        kind = thawed(kinds[0]) if symbol == "tuple_len" else kinds[0]
        if symbol == "tuple_len" and (isinstance(kind, Vector) or getattr(kind, "form", None) is BOARD or is_row(kind)):
            raise Refused("a `match` takes a PVector for no sequence: match `tuple(board)`")
        return lengths_of(kinds[0])
    if symbol == "place of":
        return place_kind(thawed(kinds[0]))
    if symbol == "digest":
        thawed(kinds[0])
        return SMALL
    if symbol in ("not", "bool"):
        with_truth(kinds[0])
        return BOOL
    if symbol == "sought":
        return sought_kind(kinds[0], kinds[1])
    if symbol == "*" and any(isinstance(as_text(kind), Vector) for kind in kinds):
        return repeated_kind(*map(thawed, kinds))
    if symbol in ("tuple", "pvector", "text"):
        return remade_kind(symbol, thawed(kinds[0]))
    if symbol == "+" and any(isinstance(kind, (Record, Vector, Row, Fixed, Symbol)) for kind in kinds):
        return joined_kind(*map(thawed, kinds))
    if symbol in ("min", "max") and (any(isinstance(kind, Record) for kind in kinds) or are_texts(kinds)):
        ordered(*map(thawed, kinds))
        return join(*map(thawed, kinds))
    if symbol in (*ORDER, "min", "max") and any(isinstance(kind, Varying) for kind in kinds):
        raise Refused("no order of boards whose length changes: compare them item by item")
    if symbol in ORDER and any(isinstance(kind, (Record, Row, Fixed, Symbol)) for kind in kinds):
        ordered(*(as_record(kind) if isinstance(kind, Row) else kind for kind in map(thawed, kinds)))
        return BOOL
    if symbol == "member array":
        return thawed(kinds[0])
    if symbol == "no nan":
        return kinds[0]
    if symbol == "ints only":
        return ints_only(kinds[0])
    numbers_only(symbol, kinds)
    if touches_floats(symbol, kinds):
        return float_kind(symbol, kinds)
    numbers = [as_int(kind) for kind in kinds]
    if symbol in ("min", "max"):
        return ints_of_class(extreme(symbol, *numbers), joined_class(*map(class_of, kinds)))  # type: ignore[arg-type]
    if symbol in ORDER:
        return BOOL
    return bits_kind(symbol, kinds) if symbol in "&|^" else number_kind(symbol, numbers)


def numbers_only(symbol: str, kinds: list[Type]) -> None:
    """Refused unless all operands are numbers."""
    if all(isinstance(kind, (Int, Bool, Float)) for kind in kinds):
        return
    if symbol in (*ORDER, "min", "max"):
        raise no_order(*kinds)
    raise Refused(f"no `{symbol}` of {' and '.join(map(described, kinds))}")


def no_order(a: Type, b: Type) -> Refused:
    """Why two values are not compared by `<`, and so are not sorted."""
    fix = ""
    if any(isinstance(each, Symbol) or is_text(each) for each in (a, b)):
        fix = "; texts are numbered, by an IntEnum"
    both = described(a) if described(a) == described(b) else f"{described(a)} and {described(b)}"
    return Refused(f"no order of {both}: `<`, `sorted`, `min`, `max` are of numbers, and of tuples of numbers{fix}")


def with_truth(kind: Type) -> None:
    """Refused unless a value is true or false as Python has it: a number, or a sequence by its length."""
    kind = thawed(kind) if not isinstance(kind, Row) else kind
    kind = present(kind)
    if isinstance(kind, Container) and kind.of == "generator":
        raise Refused("a generator is true whether it has items or not: `any(True for _ in ...)`")
    if isinstance(kind, (Int, Bool, Float, Symbol, Vector, Varying, Row, Container)):
        return
    if not isinstance(kind, Record) or is_dataclass(kind.cls) or found(kind.cls, "__bool__") is not None:
        raise Refused(f"no truth of {described(kind)}")


def remade_kind(symbol: str, kind: Type) -> Type:
    """The type of `tuple(x)`, `pvector(x)` or a text made of a tuple, a board or a row of a table."""
    form: Any = {"tuple": tuple, "pvector": BOARD, "text": str}[symbol]
    kind = as_record(kind) if isinstance(kind, Row) else as_text(kind)
    lengths_of(kind)
    if is_set(kind):
        raise Refused(subset.NO_ORDER)
    if isinstance(kind, Varying) and form is not str:
        return Varying(laid_out(kind.cells, kind.room, form))
    if isinstance(kind, Record) and (form is tuple or (form is BOARD and kind.items and all(map(is_row, kind.items)))):
        return Record(form, kind.items)
    board = as_board(Record(tuple, kind.items)) if isinstance(kind, Record) else kind
    if form is str and not isinstance(board, Vector):
        raise Refused(OF_ONE)
    if form is str:
        of_one_character(item_of(board))
    if isinstance(board, Vector):
        return Vector(board.length, board.low, board.high, board.cls, form)
    if isinstance(kind, Record) and form is BOARD:
        kinds = " and ".join(dict.fromkeys(map(described, kind.items)))
        raise Refused(f"a board holds values of one kind: small ints, texts or members, not {kinds}")
    raise Refused(f"`{symbol}(...)` of {described(kind)}")


def sought_kind(wanted: Type, sequence: Type) -> Type:
    """The type of what is looked for in a sequence; Refused if that is a text, and more than a character is wanted."""
    if isinstance(as_text(sequence), Vector) and is_text(as_text(sequence)):
        of_one_character(thawed(wanted))
    return wanted


def repeated_kind(a: Type, b: Type) -> Type:
    """The type of `text * n`, of a number that is known."""
    text, times = (as_text(a), b) if isinstance(as_text(a), Vector) else (as_text(b), a)
    if not is_text(text):
        raise Refused(f"no `*` of {described(a)} and {described(b)}: `tuple(... for ...)`, or a loop")
    if not isinstance(times, Int) or not times.low == times.high or not 0 < times.low <= LONGEST:
        raise Refused("`text * n` with a number n that is known before the game starts")
    assert isinstance(text, Vector)
    return Vector(text.length * times.low, text.low, text.high, text.cls, str)


def is_row(kind: Type) -> bool:
    """Whether a value is a PVector, which may lie in another one."""
    return (isinstance(kind, Vector) and kind.form is BOARD) or (isinstance(kind, Record) and kind.cls is BOARD)


def joined_kind(a: Type, b: Type) -> Type:
    """The type of `a + b` of two tuples."""
    a, b = (as_record(kind) if isinstance(kind, Row) else as_text(kind) for kind in (a, b))
    if is_text(a) and is_text(b):
        assert isinstance(a, Vector) and isinstance(b, Vector)
        characters = joined_class(a.cls, b.cls)
        return Vector(a.length + b.length, min(a.low, b.low), max(a.high, b.high), characters, str)
    if isinstance(a, Record) and isinstance(b, Record) and a.cls is tuple and b.cls is tuple:
        return Record(tuple, a.items + b.items)
    x, y = as_board(a), as_board(b)
    if isinstance(x, Vector) and isinstance(y, Vector) and x.form is tuple and y.form is tuple:
        cls = joined_class(x.cls, y.cls)
        return Vector(x.length + y.length, min(x.low, y.low), max(x.high, y.high), cls, tuple)
    if isinstance(x, Vector) and x.form is tuple and b == Record(tuple, ()):
        return x
    if isinstance(y, Vector) and y.form is tuple and a == Record(tuple, ()):
        return y
    one, other = ("a tuple" if kind == Record(tuple, ()) else described(kind) for kind in (a, b))
    raise Refused(f"no `+` of {one} and {other}")


def bits_kind(symbol: str, kinds: list[Type]) -> Type:
    """The type of `&`, `|` or `^`: a bool of two bools, and perhaps one where each may be a bool."""
    if all(isinstance(kind, Bool) for kind in kinds):
        return BOOL
    a, b = map(as_int, kinds)
    either = all(isinstance(kind, Bool) or as_int(kind).cls is MIXED for kind in kinds)
    return ints_of_class(bitwise(symbol, a, b), MIXED if either else int)


def number_kind(symbol: str, kinds: list[Int]) -> Int:
    """The interval of an operation on ints."""
    a, b = kinds if len(kinds) == 2 else (kinds[0], kinds[0])
    match symbol:
        case "+" | "-" | "*":
            return arithmetic(symbol, a, b)[0]
        case "<<" | ">>":
            return shifted(symbol, a, shift_count(symbol, a, b))
        case "//" | "%":
            return divided(symbol, a, b)
        case "**":
            return power(a, b)
        case "int" | "round" | "floor" | "ceil":
            return Int(a.low, a.high)
        case "abs":
            return extreme("max", a, arithmetic("-", Int(0, 0), a)[0])
    if a.low < 0:
        raise Refused(f"`.{symbol}()` of an int that may be negative: mask it")
    return Int(0, a.high.bit_length())


def are_texts(kinds: Iterable[Type]) -> bool:
    """Whether these are texts, of which the order is known."""
    known = [symbol_of(kind.value) if isinstance(kind, Fixed) and is_symbol(kind.value) else kind for kind in kinds]
    return all(isinstance(each, Symbol) and all(type(one) is str for one in each.values) for each in known)


def ordered(a: Type, b: Type) -> None:
    """Refused unless `<` compares two texts, or two such tuples item by item."""
    if are_texts((a, b)):
        return
    if not isinstance(a, Record) or not isinstance(b, Record) or (a.cls is ListOf) != (b.cls is ListOf):
        raise no_order(a, b)
    lengths_of(a), lengths_of(b)
    if BOARD in (a.cls, b.cls):
        raise no_order(a, b)
    for x, y in zip(a.items, b.items):
        if isinstance(x, (Record, Symbol)) or isinstance(y, (Record, Symbol)):
            ordered(x, y)
        elif isinstance(x, Float) or isinstance(y, Float):
            comparable(x, y)
        else:
            numbers_only("<", [x, y])


def beside(kind: Type, symbols: Type) -> bool:
    """Whether the second value is a text or a member of an Enum, and the first a number, or may be another one."""
    if not isinstance(symbols, Symbol):
        return False
    return isinstance(kind, (Int, Bool)) or (isinstance(kind, Maybe) and kind.other != NOTHING)


def comparable(a: Type, b: Type) -> None:
    """Refused unless `==` of two such values compares like with like."""
    a, b = (as_record(kind) if isinstance(kind, Row) else kind for kind in (a, b))
    if NOTHING in (a, b) or beside(a, b) or beside(b, a):
        return
    a, b = present(a), present(b)
    refused = Refused(f"no comparison of {described(a)} with {described(b)}")
    if isinstance(a, Record) and isinstance(b, Record) and len(a.items) == len(b.items):
        if a.cls is not b.cls and (is_by_itself(a.cls) or is_by_itself(b.cls)):
            raise refused
        for x, y in zip(a.items, b.items):
            comparable(x, y)
        return
    try:
        both = join(a, b)
    except Refused:
        raise refused from None
    has_two_lengths = not isinstance(a, Varying) and not isinstance(b, Varying) and isinstance(both, Varying)
    if isinstance(both, Row | Words) or (has_two_lengths and length_of(a) != length_of(b)):
        raise refused


def is_by_itself(cls: type) -> bool:
    """Whether values of this class equal none of another class, as tuples do."""
    return cls in (BOARD, ListOf) or is_dataclass(cls)


# ---- Small questions that inference asks: of constants, of names


LARGE = 16  # items of a tuple that is built into a function, if it lies in a NamedTuple


def always(test: Node) -> bool:
    """Whether a test is a constant that is true."""
    return isinstance(test, Const) and bool(test.value)


def is_large(value: object) -> bool:
    """Whether a constant is no value to hand over: a tuple of tuples, a long tuple, an object."""
    if not isinstance(value, tuple) or hasattr(value, "_fields"):
        return isinstance(value, (DictOf, SetOf))
    return len(value) > LARGE or any(isinstance(each, tuple) for each in value)


def no_board(kind: Type, form: Any) -> str:
    """The rule that is broken where a cell of what is no board is set."""
    return BROKEN_BY[ast.Slice] if form is str else f"`.set` of {described(kind)}, not of a PVector"


NONE_USED = "None is used as if it were a value: ask `is None` first"


def may_be_none(kind: Type) -> bool:
    """Whether a value of this type may be None."""
    if not isinstance(kind, (Fixed, Maybe, Symbol)):
        return False
    if isinstance(kind, Fixed):
        return kind.value is None
    return isinstance(kind, Maybe) or kind.may_be_none


def given_kind(kind: Type) -> Type:
    """The type of a value that is not None; NoneUsed if nothing else is known of it yet."""
    if kind == NOTHING or kind == Fixed(None):
        raise NoneUsed(NONE_USED)
    if isinstance(kind, Symbol) and kind.may_be_none:
        return Symbol(kind.members[1:])
    return kind.kind if isinstance(kind, Maybe) else kind


def maybe_later(refused: Refused, parts: list[Node]) -> Exception:
    """The error; NoneUsed where a variable, or a field, has only been a text so far: it may become an int as well."""
    waits = any(isinstance(each, (Var, Field)) and is_text_so_far(each.type) for each in parts)
    return NoneUsed(refused.rule) if waits else refused


def is_text_so_far(kind: Type | None) -> bool:
    """Whether a value has only been a text or a member of an Enum."""
    return isinstance(kind, Symbol) or (isinstance(kind, Fixed) and is_symbol(kind.value))


def identical(a: Type, b: Type) -> None:
    """Refused unless `is` says of two such values what `==` says: they are None, or members of one Enum.

    A bool is one of two objects, and no other int is one of them.
    """
    if BOOL in map(present, (a, b)):
        if any(isinstance(kind, Int) and kind.cls in (MIXED, bool) for kind in map(present, (a, b))):
            raise Refused("`is True`, or `case True`, of a value that is now a bool, now another int: always a bool")
        return
    if isinstance(a, Int) and isinstance(b, Int) and a.cls is b.cls and issubclass(a.cls, Enum):
        return
    kinds = [kind for kind in (a, b) if kind != NOTHING]
    if not all(isinstance(kind, Symbol) and kind.enum is not None for kind in kinds):
        raise Refused(BROKEN_BY[ast.Is])


def place_kind(kind: Type) -> Int:
    """Which member of its Enum a value is, from 0 on; of texts, which of those between the first and the last."""
    if isinstance(kind, Symbol) and all(type(each) is str for each in kind.values):
        return Int(0, kind.high - kind.low)
    if not isinstance(kind, Symbol) or kind.enum is None:
        raise Refused("a value that is now a member of one Enum, now another value")
    return Int(0, len(kind.enum) - 1)


def table_of_texts(node: Method, base: Type, name: str) -> Node | None:
    """What a method of a text gives that is one of a few: an item of a table; None of other values and methods."""
    match node.arguments:
        case [Const(value="")] if name in ("find", "startswith", "endswith") and is_text(as_text(base)):
            node.asked = node.asked or Const(0 if name == "find" else True)
            return node.asked
    base = symbol_of(base.value) if isinstance(base, Fixed) and type(base.value) is str else base
    if name not in OF_ONE_TEXT or not isinstance(base, Symbol) or not all(type(each) is str for each in base.values):
        return None
    given = [each.value for each in node.arguments if isinstance(each, Const)]
    if len(given) < len(node.arguments) and as_text(base) is not base:
        return None  # a function of the library, of all texts of one length
    if len(given) < len(node.arguments) or not all(type(each) is str for each in given):
        raise Refused(f"`.{name}()` of a text takes constant texts")
    known = dict(base.members)
    first = base.values[0]
    try:
        table = tuple(getattr(known.get(at, first), name)(*given) for at in range(base.low, base.high + 1))
    except TypeError as error:
        raise Refused(f"`.{name}()` of a text raises here: {error}") from None
    old = node.asked
    if not isinstance(old, Item) or not isinstance(old.base, Const) or old.base.value != table:
        node.asked = Item(Const(table), Op("place of", [node.base]))
    return node.asked
