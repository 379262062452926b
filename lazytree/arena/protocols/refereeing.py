"""The referee: programs that speak UGI over pipes play each other; their clocks are kept and what they do is judged.

No read and no write waits for longer than its limit: also not for a program that does not read, or that leaves its pipe
to a child process that lives on.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import ceil, inf
from random import Random
from time import monotonic, perf_counter
from typing import Any, NamedTuple

from lazytree.arena.protocols.ugi import RESIGN, position_words, read_move
from lazytree.core.checks import moves_of
from lazytree.core.game import CHANCE, Game, IllegalMove, sample_move
from lazytree.playing.ending import Ending, ending, resignation
from lazytree.playing.records import Record, record

LONGEST = 1 << 16  # bytes of a line
MOST = 10_000  # lines of one answer
UNREAD = 10.0  # seconds in which a program must read what it is told


class Fault(Exception):  # noqa: N818 - the program's, not ours
    """Raised where a program breaks the protocol; the message says how."""


class Late(Fault):
    """Raised where an answer does not come in time."""


class Program:
    """A running program that speaks lines of text.

    Its standard error is thrown away. `close` ends it, and what it has started, unless that has left its session.

    >>> import sys
    >>> program = Program([sys.executable, "-c", "print(input()[::-1])"])
    >>> program.tell("isready")
    >>> next(program.lines(seconds=60))
    'ydaersi'
    >>> program.close()
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Starts the program. Raises ValueError if there is none of that name, or no name."""
        if not command:
            raise ValueError("a command is a list of words: the program, and what it is told")
        try:
            self.process = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise ValueError(f"{command[0]} cannot be started: {error.strerror}") from error
        assert self.process.stdin is not None and self.process.stdout is not None
        self.input, self.output = self.process.stdin, self.process.stdout
        for pipe in (self.input, self.output):
            os.set_blocking(pipe.fileno(), False)
        self.heard, self.begun, self.ended = deque[bytes](), b"", False  # whole lines, and what a line begins with

    def tell(self, line: str, seconds: float = UNREAD) -> None:
        """Sends a line. Raises Fault if the program has ended, or does not read it within `seconds`."""
        left, until = f"{line}\n".encode(), monotonic() + seconds
        while left:
            try:
                if not _ready(self.input.fileno(), select.POLLOUT, until):
                    raise Fault("it does not read what it is told")
                left = left[os.write(self.input.fileno(), left) :]
            except BlockingIOError:
                continue
            except (OSError, ValueError):
                raise Fault("it has ended") from None

    def lines(self, seconds: float) -> Iterator[str]:
        """The lines that come within `seconds` from now.

        Raises: Fault if the program ends, says nothing more in time, or sends what is no line of text.
        """
        until, count = monotonic() + seconds, 0
        while True:
            while not self.heard and not self.ended and _ready(self.output.fileno(), select.POLLIN, until):
                self._listen()
            if not self.heard and self.ended:
                raise Fault("it has ended")
            if not self.heard or monotonic() > until:
                raise Late(f"it did not answer within {seconds:g} seconds")
            line = self.heard.popleft()
            count += 1
            if len(line) >= LONGEST:
                raise Fault(f"it sent a line of more than {LONGEST:,} bytes")
            if count > MOST:
                raise Fault(f"it sent more than {MOST:,} lines for one answer")
            try:
                yield line.decode().strip()
            except UnicodeDecodeError:
                raise Fault("it sent bytes that are no text") from None

    def _listen(self) -> None:
        """Reads what the program has sent; a line that is too long counts as whole."""
        try:
            data = os.read(self.output.fileno(), LONGEST)
        except BlockingIOError:
            return
        self.ended = not data
        *whole, self.begun = (self.begun + data).split(b"\n")
        self.heard.extend(whole)
        if self.begun and (self.ended or len(self.begun) >= LONGEST):
            self.heard.append(self.begun)
            self.begun = b""

    def close(self) -> None:
        """Ends the program and all that it has started: asked first, then killed."""
        with suppress(Fault):
            self.tell("quit", 0.0)
        self.input.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=0.5)
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.output.close()


def _ready(pipe: int, event: int, until: float) -> bool:
    """Whether a pipe can be read or written, or is at its end, before this time of `monotonic`."""
    polled = select.poll()
    polled.register(pipe, event)
    return bool(polled.poll(ceil(1000 * max(0.0, until - monotonic()))))


class ProgramResigned(Fault):
    """Raised where a program gives up."""


PATIENCE = 60.0  # seconds in which a program must introduce itself, and be ready


class Clock(NamedTuple):
    """The time that players have: either so much for each move, or a budget for the game and an increment a move.

    >>> Clock(movetime=0.1)
    Clock(movetime=0.1, seconds=None, increment=0.0, margin=0.5)
    """

    movetime: float | None = 1.0  # seconds for each move; None: the budget counts
    seconds: float | None = None  # for the whole game
    increment: float = 0.0  # seconds that each move adds
    margin: float = (
        0.5  # seconds by which a move may be late, or all moves of a game: what pipes and a busy machine cost
    )


A_SECOND = Clock()  # a second for each move


class RefereedGame(NamedTuple):
    """A game between programs, as the referee saw it.

    >>> from lazytree import record
    >>> from lazytree.games import nim
    >>> RefereedGame(record(nim()), Ending((-1, 1), "first has lost: it has ended"), (0.2, 0.3)).ended.payoffs
    (-1, 1)
    """

    record: Record[Any, Any]
    ended: Ending  # with the reason, where a program has lost by its conduct
    used: tuple[float, ...]  # seconds that each player has taken


def referee(
    game: Game[Any, Any],
    commands: Sequence[Sequence[str]],
    clock: Clock = A_SECOND,
    position: Any = None,
    seed: int = 1,
    repetitions: int | None = 3,
    plies: int | None = None,
    watch: Callable[[Record[Any, Any]], object] = lambda so_far: None,
) -> RefereedGame:
    """A whole game between programs that speak UGI.

    A program that makes an illegal move, ends, is late, sends too much or what is no text has lost, and the reason is
    kept.

    - `game`: the rules.
    - `commands`: one for each player, FIRST's first: a list of words each.
    - `clock`: the seconds of a program.
    - `position`: where play begins (default: the start).
    - `seed`: of the chance moves, which are drawn by the odds.
    - `repetitions`: a position that has occurred this number of times is a draw; None: no limit.
    - `plies`: after this number of plies the game is drawn; None: no limit.
    - `watch`: called with the record before each move.

    Raises: ValueError unless there is a command for each player, and if a program cannot be started.

    >>> from lazytree.games import nim
    >>> referee(nim(), [["lazytree", "engine", "nim"]])
    Traceback (most recent call last):
    ValueError: nim has 2 players, not 1: give a command for each
    """
    check_clock(clock)
    if len(commands) != len(game.players):
        raise ValueError(f"{game.name} has {len(game.players)} players, not {len(commands)}: give a command for each")
    programs: list[Program] = []
    try:
        for command in commands:
            programs.append(Program(command))
        so_far, ended, used = record(game, (), position), None, [0.0] * len(programs)
        for player, program in enumerate(programs):
            try:
                introduce(program)
            except Fault as fault:
                return RefereedGame(so_far, forfeit(game, player, str(fault)), tuple(used))
        random = Random(seed)
        while ended is None and (ended := ending(game, so_far.positions, repetitions, plies)) is None:
            watch(so_far)
            here, mover = so_far.position, game.mover(so_far.position)
            try:
                if mover == CHANCE:
                    move = sample_move(game, here, moves_of(game, here), random)
                else:
                    move, seconds = ask_for_move(game, programs[mover], clock, so_far, mover, used)
                    used[mover] += seconds
                so_far = so_far.play(move)
            except ProgramResigned:
                ended = resignation(game, mover)
            except (Fault, IllegalMove) as error:
                ended = forfeit(game, mover, str(error))
        return RefereedGame(so_far, ended, tuple(used))
    finally:
        for program in programs:
            program.close()


def check_clock(clock: Clock) -> None:
    """Raises ValueError unless the times of the clock are numbers that make sense."""
    given = clock.seconds if clock.movetime is None else clock.movetime
    if given is None or not (0 < given < inf and 0 <= clock.increment < inf and 0 <= clock.margin < inf):
        raise ValueError("a clock has seconds above 0 for each move or for the game, and an increment from 0 up")


def forfeit(game: Game[Any, Any], player: int, reason: str) -> Ending:
    """The ending of a game that a player has lost by its conduct: of two the other wins, of more all others share."""
    payoffs = [-1.0 if other == player else 1.0 / (len(game.players) - 1) for other in range(len(game.players))]
    exact = tuple(int(payoff) if payoff == int(payoff) else payoff for payoff in payoffs)
    return Ending(exact, f"{game.players[player]} has lost: {reason}")


SILENCE = "it did not introduce itself"  # how the reason begins where a program is silent from the beginning


def introduce(program: Program) -> None:
    """Waits until the program has introduced itself and is ready. Raises Fault if it does not."""
    for question, answer in (("ugi", "ugiok"), ("isready", "readyok")):
        program.tell(question)
        try:
            _heard(program, PATIENCE, lambda line, answer=answer: line == answer)  # type: ignore[misc]
        except Late:
            raise Fault(f"{SILENCE} within {PATIENCE:g} seconds") from None


def _heard(program: Program, seconds: float, wanted: Callable[[str], bool]) -> str:
    """The first line that is wanted. Raises Fault if it does not come in time."""
    return next(line for line in program.lines(seconds) if wanted(line))


def ask_for_move(
    game: Game[Any, Any],
    program: Program,
    clock: Clock,
    so_far: Record[Any, Any],
    mover: int,
    used: Sequence[float],
    ahead: int = 0,
) -> tuple[Any, float]:
    """The move that a program makes, and the seconds it took; the first `ahead` moves are an opening, not its own.

    Raises: Fault, of which ProgramResigned is one, or IllegalMove.
    """
    program.tell(position_words(game, so_far.positions[0], so_far.moves))
    left = [_left(clock, so_far, player, spent, ahead) for player, spent in enumerate(used)]
    program.tell(_go(clock, left))
    began = perf_counter()
    allowed = clock.movetime if clock.movetime is not None else left[mover]
    line = _heard(program, allowed + clock.margin, lambda line: line.split(" ")[0] == "bestmove")
    seconds = perf_counter() - began
    words = line.split()
    if len(words) < 2:
        raise Fault("it named no move")
    if words[1] == RESIGN and len(game.players) == 2:
        raise ProgramResigned("it resigns")
    return read_move(game, so_far.position, words[1]), seconds


def _left(clock: Clock, so_far: Record[Any, Any], player: int, used: float, ahead: int) -> float:
    """The seconds that a player still has; below 0 where the margin is being used up."""
    movers = [so_far.game.mover(position) for position in so_far.positions[ahead:-1]]
    return (clock.seconds or 0.0) + clock.increment * movers.count(player) - used


def _go(clock: Clock, left: Sequence[float]) -> str:
    """The command that has a program think."""
    if clock.movetime is not None:
        return f"go movetime {int(1000 * clock.movetime)}"
    times = " ".join(f"p{player}time {max(0, int(1000 * seconds))}" for player, seconds in enumerate(left, 1))
    increments = " ".join(f"p{player}inc {int(1000 * clock.increment)}" for player in range(1, len(left) + 1))
    return f"go {times} {increments}"
