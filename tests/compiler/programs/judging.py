"""What becomes of programs: each is run in both lanes on some arguments."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from lazytree.compiler.runtime.native import QUICK

from . import lanes, whole_games
from .blame import blamed
from .lanes import Overtime, Raised, Refused, within
from .program import Program, arguments, examples, forgotten, loaded, programs

CALLS = 6  # of each program
SECONDS = 20  # of the processor for the compiler: more is a hang
PYTHON_SECONDS = 1  # of the processor: a program that takes longer in Python is left out
LEVELS = (QUICK, QUICK, 0, 1, 1)  # of optimization: games get QUICK at first, and then 1


@dataclass(frozen=True)
class Way:
    """How a program is compiled, and for which arguments it is run."""

    level: int = 1
    seed: int = 0


@dataclass(frozen=True)
class Finding:
    """A program that fails. `kind`: "wrong", "wrong kind" (equal, of other types), "fault" or "hang"."""

    kind: str
    what: str
    program: Program
    way: Way


@dataclass
class Tally:
    """How many programs became what, why some were refused, and what fails."""

    programs: Counter[str] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    found: list[Finding] = field(default_factory=list)

    def __iadd__(self, other: Tally) -> Tally:
        self.programs += other.programs
        self.calls += other.calls
        self.reasons += other.reasons
        self.found += other.found
        return self

    def tell(self, kind: str, what: str, program: Program, way: Way) -> None:
        self.programs[kind] += 1
        self.found.append(Finding(kind, what, program, way))


def judged(random: Random, number: int) -> Tally:
    """A batch of programs with the same constants."""
    tally = Tally()
    made = programs(random, number)
    way = Way(random.choice(LEVELS), random.getrandbits(32))
    head = loaded(made[0].head)
    for each in made:
        names = loaded(each.body, head)
        if each.form == "game":
            play(tally, each, names, way)
            continue
        kinds = lanes.kinds_of(examples(names, each.form))
        try:
            with within(SECONDS):
                machine = lanes.machine_code(names["rule"], kinds, way.level)
        except Overtime:
            tally.tell("hang", "the compiler", each, way)
            continue
        compare(tally, each, names, machine, way)
        forgotten(names)
    forgotten(head)
    return tally


def compare(tally: Tally, program: Program, names: dict[str, Any], machine: lanes.Lane | Refused, way: Way) -> None:
    """Runs a program in both lanes; its first wrong answer is told."""
    if isinstance(machine, Refused):
        return refuse(tally, machine, program, way)
    random = Random(way.seed)
    tally.programs["machine"] += 1
    for _ in range(CALLS):
        given = arguments(random, names, program.form)
        try:
            with within(PYTHON_SECONDS):
                expected = lanes.answer(names["rule"], given)
        except Overtime:
            tally.calls["too long in Python"] += 1
            return None
        verdict = lanes.verdict(expected, machine, given)
        kind = verdict.partition(":")[0]
        tally.calls["both raise" if kind == "same" and isinstance(expected, Raised) else kind] += 1
        if kind not in ("same", "trap"):
            kinds = lanes.kinds_of(examples(names, program.form))
            why = blamed(names["rule"], kinds, given, expected)
            return tally.tell(kind, f"for {given}\n{verdict}\n{why}", program, way)
    return None


def play(tally: Tally, program: Program, names: dict[str, Any], way: Way) -> None:
    """Compares both lanes of a game."""
    try:
        with within(SECONDS):
            game = whole_games.game_of(names)
            why = whole_games.reason(game)
            if why:
                return refuse(tally, Refused(why), program, way)
            tally.programs["machine"] += 1
            found = next(whole_games.differences(Random(way.seed), game, names), "same")
    except Overtime:
        return tally.tell("hang", "a game", program, way)
    except Exception as error:
        return tally.tell("fault", f"it raised {error!r}", program, way)
    tally.calls[found.partition(":")[0]] += 1
    return None if found == "same" else tally.tell(found.partition(":")[0], found, program, way)


def refuse(tally: Tally, refused: Refused, program: Program, way: Way) -> None:
    if lanes.is_fault(refused):
        tally.tell("fault", str(refused), program, way)
    else:
        tally.programs["refused"] += 1
        tally.reasons[reason(refused)] += 1


def reason(refused: Refused) -> str:
    """The rule broken, without its place and numbers."""
    return re.sub(r"[0-9]+", "0", re.sub(r"^<[^>]*>:[0-9]+: ", "", refused.rule))[:70]


def outcome(program: Program, way: Way, seconds: float = 5) -> tuple[str, str]:
    """The kind of what is wrong with one program and what it says; "machine" if nothing is, or "refused"."""
    tally, head = Tally(), loaded(program.head)
    names = loaded(program.body, head)
    try:
        if program.form == "game":
            play(tally, program, names, way)
        else:
            kinds = lanes.kinds_of(examples(names, program.form))
            with within(seconds):
                machine = lanes.machine_code(names["rule"], kinds, way.level)
            compare(tally, program, names, machine, way)
    except Overtime:
        return "hang", ""
    finally:
        forgotten(names)
        forgotten(head)
    found = tally.found[0] if tally.found else Finding(next(iter(tally.programs)), "", program, way)
    return found.kind, found.what
