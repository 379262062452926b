"""Sampling: games played out at random in machine code, and the tree that grows where they go well."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice, repeat
from math import isfinite
from random import Random
from typing import Any

from lazytree.core.board import at_least
from lazytree.core.errors import Trapped
from lazytree.core.game import FIRST, Game, M, P, start_of
from lazytree.core.lanes import MACHINE
from lazytree.core.seeds import random_from
from lazytree.core.stats import Stats
from lazytree.searching.sampling import MctsAnswer
from lazytree.searching.sampling import mcts as mcts_interpreted
from lazytree.trees.ratings import even

from ..kernels import searches
from ..kernels.sampled import (
    BELOW,
    COUNT,
    DEEPEST,
    NODE,
    PLIES,
    ROOM,
    SEEN,
    TOTAL,
    UNIT,
    USED,
    VISITS,
    WORTH,
    Habits,
    Sampled,
    merit,
    sample,
)
from ..kernels.searches import ALL_BITS
from ..running import Runner, for_two_without_chance
from ..runtime.memory import Words

MEGABYTES = 256
AT_ONCE = 1024  # simulations between two answers, at most
PLAYED_AT_ONCE = 4096  # games between which Ctrl-C is heard


def playouts(
    game: Game[P, M], games: int, position: P | None = None, *, seed: int = 1, plies: int = 10_000
) -> tuple[float, int]:
    """The mean payoff of FIRST over random games, and how many plies were played in all.

    For two players without chance: ValueError elsewhere.

    >>> from lazytree.games import nim
    >>> playouts(nim(heaps=(1,)), 10)
    (1.0, 10)
    """
    at_least("games", games, 1)
    at_least("seed", seed, 1)
    at_least("plies", plies, 0)
    for_two_without_chance(game, "lazytree.playout")
    run, random = Runner(game, searches.playouts, even), random_from(seed)
    here, total, played = start_of(game, position), 0, 0
    for begun in range(0, games, PLAYED_AT_ONCE):
        paid, count = run(here, min(PLAYED_AT_ONCE, games - begun), plies, seed)
        total, played, seed = total + paid, played + count, random.randrange(1, ALL_BITS)
    return total / games, played


def mcts(
    game: Game[P, M],
    seed: int = 1,
    rating: Callable[[P], Any] | None = None,
    trust: int = 8,
    exploration: float = 1.0,
    rave: float = 0,
    longest: int = 300,
    highest: float | None = None,
    stats: Stats | None = None,
    *,
    megabytes: int = MEGABYTES,
) -> Callable[[P], Iterator[MctsAnswer[M]]]:
    """What `lazytree.mcts` is, in machine code: from a position to a lazy sequence of ever better answers.

    Answers come after 1, 2, 4 ... and then after every 1,024 simulations. Each position is asked about anew, and the
    tree stops growing, not the simulations, where it fills its `megabytes`. With a `rating` or `rave`, and for games
    that do not compile, `lazytree.mcts` answers.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> *_, last = mcts(game, seed=1)(game.start)
    >>> last.value, game.format(game.start, last.best)
    (1, 'b-1')
    """
    at_least("megabytes", megabytes, 1)
    spent, random = stats or Stats(), random_from(seed)
    plain = mcts_interpreted(game, seed, rating, trust, exploration, rave, longest, highest, spent)
    best = 1 if highest is None else highest
    whole = float(best).is_integer() and isfinite(exploration)
    run = Runner(game, sample, even) if rating is None and not rave and whole else None

    def answers(position: P) -> Iterator[MctsAnswer[M]]:
        if run is not None and run.lane == MACHINE and any(True for _ in game.moves(position)):
            habits = Habits(round(UNIT * exploration * best), longest, int(best))
            try:
                yield from in_machine_code(run, game, position, habits, fresh_tree(megabytes), random, spent)
                return
            except Trapped:
                pass
        yield from plain(position)

    return answers


def in_machine_code(
    run: Runner, game: Game[P, M], position: P, habits: Habits, tree: Sampled, random: Random, stats: Stats
) -> Iterator[MctsAnswer[M]]:
    """Answers from a tree in machine code; Trapped where that cannot be."""
    seed, seconds = random.randrange(1, ALL_BITS), stats.seconds
    for simulations in chain((1, 1), (2**power for power in range(1, 10)), repeat(AT_ONCE)):
        seen = tree.counts[SEEN]
        with stats.timed():
            seed = run.in_machine_code(tree, habits, position, simulations, seed)
        stats.seen += tree.counts[SEEN] - seen
        yield answer(game, position, tree, stats.seconds - seconds)
        if tree.nodes[PLIES] != 0:
            return


def fresh_tree(megabytes: int) -> Sampled:
    """A root of which nothing is known, and room for more nodes."""
    nodes = megabytes * 2**20 // (2 * 8 * NODE)
    tree = Sampled(Words(ROOM + 1), Words(NODE * nodes), Words(8 * nodes), Words(2 * DEEPEST + 2))
    tree.counts[USED], tree.counts[ROOM] = NODE, NODE * nodes
    return tree


def answer(game: Game[P, M], position: P, tree: Sampled, seconds: float) -> MctsAnswer[M]:
    """What is thought of a position so far."""
    nodes, node, line = tree.nodes, 0, list[M]()
    visits = nodes[VISITS]
    value = nodes[WORTH] if nodes[PLIES] != 0 else nodes[TOTAL] / visits
    while nodes[node + COUNT] > 0:
        first = game.mover(position) == FIRST
        number = best_branch(nodes, [nodes[node + BELOW] + NODE * each for each in range(nodes[node + COUNT])], first)
        node = nodes[node + BELOW] + NODE * number
        line.append(next(islice(game.moves(position), number, None)))
        position = game.play(position, line[-1])
    return MctsAnswer(visits, value, line[0], tuple(line), tree.counts[SEEN], seconds, MACHINE)


def best_branch(nodes: Words, children: list[int], first: bool) -> int:
    """The number of the branch to play: the most visited, unless one that is certain is as good."""
    sign = 1 if first else -1
    certain = [child for child in children if nodes[child + PLIES] != 0]
    open_ones = [child for child in children if nodes[child + PLIES] == 0]
    most_visited = max(open_ones, key=lambda child: nodes[child + VISITS], default=None)
    safest = max(certain, key=lambda child: merit(nodes, child, first), default=None)
    if safest is None or most_visited is None:
        return children.index(safest or most_visited or 0)
    sampled = sign * nodes[most_visited + TOTAL] / max(1, nodes[most_visited + VISITS])
    return children.index(safest if sign * nodes[safest + WORTH] >= sampled else most_visited)
