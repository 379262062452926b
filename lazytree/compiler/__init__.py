"""The same rules as machine code: `compiled(game)`, and whole searches that run in it. Needs `lazytree[compiled]`."""

from lazytree.verdict import Lane

from .compiling import compiled, lane
from .searching.counting import perft
from .searching.deepening import deepen
from .searching.fixed_depth import alphabeta
from .searching.sampling import mcts, playouts
from .searching.solving import solve
from .searching.state_space import StateSpace, unfold

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
