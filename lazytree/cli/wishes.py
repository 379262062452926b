"""What a person at the table may say instead of a move, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from lazytree.core.game import CHANCE, Game, M, P
from lazytree.core.values import seen_by
from lazytree.games import GAMES
from lazytree.playing.ending import Ending, agreed, resigned
from lazytree.playing.looking import deepen
from lazytree.playing.people import human
from lazytree.playing.records import Record, load_record, save_record
from lazytree.searching.deepening import Answer, within
from lazytree.show.places import names_in_place

from .texts import in_plies, told_worth

WISHES = {
    "undo": "take back your last move, and what came after it",
    "redo": "play again what was taken back",
    "hint": "a good move, after a second of thought",
    "moves": "list the legal moves, as ? does",
    "cells": "draw the board with the names of its cells",
    "save FILE": "write the game so far to a file",
    "load FILE": "go on with a game from a file",
    "draw": "offer a draw",
    "resign": "give up",
    "quit": "leave the game",
    "help": "list these words",
}
WORDS = {text.split()[0] for text in WISHES}


class Wish(Exception):  # noqa: N818 - what a person wants, and no error
    """Raised where a person says one of these words in place of a move."""

    def __init__(self, word: str, rest: str) -> None:
        super().__init__(word)
        self.word, self.rest = word, rest


class Turn(NamedTuple):
    """What a wish leads to: the record to go on with, and how the game ended by it, if it did."""

    so_far: Record[Any, Any]
    ended: Ending | None = None
    quits: bool = False


def person(game: Game[P, M], ask: Callable[[str], str], tell: Callable[[str], object]) -> Callable[[P], M]:
    """The bot that asks a person. Raises Wish, from a turn, where they say one of the words in place of a move."""

    def bot(position: P) -> M:
        return human(game, lambda prompt: _heard(game, position, ask(prompt)), tell)(position)

    return bot


def _heard(game: Game[P, M], position: P, line: str) -> str:
    """The line, if it is no wish; a text that the game reads as a move is none."""
    word, _, rest = line.strip().partition(" ")
    if word.lower() not in WORDS or any(game.format(position, move) == line.strip() for move in game.moves(position)):
        return line
    if word.lower() == "moves":
        return "?"
    raise Wish(word.lower(), rest.strip())


def granted(
    wish: Wish, so_far: Record[P, M], people: Collection[int], ask: Callable[[str], str], tell: Callable[[str], object]
) -> Turn:
    """What comes of a wish of the player to move; `people` are the players who are asked at this terminal.

    Raises ValueError, which says why, for a wish that cannot be granted.
    """
    game, player = so_far.game, so_far.game.mover(so_far.position)
    if wish.word == "help":
        wide = max(map(len, WISHES))
        tell("\n".join(f"  {word:<{wide}}  {about}" for word, about in WISHES.items()))
    elif wish.word == "undo":
        return Turn(back(so_far, people))
    elif wish.word == "redo":
        return Turn(on(so_far, people))
    elif wish.word == "cells":
        tell(names_in_place(game.layout) if game.layout else f"{game.name} has no board to draw")
    elif wish.word == "hint":
        tell(told_opinion(so_far, opinion(so_far)))
    elif wish.word == "save":
        tell(saved(so_far, wish.rest))
    elif wish.word == "load":
        found = loaded(so_far.game, wish.rest)
        return Turn(found, found.ended)
    elif wish.word == "draw":
        if all(agrees(so_far, other, people, ask) for other in range(len(game.players)) if other != player):
            return Turn(so_far, agreed(game))
        tell("the offer is declined")
    elif wish.word == "resign":
        return Turn(so_far, resigned(game, player))
    return Turn(so_far, quits=wish.word == "quit")


def back(so_far: Record[P, M], people: Collection[int]) -> Record[P, M]:
    """The record before the last move of one of these people. Raises ValueError where they have made none."""
    steps = list(_steps(so_far.undo(), lambda it: it.moves, Record.undo))
    return next((it for it in steps if it.game.mover(it.position) in people), steps[-1])


def on(so_far: Record[P, M], people: Collection[int]) -> Record[P, M]:
    """The record with undone moves played again, up to the next turn of one of these people."""
    steps = list(_steps(so_far.redo(), lambda it: it.undone, Record.redo))
    return next((it for it in steps if it.game.mover(it.position) in people), steps[-1])


def _steps(
    begun: Record[P, M], left: Callable[[Record[P, M]], object], step: Callable[[Record[P, M]], Record[P, M]]
) -> Iterator[Record[P, M]]:
    yield begun
    while left(begun):
        begun = step(begun)
        yield begun


def opinion(so_far: Record[P, M], seconds: float = 1.0) -> Answer[M]:
    """What a search of about so many seconds says of the current position."""
    *_, answer = within(seconds)(deepen(so_far.game, so_far.position))
    return answer


def told_opinion(so_far: Record[P, M], answer: Answer[M]) -> str:
    """An opinion as text: the best move, its value, how deep that was seen, and what it cost."""
    game = so_far.game
    best = game.format(so_far.position, answer.best)
    seen = f"{answer.seen:,} positions in {answer.seconds:.2f} s, {answer.lane}"
    return f"{best} ({told_worth(game, answer.value)}, {in_plies(answer.depth)} deep; {seen})"


def agrees(so_far: Record[P, M], player: int, people: Collection[int], ask: Callable[[str], str]) -> bool:
    """Whether this player takes a draw: a person says so, an engine where it does not think that it stands better."""
    game = so_far.game
    if player in people:
        return ask(f"{game.players[player]}, do you agree to a draw? (yes, no) ").strip().lower() in ("yes", "y")
    if game.mover(so_far.position) == CHANCE or len(game.players) > 2:
        return False
    return bool(seen_by(player, opinion(so_far).value) <= 0)


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


def loaded(game: Game[P, M], name: str) -> Record[P, M]:
    """The record in a file, of this game. Raises ValueError where there is none, or where it is another game's."""
    if not name:
        raise ValueError("load it from where? write a file, as in: load game.json")
    found = load_record(read_record(name), {**GAMES, game.name: lambda **parameters: _again(game, parameters)})
    if (found.game.name, dict(found.game.parameters)) != (game.name, dict(game.parameters)):
        raise ValueError(f"{name} is a game of {found.game.name} with {dict(found.game.parameters)}, another game")
    return Record(game, found.positions, found.moves, ended=found.ended)


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


def _again(game: Game[P, M], parameters: dict[str, object]) -> Game[P, M]:
    """This game, if a record asks for one with these parameters."""
    if parameters != dict(game.parameters):
        raise ValueError(f"the record is of {game.name} with {parameters}, not with {dict(game.parameters)}")
    return game
