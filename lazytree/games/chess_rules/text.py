"""Moves and positions of chess as text: FEN, the starts in it, boards with names; moves by cells, in SAN and in UCI."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

from pyrsistent import pvector

from lazytree.core.bitsets import cells_of, set_of
from lazytree.core.board import Grid, squares
from lazytree.core.game import FIRST, SECOND, Game, reading

from ..support.arguments import within
from .attacks import castled
from .position import BISHOP, KING, KNIGHT, NONE, PAWN, QUEEN, ROOK, Move, Position, sides, turned

LETTERS = ".pnbrqk"
"""How each kind of piece is written where it is black's, NONE first; white's have capital letters."""


def kind_on(position: Position, cell: int) -> int:
    """What stands on a cell, NONE for nothing."""
    bit = 1 << cell
    if bit & (position.pawns | position.knights | position.kings):
        return PAWN if bit & position.pawns else KNIGHT if bit & position.knights else KING
    if bit & position.diagonals:
        return QUEEN if bit & position.straights else BISHOP
    return ROOK if bit & position.straights else NONE


WANTED = (
    "a position is rows of pieces from the top, as in FEN, then w or b, castling rights, and the cell that was passed"
)
TAIL = re.compile(r"[\s/]([wb])(?:\s+(-|[A-Ha-hKQkq]+))?(?:\s+(-|[a-h][1-8]))?(?:\s+(\d{1,4}))?(?:\s+\d+)?\s*$")


SETUPS = {
    "standard": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "5x5": "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
    "pawns": "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
}
"""Starts by their names; the board of five by five is Gardner's."""


def start_text(setup: str, number: int) -> str:
    """The start of a game in FEN. Raises ValueError if `number` does not fit.

    >>> start_text("960", 518) == SETUPS["standard"]
    True
    """
    within("number", number, 0, 959)
    if setup != "960":
        if number != 518:
            raise ValueError(f'number={number} is a start of Chess960: it goes with setup="960" only')
        return SETUPS.get(setup, setup)
    pieces = first_row(number)
    return f"{pieces.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w KQkq - 0 1"


def first_row(number: int) -> str:
    """The pieces of one of the 960 starts, by Scharnagl's numbers.

    Source: R. Scharnagl's numbering, chessprogramming wiki, "Reinhard Scharnagl".

    >>> first_row(0), first_row(518), first_row(959)
    ('BBQNNRKR', 'RNBQKBNR', 'RKRNNQBB')
    """
    row = [""] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    row[2 * light + 1] = row[2 * dark] = "B"
    place_in(row, queen, "Q")
    one, other = list(combinations(range(5), 2))[knights]
    place_in(row, other, "N")  # the later one first: it leaves the number of the earlier one as it is
    place_in(row, one, "N")
    for piece in "RKR":
        place_in(row, 0, piece)
    return "".join(row)


def place_in(row: list[str], number: int, piece: str) -> None:
    """Writes a piece into the free place of a row with this number."""
    free = [place for place, there in enumerate(row) if not there]
    row[free[number]] = piece


def rows_in(text: str) -> list[str]:
    """The rows of pieces in a text, one mark a cell, from the top; digits are empty cells, names are left out.

    Raises: ValueError for what is no row of pieces.

    >>> rows_in("2 . k / 1 K . / a b")
    ['.k', 'K.']
    """
    rows = []
    for line in re.split(r"[/\n]", text):
        words = line.split()
        marks = "".join(words[1:] if len(words) > 1 and words[0].isdigit() else words)
        marks = "".join("." * int(mark) if mark in "12345678" else mark for mark in marks)
        marks = marks.replace("_", ".").replace("-", ".")
        if marks and marks != "abcdefgh"[: len(marks)]:
            rows.append(marks)
    if len({len(row) for row in rows}) != 1 or not set("".join(rows).lower()) <= set(LETTERS):
        raise ValueError(WANTED)
    return rows


def parted(text: str) -> tuple[list[str], tuple[str, str, str, int]]:
    """The rows of a position in a text, and whose turn it is, the rights, the cell passed and the plies counted."""
    found = TAIL.search(text)
    if not found:
        raise ValueError(WANTED)
    turn, rights, passed, quiet = found.groups()
    return rows_in(text[: found.start()]), (turn, rights or "-", passed or "-", int(quiet or 0))


def columns_of(grid: Grid) -> int:
    """How many columns the board has."""
    return grid.coordinates[-1][1] + 1


def board_of(text: str) -> Grid:
    """The board of a position in FEN. Raises ValueError unless it has from 3 by 2 up to 8 by 8 cells."""
    try:
        rows, _ = parted(text)
    except ValueError as error:
        named = '"standard", "960", "5x5", "pawns" or a position in FEN'
        raise ValueError(f"setup must be {named}, not {text!r}: {error}") from error
    if not (3 <= len(rows) <= 8 and 2 <= len(rows[0]) <= 8):
        raise ValueError(f"a board has 3 to 8 rows of 2 to 8 cells, not {len(rows)} of {len(rows[0])}")
    return squares(len(rows), len(rows[0]), diagonals=True)


def start_of(setup: str, number: int) -> tuple[Grid, Position]:
    """The board and the start of a game."""
    text = start_text(setup, number)
    grid = board_of(text)
    return grid, placed(grid, text)


def placed(grid: Grid, text: str) -> Position:
    """The position in a text, where any rook in the king's row may have the right to castle.

    Raises: ValueError where the text is no position on this board.
    """
    rows, (turn, rights, passed, quiet) = parted(text)
    marks, columns = "".join(rows), columns_of(grid)
    if len(marks) != len(grid.names) or len(rows[0]) != columns:
        raise ValueError(f"{WANTED}; this board has {len(grid.names) // columns} rows of {columns}")
    if marks.count("k") != 1 or marks.count("K") != 1:
        raise ValueError("each player has one king")
    of = {kind: set_of(cell for cell, mark in enumerate(marks) if mark.lower() == kind) for kind in LETTERS}
    if set("pP") & set(rows[0] + rows[-1]):
        raise ValueError("no pawn stands on the first or the last row")
    white = set_of(cell for cell, mark in enumerate(marks) if mark.isupper())
    black = set_of(cell for cell, mark in enumerate(marks) if mark.islower())
    mover = "wb".index(turn)
    own, enemy = (white, black) if mover == FIRST else (black, white)
    position = Position(
        *(own, enemy, of["p"], of["n"], of["b"] | of["q"], of["r"] | of["q"], of["k"]),
        *(castling_in(marks, columns, rights), 0, mover, quiet, pvector()),
    )
    return position._replace(passed=passed_in(grid, position, passed))


def castling_in(marks: str, columns: int, rights: str) -> int:
    """The rooks that may castle: K and Q the outermost on each side of the king, a letter that of its column.

    Raises: ValueError if no such rook stands in the row of the king, and the king on the first row.
    """
    found = 0
    for right in rights.replace("-", ""):
        rook, king, first = ("R", "K", len(marks) - columns) if right.isupper() else ("r", "k", 0)
        row = marks[first : first + columns]
        place = row.find(king)
        column = "abcdefgh".index(right.lower()) if right.lower() in "abcdefgh" else -1
        if right in "Kk":
            column = row.rfind(rook)
            column = column if column > place else -1
        elif right in "Qq":
            column = row.find(rook)
            column = column if column < place else -1
        if columns < 5 or place == -1 or row[column : column + 1] != rook or column == -1:
            raise ValueError(f"castling {right} is not possible: king and rook do not stand in its row")
        found |= 1 << first + column
    return found


def passed_in(grid: Grid, position: Position, name: str) -> int:
    """The cell that a pawn has just passed, as a set; none where no pawn of the mover's attacks it.

    Raises: ValueError where no pawn can have passed the cell.
    """
    if name == "-":
        return 0
    columns = columns_of(grid)
    cell = grid.names.index(name) if name in grid.names else -1
    ahead, behind = (cell - columns, cell + columns) if position.mover == SECOND else (cell + columns, cell - columns)
    taken, row = position.own | position.enemy, cell // columns
    fits = len(grid.names) // columns == 8 and row == (5 if position.mover == SECOND else 2)
    if not fits or (taken >> cell | taken >> behind) & 1 or not position.enemy & position.pawns & 1 << ahead:
        raise ValueError(f"no pawn can have passed {name}")
    near = [beside for beside in (ahead - 1, ahead + 1) if beside // columns == ahead // columns]
    return 1 << cell if position.own & position.pawns & set_of(near) else 0


def read_position(grid: Grid, start: Position, text: str) -> Position:
    """A position of a game that began with `start`: kings castle from there only.

    Raises: ValueError where the text is none.
    """
    position = placed(grid, text)
    missing = position.castling & ~start.castling
    for side in sides(position):
        if position.castling & side and not position.kings & side & start.kings:
            missing |= position.castling & side
    if missing:
        names = ", ".join(grid.names[cell] for cell in cells_of(missing))
        raise ValueError(f"in this game no king castles from there with a rook on {names}")
    return position


def marks_of(position: Position, cells: int) -> str:
    """The marks of all cells in reading order."""
    white, _ = sides(position)
    kinds = (LETTERS[kind_on(position, cell)] for cell in range(cells))
    return "".join(kind.upper() if white >> cell & 1 else kind for cell, kind in enumerate(kinds))


def rights_of(position: Position, cells: int, columns: int) -> str:
    """The castling rights: K, Q, k, q for the outermost rooks, else the letter of the rook's column."""
    marks, found = marks_of(position, cells), ""
    for first, rook, king in ((cells - columns, "R", "K"), (0, "r", "k")):
        row, letters = marks[first : first + columns], "abcdefgh"
        for column in range(columns - 1, -1, -1):
            if position.castling >> first + column & 1:
                side, outermost = ("k", row.rfind(rook)) if column > row.find(king) else ("q", row.find(rook))
                letter = side if column == outermost else letters[column]
                found += letter.upper() if rook == "R" else letter
    return found


def fields_of(position: Position, rows: int, columns: int) -> str:
    """Whose turn it is, castling rights, the cell that was passed, and the plies counted, as FEN writes them."""
    rights, cell = rights_of(position, rows * columns, columns), position.passed.bit_length() - 1
    passed = f"{'abcdefgh'[cell % columns]}{rows - cell // columns}" if position.passed else "-"
    return f"{'wb'[position.mover]} {rights or '-'} {passed} {position.quiet}"


def lines_of(position: Position, rows: int, columns: int) -> list[str]:
    """The rows of marks, from the top."""
    marks = marks_of(position, rows * columns)
    return [marks[at : at + columns] for at in range(0, len(marks), columns)]


def fen(position: Position, rows: int = 8, columns: int = 8) -> str:
    """A position in FEN; the number of the move is always 1, for positions do not count moves.

    Castling rights are KQkq for the outermost rooks, else the letter of the rook's column. Source: Edwards, PGN
    specification (1994), section 16.1; FIDE's guidelines for Chess960.
    """
    lines = (re.sub(r"\.+", lambda empty: str(len(empty[0])), line) for line in lines_of(position, rows, columns))
    return f"{'/'.join(lines)} {fields_of(position, rows, columns)} 1"


def show_board(position: Position, rows: int, columns: int) -> str:
    """The board with the names of rows and columns, and below it the fields that FEN has after it."""
    lines = [f"{rows - at}  {' '.join(line)}" for at, line in enumerate(lines_of(position, rows, columns))]
    return "\n".join([*lines, "   " + " ".join("abcdefgh"[:columns]), fields_of(position, rows, columns)])


def is_orthodox(grid: Grid, start: Position) -> bool:
    """Whether kings and rooks that may castle stand where they do in the usual game."""
    kings, rooks = ({grid.names[cell] for cell in cells_of(cells)} for cells in (start.kings, start.castling))
    return rooks <= {"a1", "h1", "a8", "h8"} and (not rooks or kings <= {"e1", "e8"})


SINCE = " since "
"""What stands before the moves of a trail in the text of a position: `w KQkq - 4 since g1f3 g8f6 f3g1 f6g8`."""


def written_trail(position: Position, names: Sequence[str]) -> str:
    """The trail as text, empty where nothing is remembered."""
    steps = " ".join(names[step // 64] + names[step % 64] for step in position.trail)
    return f"{SINCE}{steps}" if steps else ""


KINDS = "knights", "diagonals", "straights", "kings"  # of the pieces that may come back


def before(position: Position, source: int, target: int) -> Position:
    """The pieces before such a move, with the player to move who made it."""
    both = 1 << source | 1 << target
    moved = {name: getattr(position, name) ^ both for name in KINDS if getattr(position, name) >> target & 1}
    return turned(position)._replace(own=position.enemy ^ both, **moved)


def read_trail(position: Position, names: Sequence[str], text: str) -> Position:
    """The position with the trail in a text. Raises: ValueError where its pieces cannot have come by these moves."""
    earlier, trail = position, list[int]()
    for step in reversed(text.split()):
        source, target = ((names.index(name) if name in names else -1) for name in (step[:2], step[2:]))
        taken = earlier.own | earlier.enemy
        if min(source, target) < 0 or taken >> source & 1 or not (earlier.enemy & ~earlier.pawns) >> target & 1:
            raise ValueError(f"no piece can have come by {step} to where it stands")
        trail.append(64 * source + target)
        earlier = before(earlier, source, target)
    return position._replace(trail=pvector(reversed(trail)))


def with_texts(game: Game[Position, Move], grid: Grid, is_checked: Callable[[Position], bool]) -> Game[Position, Move]:
    """The game with its moves and positions as text, as its parameters say."""
    columns, notation, start = columns_of(grid), game.parameters["notation"], game.start
    orthodox = game.parameters["setup"] != "960" and is_orthodox(grid, start)

    def target(position: Position, move: Move) -> int:
        """The cell that a move names: of castling in the usual game the king's, in others the rook's."""
        if not (orthodox and position.own >> move.target & 1):
            return move.target
        return castled(move.source, move.target, columns)[0]

    def touched(position: Position, move: Move) -> Iterator[int]:
        yield move.source
        yield target(position, move)

    def plain(position: Position, move: Move) -> str:
        return in_algebra(grid, game.moves(position), position, move)

    def san(position: Position, move: Move) -> str:
        """With the sign of a check or a mate."""
        after = game.play(position, move)
        return plain(position, move) + ("#" if any(game.payoffs(after)) else "+" if is_checked(after) else "")

    def show(position: Position) -> str:
        write = fen if notation == "uci" else show_board
        return write(position, len(grid.names) // columns, columns) + written_trail(position, grid.names)

    def read(text: str) -> Position:
        text, _, trail = text.partition(SINCE)
        position = read_position(grid, start, text)
        if is_checked(turned(position)):
            raise ValueError("the player who is to move could take the king")
        if game.parameters["repetition"]:
            position = read_trail(position, grid.names, trail)
        return position if game.parameters["fifty"] else position._replace(quiet=0)

    spellings: dict[object, Callable[[Position, Move], str]] = {
        "cells": partial(cells_spelling, grid.names, target),
        "san": san,
        "uci": partial(uci_spelling, grid.names, target),
    }
    others = (*(spelling for name, spelling in spellings.items() if name != notation), plain)
    own = spellings[notation]
    return replace(game, format=own, parse=reading(game.moves, own, *others), show=show, read=read, touched=touched)


Target = Callable[[Position, Move], int]  # the cell that a move names


def cells_spelling(names: Sequence[str], target: Target, position: Position, move: Move) -> str:
    """`e2-e4`, `e7-e8=Q`."""
    kind = f"={LETTERS[move.kind].upper()}" if move.kind else ""
    return f"{names[move.source]}-{names[target(position, move)]}{kind}"


def uci_spelling(names: Sequence[str], target: Target, position: Position, move: Move) -> str:
    """`e2e4`, `e7e8q`."""
    kind = LETTERS[move.kind] if move.kind else ""
    return f"{names[move.source]}{names[target(position, move)]}{kind}"


def in_algebra(grid: Grid, legal: Iterable[Move], position: Position, move: Move) -> str:
    """A move in SAN without the sign of a check, `Nbd2`, `exd5`, `e8=Q`, `O-O`; `legal` are the position's moves.

    Source: Edwards, PGN specification (1994), section 8.2.3.
    """
    if position.own >> move.target & 1:
        return "O-O" if move.target > move.source else "O-O-O"
    kind, name, from_name = kind_on(position, move.source), grid.names[move.target], grid.names[move.source]
    takes = "x" if position.enemy >> move.target & 1 or (kind == PAWN and from_name[0] != name[0]) else ""
    if kind == PAWN:
        becomes = f"={LETTERS[move.kind].upper()}" if move.kind != NONE else ""
        return (from_name[0] if takes else "") + takes + name + becomes
    rivals = [
        grid.names[other.source]
        for other in legal
        if other.target == move.target and other.source != move.source and kind_on(position, other.source) == kind
    ]
    return LETTERS[kind].upper() + told_apart(from_name, rivals) + takes + name


def told_apart(name: str, rivals: Sequence[str]) -> str:
    """What of a cell's name tells it from others: nothing, its letter, its digit, or both.

    >>> told_apart("b1", []), told_apart("b1", ["f3"]), told_apart("b1", ["b3"]), told_apart("b1", ["b3", "f1"])
    ('', 'b', '1', 'b1')
    """
    if not rivals:
        return ""
    if all(rival[0] != name[0] for rival in rivals):
        return name[0]
    return name[1] if all(rival[1] != name[1] for rival in rivals) else name
