"""What is written beside a board where no Python runs: the texts of moves, how games end, rules, and their source.

`Game.format` is Python. On a page a move is written as the names of its cells joined by "-", which is what `format`
writes of most games. Where it does not (a pass, a column of connect four), its text is kept by the bytes of the move,
and by whether chance moves, for the moves that are met in games played at random, and what it has after the names of
the cells by the part of the move that tells it. Of legal moves that would look alike,
each gets a number.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from lazytree.core.game import CHANCE, Game, M, P
from lazytree.playing.announcing import seen_result
from lazytree.playing.random_games import random_plies
from lazytree.show.view import touched_in

GAMES_PLAYED, PLIES, MOST = 12, 150, 1_000
ENOUGH = 25_000  # legal moves met: then no further game is played
LONGEST = 60_000  # characters of the source
MOST_PAYOFF = 200


def joined_cell_names(game: Game[P, M], position: P, move: M) -> str:
    """The names of the cells that a move touches, with "-" between them."""
    cells = game.layout.cells if game.layout else ()
    return "-".join(cells[cell].name for cell in touched_in(game, position, move))


class MetMove(NamedTuple):
    """A legal move that was met in a game played at random."""

    place: int  # the number of its position among those met
    move: Any
    text: str  # as the game writes it
    joined: str  # the names of its cells
    chance: bool = False  # whether chance moves there


def texts_met(game: Game[P, M], deals: Iterable[Game[P, M]] = ()) -> list[MetMove]:
    """The legal moves that are met in games played at random, with their texts: the same ones each time.

    Of the `deals`, the same game from other starts, one is played each.

    Raises: what a rule raises there.
    """
    met, known = chain(positions_met(game), *(positions_met(deal, games=1) for deal in deals)), list[MetMove]()
    for place, (position, moves) in enumerate(met):
        chance = game.mover(position) == CHANCE
        for move in moves:
            joined = joined_cell_names(game, position, move)
            known.append(MetMove(place, move, game.format(position, move), joined, chance))
    return known


def move_texts(moves: Iterable[MetMove]) -> dict[tuple[bool, Any], str]:
    """The texts of those moves whose text is not the names of their cells, each the same in all positions.

    They are found by whether chance moves, and the move: the number 1 may be what a die shows, or a pawn.
    """
    found: dict[tuple[bool, Any], str | None] = {}
    for each in moves:
        key = each.chance, each.move
        if each.text != each.joined or key in found:
            found[key] = each.text if found.get(key, each.text) == each.text else None
    kept = [(key, text) for key, text in found.items() if text is not None]
    return dict(kept[:MOST])


def tails(moves: Iterable[MetMove], pack: Callable[[Any], bytes]) -> tuple[int, dict[str, str]]:
    """What texts have after the names of the cells, such as the piece that a pawn becomes, told by part of the move.

    From which byte on a packed move tells it, and the tails by these bytes in hexadecimal digits: so the page writes
    moves that were not met. There are none where texts are written in another way.

    >>> met = [MetMove(0, 7, "a8=Q", "a8"), MetMove(0, 3, "b7", "b7")]
    >>> tails(met, lambda move: bytes([0, move]))
    (1, {'07': '=Q'})
    """
    known = {(each.move, each.joined, each.text) for each in moves}
    met = {(pack(move), text.removeprefix(joined)) for move, joined, text in known if text.startswith(joined)}
    if not all(joined and text.startswith(joined) for _, joined, text in known) or all(tail == "" for _, tail in met):
        return 0, {}
    for first in range(min(len(packed) for packed, _ in met) - 1, -1, -1):
        found = {(packed[first:].hex(), tail) for packed, tail in met}
        if len(dict(found)) == len(found):
            return first, {part: tail for part, tail in sorted(found) if tail}
    return 0, {}


def unreadable_error(moves: Iterable[MetMove], texts: Mapping[tuple[bool, Any], str]) -> str:
    """Why a game that a page with these texts would save could not be read by `load_record`; empty if it could.

    The page must write all moves as the game does, and no two of a position alike.
    """
    seen = set[tuple[int, str]]()
    for each in moves:
        if texts.get((each.chance, each.move), each.joined) != each.text:
            if len(texts) == MOST:
                return f"more than {MOST:,} moves have texts that are not the names of their cells ({each.text})"
            return f"the text of a move depends on the position ({each.text})"
        if (each.place, each.text) in seen:
            return f"two moves of one position have the same text ({each.text})"
        seen.add((each.place, each.text))
    return ""


def positions_met(game: Game[P, M], games: int = GAMES_PLAYED) -> Iterator[tuple[P, list[M]]]:
    """Positions of games played at random, each with all its legal moves: the same ones each time."""
    random, count = Random(0), 0
    for _ in range(games):
        if count >= ENOUGH:
            break
        for position, moves, _ in random_plies(game, random, PLIES):
            count += len(moves)
            yield position, moves


def endings(game: Game[P, M], most: int) -> dict[str, str]:
    """How a game for two with words of its own says that it has ended, by the first player's payoff.

    Payoffs are ints from -most to most.
    """
    if game.announce is None or len(game.players) != 2:
        return {}
    known = min(most, MOST_PAYOFF)
    return {str(payoff): seen_result(game, (payoff, -payoff)) for payoff in range(-known, known + 1)}


def source_text(game: Game[Any, Any]) -> str:
    """The Python source of the modules in which the rules of a game are written; empty if no text can be read."""
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
