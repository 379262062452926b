"""The rules of chess."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lazytree.core.bitsets import cells_of, set_of
from lazytree.core.board import Grid, at_least
from lazytree.core.game import FIRST, Game, reading
from lazytree.core.layout import DARK, LIGHT, Count, Stone, layout_of_grid

from ..support.arguments import one_of
from ..support.turns import mover
from .attacks import attacks_on, castling_from, columns_of, row_of
from .picture import FIGURES
from .position import BISHOP, KNIGHT, NONE, QUEEN, ROOK, Move, Position, kind_on, sides
from .ratings import material, squares_on
from .text import board_of, fen, placed, read_position, show_board, spellings_of, start_text

KINDS = (NONE,), (QUEEN, ROOK, BISHOP, KNIGHT)
"""What a pawn becomes: elsewhere nothing, on the last row one of these."""


def carried(cells: int, source: int, target: int) -> int:
    """These cells after what stands on `source` has gone to `target`, and what stood there is gone."""
    return cells & ~(source | target) | (target if cells & source else 0)


def is_bare(position: Position, dark: int) -> bool:
    """Whether kings are left and one knight, or bishops of one colour of cells: then neither side can ever mate."""
    if position.pawns | position.straights:
        return False
    if position.knights:
        return (position.knights | position.diagonals).bit_count() < 2
    return position.diagonals & dark == 0 or position.diagonals & ~dark == 0


def is_orthodox(grid: Grid, start: Position) -> bool:
    """Whether kings and rooks that may castle stand where they do in the usual game."""
    names = {grid.names[cell] for cell in range(len(grid.names)) if start.castling >> cell & 1}
    kings = {grid.names[cell] for cell in range(len(grid.names)) if start.kings >> cell & 1}
    return names <= {"a1", "h1", "a8", "h8"} and (not names or kings <= {"e1", "e8"})


def chess(
    setup: str = "standard", number: int = 518, fifty: int = 0, bare: str = "draw", notation: str = "cells"
) -> Game[Position, Move]:
    """Chess, where the player whose king is attacked and cannot be saved loses.

    All pieces move as usual: castling, taking a pawn in passing, and promotion to queen, rook, bishop or knight
    are included. A player without a legal move loses if the king is in check (mate), and otherwise the game is drawn
    (stalemate). On boards without eight rows a pawn goes one step only, also at first.

    Arguments: `setup`: "standard", "960" (a start of Chess960), "5x5" (Gardner's board of five by five), "pawns" (kings
    and pawns), or any position in FEN, on at most eight by eight cells. `number`: which of the 960 starts, 0 to 959 by
    Scharnagl's numbers; 518 is the usual one. `fifty`: the moves by each player without a capture or a pawn's move
    after which the game is drawn, without a claim; 0: never, and then no position counts them. `bare`, "draw" or "play
    on": what happens when kings are left and at most one knight, or bishops on cells of one colour. `notation`:
    "cells", "san" or "uci".
    Positions do not remember others: a table ends a game by repetition (`repetitions`), these rules do not.
    Positions: rows of pieces from the top, white's in capitals, then whose turn it is, castling, the cell that a pawn
    has just passed and the plies that `fifty` counts, as FEN writes them: `w KQkq - 0`. FIRST is white. `read` takes
    FEN too, and needs no names; case matters. With `notation="uci"` positions are written in FEN.
    Moves: `e2-e4`, `e7-e8=Q`; a king that castles goes two cells, `e1-g1`, in Chess960 to its rook's cell, `e1-h1`.
    "san" writes `e4`, `e8=Q+`, `O-O`, "uci" `e2e4`, `e7e8q`, `e1g1`. All three are always understood.
    Ratings, white's minus black's in hundredths of a pawn: "material"; "squares", with what each cell is worth.
    Raises: ValueError if there is no such setup, number or notation, or `fifty` is no whole number of at least 0.
    Source: FIDE Laws of Chess (2023), articles 3, 5.2, 9.6 and the guidelines for Chess960; M. Gardner (1969), 5×5.

    >>> game = chess()
    >>> sum(1 for _ in game.moves(game.start))
    20
    >>> position = game.play(game.start, game.parse(game.start, "Nf3"))
    >>> fen(position)
    'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1'
    """
    at_least("fifty", fifty, 0)
    one_of("bare", bare, "draw", "play on")
    one_of("notation", notation, "cells", "san", "uci")
    written = start_text(setup, number)
    grid = board_of(written)
    cells, columns = len(grid.names), columns_of(grid)
    rows, board, most = cells // columns, 2**cells - 1, 2 * fifty
    start = placed(grid, written)
    castling_tables, orthodox = castling_from(grid, start), setup != "960" and is_orthodox(grid, start)
    view_of, targets, is_checked, attacked_by_pawns = attacks_on(grid, castling_tables)
    king_goals, rook_goals = castling_tables.king, castling_tables.rook
    home = row_of(grid, -1), row_of(grid, 0)
    before_last = row_of(grid, 1), row_of(grid, -2)
    dark = set_of(cell for cell, (row, column) in enumerate(grid.coordinates) if (row + column) % 2)

    def legal(position: Position) -> Iterator[Move]:
        view = view_of(position)
        promoting = position.pawns & before_last[position.mover]
        for source in cells_of(view.own):
            for target in cells_of(targets(position, view, source)):
                for kind in KINDS[promoting >> source & 1]:
                    yield Move(source, target, kind)

    def moves(position: Position) -> Iterator[Move]:
        if not (bare == "draw" and is_bare(position, dark)) and (most == 0 or position.quiet < most):
            yield from legal(position)

    def castled(position: Position, move: Move) -> Position:
        white, black, pawns, knights, diagonals, straights, kings, castling, _, player, quiet = position
        source, target, king, rook = (
            1 << move.source,
            1 << move.target,
            1 << king_goals[move.target],
            1 << rook_goals[move.target],
        )
        moved = source ^ target ^ king ^ rook
        white, black = (white ^ moved, black) if player == FIRST else (white, black ^ moved)
        straights, kings, castling = straights ^ target ^ rook, kings ^ source ^ king, castling & ~home[player]
        quiet = quiet + 1 if most else 0
        return Position(white, black, pawns, knights, diagonals, straights, kings, castling, 0, 1 - player, quiet)

    def play(position: Position, move: Move) -> Position:
        white, black, pawns, knights, diagonals, straights, kings, castling, passed, player, quiet = position
        source, target, kind = 1 << move.source, 1 << move.target, move.kind
        own, enemy = (white, black) if player == FIRST else (black, white)
        if own & target:
            return castled(position, move)
        pawn, capture = pawns & source != 0, enemy & target != 0
        own, enemy = own ^ (source | target), enemy & ~target
        if pawn and target == passed:
            gone = passed << columns & board if player == FIRST else passed >> columns
            enemy, pawns = enemy ^ gone, pawns ^ gone
        if kings & source:
            castling &= ~home[player]
        left, straights = carried(pawns, source, target), carried(straights, source, target)
        knights, diagonals = carried(knights, source, target), carried(diagonals, source, target)
        if kind != NONE:
            left ^= target
            knights |= target if kind == KNIGHT else 0
            diagonals |= target if kind in (BISHOP, QUEEN) else 0
            straights |= target if kind in (ROOK, QUEEN) else 0
        passing = 0
        if pawn and abs(move.target - move.source) == 2 * columns:
            middle = (move.source + move.target) // 2
            passing = 1 << middle if attacked_by_pawns[player][middle] & enemy & left else 0
        white, black = (own, enemy) if player == FIRST else (enemy, own)
        castling, kings = castling & ~(source | target), carried(kings, source, target)
        quiet = quiet + 1 if most and not pawn and not capture else 0
        return Position(white, black, left, knights, diagonals, straights, kings, castling, passing, 1 - player, quiet)

    def payoffs(position: Position) -> tuple[int, int]:
        if not is_checked(position) or any(True for _ in legal(position)):
            return 0, 0
        return (-1, 1) if position.mover == FIRST else (1, -1)

    def shown_target(position: Position, move: Move) -> int:
        """The cell that a move names: of castling in the usual game the king's, in others the rook's."""
        own, _ = sides(position)
        return king_goals[move.target] if orthodox and own >> move.target & 1 else move.target

    def touched(position: Position, move: Move) -> Iterator[int]:
        yield move.source
        yield shown_target(position, move)

    def stones(position: Position) -> Iterator[Stone]:
        for cell in cells_of(position.white | position.black):
            yield Stone(cell, position.black >> cell & 1, kind_on(position, cell))

    def after(position: Position, move: Move) -> str:
        """The sign of a check or a mate."""
        position = play(position, move)
        return "" if not is_checked(position) else "+" if any(True for _ in legal(position)) else "#"

    def show(position: Position) -> str:
        write = fen if notation == "uci" else show_board
        return write(position, rows, columns)

    def read(text: str) -> Position:
        position = read_position(grid, start, text)
        if is_checked(position._replace(mover=1 - position.mover)):
            raise ValueError("the player who is to move could take the king")
        return position if most else position._replace(quiet=0)

    spellings = spellings_of(grid, shown_target, legal, after)
    others = (spelling for name, spelling in spellings.items() if name != notation)
    return Game(
        name="chess",
        start=start if most else start._replace(quiet=0),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=("white", "black"),
        ratings={"material": material, "squares": squares_on(grid)},
        format=spellings[notation],
        parse=reading(moves, spellings[notation], *others),
        show=show,
        read=read,
        layout=replace(layout_of_grid(grid, (LIGHT, DARK), "figure", count=Count("pieces")), figures=FIGURES),
        stones=stones,
        touched=touched,
        parameters={"setup": setup, "number": number, "fifty": fifty, "bare": bare, "notation": notation},
    )
