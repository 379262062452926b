"""Inference of texts, members of Enums, and None."""

from __future__ import annotations

import ast
from enum import Enum
from typing import Any

from lazytree.core.errors import Refused

from ..ir.classes import MIXED
from ..ir.core import Const, Field, Item, Method, Node, Op, Var
from ..ir.frozen import DictOf, SetOf
from ..ir.kinds import BOOL, OF_ONE_TEXT, Fixed, Int, Maybe, Type, as_text, described, is_text, present
from ..ir.subset import BROKEN_BY
from ..ir.symbols import NOTHING, Symbol, is_symbol, symbol_of
from .walk import NoneUsed

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
    table = tuple(getattr(known.get(at, first), name)(*given) for at in range(base.low, base.high + 1))
    old = node.asked
    if not isinstance(old, Item) or not isinstance(old.base, Const) or old.base.value != table:
        node.asked = Item(Const(table), Op("place of", [node.base]))
    return node.asked
