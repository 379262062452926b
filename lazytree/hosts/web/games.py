"""The games of the server: those in memory and those that only the store has; all that changes them."""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from secrets import SystemRandom
from threading import Lock
from time import monotonic, time
from typing import Any, NamedTuple

from lazytree.core.game import Game
from lazytree.playing.ending import time_up
from lazytree.playing.records import Record
from lazytree.session.jobs import OPPONENT
from lazytree.session.reducer import Asked, is_alone, is_rematch_agreed
from lazytree.session.refusals import NOT_FOUND, TOO_LARGE, TOO_LATE, WRONG, Refused, by_the_rules, shown
from lazytree.session.runner import SessionRunner, Work
from lazytree.session.session import (
    PERSON,
    Permissions,
    Seat,
    Session,
    end_game,
    new_session,
    restart,
    swap_sides,
    with_record,
)

from .catalogue import Catalogue, Parameters, ServerLimits, bot_move, maker, require_bot, table_opener
from .clocks import clock_after, new_clock, player_out_of_time, seconds_left
from .friends import Company
from .requests import SeatTokens, digest_of, new_secret
from .searching import UNKNOWN, Client, Job, Searchers
from .store import PLIES, REPETITIONS, Stale, Store, StoredGame, make_room, places_of, restore_game, row_of, seat_of
from .trial_processes import Preview, TrialProcesses, preview_of

LOOKED = 60.0  # seconds for which bots go on thinking after a page was shown
ELSEWHERE = ("new", "open", "save", "link")
"""Actions for which the page asks another address."""


class ServedGame:
    """The shell of one game: all that changes it, one after the other."""

    def __init__(self, registry: GameRegistry, id: str, stored: StoredGame) -> None:
        self.id, self._registry, self._stored = id, registry, stored
        self._looked, self._client = -LOOKED, UNKNOWN
        self._search: Job | None = None  # the last one that was asked for
        self._views: dict[tuple[int, Permissions], Any] = {}
        by_table = partial(bot_move, registry.table(stored.session.game))
        self.runner = SessionRunner(
            stored.session, by_table, SystemRandom(), self._submit, self._keep, lambda: self.watched
        )
        self.company = Company(self.runner.tell_change)

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
        before = self._registry.searchers.before(self._search)
        return self.runner.live if before is None else place_text(before)

    def known(self, actor: Permissions) -> Any:
        """What was shown to an actor of the game as it is now; None if nothing was."""
        return self._views.get((self.runner.stamp, actor))

    def shown(self, actor: Permissions, make: Callable[[StoredGame], Any]) -> Any:
        """What `make` makes of the game as it is now for an actor, made once for as long as nothing changes."""
        with self.runner.lock:
            if (view := self.known(actor)) is None:
                with by_the_rules(self._stored.name):
                    view = make(self.stored)
                stamp = self.runner.stamp
                self._views = {key: each for key, each in self._views.items() if key[0] == stamp} | {
                    (stamp, actor): view
                }
            return view

    def act(self, actor: Permissions, asked: Asked) -> None:
        """Does what a browser asks for, once. Raises Refused, which says why, where it cannot be."""
        request_id, action = asked.get("request_id", ""), asked.get("action")
        if not isinstance(request_id, str) or len(request_id) > 64:
            raise Refused(WRONG, f'"request_id" must be a text of at most 64 characters, not {shown(request_id)}')
        if action in ELSEWHERE:
            raise Refused(WRONG, f"{action} is no action of a game on the server")
        if action == "say":
            self.company.say(actor, asked.get("words"))
            return
        with self.runner.lock:
            self.end_if_late()
            if not (request_id and self._registry.store.has_done(self.id, request_id)):
                self.runner.act(asked, actor, request_id)

    def sit(self, actor: Permissions, client: Client = UNKNOWN) -> None:
        """Takes down that a browser is here: bots think for those who play, or have made the game.

        Nothing is written: the store hears of a seat that is taken with the next change of the game.
        """
        self._registry.store.looked_at(self.id)
        self._looked = monotonic()
        if actor.players or actor.owner or self._client == UNKNOWN:
            self._client = client
        with self.runner.lock:
            session = self.runner.session
            if any(not session.seats[player].taken for player in actor.players):
                seats = [it._replace(taken=it.taken or at in actor.players) for at, it in enumerate(session.seats)]
                self.runner.change(session._replace(seats=tuple(seats)))

    def follow(self, actor: Permissions, listener: Callable[[], object]) -> Callable[[], None]:
        """Lets a page of an actor hear of every change; gives the function that ends this."""
        leave = self.company.arrive(actor.players, tell=not is_alone(self.runner.session, actor))
        unheard = self.runner.follow(listener)

        def end() -> None:
            unheard()
            leave()

        return end

    def seconds_left(self) -> tuple[float, ...]:
        """What the clocks leave to each player now; nothing, if the game has no clocks."""
        stored = self.stored
        return seconds_left(stored.clock, stored.session, self._registry.clock()) if stored.clock else ()

    def end_if_late(self) -> None:
        """Ends the game if the time of a player is up."""
        with self.runner.lock:
            stored = self.stored
            player = player_out_of_time(stored.clock, stored.session, self._registry.clock())
            if player is not None:
                self.runner.change(end_game(stored.session, time_up(stored.session.game, player)))

    def _keep(self, before: Session, after: Session, request_id: str) -> None:
        """Writes a change into the store, in one transaction. Raises Refused if another server was faster.

        The clocks go on with it. If all have agreed to a rematch, it is begun.
        """
        if _durable(before) == _durable(after):
            return
        kept = self._stored
        clock = kept.clock and clock_after(kept.clock, before, after, self._registry.clock())
        stored = kept._replace(session=after, version=kept.version + 1, clock=clock)
        if is_rematch_agreed(after) and not stored.next:
            stored = stored._replace(next=self._registry.begin_rematch(stored))
        with by_the_rules(stored.name):  # a move to a position in which the rules raise an error is not made
            row, places = row_of(stored), places_of(stored, before.variations)
        try:
            self._registry.store.write(self.id, row, places, request_id)
        except Stale:
            self._stored = self._registry.load(self.id)
            self.runner.replace(self._stored.session)
            raise Refused(TOO_LATE, "another server has changed this game: now it is shown as it is there") from None
        self._stored = stored

    def _submit(self, work: Work, done: Callable[[Any, Any], object]) -> Job:
        job = Job(work, done, self._registry.limits, self._client, lambda: self.watched, self.runner.tell_progress)
        self._registry.searchers.submit(job)
        self._search = job
        return job


def _durable(session: Session) -> tuple[object, ...]:
    """What the store keeps at once of a session: that a person has come is kept with what is done next."""
    seats = [seat._replace(taken=True) for seat in session.seats]
    return id(session.variations), session.endings, session.offers, seats


def place_text(before: int) -> str:
    """A place in the queue of searches, in words.

    >>> place_text(0), place_text(7)
    ('waits for its turn, which is the next', 'waits for its turn, after 7 others')
    """
    where = "which is the next" if not before else "after another one" if before == 1 else f"after {before} others"
    return f"waits for its turn, {where}"


ID = re.compile(r"[A-Za-z0-9_-]{12}")
"""What the name of a game looks like."""
LINK = "link"
"""The player of a seat for which a form asks for a link to send to another person."""


class NewGame(NamedTuple):
    """A new game: its name, and the secrets of the person who has made it."""

    id: str
    tokens: SeatTokens
    secrets: dict[int, str]  # of each person's seat


class GameRegistry:
    """All games of a server."""

    def __init__(self, catalogue: Catalogue, store: Store, limits: ServerLimits) -> None:
        self.catalogue, self.limits = catalogue, limits
        self.make, self.table, self.clock = maker(catalogue, limits), table_opener(catalogue), time
        self.store, self.searchers, self._trials = store, Searchers(limits), TrialProcesses(catalogue, limits)
        self._games: OrderedDict[str, ServedGame] = OrderedDict()
        self._lock, self._adding = Lock(), Lock()

    def preview(self, name: str, settings: Parameters, position: str = "") -> Preview:
        """What a page shows of a game that has not begun. Raises Refused where it is too large, or cannot be.

        What comes from outside is tried in another process, which is ended where it takes too long.
        """
        if settings or position:
            return self._trials.preview(name, settings, position)
        return preview_of(self.make(name, ()))

    def game(self, id: str) -> ServedGame:
        """The game of this name. Raises Refused if there is none, or if its game cannot be made again."""
        if not ID.fullmatch(id):
            raise Refused(NOT_FOUND, "there is no game at this address")
        with self._lock:
            if id not in self._games:
                self._games[id] = ServedGame(self, id, self.load(id))
                self._forget()
            self._games.move_to_end(id)
            return self._games[id]

    def load(self, id: str) -> StoredGame:
        """A game as the store has it. Raises Refused if it has none, or if the game cannot be made again."""
        if (found := self.store.load(id)) is None:
            raise Refused(NOT_FOUND, "there is no game at this address")
        with by_the_rules(found[0].name):
            return restore_game(*found, self.make, self.limits.places)

    def _forget(self) -> None:
        """Forgets the games that have not been used for the longest time: the store has them."""
        spare = len(self._games) - self.limits.loaded
        for id in [id for id, game in self._games.items() if game.runner.idle][: max(0, spare)]:
            del self._games[id]

    def begin(
        self,
        name: str,
        settings: Parameters,
        who: Sequence[str],
        position: str = "",
        so_far: Record[Any, Any] | None = None,
        clock: object = "",
    ) -> NewGame:
        """A new game. `who` plays each side: PERSON here, LINK for a person elsewhere, or the text of a bot.

        It begins at the position in a text, or with a record; what comes from outside has been tried by `preview`.
        `clock` is a text such as "300+3", or empty. Raises Refused for what cannot be.
        """
        game = self.make(name, settings) if so_far is None else so_far.game
        if len(who) != len(game.players):
            raise Refused(WRONG, f"{game.name} has {len(game.players)} players: say who plays each of them")
        kinds = [it if it in (PERSON, LINK) else require_bot(game, it, self.limits) for it in who]
        owner = new_secret()
        keys = {number: new_secret() for number, kind in enumerate(kinds) if kind in (PERSON, LINK)}
        seats = [
            seat_of(PERSON, digest_of(keys[number]), kind == PERSON) if number in keys else seat_of(kind)
            for number, kind in enumerate(kinds)
        ]
        with by_the_rules(game.name):
            session = _beginning(game, seats, position, so_far, self.limits.places)
        id = self._add(StoredGame(name, settings, digest_of(owner), session, clock=new_clock(clock, session)))
        held = (owner, *(keys[number] for number in keys if kinds[number] == PERSON))
        return NewGame(id, SeatTokens(held, tuple(keys[number] for number in keys if kinds[number] == LINK)), keys)

    def begin_rematch(self, stored: StoredGame) -> str:
        """The name of a new game from the same start, with sides changed: its seats have the same secrets."""
        session = swap_sides(restart(stored.session, SystemRandom()))
        clock = new_clock(stored.clock.words if stored.clock else "", session)
        return self._add(stored._replace(session=session, version=0, clock=clock))

    def _add(self, stored: StoredGame) -> str:
        """Keeps a new game; gives its name."""
        with by_the_rules(stored.name):
            id, row, places = secrets.token_urlsafe(9), row_of(stored), places_of(stored)
        if len(places) > self.limits.places:
            raise Refused(TOO_LARGE, f"a game has at most {self.limits.places} positions here, not {len(places)}")
        with self._adding:
            gone = make_room(self.store, self.make)
            self.store.add(id, row, places)
        with self._lock:
            for forgotten in gone:
                self._games.pop(forgotten, None)
            self._games[id] = ServedGame(self, id, stored)
            self._forget()
        return id

    def close(self) -> None:
        """Ends all thinking, and the use of the store."""
        for game in list(self._games.values()):
            game.runner.close()
        self.searchers.close()
        self._trials.close()
        self.store.close()


def _beginning(
    game: Game[Any, Any], seats: Sequence[Seat], position: str, so_far: Record[Any, Any] | None, limit: int
) -> Session:
    """The session that begins at the position in a text, or goes on with a record; what chance does then is done."""
    first = so_far.positions[0] if so_far else game.read(position) if position else game.start
    ends = {"repetitions": REPETITIONS, "plies": PLIES, "limit": limit}
    session = new_session(game, first, seats, SystemRandom(), **ends)
    return session if so_far is None else with_record(session, so_far, SystemRandom())
