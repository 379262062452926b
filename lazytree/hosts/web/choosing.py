"""A move chosen by links on the cells of a board, one page after the other: what `static/choose.mjs` does by clicks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lazytree.show.boards import render_board
from lazytree.show.view import BoardView, Mark

from .markup import text

CELL = re.compile(r'<path data-cell="(\d+)"[^>]*><title>[^<]*</title></path>')
Moves = Sequence[Mapping[str, Any]]


def fitting_paths(moves: Moves, picked: Sequence[int]) -> list[int]:
    """The numbers of the moves whose paths begin with these cells; of all moves, if there are none.

    >>> fitting_paths([{"path": [1, 2]}, {"path": [1, 3]}, {"path": []}], [1])
    [0, 1]
    """
    return [at for at, move in enumerate(moves) if move["path"][: len(picked)] == list(picked)]


def next_cells(moves: Moves, picked: Sequence[int]) -> list[int]:
    """The cells that may be chosen next.

    >>> next_cells([{"path": [1, 2]}, {"path": [1, 3]}, {"path": []}], [1])
    [2, 3]
    """
    depth = len(picked)
    ahead = [moves[at]["path"] for at in fitting_paths(moves, picked)]
    return sorted({path[depth] for path in ahead if len(path) > depth})


def picked_in(words: str, moves: Moves) -> list[int]:
    """The cells that an address names, such as 3-4, as far as they begin a move."""
    if not re.fullmatch(r"\d{1,6}(-\d{1,6}){0,60}", words):
        return []
    picked = [int(word) for word in words.split("-")]
    return picked if fitting_paths(moves, picked) else []


def linked_board(view: BoardView, moves: Moves, picked: Sequence[int], address: str, hint: Sequence[int]) -> str:
    """The SVG of a board whose cells are links where a move goes on; a chosen cell is framed."""
    open_cells = next_cells(moves, picked)
    marks = (*(Mark(cell, "frame") for cell in picked), *(Mark(cell, "diamond") for cell in hint))
    shown = BoardView(**{**vars(view), "legal": tuple(open_cells), "marks": (*view.marks, *marks), "caption": ""})
    links = {cell: address + "?picked=" + "-".join(map(str, (*picked, cell))) for cell in open_cells}
    if picked:
        links[picked[-1]] = address

    def linked(found: re.Match[str]) -> str:
        cell = int(found[1])
        if cell not in links:
            return found[0]
        return f'<a href="{text(links[cell])}#board">{found[0]}</a>'

    return CELL.sub(linked, render_board(shown).svg)
