"""The rules of chess."""

from __future__ import annotations

from collections.abc import Iterator

from pyrsistent import pvector

from lazytree.core.bitsets import leaps_on
from lazytree.core.board import at_least
from lazytree.core.game import Game

from ..support.arguments import one_of
from ..support.payoffs import last_mover_wins
from ..support.symmetry import carried, flips_of, symmetries_of
from ..support.turns import mover
from .attacks import attacks_on, castled
from .picture import dark_on, with_picture
from .position import BISHOP, KNIGHT, NONE, QUEEN, ROOK, Move, Position, ratings_on, turned
from .text import columns_of, start_of, with_texts


def chess(
    setup: str = "standard",
    number: int = 518,
    fifty: int = 0,
    repetition: int = 0,
    bare: str = "draw",
    notation: str = "cells",
) -> Game[Position, Move]:
    """Chess, where the player whose king is attacked and cannot be saved loses.

    All is as usual, castling and taking a pawn in passing too; a player without a legal move loses if in check (mate),
    else the game is drawn (stalemate). On boards without eight rows pawns never go two steps.

    Arguments: all of them have defaults.

    - `setup`: "standard", "960" (a start of Chess960), "5x5" (Gardner's board), "pawns" (kings and pawns), or any
      position in FEN, on at most eight by eight cells.
    - `number`: which of the 960 starts, 0 to 959 by Scharnagl's numbers; 518 is the usual one.
    - `fifty`: after how many moves by each player without a capture or a pawn's move the game is drawn; 0: never.
    - `repetition`: how often a position occurs until the game is drawn, 3 or 5; 0: never.
    - `bare`: "draw" or "play on", when kings are left and at most one knight, or bishops on cells of one colour.
    - `notation`: "cells", "san" or "uci"; a published page saves games with "cells" only.

    Positions: rows of pieces from the top, white's in capitals, then `w KQkq - 0` as FEN has it; `read` takes FEN too;
    "uci" writes FEN. With `repetition` follow the moves that may be undone: `w KQkq - 2 since g1f3 g8f6`.
    Moves: `e2-e4`, `e7-e8=Q`; a king that castles goes two cells, `e1-g1`, in Chess960 to its rook's cell, `e1-h1`.
    "san" writes `e4`, `e8=Q+`, `O-O`, "uci" `e2e4`, `e7e8q`, `e1g1`. All three are always understood.
    Ratings, white's minus black's in hundredths of a pawn: "squares", the pieces and where they stand; "material".
    Raises: ValueError if a parameter is none of these.
    Source: FIDE Laws of Chess (2023), articles 3, 5.2, 9.2, 9.6, and for Chess960 its guidelines; M. Gardner (1969).

    >>> game = chess(notation="uci")
    >>> game.show(game.play(game.start, game.parse(game.start, "Nf3")))
    'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1'
    """
    at_least("fifty", fifty, 0)
    at_least("repetition", repetition, 2 if repetition else 0)
    one_of("bare", bare, "draw", "play on")
    one_of("notation", notation, "cells", "san", "uci")
    grid, start = start_of(setup, number)
    cells, columns, dark = range(len(grid.names)), columns_of(grid), dark_on(grid)
    legal, is_checked, takers = attacks_on(grid, columns)
    ends = tuple(tuple(tuple(1 << to for to in castled(king, rook, columns)) for rook in cells) for king in (-1, 64))
    beside, symmetries = leaps_on(grid, (0, 1), (0, -1)), symmetries_of(grid)[1:]
    mirror = flips_of(len(cells) // columns, columns)[1:2]

    def is_bare(position: Position) -> bool:
        """Whether kings are left and one knight, or bishops of one colour of cells: then neither side can ever mate."""
        knights, diagonals = position.knights, position.diagonals
        if position.pawns | position.straights:
            return False
        return (knights | diagonals).bit_count() < 2 if knights else diagonals & dark in (0, diagonals)

    def times_met(position: Position) -> int:
        """How often a position has occurred, this time included: the moves of its trail are taken back to see it."""
        times, earlier = 1, position
        for step in reversed(position.trail):
            earlier = turned(played(turned(earlier), Move(step % 64, step // 64)))
            times += earlier[:7] == position[:7]  # not with the other player to move: own pieces are in it
        return times

    def moves(position: Position) -> Iterator[Move]:
        is_drawn = (fifty and position.quiet >= 2 * fifty) or (bare == "draw" and is_bare(position))
        if not (is_drawn or (repetition and times_met(position) >= repetition)):
            yield from legal(position)

    def played(position: Position, move: Move) -> Position:
        own, enemy, pawns, knights, diagonals, straights, kings, castling, passed, player, quiet, _ = position
        source, target, rook = 1 << move.source, 1 << move.target, 0
        gone, passing, is_quiet = source | target, 0, not (enemy & target or pawns & source)
        if own & target:
            target, rook = ends[move.target < move.source][move.target]  # where king and rook end that castle
        if pawns & source and target == passed:
            gone |= (target << columns | target >> columns) & enemy
        if pawns & source and abs(move.target - move.source) == 2 * columns:
            passing = 1 << (move.source + move.target) // 2 if beside[move.target] & enemy & pawns else 0
        if move.kind != NONE:  # the pawn is such a piece when it goes
            pawns ^= source
            knights |= source if move.kind == KNIGHT else 0
            diagonals |= source if move.kind in (BISHOP, QUEEN) else 0
            straights |= source if move.kind in (ROOK, QUEEN) else 0

        def moved(pieces: int) -> int:
            return pieces & ~gone | (target if pieces & source else 0)

        return Position(
            enemy & ~gone,
            moved(own) | rook,
            moved(pawns),
            moved(knights),
            moved(diagonals),
            moved(straights) | rook,
            moved(kings),
            (castling & enemy if kings & source else castling) & ~gone,
            passing,
            1 - player,
            quiet + 1 if fifty and is_quiet else 0,
            pvector(),
        )

    def play(position: Position, move: Move) -> Position:
        after = played(position, move)
        may_come_back = (after.own, after.pawns, after.castling) == (position.enemy, position.pawns, position.castling)
        if repetition and may_come_back and not takers(position):
            return after._replace(trail=position.trail.append(64 * (move.source & 63) + (move.target & 63)))
        return after

    def canonical(position: Position) -> Position:
        """The least of a position and its images: pawns leave one of these, kings that may castle none."""
        least = position
        for to in () if position.castling else mirror if position.pawns else symmetries:
            image = Position(*(*(carried(one, to) for one in position[:9]), *position[9:]))  # type: ignore[arg-type]
            least = image if image[:9] < least[:9] else least
        return least

    def payoffs(position: Position) -> tuple[int, int]:
        return last_mover_wins(position) if is_checked(position) and not any(True for _ in legal(position)) else (0, 0)

    game = Game(
        name="chess",
        start=start if fifty else start._replace(quiet=0),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=("white", "black"),
        ratings=ratings_on(grid),
        canonical=None if repetition else canonical,
        parameters={"setup": setup, "number": number, "fifty": fifty}
        | {"repetition": repetition, "bare": bare, "notation": notation},
    )
    return with_picture(with_texts(game, grid, is_checked), grid)
