"""The commands of the Pyro course's Konane, whose programs met over the network.

There `id` is 0 for the player of O and 1 for the player of X; `remove(r,c)` and `jump(r,c,r,c)`, one jump each, prepare
a move, and `done` makes it.

Source: the Pyro course page on Konane (after D. Kumar).
"""

from __future__ import annotations

import re

COMMAND = re.compile(r"(remove|jump)\s*\(([\s\d,]+)\)", re.ASCII)


def is_command(line: str) -> bool:
    """Whether a line prepares a move: `remove(...)` or `jump(...)`.

    >>> is_command("jump(4,7, 4,5)"), is_command("move d5")
    (True, False)
    """
    return COMMAND.fullmatch(line) is not None


def prepared_move(held: str, line: str) -> str:
    """The move that is prepared after one more command, `held` before it (empty: none).

    Raises: ValueError where a jump does not go on from where the last one landed.

    >>> prepared_move("jump(4,7,4,5)", "jump(4,5, 4,3)")
    'jump(4,7,4,5,4,3)'
    """
    word, _, numbers = line.partition("(")
    word, cells = word.strip(), _cells(numbers)
    if held:
        before = _cells(held.partition("(")[2])
        if word != "jump" or not held.startswith("jump") or before[-2:] != cells[:2]:
            raise ValueError(f"{held} is prepared: write done, or a jump of the same stone from where it landed")
        cells = [*before, *cells[2:]]
    return f"{word}({','.join(cells)})"


def _cells(numbers: str) -> list[str]:
    return [number.strip() for number in numbers.rstrip(")").split(",")]
