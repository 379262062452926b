"""Tasks: one game to be played, as a value that can be sent to another process or machine, and how it is played."""

from __future__ import annotations

import shlex
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from lazytree.arena.protocols.refereeing import SILENCE
from lazytree.core.game import Game
from lazytree.naming.attached_files import SourceFile, local_path
from lazytree.naming.words import game_named

from .one_game import GameInProgress, Terms, course
from .openings import begun
from .results import Played
from .seats import Factory, Seat, empty_seat, seat_for

SILENT = 3
"""A program that has not introduced itself in this number of games in a row loses all others, which are not played."""


class Entrant(NamedTuple):
    """A player of a tournament: its name in the tables, and what makes it.

    >>> Entrant("weak", "think:depth=1").name
    'weak'
    """

    name: str
    maker: str | Factory  # the text of a bot or of a command; or a function of a game that makes a bot


class Task(NamedTuple):
    """One game to be played; the players by seat."""

    game: str  # as on the command line: "konane rows=6"
    players: tuple[Entrant, ...]
    opening: str
    pair: int
    seed: int
    terms: Terms = Terms()
    files: tuple[SourceFile, ...] = ()  # of the user's own, that the names of the game and the players begin with
    made: Game[Any, Any] | None = None  # the game itself, where it is played in the process that made it
    given_up: tuple[str, ...] = ()  # players that lose without being asked, since they have been silent before

    @property
    def key(self) -> tuple[str, int, tuple[str, ...]]:
        """What tells the task from all others of its tournament: the game, the number of the opening, who sits where.

        >>> Task("nim", (Entrant("a", "minimax"), Entrant("b", "think")), "startpos", 0, 1).key
        ('nim', 0, ('a', 'b'))
        """
        return self.game, self.pair, tuple(player.name for player in self.players)


def play_task(task: Task) -> Played:
    """The finished game of a task.

    Raises: ValueError where a name is wrong, or the rules of the game are broken.

    >>> task = Task("nim heaps=1,2", (Entrant("a", "minimax"), Entrant("b", "at_random")), "startpos", 0, 1)
    >>> play_task(task).payoffs, play_task(task).moves[0]
    ((1, -1), 'b-1')
    """
    game = task.made or game_at_hand(task.game, task.files)
    seats = list[Seat]()
    try:
        for player, (name, maker) in enumerate(task.players):
            if name in task.given_up:
                seats.append(empty_seat(f"{SILENCE} in {SILENT} games in a row, and is given up"))
                continue
            made = None if isinstance(maker, str) else maker
            text = local_path(maker, task.files) if isinstance(maker, str) else name
            seats.append(seat_for(game, text, made, player, own_seed(task.seed, name), task.terms.clock))
        found = course(game, seats, begun(game, task.opening), task.terms, task.seed)
        for seat in seats:
            seat.over(found.record, found.ended)
    finally:
        for seat in seats:
            seat.close()
    return _told(task, seats, found)


@lru_cache(maxsize=16)
def game_at_hand(text: str, files: tuple[SourceFile, ...] = ()) -> Game[Any, Any]:
    """The game that a text names: made once in each process, so that it is compiled once."""
    name, *words = shlex.split(local_path(text, files))
    return game_named(name, words)


def own_seed(seed: int, name: str) -> int:
    """The seed of a player in the games of a pair: another one for each, so that two random games of it differ.

    >>> own_seed(1, "a") == own_seed(1, "a"), own_seed(1, "a") == own_seed(1, "b")
    (True, False)
    """
    return Random(f"{seed} {name}").randrange(1, 2**31)


def _told(task: Task, seats: list[Seat], found: GameInProgress) -> Played:
    """The course of a game as a value without positions."""
    counts = [seat.stats for seat in seats]
    return Played(
        game=task.game,
        players=tuple(player.name for player in task.players),
        opening=task.opening,
        pair=task.pair,
        seed=task.seed,
        payoffs=found.ended.payoffs,
        moves=tuple(found.record.written()[found.ahead :]),
        movers=found.movers,
        widths=found.widths,
        times=found.times,
        reason=found.ended.reason,
        loser=found.loser,
        seconds=found.seconds,
        seen=tuple(stats.nodes for stats in counts),
        rated=tuple(stats.rated for stats in counts),
        inner=tuple(stats.interior for stats in counts),
        looked=tuple(stats.branches for stats in counts),
        cutoffs=tuple(stats.cutoffs for stats in counts),
    )
