"""The same rules as machine code: `compiled(game)`, and whole searches that run in it. Needs `lazytree[compiled]`."""

from lazytree.core.lanes import Lane

from .compiling import compiled, lane
from .entry_points.counting import perft
from .entry_points.deepening import deepen
from .entry_points.fixed_depth import alphabeta
from .entry_points.sampling import mcts, playouts
from .entry_points.solving import solve
from .entry_points.state_space import StateSpace, unfold

__all__ = [
    "Lane",
    "StateSpace",
    "alphabeta",
    "compiled",
    "deepen",
    "lane",
    "mcts",
    "perft",
    "playouts",
    "solve",
    "unfold",
]
