"""Solving in pieces, which a file keeps: ended at any time, it goes on from there, and comes to the same value.

The first plies are searched by proof numbers. Each leaf is a piece: it is solved within a number of positions, or, if
that is not enough, opened, so that its children are the next pieces. What a piece has come to is a line in the file,
with a checksum. Begun again with that file, the search makes the same steps, reads the lines that are there, and goes
on where they end: what is lost is one piece at most.

Source: Allis, van der Meulen and van den Herik, Proof-number search (1994).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from pathlib import Path
from typing import Any, Generic, NamedTuple
from zlib import crc32

from lazytree.core.game import FIRST, Game, M, P
from lazytree.solving.certificates import fingerprint_of
from lazytree.solving.exact import canonical_of

VERSION = 1
EACH = 20_000_000  # positions of a piece


class Numbers(NamedTuple):
    """How many leaves must still turn out well for a claim, and badly for its contrary, at least."""

    proof: float
    disproof: float


@dataclass
class Pieces(Generic[P, M]):
    """What is known of the first plies of a game, and the file that keeps it.

    `solved(position)` gives what FIRST is paid there, a whole number, or None if it is too large for a piece; `highest`
    is the highest payoff, or inf.
    """

    game: Game[P, M]
    start: P
    file: Path
    solved: Callable[[P], int | None]
    highest: float = inf
    tell: Callable[[str], object] = lambda told: None
    paid: dict[P, int] = field(default_factory=dict)  # by canonical position
    ways: dict[P, tuple[P, ...]] = field(default_factory=dict)  # of what was opened
    lines: int = 0

    def __post_init__(self) -> None:
        self.start = canonical_of(self.game, self.start)
        head = {"pieces": VERSION, "game": self.game.name, "rules": fingerprint_of(self.game, self.start)}
        if not self.file.exists():
            self.file.write_text(checked(json.dumps(head)))
        text = self.file.read_bytes().decode(errors="replace")
        first, *lines = text.splitlines() or [""]
        if content_of(first) != head:
            raise ValueError(f"{self.file} is no file of pieces of this {self.game.name} from here: name another file")
        if not text.endswith("\n"):
            self._append("")  # a line was not written to its end
        for line in filter(None, map(content_of, lines)):
            self._take(self._reached(line["moves"]), line["paid"])

    def _append(self, text: str) -> None:
        with self.file.open("a") as file:
            file.write(checked(text) if text else "\n")
            file.flush()
            os.fsync(file.fileno())

    def _reached(self, numbers: Sequence[int]) -> P:
        at = self.start
        for number in numbers:
            at = self._ways(at)[number]
        return at

    def _ways(self, at: P) -> tuple[P, ...]:
        play, moves = self.game.play, self.game.moves
        return self.ways.get(at) or tuple(canonical_of(self.game, play(at, move)) for move in moves(at))

    def _take(self, at: P, paid: int | None) -> None:
        """Notes what a piece has come to."""
        self.lines += 1
        if paid is None:
            self.ways[at] = self._ways(at)
        else:
            self.paid[at] = paid

    def add(self, at: P, numbers: Sequence[int]) -> None:
        """Solves a piece, or opens it, and writes that."""
        paid = self.solved(at)
        self._append(json.dumps({"moves": [*numbers], "paid": paid}))
        self._take(at, paid)
        self.tell(f"{self.lines:,} pieces")

    # ---- Proof numbers

    def reaches(self, goal: float) -> bool:
        """Whether FIRST gets at least that."""
        while True:
            known: dict[P, Numbers] = {}
            root = self.numbers(self.start, goal, known, set())
            if 0 in root:
                return root.proof == 0
            at, numbers = self.start, list[int]()
            while at in self.ways:
                ways, mine = self.ways[at], 0 if self.game.mover(at) == FIRST else 1
                number = min(range(len(ways)), key=lambda each: known[ways[each]][mine])
                numbers.append(number)
                at = ways[number]
            self.add(at, numbers)

    def numbers(self, at: P, goal: float, known: dict[P, Numbers], above: set[P]) -> Numbers:
        """The numbers of the claim that FIRST gets at least `goal`."""
        if at not in known:
            if at in above:
                raise ValueError(f"positions of {self.game.name} can be repeated: such a game is not solved in pieces")
            known[at] = self._numbers(at, goal, known, above | {at})
        return known[at]

    def _numbers(self, at: P, goal: float, known: dict[P, Numbers], above: set[P]) -> Numbers:
        if at in self.paid:
            return Numbers(0, inf) if self.paid[at] >= goal else Numbers(inf, 0)
        if at not in self.ways:
            return Numbers(1, 1)
        below = [self.numbers(way, goal, known, above) for way in self.ways[at]]
        proofs, disproofs = zip(*below)
        if self.game.mover(at) == FIRST:
            return Numbers(min(proofs), sum(disproofs))
        return Numbers(sum(proofs), min(disproofs))

    def value(self) -> Iterator[tuple[float, float]]:
        """What FIRST is paid at least and at most, closer and closer, in whole numbers; at last the same."""
        low, high, step, goal = -self.highest, self.highest, 1, 1.0
        while low < high:
            low, high = (goal, high) if self.reaches(goal) else (low, goal - 1)
            yield low, high
            if isfinite(high - low):
                goal = (low + high + 1) // 2
            else:
                goal = low + step if high == inf else high + 1 - step
                step *= 2


def checked(text: str) -> str:
    """A line of a file, with its checksum before it."""
    return f"{crc32(text.encode()):08x} {text}\n"


def content_of(line: str) -> Any:
    """What a line of a file holds; None if it is not whole."""
    checksum, _, text = line.partition(" ")
    return json.loads(text) if checksum == f"{crc32(text.encode()):08x}" and text else None
