"""Games as somebody writes them who has read README only: they compile, and Python's answers are theirs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

import pytest

pytest.importorskip("llvmlite")

from programs.lanes import alike

from lazytree import Game, deepen, lane, perft, search, solve
from lazytree.compiler import compiled
from lazytree.core.lanes import MACHINE

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

# ---- tic-tac-toe on a tuple, with lists


class Side(IntEnum):
    FIRST = 0
    SECOND = 1


WORTH = {0: 3, 2: 5}

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] == board[c]:
            return board[a]
    return 0


def empty_cells(board):
    result = []
    for i in range(len(board)):
        if board[i] == 0:
            result.append(i)
    return result


def tic_moves(board):
    if winner(board):
        return []
    return empty_cells(board)


def tic_mover(board):
    return board.count(1) - board.count(2)


def tic_play(board, cell):
    cells = list(board)
    cells[cell] = tic_mover(board) + 1
    return tuple(cells)


def tic_payoffs(board):
    won = winner(board)
    return (1, -1) if won == 1 else (-1, 1) if won == 2 else (0, 0)


def tic_rating(board):
    """Lines that are open to each."""
    mine = [line for line in LINES if all(board[i] != 2 for i in line)]
    theirs = [line for line in LINES if all(board[i] != 1 for i in line)]
    return len(mine) - len(theirs)


tic = Game("tic", (0,) * 9, tic_mover, tic_moves, tic_play, tic_payoffs, ratings={"lines": tic_rating})

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

# ---- kings on a line, by a dict of steps, and functions in functions

STEPS = {"left": -1, "right": 1, "leap": 2}
EDGES = {0, 7}


def walk_moves(position):
    kings, turn = position

    def free(cell):
        return cell in range(8) and cell not in kings

    targets = [kings[turn] + step for step in STEPS.values()]
    return [cell for cell in targets if free(cell) and not (cell in EDGES and turn == 0)]


def walk_play(position, cell):
    kings, turn = position
    return kings[:turn] + (cell,) + kings[turn + 1 :], 1 - turn  # noqa: RUF005  # noqa: RUF005  # noqa: RUF005


walk = Game(
    "walk",
    ((2, 5, 4), 0),
    lambda position: position[1],
    lambda position: walk_moves(position) if max(position[0]) < 7 else [],
    walk_play,
    lambda position: (1, -1) if position[1] else (-1, 1),
    ratings={"gap": lambda position: abs(position[0][0] - position[0][1])},
)

GAMES = {"cards": cards, "walk": walk, "squares": squares, "tic": tic, "rows": row_game()}


@pytest.fixture(params=GAMES)
def game(request):
    return GAMES[request.param]


def test_it_compiles(game):
    assert lane(game).name == MACHINE, lane(game).reason
    assert not lane(game).ratings


def test_each_rule_gives_what_python_gives(game):
    machine, ahead = compiled(game), [game.start]
    for position in ahead:
        moves = list(game.moves(position))
        assert alike(moves, list(machine.moves(position)))
        assert machine.mover(position) == game.mover(position)
        assert alike(game.payoffs(position), machine.payoffs(position))
        for name, rating in game.ratings.items():
            assert alike(rating(position), machine.ratings[name](position))
        for move in moves:
            assert alike(game.play(position, move), machine.play(position, move))
        if len(ahead) < 100:
            ahead += [game.play(position, move) for move in moves]
    assert lane(machine).trapped == 0


def test_searches_agree(game):
    for depth in range(5):
        assert perft(game, depth, lane="machine") == perft(game, depth, lane="python")
    for rating in (None, *game.ratings):
        machine, python = (search(game, 3, rating, lane=each) for each in ("machine", "python"))
        assert (machine.value, machine.lane, python.lane) == (python.value, "machine", "python")
    assert solve(game, lane="machine").value == solve(game, lane="python").value
    assert next(iter(deepen(game))).lane == "machine"
