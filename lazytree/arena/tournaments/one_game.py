"""One game of a tournament: the task, as a value that can be sent to another process, its seats, and how it is played.

A seat is made from the name of a bot, a factory of bots, or the command of a program.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random
from time import perf_counter, process_time
from typing import Any, NamedTuple

from lazytree.arena.protocols import refereeing
from lazytree.arena.protocols.joining import OutsidePlayer, is_port
from lazytree.arena.protocols.refereeing import A_SECOND, Clock, Fault, forfeit
from lazytree.arena.tournaments.openings import opening_record
from lazytree.arena.tournaments.results import Played
from lazytree.core.board import at_least
from lazytree.core.checks import moves_of
from lazytree.core.game import CHANCE, Game, IllegalMove, is_over, sample_move
from lazytree.core.seeds import seed_of
from lazytree.core.stats import Stats
from lazytree.core.texts import shorten
from lazytree.core.user_errors import user_error
from lazytree.naming.attached_files import SourceFile, local_path
from lazytree.naming.words import OWN_BOT, bot_named, game_named
from lazytree.playing.bots import BOTS
from lazytree.playing.ending import Ending, check_limits, ending
from lazytree.playing.records import Record
from lazytree.questions.solve import solve

Factory = Callable[[Game[Any, Any]], Callable[[Any], Any]]  # a function from a game to a bot


Choose = Callable[[Record[Any, Any], Sequence[float], int], tuple[Any, float, float]]
"""What chooses a move, of the record, the seconds that each player has used, and the number of moves of the opening.

It gives the move, the seconds of a clock on the wall, and those of the processor, as far as this process has used it.
"""


class Seat(NamedTuple):
    """One player of one game, as the referee knows it: `choose` gives a move, or raises Fault or IllegalMove."""

    choose: Choose
    stats: Stats  # what its searches count
    close: Callable[[], object] = lambda: None
    over: Callable[[Record[Any, Any], Ending], object] = lambda so_far, ended: None  # is told how the game has ended


def is_command(name: str) -> bool:
    """Whether a name is the command of a program that speaks UGI, not a bot."""
    head = name.partition(":")[0].strip()
    if head in BOTS or OWN_BOT.fullmatch(name.strip()) or is_port(name):
        return False
    return bool(name.split()[1:]) or shutil.which(name) is not None


def seat_for(game: Game[Any, Any], name: str, maker: str | Factory, player: int, seed: int, clock: Clock) -> Seat:
    """The seat of a player: a bot of its own for this game, or a program that is started now.

    A bot that draws numbers, and whose name gives no seed, gets one that follows from `seed` and the seat.

    Raises: ValueError for a wrong name, and where a program cannot be started.
    """
    stats = Stats()
    if not isinstance(maker, str):
        bot = maker(game)
        if not callable(bot):
            raise ValueError(f"{name} must return a bot, which is a function of a position, not {shorten(bot)}")
        return Seat(choosing(bot), stats)
    if is_port(maker):
        outside = OutsidePlayer(game, maker, player, clock)
        return Seat(outside.choose, stats, outside.close, outside.over)
    if is_command(maker):
        program = refereeing.Program(shlex.split(maker))
        return Seat(asking(game, program, player, clock), stats, program.close)
    return Seat(choosing(bot_named(game, maker, stats=stats, seed=seed_of(seed, player))), stats)


def choosing(bot: Callable[[Any], Any]) -> Choose:
    """The moves of a bot in this process. Each error that it raises becomes a Fault: a bot loses by it.

    Errors of the game's own rules and ratings that a bot of the library has met are raised: they are no bot's fault.
    """

    def choose(so_far: Record[Any, Any], used: Sequence[float], ahead: int) -> tuple[Any, float, float]:
        began, worked = perf_counter(), process_time()
        try:
            move = bot(so_far.position)
        except IllegalMove:
            raise
        except (Exception, SystemExit) as error:
            if (theirs := user_error(error)) is not None and theirs.rule is not None and theirs.alone:
                raise
            raise Fault(f"it raised {type(error).__name__}: {error}") from error
        return move, perf_counter() - began, process_time() - worked

    return choose


def asking(game: Game[Any, Any], program: refereeing.Program, player: int, clock: Clock) -> Choose:
    """The moves of a program, which is introduced before its first one."""
    introduced = list[bool]()

    def choose(so_far: Record[Any, Any], used: Sequence[float], ahead: int) -> tuple[Any, float, float]:
        if not introduced:
            refereeing.introduce(program)
            introduced.append(True)
        return *refereeing.ask_for_move(game, program, clock, so_far, player, used, ahead), 0.0

    return choose


def giving_up(reason: str) -> Choose:
    """The moves of a player that has been given up: it loses, for this reason, when it is to move."""

    def choose(so_far: Record[Any, Any], used: Sequence[float], ahead: int) -> tuple[Any, float, float]:
        raise Fault(reason)

    return choose


class Terms(NamedTuple):
    """What ends a game beside its rules, and the time of programs.

    >>> Terms(plies=100).repetitions
    3
    """

    repetitions: int | None = 3  # a position that has occurred this number of times is a draw; None: never
    plies: int | None = 1_000  # after this number of moves, from the opening on, the game is drawn; None: never
    judged: int | None = None  # after this number of moves the exact value, found by `solve`, decides; None: never
    clock: Clock = A_SECOND  # of programs; bots in this process know their own limits


def check_terms(game: Game[Any, Any], terms: Terms) -> None:
    """Raises ValueError unless the limits make sense for the game."""
    check_limits(terms.repetitions, terms.plies)
    refereeing.check_clock(terms.clock)
    if terms.judged is not None:
        at_least("judged", terms.judged, 1)
        if game.odds is not None:
            raise ValueError(f"{game.name} has chance: its exact value is a mean, which cannot say who has won")


def _ending_after(game: Game[Any, Any], so_far: Record[Any, Any], ahead: int, terms: Terms) -> Ending | None:
    """How the game has ended; None if it goes on. The opening counts neither as plies nor as repetitions."""
    played = len(so_far.moves) - ahead
    if played != terms.judged or is_over(game, so_far.position):
        return ending(game, so_far.positions[ahead:], terms.repetitions, terms.plies)
    solution = solve(game, so_far.position)
    value: Any = solution.value
    payoffs = value if isinstance(value, tuple) else (value, -value)
    exact = tuple(float(payoff) if isinstance(payoff, Fraction) else payoff for payoff in payoffs)
    return Ending(exact, f"judged by its exact value after {played} plies")


SILENT = 3  # games in a row in which a program did not introduce itself, after which it loses all others, unplayed


class Entrant(NamedTuple):
    """A player of a tournament: its name in the tables, and what makes it."""

    name: str
    maker: str | Factory  # the text of a bot or of a command; or a function of a game that makes a bot


class Task(NamedTuple):
    """One game to be played; the players by seat."""

    game: str  # as on the command line: "konane rows=6"
    players: tuple[Entrant, ...]
    opening: str
    pair: int
    seed: int
    terms: Terms = Terms()
    files: tuple[SourceFile, ...] = ()  # of the user's own, that the names of the game and the players begin with
    made: Game[Any, Any] | None = None  # the game itself, where it is played in the process that made it
    given_up: tuple[str, ...] = ()  # players that lose without being asked, since they have been silent before

    @property
    def key(self) -> tuple[str, int, tuple[str, ...]]:
        """What tells the task from others of its tournament: the game, the number of the opening, who sits where."""
        return self.game, self.pair, tuple(player.name for player in self.players)


def play_task(task: Task) -> Played:
    """The finished game of a task. Raises ValueError where a name is wrong, or the rules of the game are broken."""
    game = task.made or game_from_text(task.game, task.files)
    seats = list[Seat]()
    try:
        for player, (name, maker) in enumerate(task.players):
            if name in task.given_up:
                reason = f"{refereeing.SILENCE} in {SILENT} games in a row, and is given up"
                seats.append(Seat(giving_up(reason), Stats()))
                continue
            own = local_path(maker, task.files) if isinstance(maker, str) else maker
            seats.append(seat_for(game, name, own, player, seed_of(task.seed, name), task.terms.clock))
        so_far, ended, played = _play(game, seats, task)
        for seat in seats:
            seat.over(so_far, ended)
        return played
    finally:
        for seat in seats:
            seat.close()


def _play(game: Game[Any, Any], seats: Sequence[Seat], task: Task) -> tuple[Record[Any, Any], Ending, Played]:
    """The record of a game, its opening included; how it has ended; and the game as a value without positions.

    Chance is drawn from the seed of the task. A seat that raises a Fault, or makes an illegal move, has lost.
    """
    so_far, random, loser = opening_record(game, task.opening), Random(task.seed), None
    ahead, used = len(so_far.moves), [0.0] * len(seats)
    made = list[tuple[int, int, float]]()  # of each move: who made it, how many there were, its time
    while (ended := _ending_after(game, so_far, ahead, task.terms)) is None:
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
        made.append((mover, len(moves), work))
    counts = [seat.stats for seat in seats]
    return (
        so_far,
        ended,
        Played(
            game=task.game,
            players=tuple(player.name for player in task.players),
            opening=task.opening,
            pair=task.pair,
            seed=task.seed,
            payoffs=ended.payoffs,
            moves=tuple(so_far.written()[ahead:]),
            movers=tuple(mover for mover, _, _ in made),
            widths=tuple(width for _, width, _ in made),
            times=tuple(work for _, _, work in made),
            reason=ended.reason,
            loser=loser,
            seconds=tuple(used),
            seen=tuple(stats.nodes for stats in counts),
            rated=tuple(stats.rated for stats in counts),
            inner=tuple(stats.interior for stats in counts),
            looked=tuple(stats.branches for stats in counts),
            cutoffs=tuple(stats.cutoffs for stats in counts),
        ),
    )


@lru_cache(maxsize=16)
def game_from_text(text: str, files: tuple[SourceFile, ...] = ()) -> Game[Any, Any]:
    """The game that a text names: made once in each process, so that it is compiled once."""
    name, *words = shlex.split(local_path(text, files))
    return game_named(name, words)
