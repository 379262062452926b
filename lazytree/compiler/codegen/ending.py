"""Which `while` loops surely come to an end, and after how many rounds: each takes cells from a set, or shifts it away.

The set is a variable that is not below 0 and that the loop changes in one place, in each round. Such a loop needs no
count of its rounds, and no look at the stop flag if it is short.
"""

from __future__ import annotations

from typing import NamedTuple

from ..frontend.source import parameters as argument_names
from ..inference.programs import Instance
from ..ir.core import Assign, Call, Const, Continue, Node, Op, Return, Var, While
from ..ir.kinds import Int
from .proofs import assignments, within

DEEPEST = 8  # calls within calls


class Shift(NamedTuple):
    """By how many bits a set of cells is shifted to the left, at least and at most; to the right below 0."""

    least: int = 0
    most: int = 0


def most_rounds(loop: While) -> int | None:
    """How many rounds a loop has at most; None where that is not known."""
    if any(isinstance(node, Continue) and node.label == loop.label for node in within(loop.body)):
        return None
    changed = assignments([loop.test, *loop.body])  # a `:=` in the test, too
    for node in loop.body:
        match node:
            case Assign(target=Var(name=name), value=value) if changed[name] == 1 and kept(loop.test, name):
                bits, shift = bits_of(name, value), kept(value, name)
                if bits is not None and is_rest(value, name):
                    return bits
                if bits is not None and shift and (by := max(shift.least, -shift.most)) > 0:
                    return bits // by + 1
    return None


def bits_of(name: str, value: Node) -> int | None:
    """How many cells the set in a variable may have, which a value reads; None where the variable may be below 0."""
    kinds = [node.type for node in within(value) if isinstance(node, Var) and node.name == name]
    if all(isinstance(kind, Int) and kind.low >= 0 for kind in kinds):
        return max((kind.high.bit_length() for kind in kinds if isinstance(kind, Int)), default=None)
    return None


def is_rest(value: Node, name: str) -> bool:
    """Whether a value is `x & x - 1`, for a variable x."""
    match value:
        case Op(symbol="&", operands=[Var(name=a), Op(symbol="-", operands=[Var(name=b), Const(value=1)])]):
            return a == b == name
    return False


def kept(node: Node, name: str, deep: int = 0) -> Shift | None:
    """How a variable is shifted, where all cells of a value are cells of it; None where that is not known.

    The variable is not below 0: then `x & y` holds no other cells than x has, whatever y is.
    """
    match node:
        case Var(name=own) if own == name:
            return Shift()
        case Op(symbol="&", operands=[one, other]):
            return kept(one, name, deep) or kept(other, name, deep)
        case Op(symbol="<<" | ">>" as symbol, operands=[shifted, Node(type=Int(low=low, high=high))]) if low >= 0:
            by = Shift(low, high) if symbol == "<<" else Shift(-high, -low)
            return together(by, kept(shifted, name, deep))
        case Call(instance=Instance() as called, arguments=arguments) if deep < DEEPEST:
            return kept_by_call(called, arguments, name, deep + 1)
    return None


def kept_by_call(called: Instance, arguments: list[Node], name: str, deep: int) -> Shift | None:
    """As `kept`, of a call of a function that only returns a value."""
    match called.core.body:
        case [Return(value=value)] if not assignments(value):
            for parameter, argument in zip(argument_names(called.core.source)[0], arguments):
                given = kept(argument, name, deep)
                if given and (shift := together(given, kept(value, parameter, deep))):
                    return shift
    return None


def together(one: Shift, other: Shift | None) -> Shift | None:
    """A shift by one and then by the other."""
    return None if other is None else Shift(one.least + other.least, one.most + other.most)
