"""Andantino: every stone next to two others, until five are in line or a ring encloses an enemy stone."""

from .last_stone import NO_STONE, LastStonePosition
from .position import NO_WINNER, Board, Position, board_of
from .rules import andantino

__all__ = ["NO_STONE", "NO_WINNER", "Board", "LastStonePosition", "Position", "andantino", "board_of"]
