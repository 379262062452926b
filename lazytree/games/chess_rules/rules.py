"""The rules of chess."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lazytree.core.bitsets import cells_of, set_of
from lazytree.core.board import at_least
from lazytree.core.game import FIRST, Game, reading
from lazytree.core.layout import DARK, LIGHT, Count, Stone, layout_of_grid

from ..support.arguments import one_of
from ..support.turns import mover
from .attacks import attacks_on, castlings_from, columns_of
from .history import SINCE, read_trail, times_met, with_trail, written_trail
from .picture import FIGURES
from .position import BISHOP, KING, KNIGHT, NONE, PAWN, QUEEN, ROOK, Move, Position, kind_on, sides
from .ratings import material, squares_on
from .text import board_of, fen, is_orthodox, placed, read_position, show_board, spellings_of, start_text


def is_bare(position: Position, dark: int) -> bool:
    """Whether kings are left and one knight, or bishops of one colour of cells: then neither side can ever mate."""
    if position.pawns | position.straights:
        return False
    if position.knights:
        return (position.knights | position.diagonals).bit_count() < 2
    return position.diagonals & dark == 0 or position.diagonals & ~dark == 0


def chess(
    setup: str = "standard",
    number: int = 518,
    fifty: int = 0,
    repetition: int = 0,
    bare: str = "draw",
    notation: str = "cells",
) -> Game[Position, Move]:
    """Chess, where the player whose king is attacked and cannot be saved loses.

    All pieces move as usual: castling, taking a pawn in passing, and promotion to queen, rook, bishop or knight
    are included. A player without a legal move loses if the king is in check (mate), and otherwise the game is drawn
    (stalemate). On boards without eight rows a pawn goes one step only, also at first.

    Arguments: all of them have defaults.

    - `setup`: "standard", "960" (a start of Chess960), "5x5" (Gardner's board of five by five), "pawns" (kings and
      pawns), or any position in FEN, on at most eight by eight cells.
    - `number`: which of the 960 starts, 0 to 959 by Scharnagl's numbers; 518 is the usual one.
    - `fifty`: the moves by each player without a capture or a pawn's move after which the game is drawn, without a
      claim; 0: never, and then no position counts them.
    - `repetition`: the number of times that a position occurs until the game is drawn, 3 or 5, without a claim; 0:
      never, and then no position remembers others (a table may still end a game by repetition).
    - `bare`: "draw" or "play on", when kings are left and at most one knight, or bishops on cells of one colour.
    - `notation`: "cells", "san" or "uci".

    Positions: rows of pieces from the top, white's in capitals, then whose turn it is, castling, the cell that a pawn
    has just passed and the plies that `fifty` counts, as FEN writes them: `w KQkq - 0`. FIRST is white. `read` takes
    FEN too, and needs no names; case matters. With `notation="uci"` positions are written in FEN. With `repetition` the
    moves follow by which earlier positions may come back: `w KQkq - 2 since g1f3 g8f6`.
    Moves: `e2-e4`, `e7-e8=Q`; a king that castles goes two cells, `e1-g1`, in Chess960 to its rook's cell, `e1-h1`.
    "san" writes `e4`, `e8=Q+`, `O-O`, "uci" `e2e4`, `e7e8q`, `e1g1`. All three are always understood.
    Ratings, white's minus black's in hundredths of a pawn: "material"; "squares", with what each cell is worth.
    Raises: ValueError if there is no such setup, number or notation, if `fifty` or `repetition` is no whole number of
    at least 0, or `repetition` is 1.
    Source: FIDE Laws of Chess (2023), articles 3, 5.2, 9.2, 9.6, and for Chess960 its guidelines; M. Gardner (1969).

    >>> game = chess()
    >>> sum(1 for _ in game.moves(game.start))
    20
    >>> position = game.play(game.start, game.parse(game.start, "Nf3"))
    >>> fen(position)
    'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1'
    """
    at_least("fifty", fifty, 0)
    at_least("repetition", repetition, 2 if repetition else 0)
    one_of("bare", bare, "draw", "play on")
    one_of("notation", notation, "cells", "san", "uci")
    written = start_text(setup, number)
    grid = board_of(written)
    start, columns, most = placed(grid, written), columns_of(grid), 2 * fifty
    castlings, orthodox = castlings_from(start, len(grid.names), columns), setup != "960" and is_orthodox(grid, start)
    legal, is_checked, attacked_by_pawns, passed_pawn = attacks_on(grid, castlings)
    dark = set_of(cell for cell, (row, column) in enumerate(grid.coordinates) if (row + column) % 2)

    def is_drawn(position: Position) -> bool:
        """Whether a position that is no stalemate is drawn all the same."""
        if most and position.quiet >= most:
            return True
        return (bare == "draw" and is_bare(position, dark)) or (repetition > 0 and times_met(position) >= repetition)

    def moves(position: Position) -> Iterator[Move]:
        if not is_drawn(position):
            yield from legal(position)

    def is_passable(position: Position) -> bool:
        """Whether a pawn can be taken in passing."""
        if not position.passed:
            return False
        return any(position.pawns >> move.source & position.passed >> move.target & 1 for move in legal(position))

    def play(position: Position, move: Move) -> Position:
        after = played(position, move)
        return with_trail(position, move, after, is_passable(position)) if repetition else after

    def played(position: Position, move: Move) -> Position:
        own, enemy, pawns, knights, diagonals, straights, kings, castling, passed, player, quiet, _ = position
        source, target, quiet = 1 << move.source, 1 << move.target, quiet + 1 if most else 0
        if own & target:
            king, rook = castlings[move.target].king, castlings[move.target].rook
            own, straights, kings, castling = own ^ king ^ rook, straights ^ rook, kings ^ king, castling & enemy
            return Position(enemy, own, pawns, knights, diagonals, straights, kings, castling, 0, 1 - player, quiet)
        gone, passing = source | target, 0
        if pawns & source:
            quiet = 0
            if target == passed:
                gone |= passed_pawn(position)
            if abs(move.target - move.source) == 2 * columns:
                middle = (move.source + move.target) // 2
                passing = 1 << middle if attacked_by_pawns[player][middle] & enemy & pawns else 0
        if kings & source:
            castling &= enemy
        kind = move.kind if move.kind != NONE else kind_on(position, move.source)
        return Position(
            enemy & ~gone,
            own & ~gone | target,
            pawns & ~gone | (target if kind == PAWN else 0),
            knights & ~gone | (target if kind == KNIGHT else 0),
            diagonals & ~gone | (target if kind in (BISHOP, QUEEN) else 0),
            straights & ~gone | (target if kind in (ROOK, QUEEN) else 0),
            kings & ~gone | (target if kind == KING else 0),
            castling & ~gone,
            passing,
            1 - player,
            0 if enemy & target else quiet,
        )

    def payoffs(position: Position) -> tuple[int, int]:
        if not is_checked(position) or any(True for _ in legal(position)):
            return 0, 0
        return (-1, 1) if position.mover == FIRST else (1, -1)

    def shown_target(position: Position, move: Move) -> int:
        """The cell that a move names: of castling in the usual game the king's, in others the rook's."""
        if not (orthodox and position.own >> move.target & 1):
            return move.target
        return (castlings[move.target].king ^ 1 << move.source).bit_length() - 1

    def touched(position: Position, move: Move) -> Iterator[int]:
        yield move.source
        yield shown_target(position, move)

    def stones(position: Position) -> Iterator[Stone]:
        _, black = sides(position)
        for cell in cells_of(position.own | position.enemy):
            yield Stone(cell, black >> cell & 1, kind_on(position, cell))

    def show(position: Position) -> str:
        write = fen if notation == "uci" else show_board
        return write(position, len(grid.names) // columns, columns) + written_trail(position, grid.names)

    def read(text: str) -> Position:
        text, _, trail = text.partition(SINCE)
        position = read_trail(read_position(grid, start, text), grid.names, trail if repetition else "")
        if is_checked(position._replace(own=position.enemy, enemy=position.own, mover=1 - position.mover)):
            raise ValueError("the player who is to move could take the king")
        return position if most else position._replace(quiet=0)

    spellings = spellings_of(grid, shown_target, legal, play, is_checked)
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
        parameters={
            "setup": setup,
            "number": number,
            "fifty": fifty,
            "repetition": repetition,
            "bare": bare,
            "notation": notation,
        },
    )
