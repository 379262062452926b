"""The same rules as machine code: `compiled(game)`, and whole searches that run in it. Needs `lazytree[compiled]`."""

from .compiling import Lane, compiled, lane
from .driving import alphabeta, deepen, perft, playouts, solve

__all__ = ["Lane", "alphabeta", "compiled", "deepen", "lane", "perft", "playouts", "solve"]
