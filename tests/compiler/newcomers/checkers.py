"""English draughts on six by six, with a dict of pieces; jumps are forced, a jump takes one piece."""

from typing import NamedTuple

from lazytree import Game

SIZE = 6


class Board(NamedTuple):
    pieces: tuple  # ((row, column), "w" or "W" or "b" or "B"), sorted
    turn: str = "w"
    plies: int = 0


def starting_pieces():
    pieces = {}
    for row in range(SIZE):
        for column in range(SIZE):
            if (row + column) % 2 == 1:
                if row < 2:
                    pieces[row, column] = "b"
                elif row >= SIZE - 2:
                    pieces[row, column] = "w"
    return pieces


def freeze(pieces):
    return tuple(sorted(pieces.items()))


def directions(piece):
    if piece == "w":
        return [(-1, -1), (-1, 1)]
    if piece == "b":
        return [(1, -1), (1, 1)]
    return [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def moves(board):
    if board.plies >= 80:
        return []
    pieces = dict(board.pieces)
    jumps, steps = [], []
    for (row, column), piece in pieces.items():
        if piece.lower() != board.turn:
            continue
        for down, right in directions(piece):
            near = (row + down, column + right)
            far = (row + 2 * down, column + 2 * right)
            if not (0 <= near[0] < SIZE and 0 <= near[1] < SIZE):
                continue
            if near not in pieces:
                steps.append(((row, column), near))
            elif pieces[near].lower() != board.turn and far not in pieces:
                if 0 <= far[0] < SIZE and 0 <= far[1] < SIZE:
                    jumps.append(((row, column), far))
    return jumps or steps


def play(board, move):
    (row, column), (r, c) = move
    pieces = dict(board.pieces)
    piece = pieces.pop((row, column))
    if abs(r - row) == 2:
        del pieces[(row + r) // 2, (column + c) // 2]
    if r in (0, SIZE - 1):
        piece = piece.upper()
    pieces[r, c] = piece
    return Board(freeze(pieces), "b" if board.turn == "w" else "w", board.plies + 1)


def payoffs(board):
    if board.plies >= 80:
        return (0, 0)
    return (-1, 1) if board.turn == "w" else (1, -1)


def material(board):
    worth = {"w": 1, "W": 2, "b": -1, "B": -2}
    return sum(worth[piece] for _, piece in board.pieces)


game = Game(
    name="small checkers",
    start=Board(freeze(starting_pieces())),
    mover=lambda board: 0 if board.turn == "w" else 1,
    moves=moves,
    play=play,
    payoffs=payoffs,
    ratings={"material": material},
)
