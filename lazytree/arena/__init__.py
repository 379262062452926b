"""The arena: matches and tournaments between bots and programs, stored, on many machines; what they say; UGI."""

from lazytree.arena.protocols.refereeing import Clock, Program, RefereedGame, referee
from lazytree.arena.protocols.ugi import engine
from lazytree.arena.strength.bradley_terry import Counts, Strengths, strengths
from lazytree.arena.strength.pairs import Margin, Sprt, Verdict, margin, verdict
from lazytree.arena.surveys.surveying import Survey, survey
from lazytree.arena.tournaments.one_game import Terms
from lazytree.arena.tournaments.openings import balanced_openings, random_openings
from lazytree.arena.tournaments.results import Played, counts_of, crosstable, is_decided, margin_of, pairs_of
from lazytree.arena.tournaments.tournaments import Results, SoFar, match, tournament
from lazytree.arena.tuning import Tunable, Tuned, Tuning, tune

__all__ = [
    "Clock",
    "Counts",
    "Margin",
    "Played",
    "Program",
    "RefereedGame",
    "Results",
    "SoFar",
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
    "engine",
    "is_decided",
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
