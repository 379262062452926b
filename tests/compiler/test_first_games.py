"""Games as one writes them after the README: they compile, and give the answers of Python."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from typing import NamedTuple

import pytest

pytest.importorskip("llvmlite")

from agreement import lanes_agree, searches_agree
from pyrsistent import PVector, pvector

from lazytree import Game

# ---- README's own game: lambdas, and a list of moves

squares = Game(
    name="subtract a square",
    start=(11, 0),
    mover=lambda position: position[1],
    moves=lambda position: [n * n for n in range(1, 4) if n * n <= position[0]],
    play=lambda position, taken: (position[0] - taken, 1 - position[1]),
    payoffs=lambda position: (-1, 1) if position[1] == 0 else (1, -1),
    ratings={"coins": lambda position: position[0], "odd": lambda position: 1 if position[0] % 2 else -1},
)

# ---- queens that block: a position of rows within rows, and moves that are pairs


def row_game(size=3):
    """Each puts a stone beside none of their own; who cannot loses."""

    def touches(rows, stone, r, c):
        steps = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        return any(rows[i][j] == stone for i, j in steps if 0 <= i < size and 0 <= j < size)

    def moves(position):
        rows, player = position
        return [
            (r, c)
            for r, row in enumerate(rows)
            for c, stone in enumerate(row)
            if stone == 0 and not touches(rows, player + 1, r, c)
        ]

    def play(position, move):
        rows, player = position
        r, c = move
        new = tuple(
            tuple(player + 1 if (i, j) == (r, c) else x for j, x in enumerate(row)) for i, row in enumerate(rows)
        )
        return new, 1 - player

    return Game(
        "rows",
        (((0,) * size,) * size, 0),
        lambda position: position[1],
        moves,
        play,
        lambda position: (-1, 1) if position[1] == 0 else (1, -1),
    )


# ---- a pile of cards: frozen dataclasses with methods, a dict of what cards are worth


class Side(IntEnum):
    FIRST = 0
    SECOND = 1


WORTH = {0: 3, 2: 5}


@dataclass(frozen=True)
class Take:
    card: int
    twice: bool = False


@dataclass(frozen=True)
class Cards:
    left: tuple
    mine: int
    theirs: int
    turn: Side

    def worth(self, card):
        return WORTH.get(card, 1) * len(self.left)

    @property
    def over(self):
        return sum(self.left) == 0

    def after(self, move):
        gain = self.worth(move.card) * (2 if move.twice else 1)
        left = tuple(n - 1 if i == move.card else n for i, n in enumerate(self.left))
        if self.turn == Side.FIRST:
            return replace(self, left=left, mine=self.mine + gain, turn=Side.SECOND)
        return Cards(left, self.mine, self.theirs + gain, Side(1 - self.turn))


def card_moves(position):
    if position.over:
        return []
    single = [Take(card) for card, n in enumerate(position.left) if n > 0]
    return single + [Take(card, True) for card, n in enumerate(position.left) if n == 2]


def card_payoffs(position):
    best = max([1, 0, -1], key=lambda k: k * (position.mine - position.theirs))
    return (best, -best) if position.mine != position.theirs else (0, 0)


cards = Game(
    "cards",
    Cards((2, 1, 2), 0, 0, Side.FIRST),
    lambda position: position.turn,
    card_moves,
    lambda position, move: position.after(move),
    card_payoffs,
    ratings={"ahead": lambda position: position.mine - position.theirs},
)

# ---- tic-tac-toe as most people write it: texts in the cells, a winner or None

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Ox(NamedTuple):
    board: tuple = (".",) * 9
    turn: str = "X"
    last: int | None = None


def ox_winner(board):
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return board[a]
    return None


def ox_moves(position):
    if ox_winner(position.board) is not None:
        return []
    return sorted([i for i, mark in enumerate(position.board) if mark == "."], key=lambda i: (i % 2, i))


def ox_play(position, cell):
    board = list(position.board)
    board[cell] = position.turn
    return Ox(tuple(board), "O" if position.turn == "X" else "X", cell)


def ox_payoffs(position):
    won = ox_winner(position.board)
    if won is None:
        return (0, 0)
    return (1, -1) if won == "X" else (-1, 1)


def ox_centre(position):
    return {"X": 1, "O": -1, ".": 0}[position.board[4]] + (1 if position.last == 4 else 0)


ox = Game("ox", Ox(), lambda p: 0 if p.turn == "X" else 1, ox_moves, ox_play, ox_payoffs, ratings={"centre": ox_centre})

# ---- pawns that walk: an Enum with a method, and cells that hold one of its members or None


class Color(Enum):
    WHITE = "white"
    BLACK = "black"

    def other(self):
        return Color.BLACK if self is Color.WHITE else Color.WHITE

    @property
    def step(self):
        return 1 if self is Color.WHITE else -1


def pawn_target(board, cell, color):
    """Where a pawn may go, or None."""
    row, column = cell // 3 + color.step, cell % 3
    if not 0 <= row < 4:
        return None
    target = row * 3 + column
    return target if board[target] is None else None


def pawn_moves(position):
    board, color = position
    for cell, stone in enumerate(board):
        if stone is color:
            target = pawn_target(board, cell, color)
            if target is not None:
                yield cell, target


def pawn_play(position, move):
    board, color = position
    cells = list(board)
    cells[move[0]], cells[move[1]] = None, cells[move[0]]
    return tuple(cells), color.other()


PAWNS = (Color.WHITE,) * 3 + (None,) * 6 + (Color.BLACK,) * 3
pawns = Game(
    "pawns",
    (PAWNS, Color.WHITE),
    lambda position: 0 if position[1] is Color.WHITE else 1,
    pawn_moves,
    pawn_play,
    lambda position: (-1, 1) if position[1] is Color.WHITE else (1, -1),
    ratings={"rows": lambda p: sum(i // 3 * c.step for i, c in enumerate(p[0]) if c is not None)},
)

# ---- a game of captures: rows of stones, groups by a flood fill, no suicide

SIZE = 3
EMPTY = 0


class Stones(NamedTuple):
    board: PVector
    turn: int
    taken: tuple = (0, 0)
    left: int = 7


def neighbours(r, c):
    result = []
    for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
        if 0 <= r + dr < SIZE and 0 <= c + dc < SIZE:
            result.append((r + dr, c + dc))
    return result


def group_at(board, r, c):
    """All stones of a colour that hang together."""
    color = board[r][c]
    group = {(r, c)}
    stack = [(r, c)]
    while stack:
        y, x = stack.pop()
        for cell in neighbours(y, x):
            if cell not in group and board[cell[0]][cell[1]] == color:
                group.add(cell)
                stack.append(cell)
    return group


def has_liberty(board, group):
    for r, c in group:
        for y, x in neighbours(r, c):
            if board[y][x] == EMPTY:
                return True
    return False


def placed(position, move):
    r, c = move
    me, other = position.turn + 1, 2 - position.turn
    board = position.board.set(r, position.board[r].set(c, me))
    captured = 0
    for y, x in neighbours(r, c):
        if board[y][x] == other:
            group = group_at(board, y, x)
            if not has_liberty(board, group):
                captured += len(group)
                for a, b in group:
                    board = board.set(a, board[a].set(b, EMPTY))
    return board, captured


def alive_after(position, move):
    r, c = move
    board, _ = placed(position, move)
    return has_liberty(board, group_at(board, r, c))


def stone_moves(position):
    if position.left == 0 or max(position.taken) >= 2:
        return
    for r in range(SIZE):
        for c in range(SIZE):
            if position.board[r][c] == EMPTY and alive_after(position, (r, c)):
                yield r, c


def stone_play(position, move):
    board, captured = placed(position, move)
    taken = list(position.taken)
    taken[position.turn] += captured
    return Stones(board, 1 - position.turn, tuple(taken), position.left - 1)


def stone_payoffs(position):
    first, second = position.taken
    return (1, -1) if first > second else (-1, 1) if second > first else (0, 0)


def strings(position):
    """How many groups the first has, less those of the second."""
    seen = set()
    total = 0
    for r, row in enumerate(position.board):
        for c, stone in enumerate(row):
            if stone != EMPTY and (r, c) not in seen:
                seen |= group_at(position.board, r, c)
                total += 1 if stone == 1 else -1
    return total


stones = Game(
    "stones",
    Stones(pvector([pvector([EMPTY] * SIZE)] * SIZE), 0),
    lambda position: position.turn,
    stone_moves,
    stone_play,
    stone_payoffs,
    ratings={"taken": lambda position: position.taken[0] - position.taken[1], "strings": strings},
)

GAMES = {game.name: game for game in (squares, row_game(), cards, ox, pawns, stones)}
BY_NAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@BY_NAME
def test_each_rule_gives_what_python_gives(game):
    lanes_agree(game)


@BY_NAME
def test_searches_agree(game):
    searches_agree(game, 2 if game is stones else 3)
