"""Thirteen rules with containers as values (benchmarks/container_rules.py) are right as machine code."""

import sys
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("llvmlite")

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from container_rules import REFUSED
from programs.lanes import answer, machine_code, verdict

from lazytree.compiler.ir.joining import type_of
from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Refused

BOARDS = 60
KINDS = {"board": type_of((0, 1, 2, 2) * 16), "n": Int(0, 10**6)}


def calls():
    """Boards of 64 cells, some of them nearly empty, and an int."""
    random = Random(5)
    for _ in range(BOARDS):
        empty = random.choice((0.3, 0.6, 0.95))
        board = tuple(0 if random.random() < empty else random.choice((1, 2)) for _ in range(64))
        yield board, random.choice((0, 5, 63, 1000, 10**6))


@pytest.mark.parametrize("rule", REFUSED, ids=lambda rule: rule.__name__)
def test_a_rule_is_right_on_every_board(rule):
    made = machine_code(rule, KINDS)
    assert not isinstance(made, Refused), made
    assert {verdict(answer(rule, call), made, call) for call in calls()} == {"same"}
