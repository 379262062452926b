"""What becomes of programs: each is run in both lanes on some arguments."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from . import lanes
from .lanes import Overtime, Raised, Refused, within
from .program import Program, arguments, examples, forgotten, loaded, programs

CALLS = 6  # of each program
SECONDS = 20  # of inference or code generation: more is a hang
PYTHON_SECONDS = 2  # a program that takes longer in Python is left out
LEVELS = (0, 0, 0, 1, 1)  # of optimization: 1 is what games get


@dataclass
class Tally:
    """How many programs became what, why some were refused, and what is to be told."""

    programs: Counter[str] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    found: list[tuple[str, str, Program]] = field(default_factory=list)  # (class, what, the program)

    def __iadd__(self, other: Tally) -> Tally:
        self.programs += other.programs
        self.calls += other.calls
        self.reasons += other.reasons
        self.found += other.found
        return self


def judged(random: Random, number: int) -> Tally:
    """A batch of programs with the same constants, compiled together."""
    tally, ready = Tally(), []
    made = programs(random, number)
    head = loaded(made[0].head)
    for each in made:
        names = loaded(each.body, head)
        kinds = lanes.kinds_of(examples(names, each.of_edges))
        try:
            with within(SECONDS):
                refused = lanes.refusal(names["rule"], kinds)
        except Overtime:
            tell(tally, "hang", "inference", each)
            continue
        if refused is not None:
            refuse(tally, refused, each)
            continue
        ready.append((each, names, kinds))
    copy_always, level = random.random() < 0.2, random.choice(LEVELS)
    compiled = lanes.machine_code([(names["rule"], kinds) for _, names, kinds in ready], copy_always, level)
    for (each, names, _), machine in zip(ready, compiled):
        if isinstance(machine, Refused):
            refuse(tally, machine, each)
        else:
            tally.programs["compiled"] += 1
            compare(tally, each, names, machine, random)
        forgotten(names)
    forgotten(head)
    return tally


def compare(tally: Tally, program: Program, names: dict[str, Any], machine: lanes.Lane, random: Random) -> None:
    """The first wrong answer is told."""
    for _ in range(CALLS):
        given = arguments(random, names, program.of_edges)
        try:
            with within(PYTHON_SECONDS):
                expected = lanes.answer(names["rule"], given)
        except Overtime:
            tally.calls["too long in Python"] += 1
            return
        verdict = lanes.verdict(expected, machine, given)
        kind = verdict.partition(":")[0]
        tally.calls["both raise" if kind == "same" and isinstance(expected, Raised) else kind] += 1
        if kind not in ("same", "trap"):
            tell(tally, kind, f"for {given}\n{verdict}", program)
            return


def refuse(tally: Tally, refused: Refused, program: Program) -> None:
    if lanes.is_fault(refused):
        tell(tally, "fault", str(refused), program)
    else:
        tally.programs["refused"] += 1
        tally.reasons[reason(refused)] += 1


def reason(refused: Refused) -> str:
    """The rule broken, without names and numbers."""
    return re.sub(r"[0-9]+", "0", refused.rule)[:70]


def tell(tally: Tally, kind: str, what: str, program: Program) -> None:
    tally.programs[kind] += 1
    tally.found.append((kind, what, program))


def outcome(program: Program, seed: int = 0, seconds: float = 5, calls: int = 40) -> Iterator[str]:
    """What is wrong with one program, if anything is."""
    random, tally = Random(seed), Tally()
    names = loaded(program.body, loaded(program.head))
    rule = names["rule"]
    kinds = lanes.kinds_of(examples(names, program.of_edges))
    for copy_always, level in ((False, 1), (False, 0), (True, 1)):
        try:
            with within(seconds):
                (machine,) = lanes.machine_code([(rule, kinds)], copy_always, level)
        except Overtime:
            yield "hang"
            return
        if isinstance(machine, Refused):
            yield "fault" if lanes.is_fault(machine) else "refused"
            return
        for _ in range(calls // CALLS):
            compare(tally, program, names, machine, random)
        yield from {kind for kind, _, _ in tally.found}
