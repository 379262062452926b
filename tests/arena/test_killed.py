"""A tournament that is killed goes on where it was: nothing stored is lost, nothing stored is played again."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from lazytree.arena import tournament
from lazytree.arena.tournaments.openings import begun
from lazytree.arena.tournaments.results import from_json
from lazytree.games import konane

PLAYERS = """
from time import sleep
from lazytree import bots

def player(game, number):
    inner, met = bots.minimax(game, 2), []
    def bot(position):
        if not met:
            met.append(position)
            with open({log!r}, "a") as log:
                log.write(f"{{number}} {{position!r}}\\n")
        sleep({seconds})
        return inner(position)
    return bot
"""
GAME = konane(rows=4, columns=4)
WORDS = ["konane", "rows=4", "columns=4"]


class Arena:
    """A tournament in a folder, whose players write down which games they begin."""

    def __init__(self, folder: Path, pairs: int) -> None:
        self.log, self.store, self.players = folder / "log", folder / "games.db", folder / "players.py"
        self.log.touch()
        self.write(0.02)
        self.bots = [f"{self.players}:player:number={number}" for number in (1, 2)]
        self.pairs = pairs
        options = ["--pairs", str(pairs), "--openings", "4", "--store", str(self.store), "--processes", "2", "--json"]
        self.command = [sys.executable, "-m", "lazytree", "tournament", *WORDS, "--bots", *self.bots, *options]

    def write(self, seconds: float) -> None:
        self.players.write_text(PLAYERS.format(log=str(self.log), seconds=seconds))

    def stored(self) -> dict[tuple[str, ...], str]:
        """The games in the store, by opening and players."""
        if not self.store.exists():
            return {}
        with closing(sqlite3.connect(self.store, timeout=60)) as database:
            try:
                rows = database.execute("SELECT played FROM games").fetchall()
            except sqlite3.OperationalError:  # the table is not made yet
                return {}
        games = [from_json(played) for (played,) in rows]
        return {(game.opening, *game.players): game.repeatable() for game in games}  # type: ignore[misc]

    def begun(self) -> list[str]:
        """What the players have written down."""
        return self.log.read_text().splitlines()

    def line(self, key: tuple[str, ...]) -> str:
        """What the player who moves first writes down when a game begins."""
        opening, *players = key
        position = begun(GAME, opening).position
        return f"{players[GAME.mover(position)].rpartition('=')[2]} {position!r}"

    def killed_after(self, games: int) -> None:
        """Goes on until there are so many more games in the store; then all is killed."""
        enough = len(self.stored()) + games
        running = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 120
        while len(self.stored()) < enough and running.poll() is None:
            assert time.monotonic() < until
            time.sleep(0.02)
        os.kill(running.pid, signal.SIGKILL)
        running.wait()


def killed_and_resumed(folder: Path, pairs: int, kills: int) -> None:
    arena = Arena(folder, pairs)
    before: list[tuple[dict[tuple[str, ...], str], int]] = []
    for _ in range(kills):
        arena.killed_after(2)
        time.sleep(2)  # its processes end when they see that it is gone
        before.append((arena.stored(), len(arena.begun())))
    done = subprocess.run(arena.command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    whole = json.loads(done.stdout)
    stored = arena.stored()
    assert len(whole["games"]) == whole["planned"] == len(stored) == 2 * pairs
    for games, lines in before:
        assert games.items() <= stored.items()  # none is lost, none is another one
        later = Counter(arena.begun()[lines:])
        assert not [key for key in games if later[arena.line(key)]]  # none is played again
    assert all(Counter(arena.begun())[arena.line(key)] >= 1 for key in stored)
    expected = tournament(" ".join(WORDS), arena.bots, pairs, openings=4)
    assert expected.id == whole["tournament"]
    assert {(game.opening, *game.players): game.repeatable() for game in expected.games} == stored


def test_a_tournament_that_is_killed_goes_on(tmp_path: Path):
    killed_and_resumed(tmp_path, pairs=6, kills=1)


@pytest.mark.slow
def test_a_tournament_that_is_killed_ten_times_goes_on(tmp_path: Path):
    killed_and_resumed(tmp_path, pairs=24, kills=10)


def test_processes_end_with_the_one_that_started_them(tmp_path: Path):
    arena = Arena(tmp_path, pairs=6)
    arena.write(30.0)  # a move takes longer than this test waits
    running = subprocess.Popen(arena.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 120
    while len(arena.begun()) < 2:
        assert time.monotonic() < until and running.poll() is None
        time.sleep(0.05)
    children = children_of(running.pid)
    assert len(children) >= 2
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    until = time.monotonic() + 20
    while any(map(alive, children)):
        assert time.monotonic() < until, "a process lives on"
        time.sleep(0.1)


def children_of(process: int) -> list[int]:
    """The processes that a process has started, all its threads together."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(word) for task in tasks for word in task.read_text().split()]


def alive(process: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="a terminal sends Ctrl-C to a group of processes")
def test_ctrl_c_ends_all_processes_and_leaves_no_warning(tmp_path: Path):
    """The group of processes is what a terminal sends Ctrl-C to; a semaphore that is left makes Python warn."""
    arena = Arena(tmp_path, pairs=40)
    pipe = subprocess.PIPE
    with subprocess.Popen(arena.command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        until = time.monotonic() + 60
        while not arena.stored() and time.monotonic() < until:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        printed, said = process.communicate(timeout=60)
    assert process.returncode == 130 and "the same command goes on" in said
    assert "Warning" not in said and "Traceback" not in said
    assert 0 < len(json.loads(printed)["games"]) <= len(arena.stored()) < 80
