"""Sampling: what a position is worth, judged by games played out at random from it (see `uct` for how they are chosen).

All chance comes from a seed: the same seed, the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from numbers import Real
from typing import Any, Generic, NamedTuple

from lazytree.core.board import at_least
from lazytree.core.game import CHANCE, FIRST, Game, M, P, start_of
from lazytree.core.lanes import PYTHON
from lazytree.core.seeds import random_from
from lazytree.core.stats import Stats
from lazytree.searching.uct import Habits, Node, best_branch, found, look, new_node, played_out, simulate


class MctsAnswer(NamedTuple, Generic[M]):
    """What so many simulations say of a position."""

    simulations: int  # in the tree of the position
    value: Any  # what FIRST gets on average, or exactly once it is certain; with more than two players one number each
    best: M
    line: tuple[M, ...]  # the moves that look best, starting with `best`
    seen: int  # positions visited so far, in the tree
    seconds: float  # spent on simulations so far
    lane: str = PYTHON  # or MACHINE: which lane answered


def playout(game: Game[P, M], position: P | None = None, *, seed: int = 1, longest: int = 10_000) -> tuple[float, ...]:
    """The payoffs of a game played to its end at random; one that is not over after `longest` plies is a draw.

    `play_out` plays a game between bots.

    >>> from lazytree.games import nim
    >>> playout(nim(heaps=(1, 1)), seed=1)
    (-1, 1)
    """
    at_least("longest", longest, 1)
    payoffs, _ = played_out(game, random_from(seed), start_of(game, position), longest)
    return payoffs


def sampled(
    game: Game[P, M],
    seed: int = 1,
    rating: Callable[[P], Any] | None = None,
    trust: int = 8,
    exploration: float = 1.0,
    rave: float = 0,
    longest: int = 300,
    highest: float | None = None,
    stats: Stats | None = None,
) -> Callable[[P], Iterator[MctsAnswer[M]]]:
    """From a position to a lazy, endless sequence of ever better answers, one after each simulation.

    It ends only where the position's value has become certain. An answer's `value` is what FIRST gets in
    the `simulations` on average (with more than two players a payoff for each), or, once it is certain, exactly. What
    was learnt of a position is used again when it is asked about some moves later.

    `exploration` weighs the unknown against the good. Moves that a `rating` likes (seen by FIRST, or one number a
    player) are tried first, as if `trust` games had been seen. With `rave` a move counts wherever in a game its player
    makes it, until it has been tried itself about so often. A playout of `longest` plies is a draw. `highest` is the
    best payoff there is, 1 if not given: who is sure of it need not look further. A game that pays margins needs it.

    Sources: Kocsis and Szepesvári, Bandit based Monte-Carlo planning (2006); Winands, Björnsson and Saito, Monte-Carlo
    tree search solver (2008); Gelly and Silver, Monte-Carlo tree search and rapid action value estimation (2011).

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> *_, last = sampled(game, seed=1)(game.start)
    >>> last.value, game.format(game.start, last.best)
    (1, 'b-1')
    """
    at_least("trust", trust, 0)
    at_least("longest", longest, 1)
    for name, number in (("exploration", exploration), ("rave", rave)):
        if not isinstance(number, Real) or not number >= 0:
            raise ValueError(f"{name} must be a number of 0 or more, not {number!r}")
    if highest is None and game.parameters.get("score") == "margin":
        raise ValueError(f"{game.name} pays margins here: say which is the highest, highest=...")
    highest = 1 if highest is None else highest
    if not isinstance(highest, Real) or not highest > 0:
        raise ValueError(f"highest must be a number above 0, the highest payoff of the game, not {highest!r}")
    spent = stats or Stats()
    habits = Habits(game, random_from(seed), rating, trust, exploration * highest, rave, longest, highest, spent)
    known: list[Node[P, M]] = []  # the root of the question before

    def answers(position: P) -> Iterator[MctsAnswer[M]]:
        root = found(known, position) or new_node(habits, position)
        known[:] = [root]
        look(habits, root)
        if not root.below:
            raise ValueError(f"there is no move to choose: {game.name} is over here")
        if root.mover == CHANCE:
            raise ValueError("chance moves here: there is no move to choose")
        seen, seconds = spent.seen, spent.seconds
        while True:
            if root.certain is None:
                with spent.timed():
                    simulate(habits, root)
            yield answer(root, spent.seen - seen, spent.seconds - seconds)
            if root.certain is not None:
                return

    return answers


def answer(root: Node[P, M], seen: int, seconds: float) -> MctsAnswer[M]:
    """What is thought of a position so far."""
    line, node = [], root
    while node.below and node.mover != CHANCE:
        move, node = best_branch(node)
        line.append(move)
    payoffs = root.certain.payoffs if root.certain else tuple(total / root.visits for total in root.total)
    value = payoffs[FIRST] if len(payoffs) == 2 else payoffs
    return MctsAnswer(root.visits, value, line[0], tuple(line), seen, seconds)
