"""Results: finished games, as JSON and back, and what they say: scores, costs, and counts for strengths and tests.

Copies are games that are played again move by move, since nothing in them varies; in statistics they count once.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from statistics import fmean
from typing import Any, NamedTuple

from lazytree.arena.strength.bradley_terry import Counts
from lazytree.arena.strength.pairs import Interval, Margin, Sprt, check_test, margin, mean_of, pentanomial, verdict

Key = tuple[str, int, tuple[str, ...]]
"""What tells a game from all others of its tournament: the rules' text, the number of the opening, who sits where."""


@dataclass(frozen=True)
class Played:
    """A finished game: who played what against whom, and what it cost. Numbers "by seat" have FIRST's first.

    Games of the same players with the same `game`, `opening` and `pair` belong together: in each of them the players
    sit differently. `times` are seconds of the processor, `seconds` those of a clock on the wall; neither is the same
    again in another run. All other fields are, for players that do not look at a clock.

    >>> game = Played("nim heaps=2,1", ("minimax", "at_random"), "startpos", payoffs=(1, -1), moves=("a-1", "b-1"))
    >>> game.plies, game.points
    (2, (1.0, 0.0))
    """

    game: str  # its name and parameters, as on the command line: "konane rows=6 columns=6"
    players: tuple[str, ...]  # names of bots, by seat
    opening: str  # the position where play began, in the words of UGI: "startpos moves a4-a6 a2-a4"
    pair: int = 0  # the number of the opening: the same for all games of the pair
    seed: int = 1  # of chance moves, and of bots that draw numbers
    payoffs: tuple[float, ...] = ()  # by seat
    moves: tuple[str, ...] = ()  # those after the opening, in the notation of the game, chance moves included
    movers: tuple[int, ...] = ()  # the seat of the player who made each move; -1: chance
    widths: tuple[int, ...] = ()  # how many legal moves there were at each move
    times: tuple[float, ...] = ()  # seconds of the processor for each move; 0 for a program, which is another process
    reason: str = ""  # in words, where not the rules ended the game
    loser: int | None = None  # the seat that has lost by its conduct: an illegal move, an error, a late move
    seconds: tuple[float, ...] = ()  # by seat: for all of the player's moves
    seen: tuple[int, ...] = ()  # by seat: positions visited by searches; 0 for a program
    rated: tuple[int, ...] = ()  # by seat: static evaluations
    inner: tuple[int, ...] = ()  # by seat: positions visited whose moves were looked at
    looked: tuple[int, ...] = ()  # by seat: moves looked at there; looked / inner is the branching of the search
    cutoffs: tuple[int, ...] = ()  # by seat

    @property
    def key(self) -> Key:
        """What tells the game from others of its tournament: the game, the number of the opening, who sits where."""
        return self.game, self.pair, self.players

    @property
    def plies(self) -> int:
        """How many moves were made after the opening."""
        return len(self.moves)

    @property
    def points(self) -> tuple[float, ...]:
        """What each player scores, by seat: see `points_for`."""
        return points_for(self.payoffs)

    @property
    def scored(self) -> Iterator[tuple[str, float]]:
        """The name and the points of each player, by seat."""
        return zip(self.players, self.points)

    def repeatable(self) -> Played:
        """The game without its times: what is the same again in another run, for players that look at no clock."""
        return replace(self, times=(), seconds=())


def points_for(payoffs: Sequence[float]) -> tuple[float, ...]:
    """What each player scores: 1 for a win, 0 for a loss; those who share the win share the 1.

    >>> points_for((1, -1)), points_for((0, 0))
    ((1.0, 0.0), (0.5, 0.5))
    """
    top = max(payoffs, default=0)
    winners = [payoff == top for payoff in payoffs]
    return tuple(winner / sum(winners) for winner in winners)


def as_json(played: Played) -> str:
    """A finished game as a line of JSON."""
    return json.dumps(vars(played))


def plain_data(value: Any) -> Any:
    """A value as JSON has it: named tuples are objects; infinite numbers, which JSON cannot write, are null.

    >>> plain_data([Score(2.5, 4), (float("inf"), "a")])
    [{'points': 2.5, 'games': 4}, [None, 'a']]
    """
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {name: plain_data(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [plain_data(part) for part in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def from_json(text: str) -> Played:
    """The game that `as_json` wrote. Raises ValueError where the text is none."""
    try:
        saved: Any = json.loads(text)
    except (ValueError, TypeError):
        saved = None
    wrong = "this is no finished game that this lazytree has written"
    if not isinstance(saved, dict) or not {"game", "players", "opening"} <= set(saved) <= set(Played.__match_args__):
        raise ValueError(wrong)
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in saved.items()}
    for name, value in fields.items():
        if name != "loser" and type(value) is not type(USUAL[name]):
            raise ValueError(f"{wrong}: its {name} cannot be read")
    return Played(**fields)


USUAL: dict[str, Any] = vars(Played("", (), ""))  # fields of the kinds that they have


def names_of(games: Iterable[Played]) -> tuple[str, ...]:
    """The names of all players, in the order in which they first sit at a table."""
    return tuple(dict.fromkeys(name for played in games for name in played.players))


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


def count_copies(games: Iterable[Played]) -> list[Copied]:
    """How many games differ, for each game and each group of players of whose games some are the same."""
    tables = defaultdict[tuple[str, tuple[str, ...]], list[Played]](list)
    for played in games:
        tables[played.game, tuple(sorted(played.players))].append(played)
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
    """
    lines = {*map(line_of, games)}
    return len(lines) == len(games) or len(lines) > len({line[:3] for line in lines})


def without_copies(games: Iterable[Played]) -> tuple[Played, ...]:
    """The games that count: where nothing varies, each of them once.

    That is looked at for each game and each group of players on its own. Where copies are left out, what is left of an
    opening is one pair.
    """
    listed = tuple(games)
    still = {(each.game, each.players) for each in count_copies(listed) if not each.varies}
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


class Score(NamedTuple):
    """What a player has scored in some games."""

    points: float
    games: int

    @property
    def share(self) -> float | None:
        """Points a game; None without games."""
        return self.points / self.games if self.games else None

    def __str__(self) -> str:
        return f"{self.points:g}/{self.games}"


def scores(games: Iterable[Played]) -> dict[tuple[str, str], Score]:
    """What each player has scored against each other one, by their names; at a table of many against each of them."""
    found: dict[tuple[str, str], Score] = {}
    for played in games:
        for seat, (name, payoff) in enumerate(zip(played.players, played.payoffs)):
            for other, (rival, against) in enumerate(zip(played.players, played.payoffs)):
                if seat != other:
                    before = found.get((name, rival), Score(0.0, 0))
                    found[name, rival] = Score(before.points + points_for((payoff, against))[0], before.games + 1)
    return found


def totals(games: Iterable[Played]) -> dict[str, Score]:
    """What each player has scored in all its games."""
    found: dict[str, Score] = {}
    for played in games:
        found.update(scored_with(found, played))
    return found


def scored_with(before: Mapping[str, Score], played: Played) -> dict[str, Score]:
    """What the players of one more game have scored with it."""
    found: dict[str, Score] = {}
    for name, points in played.scored:  # a name may sit at a table twice
        so_far = found.get(name) or before.get(name) or Score(0.0, 0)
        found[name] = Score(so_far.points + points, so_far.games + 1)
    return found


def ranked_names(games: Sequence[Played], players: Sequence[str] = ()) -> list[str]:
    """The names of the players, the best first: by points a game; equal ones in the order in which they are given."""
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
    return in_rows(["-" if cell is None else str(cell) for cell in row] for row in crosstable_rows("", games, players))


def crosstable_rows(corner: str, games: Sequence[Played], players: Sequence[str]) -> Iterator[list[str | Score | None]]:
    """The rows of this table, the heads first; None stands where two players have not met."""
    names, met, sums = ranked_names(games, players), scores(games), totals(games)
    yield [corner, "points", *map(str, range(1, len(names) + 1))]
    for rank, name in enumerate(names, 1):
        points = str(sums.get(name, Score(0, 0)))
        yield [f"{rank}. {name}", points, *(met.get((name, other)) for other in names)]


def in_rows(rows: Iterable[Sequence[str]], margin: str = "") -> str:
    """Rows of cells as text, in columns: the first one begins on the left, the others end on the right."""
    listed = list(rows)
    first, *others = (max(map(len, column)) for column in zip(*listed))
    cells = ([row[0].ljust(first), *map(str.rjust, row[1:], others)] for row in listed)
    return "\n".join(margin + "  ".join(row) for row in cells)


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
    """What is known of each player, in the order in which they are named."""
    return [_of_player(games, name) for name in dict.fromkeys([*players, *names_of(games)])]


def _of_player(games: Sequence[Played], name: str) -> OfPlayer:
    places = [(played, seat) for played in games for seat, player in enumerate(played.players) if player == name]
    points = [played.points[seat] for played, seat in places]
    moves = sum(played.movers.count(seat) for played, seat in places)

    def total(field: str) -> float:
        return float(sum(getattr(played, field)[seat] for played, seat in places if getattr(played, field)))

    def a_move(number: float) -> float:
        return number / moves if moves else 0.0

    inner = total("inner")
    work = (time for played, seat in places for mover, time in zip(played.movers, played.times) if mover == seat)
    return OfPlayer(
        name,
        games=len(places),
        points=sum(points),
        wins=points.count(1.0),
        draws=sum(0.0 < each < 1.0 for each in points),
        losses=points.count(0.0),
        forfeits=sum(played.loser == seat for played, seat in places),
        moves=moves,
        seconds=a_move(total("seconds")),
        work=a_move(sum(work)),
        seen=a_move(total("seen")),
        rated=a_move(total("rated")),
        cutoffs=a_move(total("cutoffs")),
        branching=total("looked") / inner if inner else 0.0,
    )


def of_games(games: Sequence[Played]) -> list[OfGame]:
    """What is known of each game that was played."""
    texts = dict.fromkeys(played.game for played in games)
    return [_of_game(text, [played for played in games if played.game == text]) for text in texts]


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


def counts_of(games: Iterable[Played]) -> dict[tuple[str, str], Counts]:
    """The results of each pair of players, seen by the one that moved first, for `strengths`.

    Games between two bots of the same name do not count, and copies count once (`lazytree.arena.tournaments.results`).

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
    """The results of `counts_of` for each opening, for `strengths`: games from one opening may hang together."""
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
    """
    shares: dict[str, list[float]] = defaultdict(list)
    for some in by_opening(without_copies(games)):
        for name in names_of(some):
            shares[name].append(fmean(points for each in some for who, points in each.scored if who == name))
    return {name: mean_of(numbers) for name, numbers in shares.items()}


def pairs_of(games: Iterable[Played], one: str, other: str) -> tuple[int, int, int, int, int]:
    """How often a player got 0, 1/2, 1, 1 1/2 and 2 points in a pair of games against another, for `margin`.

    Games of which the other half of the pair is not there do not count, and copies count once. Raises: ValueError for a
    game of more than two players.

    >>> game = Played("nim", ("a", "b"), "startpos", payoffs=(1, -1))
    >>> pairs_of([game, Played("nim", ("b", "a"), "startpos", payoffs=(1, -1))], "a", "b")
    (0, 0, 1, 0, 0)
    """
    met = [played for played in without_copies(games) if {*_two(played)} == {one, other} and one != other]
    pairs = ({played.players[0]: dict(played.scored)[one] for played in some} for some in by_opening(met))
    return pentanomial(sum(seats.values()) for seats in pairs if len(seats) == 2)


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
    for each in count_copies(games):
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
