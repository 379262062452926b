"""python-chess: its moves, counted; and mates, looked for by the shortest search over them."""

from __future__ import annotations

import chess


def counted(fen: str, depth: int) -> tuple[int, None]:
    """The lines of `depth` plies; those of the last ply are counted, not played."""
    return lines(chess.Board(fen), depth), None


def lines(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += lines(board, depth - 1)
        board.pop()
    return total


def mated(fen: str, plies: int) -> tuple[int, None]:
    """1 if the mover mates within this number of plies, an odd one."""
    return int(mates(chess.Board(fen), plies)), None


def mates(board: chess.Board, plies: int) -> bool:
    for move in board.legal_moves:
        board.push(move)
        won = board.is_checkmate() or (plies > 2 and all_lose(board, plies - 1))
        board.pop()
        if won:
            return True
    return False


def all_lose(board: chess.Board, plies: int) -> bool:
    """Whether every move lets the other side mate; a stalemate does not."""
    lost = False
    for move in board.legal_moves:
        board.push(move)
        lost = mates(board, plies - 1)
        board.pop()
        if not lost:
            return False
    return lost
