"""Games that make room for others: each is written into a file beside the store before the store forgets it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lazytree.playing.records import Record, save_record
from lazytree.session.refusals import BUSY, Refused
from lazytree.session.session import Session
from lazytree.session.variations import line_through

from .restoring import Make, restore_game
from .store import PlaceRow, Row, Store


def make_room(store: Store, make: Make) -> list[str]:
    """The names of the games that the store has forgotten, so that another one can be kept.

    Raises: Refused where the file beside the store cannot be written: then nothing is forgotten.
    """
    gone, file = store.too_many(), file_of(store.path)
    for id in gone:
        if file is not None and (found := store.load(id)) is not None:
            try:
                with file.open("a", encoding="utf-8") as out:
                    out.write(append_records(*found, make) + "\n")
            except OSError as error:
                raise Refused(BUSY, f"no game can make room for another one: {file.name} cannot be written") from error
        store.forget(id)
    return gone


def file_of(path: str) -> Path | None:
    """The file into which the games go that a store forgets; none for a store in memory.

    >>> str(file_of("games.sqlite3"))
    'games.forgotten.jsonl'
    """
    return None if path == ":memory:" else Path(path).with_suffix(".forgotten.jsonl")


def append_records(row: Row, places: list[PlaceRow], make: Make) -> str:
    """A game in one line: its record, as "Save" writes it; where the rules cannot make it again, what is kept of it."""
    try:
        return save_record(record_of(restore_game(row, places, make).session))
    except Exception as error:  # the rules may be anybody's, and may have changed
        why = f"{type(error).__name__}: {error}"
        return json.dumps({"no record": why, **row._asdict(), "owner": "", "seats": "", "places": places})


def record_of(session: Session) -> Record[Any, Any]:
    """The longest line that leads through the place that is shown, as a record."""
    line = line_through(session.variations)
    nodes = [session.variations.nodes[place] for place in line]
    moves = tuple(node.move for node in nodes[1:])
    return Record(session.game, tuple(node.position for node in nodes), moves, ended=session.endings.get(line[-1]))
