"""Programs at the other end of a pipe: lines to them, lines from them, and never more patience than agreed."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from time import perf_counter

LONGEST = 1 << 16  # bytes of a line
MOST = 10_000  # lines that wait to be read


class Fault(Exception):  # noqa: N818 - the program's, not ours
    """Raised where a program breaks the protocol; the message says how."""


class Program:
    """A running program that speaks lines of text.

    Its standard error is thrown away. `close` ends it, and whatever it has started.

    >>> import sys
    >>> program = Program([sys.executable, "-c", "print(input()[::-1])"])
    >>> program.tell("isready")
    >>> next(program.lines(seconds=60))
    'ydaersi'
    >>> program.close()
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Starts the program. Raises ValueError if there is none of that name, or no name."""
        if not command:
            raise ValueError("a command is a list of words: the program, and what it is told")
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise ValueError(f"{command[0]} cannot be started: {error.strerror}") from error
        self.heard: Queue[bytes | None] = Queue(MOST)
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Puts each line into the queue, and None at the end; what is too long comes in pieces."""
        assert self.process.stdout is not None
        with suppress(OSError, ValueError):
            while line := self.process.stdout.readline(LONGEST):
                self.heard.put(line)
        self.heard.put(None)

    def tell(self, line: str) -> None:
        """Sends a line. Raises Fault if the program has ended."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{line}\n".encode())
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise Fault("it has ended") from None

    def lines(self, seconds: float) -> Iterator[str]:
        """The lines that come within so many seconds from now.

        Raises Fault if the program ends, says nothing more in time, or sends what is no line of text.
        """
        until, count = perf_counter() + seconds, 0
        while True:
            try:
                line = self.heard.get(timeout=max(0.0, until - perf_counter()))
            except Empty:
                raise Fault(f"it did not answer within {seconds:g} seconds") from None
            if line is None:
                raise Fault("it has ended")
            count += 1
            if not line.endswith(b"\n") and len(line) >= LONGEST:
                raise Fault(f"it sent a line of more than {LONGEST:,} bytes")
            if count > MOST:
                raise Fault(f"it sent more than {MOST:,} lines for one answer")
            if perf_counter() > until:
                raise Fault(f"it did not answer within {seconds:g} seconds")
            try:
                yield line.decode().strip()
            except UnicodeDecodeError:
                raise Fault("it sent bytes that are no text") from None

    def close(self) -> None:
        """Ends the program and all that it has started: asked first, then killed."""
        with suppress(Fault):
            self.tell("quit")
        with suppress(OSError, ValueError):
            self.process.stdin.close()  # type: ignore[union-attr]
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=0.5)
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        while True:
            with suppress(Empty):
                if self.heard.get(timeout=1.0) is None:
                    break
                continue
            break
        with suppress(OSError, ValueError):
            self.process.stdout.close()  # type: ignore[union-attr]
