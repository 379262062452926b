"""Lines of text over a connection: to it, from it, and never more of them than can be kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from .programs import Fault

LONGEST = 1 << 16  # bytes of a line
MOST = 16  # lines that wait to be answered


async def line_from(reader: asyncio.StreamReader) -> str | None:
    """The next line; None at the end. Raises Fault where it is too long, or no text."""
    try:
        data = await reader.readuntil(b"\n")
    except (asyncio.IncompleteReadError, OSError):
        return None
    except asyncio.LimitOverrunError:
        raise Fault(f"it sent a line of more than {LONGEST:,} bytes") from None
    try:
        return data.decode().strip()
    except UnicodeDecodeError:
        raise Fault("it sent bytes that are no text") from None


async def say(writer: asyncio.StreamWriter, line: str, patience: float) -> None:
    """Sends a line. Raises Fault if the other end does not read it for `patience` seconds, or has left."""
    try:
        writer.write(f"{line}\n".encode(errors="replace"))
        async with asyncio.timeout(patience):  # `wait_for` forgets a cancellation where what it waits for is there
            await writer.drain()
    except TimeoutError:
        raise Fault("it does not read what it is told") from None
    except OSError:
        raise Fault("it has left") from None


class Line:
    """The lines that come over a connection. They are listened to while answers are being found."""

    def __init__(self, reader: asyncio.StreamReader, first: str) -> None:
        self.reader = reader
        self.heard: asyncio.Queue[str | None] = asyncio.Queue(MOST)
        self.heard.put_nowait(first)
        self.fault = ""  # how it broke the protocol
        self.closed = False

    @property
    def has_ended(self) -> bool:
        """Whether the other end has left, and all its lines have been read."""
        return self.closed and self.heard.qsize() <= 1  # what is left is the end

    async def listen(self, at_the_end: Callable[[], object]) -> None:
        """Reads line after line; calls `at_the_end()` when there are no more."""
        try:
            while (line := await line_from(self.reader)) is not None:
                await self.heard.put(line)
        except Fault as fault:
            self.fault = str(fault)
        await self.heard.put(None)
        self.closed = True
        at_the_end()

    async def next(self) -> str | None:
        """The next line; None at the end."""
        return await self.heard.get()
