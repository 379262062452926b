"""The small language between Python's syntax and machine code; frontend, inference and codegen share it.

Loops carry labels, so that `break` may leave several loops; generators have been spliced into the loops that consume
them; every variable has a name of its own. Inference writes each expression's type into it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field, fields
from functools import cache
from typing import Any

from lazytree.core.errors import Trap

from .classes import BOARD
from .kinds import ContainerKind, Held, Type
from .value_classes import open_class as node


@node
class Node:
    """An expression or a statement of the small language.

    `place` is its file and line, where these are known. Inference fills in, for expressions, the `type`, and what is
    `asked` in place of the node where its types say so: `x[i]` of a dict is a call, a property is one as well.
    """

    place: str = field(default="", init=False)
    type: Type | None = field(default=None, init=False)
    asked: Node | None = field(default=None, init=False)


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
    masked: bool = False  # only low bits of it are used: it may have more than 64


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


@node
class Method(Node):
    """`base.name(arguments)`: inference finds the function that is asked."""

    base: Node
    name: str
    arguments: list[Node]
    names: tuple[str, ...] = ()  # of the last arguments, which are given by name


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


@node
class Set(Node):
    """A vector, or a tuple, with some items changed, in order."""

    base: Node
    changes: list[tuple[Node, Node]]
    form: Any = BOARD  # or tuple: of a tuple or a list


@node
class Span(Node):
    """`base[start:stop:step]` of a tuple, a text or a PVector; where its bounds vary, a board whose length changes."""

    base: Node
    start: Node | None
    stop: Node | None
    step: int = 1  # not 0
    known: slice | None = field(default=None, init=False)  # filled by inference: the slice, where its bounds are known


def span(base: Node, bounds: slice) -> Span:
    """A slice whose bounds are known."""
    start, stop = (None if each is None else Const(each) for each in (bounds.start, bounds.stop))
    return Span(base, start, stop, bounds.step or 1)


@node
class Call(Node):
    """A call of a rule or of one of its helpers; inference fills in the instance that is called."""

    function: object
    arguments: list[Node]
    instance: object = None  # filled by inference


FRAME = "frame."  # a constant with which a generator is read to be gone on with, and not to be part of a loop


@node
class Begin(Node):
    """A generator as a value: the frame of a call, of which nothing has run yet."""

    call: Call
    instance: object = field(default=None, init=False)  # filled by inference: the function that makes room for it


@node
class NewContainer(Node):
    """A new list, dict or set, which is empty."""

    kind: ContainerKind
    held: Held | None = field(default=None, init=False)  # filled by inference: what it holds
    instance: object = field(default=None, init=False)  # filled by inference: the function that makes it


@node
class Ask(Node):
    """What is asked of a container or of scratch memory, or done to it; `how` is named in `inference.containers`.

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
class Block(Node):
    """Statements, then a value."""

    body: list[Node]
    result: Node


# ---- statements


@node
class Assign(Node):
    """`target = value`."""

    target: Target
    value: Node


@node
class Store(Node):
    """`words[index] = value` in a search's scratch memory, of a list or a dict."""

    words: Node
    index: Node
    value: Node


@node
class Emit(Node):
    """Hands the index-th answer back to Python."""

    index: Node
    value: Node


@node
class OverList(Node):
    """A loop over the list that a function gives: `called`, or `spliced`, where the list is never made.

    Inference puts the second in its place if the function is handed no container, else the first.
    """

    called: list[Node]
    spliced: list[Node]


@node
class If(Node):
    """`if test: ... else: ...`."""

    test: Node
    then: list[Node]
    other: list[Node]


@node
class While(Node):
    """`while test: ...`; breaks name its label."""

    label: int
    test: Node
    body: list[Node]


@node
class Count(Node):
    """`for target in range(start, stop, step)`."""

    label: int
    target: Target
    bounds: list[Node]
    body: list[Node]


@node
class Each(Node):
    """`for index, target in enumerate(sequence)`, or backwards; several sequences are read as by `zip`."""

    label: int
    index: Target | None
    targets: list[Target | None]
    sequences: list[Node]
    body: list[Node]
    backwards: bool = False
    strict: bool = False  # of several that must be equally long
    any_order: bool = False  # whether a set may be gone over in any order
    unrolled: list[list[Node]] = field(default_factory=list)  # filled by inference: a body for each item


@node
class Splice(Node):
    """A generator's body; each Yield in it sets `target` and runs `body`, then goes on. Its return is a Break."""

    label: int
    generator: list[Node]
    target: Target
    body: list[Node]


@node
class Yield(Node):
    """A value that the generator with this label hands to the loop that consumes it."""

    splice: int
    value: Node


@node
class Suspend(Node):
    """Hands a value to what asks a generator for its next item; it goes on here when it is asked again."""

    value: Node


@node
class Break(Node):
    """Leaves the loop or the generator with this label."""

    label: int


@node
class Continue(Node):
    """Goes on with the next round of the loop with this label."""

    label: int


@node
class Return(Node):
    """Ends the function with a value."""

    value: Node


@node
class Raise(Node):
    """Gives the question back to Python, which raises the error."""

    trap: Trap = Trap.RAISED


@node
class Evaluate(Node):
    """An expression whose value is not used."""

    value: Node


Target = Var | list["Target"]


def list_in_place(node: Node) -> Block | None:
    """The block that makes and fills the list which an operation is given; None if it is given anything else."""
    match node:
        case Op(operands=[Block(body=[Assign(value=NewContainer()), *_, Evaluate(value=Ask(how="made"))]) as block]):
            return block
    return None


# ---- pieces of code as a whole: how large they are, copies of them


@cache
def names_of_parts(kind: type, known: bool) -> tuple[str, ...]:
    """The fields of a class of nodes that may hold nodes; `known`: those that inference fills in, too, and no targets.

    None of Const, whose value may be a large table.
    """
    if kind is Const:
        return ()
    left_out = ("type", "place", "instance", *(("target", "targets") if known else ()))
    left_out += ("index",) if known and kind is Each else ()
    plain = ("int", "str", "bool", "type")
    held = (each for each in fields(kind) if each.type not in plain and each.name not in left_out)
    return tuple(each.name for each in held if known or each.init)


def parts(node: Node, known: bool) -> list[Any]:
    """The parts of a node that may hold nodes."""
    return [getattr(node, name) for name in names_of_parts(type(node), known)]  # type: ignore[arg-type]


def all_nodes(part: Any, known: bool = False) -> list[Any]:
    """The nodes in a piece of code, from the outside in."""
    found: list[Node] = []
    ahead = [part]
    while ahead:
        part = ahead.pop()
        kind = type(part)
        if kind is list or kind is tuple:
            ahead += reversed(part)
        elif kind is Var or kind is Const:  # half of all nodes: they have no parts
            found.append(part)
        elif kind is dict:
            ahead += reversed(part.values())
        elif isinstance(part, Node):
            found.append(part)
            ahead += reversed(parts(part, known))
    return found


def names_in(target: Any) -> list[str]:
    """The names of the variables of a target, or of several."""
    return [each.name for each in all_nodes(target) if type(each) is Var]


ASSIGNING = {Assign, Count, Each, Splice, Yield}  # few of all nodes


def assignments(part: Any, known: bool = True) -> Counter[str]:
    """How often each variable is assigned in a piece of code; `known`: also in what inference has made of it."""
    found: Counter[str] = Counter()
    targets: dict[int, Target] = {}
    for each in all_nodes(part, known):
        if type(each) not in ASSIGNING:
            continue
        if isinstance(each, (Assign, Count)):
            found.update(names_in(each.target))
        elif isinstance(each, Each):
            for _ in each.unrolled or (None,):
                found.update(names_in([each.index, *each.targets]))
        elif isinstance(each, Splice):
            targets[each.label] = each.target
            found.update(names_in(each.target))
        elif isinstance(each, Yield) and each.splice in targets:
            found.update(names_in(targets[each.splice]))
    return found


def leaving(body: list[Node]) -> list[Node]:
    """What leaves the body of a loop before its end, or hands control on: to the loop itself, or to what is around."""
    nodes = all_nodes(body)
    inside = {each.label for each in nodes if isinstance(each, While | Count | Each | Splice)}
    return [
        each
        for each in nodes
        if isinstance(each, Return)
        or (isinstance(each, Break) and each.label not in inside)
        or (isinstance(each, Yield) and each.splice not in inside)
    ]


def size(part: Any) -> int:
    """How many nodes a piece of code consists of."""
    return len(all_nodes(part))


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
    names: tuple[str, ...] = type(part).__match_args__
    made = type(part)(*(copied(getattr(part, name)) for name in names))
    made.place = part.place
    return made
