"""What is known of a tournament as text: tables for a terminal, JSON, CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from io import StringIO
from math import isfinite
from typing import Any

from lazytree.arena.strength.bradley_terry import Strength, Strengths, strengths, with_unit
from lazytree.arena.strength.intervals import Interval
from lazytree.arena.strength.pairs import CERTAIN, Margin
from lazytree.arena.strength.sequential import Sprt, Verdict, verdict

from .copies import copied
from .results import Played
from .summaries import OfGame, OfPlayer, of_games, of_players
from .tables import crosstable, in_rows, ranked_names
from .tallies import counts_by_opening, margin_of, pairs_of, shares_of
from .tournaments import Results

LISTS = " "
"""What stands between the items of a list in a cell of CSV; between moves it is `; `."""


def elo_table(results: Results) -> Strengths | None:
    """The strengths of three and more contestants who meet in twos; None for others, and before any game.

    Of two contestants the margin of their pairs says it, and of three at a table what they score.

    >>> from lazytree.arena import tournament
    >>> found = tournament("nim heaps=1,2", ["minimax", "at_random", "think:depth=1"], 2, openings=0)
    >>> elo_table(found).players[0].name
    'minimax'
    """
    if len(results.players) < 3 or any(len(played.players) != 2 for played in results.games):
        return None
    tables = counts_by_opening(results.games)
    return strengths(tables) if tables else None


def margin_told(results: Results) -> Margin | None:
    """By how much the first of two contestants was better; None with more of them, and before any whole pair."""
    if len(results.players) != 2:
        return None
    with suppress(ValueError):  # there is no whole pair yet
        return margin_of(results.games, *results.players)
    return None


def first_mover(results: Results) -> Interval | None:
    """What moving first is worth in games of two players, in Elo."""
    if any(len(played.players) != 2 for played in results.games):
        return None
    return strengths(counts_by_opening(results.games)).advantage


def share_rows(results: Results) -> Iterator[list[str]]:
    """The rows of the table of what each player scores in a game, the heads first, the best one next.

    >>> from lazytree.arena import match
    >>> names = ["at_random:seed=1", "at_random:seed=2", "at_random:seed=3"]
    >>> next(share_rows(match("dice_of_doom size=2 players=3", names, 1, openings=0)))
    ['player', 'points a game', '95 %']
    """
    yield ["player", "points a game", "95 %"]
    shares = shares_of(results.games)
    for name in ranked_names(results.games):
        value, low, high = shares[name]
        yield [name, f"{value:.1%}", f"{low:.1%} to {high:.1%}"]


def decision(results: Results, test: Sprt | None) -> Verdict | None:
    """What a sequential test says of the first of two players; None without a test.

    It counts the first games of the plan up to one that is not finished, as the test itself does: games that are
    finished before others are often the short ones.
    """
    if test is None:
        return None
    one, other = results.players
    return verdict(test, pairs_of(results.games[: results.first], one, other))


def pair_lines(results: Results, test: Sprt | None = None) -> list[str]:
    """Lines that say by how much the first of two players was better in pairs of games, and what a test says of it.

    >>> from lazytree.arena import match
    >>> for line in pair_lines(match("nim heaps=1,2", ["minimax", "at_random"], pairs=4, openings=0), Sprt(0, 500)):
    ...     print(line)
    minimax against at_random: score 100.0 % of 4 pairs, Elo more than -10, stronger with a probability of 97.3 %
    moving first: +0 Elo (-541 to +541)
    sequential test of minimax against at_random: LLR 2.55 (-2.94 to 2.94): not decided yet
    """
    if len(results.players) != 2:
        return []
    lines, names = list[str](), " against ".join(results.players)
    if (found := margin_told(results)) is not None:
        lines.append(f"{names}: {found}")
        if (worth := first_mover(results)) is not None:
            lines.append(f"moving first: {with_unit(worth)}")
    if (said := decision(results, test)) is not None:
        lines.append(f"sequential test of {names}: {said}")
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
    if probability > CERTAIN or probability < 1 - CERTAIN:
        return f"> {CERTAIN:.1%}" if probability > CERTAIN else f"< {1 - CERTAIN:.1%}"
    return f"{probability:.1%}"


def report(results: Results, test: Sprt | None = None) -> str:
    """All that is known, as tables of text; with a sequential test, also what it says."""
    games = results.games
    if not games:
        return "no game is finished yet"
    parts = [f"tournament {results.id}: {len(games)} of {results.planned} games", crosstable(games, results.players)]
    if (known := elo_table(results)) is not None:
        parts += [str(known), in_rows(list(superiority_rows(known)))]
    if is_of_many(games):
        parts.append(in_rows(list(share_rows(results))))
    if lines := pair_lines(results, test):
        parts.append("\n".join(lines))
    parts += [in_rows(list(player_rows(of_players(games, results.players)))), in_rows(list(game_rows(of_games(games))))]
    return "\n\n".join([*parts, *forfeits(games), *map(str, copied(games))])


def is_of_many(games: Sequence[Played]) -> bool:
    """Whether more than two players sit at a table."""
    return any(len(played.players) > 2 for played in games)


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
    known, found, margin = elo_table(results), decision(results, test), margin_told(results)
    worth = first_mover(results)
    return {
        "tournament": results.id,
        "players": list(results.players),
        "planned": results.planned,
        "ratings": None if known is None else [_rating(player) for player in known.players],
        "margin": None if margin is None else {**margin._asdict(), "elo": _finite(margin.elo)},
        "first_player": None if worth is None else _finite(worth),
        "points_a_game": {name: share._asdict() for name, share in shares_of(games).items()},
        "superiority": _superiority(results, known, margin),
        "sequential_test": None
        if test is None or found is None
        else {**test._asdict(), "llr": found.llr, "taken": found.taken},
        "by_player": [player._asdict() for player in of_players(games, results.players)],
        "by_game": [game._asdict() for game in of_games(games)],
        "copies": [each._asdict() for each in copied(games)],
        "games": [asdict(played) for played in games],
    }


def _rating(player: Strength) -> dict[str, Any]:
    return {**player._asdict(), "elo": _finite(player.elo)}


def _finite(interval: Interval) -> dict[str, float | None]:
    """An interval for JSON, which has no infinite numbers: null."""
    return {name: number if isfinite(number) else None for name, number in interval._asdict().items()}


def _superiority(
    results: Results, known: Strengths | None, margin: Margin | None
) -> dict[str, dict[str, float]] | None:
    """From each player and each other one to the probability that the one is the stronger."""
    if margin is not None:
        one, other = results.players
        return {one: {other: margin.superiority}, other: {one: 1 - margin.superiority}}
    if known is None:
        return None
    names = [player.name for player in known.players]
    return {one: {other: known.superiority(one, other) for other in names if other != one} for one in names}


def as_json(results: Results, test: Sprt | None = None) -> str:
    """All that is known, as JSON."""
    return json.dumps(as_data(results, test))
