"""The store: a file of finished games, each written when it is finished, so that a tournament goes on where it was.

SQLite in its write-ahead mode: a process that is killed loses no game that it has stored, and others may read the file
meanwhile.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from .results import Played, as_json, from_json

Key = tuple[str, int, tuple[str, ...]]
"""What tells a game from all others of its tournament: the rules' text, the number of the opening, who sits where."""

TABLES = """
CREATE TABLE IF NOT EXISTS tournaments (tournament TEXT PRIMARY KEY, told TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (
    tournament TEXT NOT NULL, game TEXT NOT NULL, pair INTEGER NOT NULL, players TEXT NOT NULL, played TEXT NOT NULL,
    PRIMARY KEY (tournament, game, pair, players)
);
"""

PATIENCE = 60.0
"""Seconds that a writer waits for another one."""


@dataclass(frozen=True)
class Store:
    """An open store of finished games; made by `opened`."""

    database: sqlite3.Connection

    def games(self, tournament: str) -> dict[Key, Played]:
        """The finished games of a tournament. Raises ValueError for one that cannot be read."""
        rows = self.database.execute(
            "SELECT game, pair, players, played FROM games WHERE tournament = ?", (tournament,)
        )
        try:
            return {(game, pair, tuple(json.loads(players))): from_json(played) for game, pair, players, played in rows}
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise ValueError(f"a game in the store cannot be read ({error}): name another store") from error

    def add(self, tournament: str, key: Key, played: Played) -> None:
        """Stores a finished game; one that is there already stays as it is. Raises ValueError where it cannot."""
        game, pair, players = key
        row = (tournament, game, pair, json.dumps(players), as_json(played))
        self._write("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?)", row)

    def tell(self, tournament: str, told: str) -> None:
        """Stores what a tournament is, in words. Raises ValueError where it cannot."""
        self._write("INSERT OR IGNORE INTO tournaments VALUES (?, ?)", (tournament, told))

    def _write(self, command: str, row: tuple[object, ...]) -> None:
        try:
            with self.database:
                self.database.execute(command, row)
        except sqlite3.Error as error:
            raise ValueError(f"the store cannot be written: {error}; what it has is kept") from error

    def told(self) -> dict[str, str]:
        """What each tournament of the store is, in words."""
        return dict(self.database.execute("SELECT tournament, told FROM tournaments"))


@contextmanager
def opened(path: str | Path) -> Iterator[Store]:
    """A context manager that gives the store in a file, which is made if it is not there.

    Raises: ValueError where the file is no store, or cannot be written.

    >>> with opened(":memory:") as store:
    ...     store.games("any")
    {}
    """
    try:
        database = sqlite3.connect(path, timeout=PATIENCE)
    except sqlite3.Error as error:
        raise ValueError(f"the store {str(path)!r} cannot be opened: {error}") from error
    with closing(database):
        try:
            database.execute("PRAGMA journal_mode = WAL")
            database.executescript(TABLES)
            database.execute("SELECT tournament, game, pair, players, played FROM games LIMIT 0")
        except sqlite3.Error as error:
            raise ValueError(f"{str(path)!r} is no store of games that can be written: {error}") from error
        yield Store(database)
