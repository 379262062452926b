"""Summaries: what the games of a tournament say of each player and of each game that was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from .results import Played, names_of


class OfPlayer(NamedTuple):
    """What is known of a player; all costs are those of a move, on the mean."""

    name: str
    games: int
    points: float
    wins: int
    draws: int
    losses: int
    forfeits: int  # of these, games lost by conduct: an illegal move, an error, a late move
    moves: int  # made in all games
    seconds: float  # of a clock on the wall
    work: float  # seconds of the processor
    seen: float  # positions visited by searches
    rated: float  # static evaluations
    cutoffs: float
    branching: float  # of the tree that was searched: moves looked at in each position; 0: none was searched


class OfGame(NamedTuple):
    """What is known of a game that was played."""

    game: str
    games: int
    shares: tuple[float, ...]  # of the points that each seat has got, FIRST's first
    drawn: float  # share of games that no one seat has won
    shortest: int  # plies after the opening
    plies: float  # on the mean
    longest: int
    width: float  # legal moves in a position, on the mean; chance is not counted
    unfinished: int  # games that the rules have not ended, but a limit or the conduct of a player


def of_players(games: Sequence[Played], players: Iterable[str] = ()) -> list[OfPlayer]:
    """What is known of each player, in the order in which they are named.

    >>> game = Played("nim", ("a", "b"), "startpos", payoffs=(1, -1), moves=("a-1",), movers=(0,), seen=(7, 0))
    >>> [(player.name, player.wins, player.seen) for player in of_players([game])]
    [('a', 1, 7.0), ('b', 0, 0.0)]
    """
    return [_of_player(games, name) for name in dict.fromkeys([*players, *names_of(games)])]


def _of_player(games: Sequence[Played], name: str) -> OfPlayer:
    places = [(played, seat) for played in games for seat, player in enumerate(played.players) if player == name]
    points = [played.points[seat] for played, seat in places]
    moves = sum(played.movers.count(seat) for played, seat in places)

    def a_move(numbers: Iterator[float]) -> float:
        return sum(numbers) / moves if moves else 0.0

    def counted(field: str) -> Iterator[float]:
        return (getattr(played, field)[seat] for played, seat in places if getattr(played, field))

    inner = sum(counted("inner"))
    return OfPlayer(
        name,
        games=len(places),
        points=sum(points),
        wins=points.count(1.0),
        draws=sum(0.0 < each < 1.0 for each in points),
        losses=points.count(0.0),
        forfeits=sum(played.loser == seat for played, seat in places),
        moves=moves,
        seconds=a_move(counted("seconds")),
        work=a_move(sum(work_of(played, seat)) for played, seat in places),
        seen=a_move(counted("seen")),
        rated=a_move(counted("rated")),
        cutoffs=a_move(counted("cutoffs")),
        branching=sum(counted("looked")) / inner if inner else 0.0,
    )


def work_of(played: Played, seat: int) -> list[float]:
    """The seconds of the processor for each move of a player.

    >>> work_of(Played("nim", ("a", "b"), "startpos", movers=(0, 1, 0), times=(0.5, 2.0, 0.25)), 0)
    [0.5, 0.25]
    """
    return [work for mover, work in zip(played.movers, played.times) if mover == seat]


def of_games(games: Sequence[Played]) -> list[OfGame]:
    """What is known of each game that was played.

    >>> game = Played("nim", ("a", "b"), "startpos", payoffs=(1, -1), moves=("a-1",), movers=(0,), widths=(3,))
    >>> found, = of_games([game, game])
    >>> found.games, found.shares, found.plies, found.width
    (2, (1.0, 0.0), 1.0, 3.0)
    """
    by_game: dict[str, list[Played]] = {}
    for played in games:
        by_game.setdefault(played.game, []).append(played)
    return [_of_game(text, some) for text, some in by_game.items()]


def _of_game(text: str, games: Sequence[Played]) -> OfGame:
    widths = [width for played in games for width, mover in zip(played.widths, played.movers) if mover >= 0]
    lengths = [played.plies for played in games]
    return OfGame(
        text,
        len(games),
        shares=tuple(fmean(points) for points in zip(*(played.points for played in games))),
        drawn=fmean(max(played.points) < 1.0 for played in games),
        shortest=min(lengths),
        plies=fmean(lengths),
        longest=max(lengths),
        width=fmean(widths) if widths else 0.0,
        unfinished=sum(bool(played.reason) for played in games),
    )
