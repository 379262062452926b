"""What is known of a tournament as text: tables for a terminal, JSON, CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from io import StringIO
from typing import Any

from lazytree.arena.strength.bradley_terry import Strengths, strengths
from lazytree.arena.strength.pairs import SURE
from lazytree.arena.strength.sequential import Sprt, Verdict, verdict

from .results import Played
from .summaries import OfGame, OfPlayer, of_games, of_players
from .tables import crosstable, in_rows
from .tallies import counts_of, margin_of, pairs_of
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


def decision(results: Results, test: Sprt | None) -> Verdict | None:
    """What a sequential test says of the first of two players; None without a test.

    It counts the first games of the plan up to one that is not finished, as the test itself does: games that are
    finished before others are often the short ones.
    """
    if test is None:
        return None
    one, other = results.players
    return verdict(test, pairs_of(results.games[: results.first], one, other))


def told_pairs(results: Results, test: Sprt | None = None) -> list[str]:
    """Lines that say by how much the first of two players was better in pairs of games, and what a test says of it.

    >>> from lazytree.arena import match
    >>> for line in told_pairs(match("nim heaps=1,2", ["minimax", "at_random"], pairs=4, openings=0), Sprt(0, 500)):
    ...     print(line)
    minimax against at_random: score 75.0 % of 4 pairs, Elo +191 (-143 to +640), stronger with a probability of 89.5 %
    sequential test of minimax against at_random: LLR -0.56 (-2.94 to 2.94): not decided yet
    """
    if len(results.players) != 2:
        return []
    lines, names = [], " against ".join(results.players)
    with suppress(ValueError):  # there is no whole pair yet
        lines.append(f"{names}: {margin_of(results.games, *results.players)}")
    if (found := decision(results, test)) is not None:
        lines.append(f"sequential test of {names}: {found}")
    return lines


def superiority_rows(known: Strengths) -> Iterator[list[str]]:
    """The rows of the table of the probabilities that a player (of the row) is stronger than another (of the column).

    >>> from lazytree.arena import strengths
    >>> print(in_rows(list(superiority_rows(strengths({("a", "b"): (60, 0, 40), ("b", "a"): (40, 0, 60)})))))
    stronger than       1      2
    1. a                -  99.7%
    2. b             0.3%      -
    """
    names = [player.name for player in known.players]
    yield ["stronger than", *map(str, range(1, len(names) + 1))]
    for rank, name in enumerate(names, 1):
        cells = ["-" if name == other else _percent(known.superiority(name, other)) for other in names]
        yield [f"{rank}. {name}", *cells]


def _percent(probability: float) -> str:
    """A probability; beyond 99.9 % no digits are told."""
    if probability > SURE or probability < 1 - SURE:
        return f"> {SURE:.1%}" if probability > SURE else f"< {1 - SURE:.1%}"
    return f"{probability:.1%}"


def report(results: Results, test: Sprt | None = None) -> str:
    """All that is known, as tables of text; with a sequential test, also what it says."""
    games = results.games
    if not games:
        return "no game is finished yet"
    parts = [f"tournament {results.id}: {len(games)} of {results.planned} games", crosstable(games, results.players)]
    if (known := ratings(games)) is not None:
        parts.append(str(known))
        if len(known.players) > 2:  # of two the line about their pairs says it
            parts.append(in_rows(list(superiority_rows(known))))
    if lines := told_pairs(results, test):
        parts.append("\n".join(lines))
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


def as_data(results: Results, test: Sprt | None = None) -> dict[str, Any]:
    """All that is known, as dicts, lists, texts and numbers, which JSON can carry."""
    games = results.games
    known, found = ratings(games), decision(results, test)
    return {
        "tournament": results.id,
        "players": list(results.players),
        "planned": results.planned,
        "ratings": None if known is None else [_rating(player) for player in known.players],
        "first_player": None if known is None or known.advantage is None else known.advantage._asdict(),
        "superiority": None if known is None else _superiority(known),
        "sequential_test": None
        if test is None or found is None
        else {**test._asdict(), "llr": found.llr, "taken": found.taken},
        "by_player": [player._asdict() for player in of_players(games, results.players)],
        "by_game": [game._asdict() for game in of_games(games)],
        "games": [asdict(played) for played in games],
    }


def _rating(player: Any) -> dict[str, Any]:
    return {**player._asdict(), "elo": player.elo._asdict()}


def _superiority(known: Strengths) -> dict[str, dict[str, float]]:
    names = [player.name for player in known.players]
    return {one: {other: known.superiority(one, other) for other in names if other != one} for one in names}


def as_json(results: Results, test: Sprt | None = None) -> str:
    """All that is known, as JSON."""
    return json.dumps(as_data(results, test))
