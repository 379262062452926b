"""A game between seats on a server, as a value: what each line that a seat says makes of it, and what is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from random import Random
from typing import Any, NamedTuple

from lazytree.core.checks import moves_of
from lazytree.core.game import CHANCE, Game, sample_move
from lazytree.core.parsing import join_rows
from lazytree.playing.ending import Ending, check_limits, ending, format_ending, resignation
from lazytree.playing.one_line import one_line
from lazytree.playing.records import Record, record, save_record

from .refereeing import Clock, check_clock, forfeit
from .ugi import move_word, read_move

WRONG = 10  # the number of lines, not understood or not allowed, by which a seat loses

LONGEST_ANSWER = 400  # characters of an error


class Limits(NamedTuple):
    """What ends a game beside its rules: see `ending` and `Clock`."""

    clock: Clock = Clock(300.0)
    repetitions: int | None = 3
    plies: int | None = None


class Match(NamedTuple):
    """A game between seats. Times are those of one clock, in seconds."""

    record: Record[Any, Any]
    limits: Limits
    used: tuple[float, ...]  # seconds that each player has taken
    wrong: tuple[int, ...]  # how many lines of each player were refused
    since: float | None = None  # when the turn began; None: not all seats are taken
    held: str = ""  # the move that commands of the game's own have prepared
    ended: Ending | None = None

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.record.game

    @property
    def mover(self) -> int:
        """The player to move."""
        return self.game.mover(self.record.position)


class LineAnswer(NamedTuple):
    """The match after a line, and the answer; None: there is none until the match has changed."""

    match: Match
    answer: str | None


def match(game: Game[Any, Any], position: Any = None, limits: Limits | None = None) -> Match:
    """A game in which no seat is taken.

    Raises: ValueError where a limit makes no sense, or the position is none of the game.

    >>> from lazytree.games import nim
    >>> match(nim()).since is None
    True
    """
    limits, count = limits or Limits(), len(game.players)
    check_clock(limits.clock)
    check_limits(limits.repetitions, limits.plies)
    return Match(record(game, (), position), limits, (0.0,) * count, (0,) * count)


def start_match(here: Match, now: float, random: Random) -> Match:
    """The match once all seats are taken; where chance moves first, it has."""
    return _settled(here._replace(since=now), random)


def _settled(here: Match, random: Random) -> Match:
    """The match after the moves of chance, and ended where it has."""
    while True:
        game, so_far = here.game, here.record
        ended = ending(game, so_far.positions, here.limits.repetitions, here.limits.plies)
        if ended is not None or here.mover != CHANCE:
            return here._replace(ended=ended)
        move = sample_move(game, so_far.position, moves_of(game, so_far.position), random)
        here = here._replace(record=so_far.play(move))


def seconds_left(here: Match, now: float) -> float:
    """The seconds, a margin included, in which the player to move must do so."""
    clock, player = here.limits.clock, here.mover
    if here.since is None or here.ended is not None:
        return inf
    if clock.movetime is not None:
        allowed = clock.movetime
    else:
        made = sum(here.game.mover(position) == player for position in here.record.positions[:-1])
        allowed = (clock.seconds or 0.0) + clock.increment * made - here.used[player]
    return allowed + clock.margin - (now - here.since)


def lose_on_time(here: Match) -> Match:
    """The match that the player to move has lost because the time is up."""
    return lose_seat(here, here.mover, "its time is up")


def lose_seat(here: Match, player: int, reason: str) -> Match:
    """The match that a player has lost for this reason, unless it has ended before, or has not begun."""
    if here.ended is not None or here.since is None:
        return here
    return here._replace(ended=forfeit(here.game, player, reason))


def handle_line(here: Match, player: int, line: str, now: float, random: Random) -> LineAnswer:
    """What a line of a player makes of the match, and the answer. Chance moves are drawn with `random`.

    A line that is wrong is answered by `error: ...`; the tenth of them loses.

    >>> from lazytree.games import nim
    >>> here = start_match(match(nim(heaps=(1, 1))), 0.0, Random(1))
    >>> handle_line(here, 0, "moves", 1.0, Random(1)).answer, handle_line(here, 0, "move a-1", 1.0, Random(1)).answer
    ('a-1 b-1', 'ok')
    >>> handle_line(here, 1, "move a-1", 1.0, Random(1)).answer
    'error: it is not your turn'
    """
    word, _, rest = line.strip().partition(" ")
    try:
        obey = OBEYED.get(word.lower())
        if obey is None and _prepares(here.game, line):
            return _prepared(here, player, line.strip())
        if obey is None:
            raise ValueError(f"there is no such command; there are: {', '.join(COMMANDS)}")
        return obey(here, player, rest.strip(), now, random)
    except ValueError as error:
        return _refused(here, player, str(error))


def is_match_command(game: Game[Any, Any], line: str) -> bool:
    """Whether a line is a command at all: the first line of a connection must be one.

    >>> from lazytree.games import nim
    >>> is_match_command(nim(), "whosMove"), is_match_command(nim(), "GET / HTTP/1.1")
    (True, False)
    """
    return line.strip().partition(" ")[0].lower() in OBEYED or _prepares(game, line)


def _prepares(game: Game[Any, Any], line: str) -> bool:
    """Whether a line is a command of the game's own, which prepares a move."""
    return game.commands is not None and game.commands.is_command(line.strip())


def _number(game: Game[Any, Any], player: int) -> int:
    """The number by which programs know a player: its place, unless the game has other numbers."""
    return player if game.commands is None else game.commands.numbers[player]


def _refused(here: Match, player: int, why: str) -> LineAnswer:
    told = "".join(letter if letter.isprintable() else " " for letter in why)
    answer = f"error: {' '.join(told.split())[:LONGEST_ANSWER]}"
    if here.since is None or here.ended is not None:
        return LineAnswer(here, answer)
    wrong = tuple(count + (number == player) for number, count in enumerate(here.wrong))
    after = here._replace(wrong=wrong)
    if wrong[player] == WRONG:
        after = lose_seat(after, player, f"{WRONG} of its lines were wrong")
    return LineAnswer(after, answer)


def _to_move(here: Match, player: int) -> None:
    """Raises ValueError unless this player may move now."""
    if here.ended is not None:
        raise ValueError(f"the game is over: {format_ending(here.game, here.ended)}")
    if here.since is None:
        raise ValueError("a seat is still empty: say wait, and you are told when it is your turn")
    if here.mover != player:
        raise ValueError("it is not your turn")


def _prepared(here: Match, player: int, line: str) -> LineAnswer:
    _to_move(here, player)
    assert here.game.commands is not None  # as `_prepares` says
    text = here.game.commands.prepared_move(here.held, line)
    here.game.parse(here.record.position, text)
    return LineAnswer(here._replace(held=text), "ok")


def _done(here: Match, player: int, rest: str, now: float, random: Random) -> LineAnswer:
    if not here.held:
        _to_move(here, player)
        raise ValueError("no move is prepared")
    return _moved(here, player, here.held, now, random)


def _moved(here: Match, player: int, text: str, now: float, random: Random) -> LineAnswer:
    _to_move(here, player)
    assert here.since is not None  # None only while it is no player's turn
    move = read_move(here.game, here.record.position, "".join(text.split()))
    took = now - here.since
    used = tuple(seconds + took * (number == player) for number, seconds in enumerate(here.used))
    after = here._replace(record=here.record.play(move), used=used, since=now, held="")
    return LineAnswer(_settled(after, random), "ok")


def _wait(here: Match, player: int, rest: str, now: float, random: Random) -> LineAnswer:
    if here.ended is not None:
        return LineAnswer(here, f"over {result_for(here, player)} ({format_ending(here.game, here.ended)})")
    return LineAnswer(here, "your move" if here.since is not None and here.mover == player else None)


def result_for(here: Match, player: int) -> str:
    """How the match has ended for a player: `won`, `lost` or `drawn`; `none` if it goes on."""
    if here.ended is None:
        return "none"
    payoffs = here.ended.payoffs
    if payoffs[player] < max(payoffs):
        return "lost"
    return "won" if payoffs.count(payoffs[player]) == 1 else "drawn"


def _resign(here: Match, player: int, rest: str, now: float, random: Random) -> LineAnswer:
    _to_move(here, player)
    return LineAnswer(here._replace(ended=resignation(here.game, player)), "ok")


def _whose(here: Match) -> str:
    return "-1" if here.ended is not None or here.mover == CHANCE else str(_number(here.game, here.mover))


def _board(here: Match) -> str:
    try:
        return one_line(here.game, here.record.position)
    except ValueError:  # a game that reads no positions
        return join_rows(here.game.show(here.record.position))


def _legal(here: Match) -> str:
    game, position = here.game, here.record.position
    return "" if here.ended is not None else " ".join(move_word(game, position, move) for move in game.moves(position))


def _telling(tell: Callable[[Match, int], str]) -> Callable[[Match, int, str, float, Random], LineAnswer]:
    """A command that only answers."""
    return lambda here, player, rest, now, random: LineAnswer(here, tell(here, player))


OBEYED: Mapping[str, Callable[[Match, int, str, float, Random], LineAnswer]] = {
    "id": _telling(lambda here, player: str(_number(here.game, player))),
    "whosmove": _telling(lambda here, player: _whose(here)),
    "board": _telling(lambda here, player: _board(here)),
    "moves": _telling(lambda here, player: _legal(here)),
    "record": _telling(lambda here, player: save_record(here.record)),
    "result": _telling(result_for),
    "wait": _wait,
    "move": _moved,
    "done": _done,
    "resign": _resign,
}
"""What each command does, by its name in small letters."""

COMMANDS = ["whosMove" if name == "whosmove" else name for name in OBEYED]
"""The names of the commands as they are documented."""
