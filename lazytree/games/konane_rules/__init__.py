"""Konane, the stone jumping game of Hawaii: the player who cannot move loses."""

from .rules import Move, Position, konane, lines_of_jumps

__all__ = ["Move", "Position", "konane", "lines_of_jumps"]
