"""Games played out at random, and the tree that grows where they go well: one text, in machine code or in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import Any, Generic, NamedTuple

from lazytree import compiler
from lazytree.core.checks import opposed_payoffs, weight_of
from lazytree.core.errors import Trapped
from lazytree.core.game import CHANCE, FIRST, Game, M, P
from lazytree.core.lanes import Lane
from lazytree.core.laws import is_number
from lazytree.core.rules import rules_of, with_whole_payoffs
from lazytree.core.seeds import random_from
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.searching.averages import UNIT, whole_or_fraction
from lazytree.searching.kernels import playouts
from lazytree.searching.kernels.memory import Flag, Words
from lazytree.searching.kernels.sampled import merit, sample
from lazytree.searching.kernels.searches import ALL_BITS, Rules
from lazytree.searching.kernels.simulations import (
    BELOW,
    BOUND,
    COUNT,
    COUNTS,
    DEEPEST,
    FULL,
    GONE,
    HIGHEST,
    INNER,
    NOTED,
    OF_ROOM,
    PLIES,
    ROOM,
    SEEN,
    SLOTS,
    TAKEN,
    TOTAL,
    USED,
    VISITS,
    WAITING,
    Habits,
    Sampled,
    Sampling,
    let_go,
    sampling,
    seen_by,
)
from lazytree.searching.sampling import MctsAnswer
from lazytree.trees.labels import is_rating, rating_value_error, too_large_error
from lazytree.trees.ratings import even

MOST_NOTED = 2**16  # turns of one game, with rave
KEPT = 2**20  # words for the moves of one ply, which take memory as they are used
BELIEVED = 64  # simulations after which 1 is taken for the highest payoff if none was higher


Played = Callable[[P, int, int, int, Stop | None, Sequence[float]], tuple[list[float], int, int]]
"""From a position, a number of games, their longest in plies, a seed, `stop` and sums to sums, plies, the next seed."""


def is_general(game: Game[P, M]) -> bool:
    """Whether a payoff is kept for each player: chance moves, or there are not two."""
    return game.odds is not None or len(game.players) != 2


def kernel_of(game: Game[P, M]) -> Any:
    """The text that plays random games of a game."""
    return playouts.playouts_for_all if is_general(game) else playouts.playouts


def playing(game: Game[P, M]) -> compiler.Runner:
    """What plays random games in machine code."""
    return compiler.Runner(game, kernel_of(game), even)


def random_games(game: Game[P, M], in_python: bool) -> Played[P]:
    """What plays random games, the payoffs of each player summed; of two players without chance only FIRST's.

    It raises Trapped where machine code cannot play the games. `in_python` runs the same text in Python, where `stop`
    is not polled, and adds to the sums of the games before, one after the other: sums of floats depend on the order.
    """
    general = is_general(game)
    if in_python:
        return partial(played_in_python, rules_in_python(game), len(game.players))
    run, kept = playing(game), Words(KEPT)

    def paid_to_first(*means: Any, stop: Stop | None) -> tuple[list[float], int, int]:
        total, played, after = run.in_machine_code(kept, *means, stop=stop)
        return [total], played, after

    def paid_to_all(*means: Any, stop: Stop | None) -> tuple[list[float], int, int]:
        totals = Words(len(game.players))
        played, after = run.in_machine_code(totals, kept, *means, stop=stop)
        return [totals[player] for player in range(len(game.players))], played, after

    chosen = paid_to_all if general else paid_to_first
    return lambda here, games, plies, seed, stop, _: chosen(here, games, plies, seed, stop=stop)


def played_in_python(
    rules: Any, players: int, here: Any, games: int, plies: int, seed: int, _: Stop | None, before: Sequence[float]
) -> tuple[list[float], int, int]:
    """Random games in Python: the payoffs of each player, added to those before, the plies and the next seed."""
    totals = [*before, *[0] * (players - len(before))]
    played, after = playouts.playouts_for_all(rules, totals, {}, here, games, plies, seed)
    return totals, played, after


class Wanted(NamedTuple):
    """How simulations are asked for: `exploration` weighs the unknown, `longest` is in plies.

    `highest` is the highest payoff of the game; None: it is learnt.
    """

    rating: Callable[[Any], Any] | None = None
    trust: int = 8
    exploration: float = 1.0
    rave: float = 0
    longest: int = 300
    highest: float | None = None
    megabytes: int = 256
    threads: int = 1


class Simulations(Generic[P, M]):
    """Simulations of one game: functions of a tree, a position, how many there are to be, and a seed, to the next seed.

    `in_machine_code` raises Trapped where it cannot make them, `in_python` runs the same text. Only machine code has
    several threads.
    """

    def __init__(self, game: Game[P, M], asked: Wanted) -> None:
        rating = asked.rating or even
        whole = float(asked.highest or 1).is_integer()
        self.laid_out = partial(sampling, players=len(game.players), rave=asked.rave > 0, whole=whole)
        self.game, self.asked = game, asked
        self.rules: Sampling = self.laid_out(rules_in_python(game, numbers_only(rating)))

    @cached_property
    def runner(self) -> compiler.Runner:
        """What makes simulations, compiled when it is first asked for."""
        shared = partial(self.laid_out, shared=self.asked.threads > 1)
        return compiler.Runner(self.game, sample, self.asked.rating or even, shared)

    def habits(self, tree: Sampled) -> Habits:
        """How simulations of a tree are made now: until its highest payoff has been learnt by what is known of it."""
        asked, highest = self.asked, tree.room[TAKEN]
        widely = round(UNIT * asked.exploration * highest / self.rules.scale)
        return Habits(widely, asked.longest, highest, asked.trust, round(UNIT * asked.rave), tree.room[BOUND])

    def in_machine_code(self, tree: Sampled, position: P, number: int, seed: int) -> int:
        """Makes `number` simulations in machine code, by one thread or several; the next seed."""
        run = partial(simulated, self.runner, threads=self.asked.threads) if self.asked.threads > 1 else self.alone
        return self.made(
            tree, number, seed, lambda *much: run(tree, self.habits(tree), position, *much), position, self.clear
        )

    def alone(self, *arguments: Any) -> int:
        return self.runner.in_machine_code(*arguments)  # type: ignore[no-any-return]

    @cached_property
    def clearing(self) -> compiler.Runner:
        """What lets nodes go where a tree is full: compiled once one is."""
        return compiler.Runner(self.game, let_go, even, self.laid_out)

    def clear(self, tree: Sampled, position: P) -> int:
        return self.clearing.in_machine_code(tree, position)  # type: ignore[no-any-return]

    def in_python(self, tree: Sampled, position: P, number: int, seed: int) -> int:
        """Makes `number` simulations in Python; the next seed."""
        run = partial(sample, self.rules, tree)
        return self.made(
            tree,
            number,
            seed,
            lambda *much: run(self.habits(tree), position, *much),
            position,
            partial(let_go, self.rules),
        )

    def made(
        self,
        tree: Sampled,
        number: int,
        seed: int,
        run: Callable[[int, int], int],
        position: P,
        clear: Callable[[Sampled, P], int],
    ) -> int:
        """Makes `number` simulations by `run(number, seed)`, nodes go if the tree waits for room; the next seed.

        A highest payoff that is learnt is learnt after 1, 2, 4, 8, ... simulations, whatever is asked for at once.
        """
        end = tree.nodes[VISITS] + number
        while (visits := tree.nodes[VISITS]) < end and not is_settled(tree):
            if tree.room[FULL] == WAITING:
                clear(tree, position)
            now = end if self.asked.highest is not None else min(end, 2 ** visits.bit_length())
            seed = run(now - visits, seed)
            self.learn(tree)
        return seed

    def learn(self, tree: Sampled) -> None:
        """Takes what was met for the highest payoff; where a higher one was held impossible, the tree begins again.

        Raises: ValueError where it is higher than the one that was given.
        """
        room, visits, met, one = tree.room, tree.nodes[VISITS], tree.counts[HIGHEST], self.rules.scale
        if room[BOUND] != 0 and met > room[BOUND]:
            if self.asked.highest is not None:
                paid = met if one == 1 else met / one
                raise ValueError(f"a payoff of {paid:g} is above highest={self.asked.highest:g}: leave out highest=")
            self.begin(tree)
            room[TAKEN], room[BOUND] = met, 0
        elif self.asked.highest is None and visits & visits - 1 == 0:
            room[TAKEN] = max(one, met)
            if visits == BELIEVED and met <= one:
                room[BOUND] = one

    def pays_points(self, tree: Sampled) -> bool:
        """Whether an end was met that pays more than 1."""
        return bool(tree.counts[HIGHEST] > self.rules.scale)

    def begin(self, tree: Sampled) -> None:
        """Makes the tree one of which only the root is there, and of that nothing known."""
        size, used = self.rules.size, tree.room[USED]
        tree.nodes.clear(used)
        tree.room[GONE] += used // size - 1
        tree.room[USED], tree.room[FULL] = size, 0

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
        given = self.asked.highest
        tree.room[TAKEN] = int((1 if given is None else given) * self.rules.scale)
        tree.room[BOUND] = 0 if given is None else tree.room[TAKEN]
        tree.counts[NOTED], tree.counts[SLOTS] = noted, slots
        return tree

    def counted(self, tree: Sampled) -> Stats:
        """What the simulations of a tree have visited, and the nodes that they have made below others."""
        counts, room = tree.counts, tree.room
        made = room[USED] // self.rules.size - 1 + room[GONE]
        return Stats(nodes=counts[SEEN], interior=counts[INNER], branches=made)

    def answer(self, position: P, tree: Sampled, seconds: float, lane: Lane) -> MctsAnswer[M]:
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
        seen = tree.counts[SEEN]
        return MctsAnswer(nodes[VISITS], value, line[0], tuple(line), seen, seconds, lane.name, full, lane.reason)


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

    plain, whole = with_whole_payoffs(rules_of(game))

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
                raise rating_value_error(rating, number, position)
            if not is_rating(number):
                raise too_large_error("standing" if isinstance(given, tuple) else "rating", rating, number, position)
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


# ---- Simulations by several threads in one tree: each takes its share of them, with numbers of its own


def simulated(
    run: compiler.Runner, tree: Sampled, habits: Habits, position: Any, simulations: int, seed: int, threads: int
) -> int:
    """Makes `simulations` of them, or fewer if the tree waits for room; the next seed.

    Trapped where machine code cannot make them.
    """
    random = random_from(seed)
    shares = [simulations // threads + (thread < simulations % threads) for thread in range(threads)]
    means = [(memory_beside(tree), share, random.randrange(1, ALL_BITS)) for share in shares if share]

    arguments = [(memory, habits, position, share, number) for memory, share, number in means]
    try:
        run.interruptible(lambda flag: all_at_work(run, flag, arguments), None)
    finally:
        for memory, _, _ in means:
            for count in (SEEN, INNER):
                tree.counts[count] += memory.counts[count]
            tree.counts[HIGHEST] = max(tree.counts[HIGHEST], memory.counts[HIGHEST])
    return random.randrange(1, ALL_BITS)


def all_at_work(run: compiler.Runner, flag: Flag, arguments: list[tuple[Any, ...]]) -> None:
    """A thread for each of these, until all have ended; the first that is Trapped stops the others."""
    from concurrent.futures import ThreadPoolExecutor  # late: one thread needs none

    trapped: list[Trapped] = []

    def part(means: tuple[Any, ...]) -> None:
        try:
            run.direct(flag, *means)
        except Trapped as trap:
            trapped.append(trap.with_traceback(None))  # its frames would keep the tree, in a circle
            flag.set()

    with ThreadPoolExecutor(len(arguments)) as pool:
        list(pool.map(part, arguments))
    if trapped:
        raise trapped.pop(0)  # the first: the others were only stopped by it


def memory_beside(tree: Sampled) -> Sampled:
    """The same tree, with memory for another thread."""
    own = {name: Words(len(getattr(tree, name).words)) for name in ("path", "payoffs", "kept", "turns", "later")}
    counts = Words(COUNTS)
    counts[NOTED], counts[SLOTS] = tree.counts[NOTED], tree.counts[SLOTS]
    return tree._replace(counts=counts, **own)
