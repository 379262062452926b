"""DVONN: stacks that jump as far as they are high, and are lost when nothing joins them to a red DVONN piece."""

from .placing import dealt
from .position import GRID, LANDINGS, NUMBERS, PASS, Move, Position
from .rules import dvonn, stack_first

__all__ = ["GRID", "LANDINGS", "NUMBERS", "PASS", "Move", "Position", "dealt", "dvonn", "stack_first"]
