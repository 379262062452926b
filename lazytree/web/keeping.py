"""Games as rows of the store, and games made again of their rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pyrsistent import pmap, pvector

from lazytree.core.game import Game
from lazytree.playing.ending import Ending
from lazytree.playing.one_line import one_line
from lazytree.show.sittings.course import NOWHERE, Course, Place
from lazytree.show.sittings.keeping import head_of
from lazytree.show.sittings.sitting import Sitting, ended

from .kept import PLIES, REPETITIONS, Ask, Kept, people
from .mistakes import TOO_LATE, Refused
from .offers import Parameters
from .seats import Seat
from .store import PlaceRow, Row, as_json

Make = Callable[[str, Parameters], Game[Any, Any]]


def row_of(kept: Kept) -> Row:
    """What is kept of a game beside its places. Raises ValueError if it begins in a position that has no text."""
    game, course = kept.here.game, kept.here.course
    first = course.places[0].position
    return Row(
        kept.name,
        as_json(kept.settings),
        None if first == game.start else one_line(game, first),
        kept.owner,
        as_json(kept.seats),
        course.at,
        as_json([[place, ending.payoffs, ending.reason] for place, ending in sorted(kept.here.endings.items())]),
        as_json(sorted(kept.asks, key=str)),
        kept.version,
        ended(kept.here) is not None,
    )


def places_of(kept: Kept, before: Course | None = None) -> list[PlaceRow]:
    """The places of a game as rows: those that are new, or lead on elsewhere, since an earlier course of it."""
    places, known = kept.here.course.places, 0 if before is None else len(before.places)
    if before is not None and before.places is places:
        return []
    changed = [at for at in range(known) if before is not None and before.places[at].latest != places[at].latest]
    return [_row(kept.here.game, places, at) for at in (*changed, *range(known, len(places)))]


def _row(game: Game[Any, Any], places: Sequence[Place], number: int) -> PlaceRow:
    place = places[number]
    if place.before == NOWHERE:
        return PlaceRow(number, NOWHERE, None, None, place.latest)
    before = places[place.before].position
    move = next(at for at, legal in enumerate(game.moves(before)) if legal == place.move)
    return PlaceRow(number, place.before, move, game.format(before, place.move), place.latest)


def made_again(row: Row, places: Sequence[PlaceRow], make: Make) -> Kept:
    """The game of these rows. Raises Refused where the rules that are there now do not lead along its moves."""
    settings = tuple((str(name), str(value)) for name, value in json.loads(row.settings))
    game = make(row.name, settings)
    first = game.start if row.begins is None else game.read(row.begins)
    seats = tuple(Seat(*seat) for seat in json.loads(row.seats))
    course = Course(pvector(_replayed(game, first, places)), row.at)
    endings = {place: Ending(tuple(payoffs), reason) for place, payoffs, reason in json.loads(row.endings)}
    asks = frozenset(Ask(*ask) for ask in json.loads(row.asks))
    return Kept(row.name, settings, seats, row.owner, seated(game, seats, course, endings), asks, row.version)


def seated(game: Game[Any, Any], seats: tuple[Seat, ...], course: Course, endings: Mapping[int, Ending]) -> Sitting:
    """The sitting of a game on the server."""
    first = course.places[0].position
    here = Sitting(game, people(seats), course, repetitions=REPETITIONS, plies=PLIES, head=head_of(game, first))
    return here._replace(endings=pmap(endings))


def _replayed(game: Game[Any, Any], first: Any, rows: Sequence[PlaceRow]) -> list[Place]:
    places = [Place(first, latest=rows[0].latest)]
    for row in rows[1:]:
        before = places[row.before]
        moves = list(game.moves(before.position))
        number = -1 if row.move is None else row.move
        if not 0 <= number < len(moves) or game.format(before.position, moves[number]) != row.word:
            raise Refused(TOO_LATE, f"the rules of {game.name} have changed: {row.word} is another move now, or none")
        places[row.before] = before._replace(after=(*before.after, row.number))
        position = game.play(before.position, moves[number])
        places.append(Place(position, moves[number], row.before, latest=row.latest))
    return places
