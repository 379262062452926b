"""Inference of calls: what a function gives, and what it puts into the lists that are lent to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..frontend.source import parameters
from ..ir.core import INTO, Call, Lent, Node
from ..ir.kinds import Type
from .programs import Instance
from .walk import Unsettled, Walk, keep


def called_kind(w: Walk, node: Call, kinds: list[Type]) -> Type:
    """The type that a call gives, by the types of its arguments; the function is inferred for these, too.

    Unsettled while the function's result is not known yet.
    """
    function: Any = node.function
    names = (*parameters(function)[0], INTO)
    called: Any = node.instance
    if w.instance.asked.get(node) != kinds:  # else the arguments of the function hold such values
        called = node.instance = w.program.request(function, dict(zip(names, kinds)))
        w.instance.asked[node] = kinds
    w.instance.calls.add(called)
    w.called_now(called)
    called.callers[w.instance] = None  # from now on: what the first walk finds is taken from it here
    if any(isinstance(each, Lent) for each in node.arguments):
        keep_lent(w, dict(zip(names, node.arguments)), called)
    if called.result is None:
        raise Unsettled(f"{function.__name__} never returns")
    return called.result


def keep_lent(w: Walk, given: Mapping[str, Node], called: Instance) -> None:
    """Joins what a function puts into the lists that are lent to it into the types of these."""
    for name, kind in zip(called.core.parameters, called.arguments):
        if isinstance(each := given[name], Lent):
            each.type = keep(w, each.name.name, kind)
