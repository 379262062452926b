"""A second opinion: the typed language between reading and lowering, run in plain Python.

It shares no code with lowering, so reading and inference are checked apart from it: every value must lie in the
interval that inference has given it.
"""

from lazytree.compiler.passes import inferred

from .running import run

__all__ = ["inferred", "run"]
