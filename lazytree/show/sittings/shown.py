"""What a page shows of a sitting, as data that JSON can carry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from lazytree.core.game import CHANCE, Game
from lazytree.playing.announcing import told_turn
from lazytree.playing.ending import told_ending
from lazytree.playing.records import ending_saved
from lazytree.show.boards import drawn
from lazytree.show.fields import loudest_heat
from lazytree.show.svg import Drawing
from lazytree.show.swarms import swarm_on
from lazytree.show.view import Domino, View, as_data, view_of
from lazytree.swarm import Swarm, signals

from . import exploration
from .acts import ACTS, off, offered
from .course import NOWHERE, Course, Place, line_through, line_to
from .exploration import Exploration
from .sitting import Sitting, ended, turn_of
from .valued import values_data


def data_of(
    here: Sitting,
    *,
    acts: Sequence[str] = ACTS,
    yours: frozenset[int] | None = None,
    link: str = "",
    rules: str = "",
    source: str = "",
) -> dict[str, Any]:
    """What a page shows of a sitting; `static/table.mjs` shows it.

    `acts` are those that the host offers, `yours` the players for whom this page moves (None: all people). `link` is
    the address of the position; `rules` and `source` are texts to read.
    """
    game, course, turn = here.game, here.course, turn_of(here, yours)
    moves = list(game.moves(here.position)) if turn != "over" else []
    opponent = len(here.people) < len(game.players)
    shown = offered(acts, len(game.players), opponent, here.head is not None, link, here.offer is not None)
    begun, redo = course.here.before != NOWHERE, course.here.latest != NOWHERE
    return {
        "name": game.name,
        "at": course.at,
        "board": as_data(picture_of(here)) if has_board(game) else None,
        "text": game.show(here.position),
        "caption": told_now(here),
        "mover": CHANCE if turn == "over" else game.mover(here.position),
        "moves": [_move(here, move) for move in moves] if turn == "person" else [],
        "hint": None if here.hint is None else _move(here, here.hint),
        "turn": turn,
        "opponent": opponent,
        "thinking": here.thinking,
        "said": here.said,
        "line": [_written(here, number) for number in line_through(course)[1:]],
        "tried": [_written(here, number) for number in course.here.after],
        "undo": begun,
        "redo": redo,
        "acts": shown,
        "acts_off": off(shown, turn, here.thinking, begun, redo),
        "seats": [_seat(here, player, yours) for player in range(len(game.players))],
        "offer": here.offer,
        "valuing": here.valuing,
        "values": None if here.values is None else values_data(moves, here.values, game.odds is not None),
        "heat": signal_heat(here),
        "tree": None if here.tree is None else _tree(here.tree),
        "record": _record(here),
        "link": link,
        "rules": rules,
        "source": source,
    }


def told_now(here: Sitting) -> str:
    """Who moves in the position on the board, or how the game has ended there, and why."""
    how = ended(here)
    return told_turn(here.game, here.position) if how is None else told_ending(here.game, how)


def picture_of(here: Sitting) -> View:
    """What a picture of the board shows: the last move, too, and the dominoes that were laid."""
    game, course = here.game, here.course
    last = tuple(game.touched(course.places[course.here.before].position, course.here.move)) if _moved(course) else ()
    mover = None if ended(here) is None else CHANCE
    laid = tuple(_dominoes(here))
    return view_of(game, here.position, last=last, dominoes=laid, caption=told_now(here), mover=mover)


def has_board(game: Game[Any, Any]) -> bool:
    """Whether a game can be drawn."""
    return game.layout is not None


def signal_heat(here: Sitting) -> list[dict[str, Any]] | None:
    """The strongest signal on each cell, of a game that is rated by a swarm; None for others."""
    game = here.game
    if game.layout is None or not ("swarm" in game.ratings or "swarm" in game.standings):
        return None
    heat = loudest_heat(signals(_swarm(game), here.position))
    return [{"cell": at, "strength": strength, "text": "", "note": note} for at, (strength, _, note) in heat.items()]


@lru_cache(maxsize=8)
def _swarm(game: Game[Any, Any]) -> Swarm[Any]:
    return swarm_on(game)


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


def _record(here: Sitting) -> dict[str, Any] | None:
    """What a saved record says beside its moves, which are those of `line`; None where it cannot be saved."""
    last = line_through(here.course)[-1]
    return None if here.head is None else {**here.head, **ending_saved(here.endings.get(last))}


def _seat(here: Sitting, player: int, yours: frozenset[int] | None) -> dict[str, Any]:
    """Who plays a side."""
    person = player in here.people
    who = here.names[player] if here.names else "a person" if person else "the computer"
    return {"name": here.game.players[player], "who": who, "yours": person if yours is None else player in yours}


def _tree(tree: Exploration) -> dict[str, Any]:
    """What a page shows of a tree: its drawing as data, the node that is looked at, what has been looked at in all."""
    return {**exploration.drawn_of(tree).json(), "at": tree.at, "looked": exploration.looked(tree.stats)}


def drawing_of(here: Sitting) -> Drawing:
    """The picture that stays behind: the board, or only its text."""
    return drawn(picture_of(here)) if has_board(here.game) else Drawing("", here.game.show(here.position))
