"""The command line, `lazytree COMMAND GAME [parameter=value ...] [options]`: the only package that reads and prints."""

from .shell import main, run

__all__ = ["main", "run"]
