"""The lane in which a game runs: machine code or Python, with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MACHINE, PYTHON = "machine", "python"


def require_lane(lane: str | None) -> None:
    """Raises ValueError unless this names a lane, or is None.

    >>> require_lane("fast")
    Traceback (most recent call last):
    ValueError: lane must be "machine", "python" or None (the first that can answer), not 'fast'
    """
    if lane not in (None, MACHINE, PYTHON):
        raise ValueError(f'lane must be "{MACHINE}", "{PYTHON}" or None (the first that can answer), not {lane!r}')


@dataclass(frozen=True)
class Lane:
    """The lane of a game: `name` is "machine" or "python", `reason` says why not compiled, with file and line.

    `ratings` holds, for a compiled game, the reason for each rating that is interpreted, by the rating's name.
    `trapped` counts the questions that machine code has given back to Python; `reason` then says what stopped it last.

    >>> Lane(PYTHON, "as asked for").reason
    'as asked for'
    """

    name: str
    reason: str = ""
    ratings: Mapping[str, str] = field(default_factory=dict)
    trapped: int = 0
