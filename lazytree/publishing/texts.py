"""What is written beside a board where no Python runs: the texts of moves, how games end, rules, and their source.

`Game.format` is Python. On a page a move is written as the names of its cells joined by "-", which is what `format`
writes of most games. Where it does not (a pass, a column of connect four), its text is kept by the bytes of the move,
for the moves that are met in games played at random. Of legal moves that would look alike, each gets a number.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from itertools import takewhile
from random import Random
from typing import Any

from lazytree.core.game import Game, M, P
from lazytree.playing.announcing import announced
from lazytree.show.said import touched_in

GAMES_PLAYED, PLIES, MOST = 12, 150, 1_000
LONGEST = 60_000  # characters of the source
MOST_PAYOFF = 200


def joined(game: Game[P, M], position: P, move: M) -> str:
    """The names of the cells that a move touches, with "-" between them."""
    cells = game.layout.cells if game.layout else ()
    return "-".join(cells[cell].name for cell in touched_in(game, position, move))


def move_texts(game: Game[P, M], pack: Callable[[M], bytes]) -> dict[str, str]:
    """The texts of moves that are not the names of their cells, by the bytes of the move in hexadecimal digits.

    A text that depends on the position is left out.
    """
    found: dict[M, str | None] = {}
    for position, move in met(game):
        text = game.format(position, move)
        if text != joined(game, position, move) or move in found:
            found[move] = text if found.get(move, text) == text else None
    kept = [(pack(move).hex(), text) for move, text in found.items() if text is not None]
    return dict(kept[:MOST])


def met(game: Game[P, M]) -> Iterator[tuple[P, M]]:
    """Positions of games played at random, each with all its legal moves: the same ones each time."""
    random = Random(0)
    for _ in range(GAMES_PLAYED):
        position = game.start
        for _ in range(PLIES):
            moves = list(game.moves(position))
            if not moves:
                break
            yield from ((position, move) for move in moves)
            try:
                position = game.play(position, random.choice(moves))
            except Exception:  # the rules are wrong there: the page says so if it comes to that
                break


def endings(game: Game[P, M], most: int) -> dict[str, str]:
    """How a game for two with words of its own says that it has ended, by the first player's payoff.

    Payoffs are ints from -most to most.
    """
    if game.announce is None or len(game.players) != 2:
        return {}
    known = min(most, MOST_PAYOFF)
    return {str(payoff): announced(game, (payoff, -payoff)) for payoff in range(-known, known + 1)}


def rules_text(thing: Any) -> str:
    """The docstring of what makes a game, without its examples."""
    lines = takewhile(lambda line: not line.lstrip().startswith(">>>"), (inspect.getdoc(thing) or "").splitlines())
    return "\n".join(lines).strip()


def source_text(game: Game[Any, Any]) -> str:
    """The Python source of the modules in which the rules of a game are written; empty where there is no text."""
    modules = dict.fromkeys(rule.__module__ for rule in rules_in(game))
    texts = []
    for name in modules:
        module = sys.modules.get(name)
        try:
            text = inspect.getsource(module) if module is not None else ""
        except (OSError, TypeError):
            text = ""
        if text:
            texts.append(f"# {name}\n\n{text.strip()}" if len(modules) > 1 else text.strip())
    return "\n\n\n".join(texts)[:LONGEST]


def rules_in(game: Game[Any, Any]) -> Iterator[Any]:
    """The functions of a game that are plain Python functions."""
    rules = (game.moves, game.play, game.mover, game.payoffs, game.odds, *game.ratings.values())
    return (rule for rule in rules if inspect.isfunction(rule))
