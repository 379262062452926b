"""Tabulating: the values of all positions that play can reach, found backwards from the ends, in slices.

First every position is met and unfolded: it gets a number, and what its moves lead to is noted. That is done in slices,
by any executor; each slice that is done is appended to a file beside the table, from which the same call goes on. Then
the values are found, ends first, in time that is linear in the number of moves. Positions may be repeated; where
neither player can force an end, the value is a draw.

Source: Thompson, Retrograde analysis of certain endgames (1986); Lake, Schaeffer and Lu, Solving large retrograde
analysis problems using a network of workstations (1994).
"""

from __future__ import annotations

import json
import zlib
from array import array
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, islice
from pathlib import Path
from typing import Any, NamedTuple

from lazytree.core.checks import opposed_payoffs
from lazytree.core.game import FIRST, SECOND, Game, M, P
from lazytree.core.stopping import Stop, raise_if_stopped
from lazytree.solving.certificates import text_of
from lazytree.solving.cycles import NOT_FORCED, End
from lazytree.trees.packed import packed_rules

SLICE = 2**12  # positions
POSITION_BYTES = 600  # approximate memory of a position and its moves

Form = Any
"""A position as it is kept meanwhile: packed by machine code, where the game carries that, else itself."""


class Unfolded(NamedTuple):
    """What the moves of some positions lead to."""

    counts: Sequence[int]  # of the moves of each position
    movers: Sequence[int]  # after each move
    ways: Sequence[Form]  # the positions then
    ends: Sequence[float]  # FIRST's payoffs, of the positions without a move


class Slice(NamedTuple):
    """Positions to be unfolded."""

    start: int  # the number of the first one
    forms: Sequence[Form]


Work = Callable[[Slice], Unfolded]
Executing = Callable[[Iterable[Slice], Work], Iterator[Sequence[tuple[Slice, Unfolded]]]]
"""How slices are worked on: groups of them with their results, in any order."""


def unfold(game: Game[Any, Any], part: Slice) -> Unfolded:
    """What the moves of some positions, up to symmetry as `game` plays, lead to.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1,))
    >>> unfold(game, Slice(0, [game.start, game.play(game.start, next(game.moves(game.start)))]))
    Unfolded(counts=[1, 0], movers=[1], ways=[Position(heaps=pvector([0]), mover=1)], ends=[1])
    """
    rules = packed_rules(game)
    counts, movers, ways, ends = list[int](), list[int](), list[Form](), list[float]()
    for form in part.forms:
        flat = rules.unfold(form) if rules is not None else None
        if flat:
            counts.append(len(flat) // 3)
            movers.extend(flat[1::3])
            ways.extend(flat[2::3])
            continue
        position = rules.unpack(form) if rules is not None else form
        after = [game.play(position, move) for move in game.moves(position)]
        counts.append(len(after))
        movers.extend(int(game.mover(each)) for each in after)
        ways.extend(after if rules is None else map(rules.pack, after))
        if not after:
            ends.append(opposed_payoffs(game, position)[FIRST])
    return Unfolded(counts, movers, ways, ends)


class Met:
    """All positions that have been met, with what their moves lead to, as far as they are unfolded."""

    def __init__(self) -> None:
        self.numbers: dict[Form, int] = {}
        self.forms: list[Form] = []
        self.movers = bytearray()
        self.unfolded: dict[int, tuple[Sequence[int], Sequence[int], Sequence[float]]] = {}
        """By the number of the first position of a slice: how many moves each has, where they lead to; the payoffs."""

    def number(self, form: Form, mover: int) -> int:
        """The number of a position, a new one if it is met for the first time."""
        number = self.numbers.setdefault(form, len(self.forms))
        if number == len(self.forms):
            self.forms.append(form)
            self.movers.append(mover)
        return number

    def add(self, start: int, found: Unfolded) -> tuple[Sequence[int], Sequence[int], Sequence[float]]:
        """Numbers what a slice has found."""
        known = len(self.forms)
        numbers = array("I", map(self.number, found.ways, found.movers))
        if not all(mover in (FIRST, SECOND) for mover in self.movers[known:]):
            raise ValueError("tables are for two players without chance")
        self.unfolded[start] = array("H", found.counts), numbers, found.ends
        return self.unfolded[start]


# ---- The file in which the work is kept


class Kept:
    """The slices that are done, in a file to which each is appended; what a kill has cut off is done again.

    A line of JSON says what is being done; then come the slices: length, CRC-32, and a compressed JSON of all there is
    to know.
    """

    def __init__(self, file: Path, head: Any) -> None:
        """Raises: ValueError where the file is of other work."""
        self.file = file
        first = json.dumps(head, sort_keys=True).encode() + b"\n"
        with file.open("a+b") as opened:
            opened.seek(0)
            found = opened.read(len(first))
            if found != first and first.startswith(found):
                opened.write(first[len(found) :])
            elif found != first:
                raise ValueError(f"{file} has the work on another table: finish that, or remove the file")
        self.start = len(first)

    def slices(self) -> Iterator[Any]:
        """The slices that are there; what comes after the last whole one is cut off."""
        with self.file.open("r+b") as opened:
            opened.seek(whole := self.start)
            while len(head := opened.read(8)) == 8:
                length, checksum = (int.from_bytes(part, "little") for part in (head[:4], head[4:]))
                content = opened.read(length)
                if len(content) < length or zlib.crc32(content) != checksum:
                    break
                yield json.loads(zlib.decompress(content))
                whole += 8 + length
            opened.truncate(whole)

    def append(self, content: Any) -> None:
        """Adds a slice that is done."""
        packed = zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 1)
        with self.file.open("ab") as opened:
            opened.write(len(packed).to_bytes(4, "little") + zlib.crc32(packed).to_bytes(4, "little") + packed)


def form_as_text(game: Game[P, M], form: Form) -> str:
    """A position as text for the file: as machine code packs it, else as the game shows it."""
    return b64encode(form).decode() if isinstance(form, bytes) else f":{text_of(game, form)}"


def form_of_text(game: Game[P, M], text: str) -> Form:
    """The position of such a text."""
    return game.read(text[1:]) if text.startswith(":") else b64decode(text)


# ---- All positions


def meet_all(
    game: Game[P, M],
    starts: Iterable[P],
    work: Work,
    execute: Executing,
    kept: Kept | None,
    most: int,
    stop: Stop | None,
    tell: Callable[[int, int], object] = lambda met, unfolded: None,
) -> Met:
    """All positions that play can reach, unfolded; `game` plays up to symmetry, and `work` unfolds its slices.

    `tell` is told how many positions have been met, and unfolded. Raises: ValueError if there are more than `most`, or
    chance or a third player moves; Stopped once `stop()` is true.
    """
    rules, met, done = packed_rules(game), Met(), 0
    for position in starts:
        met.number(position if rules is None else rules.pack(position), int(game.mover(position)))
    for start, count, numbers, movers, forms, ends in kept.slices() if kept is not None else ():
        for form, mover in zip(forms, movers):
            met.number(form_of_text(game, form), mover)
        met.unfolded[start] = array("H", count), array("I", numbers), ends
        done += len(count)
    at, known_before = 0, sorted(met.unfolded)
    while ahead := list(slices_ahead(met, at, known_before)):
        at, known_before = len(met.forms), []
        for group in execute(ahead, work):
            for part, found in group:
                known = len(met.forms)
                counts, numbers, ends = met.add(part.start, found)
                if kept is not None:
                    fresh = [form_as_text(game, form) for form in met.forms[known:]]
                    kept.append([part.start, [*counts], [*numbers], [*met.movers[known:]], fresh, [*ends]])
                done += len(counts)
                tell(len(met.forms), done)
            raise_if_stopped(stop)
            if len(met.forms) > most:
                raise ValueError(
                    f"{game.name} has more than {most:,} positions from here on, which is as many as there is memory "
                    "for: pass more megabytes, or begin nearer to the end"
                )
    return met


def slices_ahead(met: Met, at: int, unfolded: Iterable[int]) -> Iterator[Slice]:
    """The slices of the positions from a number on, but for those that are `unfolded`, by their first numbers."""
    for start in (*unfolded, len(met.forms)):
        while at < start:
            stop = min(at + SLICE, start)
            yield Slice(at, met.forms[at:stop])
            at = stop
        at = start + len(met.unfolded[start][0]) if start in met.unfolded else start


# ---- Their values


class Graph(NamedTuple):
    """Positions by their numbers: whose turn it is, where their moves lead to, and what ends pay FIRST."""

    movers: Sequence[int]
    first: Sequence[int]  # the place of the first move of each position in `ways`, and of the end of all
    ways: Sequence[int]
    ends: dict[int, float]


def graph_of(met: Met) -> Graph:
    """The positions that have all been unfolded."""
    counts, ways, ends = array("H"), array("I"), dict[int, float]()
    for start in sorted(met.unfolded):
        count, numbers, paid = met.unfolded.pop(start)
        over = (start + at for at, moves in enumerate(count) if not moves)
        ends.update(zip(over, paid))
        counts.extend(count)
        ways.extend(numbers)
    return Graph(met.movers, array("Q", accumulate(counts, initial=0)), ways, ends)


def values_of(graph: Graph, stop: Stop | None = None) -> tuple[Sequence[int], list[End]]:
    """For each position the number of its end in a list of ends, under perfect play.

    The first of the list is that neither player can force one. Raises: Stopped once `stop()` is true.

    >>> found, ends = values_of(Graph([0, 1, 0], [0, 2, 3, 3], [0, 1, 2], {2: 1}))
    >>> [ends[number] for number in found]
    [End(payoff=1, plies=2), End(payoff=1, plies=1), End(payoff=1, plies=0)]
    """
    before, first_before = ways_back(graph)
    found, ends = array("I", bytes(4 * len(graph.movers))), [NOT_FORCED]
    for player in (FIRST, SECOND):
        left = array("H", (after - at for at, after in zip(graph.first, islice(graph.first, 1, None))))
        sign = 1 if player == FIRST else -1
        paid: dict[float, list[int]] = {}
        for number, payoff in graph.ends.items():
            paid.setdefault(payoff * sign, []).append(number)
        for payoff in sorted((payoff for payoff in paid if payoff > 0), reverse=True):
            plies, reached = 0, paid[payoff]
            while reached:
                raise_if_stopped(stop)
                ends.append(End(payoff * sign, plies))
                for number in reached:
                    found[number] = len(ends) - 1
                plies, reached = plies + 1, forced(player, reached, graph, before, first_before, left, found)
    return found, ends


def ways_back(graph: Graph) -> tuple[Sequence[int], Sequence[int]]:
    """The positions from which a move leads to each position, one after the other, and the place of the first each."""
    count = array("Q", bytes(8 * (len(graph.movers) + 1)))
    for way in graph.ways:
        count[way + 1] += 1
    first = array("Q", accumulate(count))
    place, before = array("Q", first), array("I", bytes(4 * len(graph.ways)))
    for number in range(len(graph.movers)):
        for way in graph.ways[graph.first[number] : graph.first[number + 1]]:
            before[place[way]] = number
            place[way] += 1
    return before, first


def forced(
    player: int,
    reached: Sequence[int],
    graph: Graph,
    before: Sequence[int],
    first_before: Sequence[int],
    left: Any,
    found: Sequence[int],
) -> list[int]:
    """The positions one ply before from which the player can force play to some, and could not force anything before.

    `left` counts the moves of each position that lead to nothing that is forced; it is counted down.
    """
    earlier, movers = dict[int, None](), graph.movers
    for number in reached:
        for back in before[first_before[number] : first_before[number + 1]]:
            left[back] -= 1
            if not found[back] and (movers[back] == player or not left[back]):
                earlier[back] = None
    return list(earlier)
