"""A tournament that is killed goes on where it was: nothing stored is lost, nothing stored is played again."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from lazytree.arena import tournament
from lazytree.arena.tournaments.openings import opening_record
from lazytree.arena.tournaments.results import from_json
from lazytree.games import konane
from tests.helpers.waiting import LONG, until

PLAYERS = """
from pathlib import Path
from time import sleep
from lazytree import bots

def player(game, number):
    inner, met = bots.minimax(game, 2), []
    def bot(position):
        if not met:
            met.append(position)
            with open({log!r}, "a") as log:
                log.write(f"{{number}} {{position!r}}\\n")
            while len(Path({log!r}).read_text().splitlines()) > int(Path({most!r}).read_text()):
                sleep(0.02)
        return inner(position)
    return bot
"""
GAME = konane(rows=4, columns=4)
WORDS = ["konane", "rows=4", "columns=4"]


class Arena:
    """A tournament in a folder, whose players write down which games they begin.

    Once there are as many lines as the file `most` says, a player who begins a game waits: the tournament does not end
    before it is killed.
    """

    def __init__(self, folder: Path, pairs: int) -> None:
        self.log, self.store, self.players = folder / "log", folder / "games.db", folder / "players.py"
        self.most = folder / "most"
        self.log.touch()
        self.players.write_text(PLAYERS.format(log=str(self.log), most=str(self.most)))
        self.waits_after(10**9)
        self.bots = [f"{self.players}:player:number={number}" for number in (1, 2)]
        self.pairs = pairs
        options = ["--pairs", str(pairs), "--openings", "4", "--store", str(self.store), "--processes", "2", "--json"]
        self.command = [sys.executable, "-m", "lazytree", "tournament", *WORDS, "--bots", *self.bots, *options]

    def waits_after(self, lines: int) -> None:
        """Has players wait once they have written down this number of further lines."""
        written = self.most.with_suffix(".new")
        written.write_text(str(len(self.begun()) + lines))
        written.replace(self.most)

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
        position = opening_record(GAME, opening).position
        return f"{players[GAME.mover(position)].rpartition('=')[2]} {position!r}"

    def killed(self, lines: int, games: int) -> None:
        """Goes on until players have written `lines` further lines and `games` further games are kept; then kills all.

        Of 9 lines the two games that go on have at most 4, so that 3 games are over.
        """
        enough = len(self.stored()) + games
        self.waits_after(lines)
        running = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: len(self.stored()) >= enough or running.poll() is not None)
        assert running.poll() is None, "players who wait keep the tournament from its end"
        killed_with_its_processes(running)
        self.waits_after(10**9)


def killed_and_resumed(folder: Path, pairs: int, kills: int) -> None:
    arena = Arena(folder, pairs)
    before: list[tuple[dict[tuple[str, ...], str], int]] = []
    for _ in range(kills):
        arena.killed(lines=8, games=2)
        before.append((arena.stored(), len(arena.begun())))
    done = subprocess.run(arena.command, capture_output=True, text=True, timeout=LONG)
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


@pytest.mark.process
def test_a_tournament_that_is_killed_goes_on(tmp_path: Path):
    killed_and_resumed(tmp_path, pairs=6, kills=1)


@pytest.mark.minutes
def test_a_tournament_that_is_killed_ten_times_goes_on(tmp_path: Path):
    killed_and_resumed(tmp_path, pairs=24, kills=10)


@pytest.mark.process
def test_processes_end_with_the_one_that_started_them(tmp_path: Path):
    arena = Arena(tmp_path, pairs=6)
    arena.waits_after(0)
    running = subprocess.Popen(arena.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: len(arena.begun()) >= 2)
    killed_with_its_processes(running)


def killed_with_its_processes(running: subprocess.Popen[bytes]) -> None:
    """Kills a tournament, and waits until its processes have ended: they see that it is gone."""
    children = children_of(running.pid)
    assert len(children) >= 2
    running.kill()
    running.wait()
    until(lambda: not any(map(alive, children)), lambda: "a process lives on")


def children_of(process: int) -> list[int]:
    """The processes that a process has started, all its threads together."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(word) for task in tasks for word in task.read_text().split()]


def alive(process: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


@pytest.mark.process
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="a terminal sends Ctrl-C to a group of processes")
@pytest.mark.parametrize("send", [lambda it: os.killpg(it.pid, signal.SIGINT), lambda it: it.terminate()])
def test_ctrl_c_and_sigterm_end_all_processes_and_leave_no_warning(
    tmp_path: Path, send: Callable[[subprocess.Popen[str]], object]
):
    """The group of processes is what a terminal sends Ctrl-C to; a semaphore that is left makes Python warn."""
    arena = Arena(tmp_path, pairs=40)
    pipe = subprocess.PIPE
    arena.waits_after(8)
    with subprocess.Popen(arena.command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        until(arena.stored)
        send(process)
        printed, said = process.communicate(timeout=LONG)
    assert process.returncode == 130 and "the same command goes on" in said, said
    assert "Warning" not in said and "Traceback" not in said
    assert 0 < len(json.loads(printed)["games"]) <= len(arena.stored()) < 80


STARTING = """
import os, signal, sys
if "--multiprocessing-fork" in sys.orig_argv:
    os.kill(os.getpid(), signal.SIGINT)
"""


@pytest.mark.process
def test_a_process_that_is_still_starting_does_not_hear_ctrl_c(tmp_path: Path):
    """Each new process is interrupted before anything else: without a mask it ends with a traceback."""
    (tmp_path / "sitecustomize.py").write_text(STARTING)
    place = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])}
    bots = ["--bots", "minimax", "at_random", "--pairs", "1", "--openings", "0"]
    command = [sys.executable, "-m", "lazytree", "tournament", "nim", "heaps=1,2", *bots, "--processes", "2", "--json"]
    done = subprocess.run(command, env=place, capture_output=True, text=True, timeout=LONG)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert len(json.loads(done.stdout)["games"]) == 2
