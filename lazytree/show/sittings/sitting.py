"""A game that is being played at a board, as a value: what has been played, whose turn it is, how it has ended."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from pyrsistent import PMap, pmap

from lazytree.core.game import CHANCE, Game
from lazytree.core.game import drawn as drawn_move
from lazytree.core.stats import Stats
from lazytree.playing.ending import Ending, ending
from lazytree.playing.records import Record
from lazytree.trees.growing import grow
from lazytree.trees.ratings import rated

from . import exploration
from .course import Course, begun, line_to, moved_to, played, redone, undone
from .exploration import Exploration
from .keeping import head_of
from .valued import MoveValue

NOBODY, OPPONENT, HINT, VALUES, DRAW = "", "opponent", "hint", "values", "draw"
"""What is being thought about: nothing, the opponent's move, a hint, the values of all moves, an offer of a draw."""


class Sitting(NamedTuple):
    """A game at a board. `people` are the players who move by clicks; all others are played by the opponent."""

    game: Game[Any, Any]
    people: frozenset[int]
    course: Course
    thinking: str = NOBODY
    hint: Any = None  # a move that was advised here, or None
    said: str = ""  # what went wrong
    names: tuple[str, ...] = ()  # who plays each side, in words; none: "a person" or "the computer"
    repetitions: int | None = None  # the same position so many times is a draw; None: never
    plies: int | None = None  # so many are a draw; None: never
    endings: PMap[int, Ending] = pmap()  # by resignation and agreement, by the numbers of places
    offer: int | None = None  # the player who offers a draw
    valuing: bool = False  # whether the values of all moves are wanted
    values: tuple[MoveValue, ...] | None = None  # what is known of them here, the best for the mover first
    tree: Exploration | None = None  # of the position, if somebody looks at it
    head: Mapping[str, Any] | None = None  # what a saved record says before its moves; None: it cannot be saved

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.course.here.position

    @property
    def record(self) -> Record[Any, Any]:
        """The moves that led to the position on the board."""
        line = [self.course.places[number] for number in line_to(self.course, self.course.at)]
        positions, moves = tuple(place.position for place in line), tuple(place.move for place in line[1:])
        return Record(self.game, positions, moves, ended=self.endings.get(self.course.at))


def sitting(game: Game[Any, Any], position: Any, people: frozenset[int], random: Random) -> Sitting:
    """A game that begins at a position; where chance moves first, it has."""
    return _with_chance(Sitting(game, people, begun(position), head=head_of(game, position)), random)


def anew(here: Sitting, random: Random) -> Sitting:
    """The sitting in which the game begins again, with the same seats."""
    begin = here._replace(course=begun(here.course.places[0].position), endings=pmap(), tree=None)
    return _with_chance(_at(begin, begin.course), random)


def ended(here: Sitting) -> Ending | None:
    """How the game has ended in the position on the board; None if it goes on."""
    return here.endings.get(here.course.at) or ending(
        here.game,
        here.record.positions if here.repetitions or here.plies else [here.position],
        here.repetitions,
        here.plies,
    )


def turn_of(here: Sitting, yours: frozenset[int] | None = None) -> str:
    """Whose turn it is: "person", "other" (a person who is not one of `yours`), "opponent", or "over"."""
    if ended(here) is not None:
        return "over"
    mover = here.game.mover(here.position)
    if mover not in here.people:
        return "opponent"
    return "person" if yours is None or mover in yours else "other"


def after(here: Sitting, move: Any, random: Random) -> Sitting:
    """The sitting after a legal move; where chance moves then, it has, too."""
    course = played(here.course, move, here.game.play(here.position, move))
    return _with_chance(here._replace(course=course), random)


def _with_chance(here: Sitting, random: Random) -> Sitting:
    game, course = here.game, here.course
    while game.mover(course.here.position) == CHANCE and (moves := list(game.moves(course.here.position))):
        move = drawn_move(game, course.here.position, moves, random)
        course = played(course, move, game.play(course.here.position, move))
    return _at(here, course)


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
    """The sitting at a place, about which nobody has thought yet; the tree that is shown is that of its position."""
    moved = here._replace(course=course, hint=None, said="", thinking=NOBODY, offer=None, values=None)
    return moved if here.tree is None else looking(moved._replace(tree=None))


def with_record(here: Sitting, so_far: Record[Any, Any]) -> Sitting:
    """The sitting with the course of a record of its game, at the end of it, and as people have ended it there."""
    course = begun(so_far.positions[0])
    for move, position in zip(so_far.moves, so_far.positions[1:]):
        course = played(course, move, position)
    endings = pmap({} if so_far.ended is None else {course.at: so_far.ended})
    return _at(here._replace(endings=endings, head=head_of(here.game, so_far.positions[0])), course)


def swapped(here: Sitting) -> Sitting:
    """The sitting in which people and the opponent have changed sides; with more players everybody moves on by one."""
    count = len(here.game.players)
    people = frozenset((player + 1) % count for player in here.people)
    names = here.names[-1:] + here.names[:-1]
    return _at(here._replace(people=people, names=names), here.course)


# ---- the tree of the position


def looking(here: Sitting) -> Sitting:
    """The sitting in which somebody looks at the tree of the position: at its first ply. It has grown nothing else."""
    stats = Stats()
    tree = rated(here.game, None, stats)(grow(here.game, stats)(here.position))
    return here._replace(tree=exploration.unfold(exploration.begun(tree, stats, own=True), "/"))


def not_looking(here: Sitting) -> Sitting:
    """The sitting in which nobody looks at the tree."""
    return here._replace(tree=None)


def unfolded(here: Sitting, id: str) -> Sitting:
    """The sitting in which one node more of the tree is unfolded; a node that is unfolded is looked at."""
    return here if here.tree is None else here._replace(tree=exploration.unfold(here.tree, id))


def folded(here: Sitting, id: str) -> Sitting:
    """The sitting in which the branches of a node are no longer drawn."""
    return here if here.tree is None else here._replace(tree=exploration.fold(here.tree, id))


def looked_at(here: Sitting, id: str) -> Sitting:
    """The sitting that looks at another node of the tree; nothing is unfolded."""
    return here if here.tree is None else here._replace(tree=exploration.chosen(here.tree, id))
