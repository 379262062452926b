"""Which half of the compiler is to blame for a wrong answer: what comes before lowering, or lowering and after."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from ir_interpreter import inferred, run
from ir_interpreter.checking import Wrong

from lazytree.compiler.ir.kinds import Type
from lazytree.core.errors import Trapped

from .lanes import CELL


def blamed(function: FunctionType, kinds: dict[str, Type], given: tuple[Any, ...], expected: Any) -> str:
    try:
        program, instances = inferred(lambda each: {"rule": each.request(function, kinds)}, CELL)
        found, _ = run(program, instances["rule"], *given)
    except Trapped as trapped:
        return f"lowering: its typed form traps ({trapped})"
    except Wrong as wrong:
        return f"inference: {wrong}"
    except Exception as error:  # a program that the second opinion cannot run either
        return f"unknown: its typed form raises {error!r}"
    return (
        "lowering: its typed form answers as Python does"
        if found == expected
        else "reading: its typed form says so, too"
    )
