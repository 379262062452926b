"""Inference of what tuples are made of: fields, properties, methods, members of Enums, `_replace`, slices."""

from __future__ import annotations

from enum import IntEnum
from itertools import islice
from types import FunctionType
from typing import Any

from lazytree.core.errors import Refused

from ..frontend.constants import PARTS, attribute_of, constant
from ..frontend.dependencies import ABSENT, ATTRIBUTE, asked, is_computed
from ..frontend.source import given_by_name, is_generator, parameters
from ..ir import subset
from ..ir.classes import BOARD, ListOf, fields_of, is_dataclass, members, plain_enum, valued_by_ints
from ..ir.core import Assign, Begin, Block, Call, Const, Field, Item, Method, Node, Op, Set, Span, Store, Var
from ..ir.intervals import is_small
from ..ir.joining import DEEPEST, as_value, length_of, thawed
from ..ir.kinds import (
    Fixed,
    Int,
    Record,
    Row,
    Type,
    Varying,
    Vector,
    as_int,
    as_record,
    as_text,
    described,
    is_shallow,
    is_text,
    leaves,
)
from ..ir.symbols import Symbol, is_symbol
from ..ir.varying import MOST_ROOM, as_varying, cells_for, joined_boards, joined_cells
from ..library import lists, table
from .programs import MOST_PARTS, told


def sized(kind: Record) -> Record:
    """The type of a tuple itself; Refused if it has too many parts."""
    if not is_shallow(kind, DEEPEST) or sum(1 for _ in islice(leaves(kind), MOST_PARTS + 1)) > MOST_PARTS:
        raise Refused(f"a value of more than {MOST_PARTS} parts, or of tuples in tuples more than {DEEPEST} deep")
    return kind


def field_kind(base: Type, name: str) -> Type:
    """The type of `base.name`; Refused unless a NamedTuple has that field."""
    if not isinstance(base, Record) or name not in fields_of(base.cls):
        raise Refused(f"no attribute .{name} of {described(base)}")
    return base.items[fields_of(base.cls).index(name)]


def asked_in_place(node: Field, base: Type, name: str) -> Node | None:
    """What `base.name` reads where it is no field: what a property gives, or an attribute of a member of an Enum."""
    if isinstance(base, Int) and name in PARTS and issubclass(base.cls, IntEnum) and is_plain_part(base.cls, name):
        return node.asked or part_of_member(base.cls, name, node.base)
    cls: Any = base.cls if isinstance(base, (Int, Record)) else base.enum if isinstance(base, Symbol) else tuple
    if cls is None:
        raise Refused(f"no attribute .{name} of {described(base)}")
    if cls not in (tuple, int) and name not in fields_of(cls):
        found = asked(ATTRIBUTE, cls, name)
        if type(found) is property and isinstance(found.fget, FunctionType):
            return called(found.fget, [node.base])
        if isinstance(base, Record) and not (found is ABSENT or type(found) is FunctionType or is_computed(found)):
            require_name(node.base, f"{cls.__name__}.{name}")
            return Const(constant(found, f"{cls.__name__}.{name}"))
    if isinstance(base, Symbol):
        return Item(Const(tuple(attribute_of(each, name) for each in cls)), Op("place of", [node.base]))
    return None


def require_name(base: Node, asked_for: str) -> None:
    """Refused where what belongs to a class is asked of a value that is still to be worked out: that may raise."""
    if not isinstance(base, Var):
        raise Refused(f"what belongs to a class is asked of a name: {asked_for}")


def is_plain_part(cls: type, name: str) -> bool:
    """Whether `name` or `value` of a member is what enum makes it, and can be told from the member's number."""
    known = sorted(members(cls))
    in_a_row = known == list(range(known[0], known[-1] + 1))
    return asked(ATTRIBUTE, cls, name) is PARTS[name] and (in_a_row or (name == "value" and valued_by_ints(cls)))


def part_of_member(cls: type, name: str, node: Node) -> Node:
    """`.name` or `.value` of a member of an IntEnum."""
    if name == "value" and valued_by_ints(cls):
        return Op("int", [node])
    known = members(cls)
    parts = tuple(attribute_of(known[number], name) for number in sorted(known))
    return Item(Const(parts), Op("-", [Op("int", [node]), Const(min(known))]))


def called(function: FunctionType, given: list[Node]) -> Node:
    """What gives the result of a method or a property: a call, or a generator of which nothing has run yet."""
    call = Call(function, given)
    return Begin(call) if is_generator(function) else call


def is_constant_list(kind: Type) -> bool:
    """Whether this is the type of a list that is a constant, or a row of one."""
    if isinstance(kind, Row):
        return kind.table.rows[kind.depth] is ListOf
    return (kind.cls if isinstance(kind, Record) else type(kind.value) if isinstance(kind, Fixed) else None) is ListOf


def method_call(node: Method, base: Type, name: str) -> Node:
    """The call of a method of a NamedTuple."""
    cls = class_with_methods(base)
    is_operation = name == "__contains__"  # no class has one of its own
    found: Any = asked(ATTRIBUTE, cls, name) if cls is not None and not is_operation else None
    of_value = [] if type(found) is staticmethod else [Const(cls)] if type(found) is classmethod else [node.base]
    if type(found) in (staticmethod, classmethod):
        require_name(node.base, f"{cls.__name__}.{name}")
        found = found.__func__
    if not isinstance(found, FunctionType) or cls is None or name in fields_of(cls):
        does = sequence_method(base, name) if cls is None or name not in fields_of(cls) else None
        more = None if does is None else more_needed(does, len(node.arguments) + 1)
        if isinstance(does, str) and more is not None:
            return told(node, Op, does, [node.base, *node.arguments])  # type: ignore[no-any-return]
        if more is not None:
            return told(node, Call, does, [node.base, *node.arguments, *more])  # type: ignore[no-any-return]
        if is_operation:
            raise Refused(f"nothing to find in {described(base)}")
        if is_constant_list(base) and table.of_method("list", "list", name, ()) is not None:
            raise Refused(subset.CONSTANT.format(name, described(base), "list"))
        board = isinstance(base, Vector | Varying) or (isinstance(base, Fixed) and type(base.value) is BOARD)
        if does is not None or f".{name}" in subset.METHODS.split(", "):
            number = len(node.arguments)
            raise Refused(f"no `.{name}()` of {described(base)} with {number} argument{'s' * (number != 1)}")
        fix = subset.BOARD_METHODS if board and name in ("remove", "evolver", "insert", "pop") else subset.METHODS
        fix = subset.TEXT_METHODS if is_text(as_text(base)) else fix
        raise Refused(f"no method .{name}() of {described(base)}: {fix}")
    names, defaults = parameters(found)
    number = len(node.arguments) - len(node.names)
    first = dict(zip(names[: len(names) - len(given_by_name(found))], [*of_value, *node.arguments[:number]]))
    given = {**first, **dict(zip(node.names, node.arguments[number:]))}
    count = len(node.arguments) + len(of_value)
    is_fine = len(given) == count and given.keys() <= set(names) <= {*given, *defaults}
    if not is_fine:
        raise Refused(subset.WRONG_ARGUMENTS.format(", ".join(names), name, f"{count} are given"))
    made = called(found, [given[each] if each in given else Const(defaults[each]) for each in names])
    old, new = (each.call if isinstance(each, Begin) else each for each in (node.asked, made))
    if not isinstance(old, Call) or not isinstance(new, Call) or old.function is not new.function:
        return made
    old.arguments[: len(of_value)] = of_value
    return node.asked or made


def sequence_method(base: Type, name: str) -> Any:
    """What does a method that boards, tuples and texts have; None of any other method or value."""
    kind = as_text(base)
    is_constant = isinstance(kind, Fixed) and isinstance(kind.value, tuple | BOARD | str | range)
    is_tuple = isinstance(kind, Record) and not is_dataclass(kind.cls)
    if not (is_constant or is_tuple or isinstance(kind, Vector | Varying | Row)):
        return None
    known: Any = kind.value if isinstance(kind, Fixed) else kind
    own = "text" if is_text(kind) else "PVector" if BOARD in (type(known), getattr(known, "form", None)) else ""
    return table.METHODS.get((own, name)) or table.METHODS.get(("sequence", name))


def more_needed(does: Any, number: int) -> list[Node] | None:
    """The defaults of the arguments that are not given; None if there are too few or too many arguments."""
    if isinstance(does, str):
        return [] if number == (1 if does == "clear" else 2) else None
    names, defaults = parameters(does)
    missing = names[number:]
    is_fine = number <= len(names) and all(each in defaults for each in missing)
    return [Const(defaults[each]) for each in missing] if is_fine else None


def class_with_methods(base: Type) -> Any:
    """The class, written by a user, whose method a value is asked for; None if there is none."""
    base = thawed(base) if isinstance(base, Fixed) and is_symbol(base.value) else base
    if isinstance(base, Symbol):
        return base.enum
    if isinstance(base, Int) and issubclass(base.cls, IntEnum):
        return base.cls
    cls = base.cls if isinstance(base, Record) else type(base.value) if isinstance(base, Fixed) else None
    return cls if cls is not None and fields_of(cls) else None


def member_kind(cls: Any, value: Int) -> Type:
    """The type of a member of an IntEnum that is found by its value."""
    plain_enum(cls)
    known = members(cls)
    return Int(max(min(known), min(value.low, max(known))), min(max(known), max(value.high, min(known))), cls)


def replaced_kind(base: Type, fields: dict[str, Type], dataclass: bool) -> Type:
    """The type of `base._replace(...)`; Refused unless a NamedTuple has those fields."""
    names = fields_of(base.cls) if isinstance(base, Record) else ()
    if not isinstance(base, Record) or not names or dataclass != is_dataclass(base.cls):
        raise Refused(f"`._replace({', '.join(fields)})` of {described(base)}")
    for name in fields:
        field_kind(base, name)
    return sized(Record(base.cls, tuple(fields.get(name, old) for name, old in zip(names, base.items))))


# ---- slices, and what makes boards of another length


def varying_of(kind: Type) -> Varying:
    """A value as a board whose length changes; Refused if it is none."""
    kind = as_value(kind)
    made = as_varying(kind)
    if isinstance(kind, Vector | Symbol):
        if made is None:
            raise Refused("the bounds of a slice are known before the game starts, of a text")
        return made
    if made is None:
        raise Refused(f"a slice by bounds that vary, or another length, of {described(kind)}: of a tuple or a PVector")
    return made


def longer(symbol: str, kinds: list[Type]) -> Type | None:
    """The type of tuples as one of which one changes its length, or of a PVector with an item more; None of others."""
    if symbol == "append":
        board = varying_of(kinds[0])
        return Varying(joined_cells(board.cells, cells_for(as_value(kinds[1]), board.room, BOARD)))
    if symbol != "+" or not any(isinstance(kind, Varying) for kind in kinds):
        return None
    a, b = map(as_value, kinds)
    made = joined_boards(a, b) if all(getattr(each, "form", tuple) is tuple for each in (a, b)) else None
    if made is None:
        raise Refused(f"no `+` of {described(a)} and {described(b)}")
    return made


def place(kind: Type) -> Int:
    """The interval of a place; Refused if it is no int of 64 bits."""
    own = as_int(kind, subset.PLACE)
    if not is_small(own):
        raise Refused("a place is an int of at most 64 bits")
    return own


def exchanged(node: Set, base: Varying) -> Node:
    """What gives a board with some items exchanged: its items in a list, which becomes a board."""
    if base.form is not node.form:
        raise Refused(subset.NO_SIDE_EFFECT if node.form is tuple else f"no `.set` of {described(base)}")
    held = f"exchanged.{id(node)}"
    stores: list[Node] = [Store(Var(held), *each) for each in node.changes]
    start = Assign(Var(held), Call(lists.copied_list, [node.base]))
    return Block([start, *stores], Op(made_as(base.form), [Var(held)]))


def made_as(form: object) -> str:
    """The operation that makes a board of a list."""
    return "tuple" if form is tuple else "pvector"


def span_kind(node: Span, base: Type, bounds: list[Type]) -> Type | Node:
    """The type of a slice; what gives it where its bounds vary: a list of its items, which becomes a board."""
    given = iter(map(place, bounds))
    ends = [None if each is None else next(given) for each in (node.start, node.stop)]
    if not isinstance(base, Varying) and all(each is None or each.low == each.high for each in ends):
        start, stop = (None if each is None else each.low for each in ends)
        node.known = slice(start, stop, node.step)
        return part_kind(base, node.known)
    parts = [Call(lists.copied_list, [node.base]), *(each or Const(None) for each in (node.start, node.stop))]
    step = max(-MOST_ROOM, min(node.step, MOST_ROOM))  # a further one finds one item, too
    made = Call(lists.sliced, [*parts, Const(step)])
    node.asked = node.asked or Op(made_as(varying_of(base).form), [made])
    return node.asked


def part_kind(base: Type, bounds: slice) -> Type:
    """The type of a part of a tuple or a board."""
    base = as_record(base) if isinstance(base, Row) else as_text(base)
    if isinstance(base, Record):
        length_of(base)
        return Record(base.cls if base.cls is BOARD else tuple, base.items[bounds])
    if isinstance(base, Vector):
        length = len(range(base.length)[bounds])
        return Vector(length, base.low, base.high, base.cls, base.form)
    raise Refused(f"a slice of {described(base)}: of a tuple or a PVector of known length")
