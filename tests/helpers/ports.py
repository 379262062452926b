"""Ports for what cannot be told to take any that is free."""

import socket
from contextlib import suppress
from random import SystemRandom

BELOW = range(20_000, 32_000)
"""Ports that no system gives to a program that asks for any: none of them is given away before its use."""


def free_port() -> int:
    """A port of this machine on which no program listens."""
    for port in SystemRandom().sample(BELOW, 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise OSError("none of a hundred ports is free")
