"""Solving in pieces that a file keeps: equal values, whenever it is ended, and whatever the file has lost."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import count
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lazytree import FIRST, Stopped, games, solve
from lazytree.core.stopping import raise_if_stopped
from lazytree.questions.solve_pieces import solve_in_pieces
from lazytree.solving.pieces import Pieces

GAMES = {
    "tic_tac_toe": games.tic_tac_toe(),
    "konane": games.konane(4, 4),
    "kalah": games.kalah(3, 2, score="margin"),
    "domineering": games.domineering(3, 4),
}
SECONDS = 0.02  # that a piece takes in the program that is killed


@cache
def small_only(name: str) -> Callable[[Any], int | None]:
    """What FIRST is paid, by the rules alone, in positions from which fewer than 9 can be reached."""
    game = GAMES[name]

    @cache
    def reached(at: Any) -> frozenset[Any]:
        return frozenset([at]).union(*(reached(game.play(at, move)) for move in game.moves(at)))

    @cache
    def value(at: Any) -> int:
        after = [value(game.play(at, move)) for move in game.moves(at)]
        if not after:
            return int(game.payoffs(at)[FIRST])
        return max(after) if game.mover(at) == FIRST else min(after)

    return lambda at: value(at) if len(reached(at)) < 9 else None


def in_pieces(name: str, file: Path, before_each: Callable[[], object] = int) -> float:
    game = GAMES[name]
    small = small_only(name)

    def solved(at: Any) -> int | None:
        before_each()
        return small(at)

    (*_, (low, high)) = Pieces(game, game.start, file, solved, inf if name == "kalah" else 1).value()
    assert low == high
    return low


@pytest.mark.parametrize("name", GAMES)
def test_the_value_is_that_of_the_whole(name: str, tmp_path: Path) -> None:
    file = tmp_path / "pieces"
    assert in_pieces(name, file) == solve(GAMES[name], lane="python").value
    written = file.read_text()
    assert len(written.splitlines()) > 5
    assert in_pieces(name, file) == solve(GAMES[name], lane="python").value
    assert file.read_text() == written


@pytest.mark.promise
def test_stopped_before_each_piece_it_makes_the_same_ones(tmp_path: Path) -> None:
    often, once = tmp_path / "often", tmp_path / "once"
    value, stops = in_pieces("kalah", once), count()

    def stopped_at_fourth() -> Callable[[], object]:
        pieces = count()
        return lambda: raise_if_stopped(lambda: next(pieces) == 3)

    for _ in stops:
        with suppress(Stopped):
            assert in_pieces("kalah", often, stopped_at_fourth()) == value
            break
    assert next(stops) > 3
    assert often.read_text() == once.read_text()


@pytest.mark.slow
def test_lines_that_are_lost_or_torn_are_made_again(tmp_path: Path) -> None:
    file, random = tmp_path / "pieces", Random(5)
    in_pieces("tic_tac_toe", file)
    for _ in range(10):
        content = bytearray(file.read_bytes())
        at = random.randrange(content.index(b"\n") + 1, len(content))
        if random.random() < 0.5:
            del content[at:]
        else:
            content[at] = content[at] ^ 1
        file.write_bytes(content)
        assert in_pieces("tic_tac_toe", file) == 0


def test_what_is_not_solved_in_pieces_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "pieces"
    assert solve_in_pieces(games.konane(3, 3), file, lane="python").value == solve(games.konane(3, 3)).value
    for other in (games.konane(3, 4), games.tic_tac_toe()):
        with pytest.raises(ValueError, match="from here: name another file"):
            solve_in_pieces(other, file)
    with pytest.raises(ValueError, match="chance or more than two players"):
        solve_in_pieces(games.dice_of_doom(dice="rolled"), tmp_path / "dice")
    with pytest.raises(ValueError, match="there is no folder"):
        solve_in_pieces(games.konane(3, 3), tmp_path / "none" / "pieces")
    endless = replace(
        GAMES["konane"],
        moves=lambda at: [0],
        play=lambda at, move: at,
        canonical=None,
        format=lambda at, move: str(move),
    )
    with pytest.raises(ValueError, match="can be repeated"):
        [*Pieces(endless, endless.start, tmp_path / "endless", lambda at: None).value()]


@pytest.mark.process
def test_killed_ten_times_it_comes_to_the_same_value(tmp_path: Path) -> None:
    file = tmp_path / "pieces"
    program = "import sys, time; from pathlib import Path; from tests.questions import test_solve_pieces as t; "
    program += "t.in_pieces('kalah', Path(sys.argv[1]), lambda: time.sleep(t.SECONDS))"
    for kills in range(1, 11):
        run = subprocess.Popen([sys.executable, "-c", program, str(file)])
        while run.poll() is None and (not file.exists() or len(file.read_bytes().splitlines()) < 1 + 2 * kills):
            time.sleep(0.001)
        assert run.poll() is None
        run.kill()
        run.wait()
    assert in_pieces("kalah", file) == solve(GAMES["kalah"], lane="python").value
