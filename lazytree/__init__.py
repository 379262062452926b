"""lazytree: a game is pure functions, its tree a lazy value, every way of judging it a stage of a pipeline."""

from lazytree.cgt.forms import GameValue
from lazytree.cgt.positions import combinatorial_value, outcome
from lazytree.cgt.thermographs import mean_value, temperature
from lazytree.core.game import CHANCE, FIRST, SECOND, Game, IllegalMove, Picture, is_over
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stopped, deadline, interruptible
from lazytree.core.values import SURE, WIN, later
from lazytree.playing import bots
from lazytree.playing.bots import think
from lazytree.playing.explaining import Explanation, describe, explain
from lazytree.playing.laws import BrokenLaw, check_game, check_rating
from lazytree.playing.playthrough import play_game, play_out
from lazytree.playing.records import Record, load_record, record, save_record
from lazytree.searching import searches
from lazytree.searching.chance import star_pruning
from lazytree.searching.choosing import Bot, Choice, best, principal_variation, ranked, variety
from lazytree.searching.deepening import Answer, deepen_tree, until, within
from lazytree.searching.full_width import expectimax, maxn, minimax
from lazytree.searching.many_players import best_reply, shallow_maxn
from lazytree.searching.ordering import Ordering
from lazytree.searching.protocol import Context, Search, SearchResult
from lazytree.searching.sampling import MctsAnswer, mcts, playout
from lazytree.searching.tables import Table
from lazytree.searching.windowed import alphabeta, aspiration, mtdf, scout
from lazytree.solving.exact import Solution, solve
from lazytree.solving.proof_numbers import Proof, prove
from lazytree.trees.growing import follow, grow, perft, perft_counts
from lazytree.trees.lazy import EndlessTree, lazy_sequence
from lazytree.trees.ratings import material, mobility, rate, rate_each, weigh
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
    "Choice",
    "Context",
    "EndlessTree",
    "Explanation",
    "Game",
    "GameValue",
    "IllegalMove",
    "MctsAnswer",
    "Ordering",
    "Picture",
    "Proof",
    "Record",
    "Search",
    "SearchResult",
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
    "combinatorial_value",
    "deadline",
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
    "later",
    "lazy_sequence",
    "load_record",
    "make_tree",
    "maptree",
    "material",
    "maxn",
    "mcts",
    "mean_value",
    "minimax",
    "mobility",
    "mtdf",
    "narrow",
    "outcome",
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
    "star_pruning",
    "temperature",
    "think",
    "until",
    "up_to_symmetry",
    "variety",
    "weigh",
    "within",
]
