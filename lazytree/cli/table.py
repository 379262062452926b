"""The commands of the table: games played, shown and replayed at the terminal by people and bots."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import fields, replace
from functools import partial
from importlib import import_module
from inspect import signature
from pathlib import Path
from random import Random
from shutil import get_terminal_size
from typing import Any, NamedTuple

from lazytree.core.estimates import format_duration
from lazytree.core.extras import how_to_install
from lazytree.core.files import write_new
from lazytree.core.game import CHANCE, Game, M, P, is_over, legal_move, position_or_start
from lazytree.core.layout import colours_for
from lazytree.core.progress import print_over_last_line
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, interruptible, never
from lazytree.core.values import SURE, seen_by
from lazytree.hosts.widgets.playing import host_session, stoppable
from lazytree.naming.loading import factory_named
from lazytree.naming.words import bot_named, game_named
from lazytree.playing.bots import BOTS
from lazytree.playing.ending import ending, format_ending, resignation
from lazytree.playing.human_player import human
from lazytree.playing.records import Record, load_record, save_record
from lazytree.questions.depth_search import deepen
from lazytree.searching.choosing import Bot
from lazytree.searching.deepening import Answer, Progress, within
from lazytree.session import session as sessions
from lazytree.session.actions import BY_NAME
from lazytree.session.jobs import DRAW, Tell, takes_a_draw, wanted_job, with_answer
from lazytree.session.reducer import reduce
from lazytree.session.refusals import Refused
from lazytree.session.session import Seat, Session
from lazytree.session.variations import go_to, line_to
from lazytree.session.words import line_text
from lazytree.show.places import names_in_place, shows_its_names
from lazytree.show.text_boards import with_text_board
from lazytree.solving.looking_up import by_table

from .commands import cost, format_result_value, in_plies, position_asked, tell_beside
from .options import SEATS

PERSON, BY_LOT = "human", "random"


def seats(game: Game[Any, Any], wanted: Sequence[str | None], coin: Random | None = None) -> list[str]:
    """The bot of each player by name: those wanted, by default "human" for the first player and "think" for others.

    If one of them is "random", it is filled as by default, and then the coin says who plays which side.

    Raises: ValueError if a bot is wanted for a seat that the game does not have.
    """
    count = len(game.players)
    for seat, text in zip(SEATS[count:], wanted[count:]):
        if text is not None:
            raise ValueError(f"{game.name} has {count} players, {', '.join(game.players)}: there is no --{seat}")
    by_lot = BY_LOT in wanted
    named = [None if text == BY_LOT else text for text in wanted]
    names = [text or (PERSON if seat == "first" else "think") for seat, text in zip(SEATS, named)]
    names = [*names, *["think"] * (count - len(SEATS))][:count]
    return (coin or Random()).sample(names, count) if by_lot else names


def make_seat(game: Game[Any, Any], name: str, hasty: bool) -> Bot[Any, Any]:
    """The bot of that name, which also shows its progress and prints the cost of each move.

    If `hasty`, Ctrl-C makes a bot that can be stopped move immediately, with the best move found so far.
    """
    stats, terminal, now = Stats(), sys.stderr.isatty(), dict[str, Any]()
    can_stop = hasty and "stop" in signature(BOTS.get(name.partition(":")[0].strip(), human)).parameters

    def show(progress: Progress[Any]) -> None:
        wide = get_terminal_size().columns - 1  # a line that wraps could not be overwritten
        print_over_last_line(f"  {format_progress(game, now['position'], progress)}"[:wide])

    outside = {"stop": lambda: now["stop"](), "progress": show if terminal else None}
    bot = bot_named(game, name, ask=ask, tell=print, stats=stats, **outside)

    def telling(position: Any) -> Any:
        before = replace(stats)
        with interruptible() if can_stop else nullcontext(never) as stop:
            now.update(position=position, stop=stop)
            move = bot(position)
        if terminal:
            print_over_last_line("")
        if stats.nodes > before.nodes:
            tell_beside(f"  ({cost(since(before, stats))})")
        return move

    return telling


def format_progress(game: Game[Any, Any], position: Any, progress: Progress[Any]) -> str:
    """The progress of a search in one line: its depth, the best line so far with its value, how much was seen.

    >>> from lazytree.games import tic_tac_toe
    >>> format_progress(tic_tac_toe(), tic_tac_toe().start, Progress(3, 4, (4, 0), 120, 900.0, None, 1))
    '3 plies deep, best b2 a3 (value 1), 120 positions, 900 a second'
    """
    value = "" if progress.value is None else f" ({format_result_value(game, progress.value)})"
    best = "" if progress.best is None else f", best {line_text(game, position, progress.line)}{value}"
    rate = f"{progress.nodes:,} positions, {progress.per_second:,.0f} a second"
    needs = "" if progress.needs is None else f", this depth takes {format_duration(progress.needs)}"
    return f"{in_plies(progress.depth)} deep{best}, {rate}{needs}"


def since(before: Stats, after: Stats) -> Stats:
    """The difference of two `Stats`, count by count."""
    counts = [field.name for field in fields(Stats) if field.compare]
    return Stats(**{name: getattr(after, name) - getattr(before, name) for name in counts})


def ask(prompt: str) -> str:
    """An answer from the terminal, where a line can be edited. Raises EOFError at the end of the input."""
    with suppress(ImportError):
        import readline  # noqa: F401 - gives `input` its history and its keys
    try:
        return input(prompt)
    except RuntimeError as error:  # there is no terminal, not even an empty one
        raise EOFError from error


COMMANDS = {
    **{name: BY_NAME[name].help for name in ("undo", "redo", "hint")},
    "moves": "List the legal moves, as ? does",
    "cells": "Draw the board with the names of its cells",
    "save FILE": BY_NAME["save"].help,
    "load FILE": BY_NAME["open"].help,
    **{name: BY_NAME[name].help for name in ("draw", "resign")},
    "quit": "Leave the game",
    "help": "List these words",
}
WORDS = {text.split()[0] for text in COMMANDS}


class TableCommand(Exception):  # noqa: N818 - what a person wants, and no error
    """Raised where a person says one of these words in place of a move."""

    def __init__(self, word: str, rest: str) -> None:
        super().__init__(word)
        self.word, self.rest = word, rest


def person(game: Game[P, M]) -> Callable[[P], M]:
    """The bot that asks a person. Raises TableCommand, from a turn, where they say one of the words for a move."""
    return lambda position: human(game, lambda prompt: _heard(game, position, ask(prompt)), print)(position)


def _heard(game: Game[P, M], position: P, line: str) -> str:
    """The line, if it is no command; a text that the game reads as a move is none."""
    word, _, rest = line.strip().partition(" ")
    if word.lower() not in WORDS or any(game.format(position, move) == line.strip() for move in game.moves(position)):
        return line
    if word.lower() == "moves":
        return "?"
    raise TableCommand(word.lower(), rest.strip())


def run_command(command: TableCommand, session: Session, random: Random) -> Session:
    """The session after a command of the player to move.

    Raises: Refused and ValueError, which say why, for a command that cannot be done.
    """
    game, word = session.game, command.word
    if word == "help":
        wide = max(map(len, COMMANDS))
        print("\n".join(f"  {name:<{wide}}  {about}" for name, about in COMMANDS.items()))
    elif word == "cells":
        print(names_in_place(game.layout) if game.layout else f"{game.name} has no board to draw")
    elif word == "hint":
        print(opinion_text(session.record))
    elif word == "save":
        print(saved(session.record, command.rest))
    elif word == "load":
        if not command.rest:
            raise ValueError("load it from where? write a file, as in: load game.json")
        return _done(session, "open", random, text=read_record(command.rest))
    elif word == "draw":
        return _offer_draw(session, random)
    elif word != "quit":
        return _done(session, word, random)
    return session


def _done(session: Session, action: str, random: Random, **asked: str) -> Session:
    return reduce(session, {"action": action, **asked}, sessions.permissions_of_all(session), random)


def _offer_draw(session: Session, random: Random) -> Session:
    """The session after an offer of a draw, and its answer: of the other person, or of an engine."""
    offered, mover = _done(session, "draw", random), sessions.player_to_move(session)
    job = wanted_job(offered)
    if job is not None and job.kind == DRAW:
        answered = with_answer(offered, job, takes_a_draw(session.game, session.position, 1 - (mover or 0)), "", random)
    else:
        agrees = ask(f"{session.game.players[1 - (mover or 0)]}, do you agree to a draw? (yes, no) ")
        yes = agrees.strip().lower() in ("yes", "y")
        answered = _done(offered, "accept" if yes else "decline", random)
    if answered.said:
        print(answered.said)
    return answered


def opinion(so_far: Record[P, M], seconds: float) -> Answer[M]:
    """What a search of about `seconds` says of the current position."""
    *_, answer = within(seconds)(deepen(so_far.game, so_far.position))
    return answer


def opinion_text(so_far: Record[P, M]) -> str:
    """What a second of search says: the best move, its value, how deep that was seen, and what it cost."""
    game, answer = so_far.game, opinion(so_far, seconds=1.0)
    best = game.format(so_far.position, answer.best)
    seen = f"{answer.nodes:,} positions in {answer.seconds:.2f} s, {answer.lane}"
    return f"{best} ({format_result_value(game, answer.value)}, {in_plies(answer.depth)} deep; {seen})"


def saved(so_far: Record[P, M], name: str) -> str:
    """A line that says that the record is in a new file now. Raises ValueError where it cannot be."""
    if not name:
        raise ValueError("save it where? write a file, as in: save game.json")
    write_new(Path(name), save_record(so_far) + "\n")
    return f"saved to {name}"


def read_record(name: str) -> str:
    """The text of a file with a record. Raises ValueError where it cannot be read, or holds no record at all."""
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise ValueError(f"{name} cannot be read: {reason}") from None
    if not text.lstrip().startswith("{"):
        raise ValueError(f"{name} holds no saved game: name a file that `save` has written")
    return text


class TableOptions(NamedTuple):
    """How a game is played at the table."""

    seed: int = 1  # of the chance moves
    repetitions: int | None = None  # a position that has occurred this number of times is a draw; None: never
    plies: int | None = None  # after this number of plies the game is drawn; None: never
    evaluate: bool = False  # say after each move what a second of search thinks of it
    resign: bool = False  # engines give up where they are lost for sure


def play(asked: Namespace) -> Iterator[str]:
    """The lines of a game at the terminal; each seat is taken by a bot or a person."""
    game = game_named(asked.game, asked.parameters)
    position = position_asked(game, asked)
    wanted = [getattr(asked, seat) for seat in SEATS]
    names = seats(game, wanted)
    people = frozenset(player for player, name in enumerate(names) if name == PERSON)
    if asked.json and people:
        raise ValueError("--json is for games between bots: name one for each seat, as in --first think:depth=3")
    if asked.resign and len(game.players) > 2:
        raise ValueError("--resign is for games of two players")
    looking = partial(by_table, game, asked.table)
    bots = [person(game) if name == PERSON else looking(make_seat(game, name, bool(people))) for name in names]
    manner = TableOptions(asked.seed, asked.repetitions or None, asked.plies or None, asked.evaluate, asked.resign)
    course = play_on_terminal(game, bots, position, people, manner)
    if asked.json:
        *_, last = with_result(course)
        yield json.dumps(in_json(last))
        return
    if BY_LOT in wanted:
        yield ", ".join(f"{player} is {name}" for player, name in zip(game.players, names))
    if people and game.layout is not None and not shows_its_names(game):
        yield f"the cells are:\n{names_in_place(game.layout)}\n"
    yield from course


def with_result(course: Generator[Any, None, Any]) -> Iterator[Any]:
    """What a generator yields, and at the end what it returns."""
    yield (yield from course)


def in_json(last: Session) -> dict[str, Any]:
    """A finished game as JSON: its record, the payoffs, and why it ended where not the rules did it."""
    how = sessions.has_ended(last)
    assert how is not None
    saved: dict[str, Any] = json.loads(save_record(last.record))
    return saved | {"payoffs": how.payoffs} | ({"ended": how.reason} if how.reason else {})


def play_on_terminal(
    game: Game[Any, Any],
    bots: Sequence[Bot[Any, Any]],
    position: Any = None,
    people: frozenset[int] = frozenset(),
    manner: TableOptions | None = None,
) -> Generator[str, None, Session]:
    """The texts of a game as it is played: each position, printed before its move is chosen, each move, the result."""
    manner = manner or TableOptions()
    seats = [Seat() if player in people else Seat("bot") for player in range(len(game.players))]
    first, random = position_or_start(game, position), Random(manner.seed)
    yield game.show(first)
    session = sessions.new_session(game, first, seats, random, manner.repetitions, manner.plies)
    yield from news(session, 0, manner.evaluate)
    while (how := sessions.has_ended(session)) is None:
        mover, before = game.mover(session.position), session
        if manner.resign and mover not in people and is_lost(session.record):
            session = sessions.end_game(session, resignation(game, mover))
            continue
        try:
            move = legal_move(game, session.position, bots[mover](session.position))
            session = sessions.play_move(session, move, random)
            yield from news(session, before.place, manner.evaluate)
        except TableCommand as command:
            try:
                session = run_command(command, session, random)
            except (Refused, ValueError) as error:
                print(error)
            if command.word == "quit":
                yield "the game is left unfinished"
                return session
            if session.variations is not before.variations:
                yield game.show(session.position)
    yield format_ending(game, how)
    return session


def news(session: Session, place: int, evaluate: bool) -> Iterator[str]:
    """The lines of the moves since a place: the last one, and what chance has decided then."""
    game, nodes = session.game, session.variations.nodes
    line = line_to(session.variations, session.place)
    for at in line[line.index(place) + 1 :]:
        here, after = nodes[nodes[at].before].position, nodes[at].position
        yield from ply(game, here, nodes[at].move, after)
        if evaluate and not is_over(game, after) and game.mover(after) != CHANCE:
            so_far = session._replace(variations=go_to(session.variations, at)).record
            yield f"best now: {opinion_text(so_far)}"


def ply(game: Game[Any, Any], here: Any, move: Any, after: Any) -> Iterator[str]:
    """The lines of a move: who makes it, and the position after it."""
    yield f"{mover_name(game, here)}: {game.format(here, move)}\n"
    yield game.show(after)


def mover_name(game: Game[Any, Any], position: Any) -> str:
    """Who is to move, as a name."""
    return "chance" if (mover := game.mover(position)) == CHANCE else game.players[mover]


def is_lost(so_far: Record[Any, Any]) -> bool:
    """Whether the player to move has lost for sure, as far as half a second of search sees."""
    mover = so_far.game.mover(so_far.position)
    return bool(seen_by(mover, opinion(so_far, seconds=0.5).value) < -SURE)


def replay(asked: Namespace) -> Iterator[str]:
    """The lines of a saved game: each position and each move."""
    own = {} if asked.game is None else {(made := factory_named(asked.game))().name: made}
    fix = f"name the file of your own game, as in lazytree replay {asked.file} my_game.py"
    so_far = load_record(read_record(asked.file), own or None, fix)
    game = so_far.game
    yield game.show(so_far.positions[0])
    for here, move, after in zip(so_far.positions, so_far.moves, so_far.positions[1:]):
        yield from ply(game, here, move, after)
    if (ended := so_far.ended or ending(game, so_far.positions)) is not None:
        yield format_ending(game, ended)


def board(asked: Namespace) -> Iterator[str]:
    """The line that says how the game stands when the board is left. The board itself fills the terminal.

    Raises: ValueError without a terminal and, naming the extra, without textual.
    """
    game = game_named(asked.game, asked.parameters)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ValueError(f"the board needs a terminal: lazytree play {asked.game} plays line by line")
    host = hosted(game, position_asked(game, asked), [getattr(asked, seat) for seat in SEATS], asked)
    host.run()
    yield host.view["caption"]


def hosted(game: Game[Any, Any], position: Any, wanted: list[str | None], asked: Namespace) -> Any:
    """The application with a game at its beginning. Raises ValueError, which names the extra, without textual."""
    try:
        app = import_module("lazytree.hosts.terminal.app")
    except ImportError as error:
        raise ValueError(f"the board in the terminal needs the extra `tui`: {how_to_install('tui')}") from error
    names, random = seats(game, wanted), Random(asked.seed)
    taken = [Seat(name="a person") if name == PERSON else Seat(name, name=name) for name in names]
    limits = {"repetitions": asked.repetitions or None, "plies": asked.plies or None}
    bots = {name: stoppable(partial(bot_named, game, name)) for name in names if name != PERSON}

    def bot_move(game: Game[Any, Any], name: str, position: Any, stop: Stop, tell: Tell) -> tuple[Any, str]:
        return bots[name](position, stop, tell), ""

    def hosting(module: str, view: Any, asked: Callable[[Any], object], *others: object) -> Any:
        layout = with_text_board(game).layout if view["board"] else None
        seen = layout and replace(layout, colours=colours_for(layout, game.players))
        return app.TerminalApp(seen, view, asked)

    return host_session(sessions.new_session(game, position, taken, random, **limits), bot_move, random, hosting)
