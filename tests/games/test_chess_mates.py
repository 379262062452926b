"""Mates in two and three made for these tests: found by search, proven, and solved.

A program on python-chess has played every line of each: there is one first move, and none that mates sooner.
"""

from __future__ import annotations

import pytest

from lazytree import prove, search, solve
from lazytree.core.values import plies_to_end
from lazytree.games import chess
from tests.helpers.marks import slow_unless

IN_TWO = [
    ("8/2P5/1k6/7Q/6p1/8/1K6/8 w - - 0 1", "c8=Q"),
    ("2B3Q1/8/6p1/6B1/k7/8/7K/8 w - - 0 1", "Qc4+"),
    ("8/3pN3/k6K/8/1Q6/6p1/8/8 w - - 0 1", "Nc8"),
    ("2k3KQ/8/6RN/1p3p2/8/8/8/8 w - - 0 1", "Rg7"),
    ("7k/6b1/2Q5/8/8/8/6Q1/7K w - - 0 1", "Qcg6"),
    ("8/8/7k/8/Q3p2K/8/3R4/8 w - - 0 1", "Qd7"),
    ("5k2/2P5/6P1/5K2/pR6/5p2/8/8 w - - 0 1", "Kf6"),
    ("2k2b2/5R2/8/7p/8/B5K1/8/1Q6 w - - 0 1", "Qb7+"),
    ("8/7b/5N2/7p/7k/8/4K3/6Q1 w - - 0 1", "Kf2"),
    ("8/7k/5K1p/8/3Q4/8/8/Nr6 w - - 0 1", "Qd7+"),
]
IN_THREE = [
    ("8/8/8/8/8/7K/3R2p1/5kN1 w - - 0 1", "Kg3"),
    ("8/2B5/1n6/4K1k1/8/7P/5Q2/8 w - - 0 1", "Qf6+"),
    ("4k2K/7P/6p1/8/8/3B4/8/Q7 w - - 0 1", "Qa7"),
    ("8/8/1K6/8/7B/7B/1R4n1/7k w - - 0 1", "Bg3"),
    ("5B1N/8/4b3/8/6K1/8/4Q3/6k1 w - - 0 1", "Kg3"),
    ("QK6/1Q4p1/8/8/1P2b3/8/8/2k5 w - - 0 1", "Qxe4"),
    ("8/8/k7/3N4/3p1Q1K/1p6/8/8 w - - 0 1", "Qb8"),
    ("4R3/8/8/2Q2p1p/6K1/8/7P/5n1k w - - 0 1", "Kh3"),
    ("2k2N2/8/1Q3p2/8/8/8/8/1K6 w - - 0 1", "Qa7"),
    ("3r2K1/k7/8/3Q4/N7/8/8/n4R2 w - - 0 1", "Qxd8"),
]
MATES = [*((*mate, 3) for mate in IN_TWO), *((*mate, 5) for mate in IN_THREE)]
EACH = pytest.mark.parametrize(("text", "first", "plies"), slow_unless(MATES[:1], MATES))


@EACH
def test_mates_are_found_and_proven_and_solved_in_machine_code(text: str, first: str, plies: int) -> None:
    pytest.importorskip("llvmlite")
    game = chess(notation="san")
    position = game.read(text)
    answer = search(game, plies, position=position, lane="machine")
    assert (plies_to_end(answer.value), game.format(position, answer.best)) == (plies, first)
    assert prove(game, position, lane="machine").result == "proven"
    solution = solve(game, position, lane="machine")
    assert (solution.value, solution.plies, game.format(position, solution.line[0])) == (1, plies, first)


@EACH
def test_mates_are_found_and_proven_in_python(text: str, first: str, plies: int) -> None:
    game = chess(notation="san")
    position = game.read(text)
    if plies == 3:
        answer = search(game, plies, position=position, lane="python")
        assert (plies_to_end(answer.value), game.format(position, answer.best)) == (plies, first)
    proof = prove(game, position, lane="python")
    assert proof.result == "proven" and proof.lane == "python"


def test_where_black_mates_in_three_white_cannot_draw() -> None:
    game = chess()
    position = game.read("8/8/8/8/8/2k5/7r/1K6 b - - 0 1")
    for lane in (None, "python"):
        assert prove(game, position, more_than=-1, lane=lane).result == "disproven"
    assert plies_to_end(search(game, 5, position=position).value) == 5
