"""The course of a game with all that was tried: a tree of positions, and the place in it. A value; nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from pyrsistent import PVector, pvector

NOWHERE = -1


class Place(NamedTuple):
    """A position in the course of a game, the move that led to it, and where it went on."""

    position: Any
    move: Any = None  # None at the beginning
    before: int = NOWHERE  # the number of the place in which the move was made
    after: tuple[int, ...] = ()  # the numbers of the places after the moves that were made here, in that order
    latest: int = NOWHERE  # of those the one that was seen last: where redo leads


class Course(NamedTuple):
    """All places, by their numbers, and the number of the one that is shown."""

    places: PVector[Place]
    at: int = 0

    @property
    def here(self) -> Place:
        """The place that is shown."""
        return self.places[self.at]


def begun(position: Any) -> Course:
    """The course of a game in which no move has been made.

    >>> begun("a").here.position
    'a'
    """
    return Course(pvector([Place(position)]))


def played(course: Course, move: Hashable, position: Any) -> Course:
    """The course after a move, and the position to which it leads; a move that was made here before is made again.

    >>> course = played(played(begun("a"), 1, "b"), 2, "c")
    >>> [place.position for place in course.places], course.at, played(moved_to(course, 1), 2, "c").at
    (['a', 'b', 'c'], 2, 2)
    """
    for number in course.here.after:
        if course.places[number].move == move:
            return moved_to(course, number)
    number, here = len(course.places), course.here
    grown = course.places.set(course.at, here._replace(after=(*here.after, number)))
    return moved_to(Course(grown.append(Place(position, move, course.at)), course.at), number)


def moved_to(course: Course, number: int) -> Course:
    """The course shown at another place; redo leads from there along what was seen last.

    Raises ValueError if there is no place of this number.
    """
    if not 0 <= number < len(course.places):
        last = len(course.places) - 1
        raise ValueError(f"there is no place {number} in this game: places have the numbers 0 to {last}")
    places, below = course.places, number
    while (before := places[below].before) != NOWHERE:
        places = places.set(before, places[before]._replace(latest=below))
        below = before
    return Course(places, number)


def undone(course: Course, enough: Callable[[Any], bool] = lambda position: True) -> Course:
    """The course one move back, or further back, to the last position that is `enough`; itself if there is none.

    >>> course = played(played(begun("a"), 1, "b"), 2, "c")
    >>> undone(course).here.position, undone(course, lambda position: position == "a").here.position
    ('b', 'a')
    """
    number = course.here.before
    while number != NOWHERE and not enough(course.places[number].position):
        number = course.places[number].before
    return course if number == NOWHERE else moved_to(course, number)


def redone(course: Course, enough: Callable[[Any], bool] = lambda position: True) -> Course:
    """The course one move on, as it was seen last, or further, to the next position that is `enough`, or the last one.

    >>> course = played(played(begun("a"), 1, "b"), 2, "c")
    >>> redone(undone(undone(course))).here.position, redone(course) == course
    ('b', True)
    """
    number = course.here.latest
    if number == NOWHERE:
        return course
    while not enough(course.places[number].position) and course.places[number].latest != NOWHERE:
        number = course.places[number].latest
    return moved_to(course, number)


def line_to(course: Course, number: int) -> tuple[int, ...]:
    """The numbers of the places from the beginning to this one.

    >>> line_to(played(played(begun("a"), 1, "b"), 2, "c"), 2)
    (0, 1, 2)
    """
    line = [number]
    while (before := course.places[line[-1]].before) != NOWHERE:
        line.append(before)
    return tuple(reversed(line))


def line_through(course: Course) -> tuple[int, ...]:
    """The numbers of the places from the beginning to the one that is shown, and on, as it was seen last.

    >>> course = played(played(begun("a"), 1, "b"), 2, "c")
    >>> line_through(undone(course)) == line_through(course) == (0, 1, 2)
    True
    """
    line = list(line_to(course, course.at))
    while (after := course.places[line[-1]].latest) != NOWHERE:
        line.append(after)
    return tuple(line)
