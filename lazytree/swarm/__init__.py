"""Swarms of signals, and the ratings made of them.

>>> from lazytree.games import selfo
>>> from lazytree.games.selfo_rules.ratings import swarm_of
>>> game = selfo()
>>> swarm_rating(swarm_of(game))(game.start) == game.ratings["swarm"](game.start)
True
"""

from lazytree.swarm.decay import MILLION, Law, exponential, inverse
from lazytree.swarm.scores import (
    Score,
    centroid,
    chemotaxis_rating,
    chemotaxis_score,
    each,
    lead,
    literal_chemotaxis_score,
    points_of,
    swarm_rating,
    swarm_score,
)
from lazytree.swarm.spreading import Signal, Swarm, field, signals

__all__ = [
    "MILLION",
    "Law",
    "Score",
    "Signal",
    "Swarm",
    "centroid",
    "chemotaxis_rating",
    "chemotaxis_score",
    "each",
    "exponential",
    "field",
    "inverse",
    "lead",
    "literal_chemotaxis_score",
    "points_of",
    "signals",
    "swarm_rating",
    "swarm_score",
]
