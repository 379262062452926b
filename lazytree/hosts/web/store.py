"""The store: all games in one file of sqlite3, in which each act is one transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import RLock
from time import time
from typing import Any, NamedTuple

from pyrsistent import pmap, pvector

from lazytree.core.game import Game
from lazytree.playing.ending import Ending
from lazytree.playing.one_line import one_line
from lazytree.playing.records import save_record
from lazytree.session.records import record_head
from lazytree.session.refusals import BUSY, TOO_LATE, Refused
from lazytree.session.session import PERSON, Offer, Seat, Session, has_ended, record_along
from lazytree.session.variations import NOWHERE, Node, Variations, line_through

from .catalogue import Parameters, ServerLimits, bot_in_words
from .clocks import Clock

REPETITIONS, PLIES = 3, 1_000
"""After which a game is a draw."""


class StoredGame(NamedTuple):
    """A game as the server keeps it. The token of a seat is the digest of the secret that moves for a person."""

    name: str  # of its offer
    settings: Parameters
    owner: str  # the digest of the secret of the browser that has made it
    session: Session
    version: int = 0  # how often it has been written
    clock: Clock | None = None
    next: str = ""  # the game that is its rematch; empty: none


VERSION = 3
SCHEMA = """
create table games (id text primary key, name text not null, settings text not null, begins text, owner text not null,
  seats text not null, at integer not null, endings text not null, asks text not null, version integer not null,
  over integer not null, touched real not null, looked real not null default 0, clock text not null default 'null',
  next text not null default '') without rowid;
create table places (game text not null, number integer not null, before integer not null, move integer, word text,
  latest integer not null, primary key (game, number)) without rowid;
create table acts (game text not null, act text not null, at integer not null, primary key (game, act)) without rowid;
create index touched on games (touched);
"""
RENEWED = {
    1: """
alter table games rename column waits to over;
update games set over = 0;
alter table games add column looked real not null default 0;
pragma user_version = 2;
""",
    2: """
alter table games add column clock text not null default 'null';
alter table games add column next text not null default '';
pragma user_version = 3;
""",
}
"""What makes a store of an earlier version one of the next."""
LATELY = 3600.0  # seconds: a game that was begun or played in since then is kept
SEEN = 7 * 24 * 3600.0  # seconds: a game that a page has shown since then is kept
ACTS = 100  # acts of a game whose names are remembered, so that none is done twice


class Row(NamedTuple):
    """What is kept of a game beside its places: texts and numbers."""

    name: str
    settings: str  # JSON: pairs of parameter and value
    begins: str | None  # the position in which it begins, in one line; None: the start
    owner: str  # the digest of a secret
    seats: str  # JSON: for each player who plays, the digest of a secret, whether it is taken
    at: int  # the number of the place that is shown
    endings: str  # JSON: triples of place, payoffs, reason
    asks: str  # JSON: triples of player, place, whether it is a rematch
    version: int
    over: bool  # whether it has ended
    clock: str  # JSON: null, or what is said of it, what is left to each player, since when it runs
    next: str  # the game that is its rematch


class PlaceRow(NamedTuple):
    """A place in the course of a game, as it is kept: `move` is the number of the move in `before`, `word` its text."""

    number: int
    before: int
    move: int | None
    word: str | None
    latest: int


class Stale(Exception):  # noqa: N818 - another writer was faster
    """Raised if another writer has written a game meanwhile."""


class Store:
    """The games that are kept in a file; `:memory:` keeps them as long as the server runs.

    `clock` gives the time in seconds. Raises ValueError where the file is none of ours, or cannot be written.
    """

    def __init__(self, path: str, limits: ServerLimits, clock: Callable[[], float] = time) -> None:
        self._limits, self._lock, self._clock = limits, RLock(), clock
        self._looked = dict[str, float]()  # when games were looked at: the next transaction keeps it
        self.path = path
        try:
            if path != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._base = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
            for order in ("journal_mode = wal", "synchronous = normal", "foreign_keys = on", "trusted_schema = off"):
                self._base.execute(f"pragma {order}").fetchall()
            self._prepare()
        except (sqlite3.Error, OSError) as error:
            raise ValueError(f"{path} cannot keep games ({error}): name another file by --data FILE") from error

    def _prepare(self) -> None:
        with self._writing() as base:
            (version,) = base.execute("pragma user_version").fetchone()
            (tables,) = base.execute("select count(*) from sqlite_master").fetchone()
            if version == 0 and tables == 0:
                for order in SCHEMA.split(";")[:-1]:
                    base.execute(order)
                base.execute(f"pragma user_version = {VERSION}")
                version = VERSION
            while version in RENEWED:
                for order in RENEWED[version].split(";")[:-1]:
                    base.execute(order)
                (version,) = base.execute("pragma user_version").fetchone()
            if version != VERSION or not base.execute("select 1 from sqlite_master where name = 'places'").fetchone():
                raise sqlite3.DatabaseError("it holds something else")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all of it is kept, or nothing."""
        with self._lock:
            self._base.execute("begin immediate")
            try:
                looked = [(when, id) for id, when in self._looked.items()]
                if looked:
                    self._base.executemany("update games set looked = ? where id = ?", looked)
                yield self._base
            except BaseException:
                self._base.execute("rollback")
                raise
            self._base.execute("commit")
            self._looked.clear()

    def close(self) -> None:
        """Ends the use of the file."""
        with self._lock:
            with suppress(sqlite3.Error), self._writing():
                pass  # what was looked at is kept
            self._base.close()

    def add(self, id: str, row: Row, places: Iterable[PlaceRow]) -> None:
        """Keeps a new game. Raises Refused if there are too many: see `too_many_error`."""
        with self._writing() as base:
            (count,) = base.execute("select count(*) from games").fetchone()
            if count >= self._limits.games:
                most = f"{self._limits.games} games are kept here, the most that are, and each was looked at lately"
                raise Refused(BUSY, f"{most}: start with another --data")
            marks = ", ".join("?" * (len(row) + 2))
            into = f"insert into games (id, {', '.join(Row._fields)}, touched) values ({marks})"
            base.execute(into, (id, *row, self._clock()))
            self._put(base, id, places)

    def too_many(self) -> list[str]:
        """The games that must go before another one is kept: finished ones first, then those untouched the longest.

        Never one in which something was done in the last hour, or which a page has shown in the last week.
        """
        now, which = self._clock(), "touched < ? and looked < ? order by over desc, max(touched, looked) limit ?"
        with self._writing() as base:
            spare = max(0, self.count() + 1 - self._limits.games)
            return [
                id for (id,) in base.execute(f"select id from games where {which}", (now - LATELY, now - SEEN, spare))
            ]

    def forget(self, id: str) -> None:
        """Keeps a game no more."""
        with self._writing() as base:
            for order in ("games where id", "places where game", "acts where game"):
                base.execute(f"delete from {order} = ?", (id,))

    def looked_at(self, id: str) -> None:
        """Takes down that a game is looked at now. Nothing is written before the next change of any game."""
        with self._lock:
            self._looked[id] = self._clock()

    def _put(self, base: sqlite3.Connection, id: str, places: Iterable[PlaceRow]) -> None:
        base.executemany("insert or replace into places values (?, ?, ?, ?, ?, ?)", [(id, *place) for place in places])

    def load(self, id: str) -> tuple[Row, list[PlaceRow]] | None:
        """What is kept of a game: itself, and its places in order; None if there is none of this name."""
        with self._lock:
            names = ", ".join(Row._fields)
            found = self._base.execute(f"select {names} from games where id = ?", (id,)).fetchone()
            if found is None:
                return None
            order = "select number, before, move, word, latest from places where game = ? order by number"
            places = [PlaceRow(*place) for place in self._base.execute(order, (id,))]
        row = Row._make(found)
        return row._replace(over=bool(row.over)), places

    def write(self, id: str, row: Row, places: Iterable[PlaceRow], act: str = "") -> None:
        """Keeps a game after an act. Raises Stale if what is kept is not of the version before."""
        values = {**row._asdict(), "id": id, "touched": self._clock()}
        names = ("seats", "at", "endings", "asks", "version", "over", "clock", "next", "touched")
        parts = ", ".join(f"{name} = :{name}" for name in names)
        with self._writing() as base:
            done = base.execute(f"update games set {parts} where id = :id and version = :version - 1", values)
            if done.rowcount != 1:
                raise Stale
            self._put(base, id, places)
            if act:
                base.execute("insert into acts values (?, ?, ?)", (id, act, row.version))
                base.execute("delete from acts where game = ? and at <= ?", (id, row.version - ACTS))

    def has_done(self, id: str, act: str) -> bool:
        """Whether an act of this name was done in a game before."""
        with self._lock:
            return self._base.execute("select 1 from acts where game = ? and act = ?", (id, act)).fetchone() is not None

    def count(self) -> int:
        """How many games are kept."""
        with self._lock, closing(self._base.execute("select count(*) from games")) as found:
            return int(found.fetchone()[0])


def as_json(thing: Any) -> str:
    """A thing as it is kept in one column."""
    return json.dumps(thing, separators=(",", ":"))


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
        as_json(stored.clock),
        stored.next,
    )


def places_of(stored: StoredGame, before: Variations | None = None) -> list[PlaceRow]:
    """The places of a game as rows: those that are new, or lead on elsewhere, since earlier variations of it."""
    game, nodes = stored.session.game, stored.session.variations.nodes
    known = 0 if before is None else len(before.nodes)
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
    words, left, since = json.loads(row.clock) or ("", (), None)
    clock = Clock(words, tuple(left), since) if words else None
    return StoredGame(row.name, settings, row.owner, session, row.version, clock, row.next)


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


def make_room(store: Store, make: Make) -> list[str]:
    """The names of the games that the store has forgotten, so that another one can be kept.

    Raises: Refused where the file beside the store cannot be written: then nothing is forgotten.
    """
    gone, file = store.too_many(), file_of(store.path)
    for id in gone:
        if file is not None and (found := store.load(id)) is not None:
            try:
                with file.open("a", encoding="utf-8") as out:
                    out.write(forgotten_line(*found, make) + "\n")
            except OSError as error:
                raise Refused(BUSY, f"no game can make room for another one: {file.name} cannot be written") from error
        store.forget(id)
    return gone


def file_of(path: str) -> Path | None:
    """The file into which the games go that a store forgets; none for a store in memory."""
    return None if path == ":memory:" else Path(path).with_suffix(".forgotten.jsonl")


def forgotten_line(row: Row, places: list[PlaceRow], make: Make) -> str:
    """A game in one line: its record, as "Save" writes it; where the rules cannot make it again, what is kept of it."""
    try:
        session = restore_game(row, places, make).session
        return save_record(record_along(session, line_through(session.variations)))
    except Exception as error:  # the rules may be anybody's, and may have changed
        why = f"{type(error).__name__}: {error}"
        return json.dumps({"no record": why, **row._asdict(), "owner": "", "seats": "", "places": places})
