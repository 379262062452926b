"""The expressions of the small language; `core` has its statements. Inference writes each one's type into it."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from .classes import BOARD
from .kinds import ContainerKind, Held, Type
from .value_classes import open_class as node

if TYPE_CHECKING:
    from .core import Each


@node
class Node:
    """An expression or a statement of the small language.

    `place` is its file and line, where these are known; `type` is filled in by inference, for expressions.
    """

    place: str = field(default="", init=False)  # file:line, where it is known
    type: Type | None = field(default=None, init=False)


@node
class Const(Node):
    """A value that is known before the game starts."""

    value: object


@node
class Var(Node):
    """A variable, by its name."""

    name: str


@node
class Unset(Node):
    """No value yet: the variable gets one before it is read."""


@node
class NoResult(Node):
    """None, where a function comes to its end without a `return`."""


@node
class Op(Node):
    """An operator or a built-in on numbers: + - * // % << >> & | ^ == < not len min bit_count ..."""

    symbol: str
    operands: list[Node]
    unary: bool = False  # `-x` or `+x`, read as 0 - x or x + 0: of floats that is another number
    in_place: bool = False  # `x += y`: a list, a dict or a set is changed
    asked: Node | None = field(default=None, init=False)  # filled by inference: of containers


@node
class Choose(Node):
    """`then if test else other`."""

    test: Node
    then: Node
    other: Node


@node
class Make(Node):
    """A tuple or NamedTuple from its items."""

    cls: type
    items: list[Node]


@node
class Replace(Node):
    """`base._replace(**fields)` of a NamedTuple."""

    base: Node
    fields: dict[str, Node]
    dataclass: bool = False  # `replace(base, **fields)` of a dataclass


@node
class Field(Node):
    """`base.name` of a NamedTuple."""

    base: Node
    name: str
    asked: Node | None = field(default=None, init=False)  # filled by inference: of what is no field


@node
class Method(Node):
    """`base.name(arguments)`, or a property, of a NamedTuple: inference finds the function."""

    base: Node
    name: str
    arguments: list[Node] | None  # None of a property
    call: Call | None = field(default=None, init=False)  # filled by inference
    asked: Node | None = field(default=None, init=False)  # filled by inference: what a PVector is asked


@node
class Member(Node):
    """`cls(value)`: the member of an IntEnum; none of that value raises."""

    cls: Any
    value: Node


@node
class Given(Node):
    """The value itself; None raises. Inference puts it where a value is used that may be None."""

    value: Node


@node
class Item(Node):
    """`base[index]` of a board, a tuple, a row of a table or scratch memory."""

    base: Node
    index: Node
    asked: Node | None = field(default=None, init=False)  # filled by inference: of a container


@node
class Set(Node):
    """A vector, or a tuple, with some items changed, in order."""

    base: Node
    changes: list[tuple[Node, Node]]
    form: Any = BOARD  # or tuple: of a tuple or a list


@node
class Part(Node):
    """`base[start:stop:step]`, of a tuple or a vector; the bounds are known."""

    base: Node
    bounds: slice
    asked: Node | None = field(default=None, init=False)  # filled by inference: of a list


@node
class Span(Node):
    """`base[start:stop:step]` of a tuple or a PVector, by bounds that vary: a board whose length changes."""

    base: Node
    start: Node | None
    stop: Node | None
    step: int  # not 0
    known: slice | None = None  # filled by inference: the slice, where its bounds are known after all
    asked: Node | None = field(default=None, init=False)  # filled by inference: of a list


@node
class Gathered(Node):
    """`tuple(...)` of the items that a loop over something of known length gives: it is written out."""

    loop: Each
    result: Node | None = field(default=None, init=False)  # filled by inference: a tuple of variables
    listed: Block | None = field(default=None, init=False)  # filled by inference: of what has no one length


@node
class Blank(Node):
    """A vector of zeros, as long as `like`; `beside`: what a `zip` goes over with it."""

    like: Node
    beside: list[Node] = field(default_factory=list)


@node
class Call(Node):
    """A call of a rule or of one of its helpers; inference fills in the instance that is called."""

    function: object
    arguments: list[Node]
    instance: object = None  # filled by inference


INTO = "items."  # the parameter of a list into which a function puts what it gives item by item


@node
class NewContainer(Node):
    """A new list, dict or set, which is empty."""

    kind: ContainerKind
    held: Held | None = field(default=None, init=False)  # filled by inference: what it holds
    instance: object = field(default=None, init=False)  # filled by inference: the function that makes it


@node
class Ask(Node):
    """What is asked of a container, or done to it; `how` is one of the names in `inference.containers`.

    A key has a place in its dict, a number that stays until the dict grows or loses a key.
    """

    how: str
    base: Node
    given: list[Node]
    length: int = -1  # of a list that is "made", if it is known
    loop: int = 0  # the label of the loop that has filled it, an item a round
    instance: object = field(default=None, init=False)  # filled by inference: the function that does it
    of_word: object = field(default=None, init=False)  # and the one for a key that is one word


@node
class ByKind(Node):
    """`container`, if the value of a variable is a set or a dict, or a part of one, or one of `lists`; else `other`."""

    value: Var
    container: Node
    other: Node
    lists: bool = False  # whether lists count as containers
    chosen: Node | None = field(default=None, init=False)  # filled by inference: one of the two


@node
class Block(Node):
    """Statements, then a value."""

    body: list[Node]
    result: Node


@node
class Fetch(Node):
    """The value that was stashed at a place of a search's scratch memory."""

    words: Node
    index: Node


@node
class Atomic(Node):
    """The word at a place of scratch memory, which is then changed at once: "add" to it, or "xchg" for another one."""

    change: str
    words: Node
    index: Node
    word: Node
