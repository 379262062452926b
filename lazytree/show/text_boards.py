"""Boards that are drawn from what `show` writes, for games without a layout: rows of letters are a board of letters.

A text is read as rows of equally many one-letter cells, with or without spaces, numbers and letters at the edges, and
other lines. What a move changes in the rows says which cells it touches, and whose a letter is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from lazytree.core.board import letters
from lazytree.core.game import CHANCE, Game, P
from lazytree.core.layout import BESIDE, Cell, Label, Layout, Stone

EMPTY = str.maketrans(dict.fromkeys(".-_·□", " "))  # what is written for an empty cell where none is left blank
FEWEST = 2, 3  # the fewest rows and columns that are a board
PLIES = 20  # that are looked at, and moves in each, to learn whose a letter is


class TextBoard(NamedTuple):
    """The cells of a text, row by row, a space for an empty one; the names of its rows and columns; its other lines."""

    rows: tuple[str, ...]
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    rest: str

    @property
    def size(self) -> tuple[int, int]:
        """How many rows and columns there are."""
        return len(self.rows), len(self.rows[0])


def text_board(text: str, size: tuple[int, int] | None = None) -> TextBoard | None:
    r"""The board in a text, of this size if one is given; None if there is none.

    That are lines of as many one-letter words, or of as many letters; else lines of as many characters, of which none
    is a letter or a digit, if no size is given: what is drawn with a typewriter.

    >>> text_board("2 . x .\n1 o . .\n  a b c\nx: 1")
    TextBoard(rows=(' x ', 'o  '), row_names=('2', '1'), column_names=('a', 'b', 'c'), rest='x: 1')
    >>> text_board("hand: 3 4 5")
    """
    lines = text.splitlines()
    written = _rows_in(lines, _cells)
    typed = None if size is None and any(map(str.isalnum, text)) else _rows_in(lines, list)
    return next((board for board in (written, typed) if board and (size is None or board.size == size)), None)


def _rows_in(lines: Sequence[str], cells_of: Callable[[str], Sequence[str]]) -> TextBoard | None:
    """The largest board in lines, of which each is read as cells."""
    runs = [list(run) for _, run in groupby(enumerate(map(cells_of, lines)), key=lambda line: len(line[1]))]
    run = max(runs, key=lambda run: len(run) * len(run[0][1]), default=[])
    if not run or not run[0][1]:
        return None
    rows, (first, last) = [cells for _, cells in run], (run[0][0], run[-1][0] + 1)
    columns: Sequence[str] = ()
    for outer in (0, -1):
        if not columns and len(rows) > FEWEST[0] and _is_count(rows[outer]):
            columns = rows.pop(outer)
    named = not columns and _is_count([row[0] for row in rows])
    names = tuple(row[0] for row in rows) if named else ()
    rows = [row[1:] for row in rows] if named else rows
    if len(rows) < FEWEST[0] or len(rows[0]) < FEWEST[1] or any(len(cell) > 1 for row in rows for cell in row):
        return None
    for beside in (first - 1, last):
        if not columns and 0 <= beside < len(lines) and len(found := _cells(lines[beside])) == len(rows[0]):
            columns = found if _is_count(found) else ()
            first, last = (min(first, beside), max(last, beside + 1)) if columns else (first, last)
    rest = "\n".join([*lines[:first], *lines[last:]]).strip("\n")
    written = tuple(map("".join, rows))
    blank = any(" " in row for row in written)
    return TextBoard(written if blank else tuple(row.translate(EMPTY) for row in written), names, tuple(columns), rest)


def _cells(line: str) -> Sequence[str]:
    """The cells of a line: its words, if all have one letter but for a number that may come first; none otherwise."""
    words = line.split()
    if 0 < len(words) <= 2 and len(words[-1]) > 1 and all(map(str.isdigit, words[:-1])):
        words[-1:] = words[-1]
    return words if all(len(word) == 1 or (not at and word.isdigit()) for at, word in enumerate(words)) else ()


def _is_count(words: Sequence[str]) -> bool:
    """Whether words count: a b c, A B C, 0 1 2, 1 2 3, or one of these backwards."""
    found = [word.lower() for word in words]
    counted = [
        [letters(at) for at in range(len(words))],
        *([str(at + by) for at in range(len(words))] for by in (0, 1)),
    ]
    return found in counted or found[::-1] in counted


def with_text_board(game: Game[P, Any]) -> Game[P, Any]:
    """The game with a layout that is read from what `show` writes of its start; itself if it has one, or none is found.

    The positions after the first moves must have as many rows and columns. Where `show` writes others later on,
    `is_drawn` is false. Raises what the game's rules raise.

    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> with_text_board(replace(game, layout=None)).layout.pieces, with_text_board(game) is game
    ('letter', True)
    """
    if game.layout is not None:
        return game
    if with_text_board not in game.derived:
        game.derived[with_text_board] = _drawn(game)
    drawn: Game[P, Any] = game.derived[with_text_board]
    return drawn


def _drawn(game: Game[P, Any]) -> Game[P, Any]:
    found = text_board(game.show(game.start))
    if found is None or " " not in "".join(found.rows):
        return game
    drawn = replace(game, layout=_layout(found))
    if not all(is_drawn(drawn, game.play(game.start, move)) for move in game.moves(game.start)):
        return game
    owners = _owners(drawn)

    def stones(position: P) -> tuple[Stone, ...]:
        cells = enumerate(_letters(drawn, position))
        return tuple(
            Stone(at, owners.get(cell, owners.get(cell.swapcase(), CHANCE)), ord(cell))
            for at, cell in cells
            if cell != " "
        )

    def touched(position: P, move: Any) -> tuple[int, ...]:
        return _path(_letters(drawn, position), _letters(drawn, game.play(position, move)))

    return replace(drawn, stones=stones, touched=touched)


def is_drawn(game: Game[P, Any], position: P) -> bool:
    """Whether a position has a picture: the game has a layout, and letters that `show` writes fit into it."""
    return game.layout is not None and (game.layout.pieces != "letter" or _board_of(game, position) is not None)


def words_of(game: Game[P, Any], position: P) -> str:
    """What is shown in words of a position: all that `show` writes without a board, the other lines beside letters."""
    if game.layout is not None and game.layout.pieces != "letter":
        return ""
    board = _board_of(game, position)
    return board.rest if board else game.show(position)


def _board_of(game: Game[P, Any], position: P) -> TextBoard | None:
    """The board in what is shown of a position, if it fits the layout."""
    if game.layout is None:
        return None
    corner = game.layout.cells[-1]
    return text_board(game.show(position), (int(corner.y) + 1, int(corner.x) + 1))


def _letters(game: Game[P, Any], position: P) -> str:
    board = _board_of(game, position)
    return "".join(board.rows) if board else ""


def _layout(board: TextBoard) -> Layout:
    high, wide = board.size
    named = board.row_names and board.column_names
    cells = (
        Cell(board.column_names[x] + board.row_names[y] if named else f"row {y + 1}, column {x + 1}", x, y)
        for y in range(high)
        for x in range(wide)
    )
    rows = (Label(name, -BESIDE, y) for y, name in enumerate(board.row_names))
    columns = (Label(name, x, high - 1 + BESIDE) for x, name in enumerate(board.column_names))
    return Layout(tuple(cells), "letter", labels=(*rows, *columns))


def _path(old: str, new: str) -> tuple[int, ...]:
    """The cells of a move: where something goes, after the one from which it goes; none where that is unsure."""
    changed = [at for at, (one, other) in enumerate(zip(old, new)) if one != other]
    arrived = [at for at in changed if new[at] != " "]
    filled = [at for at in arrived if old[at] == " "] or arrived
    filled = [at for at in filled if not new[at].isalnum()] or filled  # a line, not the box that it closes
    if len(filled) != 1:
        return ()
    left = [at for at in changed if new[at] == " "]
    same = [at for at in left if old[at].lower() == new[filled[0]].lower()] or left
    return (*same, *filled) if len(same) < 2 else ()


def _owners(game: Game[P, Any]) -> dict[str, int]:
    """The letters that only one player's moves put on cells, as far as the first plies tell, and that player."""
    position, movers = game.start, dict[str, set[int]]()
    for _ in range(PLIES):
        moves, old = list(game.moves(position))[:PLIES], _letters(game, position)
        for new in (_letters(game, game.play(position, move)) for move in moves):
            for letter in (after for before, after in zip(old, new) if before != after):
                movers.setdefault(letter, set()).add(game.mover(position))
        position = game.play(position, moves[0]) if moves else position
    return {letter: min(players) for letter, players in movers.items() if len(players) == 1}
