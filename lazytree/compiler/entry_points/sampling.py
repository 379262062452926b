"""Sampling: games played out at random in machine code, and the tree that grows where they go well."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from itertools import islice
from typing import Any, Generic, NamedTuple

from lazytree.core.game import CHANCE, FIRST, Game, M, P
from lazytree.core.mistakes import is_number, opposed_payoffs, weight_of
from lazytree.core.rules import in_parts, rules_of
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.searching.averages import UNIT, whole_or_fraction
from lazytree.searching.sampling import MctsAnswer
from lazytree.trees.labels import is_rating, no_number, too_large
from lazytree.trees.ratings import even

from ..kernels import playouts
from ..kernels.recycling import let_go
from ..kernels.sampled import sample
from ..kernels.searches import Rules
from ..kernels.simulations import (
    BELOW,
    COUNT,
    COUNTS,
    DEEPEST,
    FULL,
    GONE,
    INNER,
    NOTED,
    OF_ROOM,
    PLIES,
    ROOM,
    SEEN,
    SLOTS,
    TOTAL,
    USED,
    VISITS,
    WAITING,
    Habits,
    Sampled,
    Sampling,
    sampling,
    seen_by,
)
from ..kernels.telling import merit
from ..running import Runner
from ..runtime.memory import Words
from .side_by_side import simulated

MOST_NOTED = 2**16  # turns of one game, with rave
KEPT = 2**20  # words for the moves of one ply, which take memory as they are used


Played = Callable[[P, int, int, int, Stop | None], tuple[list[float], int, int]]
"""From a position, a number of games, the longest game in plies, a seed and `stop` to payoffs, plies, the next seed."""


def random_games(game: Game[P, M], in_python: bool) -> Played[P]:
    """What plays random games, the payoffs of each player summed; of two players without chance only FIRST's.

    It raises Trapped where machine code cannot play the games. `in_python` runs the same text in Python, where `stop`
    is not polled.
    """
    general = game.odds is not None or len(game.players) != 2
    _, whole = in_parts(rules_of(game))
    kernel: Any = playouts.playouts_for_all if general else playouts.playouts
    kept: Any = {} if in_python else Words(KEPT)
    run: Any = partial(kernel, rules_in_python(game)) if in_python else Runner(game, kernel, even)

    def play(stop: Stop | None, *means: Any) -> Any:
        return run(*means) if in_python else run.in_machine_code(*means, stop=stop)

    def paid_to_first(here: P, games: int, plies: int, seed: int, stop: Stop | None) -> tuple[list[float], int, int]:
        total, played, after = play(stop, kept, here, games, plies, seed)
        return [total / whole], played, after

    def paid_to_all(here: P, games: int, plies: int, seed: int, stop: Stop | None) -> tuple[list[float], int, int]:
        players = len(game.players)
        totals: Any = [0] * players if in_python else Words(players)
        played, after = play(stop, totals, kept, here, games, plies, seed)
        return [totals[player] / whole for player in range(players)], played, after

    return paid_to_all if general else paid_to_first


class Wanted(NamedTuple):
    """How simulations are asked for; `exploration` weighs the unknown, `longest` is in plies, `highest` is a payoff."""

    rating: Callable[[Any], Any] | None
    trust: int
    exploration: float
    rave: float
    longest: int
    highest: float
    megabytes: int
    threads: int = 1


class Simulations(Generic[P, M]):
    """Simulations of one game: functions of a tree, a position, how many there are to be, and a seed, to the next seed.

    `in_machine_code` raises Trapped where it cannot make them, `in_python` runs the same text. Only machine code has
    several threads.
    """

    def __init__(self, game: Game[P, M], asked: Wanted) -> None:
        rating = asked.rating or even
        whole = float(asked.highest).is_integer()
        self.laid_out = partial(sampling, players=len(game.players), rave=asked.rave > 0, whole=whole)
        self.game, self.asked = game, asked
        self.runner = Runner(game, sample, rating, partial(self.laid_out, shared=asked.threads > 1))
        self.rules: Sampling = self.laid_out(rules_in_python(game, numbers_only(rating)))
        self.habits = Habits(
            round(UNIT * asked.exploration * asked.highest),
            asked.longest,
            int(asked.highest * self.rules.scale),
            asked.trust,
            round(UNIT * asked.rave),
        )

    def in_machine_code(self, tree: Sampled, position: P, number: int, seed: int) -> int:
        run = partial(simulated, self.runner, threads=self.asked.threads) if self.asked.threads > 1 else self.alone
        return with_room(tree, number, seed, partial(run, tree, self.habits, position), partial(self.clear, position))

    def alone(self, *arguments: Any) -> int:
        return self.runner.in_machine_code(*arguments)  # type: ignore[no-any-return]

    @cached_property
    def clearing(self) -> Runner:
        """What lets nodes go where a tree is full: compiled once one is."""
        return Runner(self.game, let_go, even, self.laid_out)

    def clear(self, position: P, tree: Sampled) -> int:
        return self.clearing.in_machine_code(tree, position)  # type: ignore[no-any-return]

    def in_python(self, tree: Sampled, position: P, number: int, seed: int) -> int:
        run = partial(sample, self.rules, tree, self.habits, position)
        return with_room(tree, number, seed, run, lambda tree: let_go(self.rules, tree, position))

    def fresh_tree(self) -> Sampled:
        """A root of which nothing is known, and room for more nodes."""
        size, noted = self.rules.size, min(self.asked.longest, MOST_NOTED) if self.rules.rave else 0
        nodes = max(1, self.asked.megabytes * 2**20 // (8 * (size + 9)))
        slots = 2 ** (2 * (noted + DEEPEST)).bit_length() if self.rules.rave else 1
        tree = Sampled(
            room=Words(OF_ROOM),
            nodes=Words(size * nodes),
            moves=Words(8 * nodes),
            places=Words(nodes),
            counts=Words(COUNTS),
            path=Words(2 * DEEPEST + 2),
            payoffs=Words(self.rules.numbers),
            kept=Words(KEPT),
            turns=Words(noted + 1),
            later=Words(2 * slots),
        )
        tree.room[USED], tree.room[ROOM] = size, size * nodes
        tree.counts[NOTED], tree.counts[SLOTS] = noted, slots
        return tree

    def counted(self, tree: Sampled) -> Stats:
        """What the simulations of a tree have visited, and the nodes that they have made below others."""
        counts, room = tree.counts, tree.room
        made = room[USED] // self.rules.size - 1 + room[GONE]
        return Stats(seen=counts[SEEN], inner=counts[INNER], looked=made)

    def answer(self, position: P, tree: Sampled, seconds: float, lane: str) -> MctsAnswer[M]:
        """What is thought of a position so far."""
        rules, nodes, node, line = self.rules, tree.nodes, 0, list[M]()
        if nodes[COUNT] == 0:
            raise MemoryError("there is no room for the moves of this position: let it take more, megabytes=...")
        while nodes[node + COUNT] > 0 and (mover := self.game.mover(position)) != CHANCE:
            children = [nodes[node + BELOW] + rules.size * number for number in range(nodes[node + COUNT])]
            number = best_branch(rules, nodes, children, mover)
            node = children[number]
            line.append(next(islice(self.game.moves(position), number, None)))
            position = self.game.play(position, line[-1])
        values = tuple(map(partial(worth, rules, nodes), range(rules.numbers)))
        value = values if rules.players > 2 else values[FIRST]
        full = bool(tree.room[FULL])
        return MctsAnswer(nodes[VISITS], value, line[0], tuple(line), tree.counts[SEEN], seconds, lane, full)


def with_room(
    tree: Sampled, number: int, seed: int, run: Callable[[int, int], int], clear: Callable[[Sampled], int]
) -> int:
    """So many simulations by `run(number, seed)`, with nodes let go wherever the tree waits for room; the next seed."""
    end = tree.nodes[VISITS] + number
    while tree.nodes[VISITS] < end and not is_settled(tree):
        if tree.room[FULL] == WAITING:
            clear(tree)
        seed = run(end - tree.nodes[VISITS], seed)
    return seed


def worth(rules: Sampling, nodes: Words, number: int) -> float:
    """What a player gets at the root: on average, or as is certain."""
    if nodes[PLIES] == 0:
        return nodes[TOTAL + number] / (rules.scale * nodes[VISITS])  # type: ignore[no-any-return]
    certain = nodes[rules.worth + number]
    return certain if rules.scale == 1 else whole_or_fraction(certain)


def rules_in_python(game: Game[P, M], rating: Callable[[P], Any] = even) -> Rules:
    """The rules for a search that lists the moves of a position twice in a row: they are listed once."""
    known: list[Any] = [None, ()]

    def moves(position: P) -> list[M]:
        if known[0] is not position:
            known[:] = position, list(game.moves(position))
        return known[1]  # type: ignore[no-any-return]

    plain, whole = in_parts(rules_of(game))

    def parts(position: P) -> Any:
        opposed_payoffs(game, position)
        return plain.payoffs(position)

    payoffs: Any = parts if whole > 1 else partial(opposed_payoffs, game)
    odds: Any = None if plain.odds is None else partial(weight_of, game)
    return Rules(plain.mover, moves, plain.play, payoffs, rating, odds, whole)


def numbers_only(rating: Callable[[P], Any]) -> Callable[[P], Any]:
    """The rating; it raises ValueError where it gives no numbers within ±SURE."""
    if rating is even:
        return even

    def checked(position: P) -> Any:
        given = rating(position)
        for number in given if isinstance(given, tuple) else (given,):
            if not is_number(number):
                raise no_number(rating, number, position)
            if not is_rating(number):
                raise too_large("standing" if isinstance(given, tuple) else "rating", rating, number, position)
        return given

    return checked


def is_settled(tree: Sampled) -> bool:
    """Whether the value of a tree's root has become certain."""
    return bool(tree.nodes[PLIES] != 0)


def best_branch(rules: Sampling, nodes: Words, children: list[int], mover: int) -> int:
    """The number of the branch to play: the most visited, unless one that is certain is as good."""
    certain = [child for child in children if nodes[child + PLIES] != 0]
    open_ones = [child for child in children if nodes[child + PLIES] == 0]
    most_visited = max(open_ones, key=lambda child: nodes[child + VISITS], default=None)
    safest = max(certain, key=lambda child: merit(rules, nodes, child, mover), default=None)
    if safest is None or most_visited is None:
        return children.index(safest or most_visited or 0)
    sampled = seen_by(rules, nodes, most_visited + TOTAL, mover) / max(1, nodes[most_visited + VISITS])
    return children.index(safest if seen_by(rules, nodes, safest + rules.worth, mover) >= sampled else most_visited)
