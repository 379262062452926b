"""What a page shows of a session, as data for JSON. `static/session_view.d.ts` has its types for the page."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, NotRequired, TypedDict

from lazytree.core.game import CHANCE, FIRST, Game, is_over
from lazytree.core.layout import counts_of
from lazytree.core.values import WIN
from lazytree.playing.announcing import format_turn, seen_names
from lazytree.playing.ending import seen_ending
from lazytree.playing.records import ending_fields
from lazytree.show.boards import render_board
from lazytree.show.fields import loudest_heat, swarm_on
from lazytree.show.svg import Drawing
from lazytree.show.text_boards import is_drawn, with_text_board, words_of
from lazytree.show.view import BoardView, as_data, view_of_record
from lazytree.swarm import Swarm, signals

from . import exploration
from .actions import BUTTONS, disabled_actions, offered_actions
from .exploration import Board, Data, Exploration
from .jobs import OPPONENT, wanted_job, worth_of
from .reducer import acceptable_offers, flags_of, is_alone, is_draw, roles_of
from .session import PERSON, Offer, Permissions, Session, has_ended, permissions_of_all, turn_of
from .values import MoveValue, Worth, values_data
from .variations import line_through, line_to

Heat = Annotated[Data, "import('./board.mjs').Heat"]
TreeView = Annotated[Data, "import('./tree.mjs').TreeData & { at: string; looked: string }"]
"""Data that another module declares, with its type in the front end."""


class MoveView(TypedDict):
    """A legal move: the cells that it touches, and its text."""

    path: list[int]
    text: str


class PlayedMove(TypedDict):
    """A move that was made: the place to which it led, its text, and who made it."""

    place: int
    text: str
    mover: int


class ValueView(TypedDict):
    """What is known of the value of the move of this number: in words, and as a strength from -1 to 1."""

    move: int
    text: str
    short: str
    strength: float
    exact: bool


class SeatView(TypedDict):
    """A player, who plays it, and whether the viewer does; what is counted of it, and how the game has ended for it."""

    name: str
    who: str
    yours: bool
    count: int | None
    counted: str  # what is counted, such as "discs"; empty: nothing
    result: str  # "won", "tie", or empty


class WorthView(TypedDict):
    """What a position is worth: as a number seen by the first player, and in words seen by the one who is ahead."""

    value: float
    exact: bool
    text: str


class ClockView(TypedDict):
    """What is left to each player, in seconds, and whose clock runs."""

    left: list[float]
    runs: int | None


class FriendsView(TypedDict):
    """What the server tells of people who play in several browsers; lists have one item a player."""

    here: list[bool]
    awaited: list[bool]  # whether this person has never been here
    spoken: list[int]  # the number of the phrase that was said last, counted from 1; 0: none
    phrases: list[str]
    words: list[str]  # the phrases that one may say
    clock: ClockView | None
    rematch: bool  # whether one may ask for a rematch
    next: str  # the address of the rematch; empty: there is none


class SessionView(TypedDict):
    """What a page shows of a session."""

    name: str
    place: int
    board: Board | None
    text: str
    words: str  # what of the text is shown beside the board, or in its place
    caption: str
    mover: int
    moves: list[MoveView]
    hint: MoveView | None
    turn: str  # "person", "other", "opponent", "over"
    opponent: bool  # whether bots play
    thinking: str  # the kind of job that runs; empty: none
    said: str
    offered: str  # what players offer one another, in words
    line: list[PlayedMove]
    tried: list[PlayedMove]
    actions: list[str]
    disabled_actions: list[str]
    seats: list[SeatView]
    offer: int | None  # the player who offers a draw
    valuing: bool
    values: list[ValueView] | None
    heat: list[Heat] | None
    reviewing: bool
    worths: list[WorthView | None]  # of the start, and of the positions after the moves of `line`; none: not asked for
    tree: TreeView | None
    record: Data | None
    link: str
    rules: str
    source: str
    version: NotRequired[int]  # the server's, as are all that follow
    again: NotRequired[str]
    stamp: NotRequired[int]
    id: NotRequired[str]
    links: NotRequired[Data]
    refused: NotRequired[bool]
    friends: NotRequired[FriendsView | None]


def session_view(
    session: Session,
    actor: Permissions | None = None,
    *,
    actions: Collection[str] = BUTTONS,
    link: str = "",
    rules: str = "",
    source: str = "",
) -> SessionView:
    """What a page shows of a session to an actor (None: with all permissions); `static/table.mjs` draws it.

    `actions` are the names of those that the host offers. `link` is the address of the position; `rules` and `source`
    are texts to read. What would help an opponent who looks at the same game is not in it.
    """
    actor = permissions_of_all(session) if actor is None else actor
    game, variations, turn, job = (
        with_text_board(session.game),
        session.variations,
        turn_of(session, actor),
        wanted_job(session),
    )
    moves = list(game.moves(session.position)) if turn != "over" else []
    alone, flags, moving = is_alone(session, actor), flags_of(session, actor, link), turn == "person"
    thinking = job.kind if job is not None and (alone or job.kind == OPPONENT) else ""
    offered = offered_actions(actions, roles_of(actor), flags)
    return {
        "name": game.name,
        "place": session.place,
        "board": as_data(picture_of(session)) if is_drawn(game, session.position) else None,
        "text": game.show(session.position),
        "words": words_of(game, session.position),
        "caption": caption_of(session),
        "mover": CHANCE if turn == "over" else game.mover(session.position),
        "moves": [_move(game, session, move) for move in moves] if moving else [],
        "hint": None if session.hint is None or not (moving and alone) else _move(game, session, session.hint),
        "turn": turn,
        "opponent": len(session.people) < len(session.seats),
        "thinking": thinking,
        "said": session.said,
        "offered": offers_text(session, actor),
        "line": [_played(session, place) for place in line_through(variations)[1:]],
        "tried": [_played(session, place) for place in variations.node.after],
        "actions": offered,
        "disabled_actions": disabled_actions(offered, flags),
        "seats": _seats(session, actor),
        "offer": next((offer.player for offer in sorted(session.offers, key=str) if is_draw(offer)), None),
        "valuing": session.valuing and alone,
        "values": _values(session, moves) if alone else None,
        "heat": signal_heat(session),
        "reviewing": session.reviewing and alone,
        "worths": _worths(session) if alone and (session.valuing or session.reviewing) else [],
        "tree": None if session.tree is None or not alone else _tree(session.tree),
        "record": _record(session),
        "link": link,
        "rules": rules,
        "source": source,
    }


def caption_of(session: Session) -> str:
    """Who moves in the position that is shown, or how the game has ended there, and why."""
    how = has_ended(session)
    return format_turn(session.game, session.position) if how is None else seen_ending(session.game, how)


def offers_text(session: Session, actor: Permissions) -> str:
    """What players offer one another, in words; empty if they offer nothing."""
    told, acceptable = [], acceptable_offers(session, actor)
    for offer in sorted(session.offers, key=str):
        name = seen_names(session.game)[offer.player]
        told.append(f"{name} {_offer_text(session, offer)}{': “Agree” or “Decline”?' if offer in acceptable else '.'}")
    return " ".join(told)


def _offer_text(session: Session, offer: Offer) -> str:
    if offer.rematch:
        return "asks for a rematch with sides changed"
    if offer.place is None:
        return "offers a draw"
    line = line_to(session.variations, session.place)
    if offer.place in line[:-1]:
        return f"asks to take back {_played(session, line[line.index(offer.place) + 1])['text']}"
    return f"asks to go to the position after {_played(session, offer.place)['text']}"


def picture_of(session: Session) -> BoardView:
    """What a picture of the board shows: the last move, too, and the dominoes that were laid."""
    mover = None if has_ended(session) is None else CHANCE
    record = replace(session.record, game=with_text_board(session.game))
    return view_of_record(record, caption=caption_of(session), mover=mover)


def drawing_of(session: Session) -> Drawing:
    """The picture that stays behind: the board, or only its text."""
    if not is_drawn(with_text_board(session.game), session.position):
        return Drawing("", session.game.show(session.position))
    return render_board(picture_of(session))


def signal_heat(session: Session) -> list[Data] | None:
    """The strongest signal on each cell, of a game that is rated by a swarm; None for others."""
    game = session.game
    if game.layout is None or not ("swarm" in game.ratings or "swarm" in game.standings):
        return None
    heat = loudest_heat(signals(_swarm(game), session.position))
    return [{"cell": at, "strength": strength, "text": "", "note": note} for at, (strength, _, note) in heat.items()]


@lru_cache(maxsize=8)
def _swarm(game: Game[Any, Any]) -> Swarm[Any]:
    return swarm_on(game)


def _move(game: Game[Any, Any], session: Session, move: Any) -> MoveView:
    path = [int(cell) for cell in game.touched(session.position, move)]
    return {"path": path, "text": game.format(session.position, move)}


def _played(session: Session, place: int) -> PlayedMove:
    node = session.variations.nodes[place]
    before = session.variations.nodes[node.before].position
    return {"place": place, "text": session.game.format(before, node.move), "mover": session.game.mover(before)}


def _values(session: Session, moves: list[Any]) -> Any:
    return None if session.values is None else values_data(moves, session.values, session.game.odds is not None)


def _worths(session: Session) -> list[WorthView | None]:
    """What is known of the positions of the line of a game of two players."""
    if len(session.seats) != 2:
        return []
    chance = session.game.odds is not None
    return [_worth(_worth_at(session, place), chance) for place in line_through(session.variations)]


def _worth_at(session: Session, place: int) -> Worth | None:
    game, position = session.game, session.variations.nodes[place].position
    if (ended := session.endings.get(place)) is not None:
        return Worth(ended.payoffs[FIRST] * WIN, True)
    if place == session.place and session.values:
        return worth_of(game, position, session.values)
    if place in session.worths:
        return session.worths[place]
    return Worth(game.payoffs(position)[FIRST] * WIN, True) if is_over(game, position) else None


def _worth(worth: Worth | None, chance: bool) -> WorthView | None:
    if worth is None:
        return None
    (shown,) = values_data([None], [MoveValue(None, abs(worth.value), worth.exact)], chance)
    return {"value": float(worth.value), "exact": worth.exact, "text": shown["text"]}


def _record(session: Session) -> Data | None:
    """What a saved record says beside its moves, which are those of `line`; None where it cannot be saved."""
    last = line_through(session.variations)[-1]
    return None if session.head is None else {**session.head, **ending_fields(session.endings.get(last))}


def _seats(session: Session, actor: Permissions) -> list[SeatView]:
    game, names, how = session.game, seen_names(session.game), has_ended(session)
    layout, many = game.layout, len(game.players)
    counts = counts_of(layout, game.stones(session.position), many) if layout else None
    return [
        {
            "name": names[player],
            "who": seat.name or (("a person" if seat.taken else "open") if seat.who == PERSON else "the computer"),
            "yours": player in actor.players,
            "count": counts[player] if counts else None,
            "counted": layout.count.word if layout and layout.count else "",
            "result": "" if how is None else result_for(player, how.payoffs),
        }
        for player, seat in enumerate(session.seats)
    ]


def result_for(player: int, payoffs: Sequence[float]) -> str:
    """How a game with these payoffs has ended for a player: "won", "tie", or nothing.

    >>> result_for(0, (1, -1)), result_for(1, (0, 0)), result_for(1, (1, -1))
    ('won', 'tie', '')
    """
    if payoffs[player] < max(payoffs):
        return ""
    return "won" if payoffs.count(payoffs[player]) == 1 else "tie"


def _tree(tree: Exploration) -> Data:
    """A tree: its drawing as data, the node that is looked at, and what has been looked at in all."""
    return {**exploration.drawn_of(tree).json(), "at": tree.at, "looked": exploration.looked_text(tree.stats)}
