"""Strategies: what plays. A strategy is a function from position to move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from time import perf_counter
from typing import Any, Generic, TypeVar

from toolz import compose

from lazytree.account import Account
from lazytree.board import at_least
from lazytree.choosing import best, opened, search_for
from lazytree.deepening import Answer, Progress, deepen, within
from lazytree.finders import by_scout, by_search
from lazytree.game import CHANCE, FIRST, Game, M, P, Rating, Standing
from lazytree.growing import grow
from lazytree.lanes import deepening_of
from lazytree.ratings import even, rate, rate_each
from lazytree.sampling import sampler
from lazytree.search import expectimax, maxn
from lazytree.stages import bestfirst, prune
from lazytree.stopping import Stop
from lazytree.tree import Tree
from lazytree.worth import later

Strategy = Callable[[P], M]
Named = TypeVar("Named")


def named_rating(game: Game[P, M], rating: str | Rating[P] | None) -> Rating[P]:
    """A rating of the game by its name, the game's first if None; a function is itself. ValueError lists the names."""
    return _named(game, game.ratings, "rating", rating, even)


def _named(game: Game[P, M], known: Mapping[str, Named], what: str, wanted: str | Named | None, none: Named) -> Named:
    if wanted is None:
        return next(iter(known.values()), none)
    if callable(wanted):
        return wanted
    if not isinstance(wanted, str) or wanted not in known:
        has = f"it has: {', '.join(known) or 'none'}"
        raise ValueError(f"{game.name} has no {what} {wanted!r}; {has} (or a function of a position)")
    return known[wanted]


def rated(
    game: Game[P, M], rating: str | Callable[[P], Any] | None = None, account: Account | None = None
) -> Callable[[Tree[P, M]], Tree[Any, M]]:
    """The stage that labels a tree with a rating of the game; one number a player where there are more than two."""
    if len(game.players) <= 2:
        return rate(game, named_rating(game, rating), account)
    level: Standing[P] = lambda position: tuple(0 for _ in game.players)  # noqa: E731
    return rate_each(game, _named(game, game.standings, "standing", rating, level), account)


def think(
    game: Game[P, M],
    depth: int | None = None,
    rating: str | Rating[P] | None = None,
    choose: Callable[..., M] | None = None,
    account: Account | None = None,
    *,
    seconds: float | None = None,
    stop: Stop | None = None,
    progress: Callable[[Progress[M]], object] | None = None,
    clock: Callable[[], float] = perf_counter,
    machine: bool = True,
) -> Strategy[P, M]:
    """The strategy that looks ahead, rates what it sees there, and makes the move that is best then.

    It looks 1, 2, 3 ... plies ahead (see `deepen`), to `depth` plies or for `seconds` a move, whatever is reached
    first; 4 plies if neither is said. `rating` is one of the game's by name, or any function of a position seen by
    FIRST; more than two players need one of `game.standings`. With `choose`, such as `variety(...)`, it looks once, at
    `depth`. `stop` is polled: once it says True the best move so far is made. `progress` is called while it thinks.

    Where it is to look far, for a time or to a depth of 7 and more, it looks in machine code if it can: with the extra
    `compiled`, for games that compile (`machine=False`: never). Else it keeps what it has grown below the move played,
    and lets the rest go.

    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> game.format(game.start, think(game, depth=2)(game.start))
    'b2'
    """
    if depth is not None:
        at_least("depth", depth, 1)
    deepest = depth if depth is not None else 4 if seconds is None else None
    limited = within(seconds, clock) if seconds is not None else iter
    spent = account or Account()
    growing = grow(game, spent)
    label = rated(game, rating, spent)
    many = len(game.players) > 2
    far = choose is None and not many and (deepest is None or deepest >= FAR)
    in_machine_code = deepening_of(game, named_rating(game, rating)) if machine and far else None

    def answers(position: P) -> Iterable[Answer[M]]:
        if in_machine_code is not None:
            return in_machine_code(position, account=spent, stop=stop, progress=progress)
        growing.keep(growing(position))
        finder = by_search(maxn) if many else by_scout()
        return deepen(lambda plies: compose(label, prune(plies), growing), position, finder, spent, stop, progress)

    def strategy(position: P) -> M:
        if choose is not None:
            growing.keep(growing(position))
            tree = bestfirst()(label(prune(deepest or 4)(growing(position))))
            return choose(tree, search_for(len(game.players)), spent)
        *_, answer = islice(limited(answers(position)), deepest)
        return answer.best

    return strategy


FAR = 7
"""Plies from which on it pays to compile a game for one search."""


def at_random(game: Game[P, M], seed: int | Random = 1) -> Strategy[P, M]:
    """The strategy that makes any legal move, each as likely as the other, from a seed or a source of its own."""
    if not isinstance(seed, int | Random):
        raise ValueError(f"seed must be a whole number or a random.Random, not {seed!r}")
    random = seed if isinstance(seed, Random) else Random(seed)
    return lambda position: random.choice(choices(game, position))


def choices(game: Game[P, M], position: P) -> list[M]:
    """The moves to choose from; ValueError where the game is over or chance moves."""
    moves = list(game.moves(position))
    if not moves:
        raise ValueError(f"there is no move to choose: this game of {game.name} is over")
    if game.mover(position) == CHANCE:
        raise ValueError(f"chance moves here in {game.name}: nobody has a move to choose")
    return moves


def breadth_first(
    game: Game[P, M], plies: int = 2, rating: str | Rating[P] | None = None, account: Account | None = None
) -> Strategy[P, M]:
    """The strategy that grows `plies` whole layers of the tree, rates the last one and backs up what it found there.

    >>> from lazytree.games import tic_tac_toe
    >>> breadth_first(tic_tac_toe())(tic_tac_toe().start)
    4
    """
    at_least("plies", plies, 1)
    spent = account or Account()
    label = rated(game, rating, spent)

    def strategy(position: P) -> M:
        tree = label(prune(plies)(grow(game, spent)(position)))
        layer = [tree]
        for _ in range(plies):
            layer = [sub for node in layer for _, sub in node.branches]
        return best(tree, expectimax if len(game.players) <= 2 else maxn, spent)

    return strategy


@dataclass
class _Frontier(Generic[M]):
    """A node of the tree that a best-first search holds in its hands."""

    tree: Tree[float, M]
    value: float
    below: list[tuple[M, _Frontier[M]]] = field(default_factory=list)

    def choice(self) -> tuple[M, _Frontier[M]]:
        pick = max if self.tree.mover == FIRST else min
        return pick(self.below, key=lambda branch: later(branch[1].value))


def best_first(
    game: Game[P, M], expansions: int = 200, rating: str | Rating[P] | None = None, account: Account | None = None
) -> Strategy[P, M]:
    """The A* of game trees: the leaf at the end of the principal variation is expanded, again and again.

    `expansions` is how many leaves are expanded for one move. For two players without chance.
    Source: Korf and Chickering, Best-first minimax search (1996).

    >>> from lazytree.games import tic_tac_toe
    >>> best_first(tic_tac_toe(), expansions=40)(tic_tac_toe().start)
    4
    """
    at_least("expansions", expansions, 1)
    if len(game.players) > 2 or game.odds is not None:
        raise ValueError(f"best_first is for two players without chance: let {game.name} be played by think")
    spent = account or Account()
    label = rated(game, rating, spent)

    def strategy(position: P) -> M:
        with spent.timed():
            tree = opened(label(grow(game, spent)(position)))
            root: _Frontier[M] = _Frontier(tree, 0)
            for _ in range(expansions):
                if not _expand(root, spent):
                    break
            return root.choice()[0]

    return strategy


def _expand(root: _Frontier[M], spent: Account) -> bool:
    """Expands the principal leaf and backs its value up; False where the principal variation ends the game."""
    path = [root]
    while path[-1].below:
        path.append(path[-1].choice()[1])
    leaf = path[-1]
    for move, sub in leaf.tree.branches:
        leaf.below.append((move, _Frontier(sub, sub.label)))
    if not leaf.below:
        return False
    spent.inner += 1
    spent.looked += len(leaf.below)
    spent.seen += len(leaf.below) + (leaf is root)
    for node in reversed(path):
        node.value = later(node.choice()[1].value)
    return True


def human(game: Game[P, M], ask: Callable[[str], str], tell: Callable[[str], object]) -> Strategy[P, M]:
    """The strategy that asks somebody: `ask(prompt)` is the answer, `tell(text)` says what is wrong with it.

    A move is answered as the game writes it, or by its number in the list that `?` shows; where the game reads numbers
    as something else (a column), that is what they are.

    >>> from lazytree.games import nim
    >>> answers = iter(["a-9", "2"])
    >>> human(nim(heaps=(1, 2)), lambda prompt: next(answers), print)(nim(heaps=(1, 2)).start)
    'a-9' is not a legal move; legal here: a-1, b-1, b-2
    Take(heap=1, pieces=1)
    """

    def strategy(position: P) -> M:
        moves = choices(game, position)
        numbers = _numbers(game, position, moves)
        while True:
            answer = ask(f"{game.players[game.mover(position)]}, your move (? lists them): ").strip()
            if answer == "?":
                tell("\n".join(f"{numbers[move]}{game.format(position, move)}" for move in moves))
                continue
            try:
                return game.parse(position, answer)
            except ValueError as error:
                for move in moves:
                    if numbers[move] == f"{answer}. ":
                        return move
                tell(str(error))

    return strategy


def _numbers(game: Game[P, M], position: P, moves: list[M]) -> dict[M, str]:
    """For each move "1. ", "2. " and so on; nothing if the game reads these numbers as something else."""
    numbers = [str(number) for number in range(1, len(moves) + 1)]
    read = [_read(game, position, number) for number in numbers]
    free = read == moves or not any(move is not None for move in read)
    return {move: f"{number}. " if free else "" for move, number in zip(moves, numbers)}


def _read(game: Game[P, M], position: P, text: str) -> M | None:
    try:
        return game.parse(position, text)
    except ValueError:
        return None


STRATEGIES: Mapping[str, Callable[..., Strategy[Any, Any]]] = {
    "think": think,
    "at_random": at_random,
    "breadth_first": breadth_first,
    "best_first": best_first,
    "mcts": sampler,
}
"""The strategies that need nobody outside, by name: factory(game, **parameters)."""
