"""lazytree: a game is pure functions, its tree a lazy value, every way of judging it a stage of a pipeline."""

from lazytree.account import Account
from lazytree.choosing import Choice, best, principal_variation, ranked, variety
from lazytree.finding import Found, Stopped, find
from lazytree.game import CHANCE, FIRST, SECOND, Game, IllegalMove, Picture, is_over
from lazytree.growing import follow, grow, leaves, perft
from lazytree.laws import BrokenLaw, check_game, check_rating
from lazytree.lazy import EndlessTree, remember
from lazytree.ordering import Ordering
from lazytree.playing import final_payoffs, played
from lazytree.proving import Proof, prove
from lazytree.ratings import material, mobility, rate, rate_each, weigh
from lazytree.records import Record, load, record, save
from lazytree.sampling import mcts, playout, sampler
from lazytree.search import expectimax, maxn, minimax
from lazytree.solving import Solution, solve
from lazytree.stages import bestfirst, narrow, paranoid, prune
from lazytree.strategies import STRATEGIES, at_random, best_first, breadth_first, human, think
from lazytree.symmetry import up_to_symmetry
from lazytree.tables import Table
from lazytree.tree import Tree, foldtree, maptree, plant
from lazytree.windows import alphabeta, aspiration, mtdf, scout, star1, star2
from lazytree.worth import SURE, WIN, later

__all__ = [
    "CHANCE",
    "FIRST",
    "SECOND",
    "STRATEGIES",
    "SURE",
    "WIN",
    "Account",
    "BrokenLaw",
    "Choice",
    "EndlessTree",
    "Found",
    "Game",
    "IllegalMove",
    "Ordering",
    "Picture",
    "Proof",
    "Record",
    "Solution",
    "Stopped",
    "Table",
    "Tree",
    "alphabeta",
    "aspiration",
    "at_random",
    "best",
    "best_first",
    "bestfirst",
    "breadth_first",
    "check_game",
    "check_rating",
    "expectimax",
    "final_payoffs",
    "find",
    "foldtree",
    "follow",
    "grow",
    "human",
    "is_over",
    "later",
    "leaves",
    "load",
    "maptree",
    "material",
    "maxn",
    "mcts",
    "minimax",
    "mobility",
    "mtdf",
    "narrow",
    "paranoid",
    "perft",
    "plant",
    "played",
    "playout",
    "principal_variation",
    "prove",
    "prune",
    "ranked",
    "rate",
    "rate_each",
    "record",
    "remember",
    "sampler",
    "save",
    "scout",
    "solve",
    "star1",
    "star2",
    "think",
    "up_to_symmetry",
    "variety",
    "weigh",
]
