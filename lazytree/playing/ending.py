"""How a game at a table ends: by its rules, by repetition, by a limit of plies, by agreement, by resignation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from lazytree.core.board import at_least
from lazytree.core.checks import payoffs_of
from lazytree.core.game import FIRST, Game, P, is_over

from .announcing import format_payoffs, seen_names, seen_result


class Ending(NamedTuple):
    """How a game has ended.

    >>> Ending((0, 0), "the same position for the third time").payoffs
    (0, 0)
    """

    payoffs: tuple[float, ...]  # one number a player
    reason: str = ""  # in words, where not the rules ended it


def ending(
    game: Game[P, Any], positions: Sequence[P], repetitions: int | None = None, plies: int | None = None
) -> Ending | None:
    """How the game with these positions, from its first to the current one, has ended; None if it goes on.

    It is a draw where the current position has occurred `repetitions` times, and after `plies` moves; None: no limit.

    Raises: ValueError unless `repetitions` is at least 2 and `plies` at least 1, or None.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 1))
    >>> ending(game, [game.start]), ending(game, [game.start] * 3, repetitions=3)
    (None, Ending(payoffs=(0, 0), reason='the same position 3 times'))
    """
    check_limits(repetitions, plies)
    here = positions[-1]
    if is_over(game, here):
        return Ending(payoffs_of(game, here))
    met = 1 if repetitions is None else positions.count(here)
    reason = limit_reached(met, len(positions) - 1, repetitions, plies)
    return Ending((0,) * len(game.players), reason) if reason else None


def limit_reached(met: int, played: int, repetitions: int | None, plies: int | None) -> str:
    """The limit that draws a game, in words; empty if none does.

    `met` says how often the current position has occurred, `played` how many moves have been made.

    >>> limit_reached(3, 10, 3, None), limit_reached(2, 10, 3, None)
    ('the same position 3 times', '')
    """
    if repetitions is not None and met >= repetitions:
        return f"the same position {repetitions} times"
    return f"{plies} plies were played" if plies is not None and played >= plies else ""


def check_limits(repetitions: int | None, plies: int | None) -> None:
    """Raises ValueError unless `repetitions` is at least 2 and `plies` at least 1, or None."""
    if repetitions is not None:
        at_least("repetitions", repetitions, 2)
    if plies is not None:
        at_least("plies", plies, 1)


def agreed_draw(game: Game[Any, Any]) -> Ending:
    """The ending of a game that its players have agreed to call a draw."""
    return Ending((0,) * len(game.players), "by agreement")


def resignation(game: Game[Any, Any], player: int) -> Ending:
    """The ending of a game of two players in which this one has given up.

    Raises: ValueError if more than two play: what the others would get is not known.

    >>> from lazytree.games import nim
    >>> resignation(nim(), 0)
    Ending(payoffs=(-1, 1), reason='first resigns')
    """
    if len(game.players) != 2:
        raise ValueError(f"no player can resign from {game.name}: with {len(game.players)} players the others play on")
    return Ending((-1, 1) if player == FIRST else (1, -1), f"{game.players[player]}{RESIGNS}")


def time_up(game: Game[Any, Any], player: int) -> Ending:
    """The ending of a game of two players in which this one has no time left.

    Raises: ValueError if more than two play.

    >>> from lazytree.games import nim
    >>> time_up(nim(), 1)
    Ending(payoffs=(1, -1), reason='second has no time left')
    """
    return resignation(game, player)._replace(reason=f"{game.players[player]}{NO_TIME}")


RESIGNS, NO_TIME = " resigns", " has no time left"


def seen_ending(game: Game[Any, Any], ended: Ending) -> str:
    """How a game has ended, in one line, as a person who looks at the board says it.

    >>> from lazytree.games import othello
    >>> seen_ending(othello(), Ending((4, -4))), seen_ending(othello(), resignation(othello(), 0))
    ('Black wins by 4', 'White wins: Black resigns')
    """
    reason = ended.reason
    for own, seen in zip(game.players, seen_names(game)):
        for how in (RESIGNS, NO_TIME):
            reason = f"{seen}{how}" if reason == f"{own}{how}" else reason
    return f"{seen_result(game, ended.payoffs)}: {reason}" if reason else seen_result(game, ended.payoffs)


def format_ending(game: Game[Any, Any], ended: Ending) -> str:
    """How a game has ended, in one line.

    >>> from lazytree.games import tic_tac_toe
    >>> format_ending(tic_tac_toe(), Ending((1, -1))), format_ending(tic_tac_toe(), resignation(tic_tac_toe(), 0))
    ('X wins', 'O wins: X resigns')
    """
    return (
        f"{format_payoffs(game, ended.payoffs)}: {ended.reason}"
        if ended.reason
        else format_payoffs(game, ended.payoffs)
    )
