"""Which lane a game runs in, and what is said of it; what the extra is needed for."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import islice

import pytest

pytest.importorskip("llvmlite")

from lazytree import check_game, deepen, perft, solve, unfold
from lazytree.compiler import compiled, rules_lane
from lazytree.core.lanes import Lane
from lazytree.games import konane, nim, tic_tac_toe


def now_an_int(position):
    return (0.5, 0.5) if position.mover else (0, 1)


def half(position):
    return 0.5


def by_name(position):
    return {"0": 1, "1": -1}[str(position.mover)]


def everything(position):
    return {*list(range(9))}


def test_a_compiled_game_is_the_same_record():
    game = tic_tac_toe()
    machine = compiled(game)
    assert (machine.name, machine.start, machine.players) == (game.name, game.start, game.players)
    assert list(machine.ratings) == list(game.ratings)
    assert compiled(machine) is machine
    check_game(machine)


def test_a_rating_outside_the_subset_runs_interpreted():
    game = replace(tic_tac_toe(), ratings={"half": half, "by_name": by_name})
    found = rules_lane(game)
    assert found.name == "machine"
    assert list(found.ratings) == ["by_name"]
    assert found.ratings["by_name"].startswith("test_lanes.py:")
    assert "no text is made" in found.ratings["by_name"]
    machine = compiled(game)
    assert machine.ratings["half"](game.start) == 0.5
    assert machine.ratings["by_name"](game.start) == 1
    answer = next(iter(deepen(game, rating="by_name")))
    assert (answer.value, answer.lane) == (-1, "python")


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (replace(tic_tac_toe(), moves=everything), "a set of what varies is kept in a variable"),
        (replace(nim(), payoffs=now_an_int), "now an int, now a float"),
    ],
)
def test_a_game_outside_the_subset_runs_interpreted(game, reason):
    found = rules_lane(game)
    assert found.name == "python"
    assert reason in found.reason
    assert compiled(game) is game
    assert perft(game, 1) == len(list(game.moves(game.start)))


def test_a_variant_is_compiled_anew():
    for side in (4, 5):
        game = konane(rows=side, columns=side, opening="corner")
        assert perft(compiled(game), 4) == perft(game, 4)
    assert perft(konane(rows=4, columns=4, opening="corner"), 7) == 211


def test_lazytree_itself_does_not_load_llvmlite():
    code = "import sys, lazytree, lazytree.games, lazytree.compiler; print('llvmlite' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


def test_without_the_extra_all_runs_interpreted_and_the_reason_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    game = tic_tac_toe()
    assert compiled(game) is game
    assert rules_lane(game) == Lane("python", "llvmlite is not installed (extra `compiled`): pip install llvmlite")
    assert perft(game, 3) == 504
    assert [answer.lane for answer in islice(deepen(game), 3)] == ["python"] * 3
    assert unfold(game).positions == 5478
    assert solve(game).value == 0
