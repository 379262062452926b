"""Ports for what cannot be told to take any that is free."""

import socket
from contextlib import suppress
from random import SystemRandom

BELOW = range(20_000, 32_000)
"""Ports that no system gives to who asks for any: nobody is given one between the question and its use."""


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    for port in SystemRandom().sample(BELOW, 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise OSError("none of a hundred ports is free")
