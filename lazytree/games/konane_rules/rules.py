"""Konane, the stone jumping game of Hawaii: who cannot move loses.

The board is full of dark and light stones, colours alternating, the top-left corner dark. To open, the first player
removes one of its own stones from a corner or from the centre, and the second player one of its own beside the hole.
From then on a stone jumps, along a row or a column, over an adjacent enemy stone into the empty cell behind it, and
that enemy stone is gone. It may go on jumping in the same straight line, and stop after any jump.

Source: the Pyro course page on Konane (after D. Kumar); M. D. Ernst, *Playing Konane mathematically* (1995).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree.core.board import Grid, squares
from lazytree.core.game import FIRST, SECOND, Cell, Game, Picture, reading

from .notation import EMPTY, in_letters, in_pairs, in_short, read_board, show_board
from .opening import BY_HAND, cells_removed, colours, corners_and_centre, opening_of


class Position(NamedTuple):
    board: PVector[int]  # FIRST, SECOND (whose stone) or EMPTY for each cell, in reading order
    mover: int
    removals: int  # stones that the opening has yet to remove: 2, 1 or 0


class Move(NamedTuple):
    source: int
    target: int  # where the last jump lands; the source itself: the stone is removed, to open


def mover(position: Position) -> int:
    return position.mover


def payoffs(position: Position) -> tuple[int, int]:
    return (-1, 1) if position.mover == FIRST else (1, -1)


def stones(position: Position) -> int:
    """FIRST's stones minus SECOND's."""
    return sum(1 if stone == FIRST else -1 for stone in position.board if stone != EMPTY)


def konane(
    rows: int = 8, columns: int = 8, opening: str | Sequence[str] = BY_HAND, first: str = "dark"
) -> Game[Position, Move]:
    """Konane on any rectangle; `first` says which colour begins, "dark" or "light".

    With the opening "corner or centre" the players remove the first two stones themselves. With "corner" (the
    top-left cell and the one to its right), "centre" (row `rows // 2`, column `columns // 2`, counted from 0 at the
    top left, and the cell to its left) or a pair of adjacent cells, "d5,e5" or ("d5", "e5"), both stones are already
    gone, and dark is first and jumps.

    A removal is written `d5`, a jump `d2-d4-d6`, with each of its stops. `d2-d6` is understood too, and so are the
    Pyro course's pairs of row and column, `remove(5,4)` and `jump(2,4,4,4,6,4)`.

    Ratings, FIRST's minus SECOND's: "mobility", jumps; "movable", stones that can jump; "stones"; "weighed", mobility
    plus twice movable minus stones (it won 329 of 500 games against mobility, 8×8, two plies deep).

    ValueError: there is no such board, opening or colour.

    >>> game = konane(rows=4, columns=4, opening="corner")
    >>> [game.format(game.start, move) for move in game.moves(game.start)]
    ['a2-a4']
    """
    grid = squares(rows, columns)
    opening = opening_of(opening)
    removed = cells_removed(grid, opening)
    players = colours(grid, bool(removed), first)
    opens, neighbours, lines = corners_and_centre(grid), grid.neighbours, lines_of_jumps(grid)

    def jumps(board: PVector[int], player: int) -> Iterator[Move]:
        enemy = 1 - player
        for source, stone in enumerate(board):
            if stone == player:
                for line in lines[source]:
                    for over, land in line:
                        if board[over] != enemy or board[land] != EMPTY:
                            break
                        yield Move(source, land)

    def removals(board: PVector[int], player: int, left: int) -> Iterator[Move]:
        for cell, stone in enumerate(board):
            if stone == player and (opens[cell] if left == 2 else beside_hole(board, cell)):
                yield Move(cell, cell)

    def beside_hole(board: PVector[int], cell: int) -> bool:
        return any(board[near] == EMPTY for near in neighbours[cell])

    def moves(position: Position) -> Iterator[Move]:
        if position.removals == 0:
            yield from jumps(position.board, position.mover)
        else:
            yield from removals(position.board, position.mover, position.removals)

    def play(position: Position, move: Move) -> Position:
        board, player, removals = position
        source, target = move
        if source == target:
            return Position(board.set(source, EMPTY), 1 - player, removals - 1)
        step = 1 if abs(target - source) < columns else columns
        for cell in range(source, target, step if source < target else -step):
            board = board.set(cell, EMPTY)
        return Position(board.set(target, player), 1 - player, 0)

    def mobility(position: Position) -> int:
        board = position.board
        return sum(1 for _ in jumps(board, FIRST)) - sum(1 for _ in jumps(board, SECOND))

    def can_jump(board: PVector[int], cell: int) -> bool:
        enemy = 1 - board[cell]
        return any(board[line[0][0]] == enemy and board[line[0][1]] == EMPTY for line in lines[cell])

    def movable(position: Position) -> int:
        board, score = position.board, 0
        for cell, stone in enumerate(board):
            if stone != EMPTY and can_jump(board, cell):
                score += 1 if stone == FIRST else -1
        return score

    def weighed(position: Position) -> int:
        return mobility(position) + 2 * movable(position) - stones(position)

    def format_move(position: Position, move: Move) -> str:
        return in_letters(grid, move.source, move.target)

    parse_move = reading(
        moves,
        format_move,
        lambda position, move: in_short(grid, move.source, move.target),
        lambda position, move: in_pairs(grid, move.source, move.target),
    )

    def show(position: Position) -> str:
        return show_board(grid, players, position.board, position.mover)

    def read(text: str) -> Position:
        board, said = read_board(grid, players, text)
        left = 0 if removed else max(0, 2 - board.count(EMPTY))
        turn = SECOND if left == 1 else FIRST
        if left and said == 1 - turn:
            raise ValueError(f"with {2 - left} stones removed it is the turn of {players[turn]}, not {players[said]}")
        return Position(pvector(board), turn if said is None else said, left)

    def picture(position: Position) -> Picture:
        stones = [None if stone == EMPTY else stone for stone in position.board]
        cells = [Cell(name, x, y, grid.shape, stone) for name, (x, y), stone in zip(grid.names, grid.places, stones)]
        return Picture(tuple(cells), f"{players[position.mover]} to move")

    shift = players.index("dark")
    board = [EMPTY if cell in removed else (sum(place) + shift) % 2 for cell, place in enumerate(grid.coordinates)]
    return Game(
        name="konane",
        start=Position(pvector(board), FIRST, 0 if removed else 2),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=players,
        ratings={"mobility": mobility, "movable": movable, "stones": stones, "weighed": weighed},
        format=format_move,
        parse=parse_move,
        show=show,
        read=read,
        picture=picture,
        parameters={"rows": rows, "columns": columns, "opening": opening, "first": first},
    )


def lines_of_jumps(grid: Grid) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
    """For each cell, for each direction in which there is room to jump: the pairs (cell jumped over, landing)."""
    lines = [[tuple(zip(ray[::2], ray[1::2])) for ray in rays] for rays in zip(*grid.rays)]
    return tuple(tuple(line for line in of_cell if line) for of_cell in lines)
