"""DVONN: stacks that jump as far as they are high, and are lost when nothing joins them to a red DVONN piece."""

from .placing import dealt
from .position import LANDINGS, PASS, Move, Position
from .rules import dvonn, stack_first

__all__ = ["LANDINGS", "PASS", "Move", "Position", "dealt", "dvonn", "stack_first"]
