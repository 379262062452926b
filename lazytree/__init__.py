"""lazytree: a game is pure functions, its tree a lazy value, every way of judging it a stage of a pipeline.

Here are the functions and the classes that one makes or catches; the types of results stand beside the functions that
return them. `bots`, `searches` and `cgt` are namespaces.
"""

from lazytree.core.game import CHANCE, FIRST, SECOND, Game, IllegalMove, Picture, is_over
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stopped, interruptible
from lazytree.core.values import SURE, WIN
from lazytree.playing import bots
from lazytree.playing.bots import think
from lazytree.playing.explaining import describe, explain
from lazytree.playing.laws import BrokenLaw, check_game, check_rating
from lazytree.playing.playthrough import play_game, play_out
from lazytree.playing.records import Record, load_record, record, save_record
from lazytree.searching import searches
from lazytree.searching.choosing import Bot, best, principal_variation, ranked, variety
from lazytree.searching.deepening import Answer, deepen_tree, until, within
from lazytree.searching.full_width import expectimax, maxn, minimax
from lazytree.searching.many_players import best_reply, shallow_maxn
from lazytree.searching.ordering import Ordering
from lazytree.searching.sampling import mcts, playout
from lazytree.searching.tables import Table
from lazytree.searching.windowed import alphabeta, aspiration, mtdf, scout
from lazytree.solving.exact import Solution, solve
from lazytree.solving.proof_numbers import prove
from lazytree.trees.growing import follow, grow, perft, perft_counts
from lazytree.trees.ratings import material, mobility, rate, rate_each, weigh
from lazytree.trees.recursion import EndlessTree
from lazytree.trees.stages import highfirst, narrow, paranoid, prune
from lazytree.trees.symmetry import up_to_symmetry
from lazytree.trees.tree import Tree, foldtree, make_tree, maptree

__all__ = [
    "CHANCE",
    "FIRST",
    "SECOND",
    "SURE",
    "WIN",
    "Answer",
    "Bot",
    "BrokenLaw",
    "EndlessTree",
    "Game",
    "IllegalMove",
    "Ordering",
    "Picture",
    "Record",
    "Solution",
    "Stats",
    "Stopped",
    "Table",
    "Tree",
    "alphabeta",
    "aspiration",
    "best",
    "best_reply",
    "bots",
    "check_game",
    "check_rating",
    "deepen_tree",
    "describe",
    "expectimax",
    "explain",
    "foldtree",
    "follow",
    "grow",
    "highfirst",
    "interruptible",
    "is_over",
    "load_record",
    "make_tree",
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
    "perft_counts",
    "play_game",
    "play_out",
    "playout",
    "principal_variation",
    "prove",
    "prune",
    "ranked",
    "rate",
    "rate_each",
    "record",
    "save_record",
    "scout",
    "searches",
    "shallow_maxn",
    "solve",
    "think",
    "until",
    "up_to_symmetry",
    "variety",
    "weigh",
    "within",
]
