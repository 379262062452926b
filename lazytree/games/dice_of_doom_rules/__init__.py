"""Dice of Doom: attack where you have more dice, pass, be reinforced; the player who holds most hexes wins."""

from .position import Move, Position, dice_of, owner_of
from .rules import dice_of_doom

__all__ = ["Move", "Position", "dice_of", "dice_of_doom", "owner_of"]
