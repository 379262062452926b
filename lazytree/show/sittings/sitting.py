"""A game that is being played at a board, as a value: what has been played, whose turn it is, what a page shows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from lazytree.core.game import CHANCE, Game, is_over
from lazytree.core.game import drawn as drawn_move
from lazytree.playing.announcing import told_turn
from lazytree.playing.records import Record
from lazytree.show.boards import drawn
from lazytree.show.svg import Drawing
from lazytree.show.view import Domino, View, as_data, view_of

from .course import NOWHERE, Course, Place, begun, line_through, line_to, moved_to, played, redone, undone

NOBODY, OPPONENT, HINT = "", "opponent", "hint"
"""What is being thought about: nothing, the opponent's move, or a hint for the person."""


class Sitting(NamedTuple):
    """A game at a board. `people` are the players who move by clicks; all others are played by the opponent."""

    game: Game[Any, Any]
    people: frozenset[int]
    course: Course
    thinking: str = NOBODY
    hint: Any = None  # a move that was advised here, or None
    said: str = ""  # what went wrong

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.course.here.position

    @property
    def record(self) -> Record[Any, Any]:
        """The moves that led to the position on the board."""
        line = [self.course.places[number] for number in line_to(self.course, self.course.at)]
        return Record(self.game, tuple(place.position for place in line), tuple(place.move for place in line[1:]))


def sitting(game: Game[Any, Any], position: Any, people: frozenset[int], random: Random) -> Sitting:
    """A game that begins at a position; where chance moves first, it has."""
    return _with_chance(Sitting(game, people, begun(position)), random)


def turn_of(here: Sitting) -> str:
    """Whose turn it is: "person", "opponent", or "over"."""
    if is_over(here.game, here.position):
        return "over"
    return "person" if here.game.mover(here.position) in here.people else "opponent"


def after(here: Sitting, move: Any, random: Random) -> Sitting:
    """The sitting after a legal move; where chance moves then, it has, too."""
    course = played(here.course, move, here.game.play(here.position, move))
    return _with_chance(here._replace(course=course, hint=None, said="", thinking=NOBODY), random)


def _with_chance(here: Sitting, random: Random) -> Sitting:
    game, course = here.game, here.course
    while game.mover(course.here.position) == CHANCE and (moves := list(game.moves(course.here.position))):
        move = drawn_move(game, course.here.position, moves, random)
        course = played(course, move, game.play(course.here.position, move))
    return here._replace(course=course)


def back(here: Sitting) -> Sitting:
    """The sitting at the last position before this one in which a person moves."""
    return _at(here, undone(here.course, lambda position: here.game.mover(position) in here.people))


def on(here: Sitting) -> Sitting:
    """The sitting at the next position, of those that were seen last, in which a person moves; or at the last one."""
    return _at(here, redone(here.course, lambda position: here.game.mover(position) in here.people))


def to_place(here: Sitting, number: int) -> Sitting:
    """The sitting at a place of its course. Raises ValueError if there is none of this number."""
    return _at(here, moved_to(here.course, number))


def _at(here: Sitting, course: Course) -> Sitting:
    return here._replace(course=course, hint=None, said="", thinking=NOBODY)


# ---- what is shown


def data_of(here: Sitting) -> dict[str, Any]:
    """What a page shows of a sitting; `static/board_widget.mjs` shows it."""
    game, course, turn = here.game, here.course, turn_of(here)
    moves = list(game.moves(here.position)) if turn == "person" else []
    return {
        "at": course.at,
        "board": as_data(picture_of(here)) if has_board(game) else None,
        "text": game.show(here.position),
        "caption": told_turn(game, here.position),
        "moves": [_move(here, move) for move in moves],
        "hint": None if here.hint is None else _move(here, here.hint),
        "turn": turn,
        "opponent": len(here.people) < len(game.players),
        "thinking": here.thinking,
        "said": here.said,
        "line": [_written(here, number) for number in line_through(course)[1:]],
        "tried": [_written(here, number) for number in course.here.after],
        "undo": course.here.before != NOWHERE,
        "redo": course.here.latest != NOWHERE,
    }


def picture_of(here: Sitting) -> View:
    """What a picture of the board shows: the last move, too, and the dominoes that were laid."""
    game, course = here.game, here.course
    last = tuple(game.touched(course.places[course.here.before].position, course.here.move)) if _moved(course) else ()
    return view_of(game, here.position, last=last, dominoes=tuple(_dominoes(here)))


def has_board(game: Game[Any, Any]) -> bool:
    """Whether a game can be drawn."""
    return game.layout is not None


def _moved(course: Course) -> bool:
    return course.here.before != NOWHERE


def _dominoes(here: Sitting) -> Iterator[Domino]:
    game = here.game
    if game.layout is None or game.layout.pieces != "covered":
        return
    for number in line_to(here.course, here.course.at)[1:]:
        place = here.course.places[number]
        before = here.course.places[place.before].position
        yield Domino(game.mover(before), tuple(game.touched(before, place.move)))


def _move(here: Sitting, move: Any) -> dict[str, Any]:
    """A move as the front end knows it: the cells that it touches, and its text."""
    path = [int(cell) for cell in here.game.touched(here.position, move)]
    return {"path": path, "text": here.game.format(here.position, move)}


def _written(here: Sitting, number: int) -> dict[str, Any]:
    """The move that led to a place: its text, who made it, and the number of the place."""
    place: Place = here.course.places[number]
    before = here.course.places[place.before].position
    return {"at": number, "text": here.game.format(before, place.move), "mover": here.game.mover(before)}


def drawing_of(here: Sitting) -> Drawing:
    """The picture that stays behind: the board, or only its text."""
    return drawn(picture_of(here)) if has_board(here.game) else Drawing("", here.game.show(here.position))
