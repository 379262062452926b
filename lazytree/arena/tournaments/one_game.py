"""One game between seats, from an opening to its end, with what each move took."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from lazytree.arena.protocols.programs import Fault
from lazytree.arena.protocols.refereeing import A_SECOND, Clock, check_clock, forfeit
from lazytree.core.board import at_least
from lazytree.core.checks import moves_of
from lazytree.core.game import CHANCE, Game, IllegalMove, is_over, sample_move
from lazytree.playing.ending import Ending, check_limits, ending
from lazytree.playing.records import Record
from lazytree.questions.solve import solve

from .seats import Seat


class Terms(NamedTuple):
    """What ends a game beside its rules, and the time of programs.

    >>> Terms(plies=100).repetitions
    3
    """

    repetitions: int | None = 3  # a position that has occurred this number of times is a draw; None: never
    plies: int | None = 1_000  # after this number of moves, from the opening on, the game is drawn; None: never
    judged: int | None = None  # after this number of moves the exact value, found by `solve`, decides; None: never
    clock: Clock = A_SECOND  # of programs; bots in this process know their own limits


class GameInProgress(NamedTuple):
    """A game as it was played; lists by move do not have those of the opening."""

    record: Record[Any, Any]  # the opening included
    ahead: int  # moves of the opening
    ended: Ending
    loser: int | None  # who has lost by conduct
    movers: tuple[int, ...]
    widths: tuple[int, ...]
    times: tuple[float, ...]
    seconds: tuple[float, ...]  # by seat


def check_terms(game: Game[Any, Any], terms: Terms) -> None:
    """Raises ValueError unless the limits make sense for the game."""
    check_limits(terms.repetitions, terms.plies)
    check_clock(terms.clock)
    if terms.judged is not None:
        at_least("judged", terms.judged, 1)
        if game.odds is not None:
            raise ValueError(f"{game.name} has chance: its exact value is a mean, which cannot say who has won")


def course(
    game: Game[Any, Any], seats: Sequence[Seat], so_far: Record[Any, Any], terms: Terms, seed: int
) -> GameInProgress:
    """The game that the seats play from the end of a record. Chance is drawn from `seed`.

    A seat that raises a Fault, or makes an illegal move, has lost.
    """
    random, ahead, loser = Random(seed), len(so_far.moves), None
    movers, widths, times, used = list[int](), list[int](), list[float](), [0.0] * len(seats)
    while (ended := _ended(game, so_far, ahead, terms)) is None:
        here, mover = so_far.position, game.mover(so_far.position)
        moves, work = moves_of(game, here), 0.0
        if mover == CHANCE:
            so_far = so_far.play(sample_move(game, here, moves, random))
        else:
            try:
                move, seconds, work = seats[mover].choose(so_far, used, ahead)
                so_far = so_far.play(move)
            except (Fault, IllegalMove) as error:
                ended, loser = forfeit(game, mover, str(error)), mover
                break
            used[mover] += seconds
        movers.append(mover)
        widths.append(len(moves))
        times.append(work)
    return GameInProgress(so_far, ahead, ended, loser, tuple(movers), tuple(widths), tuple(times), tuple(used))


def _ended(game: Game[Any, Any], so_far: Record[Any, Any], ahead: int, terms: Terms) -> Ending | None:
    """How the game has ended; None if it goes on. The opening counts neither as plies nor as repetitions."""
    played = len(so_far.moves) - ahead
    if played != terms.judged or is_over(game, so_far.position):
        return ending(game, so_far.positions[ahead:], terms.repetitions, terms.plies)
    solution = solve(game, so_far.position)
    value: Any = solution.value
    payoffs = value if isinstance(value, tuple) else (value, -value)
    exact = tuple(float(payoff) if isinstance(payoff, Fraction) else payoff for payoff in payoffs)
    return Ending(exact, f"judged by its exact value after {played} plies")
