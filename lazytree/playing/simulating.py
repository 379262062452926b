"""Games played at random, and the tree that grows where they go well: playouts and Monte-Carlo tree search.

Both lanes draw the same numbers and calculate alike, so that a seed gives the same games in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, repeat
from math import isfinite
from typing import Any, NamedTuple

from lazytree.compiler.llvm import IMPORTING
from lazytree.core.board import at_least
from lazytree.core.game import FIRST, Game, M, P, start_of
from lazytree.core.lanes import MACHINE
from lazytree.core.seeds import random_from
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, check
from lazytree.searching.choosing import choices
from lazytree.searching.sampling import MctsAnswer, sampled
from lazytree.trees.ratings import the_rating

from .dispatch import Asked

MEGABYTES = 256
AT_ONCE = 1024  # simulations between two answers, at most
PLAYED_AT_ONCE = 4096  # games between which `stop` is polled
ALL_BITS = 2**64 - 1


class Playouts(NamedTuple):
    """What random games came to.

    >>> Playouts(0.5, 30, "python").value
    0.5
    """

    value: float | tuple[float, ...]  # FIRST's mean payoff; with more than two players one for each
    plies: int  # of all games together
    lane: str  # that played them


def playouts(
    game: Game[P, M],
    games: int,
    position: P | None = None,
    stats: Stats | None = None,
    *,
    seed: int = 1,
    plies: int = 10_000,
    lane: str | None = None,
    stop: Stop | None = None,
) -> Playouts:
    """The mean payoff of FIRST over so many random games from a position (default: the start), and their plies.

    Each move is as likely as any other; where chance moves, by the odds. A game that is not over after `plies` counts
    as a draw. The same `seed`, from 1 up, gives the same games in both lanes.

    Raises: ValueError if `games` or `seed` is less than 1; Stopped once `stop()` is true.

    >>> from lazytree.games import nim
    >>> playouts(nim(heaps=(1,)), 10)[:2]
    (1.0, 10)
    """
    with IMPORTING:
        from lazytree.compiler.entry_points.sampling import random_games

    at_least("games", games, 1)
    at_least("seed", seed, 1)
    at_least("plies", plies, 0)
    here, asked, random = start_of(game, position), Asked(game, stats, lane, stop=stop), random_from(seed)
    spent, seed = asked.stats, seed if seed <= ALL_BITS else random.randrange(1, ALL_BITS)
    with spent.timed():
        in_machine_code, in_python = random_games(game, in_python=False), random_games(game, in_python=True)
        totals, played = [0.0] * len(game.players), 0
        for begun in range(0, games, PLAYED_AT_ONCE):
            check(stop)
            means = here, min(PLAYED_AT_ONCE, games - begun), plies, seed
            paid, count = asked.answer(lambda: in_machine_code(*means), lambda: in_python(*means))  # noqa: B023
            totals, played = [sum(both) for both in zip(totals, paid)], played + count
            seed = random.randrange(1, ALL_BITS)
    spent.seen += played
    means_of = tuple(total / games for total in totals)
    return Playouts(means_of if len(game.players) > 2 else means_of[FIRST], played, asked.lane.name)


def mcts(
    game: Game[P, M],
    seed: int = 1,
    rating: str | Callable[[P], Any] | None = None,
    trust: int = 8,
    exploration: float = 1.0,
    rave: float = 0,
    longest: int = 300,
    highest: float | None = None,
    stats: Stats | None = None,
    *,
    lane: str | None = None,
    megabytes: int = MEGABYTES,
) -> Callable[[P], Iterator[MctsAnswer[M]]]:
    """From a position to a lazy sequence of ever better answers of Monte-Carlo tree search.

    Answers come after 1, 2, 4, ... and then after every 1,024 simulations; with chance, more than two players, a
    `rating` or `rave`, after each. The sequence ends where the value has become certain. An answer's `value` is what
    FIRST gets in the `simulations` on average (with more than two players a payoff for each), or, once it is certain,
    exactly. The tree stops growing where it fills its `megabytes`.

    `exploration` weighs the unknown against the good. Moves that a `rating` likes (one of the game's by name, or a
    function, seen by FIRST or one number a player) are tried first, as if `trust` games had been seen. With `rave` a
    move counts wherever in a game its player makes it, until it has been tried itself about so often. A playout of
    `longest` plies is a draw. `highest` is the highest payoff of the game, 1 by default; a game that pays margins needs
    it. The same `seed` gives the same games in both lanes; `lane="python"` keeps machine code out.

    Raises: ValueError where there is no move to choose, and if a payoff is higher than `highest`.

    Sources: Kocsis and Szepesvári, Bandit based Monte-Carlo planning (2006); Winands, Björnsson and Saito, Monte-Carlo
    tree search solver (2008); Gelly and Silver, Monte-Carlo tree search and rapid action value estimation (2011).

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> *_, last = mcts(game, seed=1)(game.start)
    >>> last.value, game.format(game.start, last.best)
    (1, 'b-1')
    """
    asked = Asked(game, stats, lane)
    return sampling(game, asked, seed, rating, trust, exploration, rave, longest, highest, megabytes)


def sampling(
    game: Game[P, M],
    asked: Asked,
    seed: int,
    rating: str | Callable[[P], Any] | None = None,
    trust: int = 8,
    exploration: float = 1.0,
    rave: float = 0,
    longest: int = 300,
    highest: float | None = None,
    megabytes: int = MEGABYTES,
) -> Callable[[P], Iterator[MctsAnswer[M]]]:
    """What `mcts` is, in the lane that is asked."""
    at_least("megabytes", megabytes, 1)
    best, random = 1 if highest is None else highest, random_from(seed)
    liked = rating if rating is None else the_rating(game, rating)
    in_general = sampled(game, seed, liked, trust, exploration, rave, longest, highest, asked.stats)
    if rating is not None or rave or not float(best).is_integer() or not isfinite(exploration):
        asked.refuse("simulations with a rating, rave or a highest payoff that is no int stay interpreted")
    elif not (game.odds is not None or len(game.players) != 2):
        return partial(simulated, game, asked, exploration * best, longest, int(best), megabytes, random.randrange)
    return lambda position: asked.answer_in_python(lambda: in_general(start_of(game, position)))


def simulated(
    game: Game[P, M],
    asked: Asked,
    exploration: float,
    longest: int,
    highest: int,
    megabytes: int,
    number_between: Callable[[int, int], int],
    position: P,
) -> Iterator[MctsAnswer[M]]:
    """The answers of simulations in an array, in machine code, or by the same text in Python."""
    with IMPORTING:
        from lazytree.compiler.entry_points.sampling import (
            answer,
            fresh_tree,
            habits_of,
            is_settled,
            seen_in,
            simulations,
        )

    choices(game, start_of(game, position))
    habits, tree = habits_of(exploration, longest, highest), fresh_tree(megabytes)
    in_machine_code, in_python = simulations(game, in_python=False), simulations(game, in_python=True)
    spent, seed, made, lane = asked.stats, number_between(1, ALL_BITS), list[tuple[int, int]](), asked.lane.name
    began = spent.seconds

    def again(number: int, seed: int) -> int:
        """In Python, from the first simulation on if machine code has left its tree half made."""
        nonlocal tree
        if lane == MACHINE:
            tree = fresh_tree(megabytes)
            for before, first in made:
                in_python(tree, habits, position, before, first)
        return in_python(tree, habits, position, number, seed)

    for number in chain((1, 1), (2**power for power in range(1, 10)), repeat(AT_ONCE)):
        seen, this = seen_in(tree), seed
        with spent.timed():
            seed = asked.answer(
                lambda: in_machine_code(tree, habits, position, number, this),  # noqa: B023
                lambda: again(number, this),  # noqa: B023
            )
        made.append((number, this))
        lane = asked.lane.name
        spent.seen += seen_in(tree) - seen
        yield answer(game, position, tree, spent.seconds - began, lane)
        if is_settled(tree):
            return
