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
from lazytree.show.sittings.sitting import Sitting, after, sitting, with_record

from .bounds import Bounds
from .forgetting import make_room
from .keeping import made_again, places_of, row_of, seated
from .kept import Kept, people
from .mistakes import NOT_FOUND, TOO_LARGE, WRONG, Refused, by_the_rules
from .offers import Parameters, Shelf, maker
from .previews import Preview, preview_of
from .rooms import Rooms
from .searching import Searchers
from .seats import PERSON, Purse, Seat, digest_of, new_secret
from .store import Store
from .tables import Table
from .thinking import checked_bot

ID = re.compile(r"[A-Za-z0-9_-]{12}")
"""What the name of a game looks like."""
LINK = "link"
"""Who a seat is for, where a form asks for a link to send to somebody."""


class Begun(NamedTuple):
    """A new game: its name, and the secrets of who has made it."""

    id: str
    purse: Purse
    secrets: dict[int, str]  # of each person's seat


class Hall:
    """All games of a server."""

    def __init__(self, shelf: Shelf, store: Store, bounds: Bounds) -> None:
        self.shelf, self.bounds = shelf, bounds
        self.make = maker(shelf, bounds)
        self._store, self._searchers, self._rooms = store, Searchers(bounds), Rooms(shelf, bounds)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock, self._adding = Lock(), Lock()

    def preview(self, name: str, settings: Parameters, position: str = "") -> Preview:
        """What a page shows of a game that has not begun. Raises Refused where it is too large, or cannot be.

        What comes from outside is tried in another process, which is ended where it takes too long.
        """
        if settings or position:
            return self._rooms.preview(name, settings, position)
        return preview_of(self.make(name, ()))

    def table(self, id: str) -> Table:
        """The table of this name. Raises Refused if there is none, or if its game cannot be made again."""
        if not ID.fullmatch(id):
            raise Refused(NOT_FOUND, "there is no game at this address")
        with self._lock:
            if id not in self._tables:
                self._tables[id] = self._seat(id, self._stored(id))
                self._forget()
            self._tables.move_to_end(id)
            return self._tables[id]

    def _stored(self, id: str) -> Kept:
        """A game as the store has it. Raises Refused if it has none, or if the game cannot be made again."""
        if (found := self._store.load(id)) is None:
            raise Refused(NOT_FOUND, "there is no game at this address")
        with by_the_rules(found[0].name):
            return made_again(*found, self.make)

    def _seat(self, id: str, kept: Kept) -> Table:
        return Table(id, kept, self._store, self._searchers, self.shelf, self.bounds, lambda: self._stored(id))

    def _forget(self) -> None:
        """Lets go of tables at which nobody has been for the longest time: the store has them."""
        spare = len(self._tables) - self.bounds.loaded
        for id in [id for id, table in self._tables.items() if table.idle][: max(0, spare)]:
            del self._tables[id]

    def begin(
        self,
        name: str,
        settings: Parameters,
        who: Sequence[str],
        position: str = "",
        so_far: Record[Any, Any] | None = None,
    ) -> Begun:
        """A new game. `who` plays each side: PERSON here, LINK for a person elsewhere, or the text of a bot.

        It begins at the position in a text, or with a record; what comes from outside has been tried by `preview`.
        Raises Refused for what cannot be.
        """
        game = self.make(name, settings) if so_far is None else so_far.game
        if len(who) != len(game.players):
            raise Refused(WRONG, f"{game.name} has {len(game.players)} players: say who plays each of them")
        kinds = [it if it in (PERSON, LINK) else checked_bot(self.shelf, game, it, self.bounds) for it in who]
        owner = new_secret()
        keys = {number: new_secret() for number, kind in enumerate(kinds) if kind in (PERSON, LINK)}
        seats = tuple(
            Seat(PERSON, digest_of(keys[number]), kind == PERSON) if number in keys else Seat(kind)
            for number, kind in enumerate(kinds)
        )
        with by_the_rules(game.name):
            kept = Kept(name, settings, seats, digest_of(owner), _beginning(game, seats, position, so_far))
            id, row, places = secrets.token_urlsafe(9), row_of(kept), places_of(kept)
        if len(places) > self.bounds.places:
            raise Refused(TOO_LARGE, f"a game has at most {self.bounds.places} positions here, not {len(places)}")
        with self._adding:
            gone = make_room(self._store, self.make)
            self._store.add(id, row, places)
        with self._lock:
            for forgotten in gone:
                self._tables.pop(forgotten, None)
            self._tables[id] = self._seat(id, kept)
            self._forget()
        held = (owner, *(keys[number] for number in keys if kinds[number] == PERSON))
        return Begun(id, Purse(held, tuple(keys[number] for number in keys if kinds[number] == LINK)), keys)

    def close(self) -> None:
        """Ends all thinking, and the use of the store."""
        for table in list(self._tables.values()):
            table.close()
        self._searchers.close()
        self._rooms.close()
        self._store.close()


def _beginning(
    game: Game[Any, Any], seats: tuple[Seat, ...], position: str, so_far: Record[Any, Any] | None
) -> Sitting:
    """The sitting that begins at the position in a text, or goes on with a record; what chance does then is done."""
    first = so_far.positions[0] if so_far else game.read(position) if position else game.start
    here = sitting(game, first, people(seats), SystemRandom())
    if so_far is not None and so_far.ended is not None:
        here = with_record(here, so_far)
    elif so_far is not None and so_far.moves:
        but_last = Record(game, so_far.positions[:-1], so_far.moves[:-1])
        here = after(with_record(here, but_last), so_far.moves[-1], SystemRandom())
    return seated(game, seats, here.course, here.endings)
