"""lazytree: a game is pure functions, its tree a lazy value, every way of judging it a stage of a pipeline."""

from lazytree.cgt.forms import GameValue
from lazytree.cgt.positions import combinatorial_value, outcome
from lazytree.cgt.thermographs import mean_value, temperature
from lazytree.core.game import CHANCE, FIRST, SECOND, Game, IllegalMove, Picture, is_over
from lazytree.core.stats import Account
from lazytree.core.stopping import Stopped, deadline, interruptible
from lazytree.core.values import SURE, WIN, later
from lazytree.playing.best_first_search import best_first
from lazytree.playing.explaining import Explanation, explained, told
from lazytree.playing.laws import BrokenLaw, check_game, check_rating
from lazytree.playing.people import human
from lazytree.playing.playthrough import final_payoffs, played
from lazytree.playing.records import Record, load, record, save
from lazytree.playing.strategies import STRATEGIES, at_random, breadth_first, sampler, think
from lazytree.searching.alpha_beta import alphabeta, aspiration, mtdf, scout, star1, star2
from lazytree.searching.chance import star
from lazytree.searching.choosing import Choice, Strategy, best, principal_variation, ranked, variety
from lazytree.searching.deepening import Answer, deepen, until, within
from lazytree.searching.finders import by_alphabeta, by_aspiration, by_mtdf, by_scout, by_search
from lazytree.searching.full_width import expectimax, maxn, minimax
from lazytree.searching.many_players import best_reply, shallow_maxn
from lazytree.searching.ordering import Ordering
from lazytree.searching.sampling import mcts, playout
from lazytree.searching.tables import Table
from lazytree.searching.windowed import Found, find
from lazytree.solving.exact import Solution, solve
from lazytree.solving.proof_numbers import Proof, prove
from lazytree.trees.growing import follow, grow, leaves, perft
from lazytree.trees.lazy import EndlessTree, remember
from lazytree.trees.ratings import material, mobility, rate, rate_each, weigh
from lazytree.trees.stages import bestfirst, narrow, paranoid, prune
from lazytree.trees.symmetry import up_to_symmetry
from lazytree.trees.tree import Tree, foldtree, maptree, plant

__all__ = [
    "CHANCE",
    "FIRST",
    "SECOND",
    "STRATEGIES",
    "SURE",
    "WIN",
    "Account",
    "Answer",
    "BrokenLaw",
    "Choice",
    "EndlessTree",
    "Explanation",
    "Found",
    "Game",
    "GameValue",
    "IllegalMove",
    "Ordering",
    "Picture",
    "Proof",
    "Record",
    "Solution",
    "Stopped",
    "Strategy",
    "Table",
    "Tree",
    "alphabeta",
    "aspiration",
    "at_random",
    "best",
    "best_first",
    "best_reply",
    "bestfirst",
    "breadth_first",
    "by_alphabeta",
    "by_aspiration",
    "by_mtdf",
    "by_scout",
    "by_search",
    "check_game",
    "check_rating",
    "combinatorial_value",
    "deadline",
    "deepen",
    "expectimax",
    "explained",
    "final_payoffs",
    "find",
    "foldtree",
    "follow",
    "grow",
    "human",
    "interruptible",
    "is_over",
    "later",
    "leaves",
    "load",
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
    "shallow_maxn",
    "solve",
    "star",
    "star1",
    "star2",
    "temperature",
    "think",
    "told",
    "until",
    "up_to_symmetry",
    "variety",
    "weigh",
    "within",
]
