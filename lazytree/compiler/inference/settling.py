"""Inference: the type of every variable, expression and result of a program, widened until nothing changes.

While a result is not known yet, what depends on it is `Unsettled` and looked at again.
"""

from __future__ import annotations

from lazytree.core.errors import Refused

from ..frontend.source import place
from .containers import filled_with_nothing
from .programs import Program
from .statements import inferred


def settle(program: Program) -> None:
    """Infers until nothing changes: afterwards all expressions of the program have types.

    Refused, with file and line, where the rules leave the subset; WiderCells where boards need wider cells.
    """
    while program.waiting:
        instance = program.waiting.pop()
        program.within_reason(instance.core.source)
        inferred(program, instance)
    if any(each.trouble for each in program.instances.values()) and filled_with_nothing(program):
        settle(program)
        return
    for instance in program.instances.values():
        if instance.trouble:
            raise instance.trouble
        if instance.result is None:
            line = instance.core.source.__code__.co_firstlineno
            raise Refused(f"{instance.core.name} never returns", place(instance.core.source, line))
