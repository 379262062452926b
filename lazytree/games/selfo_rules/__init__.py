"""Selfo, a game of self-organization: bring all your pieces together."""

from .fairness import walled_off, widest_gap
from .position import PASS, SWAP, Move, Position, split
from .ratings import self_organization, swarm_of
from .rules import selfo

__all__ = [
    "PASS",
    "SWAP",
    "Move",
    "Position",
    "self_organization",
    "selfo",
    "split",
    "swarm_of",
    "walled_off",
    "widest_gap",
]
