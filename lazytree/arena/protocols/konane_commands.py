"""The commands of the Pyro course's Konane, whose programs met over the network.

There `id` is 0 for the player of O and 1 for the player of X; `remove(r,c)` and `jump(r,c,r,c)`, one jump each, prepare
a move, and `done` makes it.

Source: the Pyro course page on Konane (after D. Kumar).
"""

from __future__ import annotations

import re
from typing import Any

from lazytree.core.game import Game

KONANE = "konane"
DARK = "dark"  # the player of X
COMMAND = re.compile(r"(remove|jump)\s*\(([\s\d,]+)\)", re.ASCII)


def numbers(game: Game[Any, Any]) -> tuple[int, ...]:
    """The number by which each player is known, FIRST's first: its place, but in Konane 0 plays O and 1 plays X.

    >>> from lazytree.games import konane, nim
    >>> numbers(konane()), numbers(konane(first="light")), numbers(nim())
    ((1, 0), (0, 1), (0, 1))
    """
    if game.name == KONANE:
        return tuple(int(name == DARK) for name in game.players)
    return tuple(range(len(game.players)))


def is_command(game: Game[Any, Any], line: str) -> bool:
    """Whether a line is a command of the course that prepares a move: `remove(...)` or `jump(...)`, in Konane."""
    return game.name == KONANE and COMMAND.fullmatch(line) is not None


def prepared_move(game: Game[Any, Any], position: Any, held: str, line: str) -> str:
    """The move that is prepared after one more command, `held` before it (empty: none).

    Raises: ValueError where a jump does not go on from where the last one landed, or the rules forbid the move so far.

    >>> from lazytree.games import konane
    >>> game = konane(opening="centre")
    >>> prepared_move(game, game.start, "", "jump(4,7, 4,5)")
    'jump(4,7,4,5)'
    """
    found = COMMAND.fullmatch(line)
    assert found is not None  # as `is_command` says
    word, cells = found[1], [number.strip() for number in found[2].split(",")]
    if held:
        before = _cells(held)
        if word != "jump" or not held.startswith("jump") or before[-2:] != cells[:2]:
            raise ValueError(f"{held} is prepared: write done, or a jump of the same stone from where it landed")
        cells = [*before, *cells[2:]]
    text = f"{word}({','.join(cells)})"
    game.parse(position, text)
    return text


def _cells(command: str) -> list[str]:
    return command.partition("(")[2].rstrip(")").split(",")
