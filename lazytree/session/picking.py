"""A move that is chosen by its cells: each that is picked narrows the legal moves. `static/choose.mjs` is its twin.

A move is known by the path of cells that it touches. Where one path begins another's (Konane's d2-d4 and d2-d4-d6), the
last cell picked again ends the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

Path = Sequence[int]
"""The cells that a move touches, in the order in which they are chosen."""


class PickedCells(NamedTuple):
    """The cells picked so far, and the number of the move that they have made, or None."""

    cells: tuple[int, ...] = ()
    move: int | None = None


def fitting_paths(paths: Sequence[Path], cells: Path) -> list[int]:
    """The numbers of the moves whose paths begin with these cells."""
    least = max(1, len(cells))
    return [at for at, path in enumerate(paths) if len(path) >= least and list(path[: len(cells)]) == list(cells)]


def next_cells(paths: Sequence[Path], cells: Path) -> list[int]:
    """The cells that may be picked next, each once."""
    ahead = [paths[at][len(cells)] for at in fitting_paths(paths, cells) if len(paths[at]) > len(cells)]
    return list(dict.fromkeys(ahead))


def endings(paths: Sequence[Path], cells: Path) -> list[int]:
    """The numbers of the moves whose paths are these cells exactly."""
    return [at for at in fitting_paths(paths, cells) if len(paths[at]) == len(cells)]


def pick(paths: Sequence[Path], cells: Path, cell: int) -> PickedCells:
    """What a cell makes of those picked so far: it goes on, ends the move, begins anew, or lets go."""
    on = [*cells, cell]
    if fitting_paths(paths, on):
        return _narrowed(paths, on)
    ended = endings(paths, cells)
    if cells and cells[-1] == cell:
        return PickedCells(tuple(cells) if len(ended) > 1 else (), ended[0] if len(ended) == 1 else None)
    return _narrowed(paths, [cell]) if fitting_paths(paths, [cell]) else PickedCells()


def _narrowed(paths: Sequence[Path], cells: Path) -> PickedCells:
    left = fitting_paths(paths, cells)
    return PickedCells((), left[0]) if len(left) == 1 else PickedCells(tuple(cells))


STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def step_to(places: Sequence[tuple[float, float]], start: int, key: str) -> int:
    """The cell that an arrow key leads to: the nearest one in its direction; the same cell if there is none.

    What lies beside the direction counts as twice as far.
    """
    right, down = STEPS[key]
    best, least = start, inf
    for cell, (x, y) in enumerate(places):
        dx, dy = x - places[start][0], y - places[start][1]
        along = dx * right + dy * down
        distance = along + 2 * abs(dx * down - dy * right)
        if along > 0.01 and distance < least - 1e-9:
            best, least = cell, distance
    return best
