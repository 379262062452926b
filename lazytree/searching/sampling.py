"""Sampling: one game played at random, and what simulations say of a position."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple

from lazytree.core.at import At
from lazytree.core.board import at_least
from lazytree.core.game import Game, M, P, position_or_start, sample_move
from lazytree.core.lanes import PYTHON
from lazytree.core.seeds import random_from
from lazytree.core.showing import mime_bundle
from lazytree.core.value_texts import expected_text, payoff_text


class _MctsAnswer(NamedTuple, Generic[M]):
    """The items of an `MctsAnswer`."""

    simulations: int  # in the tree of the position
    value: Any  # what FIRST gets on average, or exactly once it is certain; with more than two players one number each
    best: M
    line: tuple[M, ...]  # the moves that look best, starting with `best`, until chance moves
    nodes: int  # positions visited so far, in the tree
    seconds: float  # spent on simulations so far
    lane: str = PYTHON  # or MACHINE: which lane answered
    full: bool = False  # whether the tree has no room for more, so that it does not grow
    reason: str = ""  # why the lane was Python; empty if it was machine code


class MctsAnswer(_MctsAnswer[M]):
    """What a number of simulations say of a position.

    >>> MctsAnswer(100, 0.14, "b2", ("b2", "a1"), 640, 0.01)
    <MctsAnswer: 57% to win for the first player, after 100 simulations: b2 a1; 640 positions in 0.01 s, python>
    """

    at: At[Any, M] | None = None  # the position, with its game; no item of the tuple
    points: bool = False  # whether an end was met that pays more than 1

    def __repr__(self) -> str:
        line = " ".join(map(str, self.line) if self.at is None else self.at.written(self.line))
        cost = (
            f"{self.nodes:,} positions in {self.seconds:.3g} s, {self.lane}{', the tree is full' if self.full else ''}"
        )
        return f"<MctsAnswer: {self.told}, after {self.simulations:,} simulations: {line}; {cost}>"

    @property
    def told(self) -> str:
        """The value in words: a chance to win or points on average; what is certain as such."""
        game = self.at.game if self.at else None
        if isinstance(self.value, float):
            return expected_text(self.value, game, exact=False, points=self.points)
        return payoff_text(self.value, game)

    _repr_mimebundle_ = mime_bundle


def playout(game: Game[P, M], position: P | None = None, *, seed: int = 1, longest: int = 10_000) -> tuple[float, ...]:
    """The payoffs of a game played to its end at random; one that is not over after `longest` plies is a draw.

    `play_out` plays a game between bots.

    >>> from lazytree.games import nim
    >>> playout(nim(heaps=(1, 1)), seed=1)
    (-1, 1)
    """
    at_least("longest", longest, 1)
    here, random = position_or_start(game, position), random_from(seed)
    for _ in range(longest):
        moves = list(game.moves(here))
        if not moves:
            break
        here = game.play(here, sample_move(game, here, moves, random))
    return (0,) * len(game.players) if any(True for _ in game.moves(here)) else game.payoffs(here)
