"""Deepening in Andantino: how far odd depths come in a number of seconds of the processor, at most 20 plies.

Alpha-beta and scout in Python, with a table and the ordering that it brings, and scout in machine code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from time import process_time
from typing import Any, NamedTuple

from andantino_published import DEEPENED, REACHED
from tables import TIME_OUT, Cell, print_table
from toolz import compose

from lazytree import Game, deepen, deepen_tree, grow, prune, rate, searches
from lazytree.core.stopping import Stop
from lazytree.core.values import SURE
from lazytree.searching.deepening import Answer

MOST = 20  # plies
DEPTHS = range(1, MOST + 1, 2)
CERTAIN = "certain"

NAMES = {"alphabeta": "alpha-beta", "scout": "scout", "machine": "scout in machine code"}

Answers = Callable[[Stop], Iterable[Answer[Any]]]
"""Answers ever deeper, given a flag that is polled."""


class Laps:
    """A clock for one depth after the other; `late` says whether all have taken longer than `limit` seconds."""

    def __init__(self, limit: float, clock: Callable[[], float] = process_time) -> None:
        self.limit, self.clock, self.began = limit, clock, clock()
        self.first = self.began

    def late(self) -> bool:
        return self.clock() - self.first > self.limit

    def lap(self) -> float:
        """The seconds since the last lap."""
        before, self.began = self.began, self.clock()
        return self.began - before


class Deepened(NamedTuple):
    """How deepening went: the seconds of each finished depth, and why there is no deeper one."""

    seconds: dict[int, float]
    end: str  # TIME_OUT; or CERTAIN, where looking deeper would find the same; or "", at the last depth allowed


def deepened(answers: Answers, limit: float) -> Deepened:
    """The odd depths that are finished within `limit` seconds, all together."""
    laps = Laps(limit)
    found = [(answer, laps.lap()) for answer in islice(answers(laps.late), len(DEPTHS))]
    last, _ = found[-1]
    end = CERTAIN if abs(last.value) > SURE else TIME_OUT if last.depth < DEPTHS[-1] else ""
    return Deepened({answer.depth: seconds for answer, seconds in found}, end)


def answers_of(name: str, game: Game[Any, Any], rating: str, position: Any) -> Answers:
    """Deepening of that name. In Python all depths of a position share the tree that is grown."""
    if name == "machine":
        return lambda stop: deepen(game, position, rating, stop=stop, step=2)
    growing, label = grow(game), rate(game, rating)
    search = searches.alphabeta if name == "alphabeta" else searches.scout

    def look(depth: int) -> Any:
        return compose(label, prune(depth), growing)

    return lambda stop: deepen_tree(look, position, search, stop=stop, step=2)


def print_deepening(game: Game[Any, Any], rating: str, positions: Mapping[int, Any], limit: float) -> None:
    """How deep each search comes in these positions, by their number of stones; then the time of each depth."""
    list(islice(deepen(game, rating=rating), 6))  # machine code is made before any clock starts
    ours = {
        name: [deepened(answers_of(name, game, rating, position), limit) for position in positions.values()]
        for name in NAMES
    }
    print_table(
        f"Deepening, odd depths, {limit:g} s in all: the last depth finished (+: the last allowed)",
        ["search", *(head for stones in positions for head in (f"after {stones}", f"published after {stones}"))],
        [[NAMES[name], *reached(done, REACHED.get(name))] for name, done in ours.items()],
    )
    for name, done in ours.items():
        published = published_times(name)
        heads = [[f"after {stones}", f"published after {stones}"] for stones in positions]
        last_of_ours = [max(each.seconds) + 2 * (each.end == TIME_OUT) for each in done]
        deepest = max([*last_of_ours, *(depth for column in published for depth in column)])
        print_table(
            f"Deepening with {NAMES[name]}: ms of each depth, by stones on the board",
            ["depth", *(head for column, pair in enumerate(heads) for head in pair[: 1 + (column < len(published))])],
            [[depth, *times(depth, done, published)] for depth in DEPTHS if depth <= deepest],
        )


def reached(done: list[Deepened], published: tuple[str, ...] | None) -> Iterator[Cell]:
    """The last depth in each position, ours and the published one in turn."""
    for column, each in enumerate(done):
        yield f"{max(each.seconds)}{'+' if each.end == '' else ' (certain)' if each.end == CERTAIN else ''}"
        yield published[column] if published else None


def published_times(name: str) -> list[dict[int, Cell]]:
    """The published ms of each depth, for each position of which they are known; after the last a time-out."""
    columns = len(DEEPENED.get((name, 1), ()))
    found: list[dict[int, Cell]] = []
    for column in range(columns):
        last = int(REACHED[name][column].rstrip("+"))
        in_ms = {depth: 1000 * DEEPENED[name, depth][column] for depth in DEPTHS if depth <= last}
        found.append({**in_ms, last + 2: TIME_OUT})
    return found


def times(depth: int, done: list[Deepened], published: list[dict[int, Cell]]) -> Iterator[Cell]:
    """The ms of a depth in each position, each with the published ones if there are any."""
    for column, each in enumerate(done):
        if depth in each.seconds:
            yield 1000 * each.seconds[depth]
        else:
            yield each.end or None if depth == max(each.seconds) + 2 else None
        if column < len(published):
            yield published[column].get(depth)
