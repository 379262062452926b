"""Tallies: finished games as the counts that strengths, margins and sequential tests are worked out from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean

from lazytree.arena.strength.bradley_terry import Counts
from lazytree.arena.strength.intervals import Interval
from lazytree.arena.strength.likelihood import mean_of
from lazytree.arena.strength.pairs import Margin, margin, pentanomial
from lazytree.arena.strength.sequential import Sprt, check_test, verdict

from .copies import copied, without_copies
from .results import Played, names_of, points_of


def counts_of(games: Iterable[Played]) -> dict[tuple[str, str], Counts]:
    """The results of each pair of players, seen by the one that moved first, for `strengths`.

    Games between two bots of the same name do not count, and copies count once (`lazytree.arena.tournaments.copies`).

    Raises: ValueError for a game of more than two players.

    >>> game = Played("nim", ("a", "b"), "startpos", payoffs=(1, -1))
    >>> counts_of([game, game])
    {('a', 'b'): Counts(wins=1, ties=0, losses=0)}
    """
    counted: dict[tuple[str, str], Counter[float]] = defaultdict(Counter)
    for played in without_copies(games):
        first, second = _two(played)
        if first != second:
            counted[first, second][played.points[0]] += 1
    return {pair: Counts(points[1.0], points[0.5], points[0.0]) for pair, points in counted.items()}


def counts_by_opening(games: Iterable[Played]) -> list[dict[tuple[str, str], Counts]]:
    """The results of `counts_of` for each opening, for `strengths`: games from one opening may hang together.

    >>> game = Played("nim", ("a", "b"), "startpos", payoffs=(1, -1))
    >>> counts_by_opening([game, Played("nim", ("b", "a"), "startpos", pair=1, payoffs=(1, -1))])
    [{('a', 'b'): Counts(wins=1, ties=0, losses=0)}, {('b', 'a'): Counts(wins=1, ties=0, losses=0)}]
    """
    return [table for some in by_opening(without_copies(games)) if (table := counts_of(some))]


def by_opening(games: Iterable[Played]) -> list[list[Played]]:
    """The games of each opening, in the order in which openings come."""
    found: dict[tuple[str, str, int], list[Played]] = defaultdict(list)
    for played in games:
        found[played.game, played.opening, played.pair].append(played)
    return list(found.values())


def shares_of(games: Iterable[Played]) -> dict[str, Interval]:
    """What each player scores in a game, 0 to 1, and where the true mean lies with a probability of 95 %.

    The mean is that over openings, since games from one opening may hang together. Copies count once.

    >>> game = Played("nim", ("a", "b", "c"), "startpos", payoffs=(1, 0, 0))
    >>> shares_of([game])["a"].value
    1.0
    """
    shares: dict[str, list[float]] = defaultdict(list)
    for some in by_opening(without_copies(games)):
        for name in names_of(some):
            shares[name].append(fmean(points_of(some, name)))
    return {name: mean_of(numbers) for name, numbers in shares.items()}


def pairs_of(games: Iterable[Played], one: str, other: str) -> tuple[int, int, int, int, int]:
    """How often a player got 0, 1/2, 1, 1 1/2 and 2 points in a pair of games against another, for `margin`.

    Games of which the other half of the pair is not there do not count, and copies count once. Raises: ValueError for a
    game of more than two players.

    >>> game = Played("nim", ("a", "b"), "startpos", payoffs=(1, -1))
    >>> pairs_of([game, Played("nim", ("b", "a"), "startpos", payoffs=(1, -1))], "a", "b")
    (0, 0, 1, 0, 0)
    """
    found: dict[tuple[str, str, int], dict[str, float]] = defaultdict(dict)
    for played in without_copies(games):
        if {*_two(played)} == {one, other} and one != other:
            found[played.game, played.opening, played.pair][played.players[0]] = _points(played, one)
    return pentanomial(sum(seats.values()) for seats in found.values() if len(seats) == 2)


def margin_of(games: Sequence[Played], one: str, other: str) -> Margin:
    """By how much a player was better than another in pairs of games.

    Raises: ValueError for a game of more than two players, and if there is no whole pair of games.

    >>> game = Played("nim", ("a", "b"), "startpos", payoffs=(1, -1))
    >>> margin_of([game, Played("nim", ("b", "a"), "startpos", payoffs=(-1, 1))], "a", "b").score
    1.0
    """
    return margin(pairs_of(games, one, other))


def is_decided(test: Sprt, one: str, other: str) -> Callable[[Sequence[Played]], bool]:
    """Whether a sequential test has come to its end, as a function of the games so far: the `enough` of `match`.

    The test asks how much stronger `one` is than `other`; read its answer by `verdict(test, pairs_of(games, ...))`. It
    raises ValueError where the same games are played again and again, so that nothing can be decided.

    >>> from lazytree.arena import match
    >>> test = Sprt(0, 300)
    >>> players = {"deep": "minimax:depth=5", "lost": "at_random"}
    >>> found = match("nim heaps=3,4,5", players, pairs=500, openings=0, enough=is_decided(test, "deep", "lost"))
    >>> verdict(test, pairs_of(found.games, "deep", "lost")).taken, len(found.games) < 100
    (1, True)
    """
    check_test(test)

    def enough(games: Sequence[Played]) -> bool:
        check_varies(games, one, other)
        return verdict(test, pairs_of(games, one, other)).taken is not None

    return enough


def check_varies(games: Iterable[Played], one: str, other: str) -> None:
    """Raises ValueError if two players have played enough games for a test, and half of them are copies."""
    for each in copied(games):
        if {*each.players} == {one, other} and not each.varies and each.games >= max(8, 2 * each.different):
            raise ValueError(
                f"a sequential test needs games that differ, and of {each.games} games of {one} and {other} from the"
                f" same openings only {each.different} do: let them play from random openings (--openings 4), or take"
                " bots that draw numbers"
            )


def _two(played: Played) -> tuple[str, ...]:
    if len(played.players) != 2:
        raise ValueError(f"Elo is for games of two players, and {played.game} has {len(played.players)}")
    return played.players


def _points(played: Played, name: str) -> float:
    return played.points[played.players.index(name)]
