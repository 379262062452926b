"""Tables of results: who has scored what against whom, and what is known of the games and the players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .results import Played, names_of


class Score(NamedTuple):
    """What a player has scored in some games.

    >>> str(Score(2.5, 4)), Score(2.5, 4).share
    ('2.5/4', 0.625)
    """

    points: float
    games: int

    @property
    def share(self) -> float | None:
        """Points a game; None without games."""
        return self.points / self.games if self.games else None

    def __str__(self) -> str:
        return f"{self.points:g}/{self.games}"


def scores(games: Iterable[Played]) -> dict[tuple[str, str], Score]:
    """What each player has scored against each other one, by their names; at a table of many against each of them.

    >>> game = Played("nim", ("a", "b"), "startpos", payoffs=(1, -1))
    >>> scores([game])["b", "a"]
    Score(points=0.0, games=1)
    """
    found: dict[tuple[str, str], Score] = {}
    for played in games:
        for seat, (name, payoff) in enumerate(zip(played.players, played.payoffs)):
            for other, (rival, against) in enumerate(zip(played.players, played.payoffs)):
                if seat != other:
                    before = found.get((name, rival), Score(0.0, 0))
                    more = 1.0 if payoff > against else 0.5 if payoff == against else 0.0
                    found[name, rival] = Score(before.points + more, before.games + 1)
    return found


def totals(games: Iterable[Played]) -> dict[str, Score]:
    """What each player has scored in all its games.

    >>> totals([Played("nim", ("a", "b"), "startpos", payoffs=(1, -1))])["a"]
    Score(points=1.0, games=1)
    """
    found: dict[str, Score] = {}
    for played in games:
        found.update(scored_with(found, played))
    return found


def scored_with(before: Mapping[str, Score], played: Played) -> dict[str, Score]:
    """What the players of one more game have scored with it.

    >>> scored_with({"a": Score(0.5, 1)}, Played("nim", ("a", "b"), "startpos", payoffs=(1, -1)))
    {'a': Score(points=1.5, games=2), 'b': Score(points=0.0, games=1)}
    """
    found: dict[str, Score] = {}
    for name, points in zip(played.players, played.points):  # a name may sit at a table twice
        so_far = found.get(name) or before.get(name) or Score(0.0, 0)
        found[name] = Score(so_far.points + points, so_far.games + 1)
    return found


def ranked_names(games: Sequence[Played], players: Sequence[str] = ()) -> list[str]:
    """The names of the players, the best first: by points a game; equal ones in the order in which they are given.

    >>> ranked_names([Played("nim", ("a", "b"), "startpos", payoffs=(-1, 1))])
    ['b', 'a']
    """
    known = totals(games)
    names = dict.fromkeys([*players, *names_of(games)])
    return sorted(names, key=lambda name: -(known[name].share or 0.0) if name in known else 1.0)


def crosstable(games: Sequence[Played], players: Sequence[str] = ()) -> str:
    """The table of the points of each player against each other one, as text; the best player first.

    >>> print(crosstable([Played("nim", ("a", "b"), "startpos", payoffs=(-1, 1))]))
          points    1    2
    1. b     1/1    -  1/1
    2. a     0/1  0/1    -
    """
    names, known, sums = ranked_names(games, players), scores(games), totals(games)
    rows = [["", "points", *map(str, range(1, len(names) + 1))]]
    for rank, name in enumerate(names, 1):
        cells = [str(known[name, other]) if (name, other) in known else "-" for other in names]
        rows.append([f"{rank}. {name}", str(sums.get(name, Score(0, 0))), *cells])
    return in_rows(rows)


def in_rows(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as text, in columns: the first one begins on the left, the others end on the right.

    >>> print(in_rows([["a", "b"], ["long", "10"]]))
    a      b
    long  10
    """
    first, *others = (max(map(len, column)) for column in zip(*rows))
    return "\n".join(
        "  ".join([row[0].ljust(first), *(cell.rjust(width) for cell, width in zip(row[1:], others))]) for row in rows
    )
