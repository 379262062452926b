"""What the terminal reads from the view of a table: its words, the strength of moves, the record as a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Data = dict[str, Any]


def status_of(view: Data) -> str:
    """Who plays, and who is to move."""
    seats = ", ".join(f"{seat['name']}: {seat['who']}" for seat in view["seats"])
    return f"{view['caption']}   ({seats})"


def line_of(view: Data) -> str:
    """The moves so far, the one that led to the board in brackets."""
    return " ".join(f"[{move['text']}]" if move["place"] == view["place"] else move["text"] for move in view["line"])


def heat_of(view: Data) -> dict[int, float]:
    """How good the best move is that begins on each cell, -1 to 1, where values are known."""
    found: dict[int, float] = {}
    for entry in view["values"] or ():
        if entry["move"] < len(view["moves"]) and (path := view["moves"][entry["move"]]["path"]):
            found[path[0]] = max(found.get(path[0], -1.0), float(entry["strength"]))
    return found


def save_view(view: Data, folder: Path) -> Path:
    """The new file in a folder in which the record is."""
    text = json.dumps({**view["record"], "moves": [move["text"] for move in view["line"]]})
    number = 1
    while True:
        path = folder / f"{view['name'].replace(' ', '_')}_{number}.json"
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text + "\n")
            return path
        except FileExistsError:
            number += 1
