"""Chess, also on small boards and with the start positions of Chess960."""

from .position import Move, Position
from .rules import chess
from .text import fen

__all__ = ["Move", "Position", "chess", "fen"]
