"""The arena: matches and tournaments between bots and programs, stored, on many machines; what they say; UGI."""

from lazytree.arena.protocols.programs import Program
from lazytree.arena.protocols.refereeing import Clock, RefereedGame, referee
from lazytree.arena.protocols.speaking import engine
from lazytree.arena.strength.bradley_terry import Counts, Strengths, strengths
from lazytree.arena.strength.pairs import Margin, margin
from lazytree.arena.strength.sequential import Sprt, Verdict, verdict
from lazytree.arena.surveys.surveying import Survey, survey
from lazytree.arena.tournaments.one_game import Terms
from lazytree.arena.tournaments.openings import balanced_openings, random_openings
from lazytree.arena.tournaments.results import Played
from lazytree.arena.tournaments.tables import crosstable
from lazytree.arena.tournaments.tallies import counts_of, is_decided, margin_of, pairs_of
from lazytree.arena.tournaments.tournaments import Results, SoFar, match, tournament
from lazytree.arena.tuning.numbered import Tunable
from lazytree.arena.tuning.tuning import Tuned, Tuning, tune

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
