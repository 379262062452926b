"""The command `lazytree web` in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.helpers.waiting import LONG

HOUSE = Path(__file__).parents[3]


class Running:
    """A server in a process, with its address and what it has said."""

    def __init__(self, words: list[str], folder: Path) -> None:
        self.log = folder / "said.txt"
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "lazytree", "web", *words],
                stdout=subprocess.PIPE,
                stderr=out,
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(HOUSE)},
                text=True,
            )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        self.address = self.line.split("/ ")[0].split("/?")[0]

    def kill(self) -> None:
        """Ends the process at once, as kill -9 does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(LONG)

    def interrupt(self) -> tuple[int, str]:
        """The exit code and the last words after Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(LONG)
        return code, self.log.read_text(encoding="utf-8")


@contextmanager
def running(words: list[str], folder: Path) -> Iterator[Running]:
    """A server that is killed in the end."""
    server = Running(words, folder)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
