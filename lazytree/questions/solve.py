"""The exact value of a game: solving it."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

from lazytree import machine
from lazytree.core.at import At, about
from lazytree.core.board import at_least
from lazytree.core.files import require_folder
from lazytree.core.game import Game, M, P, position_or_start
from lazytree.core.lanes import MACHINE, PYTHON, Lane
from lazytree.core.progress import Tell
from lazytree.core.stats import Stats, stats_or_new
from lazytree.core.stopping import Stop, Stopped
from lazytree.solving.certificates import save_certificate
from lazytree.solving.exact import MEGABYTES, SHORTEST, WINNER, Bounds, Known, Solution, solve_in_python
from lazytree.solving.looking_up import Given, solve_before, solved_by_table, tables_of

from .dispatch import Question


def solve(
    game: Game[P, M],
    position: P | None = None,
    stats: Stats | None = None,
    *,
    what: str = SHORTEST,
    lane: str | None = None,
    megabytes: int = MEGABYTES,
    stop: Stop | None = None,
    threads: int = 1,
    seconds: float | None = None,
    progress: Tell | None = None,
    proof: bool | str | os.PathLike[str] = False,
    known: Known | None = None,
    tables: Given = None,
) -> Solution[M]:
    """The exact value of a position under perfect play, with a best line.

    The value is FIRST's payoff; with more than two players a payoff for each, and each maximizes their own. The line
    begins with the first of equally good moves, in the order of the game. Among equal payoffs a win is as short as can
    be forced and a loss as long; best lines to a draw may have several lengths. With chance the value is the exact
    expectation, an int or a Fraction. Where positions can be repeated, the value is 0, a draw, if neither player can
    force an end.

    What is ended by `stop` or `seconds` has the value None, and says why; where only the plies are missing it has a
    value, and a first move if who makes it wins. In machine code `Solution.bounds` are what is known of the value, and
    `Solution.techniques` says how the search was done: a short trial, judged by processor time, has chosen that.

    - `game`: the rules.
    - `position`: where play begins (default: the start).
    - `stats`: a `Stats` that counts the work.
    - `what`: "shortest", or "winner": machine code stops once it knows who wins, which may be much sooner. The value
      is None where the winner may be paid this or that; plies and line are missing, but for the winner's first move.
    - `lane`: "python" keeps machine code out, "machine" keeps Python out; None: the first that can answer.
      `Solution.lane` names the one that did.
    - `megabytes`: the most memory to take, about, in either lane.
    - `stop`: a function that is polled; once it returns True the work ends, and what is known is returned.
    - `threads`: the number of threads of machine code.
    - `seconds`: the limit of time, the compiling of the rules included.
    - `progress`: told every second, in words, what is being done; without it a notebook writes it.
    - `proof`: a file for a certificate: for each player to whom the value promises more than any play does, a move in
      each position that play can come to (`lazytree.solving.certificates` says how it is written). True: the
      certificate is only in `Solution.certificate`. What `seconds` end leaves no certificate; how soon is not proved.
    - `known`: a `Known` of this game, with room of its own: what it has is used, and what is found is added, so that
      questions about positions of one game, asked one after the other, share the work.
    - `tables`: endgame tables (`lazytree.tables`), or the file of one: a position that one of them knows is looked up,
      and Python solves others as far as the tables.

    Raises: ValueError if `what` is none of these, if `known` is of another game, if positions can be repeated and the
    game has chance or more than two players, and in Python if there are more positions than `megabytes` have room for;
    of a proof, if the game has chance or more than two players, if there is no room for it, or its file cannot be
    written; KeyboardInterrupt at Ctrl-C.

    >>> from lazytree.games import nim
    >>> solution = solve(nim(heaps=(2, 2)))
    >>> solution.value, solution.plies, len(solution.line)
    (-1, 4, 4)
    """
    at_least("megabytes", megabytes, 1)
    at_least("threads", threads, 1)
    if what not in (SHORTEST, WINNER):
        raise ValueError(f'what must be "{SHORTEST}" or "{WINNER}", not {what!r}')
    here, beyond = position_or_start(game, position), machine_solve_refusal(game)
    if proof and beyond:
        raise ValueError(f"{game.name} has chance or more than two players: a strategy of one player proves no value")
    if known is not None:
        if known.game is not None and known.game != game:
            raise ValueError(f"known is of another game: {known.game.name}; take a new Known() for {game.name}")
        known.game = game
    if not isinstance(proof, bool):
        require_folder(proof)  # before the work
    opened = tables_of(game, tables)
    if opened and (found := solved_by_table(opened, here, bool(proof), megabytes, stop)) is not None:
        if found.certificate is not None and not isinstance(proof, bool):
            save_certificate(found.certificate, proof)
        stats_or_new(stats).lane = Lane(PYTHON, found.reason)
        solution = about(found, At(game, here))
        solution.reason, solution.certificate = found.reason, found.certificate
        return solution
    beyond = beyond or ("tables are looked up in Python" if opened else "")
    asked = Question(game, stats, lane, beyond=beyond, seconds=seconds, stop=stop, progress=progress)
    spent, compiles, before = asked.stats, asked.lane.name == MACHINE, asked.stats.nodes

    def tell(bounds: Bounds) -> None:
        asked.so_far = partial(bounds.told, game)

    def in_machine_code() -> Solution[M]:
        return machine.solve_exactly(game, here, spent, megabytes, asked.stop, threads, what, bool(proof), tell, known)

    def in_python() -> Solution[M]:
        waits = not compiles or asked.made is not None  # to ask would be to wait for the compiler
        highest = None if waits else machine.highest_payoff(game)
        flag = asked.meanwhile(asked.stop)
        how: dict[str, Any] = {"megabytes": megabytes, "highest": highest, "stop": flag, "proof": bool(proof)}
        return (
            solve_before(opened, game, here, spent, how)
            if opened
            else solve_in_python(game, here, spent, kept=known, **how)
        )

    asked.compiling(lambda: machine.solve_runner(game))
    try:
        found = asked.answer(in_machine_code, in_python, progress)
        solution = about(found, At(game, here))
    except Stopped as stopped:
        found = stopped.known[0] if stopped.known else Solution(None, None, (), asked.lane.name)
        solution = about(found, At(game, here))
        missing = "there is no proof" if proof else "how soon is not known"
        missing = "not solved" if found.value is None else missing
        limit = "before it was stopped" if seconds is None or (stop and stop()) else f"within {seconds:g} seconds"
        solution.why = f"{missing} {limit}, in which {spent.nodes - before:,} positions were seen"
    if solution.value is None and not solution.why:
        solution.why = "only who wins was asked"
    solution.reason, solution.bounds, solution.techniques = asked.lane.reason, found.bounds, found.techniques
    solution.certificate = found.certificate
    if found.certificate is not None and not isinstance(proof, bool):
        save_certificate(found.certificate, proof)
    return solution


def machine_solve_refusal(game: Game[P, M]) -> str:
    """Why machine code does not solve a game, for reasons other than its rules; empty if it may."""
    if game.odds is not None:
        return "with chance the value is an exact fraction, which Python works out"
    return "" if len(game.players) == 2 else "Python works out exact values for more than two players"
