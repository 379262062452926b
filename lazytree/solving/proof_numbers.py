"""Proof-number search: whether FIRST can force a payoff, decided by the easiest proof or disproof.

A node's proof number is the least number of leaves that must still be proven to prove the claim there; its disproof
number is the least number that must be disproven to disprove it. The search expands where these numbers are smallest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf, isinf
from typing import Any, Literal, NamedTuple

from lazytree.core.checks import opposed_payoffs
from lazytree.core.game import FIRST, Game, M, P, is_over
from lazytree.core.lanes import PYTHON
from lazytree.core.showing import mime_bundle
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, never
from lazytree.solving.exact import canonical_of, with_symmetry
from lazytree.trees.collector import gc_paused
from lazytree.trees.growing import grow
from lazytree.trees.recursion import Recursion, run_unrolled
from lazytree.trees.tree import Tree


class ProofNumbers(NamedTuple):
    """A node's proof number and disproof number: 0 where proven (disproven), infinite where that is impossible."""

    proof: float
    disproof: float


PROVEN, DISPROVEN, OPEN = ProofNumbers(0, inf), ProofNumbers(inf, 0), ProofNumbers(1, 1)
DECIDED = (PROVEN, DISPROVEN)
Numbers = dict[Tree[Any, Any], ProofNumbers]
Dependent = tuple[ProofNumbers, float]
"""Numbers, and the ply of the position on whose repetition they depend; infinite if they are true on every path."""


class _Proof(NamedTuple):
    """The items of a `Proof`."""

    result: Literal["proven", "disproven", "unknown"]  # unknown: the search was ended before
    proof: float  # the root's proof number: leaves that a proof still needs, at least
    disproof: float  # the root's disproof number
    nodes: int  # visits of nodes
    lane: str = PYTHON  # that answered last


class Proof(_Proof):
    """The result of an attempt to prove a claim.

    >>> Proof("proven", 0, inf, 1)
    <Proof: proven; visits 1, python>
    """

    def __repr__(self) -> str:
        missing = f", {self.proof:g} leaves to prove or {self.disproof:g} to disprove, at least"
        return (
            f"<Proof: {self.result}{missing if self.result == 'unknown' else ''}; visits {self.nodes:,}, {self.lane}>"
        )

    reason: str = ""  # why the lane was Python, if it is known; no item of the tuple
    _repr_mimebundle_ = mime_bundle


class ProofTask(NamedTuple):
    """The claim to prove, and the limits of the search."""

    game: Game[Any, Any]
    position: Any
    more_than: float  # the claim: FIRST's payoff can be forced to be above this
    most: int  # the search ends when `stats.nodes` reaches this
    entries: int  # of the table of df-pn
    stats: Stats
    stop: Stop  # ends the search, too

    def enough(self) -> bool:
        """Whether a limit of the search is reached."""
        return self.stats.nodes >= self.most or self.stop()

    def first_look(self, position: Any) -> ProofNumbers:
        """The numbers of a position that has not been expanded."""
        if not is_over(self.game, position):
            return OPEN
        return PROVEN if opposed_payoffs(self.game, position)[FIRST] > self.more_than else DISPROVEN


def prove_in_python(
    game: Game[P, M],
    start: P,
    more_than: float,
    method: str,
    most: int,
    entries: int,
    stats: Stats,
    stop: Stop | None = None,
) -> ProofNumbers:
    """The numbers of the claim that FIRST can force a payoff above `more_than`, after `most` visits at most."""
    start = canonical_of(game, start)
    task = ProofTask(with_symmetry(game), start, more_than, stats.nodes + most, entries, stats, stop or never)
    with gc_paused(), stats.timed():
        missing = task.first_look(start)
        return METHODS[method](task) if missing == OPEN else missing


def combine_numbers(mover: int, numbers: Sequence[ProofNumbers]) -> ProofNumbers:
    """A node's numbers from those of its branches: the mover needs one good branch, the opponents need all of them."""
    mine = _mine(mover)
    theirs = [number[1 - mine] for number in numbers if number[1 - mine]]
    one, all_of_them = min(number[mine] for number in numbers), max(theirs) + len(theirs) - 1 if theirs else 0
    return ProofNumbers(one, all_of_them) if mover == FIRST else ProofNumbers(all_of_them, one)


def _mine(mover: int) -> int:
    """The index of the number that the mover wants to be 0: proof for FIRST, disproof for all others."""
    return 0 if mover == FIRST else 1


def depth_first(task: ProofTask) -> ProofNumbers:
    """df-pn: a node is searched until its numbers exceed those of another node; it may be searched again later.

    A position that is repeated is taken for play without an end, whose payoff is 0. What is decided by that is true on
    the path only: with it goes up the ply of the position that is repeated, and it is stored from there on.
    """
    game, spent = task.game, task.stats
    known, path = Recent(task.entries), dict[Any, int]()
    endless = PROVEN if task.more_than < 0 else DISPROVEN

    def look(position: Any, before: Dependent | None = None) -> Dependent:
        if position in path:
            return endless, path[position]
        found = None if before and before[0] in DECIDED else known.get(position)
        return (found, inf) if found else before or (task.first_look(position), inf)

    def search(position: Any, enough: ProofNumbers) -> Recursion[Dependent]:
        path[position] = ply = len(path)
        mover = game.mover(position)
        ways = [game.play(position, move) for move in game.moves(position)]
        spent.hits += sum(1 for way in ways if known.get(way))
        found = [look(way) for way in ways]
        spent.nodes += 1
        spent.interior += 1
        spent.branches += len(ways)
        while True:
            numbers = [each for each, _ in found]
            missing = combine_numbers(mover, numbers)
            if missing.proof >= enough.proof or missing.disproof >= enough.disproof or task.enough():
                break
            at = _easiest(mover, numbers)
            found[at] = yield search(ways[at], _enough_below(mover, numbers, at, enough))
            found = [look(way, each) for way, each in zip(ways, found)]
        del path[position]
        on = min((on for each, on in found if each == missing), default=inf) if missing in DECIDED else inf
        if on >= ply:
            on = inf
            known.put(position, missing)
        return missing, on

    missing, _ = run_unrolled(search(task.position, ProofNumbers(inf, inf)))
    return missing


def _easiest(mover: int, numbers: Sequence[ProofNumbers]) -> int:
    """The index of the branch whose number is lowest for the mover."""
    mine = _mine(mover)
    return min(range(len(numbers)), key=lambda at: numbers[at][mine])


def _enough_below(mover: int, numbers: Sequence[ProofNumbers], at: int, enough: ProofNumbers) -> ProofNumbers:
    """The numbers at which the search of a branch returns: another branch is easier, or the node's own are reached."""
    mine = _mine(mover)
    second = min((number[mine] for other, number in enumerate(numbers) if other != at), default=inf)
    others = sum(1 for other, number in enumerate(numbers) if other != at and number[1 - mine])
    one, all_of_them = min(enough[mine], 1.25 * second + 1), enough[1 - mine] - others
    return ProofNumbers(one, all_of_them) if mover == FIRST else ProofNumbers(all_of_them, one)


class Recent:
    """A table of at most `entries` positions: when half of them are new, the older half is dropped."""

    def __init__(self, entries: int) -> None:
        self.half = max(1, entries // 2)
        self.young: dict[Any, ProofNumbers] = {}
        self.old: dict[Any, ProofNumbers] = {}

    def get(self, position: Any) -> ProofNumbers | None:
        """The stored numbers of a position; None if there are none."""
        return self.young.get(position) or self.old.get(position)

    def put(self, position: Any, missing: ProofNumbers) -> None:
        """Stores the numbers of a position."""
        if len(self.young) >= self.half and position not in self.young:
            self.old, self.young = self.young, {}
        self.young[position] = missing


def best_first(task: ProofTask) -> ProofNumbers:
    """pn: the most proving leaf is expanded and the numbers above it are updated; the whole tree is kept."""
    spent = task.stats
    root = grow(task.game, spent)(task.position)
    numbers: Numbers = {root: OPEN}
    expanded: set[Tree[Any, Any]] = set()
    path = [root]
    while numbers[root] not in DECIDED and not task.enough():
        if not _go_down(path, numbers, expanded):
            return OPEN
        if path[-1] not in expanded:
            expanded.add(path[-1])
            spent.nodes += 1
            spent.interior += 1
            for _, sub in path[-1].branches:
                spent.branches += 1
                numbers.setdefault(sub, task.first_look(sub.key))
        _go_up(path, numbers)
    return numbers[root]


def _go_down(path: list[Tree[Any, Any]], numbers: Numbers, expanded: set[Tree[Any, Any]]) -> bool:
    """Extends the path to the most proving leaf, or to a node that is decided by its branches; whether there is one.

    A branch back to a node on the path is replaced by another one. False: all branches repeat positions or are lost.
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
    """Updates the numbers on the path, from its end, and cuts the path after the last node that did not change."""
    while True:
        node = path[-1]
        before, numbers[node] = numbers[node], combine_numbers(node.mover, [numbers[sub] for _, sub in node.branches])
        if numbers[node] == before or len(path) == 1:
            return
        path.pop()


METHODS: Mapping[str, Callable[[ProofTask], ProofNumbers]] = {"df-pn": depth_first, "pn": best_first}
