"""The same rules as machine code: `compiled(game)`, and whole searches that run in it. Needs `lazytree[compiled]`."""

from .compiling import Lane, compiled, lane

__all__ = ["Lane", "compiled", "lane"]
