"""A game that is being played at a board: its state as a value, actions, a reducer, what a page shows, a runner.

Notebooks, the terminal, the command line's table and the server are hosts of it. `static/session.mjs` is the same for
published pages, which have no Python.
"""

from __future__ import annotations
