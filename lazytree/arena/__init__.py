"""The arena: matches and tournaments between bots and programs, stored, on many machines; what they say; UGI."""

from lazytree.arena.bradley_terry import Counts, Strengths, strengths
from lazytree.arena.numbered import Tunable
from lazytree.arena.one_game import Terms
from lazytree.arena.openings import balanced_openings, random_openings
from lazytree.arena.pairs import Margin, margin
from lazytree.arena.programs import Program
from lazytree.arena.refereeing import Clock, Refereed, referee
from lazytree.arena.results import Played
from lazytree.arena.sequential import Sprt, Verdict, verdict
from lazytree.arena.speaking import engine
from lazytree.arena.surveying import Survey, survey
from lazytree.arena.tables import crosstable
from lazytree.arena.tallies import counts_of, decided, margin_of, pairs_of
from lazytree.arena.tournaments import Results, match, tournament
from lazytree.arena.tuning import Tuned, Tuning, tune

__all__ = [
    "Clock",
    "Counts",
    "Margin",
    "Played",
    "Program",
    "Refereed",
    "Results",
    "Sprt",
    "Strengths",
    "Survey",
    "Terms",
    "Tunable",
    "Tuned",
    "Tuning",
    "Verdict",
    "balanced_openings",
    "counts_of",
    "crosstable",
    "decided",
    "engine",
    "margin",
    "margin_of",
    "match",
    "pairs_of",
    "random_openings",
    "referee",
    "strengths",
    "survey",
    "tournament",
    "tune",
    "verdict",
]
