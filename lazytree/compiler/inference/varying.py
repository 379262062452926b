"""Inference of boards whose length changes: the types of what is asked of them, and of what makes them."""

from __future__ import annotations

from lazytree.core.errors import Refused

from ..ir import core, subset
from ..ir.classes import BOARD
from ..ir.constant_kinds import thawed
from ..ir.intervals import is_small
from ..ir.joining import as_value
from ..ir.kinds import Fixed, Int, Record, Type, Varying, Vector, as_int, described, leaves
from ..ir.symbols import Symbol
from ..ir.varying import MOST_ROOM, as_varying, joined_boards, joined_cells, with_form
from ..library import lists
from .programs import FEW
from .records import part_kind
from .walk import Walk

LONGER = ("append", "extend", "delete")  # methods of a PVector that give another length


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


def method_of_board(node: core.Method, base: Type, name: str) -> core.Node | None:
    """`.append(x)`, `.extend(items)`, `.delete(i)` of a PVector as an operation; None of any other method."""
    board = thawed(base) if isinstance(base, Fixed) and type(base.value) is BOARD else base
    if name not in LONGER or not isinstance(board, Vector | Varying) or board.form is not BOARD:
        return None
    if len(node.arguments) != 1:
        raise Refused(f"`.{name}(x)` takes one argument")
    if name == "delete":
        node.asked = node.asked or core.Op("pvector", [core.Call(lists.without_item, [node.base, *node.arguments])])
    else:
        given = core.Make(tuple, node.arguments) if name == "append" else node.arguments[0]
        node.asked = node.asked or core.Op("extend", [node.base, given])
    return node.asked


def operation(symbol: str, kinds: list[Type]) -> Type | None:
    """The type of what makes a board of another length; None of other operations."""
    if symbol == "extend":
        return Varying(joined_cells(varying_of(kinds[0]).cells, with_form(varying_of(kinds[1]), BOARD).cells))
    if symbol == "+" and any(isinstance(kind, Varying) for kind in kinds):
        a, b = map(as_value, kinds)
        made = joined_boards(a, b) if {form_of(a), form_of(b)} == {tuple} else None
        if made is None:
            raise Refused(f"no `+` of {described(a)} and {described(b)}")
        return made
    return None


def form_of(kind: Type) -> object:
    """Whether a board is a PVector, a tuple or a set."""
    return kind.form if isinstance(kind, Vector | Varying) else tuple


def place(kind: Type) -> Int:
    """The interval of a place; Refused if it is no int of 64 bits."""
    own = as_int(kind, subset.PLACE)
    if not is_small(own):
        raise Refused("a place is an int of at most 64 bits")
    return own


def exchanged(node: core.Set, base: Varying) -> core.Node:
    """What gives a board with some items exchanged: its items in a list, which becomes a board."""
    if base.form is not node.form:
        raise Refused(subset.NO_SIDE_EFFECT if node.form is tuple else f"no `.set` of {described(base)}")
    held = f"exchanged.{id(node)}"
    stores: list[core.Node] = [core.Store(core.Var(held), *each) for each in node.changes]
    start = core.Assign(core.Var(held), core.Call(lists.copied_list, [node.base]))
    return core.Block([start, *stores], core.Op(made_as(base.form), [core.Var(held)]))


def made_as(form: object) -> str:
    """The operation that makes a board of a list."""
    return "tuple" if form is tuple else "pvector"


def fitted(w: Walk, kind: Type) -> Type:
    """A type whose cells are wide enough for small items; others are checked where they are put in."""
    if not isinstance(kind, Varying):
        return kind
    for leaf in leaves(kind.cells):
        if isinstance(leaf, Vector) and leaf.low >= 0 and 2 ** (w.program.cell - 1) <= leaf.high < FEW:
            w.program.fitting(kind)
    return w.program.clipped(kind)


def goes_over_varying(kinds: list[Type]) -> bool:
    """Whether a loop goes over a board whose length changes."""
    return any(isinstance(kind, Varying) for kind in kinds)


def side_by_side(kind: Type) -> Type:
    """A sequence beside a board whose length changes; Refused where the loop over it would be written out."""
    kind = thawed(kind) if isinstance(kind, Fixed) else kind
    if isinstance(kind, Record) and len(kind.items) > 64:
        raise Refused("a long loop over a tuple that is no table of ints")
    return kind


def span_kind(node: core.Span, base: Type, bounds: list[Type]) -> Type | core.Node:
    """The type of a slice; what gives it where its bounds vary: a list of its items, which becomes a board."""
    given = iter(map(place, bounds))
    ends = [None if each is None else next(given) for each in (node.start, node.stop)]
    if not isinstance(base, Varying) and all(each is None or each.low == each.high for each in ends):
        start, stop = (None if each is None else each.low for each in ends)
        node.known = slice(start, stop, node.step)
        return part_kind(base, node.known)
    parts = [core.Call(lists.copied_list, [node.base]), *(each or core.Const(None) for each in (node.start, node.stop))]
    step = max(-MOST_ROOM, min(node.step, MOST_ROOM))  # a further one finds one item, too
    made = core.Call(lists.sliced, [*parts, core.Const(step)])
    node.asked = node.asked or core.Op(made_as(varying_of(base).form), [made])
    return node.asked
