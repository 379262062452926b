"""Games as a first try has them, whose rules count in dicts: votes, hands of cards, distances, groups."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree import Game

# ---- Three colours on a row of cells; who fills the last cell scores by the colour that most cells have


class Row(NamedTuple):
    cells: tuple
    turn: int = 0


def row_moves(position):
    return [(at, color) for at, cell in enumerate(position.cells) if cell == 0 for color in (1, 2, 3)]


def row_play(position, move):
    at, color = move
    return Row((*position.cells[:at], color, *position.cells[at + 1 :]), 1 - position.turn)


def row_payoffs(position):
    votes = {}
    for color in position.cells:
        votes[color] = votes.get(color, 0) + 1
    most = max(votes.values())
    leaders = [color for color, count in votes.items() if count == most]
    if len(leaders) > 1:
        return (0, 0)
    return (1, -1) if leaders[0] % 2 else (-1, 1)


def majority(size=5):
    start = Row((0,) * size)
    return Game("majority", start, mover=lambda p: p.turn, moves=row_moves, play=row_play, payoffs=row_payoffs)


# ---- Pairs of cards are laid down; a dict counts the hand, another one the tricks of each player


class Table(NamedTuple):
    hands: PVector
    laid: tuple = ()
    turn: int = 0


def card_moves(position):
    hand = Counter(position.hands[position.turn])
    for rank, count in hand.items():
        if count:
            yield rank


def card_play(position, rank):
    hand = position.hands[position.turn]
    hands = position.hands.set(position.turn, hand.set(hand.index(rank), 0))
    return Table(hands, (*position.laid, rank), 1 - position.turn)


def tricks_of(laid):
    tricks = {0: 0, 1: 0}
    leader = 0
    for at in range(0, len(laid) - 1, 2):
        winner = leader if laid[at] >= laid[at + 1] else 1 - leader
        tricks[winner] += 1
        leader = winner
    return tricks


def card_payoffs(position):
    tricks = tricks_of(position.laid)
    pairs = defaultdict(int)
    for rank in position.laid:
        pairs[rank] += 1
    bonus = sum(1 for count in pairs.values() if count > 2)
    mine, yours = tricks[0] * 2 + bonus, tricks[1] * 2
    return (1, -1) if mine > yours else (-1, 1) if mine < yours else (0, 0)


def tricks(hands=((1, 2, 2, 4), (3, 2, 1, 4))):
    moves = lambda p: [rank for rank in card_moves(p) if rank]  # noqa: E731
    start = Table(pvector(map(pvector, hands)))
    return Game("tricks", start, mover=lambda p: p.turn, moves=moves, play=card_play, payoffs=card_payoffs)


# ---- A walker on a grid goes where the other one needs more steps; walls are built behind


class Cell(NamedTuple):
    row: int
    column: int


class Walk(NamedTuple):
    walls: tuple
    here: Cell
    there: Cell
    turn: int = 0


def near(cell, size):
    cells = [Cell(cell.row + r, cell.column + c) for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return [each for each in cells if 0 <= each.row < size and 0 <= each.column < size]


def distances(walls, start, size):
    found = {start: 0}
    ahead = [start]
    while ahead:
        cell = ahead.pop(0)
        for other in near(cell, size):
            if other not in found and not walls[other.row * size + other.column]:
                found[other] = found[cell] + 1
                ahead.append(other)
    return found


def walk_moves(position):
    cells = near(position.here, SIZE)
    return [cell for cell in cells if not position.walls[cell.row * SIZE + cell.column] and cell != position.there]


def walk_play(position, move):
    at = position.here.row * SIZE + position.here.column
    walls = (*position.walls[:at], True, *position.walls[at + 1 :])
    return Walk(walls, position.there, move, 1 - position.turn)


def walk_payoffs(position):
    return (-1, 1) if position.turn == 0 else (1, -1)


def nearer(position):
    mine, yours = distances(position.walls, position.here, SIZE), distances(position.walls, position.there, SIZE)
    cells = sum(1 for cell, steps in mine.items() if cell not in yours or steps < yours[cell])
    cells -= sum(1 for cell, steps in yours.items() if steps < mine.get(cell, 99))
    return cells if position.turn == 0 else -cells


SIZE = 4


def walkers():
    start = Walk((False,) * SIZE**2, Cell(0, 0), Cell(SIZE - 1, SIZE - 1))
    return Game(
        "walkers",
        start,
        mover=lambda p: p.turn,
        moves=walk_moves,
        play=walk_play,
        payoffs=walk_payoffs,
        ratings={"nearer": nearer},
    )


# ---- Stones on a row; a group that is longer than all of the other player's wins


class Stones(NamedTuple):
    cells: tuple
    turn: int = 0


def stone_moves(position):
    return [at for at, cell in enumerate(position.cells) if cell == ""]


def stone_play(position, at):
    mark = "XO"[position.turn]
    return Stones((*position.cells[:at], mark, *position.cells[at + 1 :]), 1 - position.turn)


def groups(cells):
    sizes = {}
    number = 0
    for at, mark in enumerate(cells):
        if at and cells[at - 1] != mark:
            number += 1
        sizes[mark, number] = sizes.get((mark, number), 0) + 1
    return sizes


def stone_payoffs(position):
    best = {"X": 0, "O": 0}
    for (mark, _), size in groups(position.cells).items():
        best[mark] = max(best[mark], size)
    if best["X"] == best["O"]:
        return (0, 0)
    return (1, -1) if max(best, key=best.get) == "X" else (-1, 1)


def longest(size=7):
    start = Stones(("",) * size)
    return Game("longest", start, mover=lambda p: p.turn, moves=stone_moves, play=stone_play, payoffs=stone_payoffs)


GAMES = (majority, tricks, walkers, longest)
