"""Combinatorial game values: one more fold over the lazy tree, of all that both players could do in turn or out of it.

For games of two players without chance in which who cannot move loses. `position._replace(mover=player)` says whose
turn it is, or a function that the caller hands in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from lazytree.cgt.forms import ZERO, GameValue, options
from lazytree.core.game import FIRST, SECOND, Game, M, P, start_of
from lazytree.core.stats import Stats
from lazytree.searching.full_width import backed_up
from lazytree.solving.exact import canonical_of
from lazytree.trees.growing import grow
from lazytree.trees.tree import Tree, maptree


class Turn(NamedTuple):
    """A move that a player could make, if it were his turn."""

    player: int
    move: Any


class Part(NamedTuple):
    """One of the independent parts of a position: `game.regions` lists them."""

    number: int


def with_mover(position: Any, player: int) -> Any:
    """The position with another `mover`, which is a field of it."""
    return position._replace(mover=player)


def combinatorial_value(
    game: Game[P, M],
    position: P | None = None,
    turned: Callable[[P, int], P] = with_mover,
    stats: Stats | None = None,
) -> GameValue:
    """The canonical form of a position (the start, if none is given), positive where FIRST is ahead.

    It does not depend on whose turn it is. Where the game names its `regions`, the value is the sum of theirs; its
    `canonical` is used too. ValueError if who cannot move does not lose, EndlessTree if positions come round again.

    >>> from lazytree.games import nim
    >>> print(combinatorial_value(nim(heaps=(1, 2))), combinatorial_value(nim(heaps=(3, 5, 6))))
    *3 0
    """
    if len(game.players) != 2 or game.odds is not None:
        raise ValueError(f"{game.name} has no combinatorial values: they are for two players without chance")
    start = start_of(game, position)

    def no_moves(position: P) -> GameValue:
        return ZERO

    tree = maptree(no_moves)(grow(for_both(game, turned), stats)(canonical_of(game, turned(start, FIRST))))
    return backed_up(tree, _of_parts_or_options, stats)[tree]


def for_both(game: Game[P, M], turned: Callable[[P, int], P] = with_mover) -> Game[P, Turn | Part]:
    """The game whose moves are those of either player, or, where a position falls into regions, these.

    Every position has the turn given to FIRST: it is the same one whoever has moved last.
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
                f"combinatorial values are for games that are lost by who cannot move: {game.name} is not so"
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
    moves = [move for move, _ in node.branches]
    if isinstance(moves[0], Part):
        return sum(values, ZERO)
    left, right = ([value for move, value in zip(moves, values) if move.player == who] for who in (FIRST, SECOND))
    return options(left, right)


def outcome(value: GameValue) -> Literal["first", "second", "next", "previous"]:
    """Who wins: FIRST or SECOND whoever begins, or the next player, or the previous one, who has just moved.

    >>> from lazytree.cgt.forms import nimber, number, up
    >>> outcome(up()), outcome(number(-1)), outcome(nimber(2)), outcome(up() - up())
    ('first', 'second', 'next', 'previous')
    """
    if value == ZERO:
        return "previous"
    return "first" if value > ZERO else "second" if value < ZERO else "next"
