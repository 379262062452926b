"""Three games as one writes them after the README: objects, flood fills, texts. They compile."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import NamedTuple

import pytest
from pyrsistent import PVector, pvector

pytest.importorskip("llvmlite")

from programs.lanes import alike

from lazytree import Game, deepen, perft
from lazytree.compiler import compiled, rules_lane
from lazytree.core.lanes import MACHINE

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

# ---- rules that are methods of an object: pawns that walk and jump on a ring


@dataclass(frozen=True)
class Ring:
    """A ring of cells; each moves one of their pawns on, and takes what they meet."""

    size: int = 8
    steps: tuple = (1, 2)
    homes: tuple = ((0, 2), (4, 6))

    def start(self):
        board = [0] * self.size
        for player, cells in enumerate(self.homes):
            for cell in cells:
                board[cell] = player + 1
        return tuple(board), 0, 0

    def mover(self, position):
        return position[1]

    def ahead(self, cell, step):
        return (cell + step) % self.size

    def targets(self, board, player):
        for cell, stone in enumerate(board):
            if stone == player + 1:
                for step in self.steps:
                    if board[self.ahead(cell, step)] != player + 1:
                        yield cell, step

    def moves(self, position):
        board, player, ply = position
        if ply >= 8 or player + 1 not in board:
            return []
        return list(self.targets(board, player))

    def play(self, position, move):
        board, player, ply = position
        cell, step = move
        cells = list(board)
        cells[cell] = 0
        cells[self.ahead(cell, step)] = player + 1
        return tuple(cells), 1 - player, ply + 1

    def payoffs(self, position):
        first, second = (position[0].count(stone) for stone in (1, 2))
        return (1, -1) if first > second else (-1, 1) if second > first else (0, 0)

    @property
    def longest(self):
        return max(self.steps)

    def __call__(self, position):
        """A rating: stones, and how far the next may go."""
        return (position[0].count(1) - position[0].count(2)) * self.longest


# ---- three in a row on a line of text; a player without a move loses


class Line:
    """The rules as an object that anybody may change."""

    def __init__(self, length, need):
        self.length = length
        self.need = need
        self.marks = ["X", "O"]

    def winner(self, board):
        for mark in self.marks:
            if self.run(board, mark) >= self.need:
                return mark
        return None

    def run(self, board, mark):
        best = now = 0
        for cell in board:
            now = now + 1 if cell == mark else 0
            best = max(best, now)
        return best

    def mover(self, board):
        return board.count("X") - board.count("O")

    def moves(self, board):
        if self.winner(board) is not None:
            return []
        return [i for i in range(self.length) if board[i] == "." and self.open(board, i)]

    def open(self, board, i):
        return i == 0 or board[i - 1] != self.marks[self.mover(board)]

    def play(self, board, i):
        mark = self.marks[self.mover(board)]
        return board[:i] + mark + board[i + 1 :]

    def payoffs(self, board):
        won = self.winner(board)
        if won is None:
            return (0, 0)
        return (1, -1) if won == "X" else (-1, 1)

    def longest(self, board):
        return self.run(board, "X") - self.run(board, "O") + (1 if board[self.length // 2] == "X" else 0)


def line_game(rules):
    return Game(
        "line",
        "." * rules.length,
        rules.mover,
        rules.moves,
        rules.play,
        rules.payoffs,
        ratings={"longest": rules.longest},
    )


RING = Ring()
ring = Game(
    "ring",
    RING.start(),
    RING.mover,
    RING.moves,
    RING.play,
    RING.payoffs,
    ratings={"stones": RING, "free": lambda position: len(RING.moves(position))},
)
LINE = Line(7, 3)
GAMES = {"stones": stones, "ring": ring, "line": line_game(LINE)}
DEPTHS = {"stones": 2, "ring": 4, "line": 4}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_objects_compiles_and_agrees_with_python(name):
    game, random = GAMES[name], Random(3)
    told = rules_lane(game)
    assert told.name == MACHINE, told.reason
    assert not told.ratings
    machine = compiled(game)
    for _ in range(12):
        position = game.start
        while True:
            moves = list(game.moves(position))
            assert alike(moves, list(machine.moves(position)))
            assert alike(game.mover(position), machine.mover(position))
            for rating in game.ratings:
                assert alike(game.ratings[rating](position), machine.ratings[rating](position))
            if not moves:
                assert alike(game.payoffs(position), machine.payoffs(position))
                break
            move = random.choice(moves)
            after = game.play(position, move)
            assert alike(after, machine.play(position, move))
            position = after
    assert rules_lane(machine).trapped == 0


@pytest.mark.parametrize("name", GAMES)
def test_searches_agree(name):
    game = GAMES[name]
    rating = next(iter(game.ratings))
    deep = [
        [each.value for each in islice(deepen(game, rating=rating, lane=lane), 3)] for lane in ("machine", "python")
    ]
    assert deep[0] == deep[1]
    assert len({perft(game, DEPTHS[name], lane=lane) for lane in ("machine", "python")}) == 1


def test_an_object_that_changes_is_noticed():
    rules = Line(7, 3)
    game = line_game(rules)
    machine = compiled(game)
    won = "X.XXX.O"
    assert machine.payoffs(won) == game.payoffs(won) == (1, -1)
    rules.need = 4
    assert machine.payoffs(won) == game.payoffs(won) == (0, 0)
    assert compiled(game).payoffs(won) == (0, 0)
    rules.marks[0] = "O"
    assert machine.payoffs("OOOO..X") == game.payoffs("OOOO..X") == (-1, 1)
