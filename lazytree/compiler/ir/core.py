"""The small language between Python's syntax and machine code; frontend, inference and codegen share it.

Loops carry labels, so that `break` may leave several loops; generators have been spliced into the loops that consume
them; every variable has a name of its own. Inference writes each expression's type into it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from .classes import BOARD
from .kinds import Type


@dataclass(slots=True, eq=False)
class Node:
    """An expression or a statement of the small language.

    `place` is its file and line, where these are known; `type` is filled in by inference, for expressions.
    """

    place: str = field(default="", init=False)  # file:line, where it is known
    type: Type | None = field(default=None, init=False)


# ---- expressions


@dataclass(slots=True, eq=False)
class Const(Node):
    """A value that is known before the game starts."""

    value: object


@dataclass(slots=True, eq=False)
class Var(Node):
    """A variable, by its name."""

    name: str


@dataclass(slots=True, eq=False)
class Unset(Node):
    """No value yet: the variable gets one before it is read."""


@dataclass(slots=True, eq=False)
class NoResult(Node):
    """None, where a function comes to its end without a `return`."""


@dataclass(slots=True, eq=False)
class Op(Node):
    """An operator or a built-in on numbers: + - * // % << >> & | ^ == < not len min bit_count ..."""

    symbol: str
    operands: list[Node]
    unary: bool = False  # `-x` or `+x`, read as 0 - x or x + 0: of floats that is another number


@dataclass(slots=True, eq=False)
class Choose(Node):
    """`then if test else other`."""

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
    """`base._replace(**fields)` of a NamedTuple."""

    base: Node
    fields: dict[str, Node]
    dataclass: bool = False  # `replace(base, **fields)` of a dataclass


@dataclass(slots=True, eq=False)
class Field(Node):
    """`base.name` of a NamedTuple."""

    base: Node
    name: str
    asked: Node | None = field(default=None, init=False)  # filled by inference: of what is no field


@dataclass(slots=True, eq=False)
class Method(Node):
    """`base.name(arguments)`, or a property, of a NamedTuple: inference finds the function."""

    base: Node
    name: str
    arguments: list[Node] | None  # None of a property
    call: Call | None = field(default=None, init=False)  # filled by inference


@dataclass(slots=True, eq=False)
class Member(Node):
    """`cls(value)`: the member of an IntEnum; none of that value raises."""

    cls: Any
    value: Node


@dataclass(slots=True, eq=False)
class Given(Node):
    """The value itself; None raises. Inference puts it where a value is used that may be None."""

    value: Node


@dataclass(slots=True, eq=False)
class Item(Node):
    """`base[index]` of a board, a tuple, a row of a table or scratch memory."""

    base: Node
    index: Node


@dataclass(slots=True, eq=False)
class Set(Node):
    """A vector, or a tuple, with some items changed, in order."""

    base: Node
    changes: list[tuple[Node, Node]]
    form: Any = BOARD  # or tuple: of a tuple or a list


@dataclass(slots=True, eq=False)
class Part(Node):
    """`base[start:stop:step]`, of a tuple or a vector; the bounds are known."""

    base: Node
    bounds: slice


@dataclass(slots=True, eq=False)
class Gathered(Node):
    """`tuple(...)` of the items that a loop over something of known length gives: it is written out."""

    loop: Each
    result: Node | None = field(default=None, init=False)  # filled by inference: a tuple of variables


@dataclass(slots=True, eq=False)
class Blank(Node):
    """A vector of zeros, as long as `like`."""

    like: Node


@dataclass(slots=True, eq=False)
class Call(Node):
    """A call of a rule or of one of its helpers; inference fills in the instance that is called."""

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


@dataclass(slots=True, eq=False)
class Atomic(Node):
    """The word at a place of scratch memory, which is then changed at once: "add" to it, or "xchg" for another one."""

    change: str
    words: Node
    index: Node
    word: Node


# ---- statements


@dataclass(slots=True, eq=False)
class Assign(Node):
    """`target = value`."""

    target: Target
    value: Node


@dataclass(slots=True, eq=False)
class Store(Node):
    """`words[index] = value` in a search's scratch memory."""

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
    """`if test: ... else: ...`."""

    test: Node
    then: list[Node]
    other: list[Node]


@dataclass(slots=True, eq=False)
class While(Node):
    """`while test: ...`; breaks name its label."""

    label: int
    test: Node
    body: list[Node]


@dataclass(slots=True, eq=False)
class Count(Node):
    """`for target in range(start, stop, step)`."""

    label: int
    target: Target
    bounds: list[Node]
    body: list[Node]


@dataclass(slots=True, eq=False)
class Each(Node):
    """`for index, target in enumerate(sequence)`, or backwards; several sequences are read as by `zip`."""

    label: int
    index: Target | None
    targets: list[Target | None]
    sequences: list[Node]
    body: list[Node]
    backwards: bool = False
    method: str = ""  # `count` or `index`: a NamedTuple may have one of its own
    gathered: str = ""  # the variable that the body assigns last; in its copies it has a number
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
    """A value that the generator with this label hands to the loop that consumes it."""

    splice: int
    value: Node


@dataclass(slots=True, eq=False)
class Break(Node):
    """Leaves the loop or the generator with this label."""

    label: int


@dataclass(slots=True, eq=False)
class Continue(Node):
    """Goes on with the next round of the loop with this label."""

    label: int


@dataclass(slots=True, eq=False)
class Return(Node):
    """Ends the function with a value."""

    value: Node


@dataclass(slots=True, eq=False)
class First(Node):
    """Statements that are run for the checks in them only: left out where there are none."""

    body: list[Node]


@dataclass(slots=True, eq=False)
class Raise(Node):
    """Gives the question back to Python, which raises the error."""


@dataclass(slots=True, eq=False)
class Evaluate(Node):
    """An expression whose value is not used."""

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
    """A copy of a piece of code, without types."""
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
