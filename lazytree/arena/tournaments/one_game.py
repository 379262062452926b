"""One game of a tournament: the task, as a value that can be sent to another process, its seats, and how it is played.

A seat is made from the name of a bot, a factory of bots, or the command of a program.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from time import perf_counter, process_time
from typing import Any, NamedTuple

from lazytree.arena.protocols.joining import Stranger, is_port
from lazytree.arena.protocols.refereeing import (
    A_SECOND,
    SILENCE,
    Clock,
    Fault,
    Program,
    ask_for_move,
    check_clock,
    forfeit,
    introduce,
)
from lazytree.arena.tournaments.openings import begun
from lazytree.arena.tournaments.results import Played
from lazytree.core.board import at_least
from lazytree.core.checks import moves_of
from lazytree.core.game import CHANCE, Game, IllegalMove, is_over, sample_move
from lazytree.core.stats import Stats
from lazytree.core.texts import shorten
from lazytree.core.user_errors import user_error
from lazytree.naming.attached_files import SourceFile, local_path
from lazytree.naming.words import OWN_BOT, bot_named, game_named
from lazytree.playing.bots import BOTS
from lazytree.playing.ending import Ending, check_limits, ending
from lazytree.playing.records import Record
from lazytree.questions.solve import solve

Factory = Callable[[Game[Any, Any]], Callable[[Any], Any]]
"""A function from a game to a bot."""


class Move(NamedTuple):
    """A move, and what it cost."""

    move: Any
    seconds: float  # of a clock on the wall
    work: float  # seconds of the processor, as far as this process has used it


@dataclass(frozen=True)
class Seat:
    """One player of one game, as the referee knows it: `choose` gives a move, or raises Fault or IllegalMove."""

    choose: Callable[[Record[Any, Any], Sequence[float], int], Move]
    stats: Stats  # what its searches count
    close: Callable[[], object] = lambda: None
    over: Callable[[Record[Any, Any], Ending], object] = lambda so_far, ended: None  # is told how the game has ended


def is_command(name: str) -> bool:
    """Whether a name is the command of a program that speaks UGI, not a bot.

    >>> is_command("think:depth=4,rating=mobility"), is_command("lazytree engine konane")
    (False, True)
    """
    head = name.partition(":")[0].strip()
    if head in BOTS or OWN_BOT.fullmatch(name.strip()) or is_port(name):
        return False
    return bool(name.split()[1:]) or shutil.which(name) is not None


def seat_for(game: Game[Any, Any], name: str, factory: Factory | None, player: int, seed: int, clock: Clock) -> Seat:
    """The seat of a player: a bot of its own for this game, or a program that is started now.

    A bot that draws numbers, and whose name gives no seed, gets one that follows from `seed` and the seat.

    Raises: ValueError for a wrong name, and where a program cannot be started.
    """
    if factory is None and is_port(name):
        return stranger_at(game, name, player, clock)
    if factory is None and is_command(name):
        return program_at(game, shlex.split(name), player, clock)
    stats = Stats()
    if factory is not None:
        bot = factory(game)
        if not callable(bot):
            raise ValueError(f"{name} must return a bot, which is a function of a position, not {shorten(bot)}")
    else:
        own = Random(f"{seed} {player}").randrange(1, 2**31)
        bot = bot_named(game, name, stats=stats, seed=own)
    return Seat(choosing(bot), stats)


def choosing(bot: Callable[[Any], Any]) -> Callable[[Record[Any, Any], Sequence[float], int], Move]:
    """The moves of a bot in this process. Each error that it raises becomes a Fault: a bot loses by it.

    Errors of the game's own rules and ratings that a bot of the library has met are raised: they are no bot's fault.
    """

    def choose(so_far: Record[Any, Any], used: Sequence[float], ahead: int) -> Move:
        began, worked = perf_counter(), process_time()
        try:
            move = bot(so_far.position)
        except IllegalMove:
            raise
        except (Exception, SystemExit) as error:
            if (theirs := user_error(error)) is not None and theirs.rule is not None and theirs.alone:
                raise
            raise Fault(f"it raised {type(error).__name__}: {error}") from error
        return Move(move, perf_counter() - began, process_time() - worked)

    return choose


def empty_seat(reason: str) -> Seat:
    """The seat of a player that has been given up: it loses, for this reason, when it is to move."""

    def choose(so_far: Record[Any, Any], used: Sequence[float], ahead: int) -> Move:
        raise Fault(reason)

    return Seat(choose, Stats())


def stranger_at(game: Game[Any, Any], name: str, player: int, clock: Clock) -> Seat:
    """The seat of the next program that connects to a port. Raises ValueError if the port cannot be opened."""
    stranger = Stranger(game, name, player, clock)

    def choose(so_far: Record[Any, Any], used: Sequence[float], ahead: int) -> Move:
        began = perf_counter()
        return Move(stranger.move(so_far, used), perf_counter() - began, 0.0)

    return Seat(choose, Stats(), stranger.close, stranger.over)


def program_at(game: Game[Any, Any], command: Sequence[str], player: int, clock: Clock) -> Seat:
    """The seat of a program, introduced at its first move. Raises ValueError where it cannot be started."""
    program, met = Program(command), list[bool]()

    def choose(so_far: Record[Any, Any], used: Sequence[float], ahead: int) -> Move:
        if not met:
            introduce(program)
            met.append(True)
        return Move(*ask_for_move(game, program, clock, so_far, player, used, ahead), 0.0)

    return Seat(choose, Stats(), program.close)


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


SILENT = 3
"""A program that has not introduced itself in this number of games in a row loses all others, which are not played."""


class Entrant(NamedTuple):
    """A player of a tournament: its name in the tables, and what makes it.

    >>> Entrant("weak", "think:depth=1").name
    'weak'
    """

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
        """What tells the task from all others of its tournament: the game, the number of the opening, who sits where.

        >>> Task("nim", (Entrant("a", "minimax"), Entrant("b", "think")), "startpos", 0, 1).key
        ('nim', 0, ('a', 'b'))
        """
        return self.game, self.pair, tuple(player.name for player in self.players)


def play_task(task: Task) -> Played:
    """The finished game of a task.

    Raises: ValueError where a name is wrong, or the rules of the game are broken.

    >>> task = Task("nim heaps=1,2", (Entrant("a", "minimax"), Entrant("b", "at_random")), "startpos", 0, 1)
    >>> play_task(task).payoffs, play_task(task).moves[0]
    ((1, -1), 'b-1')
    """
    game = task.made or game_at_hand(task.game, task.files)
    seats = list[Seat]()
    try:
        for player, (name, maker) in enumerate(task.players):
            if name in task.given_up:
                seats.append(empty_seat(f"{SILENCE} in {SILENT} games in a row, and is given up"))
                continue
            made = None if isinstance(maker, str) else maker
            text = local_path(maker, task.files) if isinstance(maker, str) else name
            seats.append(seat_for(game, text, made, player, own_seed(task.seed, name), task.terms.clock))
        found = course(game, seats, begun(game, task.opening), task.terms, task.seed)
        for seat in seats:
            seat.over(found.record, found.ended)
    finally:
        for seat in seats:
            seat.close()
    return _told(task, seats, found)


@lru_cache(maxsize=16)
def game_at_hand(text: str, files: tuple[SourceFile, ...] = ()) -> Game[Any, Any]:
    """The game that a text names: made once in each process, so that it is compiled once."""
    name, *words = shlex.split(local_path(text, files))
    return game_named(name, words)


def own_seed(seed: int, name: str) -> int:
    """The seed of a player in the games of a pair: another one for each, so that two random games of it differ.

    >>> own_seed(1, "a") == own_seed(1, "a"), own_seed(1, "a") == own_seed(1, "b")
    (True, False)
    """
    return Random(f"{seed} {name}").randrange(1, 2**31)


def _told(task: Task, seats: list[Seat], found: GameInProgress) -> Played:
    """The course of a game as a value without positions."""
    counts = [seat.stats for seat in seats]
    return Played(
        game=task.game,
        players=tuple(player.name for player in task.players),
        opening=task.opening,
        pair=task.pair,
        seed=task.seed,
        payoffs=found.ended.payoffs,
        moves=tuple(found.record.written()[found.ahead :]),
        movers=found.movers,
        widths=found.widths,
        times=found.times,
        reason=found.ended.reason,
        loser=found.loser,
        seconds=found.seconds,
        seen=tuple(stats.nodes for stats in counts),
        rated=tuple(stats.rated for stats in counts),
        inner=tuple(stats.interior for stats in counts),
        looked=tuple(stats.branches for stats in counts),
        cutoffs=tuple(stats.cutoffs for stats in counts),
    )
