"""Games whose rules call themselves, as a first try has them: a group of stones is filled, a frog hops on and on."""

from __future__ import annotations

from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree import Game

# ---- atari go, four by four: who captures first wins


class Go(NamedTuple):
    board: PVector
    mover: int
    taken: bool = False


AROUND = ((-1, 0), (0, -1), (0, 1), (1, 0))
NEAR = tuple(
    tuple((y + dy) * 4 + x + dx for dy, dx in AROUND if 0 <= y + dy < 4 and 0 <= x + dx < 4)
    for y in range(4)
    for x in range(4)
)


def group(board, cell, stones, free):
    stones.add(cell)
    for near in NEAR[cell]:
        if board[near] == 0:
            free.add(near)
        elif board[near] == board[cell] and near not in stones:
            group(board, near, stones, free)


def liberties(board, cell):
    stones, free = set(), set()
    group(board, cell, stones, free)
    return len(free)


def takes(board, cell, mover):
    return any(board[near] == 2 - mover and liberties(board, near) == 0 for near in NEAR[cell])


def go_moves(p):
    if p.taken:
        return
    for cell, stone in enumerate(p.board):
        if stone == 0:
            after = p.board.set(cell, p.mover + 1)
            if liberties(after, cell) > 0 or takes(after, cell, p.mover):
                yield cell


def go_play(p, cell):
    board = p.board.set(cell, p.mover + 1)
    return Go(board, 1 - p.mover, takes(board, cell, p.mover))


go = Game(
    name="atari go",
    start=Go(pvector([0, 1, 2, 0, 1, 2, 1, 2, 0, 2, 1, 0, 1, 0, 2, 0]), 0),
    mover=lambda p: p.mover,
    moves=go_moves,
    play=go_play,
    payoffs=lambda p: (1, -1) if p.mover == 1 else (-1, 1),
    ratings={"liberties": lambda p: sum(liberties(p.board, c) * (3 - 2 * x) for c, x in enumerate(p.board) if x)},
)

# ---- frogs in a row, which hop over others, up to three times


class Row(NamedTuple):
    board: tuple
    mover: int


def landings(board, cell, more):
    for step in (1, -1):
        over, land = cell + step, cell + 2 * step
        if 0 <= land < len(board) and board[over] != 0 and board[land] == 0:
            yield land
            if more:
                hopped = board[:cell] + (0,) + board[cell + 1 :]  # noqa: RUF005 - as one writes it
                yield from landings(hopped, land, more - 1)


def frog_moves(p):
    for cell in range(len(p.board)):
        if p.board[cell] == p.mover + 1:
            for land in sorted(set(landings(p.board, cell, 2))):
                yield cell, land


def frog_play(p, move):
    cell, land = move
    board = list(p.board)
    board[land] = board[cell]
    board[cell] = 0
    return Row(tuple(board), 1 - p.mover)


frogs = Game(
    name="frogs",
    start=Row((1, 1, 2, 0, 2, 1, 0, 2, 1, 0), 0),
    mover=lambda p: p.mover,
    moves=frog_moves,
    play=frog_play,
    payoffs=lambda p: (-1, 1) if p.mover == 0 else (1, -1),
)
