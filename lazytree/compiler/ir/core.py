"""The small language between Python's syntax and machine code; frontend, inference and codegen share it.

Loops carry labels, so that `break` may leave several loops; generators have been spliced into the loops that consume
them; every variable has a name of its own. Inference writes each expression's type into it.
"""

from __future__ import annotations

from dataclasses import field

from lazytree.core.errors import Trap

from .expressions import (
    INTO,
    Ask,
    Atomic,
    Blank,
    Block,
    ByKind,
    Call,
    Choose,
    Const,
    Fetch,
    Field,
    Gathered,
    Given,
    Item,
    Make,
    Member,
    Method,
    NewContainer,
    Node,
    NoResult,
    Op,
    Part,
    Replace,
    Set,
    Span,
    Unset,
    Var,
)
from .value_classes import open_class as node

__all__ = [
    "INTO",
    "Apart",
    "Ask",
    "Assign",
    "Atomic",
    "Blank",
    "Block",
    "Break",
    "ByKind",
    "Call",
    "Choose",
    "Const",
    "Continue",
    "Count",
    "Each",
    "Emit",
    "Evaluate",
    "Fetch",
    "Field",
    "Gathered",
    "Given",
    "If",
    "Item",
    "Make",
    "Member",
    "Method",
    "NewContainer",
    "NoResult",
    "Node",
    "Op",
    "Part",
    "Raise",
    "Replace",
    "Return",
    "Set",
    "Span",
    "Splice",
    "Stash",
    "Store",
    "Target",
    "Unset",
    "Var",
    "While",
    "Yield",
]


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
    asked: Node | None = field(default=None, init=False)  # filled by inference: of a container


@node
class Stash(Node):
    """Keeps a move in scratch memory."""

    words: Node
    index: Node
    value: Node


@node
class Emit(Node):
    """Hands the index-th answer back to Python."""

    index: Node
    value: Node


@node
class Apart(Node):
    """Refused, with `said`, where variables of the one hold a container that variables of the other hold as well."""

    one: tuple[str, ...]
    other: tuple[str, ...]
    said: str


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
    method: str = ""  # `count` or `index`: a NamedTuple may have one of its own
    strict: bool = False  # of several that must be equally long
    any_order: bool = False  # whether a set may be gone over in any order
    gathered: str = ""  # the variable that the body assigns last; in its copies it has a number
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
