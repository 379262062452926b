"""Combinatorial values of positions: a fold over the lazy tree of the moves of both players, in and out of turn.

For games of two players without chance in which the player who cannot move loses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from lazytree.cgt.forms import ZERO, GameValue, options
from lazytree.core.game import FIRST, SECOND, Game, M, P, position_or_start
from lazytree.core.stats import Stats
from lazytree.searching.full_width import back_up_values
from lazytree.solving.exact import canonical_of
from lazytree.trees.growing import grow
from lazytree.trees.tree import Tree, maptree


class Turn(NamedTuple):
    """A move of a player in a position in which that player has the turn."""

    player: int
    move: Any


class Part(NamedTuple):
    """One of the independent parts of a position, by its index in `game.regions(position)`."""

    number: int


def with_mover(position: Any, player: int) -> Any:
    """The position with its field `mover` set to a player (FIRST or SECOND); positions are NamedTuples.

    >>> from lazytree.games import nim
    >>> with_mover(nim().start, SECOND).mover
    1
    """
    return position._replace(mover=player)


def combinatorial_value(
    game: Game[P, M],
    position: P | None = None,
    turned: Callable[[P, int], P] = with_mover,
    stats: Stats | None = None,
) -> GameValue:
    """The combinatorial value of a position (default: the start), in canonical form, positive where FIRST is ahead.

    It does not depend on whose turn it is: `turned(position, player)` is the position with the turn given to `player`
    (default: its field `mover` is replaced). Where the game has `regions`, the value is the sum of the values of the
    regions; `game.canonical` is used if the game has it. `stats` counts the work.

    Raises: ValueError if the game has chance or more than two players, or a player who cannot move does not lose;
    EndlessTree if a position can be repeated.

    Source: Berlekamp, Conway and Guy, Winning Ways (1982).

    >>> from lazytree.games import nim
    >>> print(combinatorial_value(nim(heaps=(1, 2))), combinatorial_value(nim(heaps=(3, 5, 6))))
    *3 0
    """
    if len(game.players) != 2 or game.odds is not None:
        raise ValueError(
            f"{game.name} has no combinatorial values: they are defined for games of two players without chance"
        )
    start = position_or_start(game, position)

    def no_moves(position: P) -> GameValue:
        return ZERO

    tree = maptree(no_moves)(grow(for_both(game, turned), stats)(canonical_of(game, turned(start, FIRST))))
    return back_up_values(tree, _of_parts_or_options, stats)[tree]


def for_both(game: Game[P, M], turned: Callable[[P, int], P] = with_mover) -> Game[P, Turn | Part]:
    """The game whose moves are those of both players; in a position of several regions the moves are the regions.

    In each of its positions the turn is given to FIRST, so that a position is one node, whichever player moved last.
    """

    def moves(position: P) -> Iterator[Turn | Part]:
        parts = regions(position)
        if len(parts) > 1:
            yield from map(Part, range(len(parts)))
        else:
            for player in (FIRST, SECOND):
                yield from (Turn(player, move) for move in moves_of(turned(position, player), player))

    def regions(position: P) -> list[P]:
        return [] if game.regions is None else list(game.regions(position))

    def moves_of(position: P, player: int) -> list[M]:
        found = list(game.moves(position))
        if not found and game.payoffs(position)[player] >= 0:
            raise ValueError(
                f"{game.name} has no combinatorial values: they are for games in which the player who cannot move loses"
            )
        return found

    def play(position: P, move: Turn | Part) -> P:
        if isinstance(move, Part):
            after = regions(position)[move.number]
        else:
            after = game.play(turned(position, move.player), move.move)
        return canonical_of(game, turned(after, FIRST))

    return replace(game, moves=moves, play=play, mover=lambda position: FIRST, canonical=None)  # type: ignore[arg-type, return-value]


def _of_parts_or_options(node: Tree[GameValue, Any], values: Sequence[GameValue]) -> GameValue:
    """The value of a node from the values of its branches: their sum if they are parts, else by options."""
    moves = [move for move, _ in node.branches]
    if isinstance(moves[0], Part):
        return sum(values, ZERO)
    left, right = ([value for move, value in zip(moves, values) if move.player == who] for who in (FIRST, SECOND))
    return options(left, right)


def outcome(value: GameValue) -> Literal["first", "second", "next", "previous"]:
    """The outcome class of a value: which player wins under perfect play.

    "first", "second": this player wins, no matter who begins; "next": the player who begins wins; "previous": the
    other.

    >>> from lazytree.cgt import nimber, number, up
    >>> outcome(up()), outcome(number(-1)), outcome(nimber(2)), outcome(up() - up())
    ('first', 'second', 'next', 'previous')
    """
    if value == ZERO:
        return "previous"
    return "first" if value > ZERO else "second" if value < ZERO else "next"
