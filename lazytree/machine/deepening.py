"""Deepening: principal variation search one ply deeper again and again, each depth in the memory of those before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from time import perf_counter
from typing import Any, NamedTuple

from lazytree.compiler import Runner, pays_floats, pays_more
from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import Game, M, P, Rating, Standing
from lazytree.core.lanes import MACHINE
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.core.values import SURE, WIN
from lazytree.searching.averages import UNIT, whole_or_fraction
from lazytree.searching.deepening import ToDepth
from lazytree.searching.kernels import many_players as for_all
from lazytree.searching.kernels import scout
from lazytree.searching.kernels.memory import Flag, Words, of_bits
from lazytree.searching.kernels.searches import FAR, TO_THE_END, far, in_units
from lazytree.searching.protocol import SearchResult

from .memories import entries_in, grow_table, memories_for, search, set_entries, tallied


def told(game: Game[Any, Any], value: float) -> float:
    """A value as Python gives it: of a decided game an int, also where ratings are floats, unless payoffs are."""
    decided = isinstance(value, float) and abs(value) > SURE and value == int(value)
    return int(value) if decided and not pays_floats(game) else value


# ---- What is found at a depth, and at deeper ones in the same go: to hand over each takes longer than a short look


SHORT = 0.001  # seconds: after a longer look the next one is handed over by itself
FILLED = 8  # entries for each position whose moves were looked at so far: leaves have none
COUNTED: Mapping[str, int] = {
    "nodes": scout.SEEN,
    "hits": scout.HITS,
    "rated": scout.RATED,
    "interior": scout.INNER,
    "branches": scout.LOOKED,
    "cutoffs": scout.CUTOFFS,
}
"""The counts of `Stats` that machine code keeps, and their words."""


class Looked(NamedTuple):
    """What is found at a depth."""

    depth: int
    value: Any  # as the kernel gives it; the guess where it lies beyond the highest
    line: tuple[int, ...]  # numbers of moves
    cut: bool  # whether a line was cut short
    beyond: bool  # whether a value lies beyond the highest: then nothing of this is true


@dataclass
class Reader:
    """What belongs to one that reads answers: memory for each thread, with one table."""

    memories: Sequence[scout.Memory]
    most: int  # entries of the table, of which few are used at first
    depth: int = 0  # that was looked at last


def look(
    run: Runner, reader: Reader, position: Any, depth: int, guess: int, spent: Stats, stop: Stop | None, last: int = 0
) -> Looked:
    """What is found at a depth; Trapped where machine code cannot find it.

    Only the answer at depth `last` is wanted, if that is known: then deeper looks follow while they are short.
    """
    if depth >= TO_THE_END:
        raise Trapped(Trap.RECURSION, f"depth {depth}")
    with tallied(reader.memories, COUNTED, spent, stop) as poll:
        if len(reader.memories) > 1:
            make_room(reader, depth)
            return within_windows(
                run,
                reader.memories,
                depth,
                guess,
                lambda low, high: search(run, reader.memories, position, depth, low, high, poll),
            )
        means = reader, position, depth, guess, min(last, TO_THE_END - 1)
        return run.interruptible(lambda flag: looked_at(run, flag, *means), poll)


def looked_at(run: Runner, flag: Flag, reader: Reader, position: Any, depth: int, guess: int, last: int) -> Looked:
    """What one thread finds at a depth or, as long as looks are short, at a deeper one, up to the last.

    A deeper look that ends in a trap does not count.
    """
    began, found = perf_counter(), one_depth(run, flag, reader, position, depth, guess)
    counts, sure = reader.memories[0].counts.words, in_units(run.rules, SURE)
    while found.depth < last and found.cut and not found.beyond and abs(found.value) <= sure:
        if perf_counter() - began > SHORT:
            break
        before, began = [counts[word] for word in COUNTED.values()], perf_counter()
        try:
            found = one_depth(run, flag, reader, position, found.depth + 1, int(found.value))
        except Trapped:
            for word, number in zip(COUNTED.values(), before):
                counts[word] = number
            break
    return found


def make_room(reader: Reader, depth: int) -> None:
    """Makes as much of the table used as a look at this depth may fill: a short look then touches little memory.

    That is not much more than was seen so far, if the depth before was looked at; else all of it.
    """
    far_down, reader.depth = depth > reader.depth + 1, depth
    if far_down:
        set_entries(reader.memories, reader.most)
    grow_table(reader.memories, reader.most, FILLED, scout.INNER)


def one_depth(run: Runner, flag: Flag, reader: Reader, position: Any, depth: int, guess: int) -> Looked:
    """What one thread finds at a depth."""
    make_room(reader, depth)
    (memory,) = reader.memories

    def found(low: int, high: int) -> tuple[Any, scout.Memory]:
        return run.direct(flag, memory, position, depth, low, high, 0, 0), memory

    return within_windows(run, reader.memories, depth, guess, found)


def within_windows(
    run: Runner,
    memories: Sequence[scout.Memory],
    depth: int,
    guess: int,
    found: Callable[[int, int], tuple[Any, scout.Memory]],
) -> Looked:
    """The exact value at a depth, which lies inside of a window; `found` gives what is found between two bounds."""
    for memory in memories:
        memory.counts[scout.CUT] = 0
    for low, high in windows(run, depth, guess):
        value, memory = found(low, high)
        if low < value < high:
            break
    beyond = any(each.counts[scout.BEYOND] for each in memories)
    return as_looked(memory, depth, guess if beyond else value, beyond)


def windows(run: Runner, depth: int, guess: int) -> list[tuple[int, int]]:
    """First a window around the guess, then a full one for a value that lies outside."""
    margin, most = max(8, abs(guess) // 4), far(run.rules)
    return [(guess - margin, guess + margin), (-most, most)] if depth > 2 else [(-most, most)]


def as_looked(memory: scout.Memory, depth: int, value: Any, beyond: bool) -> Looked:
    """A value, with what the memory says of it."""
    words = memory.counts.words
    line = words[scout.LINES : scout.LINES + scout.LONGEST]
    line = line[: line.index(scout.NOTHING)] if scout.NOTHING in line else line
    return Looked(depth, value, tuple(line), words[scout.CUT] != 0, beyond)


# ---- Looking ahead for more than two players: max^n in machine code


COUNTED_FOR_ALL = {
    "nodes": for_all.SEEN,
    "hits": for_all.HITS,
    "rated": for_all.RATED,
    "interior": for_all.INNER,
    "branches": for_all.LOOKED,
}
"""The counts of `Stats` that machine code keeps, and their words."""


def search_to_depth_for_all(game: Game[P, M], position: P, standing: Standing[P], megabytes: int) -> ToDepth:
    """How machine code looks at a position to a depth; what it returns raises Trapped where machine code cannot."""
    run, spare = Runner(game, for_all.maxn, standing, soon=True), [memory_for_all(game, megabytes)]

    def found_at(depth: int, guess: Any, spent: Stats, stop: Stop) -> SearchResult[tuple[float, ...]]:
        if depth >= TO_THE_END:
            raise Trapped(Trap.RECURSION, f"depth {depth}")
        memory = spare.pop() if spare else memory_for_all(game, megabytes)  # another reader has that
        try:
            with tallied([memory], COUNTED_FOR_ALL, spent, stop) as poll:
                return found_for_all(game, run, memory, position, depth, poll)
        finally:
            spare.append(memory)

    return found_at


def found_for_all(
    game: Game[P, M], run: Runner, memory: for_all.Memory, here: P, depth: int, stop: Stop
) -> SearchResult[tuple[float, ...]]:
    """What is found at a depth; Trapped where machine code cannot find it."""
    players = len(game.players)
    memory.counts[for_all.CUT] = 0
    choice = run.in_machine_code(memory, here, depth, 0, stop=stop)
    whole, numbers = memory.counts[for_all.CUT] == 0, [memory.values[player] for player in range(players)]
    if memory.counts[for_all.FLOATS]:
        numbers = [told(game, of_bits(number)) for number in numbers]
    values = tuple(numbers if game.odds is None else map(whole_or_fraction, numbers))
    return SearchResult(values, tuple(line_of_all(game, run, memory, here, depth, choice, stop)), whole, MACHINE)


def line_of_all(
    game: Game[P, M], run: Runner, memory: for_all.Memory, here: P, depth: int, choice: int, stop: Stop
) -> Iterator[M]:
    """The best moves of all players, until chance moves: what lies further on is looked at again, in the table."""
    while choice != for_all.NOTHING:
        move = next(islice(game.moves(here), choice, None))
        yield move
        here, depth = game.play(here, move), depth - 1
        choice = run.in_machine_code(memory, here, depth, 0, stop=stop)


def memory_for_all(game: Game[P, M], megabytes: int) -> for_all.Memory:
    """Memory for one search, its table of `megabytes`."""
    players = len(game.players)
    size = for_all.HEAD + players
    entries = entries_in(megabytes, 8 * size)
    memory = for_all.Memory(Words(for_all.COUNTS), Words(size * entries), Words(2 * players * TO_THE_END))
    memory.counts[for_all.ENTRIES], memory.counts[for_all.PLAYERS] = entries, players
    return memory


MEGABYTES = 64
FEW = 2**12  # entries that deepening begins with


def depth_runner(game: Game[P, M], rating: Rating[P]) -> Runner:
    """What looks at a position to a depth, by a rating; of more than two players by a standing."""
    return Runner(game, scout.scout if len(game.players) <= 2 else for_all.maxn, rating, soon=True)


def search_to_depth(
    game: Game[P, M], position: P, rating: Rating[P], megabytes: int, threads: int, last: int = 0
) -> ToDepth:
    """How machine code looks at a position to a depth; what it returns raises Trapped where machine code cannot.

    Several `threads` find the same values sooner, on as many cores.
    With more than two players there is one. `last` is the depth whose answer alone is wanted, if that is known.
    """
    if len(game.players) > 2:
        return search_to_depth_for_all(game, position, rating, megabytes)  # type: ignore[arg-type]  # it is a standing
    run = depth_runner(game, rating)
    readers = [new_reader(threads, megabytes)]
    units = 1 if game.odds is None else UNIT
    highest = WIN * UNIT  # of all values: until one is seen that is higher

    def looked(reader: Reader, depth: int, guess: int, spent: Stats, stop: Stop) -> Looked:
        for memory in reader.memories:
            memory.counts[scout.HIGHEST] = highest
        return look(run, reader, position, depth, guess, spent, stop, last)

    def found_at(depth: int, guess: float, spent: Stats, stop: Stop) -> SearchResult[float]:
        nonlocal highest
        reader = readers.pop() if readers else new_reader(threads, megabytes)  # another one has that
        try:
            found = looked(reader, depth, in_whole_units(guess, units), spent, stop)
            if found.beyond:
                highest, reader = FAR * UNIT, new_reader(threads, megabytes)
                found = looked(reader, found.depth, found.value, spent, stop)
        finally:
            readers.append(reader)
        result = as_result(game, position, found)
        return result._replace(value=whole_or_fraction(result.value)) if units > 1 else result

    return found_at


def in_whole_units(value: float, units: int) -> int:
    """A value as a whole number of units; a Fraction is such a number."""
    if isinstance(value, Fraction):
        return value.numerator * units // value.denominator
    return int(value * units)


def as_result(game: Game[P, M], here: P, looked: Looked) -> SearchResult[Any]:
    """What was found, as values and moves of the game."""
    value: Any = told(game, looked.value)
    is_sure = game.odds is None and SURE < abs(value) <= WIN  # a win or a loss
    whole = not looked.cut or (is_sure and not pays_more(game))
    return SearchResult(value, moves_along(game, here, looked.line), whole, MACHINE, looked.depth)


def new_reader(threads: int, megabytes: int) -> Reader:
    """What deepening begins with: a table of which few entries are used."""
    memories = memories_for(threads, megabytes)
    most = memories[0].counts[scout.ENTRIES]
    set_entries(memories, min(FEW, most))
    return Reader(memories, most)


def moves_along(game: Game[P, M], position: P, numbers: Iterable[int]) -> tuple[M, ...]:
    """The best line, from the numbers of its moves."""
    line: list[M] = []
    for number in numbers:
        line.append(next(islice(game.moves(position), number, None)))
        position = game.play(position, line[-1])
    return tuple(line)
