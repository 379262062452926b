"""The best moves of both from a position whose value is known to the end of the game, in the subset."""

from __future__ import annotations

from typing import Any

from .memory import emit
from .parts import Memory
from .searches import Position, Value, first_moves, passed
from .solver import CHOSEN, PLIES, reaches
from .threats import is_over


def best_line(rules: Any, memory: Memory, position: Position, value: Value) -> int:
    """Hands the best moves of both to Python, the first one of equals at first; how many.

    `value` is that of the position, seen by FIRST; `rules` are those of the solver. OverflowError where more positions
    are to be seen than are allowed, or the line is longer than PLIES: positions may come back.
    """
    for ply in range(PLIES):
        if is_over(rules, position):
            return ply
        best = best_number(rules, memory, position, value)
        value = passed(rules, value)
        move = best_move(rules, memory, position, value, best, ply == 0)
        emit(ply, move)
        position = rules.play(position, move)
    raise OverflowError("a line so long")


def best_number(rules: Any, memory: Memory, position: Any, value: Any) -> int:
    """The number of a best move."""
    asked = value if first_moves(rules, position) else value + 1
    reaches(rules, memory, position, asked - 1, asked, 0, 0)
    return memory.counts[CHOSEN]  # type: ignore[no-any-return]


def best_move(rules: Any, memory: Memory, position: Any, value: Any, best: int, is_first: bool) -> Any:
    """The move of that number; if `is_first`, the first one that is as good: after which the value is that."""
    first = first_moves(rules, position)
    asked = value if first else value + 1
    number = 0
    for move in rules.moves(position):
        if number >= best:
            return move
        if is_first:
            found = reaches(rules, memory, rules.play(position, move), asked - 1, asked, 0, 0)
            if (found >= value) if first else (found <= value):
                return move
        number += 1  # noqa: SIM113 - rules may give a range here and a tuple there
    raise OverflowError("no move of that number")
