"""Inference of sets: of frozensets and sets that are constants, and of loops over any set.

A set as a value is an array of its members (`ir.varying`). What is asked of it are functions of the library; beside
a set that a rule makes it becomes such a one (`thawed`), whose order is not known.

The order in which a loop goes over a set of ints, or of tuples of ints, is CPython's, unless it shows nowhere
(`Held.shown`). That of others is not known: these are gone over only where it cannot show.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.classes import SetOf
from ..ir.core import (
    Ask,
    Assign,
    Block,
    Break,
    Call,
    Choose,
    Const,
    Each,
    Emit,
    Evaluate,
    If,
    Method,
    Node,
    NoResult,
    Op,
    Return,
    Store,
    Suspend,
    Var,
    Yield,
    all_nodes,
    assignments,
    leaving,
    names_in,
)
from ..ir.kinds import Bool, Container, Fixed, Float, Int, Type, described, holds_container
from ..ir.varying import is_set
from ..library import sets, table
from .containers import ASKED, done, fills, is_ordered, woken
from .programs import Walk, told

TAKE_SETS = (
    *("update", "union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset", "isdisjoint"),
    *("difference_update", "intersection_update", "symmetric_difference_update"),
)  # methods of sets that a rule makes
MAY_END_EARLY = ("intersection", "intersection_update", "issubset", "issuperset", "isdisjoint")
"""Those that may leave the rest of the items that they are given."""


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
        if function is None and table.of_method("set", "set", node.name, ()) is not None:
            raise Refused(subset.CONSTANT.format(node.name, described(base), "set"))
        number = f"{len(arguments)} argument{'s' * (len(arguments) != 1)}"
        raise Refused(f"no `.{node.name}()` of {described(base)} with {number}")
    made = Method(thawed(node.base, base), node.name, arguments)
    makes, of_set = node.name in table.MAKING, form_of(base) is set
    is_lazy = any(isinstance(each, Container) and each.of == "generator" for each in kinds)  # it is gone over once
    if is_lazy and makes and not of_set:
        return told(node, Call, sets.frozen, [made])  # type: ignore[no-any-return]
    if is_lazy or (makes and of_set):
        node.asked = node.asked if isinstance(node.asked, Method) else made
        return node.asked
    given = [as_value(*each) for each in zip([node.base, *arguments], [base, *kinds])]
    return told(node, Call, function, given)  # type: ignore[no-any-return]


# ---- loops over sets: whether the order in which they are gone over shows


def over_set(w: Walk, node: Each, kind: Container, before: set[str]) -> None:
    """Looks at a loop over a set that a rule makes, once its body is inferred; `before`: what had a value before it."""
    if not is_ordered(kind):
        over_members(w, node, before)
    elif shows_order(w, node, before) or (ends_of(node) and not all(map(never_fails, nodes_in(node.body)))):
        kind.root.shown = True
    for other in sets_filled(node):
        fills(kind.root, other)


def over_members(w: Walk, node: Each, before: set[str]) -> None:
    """Looks at a loop over a set whose order is not known, once its body is inferred; Refused where the order shows."""
    if shows_order(w, node, before):
        raise Refused(subset.NO_ORDER)
    if not all(map(never_fails, nodes_in(node.body))):
        node.body = without_end(node.body, node.label)  # what a later item does may raise
        if ends_of(node):
            raise Refused(subset.NO_ORDER)
    for other in sets_filled(node):
        unordered(w, other)


def shows_order(w: Walk, node: Each, before: set[str]) -> bool:
    """Whether the order in which a loop goes over a set may show, but for the items at which it ends early."""
    if node.index is not None or node.backwards or len(node.sequences) > 1:
        return True
    nodes, ends = list(nodes_in(node.body)), ends_of(node)  # a set that is filled up to there shows where that is
    changes = (each for each in nodes if has_effects(each) and (ends or not is_only_filled(each, nodes)))
    if any(changes) or any(is_added_in_order(w, each) for each in nodes):
        return True
    return not node.any_order and not only_gathers(w, node, before)


def only_gathers(w: Walk, node: Each, before: set[str]) -> bool:
    """Whether a loop adds something up, or notes that there is something, and leaves nothing else behind.

    A variable that had no value before the loop has one in each round before it is read, and none after the loop.
    """
    nodes = list(nodes_in(node.body))
    if any(
        isinstance(each, (Yield, Suspend, Emit)) or (isinstance(each, Ask) and each.how in ADDING) for each in nodes
    ):
        return False
    times = assignments(node.body, known=False)
    times.update(names_in([node.index, *node.targets]))
    kept = {*times} & before
    if not all(is_gathered(w, name, nodes, times[name]) for name in kept):
        return False
    match ends_of(node):
        case []:
            return True
        case [Return(value=Const())]:
            return all(map(never_fails, nodes))
        case [Break(label=label)] if label == node.label:
            return not kept and all(map(never_fails, nodes))
    return False


def is_only_filled(node: Node, nodes: list[Node]) -> bool:
    """Whether this puts a member into a set, which is all that is done to that, as far as types tell."""
    match node:
        case Method(asked=Ask(how="join", base=Node(type=Container() as kind))):
            named = [each for each in nodes if isinstance(each.type, Container) and each.type.root is kind.root]
            bases = [each.base for each in nodes if isinstance(each, Ask) and each.how == "join"]
            calls = (each for each in nodes if isinstance(each, Call))
            handed = any(each.type and holds_container(each.type) for call in calls for each in call.arguments)
            return not handed and all(any(each is base for base in bases) for each in named)
    return False


ADDING = ("add", "append", "stash")  # what puts items into a list, or into scratch memory


def is_gathered(w: Walk, name: str, nodes: list[Node], assigned: int) -> bool:
    """Whether what a variable is at the end does not depend on the order in which it was assigned: an int, a bool."""
    values = [each.value for each in nodes if isinstance(each, Assign) and names_in(each.target) == [name]]
    times = sum(isinstance(each, Var) and each.name == name for each in nodes)
    if len(values) != assigned:
        return False  # it is one of several targets, or that of a loop
    if times == len(values):
        return all(isinstance(each, Const) for each in values) and len({repr(each.value) for each in values}) == 1  # type: ignore[attr-defined]
    ways = {gathering(each, name) for each in values}
    known = isinstance(w.instance.variables.get(name), (Int, Bool))
    return known and times == 2 * len(values) and len(ways) == 1 and None not in ways


def gathering(value: Node, name: str) -> str | None:
    """The operation by which a value is added to what a variable was; None of others."""
    match value:
        case Op(symbol="+" | "-", operands=[Var(name=first), _]) if first == name:
            return "+"
        case Op(symbol="+" | "*" | "|" | "&" | "^" | "min" | "max" as symbol, operands=[one, other]):
            return symbol if any(isinstance(each, Var) and each.name == name for each in (one, other)) else None
    return None


def ends_of(node: Each) -> list[Node]:
    """What ends a loop before its last item, or the loops around it."""
    return [each for each in leaving(node.body) if not isinstance(each, Yield)]


def never_fails(node: Node) -> bool:
    """Whether a part of a loop's body raises nothing, and is no trap."""
    match node:
        case Assign(target=target):
            return isinstance(target, Var)
        case Const() | Var() | NoResult() | If() | Break() | Return() | Choose() | Evaluate() | Block():
            return True
        case Method(asked=asked):
            return asked is not None
        case Ask(how=how):
            return how in ("has", "len", "join", "mark")
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
        woken(w, kind.root)


def has_effects(node: Node) -> bool:
    """Whether a part of a loop's body may change what another round reads."""
    if isinstance(node, Method) and isinstance(node.asked, Ask):
        return changes_container(node.asked)
    if isinstance(node, Call) and any(each.type is not None and holds_container(each.type) for each in node.arguments):
        return changes(node.instance, set())
    return (
        isinstance(node, Store)
        or goes_on(node)
        or (isinstance(node, Op) and node.in_place and isinstance(node.type, Container))
    )


def changes_container(node: Node) -> bool:
    """Whether something is done to a container."""
    return isinstance(node, Ask) and node.how in ASKED and ASKED[node.how].changes


def changes(instance: Any, seen: set[Any]) -> bool:
    """Whether a function, or one that it calls, may change containers that it is handed."""
    if instance is None or instance in seen or not any(map(holds_container, instance.arguments)):
        return False
    seen.add(instance)
    for each in nodes_in(instance.core.body):
        if isinstance(each, Store) or goes_on(each) or changes_container(each):
            return True
    return any(changes(each, seen) for each in instance.calls)


def goes_on(node: Node) -> bool:
    """Whether this asks a generator for items."""
    kinds = [each.type for each in node.sequences] if isinstance(node, Each) else []
    return any(isinstance(each, Container) and each.of == "generator" for each in kinds)


def is_added_in_order(w: Walk, node: Node) -> bool:
    """Whether floats are added up, or the least of them is kept, or tuples are joined: that depends on their order."""
    match node:
        case Assign(target=Var(name=name), value=value) if isinstance(w.instance.variables.get(name), Float):
            return any(isinstance(each, Var) and each.name == name for each in all_nodes(value))
        case Assign(target=Var(name=name), value=Op(symbol="+", operands=[Var(name=first), _])) if first == name:
            return not isinstance(w.instance.variables.get(name), (Int, Bool))
    return False
