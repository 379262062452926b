"""Thirteen rules with containers as values (benchmarks/container_rules.py): which are right as machine code today.

The table is exact: a rule that compiles now, or traps no more, must be written down here.
"""

import sys
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("llvmlite")

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from container_rules import REFUSED
from programs.lanes import answer, machine_code, verdict

from lazytree.compiler.ir.constant_kinds import type_of
from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Refused

BOARDS = 60
KINDS = {"board": type_of((0, 1, 2, 2) * 16), "n": Int(0, 10**6)}

# "right", "traps" where machine code gives some calls back to Python, or how the sentence begins that refuses the rule
VERDICTS = {
    "alias": "right",
    "given_back": "right",
    "rows": "right",
    "graph": "right",
    "in_order": "right",
    "pairs_in_order": "right",
    "late": "right",
    "twice": "right",
    "circles": "right",
    "two_given": "right",
    "effects": "right",
    "kept": "right",
    "walks": "right",
}


def calls():
    """Boards of 64 cells, some of them nearly empty, and an int."""
    random = Random(5)
    for _ in range(BOARDS):
        empty = random.choice((0.3, 0.6, 0.95))
        board = tuple(0 if random.random() < empty else random.choice((1, 2)) for _ in range(64))
        yield board, random.choice((0, 5, 63, 1000, 10**6))


def found(rule):
    made = machine_code(rule, KINDS)
    if isinstance(made, Refused):
        return str(made)
    return {verdict(answer(rule, call), made, call) for call in calls()}


def test_every_rule_has_a_verdict():
    assert [rule.__name__ for rule in REFUSED] == list(VERDICTS)


@pytest.mark.parametrize("rule", REFUSED, ids=lambda rule: rule.__name__)
def test_verdict(rule):
    said = found(rule)
    wanted = VERDICTS[rule.__name__]
    if wanted == "right":
        assert said == {"same"}
    elif wanted == "traps":
        assert said in ({"trap"}, {"same", "trap"})
    else:
        assert isinstance(said, str)
        place, sentence = said.split(": ", 1)
        assert place.startswith("container_rules.py:") and sentence.startswith(wanted)
