"""What the text of a function says of its loops: what they change, what they go over, which surely come to an end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any

from ..ir.core import (
    Add,
    Assign,
    Begin,
    Block,
    Call,
    Choose,
    Const,
    Copy,
    Count,
    Each,
    Field,
    If,
    Lent,
    Node,
    Op,
    Pop,
    Put,
    Splice,
    Take,
    Target,
    Var,
    Yield,
)

MOST_ROUNDS = 2**28  # of a while loop; beyond, a trap
NO_CODE = ("int", "str", "bool", "type")  # types of fields, as they are written
ASSIGNING = {Assign, Count, Begin, Add, Take, Put, Copy, Pop, Lent, Each, Splice, Yield}  # few of all nodes
LEAVES = Var, Const  # half of all nodes: they have no parts
FURTHEST = 2**31  # bounds of a range; beyond, a trap


def parts(node: Node) -> tuple[Any, ...]:
    """The parts of a node that are code; what it assigns to is left out."""
    return reader_of(type(node))(node)  # type: ignore[arg-type]


@cache
def reader_of(kind: type[Node]) -> Callable[[Node], tuple[Any, ...]]:
    """How the parts of a node of this class are read: the fields that may hold code."""
    left_out = ("type", "place", "target", "targets", "instance", *(("index",) if kind is Each else ()))
    held = [each.name for each in fields(kind) if each.type not in NO_CODE and each.name not in left_out]
    if kind is Const or not held:
        return lambda node: ()
    return attrgetter(*held) if len(held) > 1 else lambda node: (getattr(node, held[0]),)


def within(part: Any) -> list[Node]:
    """A node and all nodes in it, from the outside in."""
    found, ahead = list[Node](), [part]
    while ahead:
        part = ahead.pop()
        kind = type(part)
        if kind is list or kind is tuple:
            ahead += reversed(part)
        elif kind in LEAVES:
            found.append(part)
        elif kind is dict:
            ahead += reversed(part.values())
        elif isinstance(part, Node):
            found.append(part)
            ahead += reversed(reader_of(kind)(part))  # type: ignore[arg-type]
    return found


def names(target: Target | None) -> Iterable[str]:
    """The names that a target assigns."""
    if isinstance(target, Var):
        yield target.name
    for each in target if isinstance(target, list) else ():
        yield from names(each)


def assignments(nodes: Any) -> Counter[str]:
    """How often each variable is assigned in the text."""
    found: Counter[str] = Counter()
    targets: dict[int, Target] = {}
    for node in within(nodes):
        if type(node) not in ASSIGNING:
            continue
        if isinstance(node, (Assign, Count)):
            found.update(names(node.target))
        elif isinstance(node, (Begin, Add, Take, Put, Copy, Pop, Lent)):
            found[node.name.name] += 1
        elif isinstance(node, Each):
            for _ in node.unrolled or (None,):
                found.update(names([each for each in (node.index, *node.targets) if each is not None]))
        elif isinstance(node, Splice):
            targets[node.label] = node.target
            found.update(names(node.target))
        elif isinstance(node, Yield) and node.splice in targets:
            found.update(names(targets[node.splice]))
    return found


def reads(node: Node) -> set[str]:
    """The variables that an expression reads."""
    return {each.name for each in within(node) if isinstance(each, Var)}


# ---- loops


def is_untouched(sequence: Node, changed: Counter[str]) -> bool:
    """Whether a loop's body leaves alone what the loop goes over."""
    while isinstance(sequence, Field):
        sequence = sequence.base
    return isinstance(sequence, Var) and not changed[sequence.name]


def leading_test(node: Each, changed: Counter[str]) -> Op | None:
    """The comparison of the cell with something fixed that a loop's whole body hangs on, if there is one.

    `changed` says how often the body assigns each variable.
    """
    body, target = node.body, node.targets[0]
    if len(node.targets) != 1 or node.backwards or len(body) != 1 or not isinstance(body[0], If) or body[0].other:
        return None
    own = [name for each in (node.index, target) for name in names(each)]
    if any(changed[name] for name in own):
        return None  # after the loop the variables hold what the body left in them
    test: Node = body[0].test
    while (first := first_of_and(test)) is not None:
        test = first
    if not isinstance(test, Op) or test.symbol not in ("==", "!=", "<", "<=", ">", ">="):
        return None
    cell, other = test.operands
    fixed = isinstance(other, Const) or (isinstance(other, Var) and not changed[other.name] and other.name not in own)
    return test if isinstance(cell, Var) and isinstance(target, Var) and cell.name == target.name and fixed else None


def first_of_and(test: Node) -> Node | None:
    """a, where the test is `a and b`: kept in a variable, then b if that is true, else the variable."""
    match test:
        case Block(
            body=[Assign(target=Var(name=kept), value=first)],
            result=Choose(test=Var(name=tested), other=Var(name=otherwise)),
        ) if kept == tested == otherwise:
            return first
    return None


def lowest_of(node: Op) -> Node | None:
    """x, where the node is `(x & -x).bit_length() - 1`: the lowest cell of a set; None elsewhere."""
    match node:
        case Op(
            symbol="-", operands=[Op(symbol="bit_length", operands=[Op(symbol="&", operands=[Var() as x, minus])]), one]
        ):
            match minus, one:
                case Op(symbol="-", operands=[Const(value=0), Var(name=name)]), Const(value=1) if name == x.name:
                    return x
    return None


def weight(nodes: list[Node]) -> int:
    """How many nodes a piece of code has, each function that it calls counted once, recursive ones left out."""
    size, front = 0, [nodes]
    reached: set[Any] = set()
    while front:
        body = list(within(front.pop()))
        size += len(body)
        called: list[Any] = [node.instance for node in body if isinstance(node, Call) and node.instance]
        new = {each for each in called if not each.recursive} - reached
        reached |= new
        front += [each.core.body for each in new]
    return size
