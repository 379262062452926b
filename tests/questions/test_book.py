"""Opening books against `solve` and `search`; going on, and looking up what is symmetric."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import Game, Stopped, games, search, solve
from lazytree.solving.exact import solve_in_python
from lazytree.tables import Tablebase, book, open_table
from tests.helpers.trees import Graph, game_of, graphs
from tests.helpers.waiting import until


def positions_within(game: Game[Any, Any], plies: int) -> set[Any]:
    """All positions within that many plies, in plain words."""
    found = last = {game.start}
    for _ in range(plies):
        last = {game.play(position, move) for position in last for move in game.moves(position)}
        found = found | last
    return found


def keeps_the_value(table: Tablebase[Any, Any], position: Any) -> None:
    """The move of a book leads to a position that is worth as much."""
    game, move = table.game, table.best(position)
    if any(True for _ in game.moves(position)):
        assert move in list(game.moves(position))
        assert solve(game, game.play(position, move)).value == table[position].value


@pytest.mark.slow
@given(graphs(endless=True, size=12), st.integers(1, 4))
def test_each_position_near_the_start_has_its_value(graph: Graph, plies: int) -> None:
    game = replace(game_of(graph), odds=None)
    table = book(game, plies, lane="python")
    within = positions_within(game, plies)
    assert len(table) == len(within)
    for position in within:
        entry, solution = table[position], solve_in_python(game, position)
        assert entry.value == solution.value and entry.exact
        assert not entry.value or entry.plies == solution.plies
        keeps_the_value(table, position)


@pytest.mark.parametrize(
    ("game", "plies"), [(games.tic_tac_toe(), 3), (games.kalah(2, 2, score="margin"), 4), (games.konane(4, 4), 3)]
)
def test_books_of_games_know_symmetric_positions_too(game: Game[Any, Any], plies: int) -> None:
    table = book(game, plies)
    for position in positions_within(game, plies):
        assert table[position].value == solve(game, position).value
        keeps_the_value(table, position)
    assert len(list(table.line(game.start))) >= plies


def test_a_book_by_search_has_its_values() -> None:
    game = games.connect_four()
    table = book(game, 2, depth=3)
    for position in positions_within(game, 2) - positions_within(game, 1):
        assert table[position].value == search(game, 3, position=position).value
    assert not table[game.start].exact and table[game.start].value == search(game, 5).value


def test_a_book_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    game, file, rounds = games.tic_tac_toe(), tmp_path / "book", 0
    while not file.exists():
        rounds, polls = rounds + 1, count()
        try:
            book(game, 3, file=file, stop=lambda: next(polls) >= 5)  # noqa: B023 - asked in this round
        except Stopped:
            assert rounds < 50
    assert rounds > 3
    with ThreadPoolExecutor(2) as executor:
        book(game, 3, file=tmp_path / "threads", executor=executor)
    assert file.read_bytes() == (tmp_path / "threads").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["book", "threads"]
    with pytest.raises(ValueError, match="has the work on another table"):
        unfinished(game, tmp_path / "other")
        book(game, 4, file=tmp_path / "other")


def unfinished(game: Game[Any, Any], file: Path) -> None:
    """Begins a book, and stops at once."""
    with pytest.raises(Stopped):
        book(game, 3, file=file, stop=lambda: True)


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    for how, told in (
        ({"plies": 0}, "plies must be"),
        ({"plies": 1, "depth": 0}, "depth must be"),
        ({"plies": 1, "file": tmp_path / "none" / "x"}, "there is no folder"),
    ):
        with pytest.raises(ValueError, match=told):
            book(games.nim(), **how)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="two players without chance"):
        book(games.dice_of_doom(dice="rolled"), 1)


PROGRAM = """
import sys
from lazytree.games import clobber
from lazytree.tables import book
book(clobber(3, 4), 3, file=sys.argv[1], lane="python")
"""


@pytest.mark.process
def test_ten_kills_in_a_row_lose_nothing(tmp_path: Path) -> None:
    game, file = games.clobber(3, 4), tmp_path / "killed"
    part = tmp_path / "killed.part"

    def done() -> int:
        return part.stat().st_size if part.exists() else 0

    for _ in range(10):
        before = done()
        running = subprocess.Popen([sys.executable, "-c", PROGRAM, str(file)], stdout=subprocess.DEVNULL)
        until(lambda: done() > before)  # noqa: B023 - asked before the next round
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
        assert done() > before and not file.exists()
    subprocess.run([sys.executable, "-c", PROGRAM, str(file)], check=True, stdout=subprocess.DEVNULL)
    book(game, 3, file=tmp_path / "at once", lane="python")
    assert file.read_bytes() == (tmp_path / "at once").read_bytes()
    assert open_table(file, game)[game.start].value == solve(game).value
