"""lazytree: a game is pure functions, its tree a lazy value, every way of judging it a stage of a pipeline.

Here are the functions and the classes that one makes or catches; the types of results stand beside the functions that
return them. `bots`, `searches` and `cgt` are namespaces.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING

from lazytree.core import starting as _starting  # noqa: F401 - first: Ctrl-C while all this is imported

# isort: split
from lazytree.compiler import compiled
from lazytree.core.game import CHANCE, FIRST, SECOND, Game, IllegalMove, is_over, reading
from lazytree.core.layout import Layout, Stone
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped
from lazytree.core.strangers import warn_of_stranger as _warn_of_stranger
from lazytree.core.values import SURE, WIN
from lazytree.playing import bots
from lazytree.playing.bots import think
from lazytree.playing.explaining import describe, explain
from lazytree.playing.laws import BrokenLaw, check_game, check_rating
from lazytree.playing.one_line import one_line
from lazytree.playing.playthrough import play_game, play_out
from lazytree.playing.records import load_record, record, save_record
from lazytree.questions.depth_search import deepen, search
from lazytree.questions.lanes import lane
from lazytree.questions.mcts import mcts
from lazytree.questions.perft import perft, unfold
from lazytree.questions.playouts import playouts
from lazytree.questions.prove import prove
from lazytree.questions.solve import solve
from lazytree.searching import searches
from lazytree.searching.choosing import best, principal_variation, ranked, variety
from lazytree.searching.deepening import deepen_tree, until, within
from lazytree.searching.full_width import expectimax, maxn, minimax
from lazytree.searching.many_players import best_reply
from lazytree.searching.ordering import Ordering
from lazytree.searching.tables import Table
from lazytree.searching.windowed import alphabeta, mtdf, scout
from lazytree.trees.growing import grow
from lazytree.trees.lazy_sequences import lazy_sequence
from lazytree.trees.lines import perft_counts
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
    "BrokenLaw",
    "EndlessTree",
    "Game",
    "IllegalMove",
    "Layout",
    "Ordering",
    "Stats",
    "Stone",
    "Stop",
    "Stopped",
    "Table",
    "Tree",
    "alphabeta",
    "best",
    "best_reply",
    "bots",
    "check_game",
    "check_rating",
    "compiled",
    "deepen",
    "deepen_tree",
    "describe",
    "expectimax",
    "explain",
    "foldtree",
    "grow",
    "highfirst",
    "is_over",
    "lane",
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
    "one_line",
    "paranoid",
    "perft",
    "perft_counts",
    "play_game",
    "play_out",
    "playouts",
    "principal_variation",
    "prove",
    "prune",
    "ranked",
    "rate",
    "rate_each",
    "reading",
    "record",
    "save_record",
    "scout",
    "search",
    "searches",
    "solve",
    "think",
    "unfold",
    "until",
    "up_to_symmetry",
    "variety",
    "weigh",
    "within",
]

_warn_of_stranger(__path__[0])

_PACKAGES = "cgt", "games", "show", "swarm"

if not _TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """One of the packages that are imported when they are first asked for, as in `lazytree.show`."""
        if name not in _PACKAGES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return _import_module(f"{__name__}.{name}")
