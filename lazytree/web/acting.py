"""What comes of an act: from a game, from who asks and from what is asked for, to the game after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from lazytree.core.game import IllegalMove
from lazytree.show.sittings.agreeing import agreed_on, given_up
from lazytree.show.sittings.course import Course, moved_to, redone, undone
from lazytree.show.sittings.sitting import after, swapped, to_place

from .bounds import Bounds
from .kept import Ask, Kept, mover_of, others, people
from .mistakes import NOT_LEGAL, NOT_YOURS, TOO_LARGE, TOO_LATE, WRONG, Refused, shown
from .seats import PERSON, Hands

Asked = Mapping[str, Any]


def acted(kept: Kept, hands: Hands, asked: Asked, random: Random, bounds: Bounds) -> Kept:
    """The game after an act. Raises Refused, which says why, where it cannot be."""
    act = asked.get("do")
    if not isinstance(act, str) or act not in ACTS:
        raise Refused(WRONG, f'"do" must be one of {", ".join(ACTS)}, not {shown(act)}')
    if not hands.players and not hands.owner:
        raise Refused(NOT_YOURS, "this browser watches: open the link of a seat to play")
    if "at" in asked:
        at_the_place(kept, asked["at"])
    elif act != "go":
        raise Refused(WRONG, f'"at" is missing: the number of the place in which {shown(act)} was asked for')
    return ACTS[act](kept, hands, asked, random, bounds)


def at_the_place(kept: Kept, at: object) -> None:
    """Raises Refused if what was asked for was asked for at another place."""
    if type(at) is not int:
        raise Refused(WRONG, f'"at" must be the number of a place, not {shown(at)}')
    if at != kept.here.course.at:
        raise Refused(
            TOO_LATE, f"the game has gone on: this was chosen at place {at}, now it is at {kept.here.course.at}"
        )


def moved(kept: Kept, hands: Hands, asked: Asked, random: Random, bounds: Bounds) -> Kept:
    """The game after a move of a person."""
    mover, game = mover_of(kept), kept.here.game
    if mover is None:
        raise Refused(TOO_LATE, "the game is over: nobody moves any more")
    if kept.seats[mover].who != PERSON:
        raise Refused(TOO_LATE, f"it is the turn of {game.players[mover]}, whom a bot plays")
    if mover not in hands.players:
        raise Refused(NOT_YOURS, f"it is the turn of {game.players[mover]}, for whom this browser does not move")
    return played(kept, the_move(kept, asked.get("move")), random, bounds)


def the_move(kept: Kept, move: object) -> Any:
    """The legal move with this number or text. Raises Refused if there is none."""
    game, position = kept.here.game, kept.here.position
    moves = list(game.moves(position))
    if isinstance(move, str):
        try:
            return game.parse(position, move[:1_000])
        except IllegalMove as error:
            raise Refused(NOT_LEGAL, str(error)) from error
    if type(move) is not int or not 0 <= move < len(moves):
        last = len(moves) - 1
        raise Refused(
            NOT_LEGAL, f'"move" must be the number of a legal move, 0 to {last}, or its text, not {shown(move)}'
        )
    return moves[move]


def played(kept: Kept, move: Any, random: Random, bounds: Bounds) -> Kept:
    """The game after a legal move, and what chance does then. Raises Refused if it has become too long."""
    here = after(kept.here, move, random)
    if len(here.course.places) > bounds.places:
        raise Refused(TOO_LARGE, f"{bounds.places} positions of this game are kept, the most that are: begin a new one")
    return kept._replace(here=here, asks=frozenset())


def _undo(kept: Kept, hands: Hands, asked: Asked, random: Random, bounds: Bounds) -> Kept:
    own = _turns(kept, hands)
    return _shown_at(kept, hands, undone(kept.here.course, own), "there is no move to take back")


def _redo(kept: Kept, hands: Hands, asked: Asked, random: Random, bounds: Bounds) -> Kept:
    own = _turns(kept, hands)
    return _shown_at(kept, hands, redone(kept.here.course, own), "no move was taken back here")


def _turns(kept: Kept, hands: Hands) -> Callable[[Any], bool]:
    """Whether somebody with these hands moves in a position; with none, every position will do."""
    game = kept.here.game
    return lambda position: not hands.players or game.mover(position) in hands.players


def _go(kept: Kept, hands: Hands, asked: Asked, random: Random, bounds: Bounds) -> Kept:
    to = asked.get("to")
    if type(to) is not int:
        raise Refused(WRONG, f'"to" must be the number of a place, not {shown(to)}')
    try:
        course = moved_to(kept.here.course, to)
    except ValueError as error:
        raise Refused(NOT_LEGAL, str(error)) from error
    return kept if to == kept.here.course.at else _shown_at(kept, hands, course, "")


def _shown_at(kept: Kept, hands: Hands, course: Course, nothing: str) -> Kept:
    """The game shown at another place, if nobody else plays or all have asked for it; else with this wish."""
    if asked := {ask.place for ask in kept.asks if ask.place is not None and ask.player not in hands.players}:
        course = moved_to(kept.here.course, asked.pop())  # others have asked before: this agrees
    if course.at == kept.here.course.at:
        raise Refused(TOO_LATE, nothing)
    if (left := others(kept, hands)) and not hands.players:
        raise Refused(NOT_YOURS, "people play here: only they can take moves back")
    asks = frozenset(Ask(player, course.at) for player in hands.players)
    have_asked = {ask.player for ask in kept.asks if ask.place == course.at}
    if left <= have_asked:
        return kept._replace(here=to_place(kept.here, course.at), asks=frozenset())
    return kept._replace(asks=frozenset({*(ask for ask in kept.asks if ask.place in (None, course.at)), *asks}))


def _resign(kept: Kept, hands: Hands, asked: Asked, random: Random, bounds: Bounds) -> Kept:
    mover = _goes_on(kept)
    if not hands.players:
        raise Refused(NOT_YOURS, "only a player can resign")
    player = mover if mover in hands.players else min(hands.players)
    try:
        return kept._replace(here=given_up(kept.here, player), asks=frozenset())
    except ValueError as error:
        raise Refused(NOT_LEGAL, str(error)) from error


def _draw(kept: Kept, hands: Hands, asked: Asked, random: Random, bounds: Bounds) -> Kept:
    _goes_on(kept)
    if not hands.players:
        raise Refused(NOT_YOURS, "only a player can offer a draw")
    asks = {*kept.asks, *(Ask(player) for player in hands.players)}
    if people(kept.seats) <= {ask.player for ask in asks if ask.place is None}:
        return agreed(kept)
    return kept._replace(asks=frozenset(asks))


def agreed(kept: Kept) -> Kept:
    """The game that ends as a draw."""
    return kept._replace(here=agreed_on(kept.here), asks=frozenset())


def _decline(kept: Kept, hands: Hands, asked: Asked, random: Random, bounds: Bounds) -> Kept:
    if not hands.players or not kept.asks:
        raise Refused(TOO_LATE, "nothing was asked for")
    return kept._replace(asks=frozenset())


def _goes_on(kept: Kept) -> int:
    """The player to move. Raises Refused where the game is over."""
    if (mover := mover_of(kept)) is None:
        raise Refused(TOO_LATE, "the game is over already")
    return mover


def _swap(kept: Kept, hands: Hands, asked: Asked, random: Random, bounds: Bounds) -> Kept:
    _goes_on(kept)
    if not can_swap(kept) or not hands.players:
        raise Refused(TOO_LATE, "sides can be swapped where one person plays one bot")
    seats = tuple(reversed(kept.seats))
    return kept._replace(seats=seats, here=swapped(kept.here), asks=frozenset())


def can_swap(kept: Kept) -> bool:
    """Whether two play, and one of them is a bot."""
    return len(kept.seats) == 2 and len(people(kept.seats)) == 1


ACTS: Mapping[str, Callable[[Kept, Hands, Asked, Random, Bounds], Kept]] = {
    "move": moved,
    "undo": _undo,
    "redo": _redo,
    "go": _go,
    "resign": _resign,
    "draw": _draw,
    "decline": _decline,
    "swap sides": _swap,
}
"""The acts that change a game, by name; those that only let somebody think are in `tables.py`."""
