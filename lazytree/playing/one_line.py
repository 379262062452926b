"""A position in one line of text, which the game's `read` takes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lazytree.core.game import Game, M, P, position_or_start, refuse_text
from lazytree.core.parsing import join_rows


def one_line(game: Game[P, M], position: P) -> str:
    """A position as one line of text: the rows that `game.show` writes, with `/` between them.

    `game.read` makes the position of it again; that is tried, so a text that comes back is never another position's.
    The names of rows and columns, as far as the game's `layout` has them, are left out where `read` needs none.

    Raises: ValueError if the game has no `read`, if its `read` does not give this position back, or if the position is
    none of this game.

    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> line = one_line(game, game.play(game.start, 4))
    >>> line
    '... / .X. / ...'
    >>> game.read(line) == game.play(game.start, 4)
    True
    """
    position_or_start(game, position)
    if game.read is refuse_text:
        raise ValueError(f"{game.name} has no `read`: give the Game a `show` and a `read` that is its inverse")
    for line in _lines(game, position):
        if _is_read(game, line, position):
            return line
    raise ValueError(
        f"the `read` of {game.name} does not give this position back from {line!r}: "
        "`show` must write all that a position holds, without a `/` of its own, and `read` must take what it writes"
    )


def _lines(game: Game[P, M], position: P) -> Iterator[str]:
    """The ways to write a position in one line, the shortest first."""
    shown = game.show(position)
    rows = _without_names(game, position, shown)
    yield " / ".join("".join(row) if all(len(word) == 1 for word in row) else " ".join(row) for row in rows)
    yield " / ".join(map(" ".join, rows))
    yield join_rows(shown)
    yield "/".join(shown.splitlines())


def _without_names(game: Game[P, M], position: P, shown: str) -> list[list[str]]:
    """The words of each row, without rows of names only, and without names at the ends of other rows."""
    cells = [cell.name for cell in game.layout.cells] if game.layout else []
    names = {name for cell in cells for name in (cell, *re.findall(r"[^\W\d]+|\d+", cell))}
    rows = []
    for words in map(str.split, shown.splitlines()):
        if not names.issuperset(words):
            inner = words[words[0] in names :]
            rows.append(inner[:-1] if inner[-1] in names else inner)
    return rows


def _is_read(game: Game[P, M], line: str, position: P) -> bool:
    """Whether the game reads this line as the position; what `read` raises for another text means that it does not."""
    try:
        return bool(game.read(line) == position)
    except Exception:
        return False
