"""The same rules as machine code: `compiled(game)`, and whole searches that run in it. Needs `lazytree[compiled]`."""

from lazytree.lanes import Lane

from .compiling import compiled, lane
from .counting import perft
from .deepening import deepen
from .fixed_depth import alphabeta
from .sampling import mcts, playouts
from .solving import solve
from .state_space import StateSpace, unfold

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
