"""The command line: `lazytree COMMAND GAME [parameter=value ...] [options]`. The only room that reads and prints."""

from .shell import main, run

__all__ = ["main", "run"]
