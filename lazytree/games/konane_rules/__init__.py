"""Konane, the stone jumping game of Hawaii: the player who cannot move loses."""

from ..support.stones import Position
from .rules import Move, konane

__all__ = ["Move", "Position", "konane"]
