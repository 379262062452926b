"""Deepening: looking one ply deeper again and again, the best answer so far always at hand.

`deepen_tree` is a lazy sequence of answers; "move now" is not asking for more. Time limits are stages on that sequence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any, Generic, NamedTuple, TypeVar, Unpack

from lazytree.core.at import At, about
from lazytree.core.board import at_least
from lazytree.core.estimates import estimate_seconds
from lazytree.core.game import M
from lazytree.core.lanes import PYTHON
from lazytree.core.laws import is_number
from lazytree.core.showing import mime_bundle
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped, deadline, require_function
from lazytree.core.texts import shorten
from lazytree.core.value_texts import worth_text
from lazytree.searching import searches
from lazytree.searching.choosing import require_choice
from lazytree.searching.ordering import Ordering
from lazytree.searching.protocol import Search, SearchOptions, SearchResult, context_of
from lazytree.searching.searches import require_search
from lazytree.searching.tables import Table
from lazytree.trees.collector import collect_if_due
from lazytree.trees.tree import Tree

T = TypeVar("T")

Look = Callable[[int], Callable[[Any], Tree[Any, M]]]
"""The pipeline for each depth: look(depth)(position) is a rated tree, cut `depth` plies down."""

ToDepth = Callable[[int, Any, Stats, Stop], SearchResult[Any]]
"""What is found at a depth, given a guess at the value, a `Stats` and a flag that is polled."""

MEGABYTES = 64
"""The size of the table of `deepen_tree` where none is given."""


class _Answer(NamedTuple, Generic[M]):
    """The items of an `Answer`."""

    depth: int
    value: Any  # seen by FIRST, counted from the position; with more than two players a number each
    best: M
    line: tuple[M, ...]  # the principal variation, starting with `best`
    nodes: int  # nodes visited so far, all depths together
    seconds: float  # since the first depth began
    lane: str = PYTHON  # or MACHINE: which lane answered


class Answer(_Answer[M]):
    """What a finished depth says of a position.

    >>> Answer(depth=2, value=3, best="a", line=("a", "b"), nodes=17, seconds=0.01).lane
    'python'
    """

    at: At[Any, M] | None = None  # the position, with its game; no item of the tuple
    whole: bool = False  # whether looking deeper would find the same
    unrated: bool = False  # whether there was no rating: positions that were not over counted 0
    why: str = ""  # why it is not the answer that was asked for, if it is not
    reason: str = ""  # why the lane was Python, if it is known; no item of the tuple

    def __repr__(self) -> str:
        line = " ".join(map(str, self.line) if self.at is None else self.at.written(self.line))
        cost = f"depth {self.depth}, {self.nodes:,} positions in {self.seconds:.3g} s, {self.lane}"
        return f"<Answer: {self.told}: {line}; {cost}{f'; {self.why}' if self.why else ''}>"

    @property
    def told(self) -> str:
        """The value in words: who wins in how many plies, where that is known."""
        if self.unrated and self.value == 0 and not self.whole:
            return "no end in sight, and nothing was rated"
        return worth_text(self.value, self.at.game if self.at else None, self.whole)

    _repr_mimebundle_ = mime_bundle


class Progress(NamedTuple, Generic[M]):
    """How far thinking has come."""

    depth: int  # that is being looked at
    best: M | None  # of the depth before; None at first
    line: tuple[M, ...]
    nodes: int
    per_second: float  # positions
    needs: float | None = None  # seconds that the whole depth will take, if it grows as those before; None: not known
    value: Any = None  # of the best move, at the depth before; None at first


@dataclass(frozen=True)
class Deepening(Generic[M]):
    """Answers for depth 1, 2, 3 ..., each worked out when it is asked for; read again, it begins again.

    `first` is the first depth, `step` how many plies deeper each next one is. It ends where looking deeper would find
    the same, and where it is told to stop; the first depth it always finishes.
    """

    search: ToDepth
    stats: Stats
    limits: tuple[
        Callable[[], Stop], ...
    ] = ()  # each starts its clock, if it has one, when the first answer is asked for
    enough: tuple[Callable[[Answer[M]], bool], ...] = ()
    progress: Callable[[Progress[M]], object] | None = None
    every: float = 0.1  # seconds between calls of `progress`
    clock: Callable[[], float] = perf_counter
    first: int = 1
    step: int = 1
    at: At[Any, M] | None = None  # what the answers are about
    unrated: bool = False  # whether there is no rating

    def __post_init__(self) -> None:
        """Raises ValueError unless `first` and `step` are whole numbers of at least 1."""
        at_least("first", self.first, 1)
        at_least("step", self.step, 1)

    def __iter__(self) -> Iterator[Answer[M]]:
        began, already = self.clock(), self.stats.nodes
        stops = [limit() for limit in self.limits]
        answer: Answer[M] | None = None
        costs: list[float] = []  # seconds of each depth
        depth = self.first
        while True:
            before = self.clock()
            poll = self._poll(stops, depth, answer, began, already, costs)
            try:
                found = self.search(depth, answer.value if answer else 0, self.stats, poll)
            except Stopped:
                return
            now, depth = self.clock(), max(depth, found.depth)
            costs.append(now - before)
            seen, seconds = self.stats.nodes - already, now - began
            answer = Answer(depth, found.value, found.line[0], found.line, seen, seconds, found.lane)
            answer = about(answer, self.at)
            answer.whole, answer.unrated = found.exhaustive, self.unrated
            answer.reason = found.reason
            yield answer
            if found.exhaustive or any(test(answer) for test in self.enough) or any(stop() for stop in stops):
                return
            depth += self.step

    def _poll(
        self, stops: list[Stop], depth: int, answer: Answer[M] | None, began: float, already: int, costs: list[float]
    ) -> Stop:
        """The flag that the search polls: reports progress, and stops it unless it is the first."""
        asked = [] if answer is None else stops
        if self.progress is None:
            return asked[0] if len(asked) == 1 else lambda: any(stop() for stop in asked)
        report, reported, needs = self.progress, began, estimate_seconds(costs)

        def poll() -> bool:
            nonlocal reported
            now = self.clock()
            if now - reported >= self.every:
                reported = now
                seen = self.stats.nodes - already
                best, line, value = (answer.best, answer.line, answer.value) if answer else (None, (), None)
                report(Progress(depth, best, line, seen, seen / (now - began), needs, value))
            return any(stop() for stop in asked)

        return poll


def deepen_tree(
    look: Look[M],
    position: Any,
    search: Search = searches.scout,
    *,
    progress: Callable[[Progress[M]], object] | None = None,
    clock: Callable[[], float] = perf_counter,
    first: int = 1,
    step: int = 1,
    **means: Unpack[SearchOptions],
) -> Deepening[M]:
    """A lazy sequence of ever deeper answers of a pipeline: depth 1, 2, 3 ..., or `first`, `first + step` ... plies.

    - `look`: `look(depth)` is the pipeline for a depth, from position to rated tree; let all depths share one
      `grow(game)`.
    - `position`: where to search.
    - `search`: one of `lazytree.searches`; the value of each depth is its guess at the next.
    - `progress`: called about ten times a second with how far the search is.
    - `clock`: the seconds so far, as `perf_counter` has them.
    - `first`: the first depth in plies.
    - `step`: the plies between two depths.
    - `means`: the fields of `Context`: a `table` of 64 megabytes and an `order` are made if none are given; `stop` is
      polled, and an unfinished depth is never answered.

    Raises: ValueError if `search` is no search, `first` or `step` less than 1 and, from the sequence, if there is no
    move to choose.

    >>> from lazytree import grow, prune, rate
    >>> from lazytree.games import nim
    >>> from toolz import compose
    >>> game = nim(heaps=(1, 2, 2))
    >>> growing = grow(game)
    >>> answers = deepen_tree(lambda depth: compose(rate(game, lambda position: 0), prune(depth), growing), game.start)
    >>> [(answer.depth, answer.value, game.format(game.start, answer.best)) for answer in answers]
    [(1, 0, 'a-1'), (2, 0, 'a-1'), (3, 0, 'a-1'), (4, 0, 'a-1'), (5, 999995, 'a-1')]
    """
    require_search(search)
    require_function("look", look)
    collect_if_due()  # before a clock runs
    given = context_of(means)
    table = Table(megabytes=MEGABYTES) if given.table is None else given.table
    context = given._replace(table=table, order=given.order or Ordering())

    def found(depth: int, guess: Any, stats: Stats, stop: Stop) -> SearchResult[Any]:
        return search(require_choice(look(depth)(position)), guess, context._replace(stats=stats, stop=stop))

    return Deepening(
        found, given.stats or Stats(), deepening_limits(given.stop), (), progress, clock=clock, first=first, step=step
    )


def deepening_limits(stop: Stop | None) -> tuple[Callable[[], Stop], ...]:
    """A flag as what limits a Deepening."""
    return () if stop is None else (lambda: stop,)


def within(seconds: float, clock: Callable[[], float] = perf_counter) -> Callable[[Iterable[T]], Iterable[T]]:
    """A stage on answers: those that are found within `seconds`, and always the first.

    It reaches into a search of `deepen_tree`, which is stopped in the middle of a depth.

    Raises: ValueError unless `seconds` is a number above 0.

    >>> ticks = iter(range(100))
    >>> list(within(3, clock=lambda: next(ticks))("abcdefgh"))
    ['a', 'b', 'c']
    """
    deadline(seconds)

    def limited(answers: Iterable[T]) -> Iterable[T]:
        if isinstance(answers, Deepening):
            return replace(answers, limits=(*answers.limits, partial(deadline, seconds, clock)))
        return _while_early(answers, deadline(seconds, clock))

    return limited


def _while_early(answers: Iterable[T], late: Stop) -> Iterator[T]:
    for answer in answers:
        yield answer
        if late():
            return


def until(value: float) -> Callable[[Iterable[T]], Iterable[T]]:
    """A stage on answers: those up to the first whose value is at least so much for some player.

    `until(SURE)` ends with the first win or loss that is found.

    Raises: ValueError unless the value is a number.

    >>> from lazytree import SURE, deepen_tree, grow, prune, rate
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> label = rate(game, lambda position: 0)
    >>> answers = deepen_tree(lambda depth: lambda position: label(prune(depth)(grow(game)(position))), game.start)
    >>> [answer.depth for answer in until(SURE)(answers)][-1]
    3
    """
    if not is_number(value):
        raise ValueError(f"until(value) takes a number, such as until(SURE) for a win or a loss, not {shorten(value)}")

    def enough(answer: Any) -> bool:
        worth = answer.value if isinstance(answer.value, tuple) else (answer.value,)
        return bool(max(map(abs, worth)) >= value)

    def limited(answers: Iterable[T]) -> Iterable[T]:
        if isinstance(answers, Deepening):
            return replace(answers, enough=(*answers.enough, enough))
        return _through(answers, enough)

    return limited


def _through(answers: Iterable[T], last: Callable[[T], bool]) -> Iterator[T]:
    for answer in answers:
        yield answer
        if last(answer):
            return
