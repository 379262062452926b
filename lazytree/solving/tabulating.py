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
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from lazytree.core.checks import opposed_payoffs
from lazytree.core.game import FIRST, SECOND, Game, M, P
from lazytree.core.stopping import Stop, raise_if_stopped
from lazytree.searching.kernels.retrograde import OVER, Back, Graph, forced, ways_back
from lazytree.solving.certificates import text_of
from lazytree.solving.cycles import NOT_FORCED, End
from lazytree.trees.packed import packed_rules

SLICE = 2**12  # positions
AT_ONCE = 2**15  # that machine code unfolds until they are kept
POSITION_BYTES = 600  # approximate memory of a position and its moves


class Unfolded(NamedTuple):
    """What the moves of some positions lead to."""

    counts: Sequence[int]  # of the moves of each position
    movers: Sequence[int]  # after each move
    ways: Sequence[Any]  # the positions then
    ends: Sequence[float]  # FIRST's payoffs, of the positions without a move


class Slice(NamedTuple):
    """Positions to be unfolded."""

    start: int  # the number of the first one
    forms: Sequence[Any]


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
    counts, movers, ways, ends = list[int](), list[int](), list[Any](), list[float]()
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
        self.numbers: dict[Any, int] = {}
        self.forms: list[Any] = []
        self.movers = bytearray()
        self.unfolded: dict[int, tuple[Sequence[int], Sequence[int], Sequence[float]]] = {}
        """By the number of the first position of a slice: how many moves each has, where they lead to; the payoffs."""

    def number(self, form: Any, mover: int) -> int:
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


# ---- All positions


def meet_all(
    game: Game[P, M],
    starts: Iterable[P],
    work: Work,
    execute: Executing,
    kept: Kept | None,
    most: int,
    stop: Stop | None,
    tell: Callable[[str], object],
) -> Met:
    """All positions that play can reach, unfolded; `game` plays up to symmetry, and `work` unfolds its slices.

    `tell` is told how far it is. Raises: ValueError if there are more than `most`, or
    chance or a third player moves; Stopped once `stop()` is true.
    """
    met, done = Met(), 0
    for position in starts:
        met.number(position, int(game.mover(position)))
    for start, count, numbers, movers, forms, ends in kept.slices() if kept is not None else ():
        for form, mover in zip(forms, movers):
            met.number(game.read(form), mover)
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
                    fresh = [text_of(game, form) for form in met.forms[known:]]
                    kept.append([part.start, [*counts], [*numbers], [*met.movers[known:]], fresh, [*ends]])
                done += len(counts)
                tell(progress_text(len(met.forms), done))
            raise_if_stopped(stop)
            if len(met.forms) > most:
                raise too_many_positions_error(game, most)
    return met


def progress_text(met: int, unfolded: int) -> str:
    """What is told while positions are being met."""
    return f"{unfolded:,} of {met:,} positions met so far are unfolded"


def too_many_positions_error(game: Game[P, M], most: int) -> ValueError:
    """The error for a game that has more positions than there is memory for."""
    return ValueError(
        f"{game.name} has more than {most:,} positions from here on, which is as many as there is memory for: pass "
        "more megabytes, or begin nearer to the end"
    )


def slices_ahead(met: Met, at: int, unfolded: Iterable[int]) -> Iterator[Slice]:
    """The slices of the positions from a number on, but for those that are `unfolded`, by their first numbers."""
    for start in (*unfolded, len(met.forms)):
        while at < start:
            stop = min(at + SLICE, start)
            yield Slice(at, met.forms[at:stop])
            at = stop
        at = start + len(met.unfolded[start][0]) if start in met.unfolded else start


# ---- Their values


def worth_of(met: Met, stop: Stop | None = None) -> Iterator[End]:
    """What each position, all of which have been unfolded, is worth under perfect play.

    Raises: Stopped once `stop()` is true.
    """
    counts, ways, movers, size = array("H"), array("I"), bytearray(met.movers), len(met.movers)
    worth = [0.0] * size
    for start in sorted(met.unfolded):
        count, numbers, paid = met.unfolded.pop(start)
        for number, payoff in zip((start + at for at, moves in enumerate(count) if not moves), paid):
            movers[number], worth[number] = OVER, payoff
        counts.extend(count)
        ways.extend(numbers)
    graph = Graph(movers, array("Q", accumulate(counts, initial=0)), ways, worth, array("I", bytes(4 * size)))
    back = Back(array("I", bytes(4 * len(ways))), *(array("q", bytes(8 * size + 8)) for _ in range(3)))
    ways_back(graph, back, size)
    for player, sign in ((FIRST, 1), (SECOND, -1)):
        raise_if_stopped(stop)
        forced(graph, back, size, player, sign)
    return (End(payoff, plies - 1) if plies else NOT_FORCED for payoff, plies in zip(worth, graph.plies))
