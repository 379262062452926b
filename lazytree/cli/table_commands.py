"""What a person at the command line's table may say instead of a move, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from lazytree.core.game import Game, M, P
from lazytree.playing.human_player import human
from lazytree.playing.records import Record, save_record
from lazytree.questions.depth_search import deepen
from lazytree.searching.deepening import Answer, within
from lazytree.session.actions import BY_NAME
from lazytree.session.jobs import DRAW, takes_a_draw, wanted_job, with_answer
from lazytree.session.reducer import reduce
from lazytree.session.session import Session, permissions_of_all, player_to_move
from lazytree.show.places import names_in_place

from .texts import format_result_value, in_plies

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


def person(game: Game[P, M], ask: Callable[[str], str], tell: Callable[[str], object]) -> Callable[[P], M]:
    """The bot that asks a person. Raises TableCommand, from a turn, where they say one of the words for a move."""

    def bot(position: P) -> M:
        return human(game, lambda prompt: _heard(game, position, ask(prompt)), tell)(position)

    return bot


def _heard(game: Game[P, M], position: P, line: str) -> str:
    """The line, if it is no command; a text that the game reads as a move is none."""
    word, _, rest = line.strip().partition(" ")
    if word.lower() not in WORDS or any(game.format(position, move) == line.strip() for move in game.moves(position)):
        return line
    if word.lower() == "moves":
        return "?"
    raise TableCommand(word.lower(), rest.strip())


def run_command(
    command: TableCommand, session: Session, ask: Callable[[str], str], tell: Callable[[str], object], random: Random
) -> Session:
    """The session after a command of the player to move.

    Raises: Refused and ValueError, which say why, for a command that cannot be done.
    """
    game, word = session.game, command.word
    if word == "help":
        wide = max(map(len, COMMANDS))
        tell("\n".join(f"  {name:<{wide}}  {about}" for name, about in COMMANDS.items()))
    elif word == "cells":
        tell(names_in_place(game.layout) if game.layout else f"{game.name} has no board to draw")
    elif word == "hint":
        tell(told_opinion(session.record, opinion(session.record)))
    elif word == "save":
        tell(saved(session.record, command.rest))
    elif word == "load":
        if not command.rest:
            raise ValueError("load it from where? write a file, as in: load game.json")
        return _done(session, "open", random, text=read_record(command.rest))
    elif word == "draw":
        return _offer_draw(session, ask, tell, random)
    elif word != "quit":
        return _done(session, word, random)
    return session


def _done(session: Session, action: str, random: Random, **asked: str) -> Session:
    return reduce(session, {"action": action, **asked}, permissions_of_all(session), random)


def _offer_draw(session: Session, ask: Callable[[str], str], tell: Callable[[str], object], random: Random) -> Session:
    """The session after an offer of a draw, and its answer: of the other person, or of an engine."""
    offered, mover = _done(session, "draw", random), player_to_move(session)
    job = wanted_job(offered)
    if job is not None and job.kind == DRAW:
        answered = with_answer(offered, job, takes_a_draw(session.game, session.position, 1 - (mover or 0)), "", random)
    else:
        agrees = ask(f"{session.game.players[1 - (mover or 0)]}, do you agree to a draw? (yes, no) ")
        yes = agrees.strip().lower() in ("yes", "y")
        answered = _done(offered, "accept" if yes else "decline", random)
    if answered.said:
        tell(answered.said)
    return answered


def opinion(so_far: Record[P, M], seconds: float = 1.0) -> Answer[M]:
    """What a search of about `seconds` says of the current position."""
    *_, answer = within(seconds)(deepen(so_far.game, so_far.position))
    return answer


def told_opinion(so_far: Record[P, M], answer: Answer[M]) -> str:
    """An opinion as text: the best move, its value, how deep that was seen, and what it cost."""
    game = so_far.game
    best = game.format(so_far.position, answer.best)
    seen = f"{answer.nodes:,} positions in {answer.seconds:.2f} s, {answer.lane}"
    return f"{best} ({format_result_value(game, answer.value)}, {in_plies(answer.depth)} deep; {seen})"


def saved(so_far: Record[P, M], name: str) -> str:
    """A line that says that the record is in a new file now. Raises ValueError where it cannot be."""
    if not name:
        raise ValueError("save it where? write a file, as in: save game.json")
    try:
        with Path(name).open("x", encoding="utf-8") as file:
            file.write(save_record(so_far) + "\n")
    except FileExistsError:
        raise ValueError(f"there is a file {name} already: choose another name") from None
    except OSError as error:
        raise ValueError(f"{name} cannot be written: {error.strerror}") from None
    return f"saved to {name}"


def read_record(name: str) -> str:
    """The text of a file with a record. Raises ValueError where it cannot be read, or holds no record at all."""
    text = read_file(name)
    if not text.lstrip().startswith("{"):
        raise ValueError(f"{name} holds no saved game: name a file that `save` has written")
    return text


def read_file(name: str) -> str:
    """The text of a file. Raises ValueError where it cannot be read."""
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise ValueError(f"{name} cannot be read: {reason}") from None
