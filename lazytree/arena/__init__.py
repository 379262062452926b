"""Programs that play: the engine of any game speaks UGI, the referee plays two such programs against each other."""

from lazytree.arena.programs import Program
from lazytree.arena.refereeing import Clock, Refereed, referee
from lazytree.arena.speaking import engine

__all__ = ["Clock", "Program", "Refereed", "engine", "referee"]
