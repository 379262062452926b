"""Games, refused or compiled, and tables of searches are freed without the garbage collector."""

from __future__ import annotations

import copy
import gc
import pickle
import subprocess
import sys
import weakref
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

from agreement import alphabeta_to_depth

import lazytree
from lazytree import Stopped
from lazytree.compiler import compiled, rules_lane
from lazytree.games import connect_four, nim, tic_tac_toe
from lazytree.searching.kernels.memory import Words


def refusing():
    table = tuple(range(1000))

    def moves(position):
        return list(table[:2])

    return replace(tic_tac_toe(), moves=moves)


def knowing_itself():
    """A game whose rating knows the game."""
    known = []

    def rating(position):
        return len(known)

    game = replace(tic_tac_toe(), ratings={"r": rating})
    known.append(game)
    return game


@pytest.mark.parametrize("make", [refusing, knowing_itself, tic_tac_toe], ids=["refused", "circle", "machine"])
@pytest.mark.parametrize(
    "use",
    [
        rules_lane,
        lambda game: list(compiled(game).moves(game.start)),
        lambda game: list(islice(lazytree.deepen(game), 2)),
        lambda game: lazytree.perft(game, 2),
        lambda game: alphabeta_to_depth(game, 2, max(game.ratings)) if game.ratings else None,
    ],
    ids=["lane", "machine", "deepen", "perft", "rating"],
)
def test_games_are_freed(make, use):
    game = make()
    rule = weakref.ref(game.moves) if make is refusing else None
    use(game), use(game)
    gone = weakref.ref(game)
    del game
    gc.collect()
    assert gone() is None
    assert rule is None or rule() is None


def powers(position):
    """More than 64 bits, once four moves have been made: machine code gives up."""
    power = 2**59
    for cell in position.board:
        if cell >= 0:
            power *= 2
    return (power >> 58) + position.board[0]


def stopped(search):
    polls = iter(range(10**9))
    with pytest.raises(Stopped):
        search(lambda: next(polls) > 1)


GAME, LARGE = tic_tac_toe(), connect_four()
SEARCHES = {
    "solve": lambda: lazytree.solve(GAME),
    "solve with threads": lambda: lazytree.solve(GAME, threads=2),
    "perft": lambda: lazytree.perft(GAME, 5),
    "deepen": lambda: list(islice(lazytree.deepen(GAME), 5)),
    "deepen with threads": lambda: list(islice(lazytree.deepen(GAME, threads=2), 5)),
    "deepen, given up": lambda: list(islice(lazytree.deepen(GAME, rating=powers), 5)),
    "deepen with threads, given up": lambda: list(islice(lazytree.deepen(GAME, rating=powers, threads=2), 5)),
    "alphabeta": lambda: alphabeta_to_depth(GAME, 3),
    "alphabeta, given up": lambda: alphabeta_to_depth(GAME, 5, powers),
    "mcts": lambda: list(islice(lazytree.mcts(GAME, 1)(GAME.start), 3)),
    "unfold": lambda: lazytree.unfold(GAME),
    "perft, stopped": lambda: stopped(lambda stop: lazytree.perft(LARGE, 14, stop=stop)),
    "solve, stopped": lambda: stopped(lambda stop: lazytree.solve(LARGE, stop=stop)),
    "unfold, stopped": lambda: stopped(lambda stop: lazytree.unfold(LARGE, stop=stop)),
}


@pytest.mark.parametrize("search", SEARCHES)
def test_tables_are_freed_as_a_search_ends(search, monkeypatch):
    made = []
    before = Words.__init__

    def noted(self, *given):
        before(self, *given)
        made.append(weakref.ref(self))

    monkeypatch.setattr(Words, "__init__", noted)
    gc.collect()
    gc.disable()
    try:
        SEARCHES[search]()
        assert made and not any(each() for each in made)
    finally:
        gc.enable()


def test_copies_of_a_game_have_machine_code_of_their_own():
    game = nim()
    rules_lane(game)
    twin = copy.copy(game)
    assert rules_lane(twin) == rules_lane(game)
    assert game.derived
    assert not pickle.loads(pickle.dumps(game)).derived
    assert not copy.deepcopy(game).derived


@pytest.mark.minutes
def test_two_thousand_games_leave_next_to_nothing():
    figures = subprocess.run(
        [sys.executable, str(Path(__file__).parents[2] / "benchmarks" / "freed.py"), "2000"],
        capture_output=True,
        text=True,
        timeout=3600,
        check=True,
    ).stdout
    assert all(float(line.split()[-2]) < 10 for line in figures.splitlines()), figures
