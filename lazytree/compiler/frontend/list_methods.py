"""What changes a list that grows as a whole, or in its middle: insert, pop(i), reverse, clear."""

from __future__ import annotations

from ..ir.core import (
    Add,
    Assign,
    Block,
    Choose,
    Const,
    Count,
    Evaluate,
    If,
    Item,
    Node,
    Op,
    Pop,
    Put,
    Raise,
    Var,
    While,
)
from ..ir.kinds import LEAST, MOST
from .reader import GrownName, Reader


def length(held: GrownName) -> Node:
    """How many items a list has."""
    return Op("len", [Var(held.variable)])


def further(at: Var, step: int) -> Node:
    """The place after, or before, another one."""
    return Op("+", [Var(at.name), Const(step)])


def place_within(at: Var, most: Node, least: int, size: Node) -> Node:
    """A place as Python takes it that lets no place be out of range: from the end if negative, then cut off."""
    from_end = Op("max", [Op("+", [Var(at.name), size]), Const(least)])
    return Choose(Op("<", [Var(at.name), Const(0)]), from_end, Op("min", [Var(at.name), most]))


def inserted(r: Reader, held: GrownName, index: Node, item: Node) -> list[Node]:
    """`name.insert(index, item)`: those from there on move up."""
    variable, given, at, kept, each = Var(held.variable), *(r.hidden(one) for one in ("given", "at", "item", "each"))
    start: list[Node] = [Assign(given, index), Assign(kept, item)]
    start += [If(Op(sign, [Var(given.name), Const(end)]), [Raise()], []) for sign, end in (("<", LEAST), (">", MOST))]
    start.append(Assign(at, place_within(given, length(held), 0, length(held))))
    bounds: list[Node] = [Op("-", [length(held), Const(1)]), Var(at.name), Const(-1)]
    moving = Count(next(r.fresh), each, bounds, [Put(variable, Var(each.name), Item(variable, further(each, -1)))])
    return [*start, Add(variable, Var(kept.name)), moving, Put(variable, Var(at.name), Var(kept.name))]


def popped_at(r: Reader, held: GrownName, index: Node) -> Block:
    """`name.pop(index)`: those after it move down."""
    variable, at, kept, each = Var(held.variable), *(r.hidden(one) for one in ("at", "item", "each"))
    start: list[Node] = [Assign(at, index), Assign(kept, Item(variable, Var(at.name)))]
    start.append(
        If(Op("<", [Var(at.name), Const(0)]), [Assign(Var(at.name), Op("+", [Var(at.name), length(held)]))], [])
    )
    bounds: list[Node] = [Var(at.name), Op("-", [length(held), Const(1)])]
    moving = Count(next(r.fresh), each, bounds, [Put(variable, Var(each.name), Item(variable, further(each, 1)))])
    return Block([*start, moving, Evaluate(Pop(Var(held.variable), first=False))], Var(kept.name))


def turned_over(r: Reader, held: GrownName) -> list[Node]:
    """`name.reverse()`."""
    variable, at, other, kept = Var(held.variable), *(r.hidden(one) for one in ("at", "other", "item"))
    step: list[Node] = [
        Assign(other, Op("-", [Op("-", [length(held), Const(1)]), Var(at.name)])),
        Assign(kept, Item(variable, Var(at.name))),
        Put(variable, Var(at.name), Item(variable, Var(other.name))),
        Put(variable, Var(other.name), Var(kept.name)),
    ]
    return [Count(next(r.fresh), at, [Op("//", [length(held), Const(2)])], step)]


def emptied(r: Reader, held: GrownName) -> list[Node]:
    """`name.clear()` of a list."""
    return [While(next(r.fresh), Op(">", [length(held), Const(0)]), [Evaluate(Pop(Var(held.variable), first=False))])]
