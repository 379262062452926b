"""How much the server takes, keeps and does at once."""

from __future__ import annotations

import os
from typing import NamedTuple


class ServerLimits(NamedTuple):
    """How much the server takes, keeps and does at once, for all clients and all requests.

    >>> ServerLimits(searches=1).seconds
    30.0
    """

    searches: int = os.cpu_count() or 1  # that run at once
    waiting: int = 200  # searches that wait for their turn
    seconds: float = 30.0  # of one search
    positions: int = 400_000  # that one search in Python may look at
    games: int = 10_000  # that are kept
    loaded: int = 300  # games that are held in memory without anybody who looks at them
    places: int = 2_000  # positions in the course of one game, with all that was tried
    upload: int = 200_000  # bytes of a record
    body: int = 20_000  # bytes of any other request
    streams: int = 50  # pages that follow one game
    all_streams: int = 500  # pages that follow any game
    connections: int = 2_000
    parameters: int = 30  # of a game
    text: int = 200  # characters of a bot's name and settings
    value: int = 4_000  # characters of the value of a parameter, which may be a whole board
    number: int = 100  # the largest number in a parameter, but for a seed
    seed: int = 1_000_000_000
    cells: int = 500  # of a board
    making: float = 5.0  # seconds of processor time in which a game must be made and its board drawn
    makers: int = 2  # games that are made at once
    request: float = 20.0  # seconds within which a request must have come, and its answer have gone
