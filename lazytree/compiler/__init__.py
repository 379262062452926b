"""Rules as machine code: `compiled(game)`, and which lane a game runs in. Needs the extra `compiled`.

Whole searches in machine code are asked for at the front door: `lazytree.deepen`, `solve`, `perft` and others.
"""

from .compiling import compiled, lane

__all__ = ["compiled", "lane"]
