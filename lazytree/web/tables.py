"""A table: a game that is being played, with its lock, its place in the store, who thinks and who looks at it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from secrets import SystemRandom
from threading import RLock, Timer
from time import monotonic, time
from typing import Any

from lazytree.compiler.llvm import is_compiling
from lazytree.core.stopping import Stop
from lazytree.searching.deepening import Progress
from lazytree.show.sittings.agreeing import declined
from lazytree.show.sittings.failing import failure
from lazytree.show.sittings.sitting import DRAW, HINT, NOBODY, OPPONENT, VALUES, turn_of
from lazytree.show.sittings.thinking import takes_a_draw, values_found
from lazytree.show.sittings.words import thought

from .acting import Asked, acted, agreed, at_the_place, played
from .bounds import Bounds
from .keeping import places_of, row_of
from .kept import Kept, bot_to_move, people, waits_for_bot
from .looking import LOOKS, looked_into, thought_about
from .mistakes import TOO_LATE, WRONG, Refused, by_the_rules, in_line, shown
from .offers import Shelf
from .searching import UNKNOWN, Client, Job, Left, Searchers
from .seats import Hands
from .store import Stale, Store
from .thinking import bot_move, hint

LOOKED = 60.0  # seconds for which bots think on after somebody has looked
NOTED = 3600.0  # seconds after which the store is told again that somebody looks
OFTEN = 0.15  # seconds between two lines about a search
A_WHILE = 1.0  # seconds after which it is said that the engine is not ready yet
GETTING_READY = "the engine is getting ready: the rules are being compiled"


class Table:
    """The shell of one game: what it is now, and all that changes it, one after the other."""

    def __init__(
        self,
        id: str,
        kept: Kept,
        store: Store,
        searchers: Searchers,
        shelf: Shelf,
        bounds: Bounds,
        again: Callable[[], Kept],
    ) -> None:
        """`again` gives the game as the store has it."""
        self.id, self._kept, self._again = id, kept, again
        self._store, self._searchers, self._shelf, self._bounds = store, searchers, shelf, bounds
        self._random: Random = SystemRandom()
        self._job: Job | None = None
        self._lock = RLock()
        self._listeners: set[Callable[[], object]] = set()
        self._stamp, self._live, self._told = int(time() * 1000), "", 0.0
        self._looked, self._failed = -LOOKED, -1  # when somebody has looked; the place at which a bot has failed
        self._client, self._noted = UNKNOWN, -NOTED  # for whom bots think here; when the store was told of a look
        self._texts: dict[Any, tuple[int, Any]] = {}

    # ---- what it is now

    @property
    def kept(self) -> Kept:
        """The game as it is now."""
        return self._kept

    @property
    def stamp(self) -> int:
        """A number that grows with everything that a page shows, but for `live`."""
        return self._stamp

    def live(self, alone: bool) -> str:
        """What who thinks has found so far, in a line, or its place in the queue.

        Of a search for one player only a page hears whose player is alone: no opponent reads a hint.
        """
        job = self._job
        if job is None or (self._kept.here.thinking != OPPONENT and not alone):
            return ""
        before = self._searchers.before(job)
        return self._live if before is None else told_place(before)

    @property
    def idle(self) -> bool:
        """Whether nobody looks at it and nobody thinks."""
        return not self._listeners and self._job is None

    @property
    def watched(self) -> bool:
        """Whether a page looks at it, or has a moment ago: bots think for no others."""
        return bool(self._listeners) or monotonic() - self._looked < LOOKED

    def look(self) -> None:
        """Somebody looks at the game: a bot that is to move begins to think."""
        if self._job is None and waits_for_bot(self._kept):
            self.wake()

    def known(self, key: Any) -> Any:
        """What was made of the game as it is now by `remembered`; None if nothing was."""
        stamp, found = self._texts.get(key, (0, None))
        return found if stamp == self._stamp else None

    def remembered(self, key: Any, make: Callable[[Kept], Any]) -> Any:
        """What `make` makes of the game as it is now, made once for as long as nothing changes."""
        with self._lock:
            stamp, found = self._texts.get(key, (0, None))
            if stamp != self._stamp:
                with by_the_rules(self._kept.name):
                    found = make(self._kept)
                self._texts[key] = self._stamp, found
            return found

    def follow(self, listener: Callable[[], object]) -> Callable[[], None]:
        """Lets a listener be called at every change, in any thread; gives the function that ends this."""
        with self._lock:
            self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    @property
    def followers(self) -> int:
        """How many listeners there are."""
        return len(self._listeners)

    def _changed(self, live_only: bool = False) -> None:
        if not live_only:
            self._stamp = max(self._stamp + 1, int(time() * 1000))
            self._texts.clear()
        for listener in list(self._listeners):
            listener()

    # ---- what changes it

    def act(self, hands: Hands, asked: Asked) -> None:
        """Does what a browser asks for, once. Raises Refused, which says why, where it cannot be."""
        name = asked.get("act", "")
        if not isinstance(name, str) or len(name) > 64:
            raise Refused(WRONG, f'"act" must be a text of at most 64 characters, not {shown(name)}')
        with self._lock:
            if name and self._store.has_done(self.id, name):
                return
            if isinstance(asked.get("do"), str) and asked["do"] in LOOKS:
                self._look_into(hands, asked)
                return
            if (about := thought_about(self._kept, hands, asked)) is not None:
                self._think_about(about)
                return
            with by_the_rules(self._kept.name):
                after = acted(self._kept, hands, asked, self._random, self._bounds)
            self._keep(after, name)

    def sit(self, hands: Hands, client: Client = UNKNOWN) -> None:
        """Keeps that a browser with these hands has been here: bots think for who plays, or has made the game."""
        if monotonic() - self._noted > NOTED:
            self._noted = monotonic()
            self._store.looked_at(self.id)
        self._looked = monotonic()
        if hands.players or hands.owner or self._client == UNKNOWN:
            self._client = client
        with self._lock:
            free = [it for it in hands.players if not self._kept.seats[it].taken]
            if free:
                seats = tuple(it._replace(taken=it.taken or at in free) for at, it in enumerate(self._kept.seats))
                self._keep(self._kept._replace(seats=seats), "", quietly=True)

    def _keep(self, after: Kept, act: str, quietly: bool = False) -> None:
        """Makes a change: first in the store, in one transaction, then here. Raises Refused if somebody was faster."""
        before, after = self._kept, after._replace(version=self._kept.version + 1)
        with by_the_rules(after.name):  # a move to a position in which the rules raise an error is not made
            row, places = row_of(after), places_of(after, before.here.course)
        try:
            self._store.write(self.id, row, places, act)
        except Stale:
            self._drop()
            self._kept = self._again()
            self._changed()
            raise Refused(TOO_LATE, "another server has changed this game: now it is shown as it is there") from None
        self._kept = after
        if not quietly:
            self._drop()
            self.wake()
        self._changed()

    # ---- who thinks

    def wake(self) -> None:
        """Lets the bot think that is to move, while somebody looks."""
        with self._lock:
            if self._job is None and self.watched and self._failed != self._kept.here.course.at:
                with by_the_rules(self._kept.name):
                    waits = waits_for_bot(self._kept)
                if waits:
                    self._think(OPPONENT)
                elif self._kept.here.valuing and turn_of(self._kept.here) == "person":
                    self._think(VALUES)

    def _think_about(self, about: str) -> None:
        """Begins to think about something, or ends the thinking with what has been found (NOBODY)."""
        if self._job is not None and self._kept.here.thinking == VALUES:
            self._drop()  # values of moves are of less weight
        if about == NOBODY and self._job is not None:
            self._job.stop()
        elif about == NOBODY and bot_to_move(self._kept):
            self._think(OPPONENT)
        elif about != NOBODY and self._job is None:
            self._think(about)

    def _look_into(self, hands: Hands, asked: Asked) -> None:
        """Shows more or less of the position: its values, its tree. The store keeps nothing of this."""
        at_the_place(self._kept, asked.get("at", self._kept.here.course.at))
        with by_the_rules(self._kept.name):
            here = looked_into(self._kept, hands, asked)
        self._kept = self._kept._replace(here=here)
        if asked["do"] == "values":
            if here.thinking == VALUES:
                self._drop()
                self._kept = self._kept._replace(here=here._replace(thinking=NOBODY))
            self.wake()
        self._changed()

    def _think(self, about: str) -> None:
        """Lets a bot, or who gives hints, think in a thread."""
        kept = self._kept
        game, position, text = kept.here.game, kept.here.position, bot_to_move(kept)

        def tell(told: Progress[Any]) -> None:
            if monotonic() - self._told >= OFTEN:
                self._told = monotonic()
                self._live = in_line(thought(game, position, told))
                self._changed(live_only=True)

        def show(found: Any, stop: Stop) -> None:
            with self._lock:
                if not stop():
                    self._kept = self._kept._replace(here=self._kept.here._replace(values=found))
                    self._changed()

        def work(stop: Stop) -> tuple[Any, str]:
            if about == OPPONENT:
                return bot_move(self._shelf, game, text, position, stop, tell)
            if about == HINT:
                return hint(game, position, stop, tell), ""
            if about == DRAW:
                return takes_a_draw(game, position, min(set(range(2)) - people(kept.seats)), stop), ""
            for found in values_found(game, position, stop):
                show(found, stop)
            return None, ""

        def thought_of(job: Job, found: Any) -> None:
            self._thought(job, about, found)

        try:
            job = Job(work, thought_of, self._bounds, self._client, lambda: self.watched, lambda: self._changed(True))
            self._searchers.submit(job)
            self._job = job
            self._tell_if_compiling(job)
            self._kept = kept._replace(here=kept.here._replace(thinking=about, said="", hint=None))
        except Refused as busy:
            self._kept = kept._replace(here=kept.here._replace(thinking=NOBODY, said=busy.why))
        self._live = ""
        self._changed()

    def _tell_if_compiling(self, job: Job) -> None:
        """Says that the engine gets ready, if its rules are still being compiled in a while."""

        def tell() -> None:
            with self._lock:
                if self._job is job and not self._live and is_compiling():
                    self._live = GETTING_READY
                    self._changed(live_only=True)

        timer = Timer(A_WHILE, tell)
        timer.daemon = True
        timer.start()

    def _thought(self, job: Job, about: str, found: Any) -> None:
        """Takes what was found, or says what went wrong."""
        with self._lock:
            if job is not self._job:
                return
            self._job, self._failed = None, -1
            kept = self._kept = self._kept._replace(here=self._kept.here._replace(thinking=NOBODY))
            if isinstance(found, Left):  # it begins again when somebody looks
                self._changed()
                return
            try:
                if isinstance(found, BaseException):
                    raise found
                self._take(about, *found)
            except BaseException as error:
                why = error.why if isinstance(error, Refused) else failure(about, kept.name, error)
                self._failed = kept.here.course.at if kept.version == self._kept.version else -1
                self._kept = self._kept._replace(here=self._kept.here._replace(said=in_line(why)))
                self._changed()

    def _take(self, about: str, found: Any, said: str) -> None:
        """Plays the move that was found, ends the game as a draw, or shows a hint."""
        kept = self._kept
        if about == OPPONENT:
            after = played(kept, found, self._random, self._bounds)
            self._keep(after._replace(here=after.here._replace(said=said)), "")
        elif about == DRAW and found:
            self._keep(agreed(kept), "")
        else:
            here = kept.here._replace(hint=found) if about == HINT else kept.here
            self._kept = kept._replace(here=declined(here) if about == DRAW else here)
            self._changed()

    def _drop(self) -> None:
        """Lets nobody think any more."""
        if self._job is not None:
            self._job.drop()
        self._job, self._live = None, ""

    def close(self) -> None:
        """Ends all thinking; the store has everything."""
        with self._lock:
            self._drop()


def told_place(before: int) -> str:
    """A place in the queue of searches, in words.

    >>> told_place(0), told_place(7)
    ('waits for its turn, which is the next', 'waits for its turn, after 7 others')
    """
    where = "which is the next" if not before else "after another one" if before == 1 else f"after {before} others"
    return f"waits for its turn, {where}"
