"""lazytree: a game is pure functions, its tree a lazy value, every way of judging it a stage of a pipeline."""

from lazytree.core.game import CHANCE, FIRST, SECOND, Game, IllegalMove, Picture, is_over
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stopped, deadline, interruptible
from lazytree.core.values import SURE, WIN, later
from lazytree.playing.best_first_search import best_first
from lazytree.playing.bots import BOTS, at_random, breadth_first, sampler, think
from lazytree.playing.explaining import Explanation, describe, explain
from lazytree.playing.laws import BrokenLaw, check_game, check_rating
from lazytree.playing.people import human
from lazytree.playing.playthrough import play_game, play_out
from lazytree.playing.records import Record, load_record, record, save_record
from lazytree.searching.alpha_beta import alphabeta, aspiration, mtdf, scout, star1, star2
from lazytree.searching.chance import star
from lazytree.searching.choosing import Bot, Choice, best, principal_variation, ranked, variety
from lazytree.searching.deepening import Answer, deepen, until, within
from lazytree.searching.finders import by_alphabeta, by_aspiration, by_mtdf, by_scout, by_search
from lazytree.searching.full_width import expectimax, maxn, minimax
from lazytree.searching.many_players import best_reply, shallow_maxn
from lazytree.searching.ordering import Ordering
from lazytree.searching.sampling import mcts, playout
from lazytree.searching.tables import Table
from lazytree.searching.windowed import SearchResult, find
from lazytree.solving.exact import Solution, solve
from lazytree.solving.proof_numbers import Proof, prove
from lazytree.trees.growing import follow, grow, perft, perft_counts
from lazytree.trees.lazy_sequences import lazy_sequence
from lazytree.trees.ratings import material, mobility, rate, rate_each, weigh
from lazytree.trees.recursion import EndlessTree
from lazytree.trees.stages import highfirst, narrow, paranoid, prune
from lazytree.trees.symmetry import up_to_symmetry
from lazytree.trees.tree import Tree, foldtree, make_tree, maptree

__all__ = [
    "BOTS",
    "CHANCE",
    "FIRST",
    "SECOND",
    "SURE",
    "WIN",
    "Answer",
    "Bot",
    "BrokenLaw",
    "Choice",
    "EndlessTree",
    "Explanation",
    "Game",
    "IllegalMove",
    "Ordering",
    "Picture",
    "Proof",
    "Record",
    "SearchResult",
    "Solution",
    "Stats",
    "Stopped",
    "Table",
    "Tree",
    "alphabeta",
    "aspiration",
    "at_random",
    "best",
    "best_first",
    "best_reply",
    "breadth_first",
    "by_alphabeta",
    "by_aspiration",
    "by_mtdf",
    "by_scout",
    "by_search",
    "check_game",
    "check_rating",
    "deadline",
    "deepen",
    "describe",
    "expectimax",
    "explain",
    "find",
    "foldtree",
    "follow",
    "grow",
    "highfirst",
    "human",
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
    "sampler",
    "save_record",
    "scout",
    "shallow_maxn",
    "solve",
    "star",
    "star1",
    "star2",
    "think",
    "until",
    "up_to_symmetry",
    "variety",
    "weigh",
    "within",
]
