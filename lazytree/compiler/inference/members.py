"""Inference of sets as values: frozensets, and sets that are constants.

Such a set is an array of its members (`ir.varying`). What is asked of it are functions of `container_methods`; beside
a set that a rule makes it becomes such a one (`thawed`), whose order is not known. A loop goes over it only where the
order cannot show.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lazytree.core.errors import Refused

from ..frontend import container_methods as methods
from ..ir import subset
from ..ir.core import (
    Ask,
    Assign,
    Block,
    Break,
    ByKind,
    Call,
    Choose,
    Const,
    Count,
    Each,
    Evaluate,
    If,
    Method,
    Node,
    NoResult,
    Op,
    Return,
    Splice,
    Store,
    Var,
    While,
    all_nodes,
)
from ..ir.frozen import SetOf
from ..ir.kinds import Container, Fixed, Float, Type, described, holds_container
from ..ir.varying import is_set
from .containers import done, fills, is_ordered, told
from .walk import Walk

TAKE_SETS = (
    *("update", "union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset", "isdisjoint"),
    *("difference_update", "intersection_update"),
)  # methods of sets that a rule makes
CHANGING = ("append", "cut", "shift", "keep", "set", "place", "drop", "clear", "leave", "merge", "become", "tidy")


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
    return Call(methods.thawed, [as_value(node, kind)]) if is_value(kind) else node


def as_value(node: Node, kind: Type) -> Node:
    """A set that is a constant as a value of the running program."""
    return Op("member array", [node]) if isinstance(kind, Fixed) else node


def operation(node: Op, kinds: list[Type]) -> Node | None:
    """What gives the result of an operator that has a set as a value on one side; None of any other."""
    if len(kinds) != 2 or not any(map(is_value, kinds)) or node.symbol not in methods.OF_VALUES:
        return None
    if all(map(is_set, kinds)) and node.symbol in ("==", "!="):
        return None if form_of(kinds[0]) is form_of(kinds[1]) else asked(node, kinds)
    if not all(is_value(each) or is_made_set(each) for each in kinds):
        if node.symbol in ("==", "!="):
            return None
        raise Refused(f"no `{node.symbol}` of {' and '.join(map(described, kinds))}")
    is_frozen = is_value(kinds[0]) and form_of(kinds[0]) is frozenset
    if is_frozen or node.symbol not in methods.MAKING:
        return asked(node, kinds)
    if node.in_place and not is_made_set(kinds[0]):
        raise Refused(subset.NO_SIDE_EFFECT)
    made: Op = told(node, Op, node.symbol, [thawed(*each) for each in zip(node.operands, kinds)])
    made.in_place = node.in_place
    return made


def asked(node: Op, kinds: list[Type]) -> Node:
    """The call of the function that does what an operator does."""
    return done(node, methods.OF_VALUES[node.symbol], [as_value(*each) for each in zip(node.operands, kinds)])


def method(node: Method, base: Type, kinds: list[Type]) -> Node:
    """What does `base.name(...)` of a set as a value."""
    function = methods.METHODS_OF_VALUES.get(node.name)
    arguments = node.arguments or []
    if node.arguments is None or function is None or len(arguments) != function.__code__.co_argcount - 1:
        raise Refused(f"no `.{node.name}()` of {described(base)} with {len(arguments)} arguments")
    if node.name in methods.MAKING_METHODS and form_of(base) is set:
        made = Method(thawed(node.base, base), node.name, arguments)
        node.asked = node.asked if isinstance(node.asked, Method) else made
        return node.asked
    given = [as_value(*each) for each in zip([node.base, *arguments], [base, *kinds])]
    return told(node, Call, function, given)  # type: ignore[no-any-return]


# ---- loops


def over_set(w: Walk, node: Each, kind: Container) -> None:
    """Looks at a loop over a set that a rule makes, once its body is inferred."""
    if not is_ordered(kind):
        over_members(w, node)
    elif shows_order(w, node) or (ends_early(node) and not all(map(never_fails, nodes_in(node.body)))):
        kind.root.shown = True
    for other in sets_filled(node):
        fills(kind.root, other)


def over_members(w: Walk, node: Each) -> None:
    """Looks at a loop over a set whose order is not known, once its body is inferred; Refused where the order shows."""
    if shows_order(w, node):
        raise Refused(subset.NO_ORDER)
    if not all(map(never_fails, nodes_in(node.body))):
        node.body = without_end(node.body, node.label)  # what a later item does may raise
        if ends_early(node):
            raise Refused(subset.NO_ORDER)
    for other in sets_filled(node):
        unordered(w, other)


def shows_order(w: Walk, node: Each) -> bool:
    """Whether the order in which a loop goes over a set may show, but for the items at which it ends early."""
    if not node.any_order or node.index is not None or node.backwards or node.method or len(node.sequences) > 1:
        return True
    return any(has_effects(each) or is_sum_of_floats(w, each) for each in nodes_in(node.body))


def ends_early(node: Each) -> bool:
    """Whether a loop may end before its last item."""
    inside = {each.label for each in nodes_in(node.body) if isinstance(each, (While, Count, Each, Splice))}
    return any(
        isinstance(each, Return) or (isinstance(each, Break) and each.label not in inside)
        for each in nodes_in(node.body)
    )


def never_fails(node: Node) -> bool:
    """Whether a part of a loop's body raises nothing, and is no trap."""
    match node:
        case Assign(target=target):
            return isinstance(target, Var)
        case Const() | Var() | NoResult() | If() | Break() | Choose() | Evaluate() | Block() | ByKind():
            return True
        case Method(asked=asked):
            return asked is not None
        case Ask(how=how):
            return how in ("has", "len")
        case Op(symbol=symbol):
            return symbol in ("==", "!=", "<", "<=", ">", ">=", "not", "bool", "is")
    return False


def sets_filled(node: Each) -> list[Container]:
    """The sets into which a loop's body puts members."""
    joins = [each for each in nodes_in(node.body) if isinstance(each, Ask) and each.how == "join"]
    return [each.base.type for each in joins if isinstance(each.base.type, Container)]


def without_end(body: list[Node], label: int) -> list[Node]:
    """A loop's body without what leaves the loop."""
    for each in all_nodes(body):
        if isinstance(each, If):
            each.then, each.other = (
                [one for one in part if not (isinstance(one, Break) and one.label == label)]
                for part in (each.then, each.other)
            )
    return body


def nodes_in(body: Any) -> Iterator[Node]:
    """The nodes of a piece of code, and what inference has put in their place."""
    for each in all_nodes(body):
        yield each
        yield from nodes_in(each.asked)


def unordered(w: Walk, kind: Container) -> None:
    """Notes that the order of a set is not known."""
    if kind.root.ordered:
        kind.root.ordered = False
        for each in kind.root.readers:
            w.program.wake(each)


def has_effects(node: Node) -> bool:
    """Whether a part of a loop's body may change what another round reads."""
    if isinstance(node, Method) and isinstance(node.asked, Ask):
        return node.asked.how in (*CHANGING, "join")
    if isinstance(node, Call) and any(each.type is not None and holds_container(each.type) for each in node.arguments):
        return changes(node.instance, set())
    return isinstance(node, (Store)) or (isinstance(node, Op) and node.in_place and isinstance(node.type, Container))


def changes(instance: Any, seen: set[Any]) -> bool:
    """Whether a function, or one that it calls, may change containers that it is handed."""
    if instance is None or instance in seen or not any(map(holds_container, instance.arguments)):
        return False
    seen.add(instance)
    for each in nodes_in(instance.core.body):
        if isinstance(each, Store) or (isinstance(each, Ask) and each.how in (*CHANGING, "join")):
            return True
    return any(changes(each, seen) for each in instance.calls)


def is_sum_of_floats(w: Walk, node: Node) -> bool:
    """Whether floats are added up, or the least of them is kept: that depends on their order."""
    match node:
        case Assign(target=Var(name=name), value=value) if isinstance(w.instance.variables.get(name), Float):
            return any(isinstance(each, Var) and each.name == name for each in all_nodes(value))
    return False
