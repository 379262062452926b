"""Proving: can FIRST force it? A search for the easiest proof, which need not look at all that it can do without.

A node's proof number says how many leaves must still be shown to be good for FIRST, at least, to prove the claim;
its disproof number how many must be shown to be bad. The search goes where the fewest are missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf, isinf
from typing import Any, Literal, NamedTuple

from lazytree.core.board import at_least
from lazytree.core.game import FIRST, Game, M, P, is_over, start_of
from lazytree.core.stats import Stats
from lazytree.solving.exact import canonical_of, with_symmetry
from lazytree.trees.growing import grow
from lazytree.trees.lazy import Recursion, quiet, unrolled
from lazytree.trees.tree import Tree


class Missing(NamedTuple):
    """How many leaves a proof and a disproof still lack, at least: 0, here it is; infinity, there can be none."""

    proof: float
    disproof: float


PROVEN, DISPROVEN, OPEN = Missing(0, inf), Missing(inf, 0), Missing(1, 1)
DECIDED = (PROVEN, DISPROVEN)
Numbers = dict[Tree[Any, Any], Missing]


class Proof(NamedTuple):
    """What came of an attempt to prove a claim."""

    result: Literal["proven", "disproven", "unknown"]
    proof: float  # leaves that a proof still lacks, at least
    disproof: float
    seen: int  # visits of nodes


class Task(NamedTuple):
    """What is to be proven, and how much may be spent on it."""

    game: Game[Any, Any]
    position: Any
    more_than: float
    most: int  # for the stats's `seen` to reach
    entries: int
    stats: Stats

    def first_look(self, position: Any) -> Missing:
        if not is_over(self.game, position):
            return OPEN
        return PROVEN if self.game.payoffs(position)[FIRST] > self.more_than else DISPROVEN


def prove(
    game: Game[P, M],
    position: P | None = None,
    more_than: float = 0,
    method: Literal["df-pn", "pn"] = "df-pn",
    most: int = 1_000_000,
    entries: int = 1_000_000,
    stats: Stats | None = None,
) -> Proof:
    """Whether FIRST can force a payoff of more than `more_than` from a position (the start, if none is given).

    That is, by default, a win; more than -1: at least a draw. All others, and chance, are taken to play against FIRST.
    "df-pn" goes depth first, over and over, and remembers at most `entries` positions; "pn" keeps all that it has
    grown. "unknown": `most` visits were not enough, or positions came round again, and then `solve` may know. Limits
    never make a proof or a disproof wrong.

    Sources: Allis, van der Meulen and van den Herik, Proof-number search (1994); Nagai, Df-pn algorithm for searching
    AND/OR trees (2002); numbers as in Ueda et al., Weak proof-number search (2008), which suit positions that are met
    in several ways.

    >>> from lazytree.games import nim, tic_tac_toe
    >>> prove(nim(heaps=(3, 4, 5))).result, prove(nim(heaps=(1, 4, 5))).result
    ('proven', 'disproven')
    >>> prove(tic_tac_toe()).result, prove(tic_tac_toe(), more_than=-1).result
    ('disproven', 'proven')
    """
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}, not {method!r}")
    at_least("most", most, 1)
    at_least("entries", entries, 1)
    spent = stats or Stats()
    before = spent.seen
    start = canonical_of(game, start_of(game, position))
    task = Task(with_symmetry(game), start, more_than, before + most, entries, spent)
    with quiet(), spent.timed():
        missing = task.first_look(start)
        if missing == OPEN:
            missing = METHODS[method](task)
    result: Literal["proven", "disproven", "unknown"] = "unknown"
    if missing in DECIDED:
        result = "proven" if missing == PROVEN else "disproven"
    return Proof(result, *missing, spent.seen - before)


def combined(mover: int, numbers: Sequence[Missing]) -> Missing:
    """A node's numbers from those of its branches: the mover needs one that is good for him, the others need all."""
    mine = _mine(mover)
    theirs = [number[1 - mine] for number in numbers if number[1 - mine]]
    one, all_of_them = min(number[mine] for number in numbers), max(theirs) + len(theirs) - 1 if theirs else 0
    return Missing(one, all_of_them) if mover == FIRST else Missing(all_of_them, one)


def _mine(mover: int) -> int:
    """Which number the mover wants to bring down to 0."""
    return 0 if mover == FIRST else 1


def depth_first(task: Task) -> Missing:
    """df-pn: a node is searched until its numbers show that another one is easier, and may be taken up again later."""
    game, spent = task.game, task.stats
    known, path, repeated = Recent(task.entries), set(), False

    def look(position: Any, before: Missing) -> Missing:
        nonlocal repeated
        if position in path:
            repeated = True
            return DISPROVEN  # a proof must not go in circles
        return known.get(position) or before

    def search(position: Any, enough: Missing) -> Recursion[Missing]:
        path.add(position)
        mover = game.mover(position)
        ways = [game.play(position, move) for move in game.moves(position)]
        remembered = [known.get(way) for way in ways]
        numbers = [number or task.first_look(way) for way, number in zip(ways, remembered)]
        spent.hits += len(ways) - remembered.count(None)
        spent.seen += 1
        spent.inner += 1
        spent.looked += len(ways)
        while True:
            numbers = [look(way, number) for way, number in zip(ways, numbers)]
            missing = combined(mover, numbers)
            if missing.proof >= enough.proof or missing.disproof >= enough.disproof or spent.seen >= task.most:
                break
            at = _easiest(mover, numbers)
            numbers[at] = yield search(ways[at], _enough_below(mover, numbers, at, enough))
        path.remove(position)
        known.put(position, missing)
        return missing

    missing = unrolled(search(task.position, Missing(inf, inf)))
    return OPEN if repeated and missing == DISPROVEN else missing


def _easiest(mover: int, numbers: Sequence[Missing]) -> int:
    mine = _mine(mover)
    return min(range(len(numbers)), key=lambda at: numbers[at][mine])


def _enough_below(mover: int, numbers: Sequence[Missing], at: int, enough: Missing) -> Missing:
    """The numbers at which the search of one branch is to come back: another is clearly easier, or the node has had
    enough."""
    mine = _mine(mover)
    second = min((number[mine] for other, number in enumerate(numbers) if other != at), default=inf)
    others = sum(1 for other, number in enumerate(numbers) if other != at and number[1 - mine])
    one, all_of_them = min(enough[mine], 1.25 * second + 1), enough[1 - mine] - others
    return Missing(one, all_of_them) if mover == FIRST else Missing(all_of_them, one)


class Recent:
    """What was said of positions, of `entries` at most: when half as many are new, the older ones are let go."""

    def __init__(self, entries: int) -> None:
        self.half = max(1, entries // 2)
        self.young: dict[Any, Missing] = {}
        self.old: dict[Any, Missing] = {}

    def get(self, position: Any) -> Missing | None:
        return self.young.get(position) or self.old.get(position)

    def put(self, position: Any, missing: Missing) -> None:
        if len(self.young) >= self.half and position not in self.young:
            self.old, self.young = self.young, {}
        self.young[position] = missing


def best_first(task: Task) -> Missing:
    """pn: the leaf that would help most is expanded, and the numbers above it are put right; the tree is kept."""
    spent = task.stats
    root = grow(task.game, spent)(task.position)
    numbers: Numbers = {root: OPEN}
    expanded: set[Tree[Any, Any]] = set()
    path = [root]
    while numbers[root] not in DECIDED and spent.seen < task.most:
        if not _go_down(path, numbers, expanded):
            return OPEN
        if path[-1] not in expanded:
            expanded.add(path[-1])
            spent.seen += 1
            spent.inner += 1
            for _, sub in path[-1].branches:
                spent.looked += 1
                numbers.setdefault(sub, task.first_look(sub.key))
        _go_up(path, numbers)
    return numbers[root]


def _go_down(path: list[Tree[Any, Any]], numbers: Numbers, expanded: set[Tree[Any, Any]]) -> bool:
    """Prolongs the path to the leaf that would help most, or to a node that what is known below it decides.

    A way round is left for another one. False: every way from there goes in a circle, or is hopeless.
    """
    on_path = set(path)
    while (node := path[-1]) in expanded:
        mine = _mine(node.mover)
        _, below = min(node.branches, key=lambda branch: numbers[branch[1]][mine])
        if numbers[below] in DECIDED:
            return True
        if below in on_path:
            others = [sub for _, sub in node.branches if sub not in on_path]
            below = min(others, key=lambda sub: numbers[sub][mine], default=below)
            if below in on_path or isinf(numbers[below][mine]):
                return False
        path.append(below)
        on_path.add(below)
    return True


def _go_up(path: list[Tree[Any, Any]], numbers: Numbers) -> None:
    """Puts the numbers on the path right and shortens it to the last node that need not be put right."""
    while True:
        node = path[-1]
        before, numbers[node] = numbers[node], combined(node.mover, [numbers[sub] for _, sub in node.branches])
        if numbers[node] == before or len(path) == 1:
            return
        path.pop()


METHODS: Mapping[str, Callable[[Task], Missing]] = {"df-pn": depth_first, "pn": best_first}
