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
    names, _ = parameters(function)
    called = w.program.request(function, dict(zip((*names, INTO), kinds)))
    node.instance = called
    w.instance.calls.add(called)
    w.called_first(called)
    called.callers[w.instance] = None  # from now on: what the first walk finds is taken from it here
    keep_lent(w, node, called)
    if called.result is None:
        raise Unsettled(f"{function.__name__} never returns")
    return called.result


def keep_lent(w: Walk, node: Call, called: Instance) -> None:
    """Joins what a function puts into the lists that are lent to it into the types of these."""
    kinds = dict(zip(called.core.parameters, called.arguments))
    for name, each in zip((*parameters(node.function)[0], INTO), node.arguments):  # type: ignore[arg-type]
        if isinstance(each, Lent):
            each.type = keep(w, each.name.name, kinds[name])
