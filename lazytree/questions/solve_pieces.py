"""The value of a game that takes longer than a program runs: solved in pieces, which a file keeps."""

from __future__ import annotations

import os
from pathlib import Path

from lazytree import machine
from lazytree.core.at import At, about
from lazytree.core.board import at_least
from lazytree.core.files import require_folder
from lazytree.core.game import Game, M, P, position_or_start
from lazytree.core.progress import Tell
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, raise_if_stopped
from lazytree.solving.exact import MEGABYTES, SHORTEST, WINNER, Known, Solution
from lazytree.solving.pieces import EACH, Pieces

from .solve import machine_solve_refusal, solve


def solve_in_pieces(
    game: Game[P, M],
    file: str | os.PathLike[str],
    position: P | None = None,
    stats: Stats | None = None,
    *,
    each: int = EACH,
    lane: str | None = None,
    megabytes: int = MEGABYTES,
    threads: int = 1,
    stop: Stop | None = None,
    progress: Tell | None = None,
) -> Solution[M]:
    """The exact value of a position, without a line, found in pieces that a file keeps: ended, it goes on from there.

    Pieces are positions a few plies on; one that is not solved within `each` positions is divided. What a piece has
    come to is a line of the file, so that a program that is killed at any time loses the work of one piece.

    - `game`, `position`, `stats`, `lane`, `megabytes`, `threads`: as for `solve`.
    - `file`: what is known; a new one is begun if there is none.
    - `each`: positions of a piece before it is divided.
    - `stop`: a function that is polled; once it returns True the work ends.
    - `progress`: told in words after each piece.

    Raises: ValueError if the file is of other rules or another position, if the game has chance or more than two
    players, if positions of the first plies can be repeated, or payoffs are not whole numbers; Stopped once `stop()` is
    true.

    >>> import tempfile
    >>> from lazytree.games import tic_tac_toe
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solution = solve_in_pieces(tic_tac_toe(), f"{folder}/pieces", each=300, lane="python")
    >>> solution.value
    0
    """
    at_least("each", each, 1)
    require_folder(file)
    if machine_solve_refusal(game):
        raise ValueError(f"{game.name} has chance or more than two players: it is not solved in pieces")
    here, spent, known = position_or_start(game, position), stats or Stats(), Known(megabytes)
    highest = machine.highest_payoff(game)

    def solved(at: P) -> int | None:
        raise_if_stopped(stop)
        limit = spent.nodes + each
        found = solve(
            game,
            at,
            spent,
            what=SHORTEST if highest is None else WINNER,
            lane=lane,
            megabytes=megabytes,
            threads=threads,
            stop=lambda: spent.nodes > limit or (stop is not None and stop()),
            known=known,
        )
        raise_if_stopped(stop)
        if found.value is not None and found.value != int(found.value):
            raise ValueError(f"payoffs of {game.name} are not whole numbers: it is not solved in pieces")
        return None if found.value is None else int(found.value)

    pieces = Pieces(game, here, Path(file), solved, float("inf") if highest is None else highest, progress or str)
    bounds = [*pieces.value()][-1]
    return about(Solution(int(bounds[0]), None, ()), At(game, here))
