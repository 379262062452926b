"""Games as one writes them after the README: they compile, and give the answers of Python."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from typing import NamedTuple

import pytest

pytest.importorskip("llvmlite")

from programs.lanes import alike
from recursive_games import frogs, go

from lazytree import Game, deepen, perft, search, solve
from lazytree.compiler import compiled, rules_lane
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

# ---- tic-tac-toe once more, as most people write it: texts in the cells, a winner or None


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

# ---- stones and a die, as in EinStein würfelt nicht: the number that is rolled says which stone moves

CHANCE = -1


class Race(NamedTuple):
    """Where the three stones of each side are, None once one is gone; the roll, None before it."""

    red: tuple
    blue: tuple
    turn: int
    rolled: int | None = None


def race_mover(position):
    return CHANCE if position.rolled is None else position.turn


def able(stones, rolled):
    """The stone with that number; if it is gone, the next ones above and below."""
    if stones[rolled] is not None:
        return [rolled]
    above = [s for s in range(3) if s > rolled and stones[s] is not None]
    below = [s for s in range(3) if s < rolled and stones[s] is not None]
    return ([min(above)] if above else []) + ([max(below)] if below else [])


def race_over(position):
    gone = all(s is None for s in position.red) or all(s is None for s in position.blue)
    return gone or 8 in position.red or 0 in position.blue


def race_moves(position):
    if race_over(position):
        return
    if position.rolled is None:
        yield from [(face, 0) for face in range(3)]
        return
    red = position.turn == 0
    for stone in able(position.red if red else position.blue, position.rolled):
        at = (position.red if red else position.blue)[stone]
        for step in (1, 3, 4):
            row, column = at // 3, at % 3
            if red and (row < 2 or step == 1) and (column < 2 or step == 3):
                yield stone, at + step
            elif not red and (row > 0 or step == 1) and (column > 0 or step == 3):
                yield stone, at - step


def race_play(position, move):
    if position.rolled is None:
        return position._replace(rolled=move[0])
    stone, target = move
    red = [None if s == target else s for s in position.red]
    blue = [None if s == target else s for s in position.blue]
    if position.turn == 0:
        red[stone] = target
    else:
        blue[stone] = target
    return Race(tuple(red), tuple(blue), 1 - position.turn)


def race_payoffs(position):
    if 8 in position.red or all(s is None for s in position.blue):
        return (1, -1)
    return (-1, 1)


race = Game(
    "race",
    Race((0, 1, 3), (8, 7, 5), 0, 1),
    race_mover,
    race_moves,
    race_play,
    race_payoffs,
    odds=lambda position, move: 1,
    ratings={"ahead": lambda p: sum(s for s in p.red if s is not None) + sum(s - 8 for s in p.blue if s is not None)},
)

GAMES = {
    "cards": cards,
    "walk": walk,
    "squares": squares,
    "tic": tic,
    "rows": row_game(),
    "ox": ox,
    "pawns": pawns,
    "race": race,
    "go": go,
    "frogs": frogs,
}


@pytest.fixture(params=GAMES)
def game(request):
    return GAMES[request.param]


def test_a_first_game_compiles(game):
    assert rules_lane(game).name == MACHINE, rules_lane(game).reason
    assert not rules_lane(game).ratings


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
    assert rules_lane(machine).trapped == 0


def test_searches_agree(game):
    for depth in range(5):
        assert perft(game, depth, lane="machine") == perft(game, depth, lane="python")
    for rating in (None, *game.ratings):
        machine, python = (search(game, 3, rating, lane=each) for each in ("machine", "python"))
        assert (machine.value, machine.lane, python.lane) == (python.value, "machine", "python")
    if not game.odds:
        assert solve(game, lane="machine").value == solve(game, lane="python").value
    assert next(iter(deepen(game))).lane == "machine"
