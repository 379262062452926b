"""Monte-Carlo tree search: games played at random, and the tree that grows where they go well.

Both lanes draw the same numbers and calculate alike, so that a seed gives the same games in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import inf
from numbers import Real
from typing import TYPE_CHECKING, Any

from lazytree.core.at import At, about
from lazytree.core.board import at_least
from lazytree.core.game import Game, M, P, position_or_start, require_position
from lazytree.core.lanes import MACHINE, PYTHON
from lazytree.core.seeds import random_from
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.searching.choosing import choices
from lazytree.searching.sampling import MctsAnswer
from lazytree.trees.ratings import resolve_rating

from .dispatch import Question

if TYPE_CHECKING:
    from .simulating import Played, Simulations, Wanted

MEGABYTES = 256
AT_ONCE = 1024  # simulations between two answers in machine code, at most
AT_ONCE_IN_PYTHON = 16
AT_ONCE_BY_A_THREAD = 16 * AT_ONCE  # to start threads takes as long as hundreds of simulations
ALL_BITS = 2**64 - 1


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
    simulations: int | None = None,
    lane: str | None = None,
    megabytes: int = MEGABYTES,
    threads: int = 1,
    stop: Stop | None = None,
    seconds: float | None = None,
) -> Callable[[P], Iterator[MctsAnswer[M]]]:
    """From a position to a lazy sequence of ever better answers of Monte-Carlo tree search.

    Answers come after 1, 2, 4, ... and then after every 1,024 simulations (in Python after every 16, by threads after
    16,384 of each). An answer's `value` is what FIRST gets in the simulations on average (with more than two players a
    payoff for each), or, once it is certain, exactly (where chance moves, or payoffs are no ints, rounded to 1/65,536).
    The sequence ends at a limit, and when the value has become certain.

    - `game`: the rules.
    - `seed`: of the random moves, from 1 up: the same games in both lanes.
    - `rating`: one of the game's by name, or a function, seen by FIRST or one number a player: moves that it prefers
      are tried first. None: all moves alike.
    - `trust`: the number of games that the rating weighs as much as.
    - `exploration`: the weight of the unknown against the good.
    - `rave`: with a number above 0 a move counts at any later ply at which its player makes it, until it has been tried
      itself about `rave` times.
    - `longest`: plies after which a playout is a draw.
    - `highest`: the highest payoff of the game. If it is not given, it is learnt: after 1, 2, 4, 8, ... simulations the
      highest that was met is taken for it. If that is 1 after 64 of them, a player who is sure of 1 is taken to have
      won; if more is paid after all, the simulations begin again, and nothing is certain before all that may follow is
      known. The risk: a payoff above 1 that 64 simulations did not meet may be missed, and a value be called certain
      too early. Give `highest` where a game pays points. (The compiler could bound the payoffs of some rules, but
      then the same seed would give other games without a compiler.)
    - `stats`: a `Stats` that counts the work.
    - `simulations`: the number of simulations after which the sequence ends.
    - `lane`: "python" keeps machine code out, "machine" keeps Python out; None: the first that can answer.
    - `megabytes`: the most memory of the tree. If it is full, the nodes below those that are least visited are dropped,
      at least half of all: answers say so (`full`).
    - `threads`: with several, no more than there are cores, machine code makes simulations side by side in one tree:
      more in the same time, but no longer the same games for the same seed. Python takes no threads.
    - `stop`: a function that is polled between answers; once it returns True the sequence ends.
    - `seconds`: the limit of time, the compiling of the rules included: until then Python answers.

    Raises: ValueError if there is no move to choose, if a payoff is higher than the `highest` that is given, and if
    `simulations` or `threads` is less than 1; MemoryError if the moves of the position alone fill the tree.

    Sources: Kocsis and Szepesvári, Bandit based Monte-Carlo planning (2006); Winands, Björnsson and Saito, Monte-Carlo
    tree search solver (2008); Gelly and Silver, Monte-Carlo tree search and rapid action value estimation (2011).

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> *_, last = mcts(game, seed=1)(game.start)
    >>> last.value, game.format(game.start, last.best)
    (1, 'b-1')
    """
    asked = Question(game, stats, lane, seconds=seconds, stop=stop)
    liked = rating if rating is None else resolve_rating(game, rating)
    wanted: dict[str, Any] = {"rating": liked, "trust": trust, "exploration": exploration, "rave": rave}
    wanted.update(longest=longest, highest=highest, megabytes=megabytes, threads=threads)
    return sampling(asked, wanted, seed, simulations, (stop, seconds))


def sampling(
    asked: Question,
    wanted: Mapping[str, Any],
    seed: int,
    simulations: int | None,
    limits: tuple[Stop | None, float | None],
) -> Callable[[P], Iterator[MctsAnswer[M]]]:
    """From a position to a lazy sequence of ever better answers, in the lane that answers; see `mcts`.

    `wanted` has items of a `Wanted`, `limits` are a flag and the seconds of an answer.
    """
    from .simulating import Simulations, Wanted

    require_simulations(asked_for := Wanted(**wanted))
    if simulations is not None:
        at_least("simulations", simulations, 1)
    made = Simulations(asked.game, asked_for)
    if asked.seconds is None and asked.lane.name == MACHINE:
        made.runner  # noqa: B018 - it is compiled
    return partial(answers, asked, made, random_from(seed).randrange, limits, simulations)


def random_games(game: Game[P, M], in_python: bool) -> Played[P]:
    """What plays random games: `lazytree.questions.simulating.random_games`."""
    from . import simulating

    return simulating.random_games(game, in_python)


def require_simulations(wanted: Wanted) -> None:
    """Raises ValueError where simulations cannot be made so."""
    at_least("trust", wanted.trust, 0)
    at_least("longest", wanted.longest, 1)
    at_least("megabytes", wanted.megabytes, 1)
    at_least("threads", wanted.threads, 1)
    highest = wanted.highest
    if highest is not None and (not isinstance(highest, Real) or not 0 < highest < inf):
        raise ValueError(f"highest must be a number above 0, the highest payoff of the game, not {highest!r}")
    for name, number in (("exploration", wanted.exploration), ("rave", wanted.rave)):
        if not isinstance(number, Real) or not 0 <= number < inf:
            raise ValueError(f"{name} must be a finite number of 0 or more, not {number!r}")


def count_more(spent: Stats, now: Stats, before: Stats) -> None:
    """Adds what a tree counts now and did not before."""
    spent.nodes += now.nodes - before.nodes
    spent.interior += now.interior - before.interior
    spent.branches += now.branches - before.branches


def most_at_once(lane: str, threads: int) -> int:
    """How many simulations are made between two answers, at most."""
    if lane != MACHINE:
        return AT_ONCE_IN_PYTHON
    return AT_ONCE if threads == 1 else AT_ONCE_BY_A_THREAD * threads


def answers(
    asked: Question,
    simulations: Simulations[P, M],
    number_between: Callable[[int, int], int],
    limits: tuple[Stop | None, float | None],
    most: int | None,
    position: P,
) -> Iterator[MctsAnswer[M]]:
    """The answers of simulations in an array, in machine code, or by the same text in Python."""
    from .simulating import is_settled

    game: Game[P, M] = asked.game
    require_position(game, position)  # None, too, is none
    choices(game, position_or_start(game, position))
    asked.here = position
    asked.limit(*limits)
    asked.compiling(lambda: simulations.runner)
    tree, spent, seed = simulations.fresh_tree(), asked.stats, number_between(1, ALL_BITS)
    made, lane, began, done = list[tuple[int, int]](), asked.lane.name, spent.seconds, 0

    def counted(run: Callable[..., int], number: int, seed: int) -> int:
        before = simulations.counted(tree)
        try:
            return run(tree, position, number, seed)
        finally:
            count_more(spent, simulations.counted(tree), before)

    def run_in(now: str, number: int, seed: int) -> int:
        """In a lane; from the first simulation on if the tree is that of the other lane."""
        nonlocal tree, lane
        run = simulations.in_machine_code if now == MACHINE else simulations.in_python
        if lane != now:
            tree, lane = simulations.fresh_tree(), now
            for before, first in made:
                counted(run, before, first)
        return counted(run, number, seed)

    while most is None or done < most:
        if asked.is_worth_compiling():
            asked.compiling(lambda: simulations.runner)
        number = max(1, min(done, most_at_once(asked.lane.name, simulations.asked.threads)))
        if most is not None:
            number = min(number, most - done)
        this, done = seed, done + number
        with spent.timed():
            seed = asked.answer(
                lambda: run_in(MACHINE, number, this),  # noqa: B023
                lambda: run_in(PYTHON, number, this),  # noqa: B023
            )
        made.append((number, this))
        answer = about(simulations.answer(position, tree, spent.seconds - began, asked.lane), At(game, position))
        answer.points = simulations.pays_points(tree)
        yield answer
        if is_settled(tree) or (asked.stop is not None and asked.stop()):
            return
