"""Bots: what plays. A bot is a function from position to move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from random import Random
from time import perf_counter
from typing import Any

from toolz import compose

from lazytree.core.board import at_least
from lazytree.core.game import Game, M, P, Rating
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.playing.best_first_search import best_first
from lazytree.playing.dispatch import deepening_of, mcts_in_machine_code
from lazytree.searching.choosing import Bot, best, choices, search_for
from lazytree.searching.deepening import Answer, Progress, deepen, within
from lazytree.searching.finders import by_scout, by_search
from lazytree.searching.full_width import expectimax, maxn
from lazytree.searching.sampling import mcts
from lazytree.trees.growing import grow
from lazytree.trees.ratings import named_rating, rated
from lazytree.trees.stages import highfirst, prune


def think(
    game: Game[P, M],
    depth: int | None = None,
    rating: str | Rating[P] | None = None,
    choose: Callable[..., M] | None = None,
    stats: Stats | None = None,
    *,
    seconds: float | None = None,
    stop: Stop | None = None,
    progress: Callable[[Progress[M]], object] | None = None,
    clock: Callable[[], float] = perf_counter,
    machine: bool = True,
    threads: int = 1,
) -> Bot[P, M]:
    """The bot that looks ahead, rates what it sees there, and makes the move that is best then.

    It looks 1, 2, 3 ... plies ahead (see `deepen`), to `depth` plies or for `seconds` a move, whatever is reached
    first; 4 plies if neither is said. `rating` is one of the game's by name, or any function of a position seen by
    FIRST; more than two players need one of `game.standings`. With `choose`, such as `variety(...)`, it looks once, at
    `depth`. `stop` is polled: once it says True the best move so far is made. `progress` is called while it thinks.

    Where it is to look far, for a time or to a depth of 5 and more, it looks in machine code if it can: with the extra
    `compiled`, for games that compile (`machine=False`: never), by so many `threads`. Else it keeps what it has grown
    below the move played, and lets the rest go.

    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> game.format(game.start, think(game, depth=2)(game.start))
    'b2'
    """
    if depth is not None:
        at_least("depth", depth, 1)
    at_least("threads", threads, 1)
    deepest = depth if depth is not None else 4 if seconds is None else None
    limited = within(seconds, clock) if seconds is not None else iter
    spent = stats or Stats()
    growing = grow(game, spent)
    label = rated(game, rating, spent)
    many = len(game.players) > 2
    far = choose is None and not many and (deepest is None or deepest >= FAR)
    in_machine_code = deepening_of(game, named_rating(game, rating)) if machine and far else None

    def answers(position: P) -> Iterable[Answer[M]]:
        if in_machine_code is not None:
            return in_machine_code(position, stats=spent, stop=stop, progress=progress, threads=threads)
        growing.keep(growing(position))
        finder = by_search(maxn) if many else by_scout()
        return deepen(lambda plies: compose(label, prune(plies), growing), position, finder, spent, stop, progress)

    def bot(position: P) -> M:
        if choose is not None:
            growing.keep(growing(position))
            tree = highfirst()(label(prune(deepest or 4)(growing(position))))
            return choose(tree, search_for(len(game.players)), spent)
        *_, answer = islice(limited(answers(position)), deepest)
        return answer.best

    return bot


FAR = 5
"""Plies from which on it pays to compile a game for one search."""


def at_random(game: Game[P, M], seed: int | Random = 1) -> Bot[P, M]:
    """The bot that makes any legal move, each as likely as the other, from a seed or a source of its own."""
    if not isinstance(seed, int | Random):
        raise ValueError(f"seed must be a whole number or a random.Random, not {seed!r}")
    random = seed if isinstance(seed, Random) else Random(seed)
    return lambda position: random.choice(choices(game, position))


def breadth_first(
    game: Game[P, M], plies: int = 2, rating: str | Rating[P] | None = None, stats: Stats | None = None
) -> Bot[P, M]:
    """The bot that grows `plies` whole layers of the tree, rates the last one and backs up what it found there.

    >>> from lazytree.games import tic_tac_toe
    >>> breadth_first(tic_tac_toe())(tic_tac_toe().start)
    4
    """
    at_least("plies", plies, 1)
    spent = stats or Stats()
    label = rated(game, rating, spent)

    def bot(position: P) -> M:
        tree = label(prune(plies)(grow(game, spent)(position)))
        layer = [tree]
        for _ in range(plies):
            layer = [sub for node in layer for _, sub in node.branches]
        return best(tree, expectimax if len(game.players) <= 2 else maxn, spent)

    return bot


def sampler(
    game: Game[P, M],
    simulations: int = 1_000,
    seed: int | Random = 1,
    rave: float = 0,
    highest: float | None = None,
    stats: Stats | None = None,
    *,
    machine: bool = True,
) -> Bot[P, M]:
    """The bot that makes the move that `mcts` likes best once its tree holds so many simulations.

    From 5,000 on it makes them in machine code if it can (`machine=False`: never): other games, drawn just as well.

    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> game.format(game.start, sampler(game)(game.start))
    'b2'
    """
    at_least("simulations", simulations, 1)
    random = seed if isinstance(seed, Random) else Random(seed)
    make = mcts_in_machine_code() if machine and simulations >= MANY else mcts
    search = make(game, random, rave=rave, highest=highest, stats=stats)

    def bot(position: P) -> M:
        for answer in search(position):
            if answer.depth >= simulations:
                break
        return answer.best

    return bot


MANY = 5_000
"""Simulations from which on it pays to compile a game for them."""


BOTS: Mapping[str, Callable[..., Bot[Any, Any]]] = {
    "think": think,
    "at_random": at_random,
    "breadth_first": breadth_first,
    "best_first": best_first,
    "mcts": sampler,
}
"""The bots that need nobody outside, by name: factory(game, **parameters)."""
