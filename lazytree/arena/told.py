"""What is known of a tournament as text: tables for a terminal, JSON, CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from io import StringIO
from typing import Any

from .bradley_terry import Strengths, strengths
from .results import Played
from .summaries import OfGame, OfPlayer, of_games, of_players
from .tables import crosstable, in_rows
from .tallies import counts_of
from .tournaments import Results

LISTS = " "
"""What stands between the items of a list in a cell of CSV; between moves it is `; `."""


def ratings(games: Sequence[Played]) -> Strengths | None:
    """The strengths of the players; None where they cannot be told: of more than two at a table, or before any game.

    >>> game = Played("nim", ("a", "b"), "startpos", payoffs=(1, -1))
    >>> ratings([]), ratings([game]).players[0].name
    (None, 'a')
    """
    if any(len(played.players) != 2 for played in games):
        return None
    counts = counts_of(games)
    return strengths(counts) if counts else None


def report(results: Results) -> str:
    """All that is known, as tables of text."""
    games = results.games
    if not games:
        return "no game is finished yet"
    parts = [f"tournament {results.id}: {len(games)} of {results.planned} games", crosstable(games, results.players)]
    if (known := ratings(games)) is not None:
        parts.append(str(known))
    parts += [in_rows(list(player_rows(of_players(games, results.players)))), in_rows(list(game_rows(of_games(games))))]
    return "\n\n".join([*parts, *forfeits(games)])


def player_rows(players: Sequence[OfPlayer]) -> Iterator[list[str]]:
    """The rows of the table of players, the heads first; costs are those of a move."""
    yield ["player", "won", "drawn", "lost", "moves", "ms", "cpu ms", "positions", "ratings", "cutoffs", "branching"]
    for it in players:
        times = [f"{1000 * it.seconds:.1f}", f"{1000 * it.work:.1f}"]
        counts = [f"{it.seen:,.0f}", f"{it.rated:,.0f}", f"{it.cutoffs:,.0f}", f"{it.branching:.1f}"]
        yield [it.name, str(it.wins), str(it.draws), str(it.losses), str(it.moves), *times, *counts]


def game_rows(games: Sequence[OfGame]) -> Iterator[list[str]]:
    """The rows of the table of games, the heads first."""
    yield ["game", "games", "points by seat", "drawn", "plies", "mean", "legal moves", "not ended by the rules"]
    for it in games:
        shares = " ".join(f"{share:.1%}" for share in it.shares)
        lengths = [f"{it.shortest} to {it.longest}", f"{it.plies:.1f}"]
        yield [it.game, str(it.games), shares, f"{it.drawn:.1%}", *lengths, f"{it.width:.1f}", str(it.unfinished)]


def forfeits(games: Sequence[Played]) -> list[str]:
    """A line for each way in which a player has lost by conduct: how often, and the reason."""
    counted: dict[tuple[str, str], int] = {}
    for played in games:
        if played.loser is not None:
            key = played.players[played.loser], played.reason
            counted[key] = counted.get(key, 0) + 1
    return [f"{name} has lost {count} by conduct: {reason}" for (name, reason), count in counted.items()]


def as_csv(results: Results) -> str:
    """The games as CSV: a row for each, heads first; moves are separated by `; `, other lists by spaces."""
    written = StringIO()
    writer = csv.writer(written)
    names = list(Played.__match_args__)
    writer.writerow(names)
    for played in results.games:
        writer.writerow([_cell(name, getattr(played, name)) for name in names])
    return written.getvalue()


def _cell(name: str, value: object) -> object:
    if isinstance(value, tuple):
        return ("; " if name in ("moves", "players") else LISTS).join(map(str, value))
    return "" if value is None else value


def as_data(results: Results) -> dict[str, Any]:
    """All that is known, as dicts, lists, texts and numbers, which JSON can carry."""
    games = results.games
    known = ratings(games)
    return {
        "tournament": results.id,
        "players": list(results.players),
        "planned": results.planned,
        "ratings": None if known is None else [_rating(player) for player in known.players],
        "first_player": None if known is None or known.advantage is None else known.advantage._asdict(),
        "by_player": [player._asdict() for player in of_players(games, results.players)],
        "by_game": [game._asdict() for game in of_games(games)],
        "games": [asdict(played) for played in games],
    }


def _rating(player: Any) -> dict[str, Any]:
    return {**player._asdict(), "elo": player.elo._asdict()}


def as_json(results: Results) -> str:
    """All that is known, as JSON."""
    return json.dumps(as_data(results))
