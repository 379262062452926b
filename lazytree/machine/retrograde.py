"""All positions that play can reach, with their values: the driver of retrograde analysis in machine code."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from ctypes import memmove, string_at
from functools import cached_property
from typing import Any

from lazytree.compiler import Runner, Unpacking
from lazytree.core.errors import Refused, Trap, Trapped
from lazytree.core.game import Game, M, P
from lazytree.core.stopping import Stop
from lazytree.searching.kernels import retrograde
from lazytree.searching.kernels.memory import Words
from lazytree.searching.kernels.retrograde import (
    FULL,
    MET,
    OF_POSITIONS,
    OF_WAYS,
    PLACED,
    PLACES,
    ROOM,
    UNFOLDED,
    WAYS,
    WAYS_ROOM,
    Back,
    Graph,
    Space,
)
from lazytree.solving.exact import canonical_of, with_symmetry
from lazytree.trees.ratings import even

FEWEST = 2**12  # positions that there is room for at first
WORD = 8  # bytes
ELSEWHERE = Back(*[Words(1)] * 4)


def retrograde_runner(game: Game[P, M]) -> Runner:
    """What meets all positions of a game, of symmetric ones one, and values them."""
    return Runner(with_symmetry(game), retrograde.settle, even)


class Positions:
    """All positions that play can reach from some, of symmetric ones one, and what they are worth.

    What is asked of it is Trapped where machine code cannot tell, and Stopped by its flag.
    """

    def __init__(self, game: Game[Any, Any], megabytes: int, stop: Stop | None = None) -> None:
        self.game, self.most, self.stop = game, megabytes * 2**20 // WORD, stop
        self.is_decided = self.is_full = False

    @cached_property
    def run(self) -> Runner:
        """What is asked, compiled when it is first."""
        return retrograde_runner(self.game)

    @cached_property
    def form(self) -> Unpacking:
        """How a position lies in memory."""
        made = self.run.made.verdict
        if isinstance(made, Refused):
            raise Trapped(Trap.OUTSIDE, str(made))
        return Unpacking(made.entries["it"].arguments[-3], made.cell)

    @cached_property
    def space(self) -> Space:
        space = Space(Words(retrograde.WORDS), Words(2 * FEWEST), Words(max(self.form.size // WORD, 1) * FEWEST))
        space.counts[PLACES], space.counts[ROOM], space.counts[WAYS_ROOM] = 2 * FEWEST, FEWEST, FEWEST
        return space

    @cached_property
    def graph(self) -> Graph:
        return Graph(*map(Words, (FEWEST, FEWEST + 1, FEWEST, FEWEST, FEWEST)))

    def ask(self, what: int, position: Any, most: int = 0) -> int:
        """What the kernel answers."""
        back = ELSEWHERE
        if what == retrograde.DECIDE:
            back = Back(*map(Words, (self.space.counts[WAYS] + 1, self.count + 1, self.count, self.count)))
        return int(
            self.run.in_machine_code(self.space, self.graph, back, position, what, most, stop=self.stop),
        )

    @property
    def count(self) -> int:
        """How many positions have been met."""
        return int(self.space.counts[MET])

    @property
    def unfolded(self) -> int:
        """How many have been unfolded."""
        return int(self.space.counts[UNFOLDED])

    def unfold(self, position: Any, most: int) -> bool:
        """Whether all positions are unfolded after at most that many more are, the given one among them.

        `is_full` says whether there is no room for more.
        """
        counts, end, self.is_decided = self.space.counts, self.unfolded + most, False
        while True:
            left = self.ask(retrograde.UNFOLD, position, end - self.unfolded)
            if not counts[FULL]:
                return not left
            self.is_full = not self.grow()
            if self.is_full:
                return False

    def grow(self) -> bool:
        """Makes room for twice as many positions, or moves; whether there is memory for that."""
        counts, graph, space = self.space.counts, self.graph, self.space
        if 3 * sum(len(each.words) for each in (*space, *graph)) > self.most:
            return False
        if counts[FULL] == OF_WAYS:
            self.graph = graph._replace(ways=twice(graph.ways))
        else:
            self.graph = Graph(*map(twice, graph))._replace(ways=graph.ways)
            self.space = space._replace(places=Words(2 * len(space.places.words)), positions=twice(space.positions))
            counts[PLACED] = 0  # the kernel places them anew
        room = len(self.graph.movers.words)
        counts[PLACES], counts[ROOM], counts[WAYS_ROOM] = 2 * room, room, len(self.graph.ways.words)
        counts[FULL] = 0
        return True

    def decide(self) -> None:
        """Finds the values of all positions, which are unfolded."""
        self.ask(retrograde.DECIDE, self.game.start)
        self.is_decided = True

    def value(self, position: Any) -> int | None:
        """The value of a position, which counts plies; None if it has not been met. `chosen` is the best move then."""
        found = self.ask(retrograde.LOOK_UP, position)
        return None if found == retrograde.NOWHERE else found

    def value_within(self, position: Any, most: int) -> int | None:
        """The value of a position; None if it is not known after that many positions more have been unfolded."""
        if self.is_decided and (found := self.value(position)) is not None:
            return found
        if self.is_full or not self.unfold(canonical_of(self.game, position), most):
            return None
        self.decide()
        return self.value(position)

    @property
    def chosen(self) -> int:
        """The number of the first of the best moves in the position that was looked up last."""
        return int(self.space.counts[retrograde.CHOSEN])

    # ---- Reading all of it, and keeping it in a file

    def positions(self) -> Iterable[Any]:
        """All positions, in the order of their numbers. Trapped where they lie in memory in another form."""
        content = string_at(self.space.positions.handle[0], self.form.size * self.count)
        if self.form.one(content) != canonical_of(self.game, self.form.one(content)):
            raise Trapped(Trap.OUTSIDE, "positions that lie in memory in another form")
        return self.form.each(memoryview(content), self.count)

    def ends(self) -> Iterator[tuple[float, int]]:
        """What FIRST is paid in each position, and in how many plies; 0 and 0 where neither player can force an end."""
        whole = self.run.rules.whole
        for worth, plies in zip(self.graph.worth.words[: self.count], self.graph.plies.words[: self.count]):
            yield (worth / whole if worth % whole else worth // whole, plies - 1) if plies else (0, 0)

    @property
    def extent(self) -> tuple[int, int, int]:
        """How many positions have been met and unfolded, and how many moves these have."""
        return self.count, self.unfolded, int(self.space.counts[WAYS])

    def parts(self, extent: Sequence[int]) -> list[tuple[int, int]]:
        """The addresses of the words that are kept, and how many bytes there are when so much has been met."""
        met, unfolded, ways = extent
        graph = self.graph
        kept = (graph.ways, ways), (graph.first, unfolded + 1), (graph.movers, unfolded), (graph.worth, unfolded)
        words = [(each.handle[0], WORD * number) for each, number in kept]
        return [(self.space.positions.handle[0], met * self.form.size), *words]

    def since(self, before: Sequence[int]) -> list[Any]:
        """What has been found since, for a file of JSON."""
        ranges = zip(self.parts(before), self.parts(self.extent))
        texts = (b64encode(string_at(place + start, end - start)).decode() for (place, start), (_, end) in ranges)
        return [self.extent, *texts]

    def take(self, found: Sequence[Any]) -> None:
        """Adds what was found before; `is_full` says whether there is no room for it."""
        (met, unfolded, ways), *texts = found
        counts, before = self.space.counts, self.extent
        for word, number, what in ((ROOM, met, OF_POSITIONS), (WAYS_ROOM, ways, OF_WAYS)):
            while counts[word] < number:
                counts[FULL] = what
                if not self.grow():
                    self.is_full = True
                    return
        for (place, start), text in zip(self.parts(before), texts):
            content = b64decode(text)
            memmove(place + start, content, len(content))
        counts[MET], counts[UNFOLDED], counts[WAYS], counts[PLACED] = met, unfolded, ways, 0


def twice(words: Words) -> Words:
    """The same words, with room for as many more."""
    made = Words(2 * len(words.words))
    memmove(made.handle[0], words.handle[0], WORD * len(words.words))
    return made
