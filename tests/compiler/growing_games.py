"""Games as a first try has them, whose positions hold boards that grow and shrink: heaps, trails, hands, histories."""

# ruff: noqa: RUF005 - `t + (x,)` is what a first try writes

from __future__ import annotations

from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree import Game

# ---- Kayles and Grundy's game on a tuple of heaps; the last to move wins


class Heaps(NamedTuple):
    heaps: tuple
    turn: int = 0


def last_mover_wins(position):
    return (-1, 1) if position.turn == 0 else (1, -1)


def kayles_moves(position):
    for at, heap in enumerate(position.heaps):
        for taken in (1, 2):
            for left in range((heap - taken) // 2 + 1):
                yield at, left, heap - taken - left


def kayles_play(position, move):
    at, left, right = move
    heaps = position.heaps[:at] + (left, right) + position.heaps[at + 1 :]
    return Heaps(tuple(heap for heap in heaps if heap > 0), 1 - position.turn)


def grundy_moves(position):
    return [
        (at, part) for at, heap in enumerate(position.heaps) for part in range(1, (heap + 1) // 2) if 2 * part < heap
    ]


def grundy_play(position, move):
    at, part = move
    heap = position.heaps[at]
    rest = position.heaps[:at] + position.heaps[at + 1 :]
    heaps = rest + (part, heap - part)
    return position._replace(heaps=tuple(sorted(heaps)), turn=1 - position.turn)


def of_heaps(name, heaps, moves, play):
    return Game(name, Heaps(heaps), lambda position: position.turn, moves, play, last_mover_wins)


def kayles(*heaps):
    return of_heaps("kayles", heaps, kayles_moves, kayles_play)


def grundys_game(*heaps):
    return of_heaps("grundy's game", heaps, grundy_moves, grundy_play)


# ---- Tron, three by four: a trail of pairs each, no cell is entered twice


class Tron(NamedTuple):
    first: tuple
    second: tuple
    turn: int


STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def tron_moves(position):
    trail = position.first if position.turn == 0 else position.second
    row, column = trail[-1]
    for down, right in STEPS:
        cell = (row + down, column + right)
        if 0 <= cell[0] < 3 and 0 <= cell[1] < 4 and cell not in position.first and cell not in position.second:
            yield cell


def tron_play(position, cell):
    if position.turn == 0:
        return position._replace(first=position.first + (cell,), turn=1)
    return position._replace(second=(*position.second, cell), turn=0)


tron = Game(
    "tron",
    Tron(((0, 0),), ((2, 3),), 0),
    lambda position: position.turn,
    tron_moves,
    tron_play,
    last_mover_wins,
    ratings={"free": lambda p: sum(1 for _ in tron_moves(p)) * (1 if p.turn == 0 else -1)},
)


# ---- five in a row of marks with the history of moves


class Noted(NamedTuple):
    board: PVector
    history: PVector
    marks: tuple


def noted_mover(position):
    return len(position.history) % 2


def noted_over(position):
    line = [(0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5)]
    if not position.history:
        return False
    last = position.history[-1]
    mark = position.board[last]
    return any(last in cells and all(position.board[cell] == mark for cell in cells) for cells in line)


def noted_moves(position):
    if noted_over(position):
        return
    for cell, mark in enumerate(position.board):
        if mark is None and cell not in position.history[-2:]:
            yield cell


def noted_play(position, cell):
    mark = "XO"[noted_mover(position)]
    return Noted(position.board.set(cell, mark), position.history.append(cell), position.marks + (mark,))


noted = Game(
    "noted",
    Noted(pvector([None] * 6), pvector(), ()),
    noted_mover,
    noted_moves,
    noted_play,
    lambda p: (0, 0) if not noted_over(p) else (1, -1) if noted_mover(p) == 1 else (-1, 1),
    ratings={"X": lambda p: p.marks.count("X") - p.marks.count("O")},
)

GAMES = (kayles(5), kayles(3, 4), grundys_game(8), tron, noted)
