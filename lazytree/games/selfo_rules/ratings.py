"""The ratings of Selfo, and how much of a swarm took part in a game of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from statistics import fmean
from typing import cast

from lazytree.core.bitsets import cells_of, groups, near_on
from lazytree.core.board import Grid
from lazytree.core.game import Game
from lazytree.swarm import (
    Law,
    Score,
    Swarm,
    chemotaxis_score,
    exponential,
    inverse,
    literal_chemotaxis_score,
    swarm_score,
)

from .boards import grid_of
from .position import Move, Position, sides_on, split


def swarm_of(
    game: Game[Position, Move],
    law: Callable[[int, int, Fraction | None], Law] = exponential,
    power: Fraction | None = None,
) -> Swarm[Position]:
    """The swarm of a game of Selfo: for its `signals`, or for ratings by another law or power than those of the game.

    `law` says how signals decay with the distance, `power` is their initial strength (see `lazytree.swarm.signals`).

    >>> from lazytree.games import selfo
    >>> from lazytree.swarm import inverse, signals, swarm_rating
    >>> game = selfo(setup=2)
    >>> len(signals(swarm_of(game), game.start))  # three groups a side
    6
    >>> rating = swarm_rating(swarm_of(game, inverse, Fraction(1, 40)))
    """
    grid = grid_on(game)
    cells, players = len(grid.names), len(game.players)
    largest = max(mine.bit_count() for mine in split(game.start.sets, cells, players))
    return Swarm(grid, law(largest, cells, power), sides_on(cells, players), players)


def grid_on(game: Game[Position, Move]) -> Grid:
    """The board of a game of Selfo."""
    return grid_of(cast("str | Grid", game.parameters["board"]), cast(int, game.parameters["side"]))


def scores_of(game: Game[Position, Move]) -> dict[str, Score[Position]]:
    """The scores of a game of Selfo by name: functions of a position and a player, the more the better."""
    decaying, inversely = swarm_of(game), swarm_of(game, inverse)
    near, sides = near_on(decaying.grid), decaying.sides

    def few_groups(position: Position, player: int) -> int:
        return -sum(1 for _ in groups(near, sides(position, player)[0]))

    def largest_group(position: Position, player: int) -> int:
        return max(group.bit_count() for group in groups(near, sides(position, player)[0]))

    return {
        "swarm": swarm_score(decaying),
        "swarm_inverse": swarm_score(inversely),
        "chemotaxis": chemotaxis_score(decaying),
        "chemotaxis_inverse": chemotaxis_score(inversely),
        "chemotaxis_literal": literal_chemotaxis_score(decaying),
        "chemotaxis_literal_inverse": literal_chemotaxis_score(inversely),
        "groups": few_groups,
        "largest_group": largest_group,
    }


def self_organization(
    game: Game[Position, Move], record: Iterable[tuple[Position, Move | None]]
) -> Iterator[tuple[float, ...]]:
    """For each position of a record, one number a player: the mean number of turns since each piece last moved.

    0 means that a piece moved in the turn before; all pieces count as moved just before the first position. Numbers
    that stay low show that the whole set takes part. A record is (position, move), ..., (position, None).

    >>> from lazytree.games import selfo
    >>> game = selfo(side=3, setup="a1 b3 d4 e5 / a3 b1 d2 e3")
    >>> move = game.parse(game.start, "b3-c3")
    >>> list(self_organization(game, [(game.start, move), (game.play(game.start, move), None)]))
    [(0.0, 0.0), (0.75, 1.0)]
    """
    cells, players = len(grid_on(game).names), len(game.players)
    moved: dict[int, int] = {}  # where a piece stands: after how many turns it came there
    for turn, (position, move) in enumerate(record):
        yield tuple(
            fmean(turn - moved.get(cell, 0) for cell in cells_of(mine)) for mine in split(position.sets, cells, players)
        )
        if move is not None and move.source >= 0:
            moved.pop(move.source, None)
            moved[move.target] = turn + 1
