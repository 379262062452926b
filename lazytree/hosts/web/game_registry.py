"""The hall: all tables, those in memory and those that only the store has; games begin here."""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from secrets import SystemRandom
from threading import Lock
from typing import Any, NamedTuple

from lazytree.core.game import Game
from lazytree.playing.records import Record
from lazytree.session.refusals import NOT_FOUND, TOO_LARGE, WRONG, Refused, by_the_rules
from lazytree.session.session import PERSON, Seat, Session, new_session, with_record

from .catalogue import Catalogue, Parameters, maker
from .forgetting import make_room
from .previews import Preview, preview_of
from .restoring import places_of, restore_game, row_of, seat_of
from .searching import Searchers
from .seat_tokens import SeatTokens, digest_of, new_secret
from .served_game import ServedGame
from .server_limits import ServerLimits
from .store import Store
from .stored_game import PLIES, REPETITIONS, StoredGame
from .thinking import require_bot
from .trial_processes import Rooms

ID = re.compile(r"[A-Za-z0-9_-]{12}")
"""What the name of a game looks like."""
LINK = "link"
"""The player of a seat for which a form asks for a link to send to another person."""


class NewGame(NamedTuple):
    """A new game: its name, and the secrets of the person who has made it."""

    id: str
    purse: SeatTokens
    secrets: dict[int, str]  # of each person's seat


class GameRegistry:
    """All games of a server."""

    def __init__(self, shelf: Catalogue, store: Store, bounds: ServerLimits) -> None:
        self.shelf, self.bounds = shelf, bounds
        self.make = maker(shelf, bounds)
        self._store, self._searchers, self._rooms = store, Searchers(bounds), Rooms(shelf, bounds)
        self._games: OrderedDict[str, ServedGame] = OrderedDict()
        self._lock, self._adding = Lock(), Lock()

    def preview(self, name: str, settings: Parameters, position: str = "") -> Preview:
        """What a page shows of a game that has not begun. Raises Refused where it is too large, or cannot be.

        What comes from outside is tried in another process, which is ended where it takes too long.
        """
        if settings or position:
            return self._rooms.preview(name, settings, position)
        return preview_of(self.make(name, ()))

    def game(self, id: str) -> ServedGame:
        """The table of this name. Raises Refused if there is none, or if its game cannot be made again."""
        if not ID.fullmatch(id):
            raise Refused(NOT_FOUND, "there is no game at this address")
        with self._lock:
            if id not in self._games:
                self._games[id] = self._seat(id, self._stored(id))
                self._forget()
            self._games.move_to_end(id)
            return self._games[id]

    def _stored(self, id: str) -> StoredGame:
        """A game as the store has it. Raises Refused if it has none, or if the game cannot be made again."""
        if (found := self._store.load(id)) is None:
            raise Refused(NOT_FOUND, "there is no game at this address")
        with by_the_rules(found[0].name):
            return restore_game(*found, self.make, self.bounds.places)

    def _seat(self, id: str, stored: StoredGame) -> ServedGame:
        return ServedGame(id, stored, self._store, self._searchers, self.shelf, self.bounds, lambda: self._stored(id))

    def _forget(self) -> None:
        """Forgets the tables that have not been used for the longest time: the store has them."""
        spare = len(self._games) - self.bounds.loaded
        for id in [id for id, game in self._games.items() if game.runner.idle][: max(0, spare)]:
            del self._games[id]

    def begin(
        self,
        name: str,
        settings: Parameters,
        who: Sequence[str],
        position: str = "",
        so_far: Record[Any, Any] | None = None,
    ) -> NewGame:
        """A new game. `who` plays each side: PERSON here, LINK for a person elsewhere, or the text of a bot.

        It begins at the position in a text, or with a record; what comes from outside has been tried by `preview`.
        Raises Refused for what cannot be.
        """
        game = self.make(name, settings) if so_far is None else so_far.game
        if len(who) != len(game.players):
            raise Refused(WRONG, f"{game.name} has {len(game.players)} players: say who plays each of them")
        kinds = [it if it in (PERSON, LINK) else require_bot(self.shelf, game, it, self.bounds) for it in who]
        owner = new_secret()
        keys = {number: new_secret() for number, kind in enumerate(kinds) if kind in (PERSON, LINK)}
        seats = [
            seat_of(PERSON, digest_of(keys[number]), kind == PERSON) if number in keys else seat_of(kind)
            for number, kind in enumerate(kinds)
        ]
        with by_the_rules(game.name):
            session = _beginning(game, seats, position, so_far, self.bounds.places)
            stored = StoredGame(name, settings, digest_of(owner), session)
            id, row, places = secrets.token_urlsafe(9), row_of(stored), places_of(stored)
        if len(places) > self.bounds.places:
            raise Refused(TOO_LARGE, f"a game has at most {self.bounds.places} positions here, not {len(places)}")
        with self._adding:
            gone = make_room(self._store, self.make)
            self._store.add(id, row, places)
        with self._lock:
            for forgotten in gone:
                self._games.pop(forgotten, None)
            self._games[id] = self._seat(id, stored)
            self._forget()
        held = (owner, *(keys[number] for number in keys if kinds[number] == PERSON))
        return NewGame(id, SeatTokens(held, tuple(keys[number] for number in keys if kinds[number] == LINK)), keys)

    def close(self) -> None:
        """Ends all thinking, and the use of the store."""
        for game in list(self._games.values()):
            game.runner.close()
        self._searchers.close()
        self._rooms.close()
        self._store.close()


def _beginning(
    game: Game[Any, Any], seats: Sequence[Seat], position: str, so_far: Record[Any, Any] | None, limit: int
) -> Session:
    """The session that begins at the position in a text, or goes on with a record; what chance does then is done."""
    first = so_far.positions[0] if so_far else game.read(position) if position else game.start
    limits = {"repetitions": REPETITIONS, "plies": PLIES, "limit": limit}
    session = new_session(game, first, seats, SystemRandom(), **limits)
    return session if so_far is None else with_record(session, so_far, SystemRandom())
