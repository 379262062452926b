"""A game that the server holds: its session, its place in the store, which searches it wants and who looks at it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from secrets import SystemRandom
from time import monotonic
from typing import Any

from lazytree.session.background import Work
from lazytree.session.jobs import OPPONENT
from lazytree.session.reducer import Asked
from lazytree.session.refusals import TOO_LATE, WRONG, Refused, by_the_rules, shown
from lazytree.session.runner import SessionRunner
from lazytree.session.session import Permissions, Session

from .catalogue import Catalogue
from .restoring import places_of, row_of
from .searching import UNKNOWN, Client, Job, Searchers
from .server_limits import ServerLimits
from .store import Stale, Store
from .stored_game import StoredGame
from .thinking import bot_move

LOOKED = 60.0  # seconds for which bots go on thinking after a page was shown
ELSEWHERE = ("new", "open", "save", "link")
"""Actions for which the page asks another address."""
NOTED = 3600.0  # seconds after which the store is told again that a page was shown


class ServedGame:
    """The shell of one game: all that changes it, one after the other."""

    def __init__(
        self,
        id: str,
        stored: StoredGame,
        store: Store,
        searchers: Searchers,
        shelf: Catalogue,
        bounds: ServerLimits,
        again: Callable[[], StoredGame],
    ) -> None:
        """`again` gives the game as the store has it."""
        self.id, self._stored, self._again = id, stored, again
        self._store, self._searchers, self._bounds = store, searchers, bounds
        self._looked, self._noted, self._client = -LOOKED, -NOTED, UNKNOWN
        self._search: Job | None = None  # the last one that was asked for
        self._texts: dict[Any, tuple[int, Any]] = {}
        bot = partial(bot_move, shelf)
        self.runner = SessionRunner(stored.session, bot, SystemRandom(), self._submit, self._keep, lambda: self.watched)

    @property
    def stored(self) -> StoredGame:
        """The game as it is now."""
        return self._stored._replace(session=self.runner.session)

    @property
    def watched(self) -> bool:
        """Whether a page looks at it, or has a moment ago: bots think for no others."""
        return self.runner.listeners > 0 or monotonic() - self._looked < LOOKED

    def live(self, alone: bool) -> str:
        """What the search has found so far, in a line, or its place in the queue.

        Of a search for one player only a page hears whose player is alone: no opponent reads a hint.
        """
        job = self.runner.job
        if self._search is None or job is None or (job.kind != OPPONENT and not alone):
            return ""
        before = self._searchers.before(self._search)
        return self.runner.live if before is None else place_text(before)

    def known(self, key: Any) -> Any:
        """What was made of the game as it is now by `remembered`; None if nothing was."""
        stamp, text = self._texts.get(key, (0, None))
        return text if stamp == self.runner.stamp else None

    def remembered(self, key: Any, make: Callable[[StoredGame], Any]) -> Any:
        """What `make` makes of the game as it is now, made once for as long as nothing changes."""
        with self.runner.lock:
            if (text := self.known(key)) is None:
                with by_the_rules(self._stored.name):
                    text = make(self.stored)
                kept = {key: entry for key, entry in self._texts.items() if entry[0] == self.runner.stamp}
                self._texts = {**kept, key: (self.runner.stamp, text)}
            return text

    def act(self, actor: Permissions, asked: Asked) -> None:
        """Does what a browser asks for, once. Raises Refused, which says why, where it cannot be."""
        request_id, action = asked.get("request_id", ""), asked.get("action")
        if not isinstance(request_id, str) or len(request_id) > 64:
            raise Refused(WRONG, f'"request_id" must be a text of at most 64 characters, not {shown(request_id)}')
        if action in ELSEWHERE:
            raise Refused(WRONG, f"{action} is no action of a game on the server")
        with self.runner.lock:
            if not (request_id and self._store.has_done(self.id, request_id)):
                self.runner.act(asked, actor, request_id)

    def sit(self, actor: Permissions, client: Client = UNKNOWN) -> None:
        """Keeps that a browser has been here: bots think for those who play, or have made the game."""
        if monotonic() - self._noted > NOTED:
            self._noted = monotonic()
            self._store.looked_at(self.id)
        self._looked = monotonic()
        if actor.players or actor.owner or self._client == UNKNOWN:
            self._client = client
        with self.runner.lock:
            session = self.runner.session
            if any(not session.seats[player].taken for player in actor.players):
                seats = [
                    seat._replace(taken=seat.taken or at in actor.players) for at, seat in enumerate(session.seats)
                ]
                self.runner.change(session._replace(seats=tuple(seats)))

    def _keep(self, before: Session, after: Session, request_id: str) -> None:
        """Writes a change into the store, in one transaction. Raises Refused if another server was faster."""
        if _durable(before) == _durable(after):
            return
        stored = self._stored._replace(session=after, version=self._stored.version + 1)
        with by_the_rules(stored.name):  # a move to a position in which the rules raise an error is not made
            row, places = row_of(stored), places_of(stored, before.variations)
        try:
            self._store.write(self.id, row, places, request_id)
        except Stale:
            self._stored = self._again()
            self.runner.replace(self._stored.session)
            raise Refused(TOO_LATE, "another server has changed this game: now it is shown as it is there") from None
        self._stored = stored

    def _submit(self, work: Work, done: Callable[[Any, Any], object]) -> Job:
        job = Job(work, done, self._bounds, self._client, lambda: self.watched, self.runner.tell_progress)
        self._searchers.submit(job)
        self._search = job
        return job


def _durable(session: Session) -> tuple[object, ...]:
    """What the store keeps of a session."""
    return id(session.variations), session.endings, session.offers, session.seats


def place_text(before: int) -> str:
    """A place in the queue of searches, in words.

    >>> place_text(0), place_text(7)
    ('waits for its turn, which is the next', 'waits for its turn, after 7 others')
    """
    where = "which is the next" if not before else "after another one" if before == 1 else f"after {before} others"
    return f"waits for its turn, {where}"
