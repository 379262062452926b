"""Counting what play can reach: lines of play, and distinct positions."""

from __future__ import annotations

from time import perf_counter

from lazytree import machine
from lazytree.core.at import At, about
from lazytree.core.board import at_least
from lazytree.core.game import Game, M, P, position_or_start
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped
from lazytree.solving.state_space import StateSpace, unfold_in_python
from lazytree.trees.lines import lines_of_play

from .dispatch import Question
from .solve import machine_solve_refusal


def perft(
    game: Game[P, M],
    depth: int,
    position: P | None = None,
    stats: Stats | None = None,
    *,
    lane: str | None = None,
    stop: Stop | None = None,
    seconds: float | None = None,
) -> int:
    """The number of lines of exactly `depth` plies from a position.

    - `game`: the rules.
    - `depth`: plies, 0 or more.
    - `position`: where lines begin (default: the start).
    - `stats`: a `Stats` that counts the work; `stats.lane` says which lane answered.
    - `lane`: "python" keeps machine code out, "machine" keeps Python out; None: the first that can answer.
    - `stop`: a function that is polled; once it returns True the work ends.
    - `seconds`: the limit of time.

    Raises: ValueError if `depth` is negative; Stopped once `stop()` is true, and once `seconds` have passed: then it
    says how many plies were counted, and their lines are in its `known`.

    >>> from lazytree.games import tic_tac_toe
    >>> perft(tic_tac_toe(), 9)
    127872
    """
    at_least("depth", depth, 0)
    here, asked = position_or_start(game, position), Question(game, stats, lane, seconds=seconds, stop=stop)

    def counted(depth: int) -> int:
        return asked.answer(
            lambda: machine.count_lines(game, depth, here, asked.stop),
            lambda: lines_of_play(game, depth, here, asked.meanwhile(asked.stop)),
        )

    asked.compiling(lambda: machine.perft_runner(game))
    known: list[int] = []
    with asked.stats.timed():
        try:
            known.extend(map(counted, range(depth) if seconds is not None else ()))
            return counted(depth)
        except Stopped:
            if seconds is None or (stop is not None and stop()):
                raise
            said = f"{depth} plies were not counted within {seconds:g} seconds"
            raise Stopped(
                f"{said}; {len(known) - 1} plies: {known[-1]:,} lines" if known else said, tuple(known)
            ) from None


def unfold(
    game: Game[P, M],
    position: P | None = None,
    stats: Stats | None = None,
    *,
    lane: str | None = None,
    megabytes: int = 1024,
    stop: Stop | None = None,
    seconds: float | None = None,
) -> StateSpace:
    """How many distinct positions play can reach from a position, and its value.

    Each position is looked at once, none is pruned. If `seconds` were not enough, the result has what was counted by
    then; it says that there is more, and its value is None.

    - `game`: the rules.
    - `position`: where play begins (default: the start).
    - `stats`: a `Stats` that counts the work; `stats.lane` says which lane answered.
    - `lane`: "python" keeps machine code out, "machine" keeps Python out; None: the first that can answer.
    - `megabytes`: the most memory to take: 16 bytes a position in machine code, about 1,000 in Python.
    - `stop`: a function that is polled; once it returns True the work ends.
    - `seconds`: the limit of time.

    Raises: ValueError if that memory is too little, and if positions can be repeated (`solve` values such a game);
    Stopped once `stop()` is true.

    >>> from lazytree.games import tic_tac_toe
    >>> space = unfold(tic_tac_toe())
    >>> space.positions, space.moves, space.value
    (5478, 16167, 0)
    """
    at_least("megabytes", megabytes, 1)
    here, began = position_or_start(game, position), perf_counter()
    asked = Question(game, stats, lane, beyond=machine_solve_refusal(game), seconds=seconds, stop=stop)
    spent, most = asked.stats, (0, 0)

    def so_far(positions: int, moves: int) -> None:
        nonlocal most
        most = max(most, (positions, moves))

    def counted(found: tuple[int, int, float | tuple[float, ...]]) -> tuple[int, int, float | tuple[float, ...]]:
        spent.nodes, spent.branches = spent.nodes + found[0], spent.branches + found[1]
        return found

    asked.compiling(lambda: machine.unfold_runner(game))
    with spent.timed():
        try:
            positions, moves, value = asked.answer(
                lambda: counted(machine.count_positions(game, here, megabytes, asked.stop, so_far)),
                lambda: counted(unfold_in_python(game, here, megabytes, asked.meanwhile(asked.stop), so_far)),
            )
        except Stopped:
            if seconds is None or (stop is not None and stop()):
                raise
            positions, moves, value = *counted((*most, 0))[:2], None
    space = about(StateSpace(positions, moves, value, perf_counter() - began, asked.lane.name), At(game, here))
    space.reason = asked.lane.reason
    return space
