"""Inference of sets as values: frozensets, and sets that are constants.

Such a set is an array of its members (`ir.varying`). What is asked of it are functions of the library; beside
a set that a rule makes it becomes such a one (`thawed`), whose order is not known. Loops over it: `order`.
"""

from __future__ import annotations

from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Call, Method, Node, Op
from ..ir.frozen import SetOf
from ..ir.kinds import Container, Fixed, Type, described
from ..ir.varying import is_set
from ..library import sets, table
from .containers import done
from .walk import told

TAKE_SETS = (
    *("update", "union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset", "isdisjoint"),
    *("difference_update", "intersection_update"),
)  # methods of sets that a rule makes


def is_value(kind: Type) -> bool:
    """Whether this is a set as a value."""
    return is_set(kind) or (isinstance(kind, Fixed) and isinstance(kind.value, SetOf))


def form_of(kind: Any) -> Any:
    """Whether a set as a value is a set or a frozenset."""
    known: Any = kind.value if isinstance(kind, Fixed) else kind
    return known.form


def is_made_set(kind: Type) -> bool:
    """Whether this is a set that a rule makes."""
    return isinstance(kind, Container) and kind.of == "set"


def thawed(node: Node, kind: Type) -> Node:
    """A set that a rule makes, of a set as a value; any other value as it is."""
    return Call(sets.thawed, [as_value(node, kind)]) if is_value(kind) else node


def as_value(node: Node, kind: Type) -> Node:
    """A set that is a constant as a value of the running program."""
    return Op("member array", [node]) if isinstance(kind, Fixed) and is_value(kind) else node


def operation(node: Op, kinds: list[Type]) -> Node | None:
    """What gives the result of an operator that has a set as a value on one side; None of any other."""
    if len(kinds) != 2 or not any(map(is_value, kinds)) or node.symbol not in table.OF_VALUES:
        return None
    if all(map(is_set, kinds)) and node.symbol in ("==", "!="):
        return None if form_of(kinds[0]) is form_of(kinds[1]) else asked(node, kinds)
    if not all(is_value(each) or is_made_set(each) for each in kinds):
        if node.symbol in ("==", "!="):
            return None
        raise Refused(f"no `{node.symbol}` of {' and '.join(map(described, kinds))}")
    is_frozen = is_value(kinds[0]) and form_of(kinds[0]) is frozenset
    if is_frozen or node.symbol not in table.MAKING:
        return asked(node, kinds)
    if node.in_place and not is_made_set(kinds[0]):
        raise Refused(subset.NO_SIDE_EFFECT)
    made: Op = told(node, Op, node.symbol, [thawed(*each) for each in zip(node.operands, kinds)])
    made.in_place = node.in_place
    return made


def asked(node: Op, kinds: list[Type]) -> Node:
    """The call of the function that does what an operator does."""
    return done(node, table.OF_VALUES[node.symbol], [as_value(*each) for each in zip(node.operands, kinds)])


def method(node: Method, base: Type, kinds: list[Type]) -> Node:
    """What does `base.name(...)` of a set as a value."""
    function = table.OF_VALUES.get(node.name)
    arguments = node.arguments
    if function is None or len(arguments) != function.__code__.co_argcount - 1:
        raise Refused(f"no `.{node.name}()` of {described(base)} with {len(arguments)} arguments")
    if node.name in table.MAKING and form_of(base) is set:
        made = Method(thawed(node.base, base), node.name, arguments)
        node.asked = node.asked if isinstance(node.asked, Method) else made
        return node.asked
    given = [as_value(*each) for each in zip([node.base, *arguments], [base, *kinds])]
    return told(node, Call, function, given)  # type: ignore[no-any-return]
