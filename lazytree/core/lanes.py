"""A verdict: the lane that a game runs in, machine code or Python, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

COMPILED, INTERPRETED = "compiled", "interpreted"


@dataclass(frozen=True)
class Lane:
    """How a game runs: `name` is "compiled" or "interpreted"; `reason` says why not compiled, with file and line.

    `ratings` gives the same for each rating that stays interpreted in a compiled game. `trapped` counts the questions
    that machine code has given back to Python so far; `reason` then says what stopped it the last time.
    """

    name: str
    reason: str = ""
    ratings: Mapping[str, str] = field(default_factory=dict)
    trapped: int = 0
