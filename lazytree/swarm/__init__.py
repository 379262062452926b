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
    centre_of,
    centroid,
    chemotaxis_rating,
    chemotaxis_score,
    each,
    lead,
    literal_chemotaxis_score,
    mean_strength,
    most_important,
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
    "centre_of",
    "centroid",
    "chemotaxis_rating",
    "chemotaxis_score",
    "each",
    "exponential",
    "field",
    "inverse",
    "lead",
    "literal_chemotaxis_score",
    "mean_strength",
    "most_important",
    "points_of",
    "signals",
    "swarm_rating",
    "swarm_score",
]
