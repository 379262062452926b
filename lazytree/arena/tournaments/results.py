"""Results: the value of a finished game of a match or a tournament, as JSON and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any


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
    def plies(self) -> int:
        """How many moves were made after the opening."""
        return len(self.moves)

    @property
    def points(self) -> tuple[float, ...]:
        """What each player scores, by seat: 1 for a win, 0 for a loss; those who share the win share the 1.

        >>> Played("nim", ("a", "b"), "startpos", payoffs=(0, 0)).points
        (0.5, 0.5)
        """
        top = max(self.payoffs)
        winners = [payoff == top for payoff in self.payoffs]
        return tuple(winner / sum(winners) for winner in winners)

    def repeatable(self) -> Played:
        """The game without its times: what is the same again in another run, for players that look at no clock."""
        return replace(self, times=(), seconds=())


def as_json(played: Played) -> str:
    """A finished game as a line of JSON.

    >>> from_json(as_json(Played("nim", ("a", "b"), "startpos"))) == Played("nim", ("a", "b"), "startpos")
    True
    """
    return json.dumps(vars(played))


def from_json(text: str) -> Played:
    """The game that `as_json` wrote. Raises ValueError where the text is none."""
    try:
        saved: Any = json.loads(text)
    except (ValueError, TypeError):
        saved = None
    if not isinstance(saved, dict) or not {"game", "players", "opening"} <= set(saved) <= set(Played.__match_args__):
        raise ValueError("this is no finished game that this lazytree has written")
    fields: dict[str, Any] = {name: tuple(it) if isinstance(it, list) else it for name, it in saved.items()}
    if wrong := [name for name, it in fields.items() if name != "loser" and type(it) is not type(USUAL[name])]:
        raise ValueError(f"this is no finished game that this lazytree has written: its {wrong[0]} cannot be read")
    return Played(**fields)


USUAL: dict[str, Any] = vars(Played("", (), ""))
"""Fields of the kinds that they have."""


def names_of(games: Iterable[Played]) -> tuple[str, ...]:
    """The names of all players, in the order in which they first sit at a table.

    >>> names_of([Played("nim", ("b", "a"), "startpos"), Played("nim", ("a", "c"), "startpos")])
    ('b', 'a', 'c')
    """
    return tuple(dict.fromkeys(name for played in games for name in played.players))


def points_of(games: Sequence[Played], name: str) -> list[float]:
    """What a player has scored in each of the games in which they sat, one number a seat.

    >>> points_of([Played("nim", ("a", "b"), "startpos", payoffs=(1, -1))], "b")
    [0.0]
    """
    return [points for played in games for player, points in zip(played.players, played.points) if player == name]
