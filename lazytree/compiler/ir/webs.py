"""A variable that is assigned anew, and whose value of before is read no more, as variables of their own.

The assignments whose values the same reading may find make a *web* (Muchnick, Advanced Compiler Design, 16.3.3); webs
of one name have nothing in common but the name. What a loop assigns may be found in all of it, and behind it.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from . import core
from .core import Node
from .subset import MARK

BEGIN = 0  # stands for the value with which a function begins


def separate(body: list[Node], name: str) -> None:
    """Gives each web of a variable a name of its own; that of a parameter keeps it."""
    webs = Webs(name)
    webs.flow(body, frozenset({BEGIN}))
    names = {webs.web(BEGIN): name}
    for node in named(body, name):
        node.name = names.setdefault(webs.web(id(node)), name + MARK * len(names))


def named(part: Any, name: str) -> list[core.Var]:
    """Where a variable stands in a piece of code."""
    return [each for each in core.all_nodes(part) if isinstance(each, core.Var) and each.name == name]


class Webs:
    """The webs of one variable: where it stands, by the ids of the nodes, and what is known to be of one web."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.joined: dict[int, int] = {}
        self.found: defaultdict[int, frozenset[int]] = defaultdict(frozenset)  # at breaks, and behind yields, by label

    def web(self, place: int) -> int:
        """One place that stands for all of its web."""
        while place in self.joined:
            place = self.joined[place]
        return place

    def flow(self, part: Any, before: frozenset[int]) -> frozenset[int]:
        """The assignments that may be found behind a piece of code, of those before it and its own."""
        match part:
            case core.Var(name=self.name):
                for each in before:
                    if (web := self.web(each)) != (mine := self.web(id(part))):
                        self.joined[web] = mine
                return before
            case list() | tuple():
                for each in part:
                    before = self.flow(each, before)
                return before
            case core.Assign(target=target, value=value):
                after = self.flow(value, before)
                if isinstance(value, core.Op) and value.in_place:  # it stays what it is, and a constant is not changed
                    self.flow(target, after)
                return self.places(target) or after
            case core.If(test=test, then=then, other=other) | core.Choose(test=test, then=then, other=other):
                before = self.flow(test, before)
                return self.flow(then, before) | self.flow(other, before)
            case core.Block() | core.Evaluate():
                return self.flow(core.parts(part, known=False), before)
            case core.Splice(label=label, generator=body) if not named([part.target, part.body], self.name):
                after = self.flow(body, before)
                self.flow(part.body, before | self.places(body))  # it may break
                return after | self.found[label]
            case core.Yield(splice=label, value=value):
                return self.flow(value, before) | self.found[label]
            case core.Break(label=label):
                self.found[label] |= before
                return frozenset()
            case core.Continue() | core.Raise() | core.Return():
                self.flow(core.parts(part, known=False), before)
                return frozenset()
            case dict():
                return self.flow(list(part.values()), before)
            case Node():
                if core.assignments(part, known=False)[self.name]:
                    before |= self.places(part)
                if isinstance(part, core.Splice):
                    self.found[part.label] |= before
                for each in core.parts(part, known=False):
                    self.flow(each, before)
        return before

    def places(self, part: Any) -> frozenset[int]:
        """All places of the variable in a piece of code."""
        return frozenset(map(id, named(part, self.name)))
