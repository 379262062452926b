"""Opening books: the best moves of all positions near the start, with their values."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from threading import local
from typing import Any, NamedTuple

from lazytree.core.board import at_least
from lazytree.core.files import require_folder
from lazytree.core.game import FIRST, Game, M, P, position_or_start
from lazytree.core.progress import Tell, saying
from lazytree.core.release import release
from lazytree.core.stopping import Stop, raise_if_stopped, require_function
from lazytree.core.values import later
from lazytree.solving.exact import MEGABYTES, Known, canonical_of, with_symmetry
from lazytree.solving.tables import BOOK, Entry, Tablebase, fingerprint, key_of, write_table
from lazytree.solving.tabulating import Kept

from .depth_search import search
from .solve import solve
from .working import Executing, Work, executing

DEEPEST = 1_000  # plies of a search that a time limits


def book(
    game: Game[P, M],
    plies: int,
    position: P | None = None,
    *,
    file: str | os.PathLike[str] | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    lane: str | None = None,
    megabytes: int = MEGABYTES,
    processes: int = 1,
    executor: Executor | None = None,
    stop: Stop | None = None,
    progress: Tell | None = None,
) -> Tablebase[P, M]:
    """The opening book of a game of two players: value and best move of every position within that many plies.

    The last positions are solved, or searched; what comes before them follows from their values. `table[position]` is
    the value, `table.best(position)` the move. Killed at any time, the same call goes on: each position that is done is
    kept in `file` with `.part` behind its name. The book is written whole or not at all.

    - `game`: the rules; symmetric positions, where the game has `canonical`, are one.
    - `plies`: how far from `position` the book goes.
    - `position`: where it begins (default: the start).
    - `file`: where it is written; None: it is kept in memory only.
    - `depth`: plies that are searched from the last positions on, by the game's first rating.
    - `seconds`: the time for each of them. Without both they are solved exactly.
    - `lane`, `megabytes`: as in `solve`.
    - `processes`, `executor`, `stop`, `progress`: as in `tabulate`.

    Raises: ValueError for a game of chance or more than two players, where `plies` or `depth` are less than 1, if the
    file cannot be written, or the work in it is on another book; Stopped once `stop()` is true.

    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> opening = book(game, 2)
    >>> len(opening), opening[game.start].value, game.format(game.start, opening.best(game.start))
    (16, 0, 'a3')
    """
    start = position_or_start(game, position)
    at_least("plies", plies, 1)
    at_least("megabytes", megabytes, 1)
    for what, function in (("stop", stop), ("progress", progress)):
        require_function(what, function)
    if game.odds is not None or len(game.players) != 2:
        raise ValueError(f"{game.name} has chance or more than two players: books are for two players without chance")
    if file is not None:
        require_folder(file)
    nodes = nodes_within(game, start, plies)
    work = Valuing(game, depth, seconds, lane, megabytes)
    entries, doing = dict[int, Entry](), [0, sum(not node.folded for node in nodes)]
    kept = None
    if file is not None:
        how = [release(), "book", plies, depth, seconds, fingerprint(game, canonical_of(game, start))]
        kept = Kept(Path(f"{os.fspath(file)}.part"), how)
        entries = {number: Entry(*entry) for number, entry in kept.slices()}

    def value(tasks: Iterable[tuple[int, P]], execute: Executing[Any, Any]) -> None:
        """Values positions, and keeps what is found."""
        for group in execute((task for task in tasks if task[0] not in entries), work):
            for (number, _), entry in group:
                entries[number] = entry
                doing[0] = len(entries)
                if kept is not None:
                    kept.append([number, entry])
            raise_if_stopped(stop)

    told = "{}: {:,} of {:,} positions are valued"
    with saying(lambda: told.format(game.name, *doing), progress), executing(processes, executor) as execute:
        value(((number, node.position) for number, node in enumerate(nodes) if not node.folded), execute)
        for number in sorted(range(len(nodes)), key=lambda number: -nodes[number].distance):
            if number not in entries:
                entries[number] = folded(game, nodes[number], [entries[after] for after in nodes[number].after])
    about = f"{plies} plies, {'solved' if depth is None and seconds is None else f'depth {depth}, seconds {seconds}'}"
    found = {key_of(node.position): entries[number] for number, node in enumerate(nodes)}
    table = write_table(file, game, BOOK, canonical_of(game, start), found, None, about)
    if kept is not None:
        kept.file.unlink()
    return table


class Node(NamedTuple):
    """A position near the start."""

    position: Any  # the one that stands for all that are symmetric to it
    distance: int  # plies from the start
    after: Sequence[int]  # the numbers of what its moves lead to, if that is in the book
    folded: bool  # whether its value follows from those, which all lie farther away


def nodes_within(game: Game[P, M], start: P, plies: int) -> list[Node]:
    """All positions within that many plies, each once, the nearest first."""
    playing, first = with_symmetry(game), canonical_of(game, start)
    numbers, distances, after = {first: 0}, [0], list[list[int]]()
    for position in (met := [first]):
        distance, ways = distances[numbers[position]], list[int]()
        after.append(ways)
        if distance == plies:
            continue
        for move in playing.moves(position):
            child = playing.play(position, move)
            if child not in numbers:
                numbers[child] = len(met)
                met.append(child)
                distances.append(distance + 1)
            ways.append(numbers[child])
    return [
        Node(position, far, ways, bool(ways) and all(distances[way] > far for way in ways))
        for position, far, ways in zip(met, distances, after)
    ]


def folded(game: Game[P, M], node: Node, after: Sequence[Entry]) -> Entry:
    """The value of a position by those that its moves lead to: the first of the best."""
    sign = 1 if game.mover(node.position) == FIRST else -1
    move = max(range(len(after)), key=lambda number: sign * later(after[number].worth))
    best = after[move]
    if not all(each.exact for each in after):
        return Entry(later(best.worth), None, move, False)
    return Entry(best.value, (best.plies or 0) + 1 if best.value else 0, move)


class Valuing(Work):
    """What values a position: solves it, or searches it to a depth or for a time."""

    def __init__(
        self, game: Game[Any, Any], depth: int | None, seconds: float | None, lane: str | None, megabytes: int
    ) -> None:
        """Raises: ValueError if one of the limits makes no sense."""
        super().__init__(game, depth, seconds, lane, megabytes)
        if depth is not None:
            at_least("depth", depth, 1)
        self.own = local()  # each thread has a table of its own

    def __call__(self, task: tuple[int, Any]) -> Entry:
        (depth, seconds, lane, megabytes), game, (_, position) = self.how, self.game, task
        moves = list(game.moves(position))
        if not moves:
            return Entry(game.payoffs(position)[FIRST], 0)
        if depth is not None or seconds is not None:
            answer = search(game, depth or DEEPEST, None, position, lane=lane, megabytes=megabytes, seconds=seconds)
            return Entry(answer.value, None, moves.index(answer.best), False)
        if not hasattr(self.own, "known"):
            self.own.known = Known(megabytes)
        solution = solve(game, position, lane=lane, megabytes=megabytes, known=self.own.known)
        move = moves.index(solution.line[0]) if solution.line else None
        return Entry(solution.value, solution.plies if solution.value else 0, move)
