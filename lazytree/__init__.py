"""lazytree: a game is pure functions, its tree a lazy value, every way of judging it a stage of a pipeline."""

from lazytree.account import Account
from lazytree.choosing import Choice, best, principal_variation, ranked, variety
from lazytree.game import CHANCE, FIRST, SECOND, Game, IllegalMove, Picture, is_over
from lazytree.growing import follow, grow, leaves, perft
from lazytree.laws import BrokenLaw, check_game, check_rating
from lazytree.lazy import EndlessTree, remember
from lazytree.ratings import material, mobility, rate, rate_each, weigh
from lazytree.search import alphabeta, expectimax, maxn, minimax
from lazytree.stages import bestfirst, narrow, paranoid, prune
from lazytree.tree import Tree, foldtree, maptree, plant
from lazytree.worth import SURE, WIN, later

__all__ = [
    "CHANCE",
    "FIRST",
    "SECOND",
    "SURE",
    "WIN",
    "Account",
    "BrokenLaw",
    "Choice",
    "EndlessTree",
    "Game",
    "IllegalMove",
    "Picture",
    "Tree",
    "alphabeta",
    "best",
    "bestfirst",
    "check_game",
    "check_rating",
    "expectimax",
    "foldtree",
    "follow",
    "grow",
    "is_over",
    "later",
    "leaves",
    "maptree",
    "material",
    "maxn",
    "minimax",
    "mobility",
    "narrow",
    "paranoid",
    "perft",
    "plant",
    "principal_variation",
    "prune",
    "ranked",
    "rate",
    "rate_each",
    "remember",
    "variety",
    "weigh",
]
