"""python-chess: a board, of whatever variant, as a game of ours. Needs the extra `chess`.

The library's own `chess` is the faster one, and runs as machine code; this adapter has the variants of python-chess.

Source: Niklas Fiekas, *python-chess*, version 1.11.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lazytree.core.extras import import_extra
from lazytree.core.game import FIRST, SECOND, Game, reading
from lazytree.core.layout import Stone
from lazytree.games import chess

VALUES = {1: 100, 2: 320, 3: 330, 4: 500, 5: 900}
"""What each kind of piece counts in the rating, by the numbers of python-chess: a pawn is 1."""


class Placed:
    """A board that is never changed, as a position; two are equal where python-chess counts a repetition."""

    def __init__(self, board: Any) -> None:
        self.board = board
        self.key = board.uci_variant, board._transposition_key()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Placed) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return str(self.board.epd())

    def __reduce__(self) -> tuple[Any, ...]:
        return Placed, (self.board,)


def from_board(board: Any = None) -> Game[Placed, Any]:
    """The game that is played on from a board of python-chess, of whatever variant; without one, chess from its start.

    A position is a `Placed`, a move a `chess.Move`, written and read in SAN, and read in UCI as well. FIRST is white.
    What is over at once ends the game: mate, stalemate, a variant's own end, material that cannot mate. Counts of
    moves and repetitions are no part of a position, so a game need not end. The rating is "material", white's minus
    black's in hundredths of a pawn, pieces in hand included.

    Raises: ImportError without the extra; ValueError for what is no board, or no legal position.

    >>> import chess, lazytree
    >>> game = from_board(chess.Board("7k/8/8/8/8/8/R7/1R5K w - - 0 1"))
    >>> game.at().play("Ra7").play("h8g8").moves[-2:]
    ('Rc1', 'Rba1')
    >>> lazytree.search(game, 3, lane="python").value > 990_000      # mate in two
    True
    """
    library = import_extra("chess", "chess", "boards of python-chess")
    board = library.Board() if board is None else board
    if not isinstance(board, library.Board):
        raise ValueError(f"a board of python-chess is wanted, such as chess.Board(), not {board!r}")
    if not board.is_valid():
        raise ValueError(f"{board.fen()} is no legal position: {board.status()!r}")
    variant, chess960 = type(board), board.chess960

    def read(text: str) -> Placed:
        given = variant(text.strip(), chess960=chess960)
        if not given.is_valid():
            raise ValueError(f"{text.strip()} is no legal position: {given.status()!r}")
        return Placed(given)

    return Game(
        name=variant.uci_variant,
        start=Placed(board.copy(stack=False)),
        mover=_mover,
        moves=_moves,
        play=_play,
        payoffs=_payoffs,
        players=("white", "black"),
        ratings={"material": _material},
        format=_san,
        parse=reading(_moves, _san, _uci),
        show=str,
        read=read,
        layout=chess().layout,
        stones=_stones,
        touched=_touched,
        parameters={"board": board.fen()},
    )


def _mover(position: Placed) -> int:
    return FIRST if position.board.turn else SECOND


def _moves(position: Placed) -> tuple[Any, ...]:
    board = position.board
    return () if board.is_variant_end() or board.is_insufficient_material() else tuple(board.legal_moves)


def _play(position: Placed, move: Any) -> Placed:
    board = position.board.copy(stack=False)
    board.push(move)
    return Placed(board)


def _payoffs(position: Placed) -> tuple[int, int]:
    winner = position.board.outcome().winner  # None in a draw
    return (0, 0) if winner is None else (1, -1) if winner else (-1, 1)


def _san(position: Placed, move: Any) -> str:
    return str(position.board.san(move))


def _uci(position: Placed, move: Any) -> str:
    return str(position.board.uci(move))


def _material(position: Placed) -> int:
    board, total = position.board, 0
    for kind, value in VALUES.items():
        for colour, sign in ((True, 1), (False, -1)):
            hand = board.pockets[colour].count(kind) if hasattr(board, "pockets") else 0
            total += sign * value * (board.pieces_mask(kind, colour).bit_count() + hand)
    return total


def _stones(position: Placed) -> Iterator[Stone]:
    for square, piece in position.board.piece_map().items():
        yield Stone(_cell(square), FIRST if piece.color else SECOND, piece.piece_type)


def _touched(position: Placed, move: Any) -> tuple[int, ...]:
    """The cells of a move; a piece from the hand is put on one."""
    return (_cell(move.to_square),) if move.drop else (_cell(move.from_square), _cell(move.to_square))


def _cell(square: int) -> int:
    """A square of python-chess, which counts from a1 to the right and upwards, in the layout, which goes downwards."""
    return square ^ 56
