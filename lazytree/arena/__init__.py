"""The arena: matches and tournaments between bots and programs, stored, on many machines; programs that speak UGI."""

from lazytree.arena.one_game import Terms
from lazytree.arena.openings import balanced_openings, random_openings
from lazytree.arena.programs import Program
from lazytree.arena.refereeing import Clock, Refereed, referee
from lazytree.arena.results import Played
from lazytree.arena.speaking import engine
from lazytree.arena.tables import crosstable
from lazytree.arena.tournaments import Results, match, tournament

__all__ = [
    "Clock",
    "Played",
    "Program",
    "Refereed",
    "Results",
    "Terms",
    "balanced_openings",
    "crosstable",
    "engine",
    "match",
    "random_openings",
    "referee",
    "tournament",
]
