"""A tournament on a Dask scheduler with two worker processes: the same games, also where a worker is killed."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lazytree.arena import SoFar, tournament
from lazytree.cli.arena import executor_at
from lazytree.cli.shell import main
from lazytree.core.executing import WorkersDie
from tests.helpers.waiting import LONG, until

RULES = """
from lazytree import Game
from lazytree.games import nim

def heaps(first=3) -> Game:
    return nim(heaps=(first, 4, 5))
"""
FIELD = ["think:nodes=200", "minimax:depth=2", "mcts:simulations=40", "at_random"]


pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Dask scheduler with two worker processes, all on this machine."""
    if "distributed" not in sys.modules and not _installed():
        if os.environ.get("CI") == "true":
            pytest.fail("distributed is not installed: pip install '.[cluster]'")
        pytest.skip("distributed is not installed: pip install '.[cluster]'")
    folder = tmp_path_factory.mktemp("dask")
    told = folder / "scheduler.json"
    here = ["--scheduler-file", str(told)]
    start = [sys.executable, "-m", "dask"]
    scheduling = [*start, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show", *here]
    working = [*start, "worker", "--host", "127.0.0.1", "--nworkers", "2", "--nthreads", "1", "--no-dashboard", *here]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    running = [subprocess.Popen(command, **quiet) for command in (scheduling, working)]  # type: ignore[call-overload]
    try:
        from distributed import Client

        until(lambda: told.exists() and told.read_text().strip())
        with Client(scheduler_file=str(told), timeout=LONG) as client:
            client.wait_for_workers(2, timeout=LONG)
            address: str = client.scheduler.address
        yield address
    finally:
        for process in reversed(running):
            process.terminate()
        for process in running:
            process.wait(timeout=LONG)


def _installed() -> bool:
    from importlib.util import find_spec

    return find_spec("distributed") is not None


def test_the_same_games_with_a_worker_killed_in_the_middle(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The rules are in a file that the workers do not see: its text goes with the tasks."""
    (tmp_path / "own.py").write_text(RULES)
    monkeypatch.chdir(tmp_path)
    expected = tournament("own.py first=2", FIELD, 2, openings=1)
    killed = list[int]()
    with executor_at(scheduler) as executor:
        workers = list(executor._client.run(os.getpid).values())
        assert len(set(workers)) == 2 and os.getpid() not in workers

        def kill_one(so_far: SoFar) -> None:
            if so_far.finished == 3 and not killed:
                killed.append(workers[0])
                os.kill(workers[0], signal.SIGKILL)

        found = tournament("own.py first=2", FIELD, 2, openings=1, executor=executor, progress=kill_one)
        executor._client.wait_for_workers(2, timeout=LONG)  # it is back
    assert killed
    assert found.id == expected.id
    assert [game.repeatable() for game in found.games] == [game.repeatable() for game in expected.games]


def test_the_command_line_finds_the_scheduler(scheduler: str, capsys: pytest.CaptureFixture[str]):
    words = ["tournament", "nim", "heaps=1,2", "--bots", "minimax", "at_random", "--pairs", "2", "--openings", "0"]
    assert main(words) == 0
    here = capsys.readouterr().out.split("player")[0]
    assert main([*words, "--scheduler", scheduler]) == 0
    assert capsys.readouterr().out.split("player")[0] == here


def test_a_missing_scheduler_is_named(capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("distributed")
    words = ["tournament", "nim", "--bots", "minimax", "at_random", "--scheduler", "no address"]
    assert main(words) == 2
    assert "there is no Dask scheduler at 'no address'" in capsys.readouterr().err


@pytest.mark.minutes
def test_a_scheduler_that_dies_is_named_and_the_store_has_what_was_played(
    scheduler: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """The last test of these: it is gone then."""
    store, killed = tmp_path / "games.db", list[int]()
    how: dict[str, Any] = {"openings": 0, "store": store}
    with executor_at(scheduler) as executor:

        def kill(so_far: SoFar) -> None:
            if not killed:
                killed.append(executor._client.run_on_scheduler(os.getpid))
                os.kill(killed[0], signal.SIGKILL)

        with pytest.raises(WorkersDie, match=r"the workers die \(\w+\): what is done is in the store"):
            tournament("nim heaps=3,4,5", FIELD, 20, executor=executor, progress=kill, **how)
    with closing(sqlite3.connect(store)) as database:
        ((stored,),) = database.execute("SELECT count(*) FROM games")
    whole = tournament("nim heaps=3,4,5", FIELD, 20, **how)
    assert 0 < stored < len(whole.games) == whole.planned
