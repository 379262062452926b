"""Inference of calls: what a function gives."""

from __future__ import annotations

from typing import Any

from ..frontend.source import parameters
from ..ir.core import INTO, Call
from ..ir.joining import join
from ..ir.kinds import Container, Fixed, Type
from .programs import Instance
from .walk import Unsettled, Walk


def called_kind(w: Walk, node: Call, kinds: list[Type]) -> Type:
    """The type that a call gives, by the types of its arguments; the function is inferred for these, too.

    Unsettled while the function's result is not known yet.
    """
    function: Any = node.function
    kinds = in_circles(w.instance, function, kinds) if w.program.containers else kinds
    if w.instance.asked.get(node) != kinds:  # else the arguments of the function hold such values
        names = (*parameters(function)[0], INTO)
        node.instance = w.program.request(function, dict(zip(names, kinds)))
        w.instance.asked[node] = kinds
    called: Any = node.instance
    w.instance.calls.add(called)
    w.called_now(called)
    called.callers[w.instance] = None  # from now on: what the first walk finds is taken from it here
    if (result := called.result) is None:
        raise Unsettled(f"{function.__name__} never returns")
    return result  # type: ignore[no-any-return]


def in_circles(caller: Instance, function: Any, kinds: list[Type]) -> list[Type]:
    """The types of a call's arguments: a function that calls itself hands over the dicts that it was handed."""
    callers = {caller: None}
    for instance in (ahead := [caller]):  # which grows meanwhile
        ahead += [each for each in instance.callers if each not in callers]
        callers.update(instance.callers)
        if instance.core.source is function:
            known = iter(instance.arguments)
            handed = [kind if isinstance(kind, Fixed) else next(known, kind) for kind in kinds]
            pairs = zip(handed, kinds)
            return [join(a, b) if is_one_kind(a, b) else b for a, b in pairs]
    return kinds


def is_one_kind(a: Type, b: Type) -> bool:
    """Whether these are containers that may be one."""
    one, other = ((each.part, each.root.kind) if isinstance(each, Container) else None for each in (a, b))
    return one is not None and one == other
