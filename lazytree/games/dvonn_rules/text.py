"""Moves and positions of DVONN as text: the numbered board with its stacks."""

from __future__ import annotations

import re

from pyrsistent import pvector

from lazytree.core.bitsets import cells_of, set_of

from ..support.boards import EMPTY, owner_in
from ..support.hexagons import grown
from ..support.turns import plain
from .position import CELLS, GRID, HAND, NUMBERS, PIECES, PLAYERS, REDS, WIDTH, Move, Position, occupied, pieces


def format_move(position: Position, move: Move) -> str:
    """`C1-D2`; a placement is its cell alone."""
    return "-".join(GRID.names[NUMBERS[cell]] for cell in move if cell != HAND) or "pass"


def format_numbers(position: Position, move: Move) -> str:
    """A move by the numbers of its cells, `2-12`; a placement is its cell alone."""
    return "-".join(str(NUMBERS[cell]) for cell in move if cell != HAND) or "pass"


def format_compact(position: Position, move: Move) -> str:
    """A move as the source writes it: `C1D2`, without a hyphen."""
    return format_move(position, move).replace("-", "")


NOTATIONS = {"letters": (format_move, format_numbers), "numbers": (format_numbers, format_move)}
"""How moves are written, and how else they are read, by the name of the notation."""


def owner(position: Position, cell: int) -> int:
    """Whose stack is there: FIRST, SECOND, or 2 for a DVONN piece alone; EMPTY: no stack."""
    return owner_in((position.white, position.black, position.dvonns), cell)


def stack(position: Position, cell: int) -> str:
    """A stack as text: `w2`, `b4`, and with a DVONN piece inside `b3r`; a DVONN piece alone is `r1r`, no stack `*`."""
    top = owner(position, cell)
    if top == EMPTY:
        return NO_STACK[0]
    return f"{'wbr'[top]}{position.heights[cell]}{'r' * (position.dvonns >> cell & 1)}"


def show(position: Position) -> str:
    """Each row of stacks below the letters of its cells, then points and stacks, with a mark at whose turn it is."""
    lines = []
    for row in range(5):
        cells = _in_row(row)
        letters = [GRID.names[NUMBERS[cell]][0] for cell in cells]
        lines += [_spaced(row, letters, "   "), _spaced(row, [stack(position, cell) for cell in cells], f"{row + 1}  ")]
    return "\n".join([*lines, *_scores(position)])


def show_numbered(position: Position) -> str:
    """The same as the source shows it: with the numbers of the cells above the stacks."""
    lines = []
    for row in range(5):
        cells = _in_row(row)
        for texts in ([str(NUMBERS[cell]) for cell in cells], [stack(position, cell) for cell in cells]):
            lines.append(_spaced(row, texts))
    return "\n".join([*lines, *_scores(position)])


def _in_row(row: int) -> list[int]:
    return [cell for cell in CELLS if cell // WIDTH == row]


def _spaced(row: int, texts: list[str], before: str = "") -> str:
    return (before + " " * 3 * abs(row - 2) + "".join(f"{text:6}" for text in texts)).rstrip()


def _stacks(position: Position) -> list[tuple[str, int]]:
    """Each player's name and the cells of that player's stacks."""
    return list(zip(PLAYERS, (position.white, position.black)))


def _scores(position: Position) -> list[str]:
    turn = "  <--- TURN to place" if position.unplaced else "  <--- TURN"
    return [
        f"{name}: {pieces(position, own)} points ({own.bit_count()} stacks){turn if player == position.mover else ''}"
        for player, (name, own) in enumerate(_stacks(position))
    ]


NO_STACK = ("*", ".", "-", "_")  # as the source writes it, and what else is read as no stack
STACK = r"r1r|[wb][1-9]\d?|[wb]([2-9]|[1-9]\d)r"
TURN = r"(white|black):[^:<]*<-+turn(toplace)?|(white|black)to(move|place)"


def read(text: str) -> Position:
    """The position with these 49 stacks, and `<--- TURN` or a last line `Black to move` to say whose turn it is.

    Case does not matter; `*`, `.`, `-` and `_` are no stack. The numbers of cells, points and stacks are ignored: they
    follow from the stacks. Raises ValueError where these are not 49 stacks, or no game leads to them.
    """
    words = [word for word in text.lower().split() if word in NO_STACK or re.fullmatch(STACK, word)]
    turns = {_mover_and_phase(found) for found in re.finditer(TURN, plain(text))}
    if len(turns) != 1 or len(words) != len(CELLS):
        raise ValueError(
            "a DVONN position is 49 stacks such as w2, b4, b3r, r1r (the r behind: a DVONN piece inside) or * for none,"
            " then 'White: 15 points (13 stacks)  <--- TURN' or 'White to move', before all pieces are on the board"
            " 'TURN to place' or 'Black to place'; this is none"
        )
    heights = [0] * (5 * WIDTH)
    for cell, word in zip(CELLS, words):
        heights[cell] = 0 if word in NO_STACK else int(word.strip("wbr"))
    white, black = (set_of(cell for cell, word in zip(CELLS, words) if word[0] == colour) for colour in "wb")
    dvonns = set_of(cell for cell, word in zip(CELLS, words) if word[-1] == "r")
    ((mover, placing),) = turns
    unplaced = PIECES - sum(heights) if placing else 0
    position = Position(pvector(heights), white, black, dvonns, unplaced, mover)
    return _checked_placing(position) if placing else _checked_moving(position)


def _mover_and_phase(found: re.Match[str]) -> tuple[int, bool]:
    """Whose turn it is according to what TURN has found, and whether pieces are still placed."""
    marked, to_place, told, what = found.groups()
    return ("white", "black").index(marked or told), to_place is not None or what == "place"


def _checked_placing(position: Position) -> Position:
    """The position; ValueError if its pieces cannot have been placed in turn."""
    placed = sum(position.heights)
    others = max(0, placed - REDS)
    in_turn = others // 2, (others + 1) // 2, min(placed, REDS)
    found = position.white.bit_count(), position.black.bit_count(), position.dvonns.bit_count()
    if found != in_turn or max(position.heights) > 1 or position.mover != placed % 2 or placed == PIECES:
        raise ValueError(
            "pieces are placed singly, 3 DVONN pieces (White, Black, White), then 23 for each player, Black first:"
            f" {PLAYERS[position.mover]} cannot be to place after {found[0]} white, {found[1]} black, {found[2]} red"
        )
    return position


def _checked_moving(position: Position) -> Position:
    """The position; ValueError if it has too many pieces or a stack without connection to a DVONN piece."""
    if sum(position.heights) > PIECES or position.dvonns.bit_count() not in (1, 2, 3):
        raise ValueError(f"there are {PIECES} pieces at most, and 1 to {REDS} stacks with DVONN pieces")
    lost = occupied(position) & ~grown(position.dvonns, occupied(position), WIDTH)
    if lost:
        names = ", ".join(GRID.names[NUMBERS[cell]] for cell in cells_of(lost))
        raise ValueError(f"these stacks do not hang together with any DVONN piece: {names}")
    return position
