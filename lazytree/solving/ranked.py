"""Tables of numbered positions, in passes over slices: what one machine cannot hold is found by many.

`unrank` gives the position of each number, `rank` the number of each position. A first pass over all slices writes
where the moves of their positions lead to, as numbers, to one file a slice. Each further pass decides the positions
from which a player can force one payoff in one number of plies: it asks for the numbers of the files and for what the
passes before have decided, two bytes a position in one file, and for nothing of the game. So the slices of a pass are
independent, any number of machines that see the files may do them, and one that is done twice comes to the same.

Source: Lake, Schaeffer and Lu, Solving large retrograde analysis problems using a network of workstations (1994).
"""

from __future__ import annotations

import json
import mmap
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from lazytree.core.checks import opposed_payoffs
from lazytree.core.files import write_whole
from lazytree.core.game import FIRST, SECOND, Game, M, P
from lazytree.solving.exact import canonical_of
from lazytree.solving.tables import Rank
from lazytree.trees.packed import packed_rules

SLICE = 2**14  # numbers
UNDECIDED, NO_POSITION = 0, 2**16 - 1  # codes; those between are of passes, and count down from NO_POSITION for ends
OUTSIDE = 2**32 - 1  # in place of a number, counting down: a move ends the game at a position without one


class Numbering(NamedTuple):
    """The positions of a table by their numbers."""

    size: int
    rank: Rank
    unrank: Callable[[int], Any]  # None: there is no position of that number

    def number(self, game: Game[P, Any], position: P) -> int | None:
        """The number of a position; None if it has none. Raises ValueError if `rank` gives what is no number here."""
        number = self.rank(canonical_of(game, position))
        if number is not None and not 0 <= number < self.size:
            raise ValueError(
                f"rank must give numbers from 0 to {self.size - 1}, or None; not {number!r}, of {position}"
            )
        return number

    def position(self, game: Game[P, Any], number: int) -> P | None:
        """The position of a number; None if there is none, or if that one has another number."""
        position: P | None = self.unrank(number)
        return position if position is not None and self.number(game, position) == number else None


class Met(NamedTuple):
    """What the first pass finds in a slice: for each number whether it is a position, and over; what is paid."""

    there: bytes  # 0: a position with moves; 1: none; 2: one that is over
    ends: Sequence[float]  # FIRST's payoffs of those that are over
    outside: Sequence[float]  # payoffs where a move leads to an end without a number


def meet(game: Game[P, M], numbering: Numbering, start: int, file: Path) -> Met:
    """The first pass over a slice, of numbers from `start` on, which writes its file.

    Raises: ValueError where a move leads to a position without a number that is not over.
    """
    there, ends, outside = bytearray(), list[float](), dict[float, int]()
    counts, movers, ways = array("H"), bytearray(), array("I")
    for number in range(start, min(start + SLICE, numbering.size)):
        position = numbering.position(game, number)
        after = [] if position is None else list(positions_after(game, position))
        there.append(1 if position is None else 0 if after else 2)
        counts.append(len(after))
        movers.append(FIRST if position is None else require_player(game, position))
        if position is not None and not after:
            ends.append(opposed_payoffs(game, position)[FIRST])
        for child in after:
            place = numbering.number(game, child)
            if place is None:
                place = OUTSIDE - outside.setdefault(payoff_outside(game, child), len(outside))
            ways.append(place)
    head = json.dumps([len(counts), len(ways), [*outside]]).encode() + b"\n"
    write_whole(file, head + counts.tobytes() + bytes(movers) + ways.tobytes())
    return Met(bytes(there), ends, [*outside])


def positions_after(game: Game[P, M], position: P) -> Iterator[P]:
    """What the moves of a position lead to, in machine code where the game carries that."""
    rules = packed_rules(game)
    flat = rules.unfold(rules.pack(position)) if rules is not None else None
    if rules is not None and flat is not None:
        return map(rules.unpack, flat[2::3])
    return (game.play(position, move) for move in game.moves(position))


def require_player(game: Game[P, Any], position: P) -> int:
    """Who moves. Raises ValueError unless FIRST or SECOND does."""
    mover = game.mover(position)
    if mover not in (FIRST, SECOND):
        raise ValueError(f"{game.name}: tables are for two players without chance")
    return mover


def payoff_outside(game: Game[P, M], position: P) -> float:
    """What is paid at a position without a number. Raises ValueError if the game is not over there."""
    if any(True for _ in game.moves(position)):
        raise ValueError(
            f"{game.name}: a move leads to a position that has no number and is not over, {position}: number that, too"
        )
    return opposed_payoffs(game, position)[FIRST]


class Pass(NamedTuple):
    """A pass: it decides from where a player can force a payoff in that many plies, and gives those its code."""

    code: int
    player: int
    payoff: float  # the player's
    plies: int
    low: int  # the code of the first pass for this player
    over: int  # the code of ends with this payoff


def decide(part: Pass, start: int, file: Path, codes: Sequence[int]) -> Sequence[int]:
    """The numbers of a slice that a pass decides, less `start`; those that it had decided before are among them."""
    if not part.plies:
        stop = min(start + SLICE, len(codes))
        return [at - start for at in range(start, stop) if codes[at] in (part.over, part.code)]
    counts, movers, ways, outside = read_slice(file)
    sign, low, code, player = (1 if part.player == FIRST else -1), part.low, part.code, part.player
    paid = [sign * payoff >= part.payoff for payoff in outside]
    first, inside, found = 0, len(codes), list[int]()
    for at, (count, mover) in enumerate(zip(counts, movers)):
        if count and codes[start + at] in (UNDECIDED, code):
            after = ways[first : first + count]
            forced = (low <= codes[way] < code if way < inside else paid[OUTSIDE - way] for way in after)
            if any(forced) if mover == player else all(forced):
                found.append(at)
        first += count
    return found


def read_slice(file: Path) -> tuple[Sequence[int], bytes, Sequence[int], list[float]]:
    """How many moves each position has, who moves, where moves lead to, and what ends without a number pay."""
    head, _, content = file.read_bytes().partition(b"\n")
    positions, moves, outside = json.loads(head)
    counts, ways = array("H"), array("I")
    counts.frombytes(content[: 2 * positions])
    ways.frombytes(content[3 * positions :])
    assert len(ways) == moves
    return counts, content[2 * positions : 3 * positions], ways, outside


@contextmanager
def codes_in(file: Path, write: bool = False) -> Iterator[Any]:
    """A context manager that gives the codes in a file, memory-mapped."""
    access = mmap.ACCESS_WRITE if write else mmap.ACCESS_READ
    with (
        file.open("r+b" if write else "rb") as opened,
        mmap.mmap(opened.fileno(), 0, access=access) as content,
        memoryview(content) as whole,
        whole.cast("H") as codes,
    ):
        yield codes
