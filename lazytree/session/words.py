"""What widgets say of a search: lines of moves, values, how much was seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from lazytree.core.game import Game, M, P
from lazytree.playing.announcing import line_texts
from lazytree.searching.deepening import Progress

MOST = 8  # moves of a line that are written


def line_text(game: Game[P, M] | None, position: P, line: Iterable[M], most: int = MOST) -> str:
    """The first moves of a line, in the notation of the game, if there is one.

    >>> from lazytree.games import tic_tac_toe
    >>> line_text(tic_tac_toe(), tic_tac_toe().start, [4, 0, 8], most=2)
    'b2 a3 …'
    """
    texts = map(str, line) if game is None else line_texts(game, position, line)
    written = [*islice(texts, most + 1)]
    return " ".join(written if len(written) <= most else [*written[:most], "…"])


def count_text(number: float) -> str:
    """A number of positions, rounded.

    >>> count_text(950), count_text(12_345), count_text(3_456_789)
    ('950', '12 thousand', '3.5 million')
    """
    if number < 10_000:
        return f"{number:.0f}"
    return f"{number / 1e3:.0f} thousand" if number < 1e6 else f"{number / 1e6:.1f} million"


def thought_text(game: Game[P, M] | None, position: P, told: Progress[M]) -> str:
    """What a bot thinks while it thinks: how deep it looks, its line so far, how much it has seen.

    >>> from lazytree.games import tic_tac_toe
    >>> thought_text(tic_tac_toe(), tic_tac_toe().start, Progress(3, 4, (4, 0), 120, 900.0))
    'depth 3: b2 a3 · 120 positions'
    """
    line = line_text(game, position, told.line)
    return f"depth {told.depth}: {line or '…'} · {count_text(told.nodes)} positions"


def bot_text(bot: Any, means: Mapping[str, Any]) -> str:
    """Who plays, in words: the name of a bot, and what it was told.

    >>> from lazytree import bots
    >>> bot_text(bots.think, {"seconds": 1}), bot_text(bots.minimax, {"depth": 3, "rating": "mobility"})
    ('think, 1 second', 'minimax, 3 plies deep, rating mobility')
    """
    name = getattr(bot, "__name__", "")
    known = {
        "seconds": lambda it: f"{it:g} second{'' if it == 1 else 's'}",
        "depth": lambda it: f"{it} {'ply' if it == 1 else 'plies'} deep",
    }
    told = [known[key](it) if key in known else f"{key} {it}" for key, it in means.items()]
    return ", ".join([name.replace("_", " ") if name.isidentifier() and name != "bot" else "a bot", *told])
