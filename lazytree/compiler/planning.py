"""Plans: which functions a program consists of, and the program with all types inferred."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lazytree.core.game import Game

from .frontend.meanwhile import keeping
from .inference.programs import Instance, Program, WiderCells
from .inference.settling import settle
from .ir.kinds import Type
from .ir.rows import as_whole
from .positions import reached, request


class Planning:
    """What a plan may ask while it says which functions a program consists of."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def request(self, function: Any, arguments: Mapping[str, Type]) -> Instance:
        """The instance of a function for arguments of these types, by name (`Program.request`)."""
        return for_python(self.program, self.program.request(function, arguments))

    def rule(self, function: Any, *given: Type) -> Instance:
        """The instance of a rule for these arguments; further parameters have their defaults."""
        return for_python(self.program, request(self.program, function, *given))

    def reached(self, game: Game[Any, Any]) -> Type:
        """The type of every position that play can reach."""
        return reached(self.program, game)

    def empty(self) -> None:
        """Takes away all functions: the plan begins anew."""
        self.program.empty()

    def settle(self) -> None:
        """Infers all types, so that the plan can read them."""
        settle(self.program)


def for_python(program: Program, instance: Instance) -> Instance:
    """The instance, which Python calls: it gives what Python can be handed."""
    instance.for_python = True
    if instance.result is not None and as_whole(instance.result) != instance.result:
        program.wake(instance)  # inferred already, as what only machine code calls
    return instance


Plan = Callable[[Planning], Mapping[str, Instance]]
"""Adds functions to a program and gives the instances that Python calls, by name; asked again for wider cells."""


def inferred(plan: Plan, cell: int = 8, parts: int = 1) -> tuple[Program, Mapping[str, Instance]]:
    """The program that a plan asks for, with all types inferred, and the instances that Python calls, by name.

    Cells of boards have at least `cell` bits: the plan is asked again with twice as many while they are too few.
    The code may be as long as that of so many `parts`.
    """
    while True:
        program = Program(cell, parts)
        try:
            with keeping():
                instances = plan(Planning(program))
                settle(program)
            return program, instances
        except WiderCells:
            cell *= 2
