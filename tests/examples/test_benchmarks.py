"""Each benchmark says what it measures and how it is called; what is measured beside C is the same algorithm."""

from __future__ import annotations

import ast
import runpy
import sys
from importlib import import_module
from pathlib import Path
from shutil import which

import pytest

from lazytree.core.rules import rules_of, with_whole_payoffs
from lazytree.searching.kernels.searches import Rules
from tests.helpers.marks import slow_unless

FOLDER = Path(__file__).parents[2] / "benchmarks"
PROGRAMS = [path for path in sorted(FOLDER.glob("*.py")) if "__main__" in path.read_text(encoding="utf-8")]


def test_there_are_benchmarks():
    assert {"chance.py", "lanes.py", "first_use.py", "overrun.py"} <= {path.name for path in PROGRAMS}


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_help_is_given(path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [path.name, "--help"])
    monkeypatch.syspath_prepend(str(FOLDER))
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(path), run_name="__main__")
    assert ended.value.code == 0
    told, text = capsys.readouterr().out, ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert told.startswith(f"usage: {path.name}")
    assert " ".join(text.split())[:25] in " ".join(told.split())


@pytest.fixture
def limit(monkeypatch):
    """benchmarks/limit.py, without measuring anything."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return import_module("limit")


FEW = {"konane": 3, "dvonn": 2, "andantino": 3, "konane_sets": 4, "connect_four": 4, "dice_of_doom": 4, "selfo": 2}
"""Plies that Python looks ahead in a moment; also the number of random games that are played."""
NAMES = [
    *("konane 8x8, PVector", "dvonn, PVector and sets", "andantino, sets of 361 cells", "konane 8x8, sets"),
    *("connect four, sets", "dice of doom 3x3, rolled", "selfo, swarm rating"),
    *("random connect four", "random othello", "random hex 11x11"),
]


@pytest.mark.skipif(which("gcc") is None, reason="no gcc here")
@pytest.mark.parametrize("name", slow_unless(["konane 8x8, sets", "random othello"], NAMES))
def test_the_same_algorithm_by_hand_finds_what_python_finds(limit, name, tmp_path):
    contests = {each.name: each for each in limit.contests()}
    assert list(contests) == NAMES
    contest = contests[name]._replace(depth=5 if name.startswith("random") else FEW[contests[name].game.name])
    assert limit.in_c(contest, str(tmp_path))() == in_python(limit, contest)


def in_python(limit, contest):
    """What the kernel finds as it stands, in Python, and how many positions or plies that took."""
    game, counts = contest.game, limit.Words(2**12)
    parts, whole = with_whole_payoffs(rules_of(game))
    rating = game.ratings[contest.rating] if contest.rating else limit.even
    rules = Rules(*parts[:4], rating, parts.odds, whole, floats=game.name == "selfo")
    if contest.kernel is limit.searches.alphabeta:
        value = contest.kernel(rules, counts, game.start, contest.depth, -limit.searches.FAR, limit.searches.FAR)
    elif contest.kernel is limit.expectimax:
        value = contest.kernel(rules, counts, game.start, contest.depth)
    else:
        return contest.kernel(rules, counts, game.start, contest.depth, 10_000, limit.SEED)[:2]
    return value, counts[limit.searches.SEEN]
