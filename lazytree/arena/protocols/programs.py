"""Programs at the other end of a pipe: lines to them, lines from them, and never more patience than agreed.

No read and no write waits for longer than its limit: also not for a program that does not read, or that leaves its pipe
to a child process that lives on.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import ceil
from time import perf_counter

LONGEST = 1 << 16  # bytes of a line
MOST = 10_000  # lines of one answer
UNREAD = 10.0  # seconds in which a program must read what it is told


class Fault(Exception):  # noqa: N818 - the program's, not ours
    """Raised where a program breaks the protocol; the message says how."""


class Late(Fault):
    """Raised where an answer does not come in time."""


class Program:
    """A running program that speaks lines of text.

    Its standard error is thrown away. `close` ends it, and what it has started, unless that has left its session.

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
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise ValueError(f"{command[0]} cannot be started: {error.strerror}") from error
        assert self.process.stdin is not None and self.process.stdout is not None
        self.input, self.output = self.process.stdin, self.process.stdout
        for pipe in (self.input, self.output):
            os.set_blocking(pipe.fileno(), False)
        self.heard, self.begun, self.ended = deque[bytes](), b"", False  # whole lines, and what a line begins with

    def tell(self, line: str, seconds: float = UNREAD) -> None:
        """Sends a line. Raises Fault if the program has ended, or does not read it within `seconds`."""
        left, until = f"{line}\n".encode(), perf_counter() + seconds
        while left:
            try:
                if not _ready(self.input.fileno(), select.POLLOUT, until):
                    raise Fault("it does not read what it is told")
                left = left[os.write(self.input.fileno(), left) :]
            except BlockingIOError:
                continue
            except (OSError, ValueError):
                raise Fault("it has ended") from None

    def lines(self, seconds: float) -> Iterator[str]:
        """The lines that come within `seconds` from now.

        Raises: Fault if the program ends, says nothing more in time, or sends what is no line of text.
        """
        until, count = perf_counter() + seconds, 0
        while True:
            while not self.heard and not self.ended and _ready(self.output.fileno(), select.POLLIN, until):
                self._listen()
            if not self.heard and self.ended:
                raise Fault("it has ended")
            if not self.heard or perf_counter() > until:
                raise Late(f"it did not answer within {seconds:g} seconds")
            line = self.heard.popleft()
            count += 1
            if len(line) >= LONGEST:
                raise Fault(f"it sent a line of more than {LONGEST:,} bytes")
            if count > MOST:
                raise Fault(f"it sent more than {MOST:,} lines for one answer")
            try:
                yield line.decode().strip()
            except UnicodeDecodeError:
                raise Fault("it sent bytes that are no text") from None

    def _listen(self) -> None:
        """Reads what the program has sent; a line that is too long counts as whole."""
        try:
            data = os.read(self.output.fileno(), LONGEST)
        except BlockingIOError:
            return
        self.ended = not data
        *whole, self.begun = (self.begun + data).split(b"\n")
        self.heard.extend(whole)
        if self.begun and (self.ended or len(self.begun) >= LONGEST):
            self.heard.append(self.begun)
            self.begun = b""

    def close(self) -> None:
        """Ends the program and all that it has started: asked first, then killed."""
        with suppress(Fault):
            self.tell("quit", 0.0)
        self.input.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=0.5)
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.output.close()


def _ready(pipe: int, event: int, until: float) -> bool:
    """Whether a pipe can be read or written, or is at its end, before this time of `perf_counter`."""
    polled = select.poll()
    polled.register(pipe, event)
    return bool(polled.poll(ceil(1000 * max(0.0, until - perf_counter()))))
