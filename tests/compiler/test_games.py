"""Games with other parameters in both lanes; test_promises.py walks through the games as they are by default."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

from agreement import walk_in_both_lanes

from lazytree.compiler import rules_lane
from lazytree.games import GAMES

VARIANTS = [
    *((name, {}) for name in GAMES),
    ("nim", {"heaps": ()}),
    ("nim", {"heaps": (70_000, 2)}),
    ("konane", {"rows": 1, "columns": 4, "opening": "a1,b1"}),
    ("konane", {"rows": 9, "columns": 12, "opening": "centre"}),
    ("connect_four", {"columns": 10, "rows": 9, "connect": 5}),
    ("hex", {"size": 1}),
    ("hex", {"size": 13}),
    ("othello", {"rows": 10, "columns": 4, "score": "margin"}),
    ("kalah", {"pits": 1, "seeds": 1}),
    ("kalah", {"empty_capture": False}),
    ("andantino", {"side": 20}),
    ("dvonn", {"placement": "random", "score": "margin"}),
    ("dice_of_doom", {"size": 4, "max_dice": 5, "reinforcement": "largest cluster"}),
]


@pytest.mark.parametrize(("name", "parameters"), [each for each in VARIANTS if each[1]])
@settings(max_examples=3, deadline=None)
@given(random=st.randoms(use_true_random=False))
def test_both_lanes_agree(name, parameters, random):
    game = GAMES[name](**parameters)
    assert rules_lane(game).name == "machine"
    walk_in_both_lanes(game, random, 100)


@pytest.mark.minutes
@pytest.mark.parametrize("name", GAMES)
def test_both_lanes_agree_on_100_000_positions(name):
    game, random, seen = GAMES[name](), Random(1), 0
    while seen < 100_000:
        seen += walk_in_both_lanes(game, random, 400)
