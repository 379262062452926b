"""The rules of chess."""

from __future__ import annotations

from collections.abc import Iterator

from lazytree.core.bitsets import leaps_on
from lazytree.core.board import at_least
from lazytree.core.game import FIRST, Game

from ..support.arguments import one_of
from ..support.turns import mover
from .attacks import attacks_on, castlings_from
from .picture import with_picture
from .position import BISHOP, KING, KNIGHT, NONE, PAWN, QUEEN, ROOK, Move, Position, dark_on, kind_on, turned
from .ratings import ratings_on
from .symmetry import canonical_on
from .text import board_of, columns_of, placed, start_text, with_texts


def chess(
    setup: str = "standard",
    number: int = 518,
    fifty: int = 0,
    repetition: int = 0,
    bare: str = "draw",
    notation: str = "cells",
) -> Game[Position, Move]:
    """Chess, where the player whose king is attacked and cannot be saved loses.

    All is as usual: castling, taking a pawn in passing, promotion to queen, rook, bishop or knight. A player without a
    legal move loses if the king is in check (mate), else the game is drawn (stalemate). On boards without eight rows a
    pawn goes one step only, also at first.

    Arguments: all of them have defaults.

    - `setup`: "standard", "960" (a start of Chess960), "5x5" (Gardner's board of five by five), "pawns" (kings and
      pawns), or any position in FEN, on at most eight by eight cells.
    - `number`: which of the 960 starts, 0 to 959 by Scharnagl's numbers; 518 is the usual one.
    - `fifty`: the moves by each player without a capture or a pawn's move after which the game is drawn, without a
      claim; 0: never, and then no position counts them.
    - `repetition`: the number of times that a position occurs until the game is drawn, 3 or 5, without a claim; 0:
      never, and then no position remembers others (a table may still end a game by repetition).
    - `bare`: "draw" or "play on", when kings are left and at most one knight, or bishops on cells of one colour.
    - `notation`: "cells", "san" or "uci"; a published page saves games with "cells" only.

    Positions: rows of pieces from the top, white's in capitals, then `w KQkq - 0` as FEN has it; `read` takes FEN too;
    "uci" writes FEN. With `repetition` follow the moves that may be undone: `w KQkq - 2 since g1f3 g8f6`.
    Moves: `e2-e4`, `e7-e8=Q`; a king that castles goes two cells, `e1-g1`, in Chess960 to its rook's cell, `e1-h1`.
    "san" writes `e4`, `e8=Q+`, `O-O`, "uci" `e2e4`, `e7e8q`, `e1g1`. All three are always understood.
    Ratings, white's minus black's in hundredths of a pawn: "material"; "squares", with what each cell is worth.
    Raises: ValueError if there is no such setup, number or notation, if `fifty` or `repetition` is no whole number of
    at least 0, or `repetition` is 1.
    Source: FIDE Laws of Chess (2023), articles 3, 5.2, 9.2, 9.6, and for Chess960 its guidelines; M. Gardner (1969).

    >>> game = chess(notation="uci")
    >>> game.show(game.play(game.start, game.parse(game.start, "Nf3")))
    'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1'
    """
    at_least("fifty", fifty, 0)
    at_least("repetition", repetition, 2 if repetition else 0)
    one_of("bare", bare, "draw", "play on")
    one_of("notation", notation, "cells", "san", "uci")
    written = start_text(setup, number)
    grid = board_of(written)
    start, columns = placed(grid, written), columns_of(grid)
    castlings = castlings_from(start, len(grid.names), columns)
    legal, is_checked, passed_pawn, takers = attacks_on(grid, castlings, columns)
    beside = leaps_on(grid, (0, 1), (0, -1))
    dark = dark_on(grid)

    def is_bare(position: Position) -> bool:
        """Whether kings are left and one knight, or bishops of one colour of cells: then neither side can ever mate."""
        if position.pawns | position.straights:
            return False
        if position.knights:
            return (position.knights | position.diagonals).bit_count() < 2
        return position.diagonals & dark in (0, position.diagonals)

    def times_met(position: Position) -> int:
        """How often a position has occurred, this time included: the moves of its trail are taken back to see it."""
        times, earlier = 1, position
        for step in reversed(position.trail):
            earlier = turned(played(turned(earlier), Move(step % 64, step // 64)))
            if earlier[:7] == position[:7]:  # not with the other player to move: the player's own pieces are in it
                times += 1
        return times

    def moves(position: Position) -> Iterator[Move]:
        if fifty and position.quiet >= 2 * fifty:
            return
        if not (bare == "draw" and is_bare(position)) and not (repetition and times_met(position) >= repetition):
            yield from legal(position)

    def played(position: Position, move: Move) -> Position:
        own, enemy, pawns, knights, diagonals, straights, kings, castling, passed, player, quiet, _ = position
        source, target, rook = 1 << move.source, 1 << move.target, 0
        gone, passing, is_quiet = source | target, 0, not (enemy & target or pawns & source)
        kind = move.kind if move.kind != NONE else kind_on(position, move.source)
        if own & target:
            target, rook = castlings[move.target][2:]
        if pawns & source and target == passed:
            gone |= passed_pawn(position)
        if pawns & source and abs(move.target - move.source) == 2 * columns:
            passing = 1 << (move.source + move.target) // 2 if beside[move.target] & enemy & pawns else 0
        return Position(
            enemy & ~gone,
            own & ~gone | target | rook,
            pawns & ~gone | (target if kind == PAWN else 0),
            knights & ~gone | (target if kind == KNIGHT else 0),
            diagonals & ~gone | (target if kind in (BISHOP, QUEEN) else 0),
            straights & ~gone | (target if kind in (ROOK, QUEEN) else rook),
            kings & ~gone | (target if kind == KING else 0),
            (castling & enemy if kings & source else castling) & ~gone,
            passing,
            1 - player,
            quiet + 1 if fifty and is_quiet else 0,
        )

    def play(position: Position, move: Move) -> Position:
        after = played(position, move)
        may_come_back = (after.own, after.pawns, after.castling) == (position.enemy, position.pawns, position.castling)
        if repetition and may_come_back and not takers(position):
            return after._replace(trail=position.trail.append(64 * (move.source & 63) + (move.target & 63)))
        return after

    def payoffs(position: Position) -> tuple[int, int]:
        if not is_checked(position) or any(True for _ in legal(position)):
            return 0, 0
        return (-1, 1) if position.mover == FIRST else (1, -1)

    game = Game(
        name="chess",
        start=start if fifty else start._replace(quiet=0),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=("white", "black"),
        ratings=ratings_on(grid),
        canonical=None if repetition else canonical_on(grid),
        parameters={
            "setup": setup,
            "number": number,
            "fifty": fifty,
            "repetition": repetition,
            "bare": bare,
            "notation": notation,
        },
    )
    return with_picture(with_texts(game, grid, castlings, is_checked), grid)
