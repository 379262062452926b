"""Programs that play: the engine of any game speaks UGI, the referee plays two such programs against each other."""

from lazytree.arena.bradley_terry import Counts, Strengths, strengths
from lazytree.arena.numbered import Player
from lazytree.arena.pairs import Margin, margin
from lazytree.arena.programs import Program
from lazytree.arena.refereeing import Clock, Refereed, referee
from lazytree.arena.sequential import Sprt, Verdict, verdict
from lazytree.arena.speaking import engine
from lazytree.arena.tallies import counts_of, margin_of, pairs_of
from lazytree.arena.tuning import Plan, Tuned, tune

__all__ = [
    "Clock",
    "Counts",
    "Margin",
    "Plan",
    "Player",
    "Program",
    "Refereed",
    "Sprt",
    "Strengths",
    "Tuned",
    "Verdict",
    "counts_of",
    "engine",
    "margin",
    "margin_of",
    "pairs_of",
    "referee",
    "strengths",
    "tune",
    "verdict",
]
