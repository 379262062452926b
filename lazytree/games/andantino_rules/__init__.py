"""Andantino: every stone next to two others, until five are in line or a ring encloses an enemy stone."""

from .position import NO_WINNER, Board, Position, board_of
from .rules import andantino

__all__ = ["NO_WINNER", "Board", "Position", "andantino", "board_of"]
