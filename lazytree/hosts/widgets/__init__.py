"""Widgets: a tree that unfolds on a click, a board to play on, a swarm with sliders. They need the extra `notebook`.

Each is made of an immutable value, functions of it, and a thin shell that shows it with the front end of `static/`.
They work in JupyterLab and, by `mo.ui.anywidget(...)`, in marimo; a picture stays behind where no kernel runs.
"""

from .exploring import explore
from .playing import board
from .signalling import swarm

__all__ = ["board", "explore", "swarm"]
