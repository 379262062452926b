"""Tables of all positions that play can reach: `tabulate`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from lazytree import compiler, machine
from lazytree.core.board import at_least
from lazytree.core.errors import Trapped
from lazytree.core.files import require_folder
from lazytree.core.game import CHANCE, Game, M, P, position_or_start, refuse_text
from lazytree.core.lanes import MACHINE, PYTHON, require_lane
from lazytree.core.progress import Tell, saying
from lazytree.core.release import release
from lazytree.core.stopping import Stop, require_function
from lazytree.solving import tabulating
from lazytree.solving.exact import MEGABYTES, canonical_of, with_symmetry
from lazytree.solving.ranked import Numbering
from lazytree.solving.tables import END, Entry, Rank, Tablebase, fingerprint, key_of, write_table
from lazytree.solving.tabulating import (
    POSITION_BYTES,
    Kept,
    Slice,
    Unfolded,
    meet_all,
    progress_text,
    too_many_positions_error,
    unfold,
    worth_of,
)
from lazytree.trees.collector import gc_paused
from lazytree.trees.packed import packed_rules

from .ranked import tabulate_by_rank
from .working import Executing, Work, executing


def tabulate(
    game: Game[P, M],
    starts: Iterable[P] | None = None,
    *,
    file: str | os.PathLike[str] | None = None,
    within: Callable[[P], bool] | None = None,
    rank: Rank | None = None,
    unrank: Callable[[int], P | None] | None = None,
    size: int | None = None,
    lane: str | None = None,
    processes: int = 1,
    executor: Executor | None = None,
    megabytes: int = MEGABYTES,
    stop: Stop | None = None,
    progress: Tell | None = None,
) -> Tablebase[P, M]:
    """The endgame table of a game of two players: the exact value of every position that play can reach.

    The value is FIRST's payoff under perfect play, with the number of plies to the end: a win is as short as can be
    forced, a loss as long. Positions may be repeated; where neither player can force an end the value is a draw. A
    position is found by a digest of 64 bits, so nine bytes of the file are one position's, or with `rank` one byte.

    What has been done is kept in `file` with `.part` behind its name, slice by slice: killed at any time, the same call
    goes on there; but for games that neither compile nor read positions. The table is written whole or not at all.

    - `game`: the rules; symmetric positions, where the game has `canonical`, are one.
    - `starts`: positions from which play goes on (default: the start of the game).
    - `file`: where the table is written; None: it is kept in memory only.
    - `within`: which of these positions are in the table (default: all).
    - `rank`: a function that gives each position of the table a number of its own, from 0 up; symmetric positions are
      one. The file has a byte, or a few, for each number up to the highest, and must be opened with the same function.
    - `unrank`, `size`: the inverse of `rank`, which gives None where a number has no position, and how many numbers
      there are. Then all positions that have a number are tabulated, in passes over slices of them that any executor
      does; nothing is held in memory but a slice, and two bytes a number that are memory-mapped. The work is in a
      folder, `file` with `.slices` behind its name, which all workers must see.
    - `lane`: "python" keeps machine code out, "machine" keeps Python out; None: the rules are those of machine code, if
      they compile.
    - `processes`: that work on slices at the same time.
    - `executor`: one of `concurrent.futures`, or Dask's, that does so in their place, and is left open.
    - `megabytes`: the most memory to take, about.
    - `stop`: a function that is polled; once it returns True, Stopped is raised, and the same call goes on.
    - `progress`: told every second, in words, what is being done; without it a notebook writes it.

    Raises: ValueError for a game of chance or more than two players, if there are more positions than `megabytes` have
    room for, if the file cannot be written or the work in it is on another table, and where two positions share a rank.

    Source: Thompson, Retrograde analysis of certain endgames (1986).

    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> table = tabulate(game)
    >>> len(table), table[game.start].value, game.format(game.start, table.best(game.start))
    (765, 0, 'a3')
    """
    begun = [position_or_start(game, position) for position in ([None] if starts is None else starts)]
    at_least("megabytes", megabytes, 1)
    for what, function in (
        ("within", within),
        ("rank", rank),
        ("unrank", unrank),
        ("stop", stop),
        ("progress", progress),
    ):
        require_function(what, function)
    if game.odds is not None or len(game.players) != 2 or any(game.mover(here) == CHANCE for here in begun):
        raise ValueError(f"{game.name} has chance or more than two players: tables are for two players without chance")
    require_lane(lane)
    if file is not None:
        require_folder(file)
    doing = ["the positions are being met"]
    tell = partial(doing.__setitem__, 0)
    if unrank is not None or size is not None:
        if unrank is None or size is None or rank is None or file is None or starts is not None or within is not None:
            raise ValueError("with unrank give rank, size and file, and neither starts nor within")
        numbering = Numbering(size, rank, unrank)
        with saying(lambda: f"{game.name}: {doing[0]}", progress), executing(processes, executor) as execute:
            return tabulate_by_rank(game, numbering, file, lane, execute, stop, tell)
    starts_here = list(dict.fromkeys(canonical_of(game, position) for position in begun))
    how = How(game, starts_here, file, megabytes, stop, tell)
    with saying(lambda: f"{game.name}: {doing[0]}", progress), gc_paused():
        found = None
        if processes == 1 and executor is None and lane != PYTHON:
            found = in_machine_code(how, refused=lane == MACHINE)
        if found is None:
            with executing(processes, executor) as execute:
                found = by_slices(how, lane, execute)
        positions, ends, kept = found
        table = written(game, starts_here[0], zip(positions, ends), file, within, rank)
    if kept is not None:
        kept.file.unlink()
    return table


class How(NamedTuple):
    """What is tabulated, and how."""

    game: Game[Any, Any]
    starts: Sequence[Any]  # of symmetric positions those that stand for all
    file: str | os.PathLike[str] | None
    megabytes: int
    stop: Stop | None
    tell: Callable[[str], object]

    def kept(self, form: str) -> Kept | None:
        """The work that is kept beside the file, in some form; None without a file."""
        if self.file is None:
            return None
        begun = sha256(b"".join(map(key_of, self.starts))).hexdigest()
        return Kept(
            Path(f"{os.fspath(self.file)}.part"), [release(), form, fingerprint(self.game, self.starts[0]), begun]
        )


Found = tuple[Iterable[Any], Iterable[tuple[float, int]], Kept | None]
"""Positions, what FIRST is paid in each of them and in how many plies, and what was kept of the work."""


def in_machine_code(how: How, refused: bool) -> Found | None:
    """All positions, met and valued by machine code; None where it cannot do that: ValueError if that is `refused`."""
    met, kept = machine.Positions(how.game, how.megabytes, how.stop), None

    def require_room() -> None:
        if met.is_full:
            raise too_many_positions_error(how.game, met.count)

    try:
        met.form  # noqa: B018
        kept = how.kept("machine")
        for part in kept.slices() if kept is not None else ():
            met.take(part)
            require_room()
        for start in how.starts:
            all_met = False
            while not all_met:
                before = met.extent
                all_met = met.unfold(start, tabulating.AT_ONCE)
                require_room()
                if kept is not None and met.extent != before:
                    kept.append(met.since(before))
                how.tell(progress_text(met.count, met.unfolded))
        how.tell(f"the values of {met.count:,} positions are being found, ends first")
        met.decide()
        how.tell(f"{met.count:,} positions are being written")
        return met.positions(), met.ends(), kept
    except Trapped as trapped:
        if refused:
            raise outside_error(str(trapped)) from None
        if kept is not None:
            kept.file.unlink()
        return None


def by_slices(how: How, lane: str | None, execute: Executing[Slice, Unfolded]) -> Found:
    """All positions, unfolded in slices, here or elsewhere."""
    unfolding = Unfolding(how.game, lane)
    kept = None if how.game.read is refuse_text else how.kept("text")
    most = how.megabytes * 2**20 // POSITION_BYTES
    met = meet_all(with_symmetry(how.game), how.starts, unfolding, execute, kept, most, how.stop, how.tell)
    how.tell(f"the values of {len(met.forms):,} positions are being found, ends first")
    ends = worth_of(met, how.stop)
    how.tell(f"{len(met.forms):,} positions are being written")
    return met.forms, ends, kept


def written(
    game: Game[P, M],
    start: P,
    found: Iterable[tuple[P, tuple[float, int]]],
    file: str | os.PathLike[str] | None,
    within: Callable[[P], bool] | None,
    rank: Rank | None,
) -> Tablebase[P, M]:
    """The table of positions with their ends."""
    entries: dict[tuple[float, int], Entry] = {}
    known = ((position, entries.setdefault(end, Entry(*end))) for position, end in found)
    if within is not None:
        known = ((position, entry) for position, entry in known if within(position))
    about = "all positions that play can reach" if within is None else "those that were asked for"
    if rank is None:
        return write_table(file, game, END, start, {key_of(each): entry for each, entry in known}, None, about)
    ranked: dict[int, tuple[P, Entry]] = {}
    for position, entry in known:
        place = rank(position)
        if place is None:
            continue
        if place < 0:
            raise ValueError(f"rank must give numbers from 0 up, or None; not {place!r}")
        other, same = ranked.setdefault(place, (position, entry))
        if same != entry:
            raise ValueError(f"rank gives {place} to both {other} and {position}, which are not worth the same")
    size = max(ranked, default=-1) + 1
    values = [ranked[place][1] if place in ranked else None for place in range(size)]
    return write_table(file, game, END, start, values, rank, about)


def outside_error(reason: str) -> ValueError:
    """The error for a game that only machine code was to unfold, which cannot."""
    return ValueError(f'machine code cannot unfold this game ({reason}): leave out lane="{MACHINE}"')


class Unfolding(Work):
    """What unfolds slices of plain positions: also in another process, where the rules are compiled once."""

    def __init__(self, game: Game[Any, Any], lane: str | None = None) -> None:
        """Raises: ValueError where `lane` asks for machine code, and there is none."""
        super().__init__(game, lane)
        self.playing = with_symmetry(game)
        if lane != PYTHON:
            self.playing = compiler.compiled(self.playing)
            if lane == MACHINE and packed_rules(self.playing) is None:
                raise outside_error(compiler.rules_lane(self.playing).reason)

    def __call__(self, part: Slice) -> Unfolded:
        rules = packed_rules(self.playing)
        if rules is None:
            return unfold(self.playing, part)
        found = unfold(self.playing, Slice(part.start, [rules.pack(position) for position in part.forms]))
        return found._replace(ways=[rules.unpack(form) for form in found.ways])
