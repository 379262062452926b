"""What a board shows of a position, handed over one by one; in the subset."""

from __future__ import annotations

from typing import Any

from ..ir.scratch import emit


def cells(touched: Any, position: Any, move: Any) -> int:
    """Hands over every cell that a move names, in order; how many there are."""
    count = 0
    for cell in touched(position, move):
        emit(count, cell)
        count += 1
    return count
