"""Which lanes have answered about the moves of a position, in words."""

from __future__ import annotations

from collections import Counter

from lazytree.core.lanes import PYTHON, Lane

from .texts import format_lane


def format_lanes(lanes: tuple[Lane, ...]) -> str:
    """The lanes that answered, as text: for how many moves each, if there are several."""
    counts = Counter(format_lane(lane) for lane in lanes)
    if not counts:
        return f"{PYTHON} (moves are rated one ply ahead)"
    if len(counts) == 1:
        return next(iter(counts))
    return "; ".join(f"{told} for {number} {'move' if number == 1 else 'moves'}" for told, number in counts.items())
