"""The store: a file of finished games, so that a tournament goes on where it was.

SQLite in its write-ahead mode: a process that is killed loses no game that it has stored, and others may read the file
meanwhile. Each game has a checksum: one that is damaged is left out, and the others are read.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from .results import Key, Played, as_json, from_json

TABLES = """
CREATE TABLE IF NOT EXISTS tournaments (tournament TEXT PRIMARY KEY, told TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (
    tournament TEXT NOT NULL, game TEXT NOT NULL, pair INTEGER NOT NULL, players TEXT NOT NULL, played TEXT NOT NULL,
    checksum INTEGER, PRIMARY KEY (tournament, game, pair, players)
);
"""

COLUMNS = "tournament, game, pair, players, played, checksum"

PATIENCE = 60.0  # seconds that a writer waits for another one


class Read(NamedTuple):
    """What a store has of a tournament."""

    games: dict[Key, Played]
    damaged: int  # games that are there, but cannot be read or have another checksum


@dataclass(frozen=True)
class Store:
    """An open store of finished games; made by `open_store`."""

    database: sqlite3.Connection
    mended: str = ""  # where the file is that was damaged, and has been replaced; empty: it was not

    def read(self, tournament: str) -> Read:
        """The finished games of a tournament; those that are damaged are counted, and deleted from the store."""
        games, damaged = dict[Key, Played](), list[tuple[int]]()
        query = f"SELECT rowid, {COLUMNS} FROM games NOT INDEXED WHERE tournament = ?"  # an index may be damaged, too
        for number, *row in self.database.execute(query, (tournament,)).fetchall():
            try:
                played = _read(row)
            except (ValueError, TypeError):
                damaged.append((number,))
            else:
                games[played.key] = played
        self._write("DELETE FROM games WHERE rowid = ?", damaged)
        return Read(games, len(damaged))

    def add(self, tournament: str, games: Iterable[Played]) -> None:
        """Stores finished games, all or none; one that is there already stays as it is.

        Raises: ValueError where it cannot.
        """
        rows = ((tournament, it.game, it.pair, json.dumps(it.players), as_json(it)) for it in games)
        self._write(
            f"INSERT OR IGNORE INTO games ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", [(*row, sum_of(row)) for row in rows]
        )

    def describe(self, tournament: str, description: str) -> None:
        """Stores what a tournament is, in words. Raises ValueError where it cannot."""
        self._write("INSERT OR IGNORE INTO tournaments VALUES (?, ?)", [(tournament, description)])

    def _write(self, command: str, rows: Iterable[tuple[object, ...]]) -> None:
        try:
            with self.database:
                self.database.executemany(command, rows)
        except sqlite3.Error as error:
            raise ValueError(f"the store cannot be written: {error}; what it has is kept") from error


def sum_of(row: Iterable[object]) -> int:
    """The checksum of a game: CRC-32 of all that is stored of it, which finds every changed bit."""
    return crc32(json.dumps([*row]).encode())


def _read(row: list[object]) -> Played:
    """A row as a game. Raises ValueError or TypeError where it is damaged; old stores have no checksums."""
    *stored, checksum = row
    if checksum is not None and checksum != sum_of(stored):
        raise ValueError("it has another checksum")
    return from_json(str(stored[-1]))


@contextmanager
def open_store(path: str | Path) -> Iterator[Store]:
    """A context manager that gives the store in a file, which is made if it is not there.

    A file that is damaged is replaced by one with all that can be read of it, and kept beside it.

    Raises: ValueError where the file is no store, or cannot be written.
    """
    mended = ""
    try:
        with closing(_connect(path)) as database:
            sound = _is_sound(database)
        if not sound:
            mended = _mend(Path(path))
        database = _connect(path)
    except sqlite3.Error as error:
        raise ValueError(f"{str(path)!r} cannot be opened as a store of games: {error}") from error
    with closing(database):
        yield Store(database, mended)


def _connect(path: str | Path) -> sqlite3.Connection:
    """The database in a file, with tables of this form. Raises sqlite3.Error if the file has no such database."""
    database = sqlite3.connect(path, timeout=PATIENCE)
    try:
        database.text_factory = lambda data: data.decode(errors="replace")  # what is damaged may be no text
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")  # no wait for the disk: a power cut may cost the last games
        database.executescript(TABLES)
        if "checksum" not in [column for _, column, *_ in database.execute("PRAGMA table_info(games)")]:
            database.execute("ALTER TABLE games ADD COLUMN checksum INTEGER")  # the store is an old one
        database.execute(f"SELECT {COLUMNS} FROM games LIMIT 0")
    except sqlite3.Error:
        database.close()
        raise
    return database


def _is_sound(database: sqlite3.Connection) -> bool:
    try:
        return bool(database.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False


def _mend(path: Path) -> str:
    """Replaces a damaged file by one with all rows that can be read; the name under which the damaged one is kept."""
    with closing(_connect(path)) as database:
        tables = {table: _readable_rows(database, table) for table in ("tournaments", "games")}
    kept = path.with_name(f"{path.name}.damaged")
    for suffix in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + suffix).replace(kept.with_name(kept.name + suffix))
    with closing(_connect(path)) as database, database:
        for table, rows in tables.items():
            for row in rows:
                with suppress(sqlite3.IntegrityError):  # damaged, and the same as another one
                    database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    return str(kept)


def _readable_rows(database: sqlite3.Connection, table: str) -> list[tuple[object, ...]]:
    """The rows before the first damaged place of a table, and those behind the last one."""
    found = dict[object, tuple[object, ...]]()
    for order in ("ASC", "DESC"):
        with suppress(sqlite3.DatabaseError):
            for number, *row in database.execute(f"SELECT rowid, * FROM {table} NOT INDEXED ORDER BY rowid {order}"):
                found[number] = tuple(row)
    return [found[number] for number in sorted(found, key=str)]
