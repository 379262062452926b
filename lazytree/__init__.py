"""lazytree: a game is pure functions, its tree a lazy value, every way of judging it a stage of a pipeline."""

from lazytree.account import Account
from lazytree.asking import human
from lazytree.chance import star
from lazytree.choosing import Choice, Strategy, best, principal_variation, ranked, variety
from lazytree.combinatorial import combinatorial_value, outcome
from lazytree.deepening import Answer, deepen, until, within
from lazytree.explaining import Explanation, explained, told
from lazytree.finders import by_alphabeta, by_aspiration, by_mtdf, by_scout, by_search
from lazytree.finding import Found, find
from lazytree.forms import GameValue
from lazytree.frontier import best_first
from lazytree.game import CHANCE, FIRST, SECOND, Game, IllegalMove, Picture, is_over
from lazytree.growing import follow, grow, leaves, perft
from lazytree.laws import BrokenLaw, check_game, check_rating
from lazytree.lazy import EndlessTree, remember
from lazytree.many_players import best_reply, shallow_maxn
from lazytree.ordering import Ordering
from lazytree.playing import final_payoffs, played
from lazytree.proving import Proof, prove
from lazytree.ratings import material, mobility, rate, rate_each, weigh
from lazytree.records import Record, load, record, save
from lazytree.sampling import mcts, playout
from lazytree.search import expectimax, maxn, minimax
from lazytree.solving import Solution, solve
from lazytree.stages import bestfirst, narrow, paranoid, prune
from lazytree.stopping import Stopped, deadline, interruptible
from lazytree.strategies import STRATEGIES, at_random, breadth_first, sampler, think
from lazytree.symmetry import up_to_symmetry
from lazytree.tables import Table
from lazytree.thermographs import mean_value, temperature
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
