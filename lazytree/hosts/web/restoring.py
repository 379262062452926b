"""Games as rows of the store, and games made again of their rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from pyrsistent import pmap, pvector

from lazytree.core.game import Game
from lazytree.playing.ending import Ending
from lazytree.playing.one_line import one_line
from lazytree.session.records import record_head
from lazytree.session.refusals import TOO_LATE, Refused
from lazytree.session.session import PERSON, Offer, Seat, Session, has_ended
from lazytree.session.variations import NOWHERE, Node, Variations

from .catalogue import Parameters
from .store import PlaceRow, Row, as_json
from .stored_game import PLIES, REPETITIONS, StoredGame
from .thinking import bot_in_words

Make = Callable[[str, Parameters], Game[Any, Any]]


def row_of(stored: StoredGame) -> Row:
    """What is kept of a game beside its places. Raises ValueError if it begins in a position that has no text."""
    session = stored.session
    game, first = session.game, session.variations.nodes[0].position
    return Row(
        stored.name,
        as_json(stored.settings),
        None if first == game.start else one_line(game, first),
        stored.owner,
        as_json([(seat.who, seat.token, seat.taken) for seat in session.seats]),
        session.place,
        as_json([[place, ending.payoffs, ending.reason] for place, ending in sorted(session.endings.items())]),
        as_json(sorted(session.offers, key=str)),
        stored.version,
        has_ended(session) is not None,
    )


def places_of(stored: StoredGame, before: Variations | None = None) -> list[PlaceRow]:
    """The places of a game as rows: those that are new, or lead on elsewhere, since earlier variations of it."""
    game, nodes, known = (
        stored.session.game,
        stored.session.variations.nodes,
        0 if before is None else len(before.nodes),
    )
    if before is not None and before.nodes is nodes:
        return []
    changed = [at for at in range(known) if before is not None and before.nodes[at].latest != nodes[at].latest]
    return [_row(game, nodes, at) for at in (*changed, *range(known, len(nodes)))]


def _row(game: Game[Any, Any], nodes: Sequence[Node], place: int) -> PlaceRow:
    node = nodes[place]
    if node.before == NOWHERE:
        return PlaceRow(place, NOWHERE, None, None, node.latest)
    before = nodes[node.before].position
    move = next(at for at, legal in enumerate(game.moves(before)) if legal == node.move)
    return PlaceRow(place, node.before, move, game.format(before, node.move), node.latest)


def restore_game(row: Row, places: Sequence[PlaceRow], make: Make, limit: int | None = None) -> StoredGame:
    """The game of these rows. Raises Refused where the rules that are there now do not lead along its moves."""
    settings = tuple((str(name), str(value)) for name, value in json.loads(row.settings))
    game = make(row.name, settings)
    first = game.start if row.begins is None else game.read(row.begins)
    session = Session(
        game,
        tuple(seat_of(*seat) for seat in json.loads(row.seats)),
        Variations(pvector(_replayed(game, first, places)), row.at),
        REPETITIONS,
        PLIES,
        limit,
        record_head(game, first),
        pmap({place: Ending(tuple(payoffs), reason) for place, payoffs, reason in json.loads(row.endings)}),
        frozenset(Offer(*offer) for offer in json.loads(row.asks)),
    )
    return StoredGame(row.name, settings, row.owner, session, row.version)


def seat_of(who: str, token: str = "", taken: bool = False) -> Seat:
    """A seat, with its name in words."""
    return Seat(who, token, taken, "" if who == PERSON else bot_in_words(who))


def _replayed(game: Game[Any, Any], first: Any, rows: Sequence[PlaceRow]) -> list[Node]:
    nodes = [Node(first, latest=rows[0].latest)]
    for row in rows[1:]:
        before = nodes[row.before]
        moves = list(game.moves(before.position))
        number = -1 if row.move is None else row.move
        if not 0 <= number < len(moves) or game.format(before.position, moves[number]) != row.word:
            raise Refused(TOO_LATE, f"the rules of {game.name} have changed: {row.word} is another move now, or none")
        nodes[row.before] = before._replace(after=(*before.after, row.number))
        position = game.play(before.position, moves[number])
        nodes.append(Node(position, moves[number], row.before, latest=row.latest))
    return nodes
