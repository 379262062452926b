"""The small language between Python's syntax and machine code.

Loops carry labels, so that `break` may leave several at once; generators have been spliced into the loops that
consume them; every variable has a name of its own. Inference writes each expression's type into it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from .kinds import Type


@dataclass(slots=True, eq=False)
class Node:
    place: str = field(default="", init=False)  # file:line, where it is known
    type: Type | None = field(default=None, init=False)


# ---- expressions


@dataclass(slots=True, eq=False)
class Const(Node):
    value: object


@dataclass(slots=True, eq=False)
class Var(Node):
    name: str


@dataclass(slots=True, eq=False)
class Op(Node):
    """An operator or a built-in on numbers: + - * // % << >> & | ^ == < not len min bit_count ..."""

    symbol: str
    operands: list[Node]


@dataclass(slots=True, eq=False)
class Choose(Node):
    test: Node
    then: Node
    other: Node


@dataclass(slots=True, eq=False)
class Make(Node):
    """A tuple or NamedTuple from its items."""

    cls: type
    items: list[Node]


@dataclass(slots=True, eq=False)
class Replace(Node):
    base: Node
    fields: dict[str, Node]


@dataclass(slots=True, eq=False)
class Field(Node):
    base: Node
    name: str


@dataclass(slots=True, eq=False)
class Item(Node):
    base: Node
    index: Node


@dataclass(slots=True, eq=False)
class Set(Node):
    """A vector with some cells changed, in order."""

    base: Node
    changes: list[tuple[Node, Node]]


@dataclass(slots=True, eq=False)
class Blank(Node):
    """A vector of zeros, as long as `like`."""

    like: Node


@dataclass(slots=True, eq=False)
class Call(Node):
    function: object
    arguments: list[Node]
    instance: object = None  # filled by inference


@dataclass(slots=True, eq=False)
class Block(Node):
    """Statements, then a value."""

    body: list[Node]
    result: Node


@dataclass(slots=True, eq=False)
class Fetch(Node):
    """The value that was stashed at a place of a search's scratch memory."""

    words: Node
    index: Node


# ---- statements


@dataclass(slots=True, eq=False)
class Assign(Node):
    target: Target
    value: Node


@dataclass(slots=True, eq=False)
class Store(Node):
    """words[index] = value, in a search's scratch memory."""

    words: Node
    index: Node
    value: Node


@dataclass(slots=True, eq=False)
class Stash(Node):
    """Keeps a move in scratch memory."""

    words: Node
    index: Node
    value: Node


@dataclass(slots=True, eq=False)
class Emit(Node):
    """Hands the index-th answer back to Python."""

    index: Node
    value: Node


@dataclass(slots=True, eq=False)
class If(Node):
    test: Node
    then: list[Node]
    other: list[Node]


@dataclass(slots=True, eq=False)
class While(Node):
    label: int
    test: Node
    body: list[Node]


@dataclass(slots=True, eq=False)
class Count(Node):
    """for target in range(start, stop, step)"""

    label: int
    target: Target
    bounds: list[Node]
    body: list[Node]


@dataclass(slots=True, eq=False)
class Each(Node):
    """for index, target in enumerate(sequence), or reversed; `zipped` are read beside it."""

    label: int
    index: Target | None
    targets: list[Target | None]
    sequences: list[Node]
    body: list[Node]
    backwards: bool = False
    counted: bool = False  # for `.count`, of which a NamedTuple may have one of its own
    unrolled: list[list[Node]] = field(default_factory=list)  # filled by inference: a body for each item


@dataclass(slots=True, eq=False)
class Splice(Node):
    """A generator's body; each Yield in it sets `target` and runs `body`, then goes on. Its return is a Break."""

    label: int
    generator: list[Node]
    target: Target
    body: list[Node]


@dataclass(slots=True, eq=False)
class Yield(Node):
    splice: int
    value: Node


@dataclass(slots=True, eq=False)
class Break(Node):
    label: int


@dataclass(slots=True, eq=False)
class Continue(Node):
    label: int


@dataclass(slots=True, eq=False)
class Return(Node):
    value: Node


@dataclass(slots=True, eq=False)
class Raise(Node):
    pass


@dataclass(slots=True, eq=False)
class Evaluate(Node):
    value: Node


Target = Var | list["Target"]


def size(part: Any) -> int:
    """How many nodes a piece of code consists of."""
    if isinstance(part, (list, tuple)):
        return sum(map(size, part))
    if isinstance(part, dict):
        return sum(map(size, part.values()))
    if not isinstance(part, Node):
        return 0
    return 1 + sum(size(getattr(part, each.name)) for each in fields(part) if each.init)


def copied(part: Any) -> Any:
    """The same code once more, types left out."""
    if isinstance(part, list):
        return [copied(each) for each in part]
    if isinstance(part, tuple):
        return tuple(copied(each) for each in part)
    if isinstance(part, dict):
        return {name: copied(each) for name, each in part.items()}
    if not isinstance(part, Node) or isinstance(part, Const):
        return part
    made = type(part)(*(copied(getattr(part, each.name)) for each in fields(part) if each.init))
    made.place = part.place
    return made
