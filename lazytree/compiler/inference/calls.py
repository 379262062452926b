"""Inference of calls: what a function gives, and what it puts into the lists that are lent to it."""

from __future__ import annotations

from typing import Any

from ..frontend.source import parameters
from ..ir.core import INTO, Call, Lent
from ..ir.kinds import Type
from .programs import Instance
from .walk import Unsettled, Walk, keep


def called_kind(w: Walk, node: Call, kinds: list[Type]) -> Type:
    """The type that a call gives, by the types of its arguments; the function is inferred for these, too.

    Unsettled while the function's result is not known yet.
    """
    function: Any = node.function
    if w.instance.asked.get(node) != kinds:  # else the arguments of the function hold such values
        names = (*parameters(function)[0], INTO)
        node.instance = w.program.request(function, dict(zip(names, kinds)))
        w.instance.asked[node] = kinds
    called: Any = node.instance
    w.instance.calls.add(called)
    w.called_now(called)
    called.callers[w.instance] = None  # from now on: what the first walk finds is taken from it here
    if any(isinstance(each, Lent) for each in node.arguments):
        keep_lent(w, node, called)
    if (result := called.result) is None:
        raise Unsettled(f"{function.__name__} never returns")
    return result  # type: ignore[no-any-return]


def keep_lent(w: Walk, node: Call, called: Instance) -> None:
    """Joins what a function puts into the lists that are lent to it into the types of these."""
    function: Any = node.function
    given = dict(zip((*parameters(function)[0], INTO), node.arguments))
    for name, kind in zip(called.core.parameters, called.arguments):
        if isinstance(each := given[name], Lent):
            each.type = keep(w, each.name.name, kind)
