"""What comes of an action: from a session, what is asked for, and who asks, to the session after it.

`static/session.mjs` does the same for published pages, which have no Python; one test replays logs of actions in both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from lazytree.core.game import IllegalMove
from lazytree.playing.ending import agreed_draw, resignation

from . import exploration
from .actions import BY_NAME, OWNER, PLAYER, VIEWER
from .exploration import drawn_of
from .jobs import DRAW, HINT, OPPONENT, REVIEW, VALUES, wanted_job, with_room
from .records import read_record
from .refusals import NOT_LEGAL, NOT_YOURS, TOO_LATE, WRONG, Refused, shown
from .session import (
    PERSON,
    Offer,
    Permissions,
    Session,
    at_rest,
    bot_to_move,
    end_game,
    look,
    play_move,
    player_to_move,
    restart,
    show,
    swap_sides,
    turn_of,
    with_record,
)
from .variations import Variations, go_to, step_back, step_forward

Asked = Mapping[str, Any]
"""What is asked for: `action`, its name, the `place` in which it was chosen, and what this action needs."""


def reduce(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    """The session after an action.

    Raises: Refused, which says why, where it cannot be done.
    """
    name = asked.get("action")
    if not isinstance(name, str) or name not in REDUCERS:
        raise Refused(WRONG, f'"action" must be one of {", ".join(REDUCERS)}, not {shown(name)}')
    require_permission(session, name, actor)
    if "place" in asked or name == "move":
        require_place(session, asked.get("place"))
    return REDUCERS[name](session, asked, actor, random)


def require_permission(session: Session, name: str, actor: Permissions) -> None:
    """Raises Refused if the actor may not do this."""
    action, roles = BY_NAME[name], roles_of(actor)
    if action.who not in roles:
        watches = "this browser watches: open the link of a seat to play"
        raise Refused(NOT_YOURS, watches if OWNER not in roles else f"{name} can be asked for by a player")
    if action.offered == "alone" and not is_alone(session, actor):
        raise Refused(NOT_YOURS, "another person plays: this is for those who play alone, or against bots")


def roles_of(actor: Permissions) -> tuple[str, ...]:
    """The roles of an actor: VIEWER, OWNER, PLAYER."""
    if actor.players:
        return VIEWER, OWNER, PLAYER
    return (VIEWER, OWNER) if actor.owner else (VIEWER,)


def is_alone(session: Session, actor: Permissions) -> bool:
    """Whether no other person plays, so that help is not hidden from an opponent."""
    return len(roles_of(actor)) > 1 and session.people <= actor.players


def require_place(session: Session, place: object) -> None:
    """Raises Refused unless the place is the one that is shown."""
    if type(place) is not int:
        raise Refused(WRONG, f'"place" must be the number of a place, not {shown(place)}')
    if place != session.place:
        raise Refused(TOO_LATE, f"the game has gone on: this was chosen at place {place}, now it is at {session.place}")


def require_player_to_move(session: Session) -> int:
    """The player to move. Raises Refused if none is."""
    if (mover := player_to_move(session)) is None:
        over = turn_of(session) == "over"
        raise Refused(TOO_LATE, "the game is over already" if over else "it is the turn of chance")
    return mover


def own_player(session: Session, actor: Permissions) -> int:
    """The player for whom the actor asks: the one to move, if the actor moves for them, else the first of theirs."""
    mover = player_to_move(session)
    return mover if mover is not None and mover in actor.players else min(actor.players)


def others_here(session: Session, actor: Permissions) -> frozenset[int]:
    """The players whom other people play, and who have been here."""
    return frozenset(player for player in session.people - actor.players if session.seats[player].taken)


# ---- moves and places


def _move(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    mover, game = require_player_to_move(session), session.game
    if session.seats[mover].who != PERSON:
        raise Refused(TOO_LATE, f"it is the turn of {game.players[mover]}, whom a bot plays")
    if mover not in actor.players:
        raise Refused(NOT_YOURS, f"it is the turn of {game.players[mover]}, for whom this browser does not move")
    return with_room(play_move(session, legal_move_of(session, asked.get("move")), random))


def legal_move_of(session: Session, move: object) -> Any:
    """The legal move with this number or text. Raises Refused if there is none."""
    game, position = session.game, session.position
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


def _undo(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    variations = step_back(session.variations, partial(_moves_in, session, actor))
    return _shown_at(session, actor, variations, "there is nothing to undo here")


def _redo(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    variations = step_forward(session.variations, partial(_moves_in, session, actor))
    return _shown_at(session, actor, variations, "there is nothing to redo here")


def _moves_in(session: Session, actor: Permissions, position: Any) -> bool:
    """Whether the actor moves in a position; an actor who plays for no player stops at each."""
    return not actor.players or session.game.mover(position) in actor.players


def _go(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    target = asked.get("target")
    if type(target) is not int:
        raise Refused(WRONG, f'"target" must be the number of a place, not {shown(target)}')
    try:
        variations = go_to(session.variations, target)
    except ValueError as error:
        raise Refused(NOT_LEGAL, str(error)) from error
    return session if target == session.place else _shown_at(session, actor, variations, "")


def _shown_at(session: Session, actor: Permissions, variations: Variations, nothing: str) -> Session:
    """The session at another place, if no other person plays, or all have agreed to it; else with the offer of it."""
    offered = [offer for offer in session.offers if offer.place is not None]
    if others := {offer.place for offer in offered if offer.player not in actor.players}:
        variations = go_to(session.variations, others.pop() or 0)  # others have asked before: this agrees
    place = variations.place
    if place == session.place:
        raise Refused(TOO_LATE, nothing)
    left = others_here(session, actor)
    if left and not actor.players:
        raise Refused(NOT_YOURS, "people play here: only they can take moves back")
    if left <= {offer.player for offer in offered if offer.place == place}:
        return show(session, variations)
    return offering(session, *(Offer(player, place) for player in actor.players))


# ---- what people offer one another, and how they end a game


def offering(session: Session, *offers: Offer) -> Session:
    """The session with these offers, each in place of what its player has offered before."""
    players = {offer.player for offer in offers}
    kept = {offer for offer in session.offers if offer.player not in players}
    return session._replace(offers=frozenset({*kept, *offers}), said="")


def _resign(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    require_player_to_move(session)
    try:
        return end_game(session, resignation(session.game, own_player(session, actor)))
    except ValueError as error:
        raise Refused(NOT_LEGAL, str(error)) from error


def _draw(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    """Offers a draw, or agrees to one. At a board that all people share it takes both."""
    require_player_to_move(session)
    if len(session.seats) != 2 or not session.people:
        raise Refused(NOT_LEGAL, "draws are agreed to in games of two players")
    if len(session.people) == 1:
        if turn_of(session, actor) != "person":
            raise Refused(NOT_YOURS, "draw can be asked for by the player to move")
        return at_rest(session)._replace(asked=DRAW)
    if acceptable_draw(session, actor):
        return end_game(session, agreed_draw(session.game))
    return offering(session, Offer(own_player(session, actor)))


def acceptable_draw(session: Session, actor: Permissions) -> bool:
    """Whether a draw has been offered to which the actor may agree."""
    return any(is_draw(offer) for offer in acceptable_offers(session, actor))


def is_draw(offer: Offer) -> bool:
    """Whether this offers a draw."""
    return offer.place is None and not offer.rematch


def acceptable_offers(session: Session, actor: Permissions) -> list[Offer]:
    """The offers to which one may agree: those of others, and any at a board that all people share."""
    shared = session.people <= actor.players
    return [
        offer
        for offer in sorted(session.offers, key=str)
        if actor.players and (shared or offer.player not in actor.players)
    ]


def _accept(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    """Agrees to the first of what is offered."""
    if not (offers := acceptable_offers(session, actor)):
        raise Refused(TOO_LATE, "nothing is offered")
    if offers[0].rematch:
        return _rematch(session, asked, actor, random)
    if offers[0].place is None:
        return _draw(session, asked, actor, random)
    return _shown_at(session, actor, go_to(session.variations, offers[0].place), "")


def _decline(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    if not session.offers:
        raise Refused(TOO_LATE, "nothing is offered")
    said = "The offer of a draw is declined." if any(map(is_draw, session.offers)) else ""
    return session._replace(offers=frozenset(), said=said)


def _rematch(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    """Offers another game with sides changed. A host begins it once all people have: see `is_rematch_agreed`."""
    if turn_of(session) != "over":
        raise Refused(TOO_LATE, "the game goes on: a rematch is for those who have ended one")
    if len(session.people) < len(session.seats) or is_alone(session, actor):
        raise Refused(NOT_LEGAL, "a rematch is for people who play in two browsers: here “New game” begins again")
    return offering(session, *(Offer(player, rematch=True) for player in actor.players))


def is_rematch_agreed(session: Session) -> bool:
    """Whether all who play have offered another game."""
    return bool(session.people) and session.people <= {offer.player for offer in session.offers if offer.rematch}


def _swap(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    if not can_swap(session, actor):
        raise Refused(TOO_LATE, "sides can be swapped where one person plays bots")
    return swap_sides(session)


def can_swap(session: Session, actor: Permissions) -> bool:
    """Whether bots play, and the actor moves for all people."""
    return bool(session.people) and session.people <= actor.players and len(session.people) < len(session.seats)


# ---- what is thought about, and what is looked at


def _hint(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    mover = require_player_to_move(session)
    if session.seats[mover].who != PERSON:
        raise Refused(TOO_LATE, "hints are for a person who is to move")
    if mover not in actor.players:
        raise Refused(NOT_YOURS, "hint can be asked for by the player to move")
    return at_rest(session)._replace(asked=HINT)


def _review(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    if len(session.seats) != 2 or not is_alone(session, actor):
        raise Refused(NOT_LEGAL, "games of two players are reviewed, by those who play alone")
    return at_rest(session)._replace(reviewing=not session.reviewing)


def _now(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    if wanted_job(session) is not None:
        return session._replace(hurried=True)
    if bot_to_move(session):
        return at_rest(session)._replace(asked=OPPONENT)
    raise Refused(TOO_LATE, "nothing is thought about now")


def _in_tree(change: Callable[[Any, str], Any]) -> Callable[[Session, Asked, Permissions, Random], Session]:
    """What changes what is shown of the tree, at the node that is asked for."""

    def changed(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
        id = asked.get("id")
        if session.tree is None or id not in [node.id for node in drawn_of(session.tree).nodes]:
            raise Refused(WRONG, f'"id" must be the name of a node that is drawn, not {shown(id)}')
        return session._replace(tree=change(session.tree, str(id)))

    return changed


def _open(session: Session, asked: Asked, actor: Permissions, random: Random) -> Session:
    try:
        return with_record(session, read_record(session.game, str(asked.get("text", ""))), random)
    except ValueError as error:
        raise Refused(NOT_LEGAL, str(error)) from error


REDUCERS: Mapping[str, Callable[[Session, Asked, Permissions, Random], Session]] = {
    "move": _move,
    "undo": _undo,
    "redo": _redo,
    "go": _go,
    "hint": _hint,
    "values": lambda session, *_: at_rest(session)._replace(valuing=not session.valuing, values=None),
    "review": _review,
    "look": lambda session, *_: look(session) if session.tree is None else session._replace(tree=None),
    "unfold": _in_tree(exploration.unfold),
    "fold": _in_tree(exploration.fold),
    "choose": _in_tree(exploration.choose_node),
    "move now": _now,
    "swap sides": _swap,
    "draw": _draw,
    "accept": _accept,
    "decline": _decline,
    "resign": _resign,
    "rematch": _rematch,
    "new": lambda session, asked, actor, random: restart(session, random),
    "open": _open,
}
"""The reducer of each action. A host does the others itself: it writes files, and shows addresses."""


def flags_of(session: Session, actor: Permissions, link: str = "") -> dict[str, bool]:
    """The flags that the table of actions names, for an actor; `link` is the address of the position."""
    turn, node, job = turn_of(session, actor), session.variations.node, wanted_job(session)
    kind, over, two = "" if job is None else job.kind, turn == "over", len(session.seats) == 2
    offers, bots = acceptable_offers(session, actor), len(session.people) < len(session.seats)
    to_accept = acceptable_draw(session, actor)
    return {
        "alone": is_alone(session, actor),
        "bots": bots,
        "two": two,
        "record": session.head is not None,
        "link": bool(link),
        "offered": bool(offers),
        "can_draw": two and not to_accept and bool(session.people),
        "can_swap": can_swap(session, actor),
        "goes_on": not over,
        "can_offer": not over and kind != DRAW and (not bots or turn == "person"),
        "can_hint": turn == "person" and kind != HINT,
        "can_hurry": not over and kind not in (VALUES, REVIEW) and (bool(kind) or turn == "opponent"),
        "can_review": two and is_alone(session, actor),
        "played": node.before >= 0 or node.latest >= 0,
        "can_undo": node.before >= 0 or any(offer.place is not None for offer in offers),
        "can_redo": node.latest >= 0,
        "can_restart": node.before >= 0 or node.latest >= 0 or over,
        "can_save": node.before >= 0 or over,
    }
