"""Copies: games that are played again move by move, since nothing in them varies; in statistics they count once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from .results import Played

Table = tuple[str, tuple[str, ...]]
"""A game and the names of its players, sorted: so not by their seats."""


class Copied(NamedTuple):
    """How many games of the same players were played, and how many of them differ."""

    game: str
    players: tuple[str, ...]
    games: int
    different: int
    varies: bool  # whether games from one opening, with the same seats, differ; without any such games it is True

    def __str__(self) -> str:
        names = f"{' and '.join(self.players)} at {self.game}: {self.different} different of {self.games} games"
        why = "a game that comes again has been drawn again, and counts" if self.varies else "a copy counts once"
        return f"{names}; {why}"


def copied(games: Iterable[Played]) -> list[Copied]:
    """How many games differ, for each game and each group of players of whose games some are the same.

    >>> game = Played("nim", ("a", "b"), "startpos", payoffs=(1, -1), moves=("a-1", "b-1"))
    >>> print(*copied([game] * 3))
    a and b at nim: 1 different of 3 games; a copy counts once
    """
    tables: dict[Table, list[Played]] = {}
    for played in games:
        tables.setdefault((played.game, tuple(sorted(played.players))), []).append(played)
    return [
        Copied(game, players, len(some), different, varies(some))
        for (game, players), some in tables.items()
        if (different := len({*map(line_of, some)})) < len(some)
    ]


def line_of(played: Played) -> tuple[str, tuple[str, ...], str, tuple[str, ...]]:
    """What two copies have in common: the game, who sits where, the opening and all moves, those of chance included."""
    return played.game, played.players, played.opening, played.moves


def varies(games: Sequence[Played]) -> bool:
    """Whether players who begin in the same seats from the same opening play different games, at least once.

    If they do, chance is at work, and a game that comes again is another draw of it. It is True, too, as long as no
    opening has come again.

    >>> game = Played("nim", ("a", "b"), "startpos", payoffs=(1, -1), moves=("a-1", "b-1"))
    >>> varies([game]), varies([game, game]), varies([game, game, replace(game, moves=("a-1", "c-1"))])
    (True, False, True)
    """
    lines = {*map(line_of, games)}
    return len(lines) == len(games) or len(lines) > len({line[:3] for line in lines})


def without_copies(games: Iterable[Played]) -> tuple[Played, ...]:
    """The games that count: where nothing varies, each of them once.

    That is looked at for each game and each group of players on its own. Where copies are left out, what is left of an
    opening is one pair.

    >>> game = Played("nim", ("a", "b"), "startpos", payoffs=(1, -1), moves=("a-1", "b-1"))
    >>> len(without_copies([game, replace(game, pair=1)]))
    1
    """
    listed = tuple(games)
    still = {(each.game, each.players) for each in copied(listed) if not each.varies}
    if not still:
        return listed
    pairs, met, found = dict[tuple[str, str], int](), set[object](), list[Played]()
    for played in listed:
        if (played.game, tuple(sorted(played.players))) not in still:
            found.append(played)
        elif (line := line_of(played)) not in met:
            met.add(line)
            found.append(replace(played, pair=pairs.setdefault((played.game, played.opening), played.pair)))
    return tuple(found)
