"""The widgets of `lazytree.hosts.widgets` under a short name. They need the extra `notebook`."""

from lazytree.hosts.widgets import board, explore, swarm

__all__ = ["board", "explore", "swarm"]
